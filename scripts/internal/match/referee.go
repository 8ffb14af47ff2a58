package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/stealtime"
)

// Terms are the conditions that all games of a match share.
type Terms struct {
	Width, Height int
	Rule          board.Rule
	Walls         []board.Point // squares that are `#` from the start
	Spare         int           // a game ends when no more squares than these are empty; managers use 25
	MaxMoves      int           // a game ends when so many stones were put, the opening included; 0: never
	Swap2         bool          // the players place the opening and choose sides
	Resign        Resign
	Draw          Draw
	BlackFirst    bool // after a Swap2 opening x moves, whatever its stones; otherwise the sides go on in turn
}

// Spare is how many squares the reference manager leaves empty: the last ones never decide a game.
const Spare = 25

// Check returns an error if the terms are not playable.
func (t Terms) Check() error {
	if min(t.Width, t.Height) < 1 || max(t.Width, t.Height) > board.MaxSide {
		return fmt.Errorf("match: want sides from 1 to %d, got %dx%d", board.MaxSide, t.Width, t.Height)
	}
	if _, ok := t.Rule.Sensible(); !ok {
		return fmt.Errorf("match: invalid rule %d", t.Rule)
	}
	for i, p := range t.Walls {
		if p.X < 0 || p.Y < 0 || p.X >= t.Width || p.Y >= t.Height || slices.Contains(t.Walls[:i], p) {
			return fmt.Errorf("match: wall %v: want different squares of the board", p)
		}
	}
	if err := t.checkSwap2(); err != nil {
		return err
	}
	if t.Spare < 0 {
		return fmt.Errorf("match: want 0 or more squares left empty, got %d", t.Spare)
	}
	if free := t.Width*t.Height - len(t.Walls); free <= t.Spare {
		return fmt.Errorf("match: want more than %d free squares, since a game ends there; got %d", t.Spare, free)
	}
	return nil
}

func (t Terms) board() *board.Board {
	b := board.New(t.Width, t.Height)
	for _, p := range t.Walls {
		b.Set(p, board.Wall)
	}
	return b
}

// A Participant is a player of a match: its limits, and how it is started.
type Participant struct {
	Spec player.Spec
	Open Open
}

// Open starts a player for a game. player.New is one; tests have others.
type Open func(player.Spec, player.Setting) (player.Player, error)

// A referee runs one game.
type referee struct {
	terms        Terms
	seed         uint32
	g            *game.Game
	b            *board.Board
	participants [3]Participant // by board.Stone
	players      [3]player.Player
	used         [3]time.Duration
	steal        stealtime.Reading // after the last move: the next one begins at once
	rows         [3]int
	stones       []player.Stone
	onMove       func(*game.Game)
}

// Play plays a game and returns it, with the result Stopped if ctx ended before it was decided. It calls onMove, if not
// nil, after every move, on the calling goroutine. Under Swap2 x opens; in the returned game the players have the sides
// that they took. If files of a player cannot be removed after the game, the result's detail names them. An error
// means that the manager failed, not a player; the game then has no result.
func Play(ctx context.Context, terms Terms, p Pairing, x, o Participant, onMove func(*game.Game)) (*game.Game, error) {
	r := &referee{
		terms: terms, seed: p.Seed, b: terms.board(),
		participants: [3]Participant{board.X: x, board.O: o}, onMove: onMove,
		g: &game.Game{
			ID: p.ID, Pair: p.Pair, Round: p.Round,
			Width: terms.Width, Height: terms.Height, Rule: terms.Rule, Walls: terms.Walls,
			Opening: p.Opening, X: x.Spec.Label, O: o.Spec.Label, Start: time.Now(),
		},
	}
	if err := terms.place(r.b, p.Opening); err != nil {
		return r.g, fmt.Errorf("match: game %d: opening: %w", game.Number(p.ID), err)
	}
	side := board.X
	for _, at := range p.Opening {
		r.stones = append(r.stones, player.Stone{At: at, Side: side})
		side = side.Other()
	}
	result, err := r.play(ctx, side)
	if terms.Swap2 && err == nil && result.Reason != game.Stopped {
		r.exit(result.Winner)
	}
	if remains := r.end(); remains != nil {
		result.Detail = strings.TrimPrefix(result.Detail+"; left behind: "+remains.Error(), "; ")
	}
	if err != nil && ctx.Err() != nil {
		result, err = game.Result{Reason: game.Stopped}, nil
	}
	if err != nil {
		return r.g, fmt.Errorf("match: game %d, %s against %s: %w", game.Number(p.ID), r.g.X, r.g.O, err)
	}
	r.g.End(result)
	return r.g, nil
}

// play starts the players and asks them in turn until there is a result.
func (r *referee) play(ctx context.Context, side board.Stone) (game.Result, error) {
	if ctx.Err() != nil {
		return game.Result{Reason: game.Stopped}, nil
	}
	if result, err := r.open(); err != nil || result.Reason != "" {
		return result, err
	}
	r.g.Start = time.Now()
	if r.terms.Swap2 {
		if result, err := r.swap2(ctx); err != nil || result.Reason != "" {
			return result, err
		}
		side = r.next()
	}
	r.steal = stealtime.Read()
	judge := adjudicator{resign: r.terms.Resign, draw: r.terms.Draw}
	for ctx.Err() == nil {
		if result, over := r.final(); over {
			return result, nil
		}
		if result, over := judge.result(r.g); over {
			return result, nil
		}
		result, err := r.move(ctx, side)
		if err != nil || result.Reason != "" {
			return result, err
		}
		side = side.Other()
	}
	return game.Result{Reason: game.Stopped}, nil
}

// open starts both players at once. If neither starts, x loses.
func (r *referee) open() (game.Result, error) {
	var faults [3]error
	bothSides(func(s board.Stone) {
		p := r.participants[s]
		r.players[s], faults[s] = p.Open(p.Spec, player.Setting{
			Width: r.terms.Width, Height: r.terms.Height, Rule: r.terms.Rule, Side: s,
			Game: r.g.ID, Opponent: r.participants[s.Other()].Spec.Label, Seed: r.seed, BlackFirst: r.terms.BlackFirst,
		})
	})
	for s, err := range faults {
		if err != nil {
			return forfeit(board.Stone(s), err)
		}
	}
	return game.Result{}, nil
}

// end ends both players at once.
func (r *referee) end() error {
	var faults [3]error
	bothSides(func(s board.Stone) {
		if p := r.players[s]; p != nil {
			faults[s] = p.End()
		}
	})
	return errors.Join(faults[:]...)
}

// bothSides calls do for both sides at once.
func bothSides(do func(board.Stone)) {
	parallel.Each(2, 2, func(i int) { do(board.X + board.Stone(i)) })
}

// forfeit turns a player's fault into a result. Any other error is the manager's and stays one.
func forfeit(side board.Stone, err error) (game.Result, error) {
	var fault *player.Fault
	if !errors.As(err, &fault) {
		return game.Result{}, err
	}
	return game.Result{Winner: side.Other(), Reason: fault.Reason, Detail: fault.Detail}, nil
}

// final reports whether the game ends because the board is full or the game has MaxMoves stones, with the result.
func (r *referee) final() (game.Result, bool) {
	result := game.Result{Reason: game.Full}
	switch {
	case r.b.Count(board.Empty) <= r.terms.Spare:
	case r.terms.MaxMoves > 0 && len(r.stones) >= r.terms.MaxMoves:
		result = game.Result{Reason: game.Adjudged, Detail: fmt.Sprintf("after %d moves", len(r.stones))}
	default:
		return game.Result{}, false
	}
	if r.terms.Rule&board.Continuous == 0 {
		return result, true
	}
	x, o := r.rows[board.X], r.rows[board.O]
	detail := fmt.Sprintf("%d to %d", x, o)
	if result.Detail != "" {
		detail += " " + result.Detail
	}
	result = game.Result{Reason: game.MoreRows, Detail: detail}
	result.Winner = map[int]board.Stone{1: board.X, -1: board.O}[cmp.Compare(x, o)]
	return result, true
}

func (r *referee) ask(side board.Stone) player.Request {
	return player.Request{Board: r.b.Clone(), Moves: slices.Clone(r.stones), Left: r.left(side)}
}

// left returns the time that side has left in the game, negative if it is overdrawn.
func (r *referee) left(side board.Stone) time.Duration {
	spec := r.participants[side].Spec
	left := spec.Match - r.used[side]
	for _, m := range r.g.Moves {
		if m.Side == side {
			left += spec.Increment
		}
	}
	return left
}

// move asks side for a move and judges it. A result without a reason means that play goes on.
func (r *referee) move(ctx context.Context, side board.Stone) (game.Result, error) {
	spec := r.participants[side].Spec
	ask := r.ask(side)
	limit, _ := spec.Limit(ask.Left)
	answer, err := r.players[side].Move(ctx, ask)
	if ctx.Err() != nil {
		return game.Result{Reason: game.Stopped}, nil
	}
	before := r.steal
	r.steal = stealtime.Read()
	taken := r.steal.WorstSince(before)
	r.used[side] += answer.Time
	if err != nil {
		result, err := forfeit(side, err)
		if late := result.Reason == game.OutOfTime || result.Reason == game.OutOfSpace; late {
			_, _ = r.put(side, answer, limit, taken) // for the record, if there was an answer
		}
		return result, err
	}
	overdrawn := r.overdrawn(side) // before the move earns its increment
	out, err := r.put(side, answer, limit, taken)
	switch {
	case err != nil:
		detail := asWritten(answer, err) + player.Said(answer.Message)
		return game.Result{Winner: side.Other(), Reason: game.Illegal, Detail: detail}, nil
	case overdrawn != "":
		return game.Result{Winner: side.Other(), Reason: game.OutOfTime, Detail: overdrawn}, nil
	case out.Foul:
		detail := answer.At.String() + " is forbidden to x"
		return game.Result{Winner: side.Other(), Reason: game.Foul, Detail: detail}, nil
	case out.Five() && r.terms.Rule&board.Continuous == 0:
		return game.Result{Winner: side, Reason: game.Row}, nil
	}
	return game.Result{}, nil
}

// overdrawn says by how much a side has overdrawn the match limit and grace, "" if it has not.
func (r *referee) overdrawn(side board.Stone) string {
	spec, left := r.participants[side].Spec, r.left(side)
	if spec.Match <= 0 || left >= -spec.Grace {
		return ""
	}
	return fmt.Sprintf("used %v in the game, limit %v", r.used[side].Round(time.Millisecond), r.used[side]+left)
}

// asWritten returns why a move is illegal, with the move as the player wrote it: reading replaces a number that is too
// big for any board.
func asWritten(answer player.Answer, err error) string {
	why, found := strings.CutPrefix(err.Error(), answer.At.String())
	if !found || answer.Written == "" {
		return err.Error()
	}
	return answer.Written + why
}

// put places a stone and records it, with its limit and the steal time meanwhile. It returns an error if the square is
// not free.
func (r *referee) put(side board.Stone, answer player.Answer, limit, taken time.Duration) (board.Outcome, error) {
	out, err := r.b.Play(answer.At, side, r.terms.Rule)
	if err != nil {
		return out, err
	}
	if out.Five() {
		r.rows[side]++
	}
	left := time.Duration(-1)
	if spec := r.participants[side].Spec; spec.Match > 0 {
		left = max(0, r.left(side)+spec.Increment)
	}
	r.stones = append(r.stones, player.Stone{At: answer.At, Side: side})
	r.g.Add(game.Move{
		At: answer.At, Side: side, Time: answer.Time, Limit: limit, Steal: taken, Left: left,
		Memory: answer.Memory, Message: answer.Message, Row: out.Row,
	})
	if r.onMove != nil {
		r.onMove(r.g)
	}
	return out, nil
}
