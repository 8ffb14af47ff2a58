package main

import (
	"io"
	"testing"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/docs"
)

// Tune parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	docs.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		return run(t.Context(), afero.NewMemMapFs(), args, stdout, stderr)
	}, "./scripts/tune")
}
