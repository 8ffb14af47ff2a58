package main

import (
	"io"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/docs"
)

// Arena parses its commands of all pages.
func TestCommandsOfPages(t *testing.T) {
	docs.Parse(t, func(args []string, stdout, stderr io.Writer) int {
		return command(t.Context(), afero.NewMemMapFs(), robots, args, stdout, stderr)
	}, "./scripts/arena", "arena", "tahoun-arena")
}

// TestFiguresOfPages: the page has the defaults of the flags, and how many openings are still open.
func TestFiguresOfPages(t *testing.T) {
	const page = "scripts/arena/README.md"
	flags := settings.Flags()
	docs.Says(t, page, "when "+flags.Lookup("spare").DefValue+" squares are left (`-spare`)")
	require.Equal(t, "1s", flags.Lookup("grace").DefValue)
	docs.Says(t, page, "It is a second by default")
}
