package player

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"tahoun/scripts/arena/game"
)

// breath is left between a program's answer and the next line for it: some drop a line that comes within
// microseconds.
const breath = time.Millisecond

// A dialogue is a program that lives for a game: lines on its standard input, lines in answer on its standard
// output. What they mean it does not know.
type dialogue struct {
	*seat
	run     *process // nil before the first move
	stdin   *os.File
	stdout  *os.File
	in      *inbox
	heard   time.Time // when the last line was read that may be an answer
	answers int       // given by this process
}

// launch starts the program. parse tells what its lines mean.
func (d *dialogue) launch(parse func(text string) line) error {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return d.wrap(err)
	}
	defer inRead.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inWrite.Close()
		return d.wrap(err)
	}
	defer outWrite.Close()
	run, err := d.start(inRead, outWrite)
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return d.wrap(err)
	}
	d.run, d.stdin, d.stdout, d.in = run, inWrite, outRead, newInbox(outRead, parse)
	d.answers = 0
	return nil
}

// turn lets ask talk with the program, and adds to its answer what the program used and said.
func (d *dialogue) turn(ctx context.Context, ask func() (Answer, error)) (Answer, error) {
	d.moving.Lock()
	defer d.moving.Unlock()
	if d.closed() || ctx.Err() != nil {
		return Answer{At: Nowhere}, d.calledOff(ctx)
	}
	answer, err := ask()
	if d.run != nil {
		d.run.look()
		d.peak = max(d.peak, d.run.peak.Load())
	}
	answer.Memory = d.peak
	if d.in != nil {
		answer.Message = d.in.take()
	}
	// Too much memory explains whatever else went wrong.
	fault := new(Fault)
	if tooMuch := d.outOfSpace(); tooMuch != nil && (err == nil || errors.As(err, &fault)) {
		err = tooMuch
	}
	return answer, err
}

// quiet waits until the program has had time to breathe, then looks whether it said something unasked.
func (d *dialogue) quiet() error {
	time.Sleep(time.Until(d.heard.Add(breath)))
	for {
		select {
		case l := <-d.in.replies:
			if err := d.unasked(l); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// unasked returns the Fault of a line that came without a question, nil if it is none. A move would be taken for the
// answer to the next question. An ERROR may answer a line that the program does not know, and is read now or later.
func (d *dialogue) unasked(l line) error {
	said := fmt.Sprintf("says %q without a question, after %d answers", excerpt(l.text), d.answers)
	switch l.kind {
	case move:
		return &Fault{game.Illegal, said}
	case failure:
		return &Fault{game.NoAnswer, said}
	}
	return nil
}

// running is what next returns along with a line.
const running stop = -1

// next returns the next line that is not talk.
func (d *dialogue) next(ctx context.Context, until time.Time) (line, stop) {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case l := <-d.in.replies:
		d.heard = l.at
		return l, running
	case <-d.run.ended:
		return d.lastWords()
	case <-timer.C:
		return line{}, outOfTime
	case <-ctx.Done():
	case <-d.quit:
	}
	return line{}, calledOff
}

// lastWords returns the next line of a program that has ended. Its children are killed first, since they
// may hold the pipe.
func (d *dialogue) lastWords() (line, stop) {
	_ = d.run.finish()
	stopReading(d.stdout, d.in.done)
	select {
	case l := <-d.in.replies:
		d.heard = l.at
		return l, running
	default:
		return line{}, goneByItself
	}
}

// tell writes commands. A program that does not read them is killed; one that has ended shows that when
// it is asked for the answer.
func (d *dialogue) tell(ctx context.Context, commands ...string) error {
	time.Sleep(time.Until(d.heard.Add(breath)))
	end := d.spec.Files.lineEnd()
	text := strings.Join(commands, end) + end
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
	case <-d.run.ended:
		return nil
	case <-timer.C:
		d.close()
		return &Fault{game.OutOfTime, fmt.Sprintf("does not read %s, waited %v%s", commands[0], d.spec.Startup, d.run.complaint())}
	case <-ctx.Done():
	case <-d.quit:
	}
	d.close()
	return d.calledOff(ctx)
}

// close ends the program and its children.
func (d *dialogue) close() {
	_ = d.run.finish()
	stopReading(d.stdout, d.in.done)
	d.stdin.Close()
	d.peak = max(d.peak, d.run.peak.Load())
}

// silence ends a program that did not answer, and returns the error of that.
func (d *dialogue) silence(ctx context.Context, why stop, command string, took time.Duration, limit limit) error {
	if why == calledOff {
		d.close()
		return d.calledOff(ctx)
	}
	said := Said(d.in.lastWord())
	if why == goneByItself {
		if err := d.run.finish(); err != nil {
			return d.wrap(err)
		}
		return &Fault{game.Crash, fmt.Sprintf("ended without an answer to %s; %s%s", command, d.run.how(), said)}
	}
	d.close()
	return &Fault{game.OutOfTime, limit.tell(took, "no answer to "+command+" after") + d.run.complaint() + said}
}

// retire says a last line to the program and waits so long before it ends it.
func (d *dialogue) retire(last string, patience time.Duration) {
	if !d.run.over() {
		last += d.spec.Files.lineEnd()
		go func(stdin *os.File) {
			_, _ = stdin.WriteString(last)
			stdin.Close()
		}(d.stdin)
		select {
		case <-d.run.ended:
		case <-time.After(patience):
		}
	}
	d.close()
}
