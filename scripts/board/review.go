package main

import (
	"context"
	"errors"
	"time"

	"tahoun/board"
	"tahoun/search"
)

type reviewRequest struct {
	line
	numbered
	Time int `json:"time"` // ms for each position
}

const (
	longestReview = 60_000 // for a position, in ms
	checkFactor   = 10     // times as long the position after a mistake is searched before the mistake is named
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
}

// chance returns the chance to win of the side to move.
func (j judgement) chance() float64 {
	if j.Side == "x" {
		return j.X
	}
	return 1 - j.X
}

// A mistake is a move that cost its side something.
type mistake struct {
	Move  int     `json:"move"` // its number, from 1
	Kind  string  `json:"kind"` // see the kinds
	Plies int     `json:"plies,omitempty"`
	From  float64 `json:"from"` // the chance of its side with the best move, and with the move
	To    float64 `json:"to"`
	Best  int     `json:"best"`
	Line  []int   `json:"line"`
}

// The kinds of mistakes, the worst first.
const (
	gaveWin  = "gave away a win"  // Plies is the length of the win
	gaveLoss = "allowed a win"    // Plies is the length of the opponent's win
	gaveLead = "cost some chance" // at least bigDrop
)

const (
	bigDrop      = 0.2 // loss of chance that makes a move a mistake
	hopeless     = 0.1 // chance below which nothing is left to give away
	stillWinning = 0.9 // chance from which a win whose proof was not found in time counts as kept
)

// review evaluates every position of a game, the last one first: the table of those searches helps the earlier ones.
// It sends each judgement and then the mistakes.
func (s *server) review(ctx context.Context, t *tab, ask reviewRequest, send func(any) error) error {
	if ask.Time < 1 || ask.Time > longestReview {
		return errors.New("want 1 to 60000 ms for each position")
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
		if all[n], err = s.judge(ctx, t, ask, n); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := send(all[n]); err != nil {
			return err
		}
	}
	if err := s.check(ctx, t, ask, all, send); err != nil {
		return err
	}
	return send(map[string][]mistake{"mistakes": mistakes(all)})
}

// check searches longer where a move seems a mistake: the position after it, which may hold the win after all, and then
// the one before it, which may have been worse than it seemed. It sends the new judgements.
func (s *server) check(ctx context.Context, t *tab, ask reviewRequest, all []judgement,
	send func(any) error) (err error) {
	ask.Time = min(checkFactor*ask.Time, longestReview)
	for _, m := range mistakes(all) {
		for _, n := range []int{m.Move, m.Move - 1} {
			if all[n], err = s.judge(ctx, t, ask, n); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			all[n].Checked = true
			if err := send(all[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *server) judge(ctx context.Context, t *tab, ask reviewRequest, n int) (judgement, error) {
	cut := ask.line
	cut.Moves = ask.Moves[:n]
	p, err := cut.play()
	if err != nil {
		return judgement{}, err
	}
	j := judgement{After: n, Side: p.side.String(), Best: -1, Played: -1, Line: []int{}}
	if n < len(ask.Moves) {
		j.Played = ask.Moves[n] >> 1
	}
	if p.end != nil {
		j.X = map[string]float64{"x": 1, "o": 0, "": .5}[p.end.Winner]
		j.Played = -1
		return j, nil
	}
	err = t.guarded(func() error {
		limits := s.limits(time.Now(), time.Duration(ask.Time)*time.Millisecond)
		job := t.engineFor(p.rule).NewJob(p.board, p.side, limits)
		job.Analyse(ctx, 1, func(a search.Analysis) {
			v := p.variation(a.Moves[0])
			j.X, j.Plies, j.Best, j.Score, j.Line = v.Chance, v.Plies, v.At, v.Score, v.Line
		})
		return nil
	})
	if p.side == board.O {
		j.X = 1 - j.X
	}
	return j, err
}

// mistakes returns the moves that cost their side a win, a game that was not lost, or much of its chance. all holds the
// judgements of all positions of a game in their order.
func mistakes(all []judgement) []mistake {
	found := []mistake{}
	for n := 0; n+1 < len(all); n++ {
		before, after := all[n], all[n+1]
		if before.Played == before.Best || before.Side == after.Side {
			continue
		}
		m := mistake{Move: n + 1, From: before.chance(), To: 1 - after.chance(), Best: before.Best, Line: before.Line}
		switch wonAfter := after.Plies < 0 || after.Best < 0 && m.To == 1; {
		case before.Plies > 0 && !wonAfter && m.To < stillWinning:
			m.Kind, m.Plies = gaveWin, before.Plies
		case before.Plies == 0 && after.Plies > 0 && m.From >= hopeless:
			m.Kind, m.Plies = gaveLoss, after.Plies
		case before.Plies == 0 && m.From-m.To >= bigDrop:
			m.Kind = gaveLead
		default:
			continue
		}
		found = append(found, m)
	}
	return found
}
