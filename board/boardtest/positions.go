package boardtest

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A WonPosition is a line of testdata/positions: README.md there explains the fields.
type WonPosition struct {
	Rule board.Rule
	Side string
	Mate int
	Wins [][2]int
	Rows []string
}

// WonPositions reads a file of testdata/positions.
func WonPositions(t testing.TB, file string) []WonPosition {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var all []WonPosition
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p WonPosition
		require.NoError(t, json.Unmarshal(lines.Bytes(), &p))
		all = append(all, p)
	}
	return all
}

// Board returns the position.
func (w WonPosition) Board() *board.Board { return Parse(strings.Join(w.Rows, "\n")) }

// ToMove returns the side that wins.
func (w WonPosition) ToMove() board.Stone { return board.Stone(strings.Index("-xo", w.Side)) }
