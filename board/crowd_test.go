package board_test

import (
	"math/rand/v2"

	"tahoun/board"
)

// crowd returns a board with stones in a heap, as they lie in a game: three of five x, the others o,
// and now and then a wall.
func crowd(rng *rand.Rand, width, height, stones int) *board.Board {
	b := board.New(width, height)
	spread := 1.2 + 0.3*float64(min(width, height))*rng.Float64()
	for range stones {
		p := board.Point{
			X: width/2 + int(spread*rng.NormFloat64()),
			Y: height/2 + int(spread*rng.NormFloat64()),
		}
		if b.At(p) != board.Empty {
			continue
		}
		switch n := rng.IntN(40); {
		case n < 24:
			b.Set(p, board.X)
		case n < 39:
			b.Set(p, board.O)
		default:
			b.Set(p, board.Wall)
		}
	}
	return b
}
