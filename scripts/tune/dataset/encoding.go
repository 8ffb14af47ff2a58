package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"tahoun/board"
)

const (
	header = "tahoung\x01"

	prefixSize = 8       // bytes of a game before its body
	countsSize = 12      // bytes of a body before the walls
	maxBody    = 1 << 20 // bytes of a body at most; without leaves a random game on the largest board has 86,400
)

// appendGame appends the bytes of g, which must be one.
func appendGame(to []byte, g *Game) []byte {
	start := len(to)
	to = append(to, make([]byte, prefixSize)...)
	to = append(to, byte(g.Rule), byte(g.Width), byte(g.Height), byte(g.Result))
	for _, n := range []int{g.Opening, len(g.Walls), len(g.Moves), len(g.Random)} {
		to = appendWord(to, n)
	}
	to = appendPoints(to, g.Walls, g.Width)
	to = appendPoints(to, g.Moves, g.Width)
	for _, s := range g.Scores {
		to = appendWord(to, int(s))
	}
	for _, i := range g.Random {
		to = appendWord(to, i)
	}
	for _, l := range g.Leaves {
		to = appendWord(appendWord(to, l.Ply), len(l.Line))
		to = appendPoints(to, l.Line, g.Width)
		to = appendPoints(to, []board.Point{l.Move}, g.Width)
		to = appendWord(to, int(l.Score))
	}
	body := to[start+prefixSize:]
	binary.LittleEndian.PutUint32(to[start:], uint32(len(body)))
	binary.LittleEndian.PutUint32(to[start+4:], crc32.ChecksumIEEE(body))
	return to
}

func appendPoints(to []byte, points []board.Point, width int) []byte {
	for _, p := range points {
		to = appendWord(to, p.Y*width+p.X)
	}
	return to
}

func appendWord(to []byte, n int) []byte { return binary.LittleEndian.AppendUint16(to, uint16(n)) }

// parse returns the game of a body.
func parse(body []byte) (Game, error) {
	if len(body) < countsSize || len(body)%2 != 0 {
		return Game{}, fmt.Errorf("%d bytes are no game", len(body))
	}
	g := Game{Rule: board.Rule(body[0]), Width: int(body[1]), Height: int(body[2]), Result: Result(body[3])}
	w := words(body[4:])
	opening, walls, moves, random := w.next(), w.next(), w.next(), w.next()
	scores := moves - opening
	switch {
	case g.Width == 0:
		return Game{}, errors.New("a board without columns")
	case scores < 0 || len(w) < 2*(walls+moves+scores+random):
		return Game{}, fmt.Errorf("%d bytes do not hold %d walls, %d moves (%d of an opening) and %d random ones",
			len(body), walls, moves, opening, random)
	}
	g.Opening = opening
	g.Walls, g.Moves = w.points(walls, g.Width), w.points(moves, g.Width)
	for range scores {
		g.Scores = append(g.Scores, int16(w.next()))
	}
	for range random {
		g.Random = append(g.Random, w.next())
	}
	for len(w) > 0 {
		l, err := w.leaf(g.Width)
		if err != nil {
			return Game{}, err
		}
		g.Leaves = append(g.Leaves, l)
	}
	return g, g.check()
}

// words are uint16s that are left to read.
type words []byte

func (w *words) next() int {
	n := binary.LittleEndian.Uint16(*w)
	*w = (*w)[2:]
	return int(n)
}

func (w *words) leaf(width int) (Leaf, error) {
	const around = 4 // words of a leaf beside its line
	if len(*w) < 2*around {
		return Leaf{}, fmt.Errorf("%d bytes are no leaf", len(*w))
	}
	l := Leaf{Ply: w.next()}
	line := w.next()
	if len(*w) < 2*(line+around-2) {
		return Leaf{}, fmt.Errorf("%d bytes do not hold a leaf's line of %d", len(*w), line)
	}
	l.Line, l.Move, l.Score = w.points(line, width), w.points(1, width)[0], int16(w.next())
	return l, nil
}

func (w *words) points(n, width int) []board.Point {
	var all []board.Point
	for range n {
		square := w.next()
		all = append(all, board.Point{X: square % width, Y: square / width})
	}
	return all
}
