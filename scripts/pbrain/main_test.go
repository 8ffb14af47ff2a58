package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/search"
)

func TestRun(t *testing.T) {
	tests := []struct {
		name, args, in, out, err string
		exit                     int
	}{
		{"a game", "-nodes 500 -threads 2", "START 15\nBEGIN\n", "OK\r\nMESSAGE 7,7 opening\r\n7,7\r\n", "", 0},
		{"suggested", "-suggest -nodes 500", "START 15\r\nBEGIN", "OK\r\nMESSAGE 7,7 opening\r\nSUGGEST 7,7\r\n", "", 0},
		{"nothing", "", "", "", "", 0},
		{"version", "-version", "", "Tahoun " + search.Version + "\n", "", 0},
		{"help", "-h", "", usage, "", 0},
		{"unknown flag", "-x", "START 15\n", "", "pbrain-tahoun: flag provided but not defined: -x; pbrain-tahoun -h shows the use\n", 2},
		{"a word", "15", "START 15\n", "", "pbrain-tahoun: \"15\": want flags only; pbrain-tahoun -h shows the use\n", 2},
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
