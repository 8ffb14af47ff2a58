package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
)

// Once a side has announced a win, each of its next moves announces one that is two plies shorter or more, until the five,
// whatever the opponent replies, and although each move is a process of its own.
func TestAnnouncedWinsNeverGrow(t *testing.T) {
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive, board.Renju, board.Caro} {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			announced := 0
			for i, s := range situations(t, rule)[:5] {
				rng := rand.New(rand.NewPCG(uint64(i), uint64(rule)))
				announced += followOut(t, s, rng, i%2 == 0)
			}
			assert.Greater(t, announced, 3)
		})
	}
}

// followOut lets the side to move play on, against the replies of its own line or random ones, and returns how many moves it
// announced a win with.
func followOut(t *testing.T, s situation, rng *rand.Rand, expected bool) (announced int) {
	b, left := s.board.Clone(), 0
	var kept []byte
	for range 20 {
		j := engine(s.rule).NewJob(b, s.side, Limits{Start: time.Now(), Turn: 24 * time.Hour, Left: NoLimit, MaxNodes: 20_000, Hash: 1 << 22, Threads: 1})
		move, note := j.StaticMove()
		j.Load(kept)
		j.Think(context.Background(), func(at board.Point, text string) { move, note = at, text })
		if saved := j.Save(); saved != nil {
			kept = saved
		}
		score, sure := j.Score()
		won := sure && score > 0
		at := fmt.Sprintf("rule %d, %v plays %v: %s after a win in %d\n%s", s.rule, s.side, move, note, left, boardtest.Text(b))
		if left > 0 {
			require.True(t, won, at)
			require.LessOrEqual(t, position.WinScore-score, left-2, at)
		}
		if !won && b.Count(board.Empty) < 30 {
			return announced
		}
		if won {
			announced++
			left = position.WinScore - score
			require.Equal(t, left == 1, b.Wins(move, s.side, s.rule), at)
		}
		if b.Wins(move, s.side, s.rule) {
			return announced
		}
		b.Set(move, s.side)
		reply, ok := anyReply(b, s, rng)
		if expected && won && len(j.best.line) > 1 {
			reply = j.p.Point(j.best.line[1])
		}
		if !ok || b.Wins(reply, s.side.Other(), s.rule) {
			require.False(t, won, at)
			return announced
		}
		b.Set(reply, s.side.Other())
	}
	return announced
}

// anyReply returns a random sensible reply, and once in eight any legal one.
func anyReply(b *board.Board, s situation, rng *rand.Rand) (board.Point, bool) {
	p := position.New(b, s.side.Other(), testRules(s.rule))
	moves := p.Legal(p.DefencesOrCandidates(nil))
	if len(moves) == 0 || rng.IntN(8) == 0 {
		moves = p.Legal(p.AllEmpty())
	}
	if len(moves) == 0 {
		return board.Point{}, false
	}
	return p.Point(moves[rng.IntN(len(moves))]), true
}

// Every position of a proof tree with the loser to move has each reply in the tree, or below it a win that is seen at once,
// and no number of plies is smaller than those below it allow.
func TestProofTreeIsWhole(t *testing.T) {
	trees := 0
	for _, s := range situations(t, board.Freestyle)[:60] {
		j := testJob(s.board, s.side, s.rule, 5000)
		run(j)
		if root, hit := j.proofs[j.p.Now().Key]; hit && root.Score() > 0 {
			requireWin(t, j, position.WinScore-root.Score())
			trees++
		}
	}
	assert.Greater(t, trees, 20)
}

// requireWin plays the tree's move, and every reply to it.
func requireWin(t *testing.T, j *Job, left int) {
	p := j.p
	if n := p.WinIn(); n > 0 {
		require.LessOrEqual(t, n, left)
		return
	}
	known, hit := j.proofs[p.Now().Key]
	if !hit {
		require.True(t, j.vcf.Shortest(p, left, 4*shortVCFNodes))
		return
	}
	require.Equal(t, left, position.WinScore-known.Score(), "or less")
	p.Make(known.Move())
	defer p.Unmake()
	require.Zero(t, p.Now().Counts[p.Side].Rows(), "the loser wins first")
	for _, reply := range p.Legal(p.AllEmpty()) {
		p.Make(reply)
		if e, hit := j.proofs[p.Now().Key]; hit {
			require.LessOrEqual(t, position.WinScore-e.Score(), left-2)
			requireWin(t, j, position.WinScore-e.Score())
		} else {
			requireWin(t, j, left-2)
		}
		p.Unmake()
	}
}

// A forced move is played at once, and its score is the one behind it: as the position after it, for the other side.
func TestForcedMoveHasItsScore(t *testing.T) {
	b := boardtest.Parse(strings.Repeat("---------------\n", 15))
	for i, at := range []string{"h8", "h12", "h9", "a15", "h10", "o15", "h11"} {
		var column byte
		var row int
		_, err := fmt.Sscanf(at, "%c%d", &column, &row)
		require.NoError(t, err)
		b.Set(board.Point{X: int(column - 'a'), Y: 15 - row}, board.X+board.Stone(i%2))
	}
	limits := Limits{Start: time.Now(), Turn: 24 * time.Hour, Left: NoLimit, MaxNodes: 100_000, Hash: 1 << 22, Threads: 1}
	j := engine(board.Freestyle).NewJob(b, board.O, limits)
	j.StaticMove()
	j.Think(context.Background(), func(board.Point, string) {})
	assert.LessOrEqual(t, j.nodes(), uint64(forcedNodes))
	score, _ := j.Score()
	assert.Negative(t, score)

	for _, n := range []int{1, 2} {
		var last Analysis
		engine(board.Freestyle).NewJob(b, board.O, limits).Analyse(context.Background(), n, func(a Analysis) { last = a })
		assert.Equal(t, board.Point{X: 7, Y: 8}, last.Moves[0].Move)
		assert.Less(t, last.Moves[0].Score, score/2, "%d moves", n)
		assert.NotZero(t, last.Depth)
	}
}

// forcedWin is a position in renju where o must stop a five and then wins. The win is too deep for the nodes that a
// forced move usually gets.
const forcedWin = `
	---------------
	---------------
	---------------
	---------------
	---------------
	o-oo-----------
	ooxoo----------
	xxx-o----------
	-xxoxxxxo------
	-xxxo-o--------
	--ooxxo--------
	-x-oxo---------
	---xx----------
	----o----------
	---------------`

// A forced move says that it wins, unless the time for that would be missing later.
func TestForcedMoveSaysThatItWins(t *testing.T) {
	for left, wins := range map[time.Duration]bool{NoLimit: true, 24 * time.Hour: false} {
		j := engine(board.Renju).NewJob(boardtest.Parse(forcedWin), board.O,
			Limits{Start: time.Now(), Turn: 24 * time.Hour, Left: left, MaxNodes: 100_000, Hash: 1 << 22, Threads: 1})
		move, _ := run(j)
		assert.Equal(t, board.Point{X: 1, Y: 10}, move)
		score, sure := j.Score()
		assert.Equal(t, wins, sure && score > 0, "%v left, %d nodes", left, j.nodes())
		assert.Equal(t, !wins, j.nodes() <= forcedNodes)
	}
}

// A win whose proof tree an earlier move had no time for is not forgotten, even if a search of one node finds nothing.
func TestWinInTheTableIsRecalled(t *testing.T) {
	b := boardtest.Parse(forcedWin)
	b.Set(board.Point{X: 1, Y: 10}, board.O)
	b.Set(board.Point{X: 1, Y: 14}, board.X)
	limits := Limits{Start: time.Now(), Turn: 24 * time.Hour, Left: NoLimit, MaxNodes: 100_000, Hash: 1 << 22, Threads: 1}
	e := engine(board.Renju)
	first := e.NewJob(b, board.O, limits)
	run(first)
	require.Greater(t, first.best.score, position.SureScore)

	limits.MaxNodes, e.proofs = 1, nil
	next := e.NewJob(b, board.O, limits)
	next.StaticMove()
	require.Less(t, next.best.score, position.SureScore)
	next.Think(context.Background(), func(board.Point, string) {})
	assert.GreaterOrEqual(t, next.best.score, first.best.score)
	assert.Len(t, next.best.line, plies(next.best.score))
}
