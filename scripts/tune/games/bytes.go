package games

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"tahoun/board"
)

const (
	header = "tahoung\x01"

	prefix = 8                                        // bytes of a game before its body
	counts = 12                                       // bytes of a body before the walls
	most   = counts + 2*3*board.MaxSide*board.MaxSide // bytes of a body: a square is a wall or a move with a score, perhaps a random one
)

// appendGame appends the bytes of g, which must be one.
func appendGame(to []byte, g *Game) []byte {
	start := len(to)
	to = append(to, make([]byte, prefix)...)
	to = append(to, byte(g.Rule), byte(g.Width), byte(g.Height), byte(g.Result))
	for _, n := range []int{g.Opening, len(g.Walls), len(g.Moves), len(g.Random)} {
		to = appendWord(to, n)
	}
	for _, points := range [][]board.Point{g.Walls, g.Moves} {
		for _, p := range points {
			to = appendWord(to, p.Y*g.Width+p.X)
		}
	}
	for _, s := range g.Scores {
		to = appendWord(to, int(s))
	}
	for _, i := range g.Random {
		to = appendWord(to, i)
	}
	body := to[start+prefix:]
	binary.LittleEndian.PutUint32(to[start:], uint32(len(body)))
	binary.LittleEndian.PutUint32(to[start+4:], crc32.ChecksumIEEE(body))
	return to
}

func appendWord(to []byte, n int) []byte {
	return binary.LittleEndian.AppendUint16(to, uint16(n))
}

// parse returns the game of a body.
func parse(body []byte) (Game, error) {
	if len(body) < counts || len(body)%2 != 0 {
		return Game{}, fmt.Errorf("%d bytes are no game", len(body))
	}
	g := Game{
		Rule: board.Rule(body[0]), Width: int(body[1]), Height: int(body[2]), Result: Result(body[3]),
	}
	w := words(body[4:])
	opening, walls, moves, random := w.next(), w.next(), w.next(), w.next()
	scores := moves - opening
	switch {
	case g.Width == 0:
		return Game{}, errors.New("a board without columns")
	case scores < 0 || len(w) != 2*(walls+moves+scores+random):
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
	if err := g.check(); err != nil {
		return Game{}, err
	}
	return g, nil
}

// words are uint16s that are left to read.
type words []byte

func (w *words) next() int {
	n := binary.LittleEndian.Uint16(*w)
	*w = (*w)[2:]
	return int(n)
}

func (w *words) points(n, width int) []board.Point {
	var all []board.Point
	for range n {
		square := w.next()
		all = append(all, board.Point{X: square % width, Y: square / width})
	}
	return all
}
