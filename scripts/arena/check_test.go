package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/arena/compliance"
	"tahoun/scripts/internal/player"
)

// checkPlayer runs the compliance test of a player.
func checkPlayer(t *testing.T, spec string) (code int, stdout, stderr string) {
	t.Helper()
	var out, said bytes.Buffer
	code = command(t.Context(), afero.NewOsFs(), player.New, []string{"-check", spec}, &out, &said)
	return code, out.String(), said.String()
}

// late names the checks in which a slow machine may give a warning. A move whose time is over leaves the file that it was
// writing.
var late = regexp.MustCompile(`^(time-.*|end.*|eof.*|exit|files)$`)

// Games of a few moves and one thread show it. Only slow machines need the grace.
func TestBrainsKeepTheirProtocols(t *testing.T) {
	for _, tt := range []struct{ protocol, folder string }{{"pipe", "scripts/pbrain"}, {"file", "."}} {
		t.Run(tt.protocol, func(t *testing.T) {
			t.Parallel()
			spec, err := player.Parse(fmt.Sprintf(brain(t, tt.protocol, tt.folder), "time=5ms,grace=20s"), player.Spec{})
			require.NoError(t, err)
			alone := filepath.Join(t.TempDir(), filepath.Base(spec.Args[0]))
			require.NoError(t, os.Link(spec.Args[0], alone))
			require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(alone), "brain.cfg"), []byte("threads 1\n"), 0o600))
			spec.Args[0] = alone
			var out strings.Builder
			o := compliance.Options{Spec: spec, Disk: afero.NewOsFs(), Brief: true}
			results, err := compliance.Run(t.Context(), o, &out)
			require.NoError(t, err)
			require.NotEmpty(t, results)
			for _, r := range results {
				assert.True(t, r.Verdict == compliance.Pass || r.Verdict == compliance.Warning && late.MatchString(r.Name),
					"%s: %s\n%s", r.Name, r.Verdict, &out)
			}
		})
	}
}

func TestCheckPasses(t *testing.T) {
	code, out, said := checkPlayer(t, fmt.Sprintf(brain(t, "koth", "scripts/koth"), "time=5ms,grace=20s"))
	assert.Equal(t, 0, code, said)
	assert.Contains(t, out, " 0 failed, 0 warnings")
}

// A program that speaks no protocol fails, and its last words are shown.
func TestCheckFails(t *testing.T) {
	code, out, said := checkPlayer(t, "pipe:go no-such-command")
	assert.Equal(t, 1, code)
	assert.Equal(t, "arena: checks failed\n", said)
	assert.Contains(t, out, "FAIL: start-20\n")
	assert.Contains(t, out, "unknown command")
}

func TestCheckWrongUse(t *testing.T) {
	for args, want := range map[string]string{
		"-check pipe:go -p pipe:go":  "arena: -check: want no -p; -h shows the use\n",
		"-check pipe:no-such-brain-": "arena: -check pipe:no-such-brain-: ",
		"-check go":                  "want file, pipe or koth and a colon",
	} {
		var out, said bytes.Buffer
		assert.Equal(t, 2, command(t.Context(), afero.NewMemMapFs(), player.New, strings.Fields(args), &out, &said), args)
		assert.Contains(t, said.String(), want, args)
		assert.Empty(t, out.String())
	}
}
