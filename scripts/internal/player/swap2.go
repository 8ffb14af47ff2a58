package player

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/manager"
)

// ErrNoSwap2 is why a file player cannot choose.
var ErrNoSwap2 = errors.New("the file protocol has no word for choosing a side: Swap2 wants pipe: or koth: players")

// A Chooser is a player that places openings and takes sides by Swap2. All players of the protocols Pipe and Koth are.
type Chooser interface {
	Player
	// Choose asks for the reply of a phase: Open, Answer or Choose. Errors are as for Move; Choose does not judge
	// whether the squares are free.
	Choose(ctx context.Context, phase koth.Phase, ask Request) (Choice, error)
	// Take tells the player its side after a swap.
	Take(side board.Stone)
}

// A Choice is an answer to a phase of Swap2, in the order of the king-of-the-hill: black's squares before white's. At
// is Nowhere.
type Choice struct {
	Answer
	Reply koth.Reply
}

// Take implements Chooser.
func (p *participant) Take(side board.Stone) { p.setting.Side = side }

// Choose implements Chooser by Gomocup's SWAP2BOARD. Under it white moves after three and after five stones: who
// answers with one square takes white and plays there, and SWAP takes black. Where black moves first, the sixth stone
// is not played.
func (p *pipePlayer) Choose(ctx context.Context, phase koth.Phase, ask Request) (Choice, error) {
	var reply koth.Reply
	answer, err := p.turn(ctx, func() (answer Answer, err error) {
		var l line
		if l, answer, err = p.swap2Board(ctx, ask); err != nil {
			return answer, err
		}
		answer.Written = game.Line(excerpt(l.text))
		if reply, err = swap2Reply(phase, l); err != nil {
			return answer, err
		}
		if phase == koth.Choose && p.setting.BlackFirst {
			reply.Squares = nil
		}
		return answer, nil
	})
	return Choice{answer, reply}, err
}

// swap2Board sends SWAP2BOARD and returns the line that answers it. Whether the brain keeps the stones is not known, so
// that the first question for a move is a whole BOARD.
func (p *pipePlayer) swap2Board(ctx context.Context, ask Request) (l line, a Answer, err error) {
	a.At = Nowhere
	if err = p.ready(ctx); err == nil {
		err = p.send(ctx, p.swap2Lines(ask)...)
	}
	limit, begun := p.limit(ask), time.Now()
	if err == nil {
		err = p.send(ctx, "DONE")
	}
	if err != nil {
		return l, a, err
	}
	if l, err = p.swap2Answer(ctx, begun, limit); err != nil {
		a.Time = time.Since(begun)
		return l, a, err
	}
	p.answers++
	a.Time = l.at.Sub(begun)
	if fault := limit.exceeded(a.Time, "took"); fault != nil {
		return l, a, fault
	}
	return l, a, nil
}

// swap2Lines returns the lines of a SWAP2BOARD before DONE. The protocol's lines are x,y; some brains read only lines
// with the field of a BOARD, and others ignore it. White, which is to move, has field 1.
func (p *pipePlayer) swap2Lines(ask Request) []string {
	lines := append(p.timeLeft(ask), "SWAP2BOARD")
	for _, put := range ask.Moves {
		field := 2
		if put.Side == board.O {
			field = 1
		}
		lines = append(lines, fmt.Sprintf("%v,%d", put.At, field))
	}
	return lines
}

func (p *pipePlayer) swap2Answer(ctx context.Context, begun time.Time, limit limit) (line, error) {
	const command = "SWAP2BOARD"
	until := begun.Add(limit.time + limit.grace + overrunWait)
	for {
		l, why := p.next(ctx, until)
		switch {
		case why != running:
			return l, p.noAnswer(ctx, why, command, time.Since(begun), limit)
		case l.kind == move && l.at.Before(begun):
			return l, p.unasked(l)
		case l.kind == move || l.kind == swap:
			return l, nil
		case l.kind == unknown && strings.Contains(strings.ToUpper(l.text), "INFO"): // a key that came before
		case l.kind == failure || l.kind == unknown:
			const cannot = "answered %s with %q: it cannot play by Swap2%s"
			return l, &Fault{game.NoAnswer, fmt.Sprintf(cannot, command, excerpt(l.text), p.pause.Missed())}
		}
	}
}

// swap2Reply returns the reply that an answer to SWAP2BOARD stands for. The answer has its squares in the order of
// play.
func swap2Reply(phase koth.Phase, l line) (koth.Reply, error) {
	if l.kind == swap && phase != koth.Open {
		return koth.Reply{Takes: board.X}, nil
	}
	at := swap2Squares(l.text)
	switch n := len(at); {
	case phase == koth.Open && n == 3:
		return koth.Reply{Squares: []board.Point{at[0], at[2], at[1]}}, nil
	case phase == koth.Answer && n == 2:
		return koth.Reply{Squares: []board.Point{at[1], at[0]}}, nil
	case phase != koth.Open && n == 1:
		return koth.Reply{Takes: board.O, Squares: at}, nil
	}
	want := map[koth.Phase]string{
		koth.Open:   "three squares",
		koth.Answer: "SWAP, one square or two squares",
		koth.Choose: "SWAP or one square",
	}[phase]
	said := fmt.Sprintf("answered SWAP2BOARD with %q, want %s", excerpt(l.text), want)
	return koth.Reply{}, &Fault{game.Illegal, said}
}

// swap2Squares reads squares with blanks between them. It returns nil if there is anything else.
func swap2Squares(text string) []board.Point {
	var all []board.Point
	for word := range strings.FieldsSeq(text) {
		at, written, ok := manager.ScanMove(word)
		if !ok || written != word {
			return nil
		}
		all = append(all, at)
	}
	return all
}
