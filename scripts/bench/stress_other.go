//go:build !linux

package main

import (
	"context"
	"errors"
	"io"
)

// stressOptions is for Linux alone: the other systems do not tell how long a process waited for a processor.
type stressOptions struct{}

func parseStress([]string, io.Writer) (stressOptions, error) {
	return stressOptions{}, errors.New("stress needs Linux")
}

func (stressOptions) measure(context.Context, io.Writer, io.Writer) error { return nil }
