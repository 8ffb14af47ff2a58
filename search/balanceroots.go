package search

import (
	"tahoun/board"
	"tahoun/board/symmetry"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// mostInPair limits the first moves of pairs, and the second ones, so that a static search of all takes some ten
// milliseconds.
const mostInPair = 40

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
	seconds := spread(all, mostInPair)
	for _, first := range spread(j.distinct(all), mostInPair) {
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

// spread keeps n cells, or all if they are fewer: as many bad moves as good ones, since either may make a game even.
func spread(cells []position.Cell, n int) []position.Cell {
	if len(cells) <= n {
		return cells
	}
	kept := make([]position.Cell, n)
	for i := range kept {
		kept[i] = cells[i*len(cells)/n]
	}
	return kept
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
