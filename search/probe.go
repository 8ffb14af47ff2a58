package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// A Probe shows tools the features that the evaluation reads from a game, move by move, so that the model for fitting
// weights is defined only here.
type Probe struct{ p *position.Position }

// Probe returns a probe of b with side to move. It does not change b.
func (e *Engine) Probe(b *board.Board, side board.Stone) *Probe {
	return &Probe{position.New(b, side, e.rules)}
}

// Play plays the empty square at for the side to move.
func (v *Probe) Play(at board.Point) {
	if v.p.Depth == position.MaxPlies/2 {
		v.rebase()
	}
	v.p.Make(v.p.Cell(at))
}

// WithMoves plays moves on empty squares, calls do, and takes them back.
func (v *Probe) WithMoves(moves []board.Point, do func()) {
	root, depth := v.p, v.p.Depth
	for _, at := range moves {
		v.Play(at)
	}
	do()
	for v.p = root; root.Depth > depth; { // the root before any rebase
		root.Unmake()
	}
}

// rebase makes the position before the last stone the new root, so that a game of any length fits.
func (v *Probe) rebase() {
	last, b := v.p.Now().Move, v.p.Board()
	b.Set(v.p.Point(last), board.Empty)
	v.p = position.New(b, position.StoneOf(v.p.Side^1), v.p.Rules)
	v.p.Make(last)
}

// Board returns the current board.
func (v *Probe) Board() *board.Board { return v.p.Board() }

// Side returns the side to move.
func (v *Probe) Side() board.Stone { return position.StoneOf(v.p.Side) }

// Empty yields every empty square, row by row, with the line patterns of x and of o.
func (v *Probe) Empty(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for c := range position.Cell(v.p.Cells) {
		if v.p.IsEmpty(c) && !yield(v.p.Point(c), v.codes(c)) {
			return
		}
	}
}

// Candidates yields in the same way every move that a search may try for the side to move.
func (v *Probe) Candidates(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for _, c := range v.p.DefencesOrCandidates(nil) {
		if v.p.MayPlay(c) && !yield(v.p.Point(c), v.codes(c)) {
			return
		}
	}
}

// Recency returns how the last two stones touch the square at, see weights.Recencies.
func (v *Probe) Recency(at board.Point) (recency int) {
	for n := range 2 {
		if slices.Contains(v.p.ChangedBy(n), v.p.Cell(at)) {
			recency |= 1 << n
		}
	}
	return recency
}

func (v *Probe) codes(c position.Cell) [2]pattern.Code {
	return [2]pattern.Code{v.p.CodeOf(c, 0), v.p.CodeOf(c, 1)}
}

// ThreatSet returns the set of threats, an index into Weights.ThreatValue.
func (v *Probe) ThreatSet() int { return v.p.ThreatSet() }

// Bucket returns the output bucket, see nnue.BucketOf.
func (v *Probe) Bucket() int { return v.p.Bucket() }

// OwnThreats returns the index into Weights.OwnThreatPolicy, by the threats of the side to move.
func (v *Probe) OwnThreats() int { return v.p.OwnThreats() }

// OpponentThreats returns the index into Weights.OpponentThreatPolicy, by the threats of the opponent.
func (v *Probe) OpponentThreats() int { return v.p.OpponentThreats() }

// Quiet reports whether nobody threatens five. Otherwise a search does not evaluate.
func (v *Probe) Quiet() bool {
	return v.p.Now().Counts[0].Rows() == 0 && v.p.Now().Counts[1].Rows() == 0
}

// WinIn returns after how many plies static win detection sees a win of the side to move, or 0.
func (v *Probe) WinIn() int { return v.p.WinIn() }

// Overflow reports whether there are too many threats to count. Then nothing else here is valid.
func (v *Probe) Overflow() bool { return v.p.Overflow || v.p.Now().Overflow() }

// Evaluate returns the static evaluation for the side to move, see Weights.
func (v *Probe) Evaluate() int { return v.p.Evaluate() }

// PolicyScore returns the policy network's part of the move score of an empty square for the side to move, 0 where
// no network scores moves.
func (v *Probe) PolicyScore(at board.Point) int {
	if scores := v.p.PolicyScores([]position.Cell{v.p.Cell(at)}); scores != nil {
		return int(scores[0])
	}
	return 0
}

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
	for ; p.Depth < position.Deepest; free-- {
		c := j.bestMove()
		if c == position.NoCell {
			break
		}
		if free > 0 && draw(2) == 0 {
			if tried := j.searchedMoves(); len(tried) > 0 {
				c = tried[draw(len(tried))]
			}
		}
		line = append(line, p.Point(c))
		p.Make(c)
	}
	for range line {
		p.Unmake()
	}
	return line
}

// bestMove returns the search's best move in the current position, or NoCell if it was not searched further.
func (j *Job) bestMove() position.Cell {
	p := j.p
	now := p.Now()
	if now.Empty == 0 || now.Overflow() || p.WinIn() > 0 {
		return position.NoCell
	}
	c := position.NoCell
	if rows := now.Counts[p.Side^1].Rows(); rows > 0 {
		var buffer [4]position.Cell
		if answers := p.FiveDefences(rows, buffer[:0]); len(answers) > 0 {
			c = answers[0]
		}
	} else if known, hit := j.worker.table.Probe(now.Key); hit {
		c = known.Move()
	} else if p.Depth == 0 {
		c = j.best.move // the root itself is not in the table
	}
	if c == position.NoCell || !p.IsEmpty(c) || !p.MayPlay(c) { // two positions may share a key
		return position.NoCell
	}
	return c
}

// searchedMoves returns the moves that lead to a position in the table.
func (j *Job) searchedMoves() []position.Cell {
	return slices.DeleteFunc(j.p.Legal(j.p.Candidates(nil)), func(c position.Cell) bool {
		_, hit := j.worker.table.Probe(j.p.KeyAfter(c))
		return !hit
	})
}
