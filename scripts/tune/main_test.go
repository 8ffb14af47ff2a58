package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
)

// tune runs the program and returns its exit code and its output, on both streams.
func tune(t *testing.T, args string) (code int, said string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), afero.NewMemMapFs(), strings.Fields(args), &out, &err)
	if code == 0 {
		out, err = err, out
	}
	assert.Empty(t, out.String())
	return code, err.String()
}

func TestCommands(t *testing.T) {
	for _, c := range commands {
		code, said := tune(t, c.name+" -h")
		assert.Equal(t, 0, code)
		assert.Contains(t, said, "usage: go run ./scripts/tune "+c.name)
	}
}

func TestNoCommand(t *testing.T) {
	for args, want := range map[string]int{"": 2, "-h": 0, "-help": 0, "--help": 0, "pay": 2} {
		code, said := tune(t, args)
		assert.Equal(t, want, code)
		for _, c := range commands {
			assert.Contains(t, said, c.does)
		}
	}
}
