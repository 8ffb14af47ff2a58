package record_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/player"
	"tahoun/scripts/arena/record"
)

var update = flag.Bool("update", false, "rewrite testdata from what the package now writes")

// TestGolden compares files byte for byte.
func TestGolden(t *testing.T) {
	oblong := sample(3)
	oblong.Width, oblong.Height, oblong.Rule, oblong.Walls = 30, 20, board.Freestyle, nil
	oblong.Opening, oblong.X = nil, "a ] name\nof two lines"
	oblong.Moves[0].At = at(29, 19)
	oblong.Result = game.Result{Winner: board.O, Reason: game.OutOfTime, Detail: "took 2 s [limit 1 s]"}
	fault := sample(4)
	fault.Result = game.Result{Winner: board.O, Reason: game.Illegal, Detail: "on a stone"}
	draw := sample(5)
	draw.Rule, draw.Result = board.Continuous|board.ExactFive, game.Result{Reason: game.MoreRows, Detail: "1 to 1"}
	for name, g := range map[string]*game.Game{"row": sample(0), "oblong-time": oblong, "illegal": fault, "draw": draw} {
		for kind, write := range map[string]func(io.Writer, *game.Game) error{"sgf": record.SGF, "psq": record.PSQ} {
			t.Run(name+"."+kind, func(t *testing.T) {
				var got bytes.Buffer
				require.NoError(t, write(&got, g))
				file := filepath.Join("testdata", name+"."+kind)
				if *update {
					require.NoError(t, os.WriteFile(file, got.Bytes(), 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				assert.Equal(t, string(want), got.String())
			})
		}
	}
}

// The record writes memory as -memory reads it and as a fault tells it: 350M is 350.0 MiB everywhere.
func TestUnitOfMemory(t *testing.T) {
	g := sample(0)
	var err error
	g.Moves[0].Memory, err = player.ParseBytes("350M")
	require.NoError(t, err)
	var sgf bytes.Buffer
	require.NoError(t, record.SGF(&sgf, g))
	assert.Contains(t, sgf.String(), ", 350.0 MiB")
}

// What either format says of a result.
func TestResults(t *testing.T) {
	tests := []struct {
		result   game.Result
		sgf, psq string
	}{
		{game.Result{}, "Void", "-1"},
		{game.Result{Reason: game.Stopped}, "Void", "-1"},
		{game.Result{Reason: game.Full}, "0", "0"},
		{game.Result{Winner: board.X, Reason: game.Row}, "B+", "0"},
		{game.Result{Winner: board.O, Reason: game.MoreRows}, "W+", "0"},
		{game.Result{Winner: board.O, Reason: game.OutOfTime}, "W+T", "15"},
		{game.Result{Winner: board.X, Reason: game.Crash}, "B+F", "-1"},
	}
	for _, tt := range tests {
		g := sample(0)
		g.Result = tt.result
		var sgf, psq bytes.Buffer
		require.NoError(t, errors.Join(record.SGF(&sgf, g), record.PSQ(&psq, g)))
		assert.Contains(t, sgf.String(), "RE["+tt.sgf+"]")
		assert.True(t, strings.HasSuffix(psq.String(), "\r\n"+tt.psq+"\r\n"), "%v: %s", tt.result, psq.String())
	}
}

func TestSGFOfLargeBoards(t *testing.T) {
	g := sample(0)
	g.Width = 53
	err := record.SGF(io.Discard, g)
	assert.EqualError(t, err, "record: SGF has letters for 52 columns and rows, the board has 53x15")
}
