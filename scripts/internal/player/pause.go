package player

import (
	"context"
	"fmt"
	"time"

	"tahoun/scripts/internal/cli"
)

// DefaultPause is the pause of a pipe brain whose Spec names none. Well-known brains print their move before they are
// ready to read, and throw away the start of a line that comes within about a millisecond, on a busy machine later. The
// judge of Gomocup leaves about so much by its way of waiting (see OPTIONS.md of the arena).
const DefaultPause = 20 * time.Millisecond

// mostPause is the longest pause: the end of a game may have to wait for it.
const mostPause = 10 * time.Second

// kothPause is the pause of a koth bot. Only a second answer, which nobody asked for, is waited for.
const kothPause = time.Millisecond

// A Pause keeps lines to a program back until some time after its move. It lies before the question, so that no clock
// runs meanwhile.
type Pause struct {
	length  time.Duration
	movedAt time.Time // when the last move came; zero: none yet
	askedAt time.Time // when the first line after it was sent; zero: not yet
}

// NewPause returns the pause of a player.
func NewPause(s Spec) Pause {
	switch {
	case s.Protocol == Koth:
		return Pause{length: kothPause}
	case s.Pause != nil:
		return Pause{length: *s.Pause}
	}
	return Pause{length: DefaultPause}
}

// Moved begins the pause: a move came at that time.
func (p *Pause) Moved(at time.Time) { p.movedAt, p.askedAt = at, time.Time{} }

// Wait returns at the end of the pause, or with ctx. A line is then sent.
func (p *Pause) Wait(ctx context.Context) {
	p.rest(ctx)
	if p.askedAt.IsZero() {
		p.askedAt = time.Now()
	}
}

// rest waits for the end of the pause, or for that of ctx.
func (p *Pause) rest(ctx context.Context) {
	left := time.Until(p.movedAt.Add(p.length))
	if left <= 0 {
		return
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// soon is how soon after a move the next line may come too early for a brain on a busy machine.
const soon = 100 * time.Millisecond

// Missed says for the detail of a Fault that the program may have missed the lines that were sent last, "" if they came
// late enough.
func (p *Pause) Missed() string {
	gap := p.askedAt.Sub(p.movedAt)
	if p.movedAt.IsZero() || p.askedAt.IsZero() || gap > soon {
		return ""
	}
	return fmt.Sprintf("; the question came %v after its own move: a program that prints its move before it is ready"+
		" to read loses such a line (see the option pause)", gap.Round(time.Microsecond))
}

func (s *Spec) setPause(text string) error {
	d, err := cli.ParseTime(text)
	switch {
	case err != nil:
		return err
	case d > mostPause:
		return fmt.Errorf("want %v at most", mostPause)
	case d == DefaultPause: // logs have no key for it
		s.Pause = nil
	default:
		s.Pause = &d
	}
	return nil
}

// pause describes the pause in words, "" if it is the default or does not concern the player.
func (s Spec) pause() string {
	if s.Protocol != Pipe || s.Pause == nil {
		return ""
	}
	return fmt.Sprintf("pause %v", *s.Pause)
}
