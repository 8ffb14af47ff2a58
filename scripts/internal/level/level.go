// Package level has the strengths at which Tahoun plays against people, from a child's to all that it can.
package level

import (
	"context"
	"math/rand/v2"

	"tahoun/board"
	"tahoun/search"
)

// A Level is a strength. The numbers of All are fitted: go run ./scripts/tune levels measures the steps.
type Level struct {
	Key   string `json:"key"`   // never changes, since pages remember it
	Nodes uint64 `json:"nodes"` // at most so many of the main search, on one thread; 0: none, or the caller's limits

	slack  int // above 0: no search, and any move may be played whose static score is at most so much below the best
	slips  int // percentage of moves that overlook everything but a five and the defence against one
	blind  int // percentage of moves that overlook that defence too
	choice int // how many of the best candidates such a move is chosen from
}

// First is the key of the level for a first game.
const First = "easy"

// Find returns the level with a key.
func Find(key string) (Level, bool) {
	for _, l := range All {
		if l.Key == key {
			return l, true
		}
	}
	return Level{}, false
}

// Limited reports whether the level plays the same whatever the machine and the time.
func (l Level) Limited() bool { return l.Nodes > 0 || l.slack > 0 }

// Move returns a move for side on b and the reason. Only a level that is not Limited uses the times in limits.
func (l Level) Move(
	ctx context.Context, engine *search.Engine, b *board.Board, side board.Stone, limits search.Limits, rng *rand.Rand,
) (board.Point, string) {
	slips, blind := rng.IntN(100) < l.slips, rng.IntN(100) < l.blind
	if slips || blind || l.slack > 0 {
		if all := engine.NewJob(b, side, limits).Rate(); len(all) > 0 {
			urgent := all[0].Plies == 1 || !blind && answersFive(all)
			switch {
			case !urgent && (slips || blind):
				return all[rng.IntN(min(len(all), l.choice))].Move, "plays without care"
			case l.slack > 0:
				return all[rng.IntN(l.best(all))].Move, "one of the moves that look best"
			}
		}
	}
	if l.Nodes > 0 {
		// Not the same number each time, or the same moves would win every game.
		limits.Nodes, limits.Threads = l.Nodes-rng.Uint64N(l.Nodes/2+1), 1
	}
	return Think(ctx, engine.NewJob(b, side, limits))
}

// best returns how many of the moves score nearly as well as the first.
func (l Level) best(all []search.Variation) int {
	n := 1
	for n < len(all) && all[n].Score >= all[0].Score-l.slack {
		n++
	}
	return n
}

// Think returns the move that a job finds before its time is up or ctx ends, and the note about it.
func Think(ctx context.Context, job *search.Job) (move board.Point, note string) {
	move, note = job.StaticMove()
	job.Think(ctx, func(better board.Point, why string) { move, note = better, why })
	return move, note
}

// answersFive reports whether rated moves, the best first, must stop a five: all but the best lose at once.
func answersFive(all []search.Variation) bool {
	last := all[len(all)-1]
	return last.Plies == 2 && last.Score < 0
}

// NewRNG returns random numbers for a game.
func NewRNG() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }
