// Package selfmatchtest runs the subcommands of tune that play a selfmatch.Match, for their tests.
package selfmatchtest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/trials"
)

// A main is a subcommand of tune.
type main = func(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int

// Run runs the subcommand with args, on an opening of its own unless they name others, and returns its exit code and
// its output.
func Run(ctx context.Context, t *testing.T, main main, args string) (code int, stdout, stderr string) {
	t.Helper()
	return run(ctx, t, openings(t), main, args)
}

// Logged runs the subcommand with args and -log, and returns the trials that it added to those of a run before.
func Logged(t *testing.T, main main, args string) []trials.Trial {
	t.Helper()
	disk := openings(t)
	before := trials.New("before")
	before.Result = "none"
	require.NoError(t, trials.Append(disk, "log.jsonl", before))
	code, _, said := run(t.Context(), t, disk, main, args+" -log log.jsonl")
	require.Zero(t, code, said)
	all, err := trials.ReadFile(disk, "log.jsonl")
	require.NoError(t, err)
	require.Equal(t, before, all[0])
	return all[1:]
}

// openings returns a disk with an opening.
func openings(t *testing.T) afero.Fs {
	t.Helper()
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1, 2,0\n"), 0o644))
	return disk
}

func run(ctx context.Context, t *testing.T, disk afero.Fs, main main, args string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = main(ctx, disk, strings.Fields("-openings o.txt "+args), &out, &err)
	return code, out.String(), err.String()
}
