// Package position keeps a board in the form that searches need: the line patterns of both sides on every empty square,
// counts of threats, candidates and the networks' accumulators, all updated as stones come and go.
package position

import (
	"encoding/binary"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// MaxPlies is the greatest number of stones that a search may have on the board beyond the root's.
const MaxPlies = 256

const (
	CellBits = 14 // board.MaxSide squared fits
	CellMask = 1<<CellBits - 1

	changeBits = 14 // 40 changes a stone, times MaxPlies, fit
	changeMask = 1<<changeBits - 1
)

// A Cell is the number of a square, row by row from the top left.
type Cell uint16

// NoCell means no square.
const NoCell Cell = 1<<16 - 1

// A Position keeps the line patterns of both sides on every empty square while stones come and go. The buffer line
// holds every square four times, once for each direction, with two bits a square: one load brings all windows that a
// stone can change.
//
// Side 0 is x and side 1 is o. Arrays have a fixed size and indices are masked, so that putStone has no bounds checks
// (slices cost a quarter more). Only the part that the board needs is ever touched.
type Position struct {
	Rules         *RuleTables
	Width, Height int
	Cells         int    // width*height
	BaseKey       uint64 // hash of the board's size and walls, part of every key
	Stones        int    // at the root
	Side          int    // to move
	Forbids       bool   // renju: x has forbidden moves
	RootOverflow  bool   // the counts overflowed at the root: nothing read from them is valid
	step          [4]int // from a square to the next along each of board.Directions

	square  [1 << CellBits]uint8     // board.Stone
	place   [1 << CellBits][4]uint16 // where the square stands in line
	code    [1 << CellBits]uint32    // line patterns: x in the low half, o in the high half, see pattern.Code
	line    [1<<CellBits + 16]uint8  // squares by line, walls between lines
	zobrist [2][1 << CellBits]uint64

	// undo lists: the codes that putStone changed, the old ones for removeStone and the new ones for updateAcc
	changed  [1 << changeBits]Cell
	previous [1 << changeBits]uint32
	next     [1 << changeBits]uint32
	plies    [MaxPlies + 1]Ply
	Depth    int // stones put since the root

	// accumulators of the line-pattern networks, see accumulator.go
	valueAcc, policyAcc lineAccumulator
	lineUpdates         [1 << changeBits]nnue.Change // their updates, by ply,
	linesListed         int                          // up to this one
	accSquare           [1 << CellBits]nnue.Square   // by Cell
	accStep             [4]int                       // between these along each of board.Directions
	scoredSquares       []nnue.Square                // scratch of PolicyScores
	squareScores        []int32

	candidateRows [board.MaxSide + 8]row // bits of the candidates and of stones, row y at y+4
	occupied      [board.MaxSide + 8]row // not empty, or off the board
	stencil       [board.MaxSide][3]row  // by column: the bits that a stone adds to its row, the next three, the fourth
}

// A row has a bit for each column.
type row [2]uint64

// A Ply is the state that changes with one stone.
type Ply struct {
	Counts         [2]ThreatCounts       // by side
	acc            nnue.PairAccumulators // accumulators for both perspectives, see updateAcc
	Key            uint64
	Empty          int32 // squares left
	changedEnd     int32 // end of this ply's part of changed
	Move           Cell  // the stone that led here
	lineUpdatesEnd int32 // end of this ply's part of lineUpdates
	accValid       bool
	Eval           int32     // static evaluation for the side to move, or NoEval
	CheapEval      int32     // its cheap part, see Position.CheapEval
	around         [4]uint64 // squares of the four lines through the stone, from 2*nnue.Reach before it on
	savedRows      [9]row    // candidate rows before the stone, from four rows above it
}

// NoEval is no evaluation.
const NoEval = Infinite + 1

// Overflow reports whether either side has too many threats to count.
func (p *Ply) Overflow() bool { return (p.Counts[0] | p.Counts[1]).overflow() }

// Board returns the squares as a board.
func (p *Position) Board() *board.Board {
	b := board.New(p.Width, p.Height)
	for at := range b.Points {
		b.Set(at, board.Stone(p.square[p.Cell(at)]))
	}
	return b
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	q := *p
	for _, a := range [...]*lineAccumulator{&q.valueAcc, &q.policyAcc} {
		if a.BoardAccumulator != nil {
			a.BoardAccumulator = a.Clone()
		}
	}
	q.scoredSquares, q.squareScores = nil, nil
	return &q
}

func sideOf(s board.Stone) int { return int(s - board.X) }

// StoneOf returns the stone of side 0 or 1.
func StoneOf(side int) board.Stone { return board.X + board.Stone(side) }

// Cell returns the number of a square.
func (p *Position) Cell(at board.Point) Cell { return Cell(at.Y*p.Width + at.X) }

// Point returns the square of a number.
func (p *Position) Point(c Cell) board.Point {
	return board.Point{X: int(c) % p.Width, Y: int(c) / p.Width}
}

func (p *Position) contains(at board.Point) bool {
	return uint(at.X) < uint(p.Width) && uint(at.Y) < uint(p.Height)
}

// SquareAt returns the content of a square, a wall off the board.
func (p *Position) SquareAt(at board.Point) board.Stone {
	if !p.contains(at) {
		return board.Wall
	}
	return board.Stone(p.square[p.Cell(at)])
}

// IsEmpty reports whether a square of the board is empty.
func (p *Position) IsEmpty(c Cell) bool { return p.square[c&CellMask] == uint8(board.Empty) }

// AllEmpty returns every empty square.
func (p *Position) AllEmpty() []Cell {
	var all []Cell
	for c := range Cell(p.Cells) {
		if p.IsEmpty(c) {
			all = append(all, c)
		}
	}
	return all
}

// CodeOf returns the line patterns of side on the empty square c.
func (p *Position) CodeOf(c Cell, side int) pattern.Code {
	return pattern.Code(p.code[c&CellMask] >> (16 * (side & 1)))
}

// Class returns the class that c has for the side to move.
func (p *Position) Class(c Cell) pattern.Class { return p.ClassFor(c, p.Side) }

// ClassFor returns the class that c has for side.
func (p *Position) ClassFor(c Cell, side int) pattern.Class {
	return p.Rules.classes[side&1][p.CodeOf(c, side)]
}

// Info returns the cell info of c for side.
func (p *Position) Info(c Cell, side int) CellInfo {
	return p.Rules.infos[side][p.CodeOf(c, side)]
}

// Infos returns the cell infos of c for the side to move and for its opponent.
func (p *Position) Infos(c Cell) (own, other CellInfo) {
	codes, side := p.code[c&CellMask], p.Side&1
	shift := 16 * side & 31
	return p.Rules.infos[side][uint16(codes>>shift)], p.Rules.infos[side^1][uint16(codes>>(16-shift&31))]
}

// Now returns the current ply.
func (p *Position) Now() *Ply { return &p.plies[p.Depth] }

// ChangedBy returns the squares whose line patterns the stone n plies ago changed. 0 is the last stone.
func (p *Position) ChangedBy(n int) []Cell {
	if p.Depth <= n {
		return nil
	}
	return p.changed[p.plies[p.Depth-n-1].changedEnd:p.plies[p.Depth-n].changedEnd]
}

// New returns the position of b with side to move.
func New(b *board.Board, side board.Stone, rules *RuleTables) *Position {
	p := new(Position)
	p.Setup(b, side, rules)
	return p
}

// Setup makes p, which must be zero, the position of b with side to move.
func (p *Position) Setup(b *board.Board, side board.Stone, rules *RuleTables) {
	p.Rules = rules
	p.Width, p.Height, p.Cells = b.Width(), b.Height(), b.Width()*b.Height()
	p.Side, p.Forbids = sideOf(side), rules.Rule.Forbids(board.X)
	p.step = [4]int{b.Width(), b.Width() + 1, 1, 1 - b.Width()}
	p.setupLines()
	p.setupStencils()
	root := &p.plies[0]
	root.Move = NoCell
	p.BaseKey = mix(sizeKeys | uint64(p.Width)<<8 | uint64(p.Height))
	for at, s := range b.Points {
		c := p.Cell(at)
		p.zobrist[0][c], p.zobrist[1][c] = mix(2*uint64(c)), mix(2*uint64(c)+1)
		p.square[c] = uint8(s)
		p.writeToLines(c, uint8(s))
		if s == board.Empty {
			root.Empty++
			continue
		}
		p.occupied[at.Y+4][at.X>>6] |= 1 << (at.X & 63)
		if s == board.Wall {
			p.BaseKey ^= mix(wallKeys | uint64(c))
			continue
		}
		p.Stones++
		root.Key ^= p.zobrist[sideOf(s)][c]
		p.addCandidates(c)
	}
	root.Key ^= p.BaseKey ^ uint64(p.Side)*oToMove
	p.refresh()
	p.setupLineAccs()
}

// setupLines gives every square its four places. Lines lie one after another in the buffer. Between them are as many
// walls as a window reaches, and at both ends enough for the widest load.
func (p *Position) setupLines() {
	const gap = 5 // reach of the widest window
	next := uint16(16)
	for i := range p.line {
		p.line[i] = 0xff
	}
	for d, step := range board.Directions {
		for c := range Cell(p.Cells) {
			start := p.Point(c)
			if before := start.Add(step, -1); p.contains(before) {
				continue
			}
			for at := start; p.contains(at); at = at.Add(step, 1) {
				p.place[p.Cell(at)][d] = next
				next++
			}
			next += gap
		}
	}
}

// writeToLines writes the content of a square into its four lines.
func (p *Position) writeToLines(c Cell, s uint8) {
	for _, i := range p.place[c] {
		shift := i % 4 * 2
		p.line[i/4] = p.line[i/4]&^(3<<shift) | s<<shift
	}
}

// lineAt returns at least 29 squares of a line, from place i on.
func (p *Position) lineAt(i uint16) uint64 {
	return binary.LittleEndian.Uint64(p.line[i/4:][:8:8]) >> (i % 4 * 2)
}

// refresh computes all line patterns, counts and accumulators from the board. The incremental update of putStone must
// always agree with it.
func (p *Position) refresh() {
	at := p.Now()
	at.Counts, at.acc = [2]ThreatCounts{}, nnue.PairAccumulators{}
	difference, full := 0, false
	for c := range Cell(p.Cells) {
		if !p.IsEmpty(c) {
			continue
		}
		code := uint32(0)
		for d, i := range p.place[c] {
			code |= spread(p.Rules.lines.Lookup(p.halves(i))) << (4 * d)
		}
		p.code[c] = code
		for side := range at.Counts {
			at.Counts[side] += p.Rules.counts[side][uint16(code>>(16*side))]
			p.RootOverflow = p.RootOverflow || at.Counts[side].overflow()
		}
		difference += balance(p.Rules.counts[0][uint16(code)], p.Rules.counts[1][code>>16])
		at.acc = at.acc.Plus(p.Rules.accumulatorOf(code))
		full = full || at.acc.NearOverflow()
	}
	if full {
		p.Rules, at.acc = p.Rules.withoutAccumulator(), nnue.PairAccumulators{}
	}
	at.accValid, at.Eval = true, NoEval
	p.RootOverflow = p.RootOverflow || max(difference, -difference) >= 1<<14 // half of the range of balance
}

// halves returns the squares before and behind place i of a line, in the form that pattern.Table takes.
func (p *Position) halves(i uint16) (low, high uint32) {
	reach := uint16(p.Rules.lines.Reach)
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
