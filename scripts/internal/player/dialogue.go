package player

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"tahoun/scripts/internal/game"
)

// A dialogue is a program that runs for a whole game: it gets lines on standard input and answers with lines on
// standard output. The dialogue does not interpret them.
type dialogue struct {
	*participant
	proc    *process // nil before the first move
	stdin   *os.File
	stdout  *os.File
	in      *lineReader
	pause   Pause
	answers int // given by this process
}

func (d *dialogue) launch(g grammar) error {
	run, stdin, stdout, err := d.startPiped()
	if err != nil {
		return d.wrap(err)
	}
	d.proc, d.stdin, d.stdout, d.in = run, stdin, stdout, newLineReader(stdout, g, d.setting.Transcript)
	d.pause, d.answers = NewPause(d.spec), 0
	return nil
}

// turn calls ask, which talks with the program, and adds memory and messages to its answer.
func (d *dialogue) turn(ctx context.Context, ask func() (Answer, error)) (Answer, error) {
	d.moveLock.Lock()
	defer d.moveLock.Unlock()
	if d.closed() || ctx.Err() != nil {
		return Answer{At: Nowhere}, d.cancelError(ctx)
	}
	answer, err := ask()
	d.setting.Transcript.save()
	if d.proc != nil {
		d.proc.sampleMemory()
		d.peak = max(d.peak, d.proc.peak.Load())
	}
	answer.Memory = d.peak
	if d.in != nil {
		answer.Message = d.in.takeTalk()
	}
	// Too much memory takes precedence: it may be the cause of any other fault.
	fault := new(Fault)
	if tooMuch := d.outOfSpace(); tooMuch != nil && (err == nil || errors.As(err, &fault)) {
		err = tooMuch
	}
	return answer, err
}

// drainUnasked waits for the end of the pause, then reads lines that came unasked.
func (d *dialogue) drainUnasked(ctx context.Context) error {
	d.pause.rest(ctx)
	for {
		select {
		case l := <-d.in.answers:
			if err := d.unasked(l); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// unasked returns the Fault of a line that came without a question, nil if it is none. The arena would take a move for
// the answer to the next question. An ERROR may answer a line that the program does not know, and may come later.
func (d *dialogue) unasked(l line) error {
	said := fmt.Sprintf("said %q unasked, after %d answers", excerpt(l.text), d.answers)
	switch l.kind {
	case move:
		return &Fault{game.Illegal, said}
	case failure:
		return &Fault{game.NoAnswer, said}
	}
	return nil
}

// running is the waitEnd that next returns with a line.
const running waitEnd = -1

// next waits for the next line that is not talk.
func (d *dialogue) next(ctx context.Context, until time.Time) (line, waitEnd) {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case l := <-d.in.answers:
		return d.received(l), running
	case <-d.proc.ended:
		return d.lastWords()
	case <-timer.C:
		return line{}, timedOut
	case <-ctx.Done():
	case <-d.quit:
	}
	return line{}, cancelled
}

// received returns a line that came. A move begins the pause.
func (d *dialogue) received(l line) line {
	if l.kind == move || l.kind == swap {
		d.pause.Moved(l.at)
	}
	return l
}

// lastWords returns the next line of a program that has ended. It first kills the program's children, since they may
// hold the pipe.
func (d *dialogue) lastWords() (line, waitEnd) {
	_ = d.proc.finish()
	stopReading(d.stdout, d.in.done)
	select {
	case l := <-d.in.answers:
		return d.received(l), running
	default:
		return line{}, exited
	}
}

// send writes commands, after the pause. It kills a program that does not read them. That a program has ended is
// reported by the wait for its answer.
func (d *dialogue) send(ctx context.Context, commands ...string) error {
	if len(commands) == 0 {
		return nil
	}
	d.pause.Wait(ctx)
	end := d.spec.Files.LineEnd()
	text := strings.Join(commands, end) + end
	d.setting.Transcript.input(commands...)
	written := make(chan struct{})
	go func(stdin *os.File) {
		defer close(written)
		_, _ = stdin.WriteString(text)
	}(d.stdin)
	timer := time.NewTimer(d.spec.Startup)
	defer timer.Stop()
	select {
	case <-written:
		return nil
	case <-d.proc.ended:
		return nil
	case <-timer.C:
		d.close()
		said := fmt.Sprintf("did not read %s within %v%s", commands[0], d.spec.Startup, d.proc.stderrTail())
		return &Fault{game.OutOfTime, said}
	case <-ctx.Done():
	case <-d.quit:
	}
	d.close()
	return d.cancelError(ctx)
}

func (d *dialogue) close() {
	_ = d.proc.finish()
	stopReading(d.stdout, d.in.done)
	d.stdin.Close()
	d.peak = max(d.peak, d.proc.peak.Load())
}

// noAnswer ends a program that did not answer, and returns the error.
func (d *dialogue) noAnswer(ctx context.Context, why waitEnd, command string, took time.Duration, limit limit) error {
	if why == cancelled {
		d.close()
		return d.cancelError(ctx)
	}
	said := Said(d.in.lastTalk())
	if why == exited {
		if err := d.proc.finish(); err != nil {
			return d.wrap(err)
		}
		said = fmt.Sprintf("ended without an answer to %s; %s%s", command, d.proc.exitStatus(), said)
		return &Fault{game.Crash, said}
	}
	d.close()
	silent := limit.describe(took, "no answer to "+command+" after") + d.proc.stderrTail() + said
	return &Fault{game.OutOfTime, silent + d.pause.Missed()}
}

// refused returns the Fault of a command that was answered with a line that is no answer to it.
func (d *dialogue) refused(command string, l line) *Fault {
	return &Fault{game.NoAnswer, fmt.Sprintf("answered %s with %q%s", command, excerpt(l.text), d.pause.Missed())}
}

// shutDown sends a last line to the program, waits for its end for up to patience, and then kills it. The line needs no
// pause, since the end of its input follows.
func (d *dialogue) shutDown(last string, patience time.Duration) {
	if !d.proc.over() {
		d.setting.Transcript.input(last)
		last += d.spec.Files.LineEnd()
		go func(stdin *os.File) {
			_, _ = stdin.WriteString(last)
			stdin.Close()
		}(d.stdin)
		select {
		case <-d.proc.ended:
		case <-time.After(patience):
		}
	}
	d.close()
}
