package player

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// endWait is how long a brain may take to end after END.
const endWait = time.Second

// A pipePlayer speaks Gomocup's protocol: commands on standard input, answers on standard output.
type pipePlayer struct {
	dialogue
	told *board.Board // the position that the brain knows, with its own answers; nil: none yet
}

// Move sends the position to the brain and waits for its answer. The clock runs from just before the last
// line of the question is written until the answer's line has come.
func (p *pipePlayer) Move(ctx context.Context, ask Request) (Answer, error) {
	return p.turn(ctx, func() (Answer, error) { return p.ask(ctx, ask) })
}

func (p *pipePlayer) ask(ctx context.Context, ask Request) (Answer, error) {
	none := Answer{At: Nowhere}

	// Step 1. Start the brain, or check that it was silent since its last answer.
	if err := p.ready(ctx); err != nil {
		return none, err
	}
	// Step 2. Send the question without its last line.
	question := p.question(ask)
	if question.restart {
		if err := p.restart(ctx); err != nil {
			return none, err
		}
	}
	if err := p.send(ctx, append(p.timeLeft(ask), question.lead...)...); err != nil {
		return none, err
	}
	// Step 3. Start the clock and send the last line.
	limit := p.limit(ask)
	begun := time.Now()
	if err := p.send(ctx, question.last); err != nil {
		return none, err
	}
	l, err := p.reply(ctx, question.last, begun, limit)
	if err != nil {
		none.Time = time.Since(begun)
		return none, err
	}
	// Step 4. Record the answer, even if it came late.
	p.answers++
	p.told = ask.Board.Clone()
	if p.told.Contains(l.move) && p.told.At(l.move) == board.Empty {
		p.told.Set(l.move, p.setting.Side)
	}
	answer := Answer{At: l.move, Written: l.written, Time: l.at.Sub(begun)}
	if fault := limit.exceeded(answer.Time, "took"); fault != nil {
		return answer, fault
	}
	return answer, nil
}

// ready starts the brain unless it runs, and checks that it said nothing unasked.
func (p *pipePlayer) ready(ctx context.Context) error {
	if p.proc == nil {
		if err := p.open(ctx); err != nil {
			return err
		}
	}
	return p.drainUnasked(ctx)
}

// timeLeft returns the line with the time left in the game, or none if the author has another value of it.
func (p *pipePlayer) timeLeft(ask Request) []string {
	if p.spec.overrides("time_left") {
		return nil
	}
	return []string{fmt.Sprintf("INFO time_left %d", p.spec.leftMilliseconds(ask))}
}

// open starts the brain and sends the board's size and the limits.
func (p *pipePlayer) open(ctx context.Context) error {
	if err := p.launch(grammar{parseLine, message}); err != nil {
		return err
	}
	p.told = nil

	start := fmt.Sprintf("START %d", p.setting.Width)
	if p.setting.Width != p.setting.Height {
		start = fmt.Sprintf("RECTSTART %d,%d", p.setting.Width, p.setting.Height)
	}
	l, err := p.accepted(ctx, start)
	if err != nil {
		return err
	}
	if l.kind == unknown {
		return p.refused(start, l)
	}
	return p.tellLimits(ctx)
}

// tellLimits sends the settings that stay the same for a game.
func (p *pipePlayer) tellLimits(ctx context.Context) error {
	lines := manager.Override(append([]string{
		fmt.Sprintf("timeout_turn %d", p.spec.turnMilliseconds()),
		fmt.Sprintf("timeout_match %d", manager.Milliseconds(p.spec.Match)),
		fmt.Sprintf("max_memory %d", min(p.spec.Memory, manager.NoLimit)),
		"game_type 1",
		fmt.Sprintf("rule %d", p.setting.Rule),
		"folder " + p.keepDir,
	}, p.spec.toldInfo()...))
	for i, told := range lines {
		lines[i] = "INFO " + told
	}
	return p.send(ctx, lines...)
}

// restart empties the brain's board. If the brain does not know RESTART, it starts it again.
func (p *pipePlayer) restart(ctx context.Context) error {
	l, err := p.accepted(ctx, "RESTART")
	if err != nil {
		return err
	}
	if l.kind == unknown {
		p.shutDown("END", endWait)
		return p.open(ctx)
	}
	p.told = nil
	return p.tellLimits(ctx)
}

func (p *pipePlayer) accepted(ctx context.Context, command string) (line, error) {
	begun := time.Now()
	if err := p.send(ctx, command); err != nil {
		return line{}, err
	}
	patience := limit{time: p.spec.Startup, what: "for this command"}
	for {
		l, why := p.next(ctx, begun.Add(p.spec.Startup))
		switch {
		case why != running:
			return line{}, p.noAnswer(ctx, why, command, time.Since(begun), patience)
		case l.kind == okay || l.kind == unknown:
			return l, nil
		case l.kind == failure:
			return line{}, p.refused(command, l)
		}
	}
}

func (p *pipePlayer) reply(ctx context.Context, question string, begun time.Time, limit limit) (line, error) {
	until := begun.Add(limit.time + limit.grace + overrunWait)
	for {
		l, why := p.next(ctx, until)
		switch {
		case why != running:
			return line{}, p.noAnswer(ctx, why, question, time.Since(begun), limit)
		case l.kind == move && l.at.Before(begun):
			return line{}, p.unasked(l)
		case l.kind == move:
			return l, nil
		case l.kind == failure:
			return line{}, p.refused(question, l)
		}
	}
}

// End sends END to the brain, ends it, and removes the folders.
func (p *pipePlayer) End() error {
	return p.end(func() {
		if p.proc != nil {
			p.shutDown("END", endWait)
		}
	})
}

// message returns the text of a MESSAGE, without that word, or of a DEBUG.
func message(line []byte) (text []byte, ok bool) {
	end := bytes.IndexAny(line, manager.Blanks)
	if end < 0 {
		end = len(line)
	}
	word, rest := line[:end], line[end:]
	switch {
	case bytes.EqualFold(word, []byte("MESSAGE")):
		return bytes.TrimSpace(rest), true
	case bytes.EqualFold(word, []byte("DEBUG")):
		return line, true
	}
	return nil, false
}

// parseLine interprets another line of a pipe brain.
func parseLine(text string) line {
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToUpper(word) {
	case "OK":
		return line{kind: okay, text: text}
	case "ERROR":
		return line{kind: failure, text: text}
	case "UNKNOWN":
		return line{kind: unknown, text: text}
	case "SWAP":
		if rest == "" {
			return line{kind: swap, text: text}
		}
	}
	if at, written, ok := manager.ScanMove(text); ok {
		return line{kind: move, text: text, move: at, written: game.Line(excerpt(written))}
	}
	return line{kind: talk, text: text}
}
