package search

import (
	"encoding/binary"

	"tahoun/board"
	"tahoun/search/nnue"
)

// newPosition returns the position of b with side to move.
func newPosition(b *board.Board, side board.Stone, know *ruleTables) *position {
	p := new(position)
	p.setup(b, side, know)
	return p
}

// lay makes p, which is zero, the position of b with side to move.
func (p *position) setup(b *board.Board, side board.Stone, know *ruleTables) {
	p.rules = know
	p.width, p.height, p.cells = b.Width(), b.Height(), b.Width()*b.Height()
	p.side, p.forbids = sideOf(side), know.rule.Forbids(board.X)
	p.step = [4]int{b.Width(), b.Width() + 1, 1, 1 - b.Width()}
	p.setupLines()
	p.setupStencils()
	root := &p.plies[0]
	root.move = noCell
	p.baseKey = mix(sizeKeys | uint64(p.width)<<8 | uint64(p.height))
	for at, s := range b.Points {
		c := p.cell(at)
		p.zobrist[0][c], p.zobrist[1][c] = mix(2*uint64(c)), mix(2*uint64(c)+1)
		p.square[c] = uint8(s)
		p.writeToLines(c, uint8(s))
		if s == board.Empty {
			root.empty++
			continue
		}
		p.occupied[at.Y+4][at.X>>6] |= 1 << (at.X & 63)
		if s == board.Wall {
			p.baseKey ^= mix(wallKeys | uint64(c))
			continue
		}
		p.stones++
		root.key ^= p.zobrist[sideOf(s)][c]
		p.addCandidates(c)
	}
	root.key ^= p.baseKey ^ uint64(p.side)*oToMove
	p.refresh()
	p.setupBoardAcc()
}

// layLines gives every square its four places. Lines are laid one after another with walls between
// them, as many as a window reaches, and enough at both ends for the widest load.
func (p *position) setupLines() {
	const gap = 5 // the widest window's reach
	next := uint16(16)
	for i := range p.line {
		p.line[i] = 0xff
	}
	for d, step := range board.Directions {
		for c := range cell(p.cells) {
			start := p.point(c)
			if before := start.Add(step, -1); p.contains(before) {
				continue
			}
			for at := start; p.contains(at); at = at.Add(step, 1) {
				p.place[p.cell(at)][d] = next
				next++
			}
			next += gap
		}
	}
}

// inscribe writes a square's content into the four lines.
func (p *position) writeToLines(c cell, s uint8) {
	for _, i := range p.place[c] {
		shift := i % 4 * 2
		p.line[i/4] = p.line[i/4]&^(3<<shift) | s<<shift
	}
}

// lineAt returns the squares of a line from place i on, 29 of them at least.
func (p *position) lineAt(i uint16) uint64 {
	return binary.LittleEndian.Uint64(p.line[i/4:][:8:8]) >> (i % 4 * 2)
}

// refresh works out all shapes and sums from nothing. put must always agree with it.
func (p *position) refresh() {
	at := p.now()
	at.counts, at.acc = [2]threatCounts{}, nnue.Views{}
	difference, full := 0, false
	for c := range cell(p.cells) {
		if !p.isEmpty(c) {
			continue
		}
		code := uint32(0)
		for d, i := range p.place[c] {
			code |= spread(p.rules.lines.Both(p.halves(i))) << (4 * d)
		}
		p.code[c] = code
		for side := range at.counts {
			at.counts[side] += p.rules.counts[side][uint16(code>>(16*side))]
			p.overflow = p.overflow || at.counts[side].overflow()
		}
		difference += balance(p.rules.counts[0][uint16(code)], p.rules.counts[1][code>>16])
		at.acc = at.acc.Plus(p.rules.accumulatorOf(code))
		full = full || at.acc.Full()
	}
	if full {
		p.rules, at.acc = p.rules.withoutAccumulator(), nnue.Views{}
	}
	at.accValid, at.eval = true, noEval
	p.overflow = p.overflow || max(difference, -difference) >= 1<<14 // half of what lead can tell
}

// halves gathers the squares before and behind place i of the lines, as pattern.Set wants them.
func (p *position) halves(i uint16) (low, high uint32) {
	reach := uint16(p.rules.lines.Reach)
	w := p.lineAt(i - reach)
	half := uint64(1)<<(2*reach) - 1
	return uint32(w & half), uint32(w >> (2*reach + 2) & half)
}

// spread moves a table entry's two shapes to the places of line 0 in a code.
func spread(shapes uint8) uint32 { return (uint32(shapes) | uint32(shapes)<<12) & 0x000f000f }

// mix scrambles n (splitmix64, Steele, Lea and Flood 2014).
func mix(n uint64) uint64 {
	n = (n + 1) * 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// oToMove is the part of a key that says that o is to move.
const oToMove = 0x5a1d4e0f3c2b7897

// Numbers that mix makes other parts of a key of; those of stones lie below.
const (
	wallKeys = 1 << 16 // and the square
	sizeKeys = 2 << 16 // and width and height, a byte each
)
