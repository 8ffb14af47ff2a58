package search

import (
	"tahoun/board"
	"tahoun/search/pattern"
)

// chooseFive returns a square that finishes a row; there are n of them. Where the game goes on with the
// row turned into walls, it is the one that leaves the opponent, who then moves, the worst position.
func (t *Thought) chooseFive(n int) cell {
	fives := t.p.find(t.p.side, pattern.WinningRow, n, nil)
	chosen, bestScore := fives[0], -infinite
	if t.p.rules.rule&board.Continuous == 0 || len(fives) == 1 {
		return chosen
	}
	for _, c := range fives {
		if v := t.scoreAfterFive(c); v > bestScore {
			chosen, bestScore = c, v
		}
	}
	return chosen
}

// fiveDepth is how deep the position after a five is searched: some thousand nodes.
const fiveDepth = 3

// scoreAfterFive returns what the side to move has of the game after it finished a row on c.
func (t *Thought) scoreAfterFive(c cell) int {
	b, side := t.p.board(), stoneOf(t.p.side)
	if _, err := b.Play(t.p.point(c), side, t.p.rules.rule); err != nil {
		return -infinite // never: find returns empty squares
	}
	s := newWorker(newPosition(b, side.Other(), t.engine.know), newTable(1<<16), &t.engine.Params)
	return -s.alphaBeta(-infinite, infinite, fiveDepth, 1, false)
}
