package main

import (
	"io"
	"strings"
	"testing"

	"tahoun/scripts/internal/pages"
)

// Pbrain parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	pages.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		return run(append([]string{"pbrain-tahoun"}, args...), strings.NewReader(""), stdout, stderr)
	}, "./scripts/pbrain", "pbrain-tahoun")
}
