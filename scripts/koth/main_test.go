package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/search"
)

func TestRun(t *testing.T) {
	const open, three = "A []\n", "(5,10) (0,13) (6,10)\n"
	tests := []struct {
		name, args, in, out, err string
		exit                     int
	}{
		{"a game", "-nodes 500 Rival 1", open + "EXIT TIE\n", three, "", 0},
		{"without flags", "Rival 1", open, three, "", 0},
		{"an opponent like a flag", "-nodes 5", "", "", "", 0},
		{"a seed like a flag", "Rival -1", open, "(1,0) (14,6) (14,2)\n", "", 0},
		{"nothing known", "Rival 1", "7\n", "", "koth-tahoun: want A, B, C or a number and [((x,y),\"B\"),…], got \"7\"\n" +
			"koth-tahoun: no board is known: want A [] or B and a list of stones first\n", 1},
		{"version", "-version", "", "Tahoun " + search.Build(nil) + "\n", "", 0},
		{"nobody", "", "", "", "koth-tahoun: want OPPONENT and SEED; koth-tahoun -h shows the use\n", 2},
		{"no seed", "Rival", "", "", "koth-tahoun: \"Rival\": want flags, OPPONENT and SEED; koth-tahoun -h shows the use\n", 2},
		{"too many words", "Rival 1 2", "", "", "koth-tahoun: \"Rival\": want flags, OPPONENT and SEED; koth-tahoun -h shows the use\n", 2},
		{"a ceiling below the floor", "-ceiling -1s Rival 1", "", "", "koth-tahoun: invalid value \"-1s\" for flag -ceiling: want a time such as 2s or 300ms; koth-tahoun -h shows the use\n", 2},
		{"no nodes", "-nodes 0 Rival 1", open, "", "koth-tahoun: -nodes 0: want 1 or more; koth-tahoun -h shows the use\n", 2},
		{"unknown flag", "-x Rival 1", "", "", "koth-tahoun: flag provided but not defined: -x; koth-tahoun -h shows the use\n", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, err bytes.Buffer
			disk := afero.NewMemMapFs()
			assert.Equal(t, tt.exit, run(disk, strings.Fields(tt.args), strings.NewReader(tt.in), &out, &err))
			assert.Equal(t, tt.out, out.String())
			assert.Equal(t, tt.err, err.String())
		})
	}
}

// The help shows the default limits.
func TestUsageTellsTheLimits(t *testing.T) {
	var out, err bytes.Buffer
	assert.Zero(t, run(afero.NewMemMapFs(), []string{"-h"}, strings.NewReader(""), &out, &err))
	assert.Contains(t, out.String(), "(default 150000)")
	assert.Contains(t, out.String(), "(default 450ms)")
	assert.Empty(t, err.String())
	assert.EqualValues(t, 150_000, nodes)
	assert.Equal(t, 450*time.Millisecond, ceiling)
}

// The judge reads four lines.
func TestMeta(t *testing.T) {
	text, err := os.ReadFile("meta")
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	require.Len(t, lines, 5)
	assert.Equal(t, []string{"Tahoun", "./bin/koth-tahoun", "", "0", ""}, lines)
}
