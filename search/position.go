package search

import (
	"encoding/binary"
	"math/bits"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// maxPlies bounds the stones that a search may have put at once.
const maxPlies = 256

const (
	cellBits = 14 // board.MaxSide squared fits
	cellMask = 1<<cellBits - 1

	changeBits = 14 // 40 changes a stone, times maxPlies, fit
	changeMask = 1<<changeBits - 1
)

// A cell is a square's number, row by row from the top left.
type cell uint16

// noCell stands for no square.
const noCell cell = 1<<16 - 1

// A position keeps, as stones come and go, the shapes of both sides on the four lines of every empty
// square. All squares stand four times in one buffer, once a line in each direction, two bits each, so
// that one load brings every window that a stone can change.
//
// Sides are numbered 0 for x and 1 for o. Arrays are of fixed size and indices masked: that keeps
// bounds checks out of put (a slice costs a quarter more). Only the part that the board needs is ever
// touched.
type position struct {
	know          *knowledge
	width, height int
	cells         int    // width*height
	ground        uint64 // part of every key: the board's size and walls
	stones        int    // at the root
	side          int    // to move
	forbids       bool   // renju: x has forbidden moves
	crowded       bool   // more is on the board than sums can count: nothing read from them is to be believed
	step          [4]int // from a square to the next along each of board.Directions

	square  [1 << cellBits]uint8     // board.Stone
	place   [1 << cellBits][4]uint16 // where the square stands in line
	code    [1 << cellBits]uint32    // shapes: x in the low half, o in the high half, see pattern.Code
	line    [1<<cellBits + 16]uint8  // squares by line, walls between lines
	zobrist [2][1 << cellBits]uint64

	// which codes put changes: from what, for take, and to what, for updateViews
	changed  [1 << changeBits]cell
	previous [1 << changeBits]uint32
	next     [1 << changeBits]uint32
	plies    [maxPlies + 1]ply
	depth    int // stones put since the root

	// what the network sees by the windows of lines, see sight.go
	field      *nnue.Field                  // nil if there is none
	shifts     [1 << changeBits]nnue.Change // for it, by ply
	fieldDepth int                          // stones since the root that it knows of

	near     [board.MaxSide + 8]row // squares near a stone, row y at y+4
	occupied [board.MaxSide + 8]row // not empty, or off the board
	stencil  [board.MaxSide][3]row  // by column: what a stone adds to its row, the next three, the fourth
}

// A row is a bit per column.
type row [2]uint64

// A ply is the state that one stone changes as a whole.
type ply struct {
	sums       [2]sum     // by side
	views      nnue.Views // what the network sees of classes, if viewed says so: see updateViews
	key        uint64
	empty      int32 // squares left
	changedEnd int32 // of this ply's part of changed
	move       cell  // the stone that led here
	shiftsEnd  int32 // end of this ply's part of shifts
	viewed     bool
	score      int32     // what evaluate says for the side to move, unjudged if it has not been asked,
	glance     int32     // and what glance does
	around     [4]uint64 // squares of the lines through the stone, from two of a window's halves before it on
	saved      [9]row    // near before it, from four rows above it
}

// unjudged is no score.
const unjudged = infinite + 1

// crowded tells whether there are too many threats of either side to count.
func (p *ply) crowded() bool { return (p.sums[0] | p.sums[1]).crowded() }

// newPosition returns the position of b with side to move.
func newPosition(b *board.Board, side board.Stone, know *knowledge) *position {
	p := new(position)
	p.lay(b, side, know)
	return p
}

// lay makes p, which is zero, the position of b with side to move.
func (p *position) lay(b *board.Board, side board.Stone, know *knowledge) {
	p.know = know
	p.width, p.height, p.cells = b.Width(), b.Height(), b.Width()*b.Height()
	p.side, p.forbids = sideOf(side), know.rule.Forbids(board.X)
	p.step = [4]int{b.Width(), b.Width() + 1, 1, 1 - b.Width()}
	p.layLines()
	p.drawStencils()
	root := &p.plies[0]
	root.move = noCell
	p.ground = mix(sizes | uint64(p.width)<<8 | uint64(p.height))
	for at, s := range b.Points {
		c := p.cell(at)
		p.zobrist[0][c], p.zobrist[1][c] = mix(2*uint64(c)), mix(2*uint64(c)+1)
		p.square[c] = uint8(s)
		p.inscribe(c, uint8(s))
		if s == board.Empty {
			root.empty++
			continue
		}
		p.occupied[at.Y+4][at.X>>6] |= 1 << (at.X & 63)
		if s == board.Wall {
			p.ground ^= mix(walls | uint64(c))
			continue
		}
		p.stones++
		root.key ^= p.zobrist[sideOf(s)][c]
		p.approach(c)
	}
	root.key ^= p.ground ^ uint64(p.side)*turn
	p.refresh()
	p.layField()
}

// board returns the position's squares.
func (p *position) board() *board.Board {
	b := board.New(p.width, p.height)
	for at := range b.Points {
		b.Set(at, board.Stone(p.square[p.cell(at)]))
	}
	return b
}

// clone returns a copy of the position.
func (p *position) clone() *position {
	q := *p
	if p.field != nil {
		q.field = p.field.Clone()
	}
	return &q
}

func sideOf(s board.Stone) int               { return int(s - board.X) }
func stoneOf(side int) board.Stone           { return board.X + board.Stone(side) }
func (p *position) cell(at board.Point) cell { return cell(at.Y*p.width + at.X) }
func (p *position) point(c cell) board.Point {
	return board.Point{X: int(c) % p.width, Y: int(c) / p.width}
}

// mix scrambles n (splitmix64, Steele, Lea and Flood 2014).
func mix(n uint64) uint64 {
	n = (n + 1) * 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// turn is the part of a key that says that o is to move.
const turn = 0x5a1d4e0f3c2b7897

// Numbers that mix makes other parts of a key of; those of stones lie below.
const (
	walls = 1 << 16 // and the square
	sizes = 2 << 16 // and width and height, a byte each
)

// layLines gives every square its four places. Lines are laid one after another with walls between
// them, as many as a window reaches, and enough at both ends for the widest load.
func (p *position) layLines() {
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

func (p *position) contains(at board.Point) bool {
	return uint(at.X) < uint(p.width) && uint(at.Y) < uint(p.height)
}

// inscribe writes a square's content into the four lines.
func (p *position) inscribe(c cell, s uint8) {
	for _, i := range p.place[c] {
		shift := i & 3 * 2
		p.line[i>>2] = p.line[i>>2]&^(3<<shift) | s<<shift
	}
}

// refresh works out all shapes and sums from nothing. put must always agree with it.
func (p *position) refresh() {
	at := &p.plies[p.depth]
	at.sums, at.views = [2]sum{}, nnue.Views{}
	difference, full := 0, false
	for c := range cell(p.cells) {
		if p.square[c] != uint8(board.Empty) {
			continue
		}
		code := uint32(0)
		for d, i := range p.place[c] {
			code |= spread(p.know.lines.Both(p.halves(i))) << (4 * d)
		}
		p.code[c] = code
		for side := range at.sums {
			at.sums[side] += p.know.sums[side][uint16(code>>(16*side))]
			p.crowded = p.crowded || at.sums[side].crowded()
		}
		difference += lead(p.know.sums[0][uint16(code)], p.know.sums[1][code>>16])
		at.views = at.views.Plus(p.know.view(code))
		full = full || at.views.Full()
	}
	if full {
		p.know, at.views = p.know.viewless(), nnue.Views{}
	}
	at.viewed, at.score = true, unjudged
	p.crowded = p.crowded || max(difference, -difference) >= 1<<14 // half of what lead can tell
}

// halves gathers the squares before and behind place i of the lines, as pattern.Set wants them.
func (p *position) halves(i uint16) (low, high uint32) {
	reach := uint16(p.know.lines.Reach)
	from := i - reach
	w := binary.LittleEndian.Uint64(p.line[from>>2:]) >> (from & 3 * 2)
	half := uint64(1)<<(2*reach) - 1
	return uint32(w & half), uint32(w >> (2*reach + 2) & half)
}

// spread moves a table entry's two shapes to the places of line 0 in a code.
func spread(shapes uint8) uint32 { return (uint32(shapes) | uint32(shapes)<<12) & 0x000f000f }

// codeOf returns the shapes of side on the empty square c.
func (p *position) codeOf(c cell, side int) pattern.Code {
	return pattern.Code(p.code[c&cellMask] >> (side & 1 * 16))
}

// fact returns what is known of c for side.
func (p *position) fact(c cell, side int) fact {
	return p.know.facts[side][p.codeOf(c, side)]
}

// now returns the state of this moment.
func (p *position) now() *ply { return &p.plies[p.depth] }

// lately returns the squares whose shapes the stone n plies ago changed: 0 is the last one.
func (p *position) lately(n int) []cell {
	if p.depth <= n {
		return nil
	}
	return p.changed[p.plies[p.depth-n-1].changedEnd:p.plies[p.depth-n].changedEnd]
}

// play puts a stone of the side to move on the empty square c and passes the turn.
func (p *position) play(c cell) {
	p.put(c, p.side)
	p.pass()
}

// keyAfter returns the key that the position would have after play.
func (p *position) keyAfter(c cell) uint64 {
	return p.plies[p.depth].key ^ p.zobrist[p.side][c&cellMask] ^ turn
}

// unplay takes the last play back.
func (p *position) unplay() {
	p.take()
	p.side ^= 1
}

// pass gives the turn to the other side.
func (p *position) pass() {
	p.side ^= 1
	now := p.now()
	now.key ^= turn
	now.score = unjudged
}

// put puts a stone of side on the empty square c and updates every shape that it touches.
func (p *position) put(c cell, side int) {
	was, at := &p.plies[p.depth], &p.plies[p.depth+1]
	p.depth++
	at.key = was.key ^ p.zobrist[side][c&cellMask]
	at.empty, at.move = was.empty-1, c
	p.square[c&cellMask] = uint8(1 + side)
	p.approachSaving(c, at)
	code := p.code[c&cellMask] // stays as it is: take finds it again
	at.sums[0] = was.sums[0] - p.know.sums[0][uint16(code)]
	at.sums[1] = was.sums[1] - p.know.sums[1][code>>16]
	at.viewed = false
	at.changedEnd = was.changedEnd
	if p.know.lines.Reach == 4 {
		update[reach4](p, at, c, uint64(1+side))
	} else {
		update[reach5](p, at, c, uint64(1+side))
	}
}

// The lengths of these arrays make the window's reach a constant in each copy of update.
type (
	reach4 [4]struct{}
	reach5 [5]struct{}
)

// update looks up the windows that a new stone on c changes, and adds up the difference.
func update[R reach4 | reach5](p *position, at *ply, c cell, stone uint64) {
	var r R
	reach := len(r)
	half := uint64(1)<<(2*reach) - 1
	lines, sumsX, sumsO := p.know.lines, p.know.sums[0], p.know.sums[1]
	x, o, end := at.sums[0], at.sums[1], int(at.changedEnd)
	// The neighbours, at bits 2*reach to 6*reach of the load, without the square itself.
	neighbours := uint64(0x5555_5555_5555_5555) & (1<<(6*reach+2) - 1) &^ (1<<(2*reach) - 1) &^ (1 << (4 * reach))
	for d, i := range p.place[c&cellMask] {
		from := i - 2*uint16(reach)
		w := binary.LittleEndian.Uint64(p.line[from>>2:][:8:8]) >> (from & 3 * 2)
		w |= stone << (4 * reach)
		p.line[i>>2] |= uint8(stone << (i & 3 * 2))
		at.around[d] = w >> (4 * (reach - nnue.Reach))
		base, step, nibble := int(c)-2*reach*p.step[d], p.step[d], 4*d&31
		for m := ^(w | w>>1) & neighbours; m != 0; m &= m - 1 {
			t := bits.TrailingZeros64(m)
			v := w >> ((t - 2*reach) & 63)
			n := (base + t/2*step) & cellMask
			shapes := spread(lines.Both(uint32(v&half), uint32(v>>(2*reach+2)&half)))
			before := p.code[n]
			after := before&^(0x000f000f<<nibble) | shapes<<nibble
			p.changed[end&changeMask], p.previous[end&changeMask], p.next[end&changeMask] = cell(n), before, after
			end++
			p.code[n] = after
			x += sumsX[uint16(after)] - sumsX[uint16(before)]
			o += sumsO[after>>16] - sumsO[before>>16]
		}
	}
	at.sums[0], at.sums[1], at.changedEnd = x, o, int32(end)
}

// take takes the last stone off again.
func (p *position) take() {
	p.takeFromField()
	at := &p.plies[p.depth]
	p.depth--
	was := &p.plies[p.depth]
	c := at.move & cellMask
	side := p.square[c] - 1
	p.square[c] = uint8(board.Empty)
	codes, changed := p.previous[was.changedEnd:at.changedEnd], p.changed[was.changedEnd:at.changedEnd]
	for i, c := range changed[:len(codes)] {
		p.code[c&cellMask] = codes[i]
	}
	for _, i := range p.place[c] {
		p.line[i>>2] &^= (1 + side) << (i & 3 * 2)
	}
	p.leave(c, at)
}
