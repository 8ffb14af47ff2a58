package selfplay

import (
	"context"
	"math/rand/v2"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
	"tahoun/search"
)

const (
	quietScore = 10  // a game whose scores stay within this
	quietPlies = 8   // for so many searched moves
	quietFrom  = 48  // with more stones than this is a draw
	usualMost  = 140 // and so is one with so many stones
)

// A player plays games of the engine against itself, one after another.
type player struct {
	o      options
	engine *search.Engine
}

func newPlayer(o options) *player { return &player{o, search.NewWith(o.rule, o.weights)} }

// play plays the n-th game, whose random choices depend on the seed and n alone. A proven win ends
// it, and so does a long time without any advantage. The error is that of ctx.
func (p *player) play(ctx context.Context, n int) (dataset.Game, error) {
	rng := rand.New(rand.NewPCG(p.o.seed, uint64(n)))
	leafRNG := rand.New(rand.NewPCG(^p.o.seed, uint64(n))) // of its own, so that leaves change nothing in the games
	g, b := p.open(ctx, rng, n)
	varied := rng.IntN(2) == 0
	side, quiet := sideAfter(len(g.Moves)), 0
	for ctx.Err() == nil && !drawn(b, len(g.Moves), p.o.most, quiet) {
		at, score, thought := p.search(ctx, b, side, p.o.nodes)
		lines := thought.SampleLeaves(p.o.leaves, leafRNG.IntN)
		thought.Release()
		for _, line := range lines {
			if l := p.leaf(ctx, b, side, line); l.Score != dataset.NoScore {
				l.Ply = len(g.Moves)
				g.Leaves = append(g.Leaves, l)
			}
		}
		if varied && len(g.Scores) < randomizedMoves && rng.IntN(randomOneIn) == 0 {
			if other, found := p.randomMove(ctx, rng, b, side, score); found {
				at = other
				g.Random = append(g.Random, len(g.Moves))
			}
		}
		out, err := b.Play(at, side, g.Rule)
		if err != nil {
			panic(err) // the engine's answers are legal
		}
		g.Moves, g.Scores = append(g.Moves, at), append(g.Scores, score)
		if out.Foul {
			g.Result = dataset.OWins
			break
		}
		if score > dataset.Proven {
			g.Result = dataset.Result(side) // both count x, o from 1
			break
		}
		quiet = countQuiet(quiet, score)
		side = side.Other()
	}
	return g, ctx.Err()
}

// leaf searches the position after line from b, with side to move and half as many nodes as for a move. It has no score
// where there is nothing to search.
func (p *player) leaf(ctx context.Context, b *board.Board, side board.Stone, line []board.Point) dataset.Leaf {
	b = b.Clone()
	side = b.Lay(side, line...)
	if b.Count(board.Empty) == 0 {
		return dataset.Leaf{Score: dataset.NoScore}
	}
	at, score := p.think(ctx, b, side, max(p.o.nodes/2, 1))
	return dataset.Leaf{Line: line, Move: at, Score: score}
}

// think returns the engine's move for side on b, and its score. Moves that are settled without a search have no score,
// unless they finish a row or begin a win by fours.
func (p *player) think(ctx context.Context, b *board.Board, side board.Stone, nodes uint64) (board.Point, int16) {
	at, score, thought := p.search(ctx, b, side, nodes)
	thought.Release()
	return at, score
}

// search returns the same and the job, for the caller to release.
func (p *player) search(
	ctx context.Context, b *board.Board, side board.Stone, nodes uint64,
) (board.Point, int16, *search.Job) {
	j := p.engine.NewJob(b, side, search.Limits{Nodes: nodes})
	at, _ := j.StaticMove()
	searched := false
	j.Think(ctx, func(better board.Point, _ string) { at, searched = better, true })
	score := int16(dataset.NoScore)
	if v, sure := j.Score(); searched || sure {
		score = int16(v)
	}
	return at, score, j
}

func drawn(b *board.Board, stones, most, quiet int) bool {
	return stones >= most || stones > quietFrom && quiet >= quietPlies || b.Count(board.Empty) == 0
}

// countQuiet counts the scores without an advantage in a row. A forced move leaves the count as it is.
func countQuiet(quiet int, score int16) int {
	switch {
	case score == dataset.NoScore:
		return quiet
	case score < -quietScore || score > quietScore:
		return 0
	}
	return quiet + 1
}

func sideAfter(moves int) board.Stone { return board.X + board.Stone(moves%2) }
