package main

import (
	"fmt"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
)

const pipes = "-p pipe:a -p pipe:b "

// Rules that no brain speaks are refused with the reason, and so is everything else that has no meaning.
func TestOpeningUse(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1\nh8i9\n"), 0o644))
	for args, want := range map[string]string{
		"-opening-rule soosorv-8":              "-opening-rule soosorv-8: only Yixin, whose source is closed, answers",
		"-opening-rule Soosõrv-8":              "only Yixin, whose source is closed, answers",
		"-opening-rule taraguchi-10":           "-opening-rule taraguchi-10: no protocol of brains has commands for it",
		"-opening-rule rif":                    "-opening-rule rif: no protocol of brains has commands for it",
		"-opening-rule swap3":                  "-opening-rule swap3: want swap2",
		"-opening-rule swap2 -openings o.txt":  "-openings: under -opening-rule swap2 the players place the openings",
		"-opening-rule swap2 -turned":          "-turned: under -opening-rule swap2",
		"-opening-rule swap2 -walls 1,1":       "Swap2 wants a board without walls",
		"-opening-rule swap2 -p file:c":        "-p c: the file protocol has no word for choosing a side",
		"-order sequential":                    "-order: want -openings as well",
		"-start 1":                             "-start: want -openings as well",
		"-plies 3":                             "-plies: want -openings as well",
		"-openings o.txt -order best":          "-order best: want random or sequential",
		"-openings o.txt -start 0":             "-start 0: want 1 to 2: so many openings fit",
		"-openings o.txt -start 3 -order best": "-order best",
		"-openings o.txt -start 3":             "-start 3: want 1 to 2",
		"-openings o.txt -plies -1":            "-plies -1: want 0 or more",
	} {
		code, _, said := arena(t.Context(), t, disk, robots, pipes+args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, want)
	}
}

// swap2Run plays a match with the built pipe brain and returns its games.
func swap2Run(t *testing.T, args ...string) []*game.Game {
	t.Helper()
	pipe := brain(t, "pipe", "scripts/pbrain")
	games, out, _ := kothRun(t, append(args, "-p", fmt.Sprintf(pipe, "label=ours,time=5ms"), "-moves", "12")...)
	assert.NotContains(t, out, "fault:")
	require.Len(t, games, 4)
	for _, g := range games {
		assert.False(t, g.Result.Reason.Fault(), "%v", g.Result)
		require.NotEmpty(t, g.Moves)
	}
	return games
}

// The built pipe brain plays itself by SWAP2BOARD. After the opening the sides go on in turn.
func TestSwap2WithPipes(t *testing.T) {
	pipe := fmt.Sprintf(brain(t, "pipe", "scripts/pbrain"), "label=other,time=5ms")
	for _, g := range swap2Run(t, "-opening-rule", "swap2", "-rule", "1", "-size", "20", "-pairs", "2", "-p", pipe) {
		assert.Contains(t, []int{3, 4, 5, 6}, len(g.Opening))
		assert.Equal(t, []board.Stone{board.X, board.O}[len(g.Opening)%2], g.Moves[0].Side)
	}
}

// A pipe brain meets a bot of the king-of-the-hill, each in its own words, by the rules of the latter.
func TestSwap2WithPipeAndKoth(t *testing.T) {
	for _, g := range swap2Run(t, "-pairs", "2", "-p", small(t, "bot", "(14,0) (0,14)")) { // corners, which no opening has
		assert.Contains(t, []int{3, 4, 5}, len(g.Opening))
		assert.Equal(t, board.X, g.Moves[0].Side, "black moves first")
		assert.Equal(t, 15, g.Width)
	}
}
