package selfplay

import (
	"context"
	"math/rand/v2"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
)

const (
	smallest, largest = 10, 20 // sides of boards

	openingBound = 80 // largest score of an opening for either side

	randomizedMoves = 12  // searched moves of which some are random, in every other game
	randomOneIn     = 20  // of these
	randomLoss      = 100 // largest distance of a random move's score from the best

	usualCheck = 1000 // nodes of the searches that check openings and random moves
)

// open gives the n-th game its opening: one of those given, or a random board with random stones, for which a short
// search sees no advantage.
func (p *player) open(ctx context.Context, rng *rand.Rand, n int) (dataset.Game, *board.Board) {
	if len(p.o.openings) > 0 {
		return p.fromLeaf(n)
	}
	g := drawBoard(rng, p.o.rule)
	for {
		b := g.Board()
		g.Moves = drawStones(rng, b, g.Rule)
		g.Opening = len(g.Moves)
		if g.Moves == nil {
			continue
		}
		_, score := p.think(ctx, b, sideAfter(len(g.Moves)), p.o.check)
		if score >= -openingBound && score <= openingBound || ctx.Err() != nil {
			return g, b
		}
	}
}

// drawBoard draws a size, mostly one of tournaments, and walls. Most boards of continuous games have finished rows, a
// tenth of the others random walls.
func drawBoard(rng *rand.Rand, rule board.Rule) dataset.Game {
	g := dataset.Game{Rule: rule}
	switch n := rng.IntN(10); {
	case n < 3:
		g.Width, g.Height = 15, 15
	case n < 6:
		g.Width, g.Height = 20, 20
	default:
		g.Width, g.Height = between(rng, smallest, largest), between(rng, smallest, largest)
	}
	area := g.Width * g.Height
	switch continuous := rule&board.Continuous != 0; {
	case continuous && rng.IntN(5) > 0:
		g.Walls = drawWalls(rng, &g, between(rng, 1, area/40), 5)
	case !continuous && rng.IntN(10) == 0:
		g.Walls = drawWalls(rng, &g, between(rng, 1, area/20), 1)
	}
	return g
}

// drawWalls draws n straight rows of walls.
func drawWalls(rng *rand.Rand, g *dataset.Game, n, length int) []board.Point {
	b := g.Board()
	var walls []board.Point
	for len(walls) < n*length {
		from := board.Point{X: rng.IntN(g.Width), Y: rng.IntN(g.Height)}
		d := board.Directions[rng.IntN(len(board.Directions))]
		free := true
		for i := range length {
			free = free && b.At(from.Add(d, i)) == board.Empty
		}
		for i := 0; free && i < length; i++ {
			walls = append(walls, from.Add(d, i))
			b.Set(from.Add(d, i), board.Wall)
		}
	}
	return walls
}

// drawStones puts two to eight stones, x first, on a part of b of five to nine squares a side, and returns
// where. It returns nil if they do not fit, finish a row or foul.
func drawStones(rng *rand.Rand, b *board.Board, rule board.Rule) []board.Point {
	n, side := between(rng, 2, 8), between(rng, 5, 9)
	corner := board.Point{X: rng.IntN(b.Width() - side + 1), Y: rng.IntN(b.Height() - side + 1)}
	var stones []board.Point
	for _, i := range rng.Perm(side * side) {
		at := board.Point{X: corner.X + i%side, Y: corner.Y + i/side}
		if len(stones) == n {
			return stones
		}
		if b.At(at) != board.Empty {
			continue
		}
		if out, err := b.Play(at, sideAfter(len(stones)), rule); err != nil || out.Five() || out.Foul {
			return nil
		}
		stones = append(stones, at)
	}
	return nil
}

// randomMove draws a move near the stones that a short search finds not much worse than score, which is
// the best one's. It gives up after a few that are.
func (p *player) randomMove(
	ctx context.Context, rng *rand.Rand, b *board.Board, side board.Stone, score int16,
) (_ board.Point, found bool) {
	if score == dataset.NoScore || score > dataset.Proven {
		return board.Point{}, false
	}
	near := nearStones(b)
	for range 5 {
		at, next := near[rng.IntN(len(near))], b.Clone()
		if out, err := next.Play(at, side, p.o.rule); err != nil || out.Five() || out.Foul {
			continue
		}
		_, answer := p.think(ctx, next, side.Other(), p.o.check)
		if answer != dataset.NoScore && -int(answer) >= int(score)-randomLoss {
			return at, true
		}
	}
	return board.Point{}, false
}

// nearStones returns the empty squares within two of a stone.
func nearStones(b *board.Board) []board.Point {
	var near []board.Point
	for at, s := range b.Points {
		if s == board.Empty && b.Beside(at, 2) {
			near = append(near, at)
		}
	}
	return near
}

// between returns a number from low to high.
func between(rng *rand.Rand, low, high int) int { return low + rng.IntN(high-low+1) }
