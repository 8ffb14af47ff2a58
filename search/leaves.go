package search

import (
	"slices"

	"tahoun/board"
)

// Leaves returns up to n different lines from the position to leaves that decided: the search judged them by their
// looks, and that judgement is what it thinks some position near the root is worth. Searches choose such leaves, and
// so wherever the evaluation errs; tools that fit its numbers want them. A line begins with up to leafFree moves, each
// drawn from all that the search tried or the best, and follows the best from there. draw returns a chance number
// less than its argument.
func (j *Job) SampleLeaves(n int, draw func(int) int) (lines [][]board.Point) {
	if j.worker.table == nil {
		return nil
	}
	for range n {
		line := j.sampleLeaf(draw(freeMoves+1), draw)
		if len(line) > 0 && !slices.ContainsFunc(lines, func(l []board.Point) bool { return slices.Equal(l, line) }) {
			lines = append(lines, line)
		}
	}
	return lines
}

// leafFree is how many moves of a line to a leaf may be other than the best: with none all lines would be the
// principal variation.
const freeMoves = 4

// leaf returns the line to a leaf whose first moves, so many, are free.
func (j *Job) sampleLeaf(free int, draw func(int) int) (line []board.Point) {
	p := j.p
	for ; p.depth < deepest; free-- {
		c := j.bestMove()
		if c == noCell {
			break
		}
		if free > 0 && draw(2) == 0 {
			if tried := j.searchedMoves(); len(tried) > 0 {
				c = tried[draw(len(tried))]
			}
		}
		line = append(line, p.point(c))
		p.make(c)
	}
	for range line {
		p.unmake()
	}
	return line
}

// choice returns the move that the search thinks best in p, or noCell where it has not looked further.
func (j *Job) bestMove() cell {
	p := j.p
	now := p.now()
	if now.empty == 0 || now.overflow() || p.winIn() > 0 {
		return noCell
	}
	c := noCell
	if rows := now.counts[p.side^1].rows(); rows > 0 {
		var buffer [4]cell
		if answers := p.fiveDefences(rows, buffer[:0]); len(answers) > 0 {
			c = answers[0]
		}
	} else if known, hit := j.worker.table.probe(now.key); hit {
		c = known.move()
	} else if p.depth == 0 {
		c = j.best.move // the root itself is not in the table
	}
	if c == noCell || !p.isEmpty(c) || !p.mayPlay(c) { // two positions may share a key
		return noCell
	}
	return c
}

// tried returns the moves that lead to a position in the table.
func (j *Job) searchedMoves() []cell {
	return slices.DeleteFunc(j.p.legal(j.p.candidates(nil)), func(c cell) bool {
		_, hit := j.worker.table.probe(j.p.keyAfter(c))
		return !hit
	})
}
