package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/level"
	"tahoun/scripts/internal/swap2"
	"tahoun/search"
)

// A swap2Request asks Tahoun for its part in a Swap2 opening: with no stone on the board to place three, with three to
// choose a side or to place two more, with five to choose a side. In Swap1 it places one stone, or chooses a side after
// one.
type swap2Request struct {
	line
	numbered
	Opening string `json:"opening"` // swap1 or swap2
	Time    int64  `json:"time"`    // ms
}

// A swap2Answer is squares to place, or a side.
type swap2Answer struct {
	Place []int `json:"place"`
	Swap  bool  `json:"swap"` // take the other side
	Move  int   `json:"move"` // the answer's move as o where it does not swap; -1: none
}

func (s *server) swap2(ctx context.Context, t *tab, ask swap2Request) (swap2Answer, error) {
	a := swap2Answer{Place: []int{}, Move: -1}
	p, err := ask.play()
	switch {
	case err != nil:
		return a, err
	case ask.Start != "":
		return a, errors.New("the opening begins on an empty board")
	case ask.Time < 1 || ask.Time > longestTurn:
		return a, errors.New("want a time of at least a millisecond")
	}
	ctx, done, err := t.begin(ctx, ask.Question)
	if err != nil {
		return a, err
	}
	defer done()
	var choice swap2.Choice
	err = t.guarded(func() (err error) {
		chooser := swap2.Chooser{Rule: p.rule, RNG: level.NewRNG()}
		limits, engine := s.limits(ctx, time.Now(), time.Duration(ask.Time)*time.Millisecond), t.engineFor(p.rule)
		chooser.Search = func(b *board.Board, side board.Stone, from, to int) swap2.Verdict {
			job := engine.NewJob(b, side, swap2.Budget(limits, from, to))
			move, note := level.Think(ctx, job)
			score, _ := job.Score()
			return swap2.Verdict{Move: move, Score: score, Note: note}
		}
		if ask.Opening == "swap1" {
			chooser.Balance = func(b *board.Board, n int) (closest []search.Variation) {
				job := engine.NewJob(b, board.X, limits)
				job.Balance(ctx, n, 0, func(found search.Analysis) { closest = slices.Clone(found.Moves) })
				return closest
			}
			choice, err = chooser.ChooseSwap1(p.board, len(ask.Moves))
			return err
		}
		choice, err = chooser.Choose(p.board, len(ask.Moves))
		return err
	})
	switch {
	case ctx.Err() != nil:
		return a, context.Cause(ctx)
	case err != nil:
		return a, fmt.Errorf("opening: %w", err)
	}
	a.Swap = choice.Swap
	if len(choice.Squares) == 1 && len(ask.Moves) > 0 {
		a.Move = p.square(choice.Squares[0])
		return a, nil
	}
	for _, at := range choice.Squares {
		a.Place = append(a.Place, p.square(at))
	}
	return a, nil
}
