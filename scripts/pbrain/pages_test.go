package main

import (
	"io"
	"strings"
	"testing"

	"tahoun/scripts/internal/docs"
)

// Pbrain parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	docs.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		return run(append([]string{"pbrain-tahoun"}, args...), strings.NewReader(""), stdout, stderr)
	}, "./scripts/pbrain", "pbrain-tahoun")
}
