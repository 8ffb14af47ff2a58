package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/search"
	"tahoun/search/weights"
)

// The settings file is beside the executable and has its name.
func TestSettings(t *testing.T) {
	program := filepath.Join(t.TempDir(), "camel")
	require.NoError(t, os.WriteFile(program+".cfg", []byte("threads many\nmargin_ms 59900\n"), 0o644))
	var out, err bytes.Buffer
	start := time.Now()
	in := strings.NewReader("INFO timeout_turn 60000\nSTART 15\nBOARD\n7,7,1\n8,8,2\nDONE\n")
	assert.Zero(t, run([]string{program}, in, &out, &err))
	assert.Regexp(t, `\n\d+,\d+\n$`, out.String())
	assert.Equal(t, "pbrain-tahoun: camel.cfg:1: threads: want a whole number, got \"many\"\n", err.String())
	assert.Less(t, time.Since(start), 20*time.Second, "the margin leaves 100 ms")
}

func TestRun(t *testing.T) {
	tests := []struct {
		name, args, in, out, err string
		exit                     int
	}{
		{"a game", "-nodes 500 -threads 2", "START 15\nBEGIN\n", "OK\nMESSAGE 7,7 opening\n7,7\n", "", 0},
		{"suggested", "-suggest -nodes 500", "START 15\r\nBEGIN", "OK\r\nMESSAGE 7,7 opening\r\nSUGGEST 7,7\r\n", "", 0},
		{"nothing", "", "", "", "", 0},
		{"version", "-version", "", "Tahoun " + search.Build(nil) + "\n", "", 0},
		{"unknown flag", "-x", "START 15\n", "", "pbrain-tahoun: flag provided but not defined: -x; pbrain-tahoun -h shows the use\n", 2},
		{"a word", "15", "START 15\n", "", "pbrain-tahoun: \"15\": want flags only; pbrain-tahoun -h shows the use\n", 2},
		{"weights that are not there", "-weights gone.bin", "", "", "pbrain-tahoun: gone.bin: no such file; pbrain-tahoun -h shows the use\n", 2},
		{"fewer threads than none", "-threads -1", "START 15\n", "", "pbrain-tahoun: -threads -1: want 0 or more; pbrain-tahoun -h shows the use\n", 2},
		{"bad number", "-nodes -1", "", "", "pbrain-tahoun: invalid value \"-1\" for flag -nodes: parse error; pbrain-tahoun -h shows the use\n", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, err bytes.Buffer
			args := append([]string{t.TempDir() + "/pbrain-tahoun"}, strings.Fields(tt.args)...)
			assert.Equal(t, tt.exit, run(args, strings.NewReader(tt.in), &out, &err))
			assert.Equal(t, tt.out, out.String())
			assert.Equal(t, tt.err, err.String())
		})
	}
}

func TestHelp(t *testing.T) {
	var out, err bytes.Buffer
	assert.Zero(t, run([]string{t.TempDir() + "/pbrain-tahoun", "-h"}, strings.NewReader(""), &out, &err))
	assert.Contains(t, out.String(), "usage: pbrain-tahoun")
	assert.Empty(t, err.String())
}

// -weights replaces the built-in weights, and -version names them.
func TestWeights(t *testing.T) {
	path := filepath.Join(t.TempDir(), "any.bin")
	head := weights.Head{{Name: "set", Value: "freestyle"}}
	file := weights.Encode(head, new(weights.Weights))
	require.NoError(t, os.WriteFile(path, file, 0o644))
	play := func(in string, args ...string) string {
		var out, err bytes.Buffer
		assert.Zero(t, run(append([]string{t.TempDir() + "/pbrain-tahoun"}, args...), strings.NewReader(in), &out, &err), err.String())
		return out.String()
	}
	assert.Contains(t, play("", "-weights", path, "-version"), weights.Name(head, file))
	const in = "START 15\nBOARD\n7,7,1\n8,8,2\nDONE\n"
	assert.NotEqual(t, play(in, "-nodes", "500"), play(in, "-nodes", "500", "-weights", path))
}
