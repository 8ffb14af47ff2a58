package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/search"
)

type reviewRequest struct {
	line
	numbered
	Time    int `json:"time"`    // ms for each position
	Opening int `json:"opening"` // so many moves are stones of an opening, which are meant to keep the game even
}

const (
	longestReview = 60_000 // for a position, in ms
	checkFactor   = 10     // times as long the positions around a mistake are searched before it is named
)

// A judgement is the evaluation of the position after so many moves.
type judgement struct {
	After  int     `json:"after"`
	X      float64 `json:"x"`      // x's chance to win
	Plies  int     `json:"plies"`  // to the end of a proven game; negative: the side to move loses; 0: not proven
	Side   string  `json:"side"`   // to move
	Best   int     `json:"best"`   // the best move, -1 after the end
	Score  string  `json:"score"`  // of Best, as console.Score
	Line   []int   `json:"line"`   // of Best
	Played int     `json:"played"` // the move of the game, -1 after the last

	Checked bool `json:"checked,omitempty"` // the evaluation is that of the longer search, see check

	forced bool  // Played is the only move, see position.forced, or a stone of an opening
	foul   bool  // the last move was a forbidden square
	threat []int // of checked positions: a forced win that the other side would have if it were to move
}

// chance returns the chance to win of the side to move.
func (j judgement) chance() float64 {
	if j.Side == "x" {
		return j.X
	}
	return 1 - j.X
}

// review evaluates every position of a game, the last one first: the table of those searches helps the earlier ones.
// It sends each judgement and then the graded moves.
func (s *server) review(ctx context.Context, t *tab, ask reviewRequest, send func(any) error) error {
	if err := checkReviewTime(ask.Time); err != nil {
		return err
	}
	whole, err := ask.play()
	if err != nil {
		return err
	}
	ctx, done, err := t.begin(ctx, ask.Question)
	if err != nil {
		return err
	}
	defer done()
	last := len(ask.Moves)
	if whole.end != nil {
		last = min(last, whole.end.After)
	}
	all := make([]judgement, last+1)
	for n := last; n >= 0; n-- {
		if all[n], err = s.judge(ctx, t, ask, n, false); err != nil {
			return err
		}
		if err := send(all[n]); err != nil {
			return err
		}
	}
	first := slices.Clone(all)
	if err := s.check(ctx, t, ask, all, send); err != nil {
		return err
	}
	return send(map[string][]graded{"moves": grades(first, all)})
}

func checkReviewTime(ms int) error {
	if ms < 1 || ms > longestReview {
		return errors.New("want 1 to 60000 ms for each position")
	}
	return nil
}

// check searches longer where a move is suspicious: the position after it, which may hold the win after all, and then
// the one before it, which may have been worse than it seemed. It sends the new judgements.
func (s *server) check(ctx context.Context, t *tab, ask reviewRequest, all []judgement,
	send func(any) error) (err error) {
	for move := len(all) - 1; move > 0; move-- {
		if lost, ok := loss(all[move-1], all[move]); !ok || lost < suspicious {
			continue
		}
		for _, n := range []int{move, move - 1} {
			if all[n].Checked {
				continue
			}
			if all[n], err = s.judge(ctx, t, ask, n, true); err != nil {
				return err
			}
			if err := s.confirm(ctx, t, ask, &all[n]); err != nil {
				return err
			}
			if err := send(all[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// confirm lowers the chance of a position that is not proven to the one after its best move, where that is less. A
// search chooses the move that it judges best, so its score is too high more often than too low.
func (s *server) confirm(ctx context.Context, t *tab, ask reviewRequest, j *judgement) error {
	if j.Plies != 0 || j.Best < 0 {
		return nil
	}
	ask.Moves = append(slices.Clone(ask.Moves[:j.After]), moveCode(j.Best, j.Side))
	after, err := s.judge(ctx, t, ask, j.After+1, true)
	if j.Side == "x" {
		j.X = min(j.X, after.X)
	} else {
		j.X = max(j.X, after.X)
	}
	return err
}

// moveCode returns a move as a line has it.
func moveCode(square int, side string) int {
	if side == "o" {
		return 2*square + 1
	}
	return 2 * square
}

// judge evaluates the position after n moves of a game, longer for a check.
func (s *server) judge(ctx context.Context, t *tab, ask reviewRequest, n int, check bool) (judgement, error) {
	cut := ask.line
	cut.Moves = ask.Moves[:n]
	p, err := cut.play()
	if err != nil {
		return judgement{}, err
	}
	j := judgement{After: n, Side: p.side.String(), Best: -1, Played: -1, Line: []int{}, Checked: check}
	if p.end != nil {
		j.X = map[string]float64{"x": 1, "o": 0, "": .5}[p.end.Winner]
		j.foul = p.end.Reason == "forbidden move"
		return j, nil
	}
	if n < len(ask.Moves) {
		j.Played = ask.Moves[n] >> 1
		j.forced = n < ask.Opening || p.forced(j.Played)
	}
	ms := ask.Time
	if check {
		ms = min(checkFactor*ms, longestReview)
	}
	err = t.guarded(func() error {
		limits := s.limits(ctx, time.Now(), time.Duration(ms)*time.Millisecond)
		job := t.engineFor(p.rule).NewJob(p.board, p.side, limits)
		if check {
			if win, ok := job.ForcedWin(p.side.Other(), threatNodes); ok {
				j.threat = p.squares(win.Line)
			}
		}
		job.Analyse(ctx, 1, func(a search.Analysis) {
			v := p.variation(a.Moves[0])
			j.X, j.Plies, j.Best, j.Score, j.Line = v.Chance, v.Plies, v.At, v.Score, v.Line
		})
		return nil
	})
	if p.side == board.O {
		j.X = 1 - j.X
	}
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return j, err
}

// A tryRequest asks whether a move in the position of a mistake holds.
type tryRequest struct {
	reviewRequest
	At    int     `json:"at"`    // the move
	From  float64 `json:"from"`  // the chance of its side with the best move
	Plies int     `json:"plies"` // length of its proven win, 0 where none is proven
}

// try grades a move in the position of a mistake, with the review's longer search. The answer's Plies are those of the
// judgement after the move, for any grade.
func (s *server) try(ctx context.Context, t *tab, ask tryRequest) (graded, error) {
	if err := checkReviewTime(ask.Time); err != nil {
		return graded{}, err
	}
	p, err := ask.play()
	if err != nil {
		return graded{}, err
	}
	ctx, done, err := t.begin(ctx, ask.Question)
	if err != nil {
		return graded{}, err
	}
	defer done()
	ask.Moves = append(slices.Clone(ask.Moves), moveCode(ask.At, p.side.String()))
	after, err := s.judge(ctx, t, ask.reviewRequest, len(ask.Moves), true)
	if err != nil {
		return graded{}, err
	}
	before := judgement{Side: p.side.String(), X: ask.From, Plies: ask.Plies, Best: -1, Played: ask.At}
	if p.side == board.O {
		before.X = 1 - ask.From
	}
	lost, _ := loss(before, after)
	if isFault(gradeOf(lost)) {
		if err := s.confirm(ctx, t, ask.reviewRequest, &after); err != nil {
			return graded{}, err
		}
		lost, _ = loss(before, after)
	}
	g := graded{Move: len(ask.Moves), From: ask.From, To: 1 - after.chance(), Best: -1, Line: []int{}, Reply: after.Line}
	g.grade(lost, before, after)
	g.Plies = after.Plies // of either side's win, for any grade
	return g, nil
}
