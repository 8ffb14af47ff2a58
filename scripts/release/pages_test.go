package main

import (
	"io"
	"testing"

	"tahoun/scripts/internal/docs"
)

// Release parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	docs.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		return run(args, stdout, stderr)
	}, "./scripts/release")
}
