package player

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/manager"
)

// exitWait is how long a bot may take to end after EXIT.
const exitWait = 500 * time.Millisecond

// An Exiter is a player that is told who won. All players of the protocol Koth are.
type Exiter interface {
	// Exit tells a bot that has played who won, a label or koth.Tie, and ends it.
	Exit(winner string)
}

// A kothPlayer is a bot of the king-of-the-hill. The referee is its judge.
type kothPlayer struct {
	dialogue
	rng    *rand.Rand
	rounds int // number of rounds so far
}

// newKothPlayer returns a bot. Its working folder is the persistent one.
func newKothPlayer(s *participant) (*kothPlayer, error) {
	if s.setting.Width != koth.Size || s.setting.Height != koth.Size {
		return nil, fmt.Errorf("want a board of %[1]dx%[1]d, got %dx%d", koth.Size, s.setting.Width, s.setting.Height)
	}
	seed := uint64(s.setting.Seed)
	s.workDir = s.keepDir
	s.spec.Files = manager.Unix
	s.spec.Args = append(slices.Clone(s.spec.Args), s.setting.Opponent, strconv.FormatUint(seed, 10))
	rng := rand.New(rand.NewPCG(seed, uint64(s.setting.Side)))
	return &kothPlayer{dialogue: dialogue{participant: s}, rng: rng}, nil
}

// Move asks for the move of a round.
func (p *kothPlayer) Move(ctx context.Context, ask Request) (Answer, error) {
	c, err := p.say(ctx, koth.Message{Phase: koth.Round, Number: p.rounds}, ask)
	p.rounds++
	switch {
	case c.Reply.Takes == board.Empty && len(c.Reply.Squares) == 1:
		c.At = c.Reply.Squares[0]
	case err == nil:
		err = &Fault{game.Illegal, fmt.Sprintf("said %q, want one square", c.Reply)}
	}
	return c.Answer, err
}

// Choose implements Chooser.
func (p *kothPlayer) Choose(ctx context.Context, phase koth.Phase, ask Request) (Choice, error) {
	return p.say(ctx, koth.Message{Phase: phase}, ask)
}

// say sends a message with the stones of the position in random order, and reads the reply. The clock runs from just
// before the line is written until the answer's line has come.
func (p *kothPlayer) say(ctx context.Context, m koth.Message, ask Request) (Choice, error) {
	var reply koth.Reply
	for _, put := range ask.Moves {
		m.Stones = append(m.Stones, koth.Stone(put))
	}
	p.rng.Shuffle(len(m.Stones), func(i, j int) { m.Stones[i], m.Stones[j] = m.Stones[j], m.Stones[i] })
	answer, err := p.turn(ctx, func() (Answer, error) {
		none := Answer{At: Nowhere}
		if p.proc == nil {
			if err := p.launch(replies); err != nil {
				return none, err
			}
		}
		if err := p.drainUnasked(ctx); err != nil {
			return none, err
		}
		limit, begun := p.limit(ask), time.Now()
		if err := p.send(ctx, m.String()); err != nil {
			return none, err
		}
		l, why := p.next(ctx, begun.Add(limit.time+limit.grace+overrunWait))
		if why != running {
			none.Time = time.Since(begun)
			return none, p.noAnswer(ctx, why, excerpt(m.String()), none.Time, limit)
		}
		if l.at.Before(begun) {
			return none, p.unasked(l)
		}
		p.answers++
		none.Time = l.at.Sub(begun)
		var err error
		if reply, err = koth.ParseReply(l.text); err != nil {
			return none, &Fault{game.Illegal, err.Error()}
		}
		if fault := limit.exceeded(none.Time, "took"); fault != nil {
			return none, fault
		}
		return none, nil
	})
	return Choice{answer, reply}, err
}

// replies takes every line as an answer.
var replies = grammar{parse: func(text string) line { return line{kind: move, text: text, move: Nowhere} }}

// Exit implements Exiter.
func (p *kothPlayer) Exit(winner string) {
	p.moveLock.Lock()
	defer p.moveLock.Unlock()
	if p.proc != nil {
		p.shutDown(koth.Message{Phase: koth.Exit, Winner: winner}.String(), exitWait)
	}
}

// End ends the bot without a message.
func (p *kothPlayer) End() error {
	return p.end(func() {
		if p.proc != nil {
			p.close()
		}
	})
}
