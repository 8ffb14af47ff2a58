package search

import (
	"encoding/binary"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// maxPlies is the greatest number of stones that a search may have on the board beyond the root's.
const maxPlies = 256

const (
	cellBits = 14 // board.MaxSide squared fits
	cellMask = 1<<cellBits - 1

	changeBits = 14 // 40 changes a stone, times maxPlies, fit
	changeMask = 1<<changeBits - 1
)

// A cell is the number of a square, row by row from the top left.
type cell uint16

// noCell means no square.
const noCell cell = 1<<16 - 1

// A position keeps the line patterns of both sides on every empty square while stones come and go. The buffer line
// holds every square four times, once for each direction, with two bits a square: one load brings all windows that a
// stone can change.
//
// Side 0 is x and side 1 is o. Arrays have a fixed size and indices are masked, so that putStone has no bounds checks
// (slices cost a quarter more). Only the part that the board needs is ever touched.
type position struct {
	rules         *ruleTables
	width, height int
	cells         int    // width*height
	baseKey       uint64 // hash of the board's size and walls, part of every key
	stones        int    // at the root
	side          int    // to move
	forbids       bool   // renju: x has forbidden moves
	overflow      bool   // the counts overflowed at the root: nothing read from them is valid
	step          [4]int // from a square to the next along each of board.Directions

	square  [1 << cellBits]uint8     // board.Stone
	place   [1 << cellBits][4]uint16 // where the square stands in line
	code    [1 << cellBits]uint32    // line patterns: x in the low half, o in the high half, see pattern.Code
	line    [1<<cellBits + 16]uint8  // squares by line, walls between lines
	zobrist [2][1 << cellBits]uint64

	// undo lists: the codes that putStone changed, the old ones for removeStone and the new ones for updateAcc
	changed  [1 << changeBits]cell
	previous [1 << changeBits]uint32
	next     [1 << changeBits]uint32
	plies    [maxPlies + 1]ply
	depth    int // stones put since the root

	// board accumulator of the line-pattern network, see accumulator.go
	boardAcc      *nnue.BoardAccumulator       // nil if the weights have none
	boardUpdates  [1 << changeBits]nnue.Change // its updates, by ply
	boardAccDepth int                          // stones since the root that it includes

	candidateRows [board.MaxSide + 8]row // bits of the candidates and of stones, row y at y+4
	occupied      [board.MaxSide + 8]row // not empty, or off the board
	stencil       [board.MaxSide][3]row  // by column: the bits that a stone adds to its row, the next three, the fourth
}

// A row has a bit for each column.
type row [2]uint64

// A ply is the state that changes with one stone.
type ply struct {
	counts          [2]threatCounts       // by side
	acc             nnue.PairAccumulators // accumulators for both perspectives, see updateAcc
	key             uint64
	empty           int32 // squares left
	changedEnd      int32 // end of this ply's part of changed
	move            cell  // the stone that led here
	boardUpdatesEnd int32 // end of this ply's part of boardUpdates
	accValid        bool
	eval            int32     // static evaluation for the side to move, or noEval
	cheapEval       int32     // its cheap part, see position.cheapEval
	around          [4]uint64 // squares of the four lines through the stone, from 2*nnue.Reach before it on
	savedRows       [9]row    // candidate rows before the stone, from four rows above it
}

// noEval is no evaluation.
const noEval = infinite + 1

// overflow reports whether either side has too many threats to count.
func (p *ply) overflow() bool { return (p.counts[0] | p.counts[1]).overflow() }

// board returns the squares as a board.
func (p *position) board() *board.Board {
	b := board.New(p.width, p.height)
	for at := range b.Points {
		b.Set(at, board.Stone(p.square[p.cell(at)]))
	}
	return b
}

// clone returns an independent copy.
func (p *position) clone() *position {
	q := *p
	if p.boardAcc != nil {
		q.boardAcc = p.boardAcc.Clone()
	}
	return &q
}

func sideOf(s board.Stone) int               { return int(s - board.X) }
func stoneOf(side int) board.Stone           { return board.X + board.Stone(side) }
func (p *position) cell(at board.Point) cell { return cell(at.Y*p.width + at.X) }
func (p *position) point(c cell) board.Point {
	return board.Point{X: int(c) % p.width, Y: int(c) / p.width}
}

func (p *position) contains(at board.Point) bool {
	return uint(at.X) < uint(p.width) && uint(at.Y) < uint(p.height)
}

func (p *position) squareAt(at board.Point) board.Stone {
	if !p.contains(at) {
		return board.Wall
	}
	return board.Stone(p.square[p.cell(at)])
}

func (p *position) isEmpty(c cell) bool { return p.square[c&cellMask] == uint8(board.Empty) }

// allEmpty returns every empty square.
func (p *position) allEmpty() []cell {
	var all []cell
	for c := range cell(p.cells) {
		if p.isEmpty(c) {
			all = append(all, c)
		}
	}
	return all
}

// codeOf returns the line patterns of side on the empty square c.
func (p *position) codeOf(c cell, side int) pattern.Code {
	return pattern.Code(p.code[c&cellMask] >> (16 * (side & 1)))
}

// class returns the class that c has for the side to move, classFor the class for side.
func (p *position) class(c cell) pattern.Class { return p.classFor(c, p.side) }

func (p *position) classFor(c cell, side int) pattern.Class {
	return p.rules.classes[side&1][p.codeOf(c, side)]
}

// info returns the cell info of c for side.
func (p *position) info(c cell, side int) cellInfo {
	return p.rules.infos[side][p.codeOf(c, side)]
}

// now returns the current ply.
func (p *position) now() *ply { return &p.plies[p.depth] }

// changedBy returns the squares whose line patterns the stone n plies ago changed. 0 is the last stone.
func (p *position) changedBy(n int) []cell {
	if p.depth <= n {
		return nil
	}
	return p.changed[p.plies[p.depth-n-1].changedEnd:p.plies[p.depth-n].changedEnd]
}

// newPosition returns the position of b with side to move.
func newPosition(b *board.Board, side board.Stone, know *ruleTables) *position {
	p := new(position)
	p.setup(b, side, know)
	return p
}

// setup makes p, which must be zero, the position of b with side to move.
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

// setupLines gives every square its four places. Lines lie one after another in the buffer. Between them are as many
// walls as a window reaches, and at both ends enough for the widest load.
func (p *position) setupLines() {
	const gap = 5 // reach of the widest window
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

// writeToLines writes the content of a square into its four lines.
func (p *position) writeToLines(c cell, s uint8) {
	for _, i := range p.place[c] {
		shift := i % 4 * 2
		p.line[i/4] = p.line[i/4]&^(3<<shift) | s<<shift
	}
}

// lineAt returns at least 29 squares of a line, from place i on.
func (p *position) lineAt(i uint16) uint64 {
	return binary.LittleEndian.Uint64(p.line[i/4:][:8:8]) >> (i % 4 * 2)
}

// refresh computes all line patterns, counts and accumulators from the board. The incremental update of putStone must
// always agree with it.
func (p *position) refresh() {
	at := p.now()
	at.counts, at.acc = [2]threatCounts{}, nnue.PairAccumulators{}
	difference, full := 0, false
	for c := range cell(p.cells) {
		if !p.isEmpty(c) {
			continue
		}
		code := uint32(0)
		for d, i := range p.place[c] {
			code |= spread(p.rules.lines.Lookup(p.halves(i))) << (4 * d)
		}
		p.code[c] = code
		for side := range at.counts {
			at.counts[side] += p.rules.counts[side][uint16(code>>(16*side))]
			p.overflow = p.overflow || at.counts[side].overflow()
		}
		difference += balance(p.rules.counts[0][uint16(code)], p.rules.counts[1][code>>16])
		at.acc = at.acc.Plus(p.rules.accumulatorOf(code))
		full = full || at.acc.NearOverflow()
	}
	if full {
		p.rules, at.acc = p.rules.withoutAccumulator(), nnue.PairAccumulators{}
	}
	at.accValid, at.eval = true, noEval
	p.overflow = p.overflow || max(difference, -difference) >= 1<<14 // half of the range of balance
}

// halves returns the squares before and behind place i of a line, in the form that pattern.Table takes.
func (p *position) halves(i uint16) (low, high uint32) {
	reach := uint16(p.rules.lines.Reach)
	w := p.lineAt(i - reach)
	half := uint64(1)<<(2*reach) - 1
	return uint32(w & half), uint32(w >> (2*reach + 2) & half)
}

// spread moves the two shapes of a table entry to the bits of line 0 in a code.
func spread(shapes uint8) uint32 { return (uint32(shapes) | uint32(shapes)<<12) & 0x000f000f }

// mix scrambles n (splitmix64, Steele, Lea and Flood 2014).
func mix(n uint64) uint64 {
	n = (n + 1) * 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// oToMove is the part of a key for o to move (Zobrist hashing).
const oToMove = 0x5a1d4e0f3c2b7897

// Numbers that mix makes other parts of a key of; those of stones lie below.
const (
	wallKeys = 1 << 16 // and the square
	sizeKeys = 2 << 16 // and width and height, a byte each
)

// bit returns 1 for true and 0 for false.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
