// Package spartest runs the subcommands of tune that play a spar.Match, for their tests.
package spartest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

// Run runs the subcommand main with args, on an opening of its own unless they name others, and returns its exit code and
// what it said.
func Run(ctx context.Context, t *testing.T,
	main func(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int,
	args string,
) (code int, stdout, stderr string) {
	t.Helper()
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1, 2,0\n"), 0o644))
	var out, err bytes.Buffer
	code = main(ctx, disk, strings.Fields("-openings o.txt "+args), &out, &err)
	return code, out.String(), err.String()
}
