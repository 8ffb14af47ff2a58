// Package transcript reads conversations that tests replay with a program: a line for each text sent and
// for each answer. The folders of testdata that hold them describe the form.
package transcript

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Step is a line of a conversation.
type Step struct {
	Kind byte // > sent, < answered, . the input ends
	Text string
	Raw  bool // sent as it is
}

// Read reads a conversation. Lines that are neither steps nor comments go to other, which reports whether it knows
// that kind of line.
func Read(t testing.TB, path string, other func(kind, text string) bool) (steps []Step) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		kind, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case kind == ">" && strings.HasPrefix(text, `"`):
			raw, err := strconv.Unquote(text)
			require.NoError(t, err, line)
			steps = append(steps, Step{'>', raw, true})
		case kind == ">" || kind == "<" || kind == ".":
			steps = append(steps, Step{kind[0], text, false})
		case other(kind, text):
		default:
			require.Equal(t, "#", kind, line)
		}
	}
	return steps
}

// Paths returns the conversations of a folder, of which there must be some.
func Paths(t testing.TB, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(folder + "/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths, "no transcripts in %s", folder)
	return paths
}

// Name returns the name for a test of the conversation at path.
func Name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txt") }
