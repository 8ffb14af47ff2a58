package search

import (
	"tahoun/board"
	"tahoun/board/symmetry"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// mostInPair limits the first moves of pairs, and the second ones after each, to those with the best move scores.
const mostInPair = 100

// balanceMoves lists the legal candidates that do not finish a row, one of each group that a symmetry makes the same.
func (j *Job) balanceMoves() (roots []*balanceRoot) {
	for _, c := range j.distinct(j.unfinished()) {
		roots = append(roots, &balanceRoot{rootMove: rootMove{move: c, line: []position.Cell{c}}})
	}
	return roots
}

// balancePairs lists pairs of candidates in the same way. The second one must have been a candidate before the first.
func (j *Job) balancePairs() (roots []*balanceRoot) {
	p, all := j.p, j.unfinished()
	firsts, seconds := j.distinct(all), all[:min(len(all), mostInPair+1)] // one of them is the first
	for _, first := range firsts[:min(len(firsts), mostInPair)] {
		p.Make(first)
		var replies []position.Cell
		for _, c := range seconds {
			if c != first && p.Class(c) != pattern.WinningRow && p.MayPlay(c) {
				replies = append(replies, c)
			}
		}
		for _, c := range j.distinct(replies) {
			roots = append(roots, &balanceRoot{rootMove: rootMove{move: first, line: []position.Cell{first, c}}})
		}
		p.Unmake()
	}
	return roots
}

// unfinished lists the legal candidates that do not finish a row, the best first.
func (j *Job) unfinished() (cells []position.Cell) {
	_, others := j.listAll()
	for _, m := range others {
		cells = append(cells, m.move)
	}
	return cells
}

// distinct keeps the first of each group of cells that symmetries of the position turn into each other.
func (j *Job) distinct(cells []position.Cell) (kept []position.Cell) {
	p := j.p
	symmetries, sum := symmetriesOf(p.Board())
	seen := make([]bool, p.Cells)
	for _, c := range cells {
		if seen[c] {
			continue
		}
		kept = append(kept, c)
		for _, n := range symmetries {
			seen[p.Cell(symmetry.Apply(p.Point(c), n, sum))] = true
		}
	}
	return kept
}

// symmetriesOf returns the symmetries that leave b as it is, and the sum for symmetry.Apply.
func symmetriesOf(b *board.Board) (symmetries []int, sum board.Point) {
	sum = board.Point{X: b.Width() - 1, Y: b.Height() - 1}
	for n := range symmetry.Count {
		if (!symmetry.Swaps(n) || b.Width() == b.Height()) && leaves(b, n, sum) {
			symmetries = append(symmetries, n)
		}
	}
	return symmetries, sum
}

// leaves reports whether symmetry n leaves b as it is.
func leaves(b *board.Board, n int, sum board.Point) bool {
	for at, stone := range b.Points {
		if b.At(symmetry.Apply(at, n, sum)) != stone {
			return false
		}
	}
	return true
}
