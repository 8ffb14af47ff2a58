package match

import (
	"context"
	"errors"
	"fmt"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/player"
	"tahoun/scripts/koth/protocol"
)

// Swap2 are the terms of the king-of-the-hill: the players place the opening and choose sides, black is x and always
// moves first, and play goes on until the board is full.
var Swap2 = Terms{Width: protocol.Size, Height: protocol.Size, Rule: board.Freestyle, Swap2: true}

// swap2 asks the player of x for the opening, and both for their sides. A result with a reason means that one of them
// lost by a fault.
func (t *referee) swap2(ctx context.Context) (game.Result, error) {
	open, over, err := t.choose(ctx, board.X, protocol.Open)
	if err != nil || over.Reason != "" {
		return over, err
	}
	black, white := open.Squares[:2], open.Squares[2:]
	if over = t.place(board.X, black[0], white[0], black[1]); over.Reason != "" {
		return over, nil
	}
	reply, over, err := t.choose(ctx, board.O, protocol.Answer)
	switch {
	case err != nil || over.Reason != "":
		return over, err
	case reply.Takes == board.X:
		t.swap()
		return over, nil
	case reply.Takes == board.O:
		return t.place(board.O, reply.Squares...), nil
	}
	black, white = reply.Squares[:1], reply.Squares[1:]
	if over = t.place(board.O, white[0], black[0]); over.Reason != "" {
		return over, nil
	}
	reply, over, err = t.choose(ctx, board.X, protocol.Choose)
	if err == nil && over.Reason == "" && reply.Takes == board.O {
		t.swap()
	}
	return over, err
}

// choose asks the player of a side, and returns a reply of the form that the phase wants.
func (t *referee) choose(ctx context.Context, side board.Stone, phase protocol.Phase) (protocol.Reply, game.Result, error) {
	chooser, ok := t.players[side].(player.Chooser)
	if !ok {
		return protocol.Reply{}, game.Result{}, errors.New("wants players that know Swap2: koth:COMMAND")
	}
	c, err := chooser.Choose(ctx, phase, t.ask(side))
	if ctx.Err() != nil {
		return c.Reply, game.Result{Reason: game.Stopped}, nil
	}
	t.used[side] += c.Time
	if err != nil {
		result, err := forfeit(side, err)
		return c.Reply, result, err
	}
	want := wanted[phase]
	if squares, ok := want.squares[c.Reply.Takes]; !ok || len(c.Reply.Squares) != squares {
		detail := fmt.Sprintf("said %q, want %s", c.Reply, want.words)
		return c.Reply, game.Result{Winner: side.Other(), Reason: game.Illegal, Detail: detail}, nil
	}
	return c.Reply, game.Result{}, nil
}

// wanted has the number of squares in a phase's reply by the colour that it takes, and the same in words.
var wanted = map[protocol.Phase]struct {
	squares map[board.Stone]int
	words   string
}{
	protocol.Open:   {map[board.Stone]int{board.Empty: 3}, "three squares"},
	protocol.Answer: {map[board.Stone]int{board.X: 0, board.O: 1, board.Empty: 2}, "B, W and a square, or two squares"},
	protocol.Choose: {map[board.Stone]int{board.X: 0, board.O: 0}, "B or W"},
}

// place places the squares that the player of a side chose as the next stones of the opening, x and o in turn. A square
// that is not free loses.
func (t *referee) place(by board.Stone, squares ...board.Point) game.Result {
	for _, at := range squares {
		side := board.X
		if len(t.g.Opening)%2 != 0 {
			side = board.O
		}
		if _, err := t.b.Play(at, side, t.terms.Rule); err != nil {
			return game.Result{Winner: by.Other(), Reason: game.Illegal, Detail: err.Error()}
		}
		t.stones = append(t.stones, player.Stone{At: at, Side: side})
		t.g.Opening = append(t.g.Opening, at)
	}
	return game.Result{}
}

// swap exchanges the sides of the players.
func (t *referee) swap() {
	t.participants[board.X], t.participants[board.O] = t.participants[board.O], t.participants[board.X]
	t.players[board.X], t.players[board.O] = t.players[board.O], t.players[board.X]
	t.used[board.X], t.used[board.O] = t.used[board.O], t.used[board.X]
	t.g.X, t.g.O = t.g.O, t.g.X
}

// exit tells both who won.
func (t *referee) exit(winner board.Stone) {
	name := map[board.Stone]string{board.X: t.g.X, board.O: t.g.O, board.Empty: protocol.Tie}[winner]
	for _, p := range t.players {
		if p, ok := p.(player.Chooser); ok {
			p.Exit(name)
		}
	}
}
