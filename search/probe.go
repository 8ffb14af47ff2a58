package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// A Probe shows tools the features that the evaluation reads from a game, move by move, so that the model for fitting weights is
// defined only here.
type Probe struct{ p *position }

// Probe returns a probe of b with side to move. It does not change b.
func (e *Engine) Probe(b *board.Board, side board.Stone) *Probe {
	return &Probe{newPosition(b, side, e.rules)}
}

// Play plays the empty square at for the side to move.
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
	for v.p = root; root.depth > depth; { // the root before any rebase
		root.unmake()
	}
}

// rebase makes the position before the last stone the new root, so that a game of any length fits.
func (v *Probe) rebase() {
	last, b := v.p.now().move, v.p.board()
	b.Set(v.p.point(last), board.Empty)
	v.p = newPosition(b, stoneOf(v.p.side^1), v.p.rules)
	v.p.make(last)
}

// Board returns the current board.
func (v *Probe) Board() *board.Board { return v.p.board() }

// Side returns the side to move.
func (v *Probe) Side() board.Stone { return stoneOf(v.p.side) }

// Empty yields every empty square, row by row, with the line patterns of x and of o.
func (v *Probe) Empty(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for c := range cell(v.p.cells) {
		if v.p.isEmpty(c) && !yield(v.p.point(c), v.codes(c)) {
			return
		}
	}
}

// Candidates yields in the same way every move that a search may try for the side to move.
func (v *Probe) Candidates(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for _, c := range v.p.defencesOrCandidates(nil) {
		if v.p.mayPlay(c) && !yield(v.p.point(c), v.codes(c)) {
			return
		}
	}
}

// Touched returns how the last two stones touch the square at, see Touches.
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

// Stage returns the output bucket, see nnue.BucketOf.
func (v *Probe) Stage() int { return v.p.stage() }

// Chances returns the index into Weights.Chances, by the threats of the side to move.
func (v *Probe) Chances() int { return v.p.chances() }

// Dangers returns the index into Weights.Dangers, by the threats of the opponent.
func (v *Probe) Dangers() int { return v.p.dangers() }

// Quiet reports whether nobody threatens five. Otherwise a search does not evaluate.
func (v *Probe) Quiet() bool {
	return v.p.now().counts[0].rows() == 0 && v.p.now().counts[1].rows() == 0
}

// WinIn returns after how many plies static win detection sees a win of the side to move, or 0.
func (v *Probe) WinIn() int { return v.p.winIn() }

// Overflow reports whether there are too many threats to count. Then nothing else here is valid.
func (v *Probe) Overflow() bool { return v.p.overflow || v.p.now().overflow() }

// Evaluate returns the static evaluation for the side to move, see Weights.
func (v *Probe) Evaluate() int { return v.p.evaluate() }

// SampleLeaves returns up to n different lines from the root to leaves whose static evaluation the search trusts for
// some position near the root. Searches prefer such leaves, and so find errors of the evaluation, which tools that fit
// its weights need. A line starts with up to freeMoves moves, each a random searched move or the best, and continues
// with the best. draw returns a random number below its argument.
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

// freeMoves is the greatest number of moves of a line that may differ from the best. Without any, all lines would be
// the principal variation.
const freeMoves = 4

// sampleLeaf returns the line to a leaf with so many free moves.
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

// bestMove returns the search's best move in the current position, or noCell if it was not searched further.
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

// searchedMoves returns the moves that lead to a position in the table.
func (j *Job) searchedMoves() []cell {
	return slices.DeleteFunc(j.p.legal(j.p.candidates(nil)), func(c cell) bool {
		_, hit := j.worker.table.probe(j.p.keyAfter(c))
		return !hit
	})
}
