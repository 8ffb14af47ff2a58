package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/docs"
)

// Koth parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	docs.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		return run(afero.NewMemMapFs(), append(args, "a", "b"), strings.NewReader(""), stdout, stderr)
	}, "./scripts/koth", "koth-tahoun")
}

// TestFiguresOfPages: the page has the limits of an answer.
func TestFiguresOfPages(t *testing.T) {
	text := fmt.Sprintf("An answer takes %d,%03d nodes at most (`-nodes`), and never more than %v s (`-ceiling`)",
		nodes/1000, nodes%1000, ceiling.Seconds())
	docs.Says(t, "scripts/koth/README.md", text)
}
