package search

import (
	"tahoun/board"
	"tahoun/search/pattern"
)

// chooseFive returns a square that finishes a row; there are n of them. Where the game goes on with the
// row turned into walls, it is the one that leaves the opponent, who then moves, the worst position.
func (j *Job) chooseFive(n int) cell {
	fives := j.p.find(j.p.side, pattern.WinningRow, n, nil)
	chosen, bestScore := fives[0], -infinite
	if j.p.rules.rule&board.Continuous == 0 || len(fives) == 1 {
		return chosen
	}
	for _, c := range fives {
		if v := j.scoreAfterFive(c); v > bestScore {
			chosen, bestScore = c, v
		}
	}
	return chosen
}

// fiveDepth is how deep the position after a five is searched: some thousand nodes.
const fiveDepth = 3

// scoreAfterFive returns what the side to move has of the game after it finished a row on c.
func (j *Job) scoreAfterFive(c cell) int {
	b, side := j.p.board(), stoneOf(j.p.side)
	if _, err := b.Play(j.p.point(c), side, j.p.rules.rule); err != nil {
		return -infinite // never: find returns empty squares
	}
	s := newWorker(newPosition(b, side.Other(), j.engine.rules), newTable(1<<16), &j.engine.Params)
	return -s.alphaBeta(-infinite, infinite, fiveDepth, 1, false)
}
