package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/search"
)

type level struct {
	Name  string
	Nodes uint64 // of the main search, on one thread; 0: the time is the limit
	Slack int    // above 0: no search, and any move may be played whose static score is at most so much below the best
	Slips int    // percentage of moves that are played without regard to their score, except fives and their defence
}

// levels are the strengths that the page offers, the strongest first.
var levels = []level{
	{Name: "full strength"},
	{Name: "strong: 20,000 positions a move", Nodes: 20_000},
	{Name: "good: 2,000 positions a move", Nodes: 2_000},
	{Name: "medium: 500 positions a move", Nodes: 500},
	{Name: "easy: no search", Slack: 60},
	{Name: "beginner: no search, overlooks one threat in three", Slack: 120, Slips: 33},
}

// firstLevel returns the level of a new person's first game.
func firstLevel() int {
	return slices.IndexFunc(levels, func(l level) bool { return strings.HasPrefix(l.Name, "easy") })
}

// slipChoice is how many of the best candidates a slip chooses from.
const slipChoice = 12

// An answer is a move of a player, or the reason why there is none.
type answer struct {
	At      int    `json:"at"` // -1: none
	Time    int64  `json:"time"`
	Message string `json:"message,omitempty"`
	Fault   string `json:"fault,omitempty"` // the player has lost by it
}

func (l level) play(
	ctx context.Context, engine *search.Engine, p *position, limits search.Limits, rng *rand.Rand,
) (board.Point, string) {
	if l.Nodes > 0 {
		limits.Nodes, limits.Threads = l.Nodes, 1
	}
	job := engine.NewJob(p.board, p.side, limits)
	if l.Slack > 0 {
		return l.choose(job, rng)
	}
	return think(ctx, job)
}

// think returns the move that a job finds before its time is up or ctx ends, and the note about it.
func think(ctx context.Context, job *search.Job) (move board.Point, note string) {
	move, note = job.StaticMove()
	job.Think(ctx, func(better board.Point, why string) { move, note = better, why })
	return move, note
}

func newRNG() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// choose plays without a search.
func (l level) choose(job *search.Job, rng *rand.Rand) (board.Point, string) {
	all := job.Rate()
	if len(all) == 0 {
		return job.StaticMove()
	}
	best := all[0]
	urgent := best.Plies == 1 || len(all) > 1 && all[1].Plies == 2 && all[1].Score < 0
	if !urgent && rng.IntN(100) < l.Slips {
		return all[rng.IntN(min(len(all), slipChoice))].Move, "plays without looking"
	}
	n := 1
	for n < len(all) && all[n].Score >= best.Score-l.Slack {
		n++
	}
	return all[rng.IntN(n)].Move, "one of the moves that look best"
}

func (s *server) playTahoun(ctx context.Context, t *tab, p *position, ask moveRequest) (answer, error) {
	start := time.Now()
	limits := s.limits(start, ask.turn())
	if limits.Match = ask.match(); limits.Match > 0 {
		limits.Left = ask.left()
	}
	var a answer
	err := t.guarded(func() error {
		move, note := levels[ask.Level].play(ctx, t.engineFor(p.rule), p, limits, newRNG())
		a = answer{At: p.square(move), Message: note}
		return nil
	})
	a.Time = time.Since(start).Milliseconds()
	return a, err
}
