package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
	"tahoun/search/position"
	"tahoun/search/weights/weightstest"
)

// Moves are handed out once each, the table's first and then the best ranked first, and orderGap returns how far each is
// behind the best of those.
func TestPicker(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	total := 0
	for i := range 20 {
		p := position.New(boardtest.Middle(rng, 15, 15), board.X, testRules(board.Freestyle))
		w := newWorker(p, nil, &DefaultParams)
		known := position.NoCell
		if i%2 == 0 {
			plain := w.picker(position.NoCell, position.StrongFilter)
			w.next(&plain, false)
			known = w.next(&plain, false)
			w.moves = w.moves[:0]
		}
		pick, seen, best, last := w.picker(known, position.StrongFilter), map[position.Cell]bool{}, 0, 0
		if known != position.NoCell {
			require.Equal(t, known, w.next(&pick, false))
			assert.Zero(t, w.orderGap(&pick))
			seen[known] = true
		}
		for n := 0; ; n++ {
			c := w.next(&pick, false)
			if c == position.NoCell {
				break
			}
			require.False(t, seen[c])
			seen[c] = true
			m := w.moves[pick.left-1]
			require.Equal(t, c, m.cell())
			if n == 0 {
				best = m.score()
			} else {
				require.LessOrEqual(t, m.score(), last)
			}
			last = m.score()
			require.Equal(t, best-last, w.orderGap(&pick))
			total++
		}
	}
	assert.Greater(t, total, 150)
}

// Move scores agree with plain loops over the tables.
func TestMoveScoreAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	sets := weightstest.Sets(rng)
	tablesAlone := 0 // positions with a threatened open four
	for _, rule := range boardtest.EveryRule {
		rules := position.NewRuleTables(rule, sets)
		for range 20 {
			p := position.New(boardtest.Sprinkle(rng, 5+rng.IntN(16), 5+rng.IntN(16), rng.IntN(30), rng.IntN(10)), position.StoneOf(rng.IntN(2)), rules)
			if p.Now().Empty == 0 {
				continue
			}
			free := p.AllEmpty()
			p.Make(free[rng.IntN(len(free))])
			w := newWorker(p, nil, &DefaultParams)
			for _, c := range p.AllEmpty() {
				w.history[p.Side][c&position.CellMask] = int16(rng.IntN(2*historyLimit+1) - historyLimit)
				w.contHist[p.Side][contHistBase(p)+contHistIndex(c)] = int16(rng.IntN(2*historyLimit+1) - historyLimit)
			}
			moves := w.scoreMoves(p.AllEmpty())
			require.Len(t, moves, int(p.Now().Empty))
			shift, historyScore, contHistScore := policyShift, w.params.PolicyHistory, w.params.PolicyContHist
			if p.Now().Counts[p.Side^1].Wins() > 0 { // without the network
				shift, historyScore, contHistScore = 0, w.params.History, w.params.ContHist
				tablesAlone++
			}
			for _, m := range moves {
				c := m.cell()
				history := (int(w.history[p.Side][c&position.CellMask]) + historyLimit) * historyScore >> 14
				replies := (int(w.contHist[p.Side][contHistBase(p)+contHistIndex(c)]) + historyLimit) * contHistScore >> 14
				require.Equal(t, shift+plainMoveScore(&Probe{p: p}, c)+history+replies, m.score())
			}
		}
	}
	assert.NotZero(t, tablesAlone)
}

// plainMoveScore looks up a move's score without history.
func plainMoveScore(v *Probe, c position.Cell) int {
	p, side := v.p, v.p.Side
	w, other := p.Rules.Weights[side], p.Rules.Weights[side^1]
	pair := pattern.Pair(p.ClassFor(c, side), p.ClassFor(c, side^1))
	return int(w.OwnPolicy[p.CodeOf(c, side).Combination()]) + int(other.OpponentPolicy[p.CodeOf(c, side^1).Combination()]) +
		int(w.PairPolicy[v.Recency(p.Point(c))][pair]) + int(w.OwnThreatPolicy[v.OwnThreats()][pair]) + int(w.OpponentThreatPolicy[v.OpponentThreats()][pair]) +
		max(-policyShift, min(v.PolicyScore(p.Point(c)), policyShift))
}

// However moves are rewarded and punished, counts stay within the limit, and the last reward or punishment moves them
// that way unless they are there.
func TestCountsStayWithinTheirLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		var count int16
		lean := rng.IntN(historyLimit)
		for range 200 {
			bonus := max(-historyLimit/2, min(rng.IntN(2*historyLimit)-lean, historyLimit/2))
			before := count
			applyGravity(&count, bonus)
			require.LessOrEqual(t, max(count, -count), int16(historyLimit))
			require.GreaterOrEqual(t, int(count-before)*bonus, 0)
		}
	}
}

// On 15x15 every square behind every stone, or behind none, has a place of its own.
func TestContHistOn15x15SharesNoPlace(t *testing.T) {
	p := position.New(board.New(15, 15), board.X, position.NewRuleTables(board.Freestyle, nil))
	seen := map[contHistIndex]bool{}
	see := func() {
		for c := range position.Cell(p.Cells) {
			at := contHistBase(p) + contHistIndex(c)
			require.False(t, seen[at], "%v behind %v", c, p.Now().Move)
			seen[at] = true
		}
	}
	require.Equal(t, position.NoCell, p.Now().Move)
	see()
	for c := range position.Cell(p.Cells) {
		p.Make(c)
		see()
		p.Unmake()
	}
}

// A move that was too good is rewarded, and those that were tried before it are punished: as moves of the side, and as
// replies to the last stone.
func TestUpdateHistories(t *testing.T) {
	b := board.New(15, 15)
	p := position.New(b, board.X, position.NewRuleTables(board.Freestyle, nil))
	p.Make(112)
	w := newWorker(p, nil, &DefaultParams)
	known, good := position.Cell(96), position.Cell(128)
	pick := w.picker(known, position.OpenTwoFilter)
	tried := []position.Cell{w.next(&pick, false)}
	for tried[len(tried)-1] != good {
		tried = append(tried, w.next(&pick, false))
	}
	w.updateHistories(good, 4, &pick)
	for c := range position.Cell(p.Cells) {
		history, replies := w.history[p.Side][c], w.contHist[p.Side][contHistBase(p)+contHistIndex(c)]
		switch {
		case c == good:
			assert.Positive(t, history)
			assert.Positive(t, replies)
		case slices.Contains(tried, c):
			assert.Negative(t, history)
			assert.Negative(t, replies)
		default:
			assert.Zero(t, history)
			assert.Zero(t, replies)
		}
	}
	p.Unmake()
	assert.Zero(t, w.contHist[p.Side^1][contHistBase(p)+contHistIndex(good)], "no reply to that stone")
	assert.Equal(t, good, w.countermoves[0][112])
}
