//go:build !linux

package main

import (
	"context"
	"errors"
	"io"
)

// stressing is for Linux alone: the other systems do not tell how long a process waited for a processor.
type stressing struct{}

func parseStress([]string, io.Writer) (stressing, error) {
	return stressing{}, errors.New("stress needs Linux")
}

func (stressing) measure(context.Context, io.Writer, io.Writer) error { return nil }
