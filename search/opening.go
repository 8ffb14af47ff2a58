package search

import "tahoun/board"

// bare tells whether no stone is on the board.
func (p *position) noStones() bool {
	for c := range cell(p.cells) {
		if s := p.square[c]; s == uint8(board.X) || s == uint8(board.O) {
			return false
		}
	}
	return true
}

// opening returns the first move: the empty square that lies on the most rows of five without a wall,
// of those the nearest to the middle.
func (p *position) opening() cell {
	bestCell, bestRows, bestFar := noCell, -1, 0
	for _, c := range p.allEmpty() {
		at := p.point(c)
		dx, dy := 2*at.X-p.width, 2*at.Y-p.height
		rows, far := p.openRows(at), dx*dx+dy*dy
		if rows > bestRows || rows == bestRows && far < bestFar {
			bestCell, bestRows, bestFar = c, rows, far
		}
	}
	return bestCell
}

// openRows returns how many rows of five squares through at hold no wall.
func (p *position) openRows(at board.Point) int {
	n := 0
	for _, d := range board.Directions {
		free := 1
		for _, sign := range [2]int{1, -1} {
			for k := 1; k < 5 && p.squareAt(at.Add(d, sign*k)) != board.Wall; k++ {
				free++
			}
		}
		n += max(0, free-4)
	}
	return n
}
