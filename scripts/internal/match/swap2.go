package match

import (
	"cmp"
	"context"
	"fmt"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/player"
)

// Koth are the terms of the king-of-the-hill: Swap2 in which black moves first after every opening, and play goes on
// until the board is full. Black is x.
var Koth = Terms{Width: koth.Size, Height: koth.Size, Rule: board.Freestyle, Swap2: true, BlackFirst: true}

func (t Terms) checkSwap2() error {
	switch {
	case !t.Swap2:
		return nil
	case t.BlackFirst && (t.Width != koth.Size || t.Height != koth.Size || t.Rule != 0 || t.Walls != nil):
		return fmt.Errorf("match: the king-of-the-hill wants a %[1]dx%[1]d board without walls, and rule 0", koth.Size)
	case t.Walls != nil:
		return fmt.Errorf("match: Swap2 wants a board without walls: SWAP2BOARD has no word for them")
	case min(t.Width, t.Height) < 5:
		return fmt.Errorf("match: Swap2 wants a board of 5x5 or more, got %dx%d", t.Width, t.Height)
	}
	return nil
}

// swap2 asks the player of x for the opening, and both for their sides. A result with a reason means that one of them
// lost by a fault.
func (r *referee) swap2(ctx context.Context) (game.Result, error) {
	open, over, err := r.choose(ctx, board.X, koth.Open)
	if err != nil || over.Reason != "" {
		return over, err
	}
	black, white := open.Squares[:2], open.Squares[2:]
	if over = r.place(board.X, black[0], white[0], black[1]); over.Reason != "" {
		return over, nil
	}
	reply, over, err := r.choose(ctx, board.O, koth.Answer)
	switch {
	case err != nil || over.Reason != "":
		return over, err
	case reply.Takes == board.X:
		r.swap()
		return over, nil
	case reply.Takes == board.O:
		return r.place(board.O, reply.Squares...), nil
	}
	black, white = reply.Squares[:1], reply.Squares[1:]
	if over = r.place(board.O, white[0], black[0]); over.Reason != "" {
		return over, nil
	}
	reply, over, err = r.choose(ctx, board.X, koth.Choose)
	if err != nil || over.Reason != "" || reply.Takes == board.X {
		return over, err
	}
	r.swap()
	return r.place(board.O, reply.Squares...), nil
}

func (r *referee) next() board.Stone {
	if r.terms.BlackFirst || len(r.stones)%2 == 0 {
		return board.X
	}
	return board.O
}

// choose asks the player of a side, and returns a reply of the form that the phase wants.
func (r *referee) choose(ctx context.Context, side board.Stone, phase koth.Phase) (koth.Reply, game.Result, error) {
	chooser, ok := r.players[side].(player.Chooser)
	if !ok {
		return koth.Reply{}, game.Result{}, fmt.Errorf("%s: %w", r.participants[side].Spec.Label, player.ErrNoSwap2)
	}
	c, err := chooser.Choose(ctx, phase, r.ask(side))
	if ctx.Err() != nil {
		return c.Reply, game.Result{Reason: game.Stopped}, nil
	}
	r.used[side] += c.Time
	if err != nil {
		result, err := forfeit(side, err)
		return c.Reply, result, err
	}
	if left := r.overdrawn(side); left != "" {
		return c.Reply, game.Result{Winner: side.Other(), Reason: game.OutOfTime, Detail: left}, nil
	}
	want := r.terms.wanted(phase)
	if squares, ok := want.squares[c.Reply.Takes]; !ok || len(c.Reply.Squares) != squares {
		detail := fmt.Sprintf("said %q, want %s", cmp.Or(c.Written, c.Reply.String()), want.words)
		return c.Reply, game.Result{Winner: side.Other(), Reason: game.Illegal, Detail: detail}, nil
	}
	return c.Reply, game.Result{}, nil
}

// A form is how the reply of a phase looks: the number of squares by the colour that it takes, and the same in words.
type form struct {
	squares map[board.Stone]int
	words   string
}

// wanted returns the form of a phase's reply. Who chooses white after five stones plays the sixth, unless black moves
// first.
func (t Terms) wanted(phase koth.Phase) form {
	switch {
	case phase == koth.Open:
		return form{map[board.Stone]int{board.Empty: 3}, "three squares"}
	case phase == koth.Answer && t.BlackFirst:
		return form{map[board.Stone]int{board.X: 0, board.O: 1, board.Empty: 2}, "B, W and a square, or two squares"}
	case phase == koth.Answer:
		return form{map[board.Stone]int{board.X: 0, board.O: 1, board.Empty: 2}, "SWAP, one square or two squares"}
	case t.BlackFirst:
		return form{map[board.Stone]int{board.X: 0, board.O: 0}, "B or W"}
	}
	return form{map[board.Stone]int{board.X: 0, board.O: 1}, "SWAP or one square"}
}

// place places the squares that the player of a side chose as the next stones of the opening, x and o in turn. A square
// that is not free loses.
func (r *referee) place(by board.Stone, squares ...board.Point) game.Result {
	for _, at := range squares {
		side := board.X
		if len(r.g.Opening)%2 != 0 {
			side = board.O
		}
		if _, err := r.b.Play(at, side, r.terms.Rule); err != nil {
			return game.Result{Winner: by.Other(), Reason: game.Illegal, Detail: err.Error()}
		}
		r.stones = append(r.stones, player.Stone{At: at, Side: side})
		r.g.Opening = append(r.g.Opening, at)
	}
	return game.Result{}
}

func (r *referee) swap() {
	r.participants[board.X], r.participants[board.O] = r.participants[board.O], r.participants[board.X]
	r.players[board.X], r.players[board.O] = r.players[board.O], r.players[board.X]
	r.used[board.X], r.used[board.O] = r.used[board.O], r.used[board.X]
	r.g.X, r.g.O = r.g.O, r.g.X
	for side, p := range r.players {
		if p, ok := p.(player.Chooser); ok {
			p.Take(board.Stone(side))
		}
	}
}

// exit tells those who want to know it who won.
func (r *referee) exit(winner board.Stone) {
	name := map[board.Stone]string{board.X: r.g.X, board.O: r.g.O, board.Empty: koth.Tie}[winner]
	for _, p := range r.players {
		if p, ok := p.(player.Exiter); ok {
			p.Exit(name)
		}
	}
}
