package search

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A turn needs some megabytes and there is little else: by the default nearly every turn of a test would begin with
// a collection, which took half the time of all.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}

// testRules returns the tables of a rule, built once for all tests.
func testRules(rule board.Rule) *ruleTables {
	testRulesLock.Lock()
	defer testRulesLock.Unlock()
	if testRulesBuilt[rule] == nil {
		testRulesBuilt[rule] = newRuleTables(rule, nil)
	}
	return testRulesBuilt[rule]
}

var (
	testRulesLock  sync.Mutex
	testRulesBuilt = map[board.Rule]*ruleTables{}
)

var everyRule = []board.Rule{
	board.Freestyle, board.ExactFive, board.Renju, board.Renju | board.ExactFive, board.Caro, board.Caro | board.ExactFive,
}

// engine returns an engine for a rule that is known already.
func engine(rule board.Rule) *Engine { return &Engine{Params: DefaultParams, rules: testRules(rule)} }

// testJob returns a job with a node limit.
func testJob(b *board.Board, side board.Stone, rule board.Rule, nodes uint64) *Job {
	return engine(rule).NewJob(b, side, Limits{Nodes: nodes, Left: NoLimit})
}

// run returns the last answer of a job.
func run(t *Job) (board.Point, string) {
	move, note := t.StaticMove()
	t.Think(context.Background(), func(p board.Point, n string) { move, note = p, n })
	return move, note
}

// sprinkle returns a board with the given shares of stones and walls, in percent.
func sprinkle(rng *rand.Rand, width, height, stones, walls int) *board.Board {
	b := board.New(width, height)
	for at := range b.Points {
		switch n := rng.IntN(100); {
		case n < walls:
			b.Set(at, board.Wall)
		case n < walls+stones:
			b.Set(at, board.X+board.Stone(rng.IntN(2)))
		}
	}
	return b
}

// clash returns a small board full of lines of both sides, with some walls.
func clash(rng *rand.Rand, width, height, open int) *board.Board {
	b := board.New(width, height)
	for len(empties(b)) > open {
		at := board.Point{X: rng.IntN(width), Y: rng.IntN(height)}
		s := board.X + board.Stone(rng.IntN(2))
		if rng.IntN(12) == 0 {
			s = board.Wall
		}
		b.Set(at, s)
	}
	return b
}

// middle returns a board with at most eight stones near its middle.
func middle(rng *rand.Rand, width, height int) *board.Board {
	b := board.New(width, height)
	for i := range 8 {
		at := board.Point{X: width/2 + rng.IntN(7) - 3, Y: height/2 + rng.IntN(7) - 3}
		if b.At(at) == board.Empty {
			b.Set(at, board.X+board.Stone(i%2))
		}
	}
	return b
}

// drawn reads a board as files show it.
func drawn(text string) *board.Board {
	rows := strings.Fields(text)
	b := board.New(len(rows[0]), len(rows))
	for y, row := range rows {
		for x := range row {
			b.Set(board.Point{X: x, Y: y}, board.Stone(strings.IndexByte("-xo#", row[x])))
		}
	}
	return b
}

// text writes a board as files show it.
func text(b *board.Board) string {
	s := ""
	for p, q := range b.Points {
		if p.X == 0 && p.Y > 0 {
			s += "\n"
		}
		s += q.String()
	}
	return s
}

// empties returns every empty square.
func empties(b *board.Board) []board.Point {
	var all []board.Point
	for p, s := range b.Points {
		if s == board.Empty {
			all = append(all, p)
		}
	}
	return all
}

// afterEveryMove tells whether holds is true after each legal move of the side to move.
func afterEveryMove(p *position, holds func() bool) bool {
	return !slices.ContainsFunc(p.allEmpty(), func(c cell) bool {
		if !p.mayPlay(c) {
			return false
		}
		p.make(c)
		defer p.unmake()
		return !holds()
	})
}

// requireFresh requires that p equals the setup of its board.
func requireFresh(t *testing.T, p *position) {
	t.Helper()
	fresh := newPosition(p.board(), stoneOf(p.side), p.rules)
	for c := range cell(p.cells) {
		if p.isEmpty(c) {
			require.Equal(t, fresh.code[c], p.code[c], "code of %v", p.point(c))
		}
	}
	require.Equal(t, fresh.now().counts, p.now().counts)
	require.Equal(t, fresh.now().acc, p.now().acc)
	require.Equal(t, fresh.now().key, p.now().key)
	require.Equal(t, fresh.now().empty, p.now().empty)
	require.Equal(t, fresh.line, p.line)
	require.Equal(t, fresh.candidates(nil), p.candidates(nil))
}

// onLine tells whether a line joins two squares that are no further apart than reach.
func onLine(p, q board.Point, reach int) bool {
	x, y := max(p.X-q.X, q.X-p.X), max(p.Y-q.Y, q.Y-p.Y)
	return max(x, y) <= reach && (x == 0 || y == 0 || x == y)
}
