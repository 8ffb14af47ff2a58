package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/docs"
)

// Board parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	docs.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		for i := range args { // the page looks for the programs that it offers
			args[i] = strings.NewReplacer("file:/home/me/old", "file:go", "pipe:wine", "pipe:go").Replace(args[i])
		}
		return run(t.Context(), afero.NewMemMapFs(), args, stdout, stderr)
	}, "./scripts/board", "tahoun-board")
}

// TestFiguresOfPages: the page has the costs from which on a move is graded.
func TestFiguresOfPages(t *testing.T) {
	for text, cost := range map[string]float64{
		"| inaccuracy | ?! | costs %.0f %% or more |": inaccurate,
		"| mistake | ? | costs %.0f %% or more |":     mistaken,
		"| blunder | ?? | costs %.0f %% or more":      blundered,
		"Where a move seems to cost %.0f %% or more":  suspicious,
	} {
		docs.Says(t, "scripts/board/README.md", fmt.Sprintf(text, 100*cost))
	}
}
