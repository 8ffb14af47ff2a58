package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// A View shows what the judgement sees of a game as it is played on, for tools that fit its numbers to
// games: the model is defined here alone.
type Probe struct{ p *position }

// View returns a view of b with side to move. It does not change b.
func (e *Engine) Probe(b *board.Board, side board.Stone) *Probe {
	return &Probe{newPosition(b, side, e.rules)}
}

// Play lets the side to move play on the empty square at.
func (v *Probe) Play(at board.Point) {
	if v.p.depth == maxPlies/2 {
		v.rebase()
	}
	v.p.make(v.p.cell(at))
}

// Aside plays moves on empty squares, calls do, and takes them back.
func (v *Probe) Aside(moves []board.Point, do func()) {
	root, depth := v.p, v.p.depth
	for _, at := range moves {
		v.Play(at)
	}
	do()
	for v.p = root; root.depth > depth; { // of those before rebase, if it came to that
		root.unmake()
	}
}

// rebase makes the position before the last stone the root of a new one, so that a game of any length fits.
func (v *Probe) rebase() {
	last, b := v.p.now().move, v.p.board()
	b.Set(v.p.point(last), board.Empty)
	v.p = newPosition(b, stoneOf(v.p.side^1), v.p.rules)
	v.p.make(last)
}

// Board returns the board as it is now.
func (v *Probe) Board() *board.Board { return v.p.board() }

// Side returns the side to move.
func (v *Probe) Side() board.Stone { return stoneOf(v.p.side) }

// Empty calls yield with every empty square, row by row, and the shapes of x and of o on it.
func (v *Probe) Empty(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for c := range cell(v.p.cells) {
		if v.p.isEmpty(c) && !yield(v.p.point(c), v.codes(c)) {
			return
		}
	}
}

// Candidates calls yield in the same way with every move that a search may try for the side to move.
func (v *Probe) Candidates(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for _, c := range v.p.defencesOrCandidates(nil) {
		if v.p.mayPlay(c) && !yield(v.p.point(c), v.codes(c)) {
			return
		}
	}
}

// Touched returns how the last two stones that were played touch the square at, see Touches.
func (v *Probe) Touched(at board.Point) (touches int) {
	for n := range 2 {
		if slices.Contains(v.p.changedBy(n), v.p.cell(at)) {
			touches |= 1 << n
		}
	}
	return touches
}

func (v *Probe) codes(c cell) [2]pattern.Code {
	return [2]pattern.Code{v.p.codeOf(c, 0), v.p.codeOf(c, 1)}
}

// Threats returns the set of threats, an index into Weights.Threats.
func (v *Probe) Threats() int { return v.p.threatSet() }

// Stage returns the stage of the game, see nnue.Stage.
func (v *Probe) Stage() int { return v.p.stage() }

// Chances returns the situation by what the side to move has, an index into Weights.Chances.
func (v *Probe) Chances() int { return v.p.chances() }

// Dangers returns the situation by what its opponent has, an index into Weights.Dangers.
func (v *Probe) Dangers() int { return v.p.dangers() }

// Quiet tells whether nobody threatens five: else a search does not ask for the evaluation.
func (v *Probe) Quiet() bool {
	return v.p.now().counts[0].rows() == 0 && v.p.now().counts[1].rows() == 0
}

// WinIn returns in how many plies the side to move is seen to have won, without a search, or 0.
func (v *Probe) WinIn() int { return v.p.winIn() }

// Crowded tells whether there are too many threats to count: then nothing else here is to be believed.
func (v *Probe) Overflow() bool { return v.p.overflow || v.p.now().overflow() }

// Evaluate returns the static evaluation for the side to move, see Weights.
func (v *Probe) Evaluate() int { return v.p.evaluate() }

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
