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
func (pr *Probe) Play(at board.Point) {
	if pr.p.Depth == position.MaxPlies/2 {
		pr.rebase()
	}
	pr.p.Make(pr.p.Cell(at))
}

// WithMoves plays moves on empty squares, calls do, and takes them back.
func (pr *Probe) WithMoves(moves []board.Point, do func()) {
	root, depth := pr.p, pr.p.Depth
	for _, at := range moves {
		pr.Play(at)
	}
	do()
	for pr.p = root; root.Depth > depth; { // the root before any rebase
		root.Unmake()
	}
}

// rebase makes the position before the last stone the new root, so that a game of any length fits.
func (pr *Probe) rebase() {
	last, b := pr.p.Now().Move, pr.p.Board()
	b.Set(pr.p.Point(last), board.Empty)
	pr.p = position.New(b, position.StoneOf(pr.p.Side^1), pr.p.Rules)
	pr.p.Make(last)
}

// Board returns the current board.
func (pr *Probe) Board() *board.Board { return pr.p.Board() }

// Side returns the side to move.
func (pr *Probe) Side() board.Stone { return position.StoneOf(pr.p.Side) }

// Empty yields every empty square, row by row, with the line patterns of x and of o.
func (pr *Probe) Empty(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for c := range position.Cell(pr.p.Cells) {
		if pr.p.IsEmpty(c) && !yield(pr.p.Point(c), pr.codes(c)) {
			return
		}
	}
}

// Candidates yields in the same way every move that a search may try for the side to move.
func (pr *Probe) Candidates(yield func(at board.Point, codes [2]pattern.Code) bool) {
	for _, c := range pr.p.DefencesOrCandidates(nil) {
		if pr.p.MayPlay(c) && !yield(pr.p.Point(c), pr.codes(c)) {
			return
		}
	}
}

// Recency returns how the last two stones touch the square at, see weights.Recencies.
func (pr *Probe) Recency(at board.Point) (recency int) {
	for n := range 2 {
		if slices.Contains(pr.p.ChangedBy(n), pr.p.Cell(at)) {
			recency |= 1 << n
		}
	}
	return recency
}

func (pr *Probe) codes(c position.Cell) [2]pattern.Code {
	return [2]pattern.Code{pr.p.CodeOf(c, 0), pr.p.CodeOf(c, 1)}
}

// ThreatSet returns the set of threats, an index into Weights.ThreatValue.
func (pr *Probe) ThreatSet() int { return pr.p.ThreatSet() }

// Bucket returns the output bucket, see nnue.BucketOf.
func (pr *Probe) Bucket() int { return pr.p.Bucket() }

// OwnThreats returns the index into Weights.OwnThreatPolicy, by the threats of the side to move.
func (pr *Probe) OwnThreats() int { return pr.p.OwnThreats() }

// OpponentThreats returns the index into Weights.OpponentThreatPolicy, by the threats of the opponent.
func (pr *Probe) OpponentThreats() int { return pr.p.OpponentThreats() }

// Quiet reports whether nobody threatens five. Otherwise a search does not evaluate.
func (pr *Probe) Quiet() bool {
	return pr.p.Now().Counts[0].Rows() == 0 && pr.p.Now().Counts[1].Rows() == 0
}

// WinIn returns after how many plies static win detection sees a win of the side to move, or 0.
func (pr *Probe) WinIn() int { return pr.p.WinIn() }

// Overflow reports whether there are too many threats to count. Then nothing else here is valid.
func (pr *Probe) Overflow() bool { return pr.p.RootOverflow || pr.p.Now().Overflow() }

// Evaluate returns the static evaluation for the side to move, see Weights.
func (pr *Probe) Evaluate() int { return pr.p.Evaluate() }

// PolicyScore returns the policy network's part of the move score of an empty square for the side to move, 0 where
// no network scores moves.
func (pr *Probe) PolicyScore(at board.Point) int {
	if scores := pr.p.PolicyScores([]position.Cell{pr.p.Cell(at)}); scores != nil {
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

// searchedMoves returns the moves that lead to a position in the table.
func (j *Job) searchedMoves() []position.Cell {
	return slices.DeleteFunc(j.p.Legal(j.p.Candidates(nil)), func(c position.Cell) bool {
		_, hit := j.worker.table.Probe(j.p.KeyAfter(c))
		return !hit
	})
}
