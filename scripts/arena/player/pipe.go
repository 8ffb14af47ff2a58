package player

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

const (
	// breath is left between a brain's answer and the next command: some drop a command that comes
	// within microseconds.
	breath = time.Millisecond

	// endWait is how long a brain may take to end after END.
	endWait = time.Second
)

// A pipePlayer speaks Gomocup's protocol: commands on standard input, answers on standard output.
type pipePlayer struct {
	*seat
	run     *process // nil before the first move
	stdin   *os.File
	stdout  *os.File
	in      *inbox
	known   *board.Board // what the brain has been told, with its own answers; nil: no position yet
	heard   time.Time    // when the last line was read that a command may answer
	answers int          // answers given by this process
}

// Move tells the brain the position and waits for its answer. The clock runs from just before the last
// line of the question is written until the answer's line has come.
func (p *pipePlayer) Move(ctx context.Context, ask Ask) (Answer, error) {
	p.moving.Lock()
	defer p.moving.Unlock()
	if p.closed() || ctx.Err() != nil {
		return Answer{At: Nowhere}, p.calledOff(ctx)
	}
	answer, err := p.ask(ctx, ask)
	if p.run != nil {
		p.run.look()
		p.peak = max(p.peak, p.run.peak.Load())
	}
	answer.Memory = p.peak
	if p.in != nil {
		answer.Message = p.in.take()
	}
	// Too much memory explains whatever else went wrong.
	fault := new(Fault)
	if tooMuch := p.outOfSpace(); tooMuch != nil && (err == nil || errors.As(err, &fault)) {
		err = tooMuch
	}
	return answer, err
}

// ask does what Move promises but for the memory and the messages.
func (p *pipePlayer) ask(ctx context.Context, ask Ask) (Answer, error) {
	none := Answer{At: Nowhere}

	// Step 1. The brain runs and has accepted the board's size.
	if p.run == nil {
		if err := p.open(ctx); err != nil {
			return none, err
		}
	}
	// Step 2. It has kept quiet since its last answer.
	if err := p.quiet(); err != nil {
		return none, err
	}
	// Step 3. It knows the position but for the last line of the question.
	question := p.question(ask)
	if question.restart {
		if err := p.restart(ctx); err != nil {
			return none, err
		}
	}
	lead := fmt.Sprintf("INFO time_left %d", p.spec.leftMilliseconds(ask))
	if err := p.tell(ctx, append([]string{lead}, question.lead...)...); err != nil {
		return none, err
	}
	// Step 4. The clock runs.
	limit := p.limit(ask)
	begun := time.Now()
	if err := p.tell(ctx, question.last); err != nil {
		return none, err
	}
	l, err := p.reply(ctx, question.last, begun, limit)
	if err != nil {
		none.Time = time.Since(begun)
		return none, err
	}
	// Step 5. The answer stands, even if it came late.
	p.answers++
	p.known = ask.Board.Clone()
	if p.known.Contains(l.move) && p.known.At(l.move) == board.Empty {
		p.known.Set(l.move, p.setting.Side)
	}
	answer := Answer{At: l.move, Time: l.at.Sub(begun)}
	if fault := limit.exceeded(answer.Time, "took"); fault != nil {
		return answer, fault
	}
	return answer, nil
}

// open starts the brain, tells it the board's size and the limits.
func (p *pipePlayer) open(ctx context.Context) error {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return p.wrap(err)
	}
	defer inRead.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inWrite.Close()
		return p.wrap(err)
	}
	defer outWrite.Close()
	run, err := p.start(inRead, outWrite)
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return p.wrap(err)
	}
	p.run, p.stdin, p.stdout, p.in = run, inWrite, outRead, newInbox(outRead)
	p.known, p.answers = nil, 0

	start := fmt.Sprintf("START %d", p.setting.Width)
	if p.setting.Width != p.setting.Height {
		start = fmt.Sprintf("RECTSTART %d,%d", p.setting.Width, p.setting.Height)
	}
	l, err := p.accepted(ctx, start)
	if err != nil {
		return err
	}
	if l.kind == unknown {
		return &Fault{game.NoAnswer, fmt.Sprintf("to %s it says %q", start, excerpt(l.text))}
	}
	return p.tellLimits(ctx)
}

// tellLimits tells what stays the same for a game.
func (p *pipePlayer) tellLimits(ctx context.Context) error {
	return p.tell(ctx,
		fmt.Sprintf("INFO timeout_turn %d", p.spec.turnMilliseconds()),
		fmt.Sprintf("INFO timeout_match %d", milliseconds(p.spec.Match)),
		fmt.Sprintf("INFO max_memory %d", min(p.spec.Memory, endless)),
		"INFO game_type 1",
		fmt.Sprintf("INFO rule %d", p.setting.Rule),
		"INFO folder "+p.keep,
	)
}

// restart empties the brain's board. A brain that cannot do that is started anew.
func (p *pipePlayer) restart(ctx context.Context) error {
	l, err := p.accepted(ctx, "RESTART")
	if err != nil {
		return err
	}
	if l.kind == unknown {
		p.retire()
		return p.open(ctx)
	}
	p.known = nil
	return p.tellLimits(ctx)
}

// accepted sends a command and waits for the OK, or for an UNKNOWN.
func (p *pipePlayer) accepted(ctx context.Context, command string) (line, error) {
	begun := time.Now()
	if err := p.tell(ctx, command); err != nil {
		return line{}, err
	}
	patience := limit{time: p.spec.Startup, what: "for it"}
	for {
		l, why := p.next(ctx, begun.Add(p.spec.Startup))
		switch {
		case why != running:
			return line{}, p.silence(ctx, why, command, time.Since(begun), patience)
		case l.kind == okay || l.kind == unknown:
			return l, nil
		case l.kind == failure:
			return line{}, &Fault{game.NoAnswer, fmt.Sprintf("to %s it says %q", command, excerpt(l.text))}
		}
	}
}

// reply waits for the move that answers a question.
func (p *pipePlayer) reply(ctx context.Context, question string, begun time.Time, limit limit) (line, error) {
	until := begun.Add(limit.time + limit.grace + lateWait)
	for {
		l, why := p.next(ctx, until)
		switch {
		case why != running:
			return line{}, p.silence(ctx, why, question, time.Since(begun), limit)
		case l.kind == move:
			return l, nil
		case l.kind == failure:
			return line{}, &Fault{game.NoAnswer, fmt.Sprintf("to %s it says %q", question, excerpt(l.text))}
		}
	}
}

// silence ends a brain that did not answer, and returns the error of that.
func (p *pipePlayer) silence(ctx context.Context, why stop, command string, took time.Duration, limit limit) error {
	if why == calledOff {
		p.close()
		return p.calledOff(ctx)
	}
	stray := p.in.outOfPlace()
	if stray != "" {
		stray = fmt.Sprintf("; it said %q", excerpt(stray))
	}
	if why == goneByItself {
		if err := p.run.finish(); err != nil {
			return p.wrap(err)
		}
		return &Fault{game.Crash, fmt.Sprintf("ended without an answer to %s; %s%s", command, p.run.how(), stray)}
	}
	p.close()
	return &Fault{game.OutOfTime, limit.tell(took, "no answer to "+command+" after") + stray}
}

// quiet waits until the brain has had time to breathe, then looks whether it said a move unasked: that
// would be taken for the answer to the next question.
func (p *pipePlayer) quiet() error {
	time.Sleep(time.Until(p.heard.Add(breath)))
	for {
		select {
		case l := <-p.in.replies:
			if l.kind == move {
				return &Fault{game.Illegal, fmt.Sprintf("says %q without a question, after %d answers", excerpt(l.text), p.answers)}
			}
		default:
			return nil
		}
	}
}

// running is what next returns along with a line.
const running stop = -1

// next returns the next line that is not talk.
func (p *pipePlayer) next(ctx context.Context, until time.Time) (line, stop) {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case l := <-p.in.replies:
		p.heard = l.at
		return l, running
	case <-p.run.ended:
		return p.lastWords()
	case <-timer.C:
		return line{}, outOfTime
	case <-ctx.Done():
	case <-p.quit:
	}
	return line{}, calledOff
}

// lastWords returns the next line of a brain that has ended. Its children are killed first, since they
// may hold the pipe.
func (p *pipePlayer) lastWords() (line, stop) {
	_ = p.run.finish()
	stopReading(p.stdout, p.in.done)
	select {
	case l := <-p.in.replies:
		p.heard = l.at
		return l, running
	default:
		return line{}, goneByItself
	}
}

// tell writes commands. A brain that does not read them is killed; one that has ended shows that when
// it is asked for the answer.
func (p *pipePlayer) tell(ctx context.Context, commands ...string) error {
	time.Sleep(time.Until(p.heard.Add(breath)))
	end := p.spec.Files.lineEnd()
	text := strings.Join(commands, end) + end
	written := make(chan struct{})
	go func(stdin *os.File) {
		defer close(written)
		_, _ = stdin.WriteString(text)
	}(p.stdin)
	timer := time.NewTimer(p.spec.Startup)
	defer timer.Stop()
	select {
	case <-written:
		return nil
	case <-p.run.ended:
		return nil
	case <-timer.C:
		p.close()
		return &Fault{game.OutOfTime, fmt.Sprintf("does not read %s, waited %v", commands[0], p.spec.Startup)}
	case <-ctx.Done():
	case <-p.quit:
	}
	p.close()
	return p.calledOff(ctx)
}

// close ends the brain and its children.
func (p *pipePlayer) close() {
	_ = p.run.finish()
	stopReading(p.stdout, p.in.done)
	p.stdin.Close()
	p.peak = max(p.peak, p.run.peak.Load())
}

// retire says END to the brain and waits a little before it ends it.
func (p *pipePlayer) retire() {
	if !p.run.over() {
		end := "END" + p.spec.Files.lineEnd()
		go func(stdin *os.File) {
			_, _ = stdin.WriteString(end)
			stdin.Close()
		}(p.stdin)
		select {
		case <-p.run.ended:
		case <-time.After(endWait):
		}
	}
	p.close()
}

// End says END to the brain, ends it, and removes everything.
func (p *pipePlayer) End() error {
	return p.end(func() {
		if p.run != nil {
			p.retire()
		}
	})
}
