package main

import (
	"io"
	"runtime"
	"testing"

	"tahoun/scripts/internal/docs"
)

// Bench parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	docs.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		if len(args) > 0 && args[0] == "stress" && runtime.GOOS != "linux" {
			return 0 // it has no flags there
		}
		return run(t.Context(), args, stdout, stderr)
	}, "./scripts/bench")
}
