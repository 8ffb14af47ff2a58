package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"

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

// Tahoun's own brains keep their protocols. Only slow machines need the grace.
func TestCheckBrains(t *testing.T) {
	for _, tt := range []struct{ protocol, folder string }{{"pipe", "scripts/pbrain"}, {"file", "."}, {"koth",
		"scripts/koth"}} {
		t.Run(tt.protocol, func(t *testing.T) {
			t.Parallel()
			code, out, said := checkPlayer(t, fmt.Sprintf(brain(t, tt.protocol, tt.folder), "time=20ms,grace=20s"))
			assert.Equal(t, 0, code, said)
			assert.Contains(t, out, " 0 failed, ")
			_, warned, _ := strings.Cut(out, "\nwarning: ")
			for name := range strings.FieldsSeq(warned) {
				assert.Regexp(t, late, name, out)
			}
		})
	}
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
