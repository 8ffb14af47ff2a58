package gamefile_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/experience/explorer"
	"tahoun/scripts/internal/gamefile"
)

// A scripted search decides as it was told.
type scripted struct {
	at    board.Point
	score int
}

func (scripted) Expect(board.Point, int, int) {}
func (scripted) AtMost(board.Point, int, int) {}
func (scripted) Prefer(board.Point, int)      {}
func (scripted) Reserve(time.Duration)        {}
func (scripted) Deadline() time.Time          { return time.Time{} }

func (scripted) Think(context.Context, func(board.Point, string)) {}

func (s scripted) Decision() (at board.Point, score, depth int, nodes uint64) {
	return s.at, s.score, 10, 1000
}

// TestSGFOfExperience: what `tahoun -experience DIR -sgf FILE` writes can be read, a game for each first position.
func TestSGFOfExperience(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, disk.Mkdir("/p", 0o755))
	learner := experience.NewLearner(experience.Open(disk, "/p", "tahoun", board.Renju, 0))
	learner.Patience = time.Minute
	play := func(b *board.Board, side board.Stone, moves []board.Point, scores ...int) {
		for i, at := range moves {
			if i%2 == 0 {
				s := scripted{at, scores[i/2]}
				learner.Think(t.Context(), experience.Question{Board: b, Side: side, Rule: board.Renju}, s, nil)
				learner.Learn()
			}
			side = b.Lay(side, at)
		}
		learner.Over()
	}
	play(board.New(15, 12), board.X, []board.Point{at(7, 5), at(8, 6), at(9, 5), at(5, 5), at(8, 5)}, 30, 200, experience.WinScore-5)
	play(board.New(15, 12), board.X, []board.Point{at(7, 5), at(8, 6), at(7, 7)}, 30, -700)
	b := board.New(15, 15)
	b.Lay(board.X, at(7, 7), at(8, 8), at(0, 0))
	play(b, board.X, []board.Point{at(6, 7)}, 0) // out of turn
	play(board.New(60, 60), board.X, []board.Point{at(30, 30)}, 0)

	c := explorer.Command{Folder: "/p", SGF: "/a.sgf", Program: "Tahoun:test"}
	wrong, exit := c.Run(disk, io.Discard)
	assert.Equal(t, []string{"/p/tahoun/experience-1-rule-4.bin: 1 positions left out: SGF has letters for 52 columns and rows"}, wrong)
	assert.Equal(t, 1, exit)
	content, err := afero.ReadFile(disk, "/a.sgf")
	require.NoError(t, err)
	first, second, _ := strings.Cut(string(content), "\n(;FF")

	g := read(t, "first.sgf", first)
	assert.Equal(t, gamefile.SGF, g.Format)
	assert.Empty(t, g.Warnings)
	assert.Equal(t, board.Renju, g.Rule)
	assert.Equal(t, board.X, g.First)
	assert.Equal(t, []int{15, 12, 0}, []int{g.Start.Width(), g.Start.Height(), g.Start.Count(board.X)})
	assert.Equal(t, "seen 2, won 1, lost 1, drawn 0, score -700", g.Comment)
	assert.Equal(t, `x7,5"seen 2, won 1, lost 1, drawn 0, score -700" o6,6`+
		`(x5,5"seen 1, won 1, lost 0, drawn 0, score win in 7" o9,5 x6,5"seen 1, won 1, lost 0, drawn 0, score win in 5")`+
		`(x7,7"seen 1, won 0, lost 1, drawn 0, score -700")`, tree(g.Next))

	g = read(t, "second.sgf", "(;FF"+second)
	assert.Empty(t, g.Warnings)
	assert.Equal(t, board.X, g.First)
	assert.Equal(t, []int{2, 1}, []int{g.Start.Count(board.X), g.Start.Count(board.O)})
	assert.Equal(t, `x8,7"seen 1, won 0, lost 0, drawn 0, score +0"`, tree(g.Next))
}
