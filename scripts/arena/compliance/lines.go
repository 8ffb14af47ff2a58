package compliance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

// A probe is the run of one check: a conversation and its result. Once it is over, by the first failure or because
// nothing is left to find out, its methods do nothing, so that checks need no error handling of their own.
type probe struct {
	*checker
	result Result
	over   bool
	err    error // of the check itself

	prog   Program // nil before the first line
	in     *input
	out    *output
	end    string // line end of what is sent
	silent bool   // the program was told to end: finish does not say END
	pause  player.Pause
	warned []string // the conversation until a warning
	told   string   // the last line of the conversation
	times  int      // how often it came

	turn, left time.Duration // limits, as the program was told; left: NoLimit if there is none
	took       time.Duration // of the last move
	lateMoves  int
	rule       board.Rule
	board      *board.Board
	side       board.Stone // to move
	finished   bool        // the last move won
	suggested  bool        // it uses SUGGEST

	// Of the file protocol
	written      map[string]string // the manager's files, by name
	silentAnswer bool              // there was no move
}

// noLimit is a time left without limit.
const noLimit = manager.NoLimit * time.Millisecond

// observed is what is noticed in all checks, whatever they are for.
type observed struct {
	stray, form, unfinished, stderr, exit, cr, files, changed string // the first case of each
	deaf                                                      bool   // END does not end the program
}

// note keeps the first text.
func note(kept *string, text string) {
	if *kept == "" {
		*kept = text
	}
}

// stop ends the check with a verdict.
func (p *probe) stop(v Verdict, format string, args ...any) {
	if !p.over {
		p.over = true
		p.result.Verdict, p.result.Detail = v, fmt.Sprintf(format, args...)
	}
}

func (p *probe) fail(format string, args ...any) { p.stop(Fail, format, args...) }

// warn gives the check a warning and goes on. The first one is kept, with the conversation that led to it.
func (p *probe) warn(format string, args ...any) {
	if !p.over && p.result.Verdict == Pass {
		p.result.Verdict, p.result.Detail = Warning, fmt.Sprintf(format, args...)
		p.warned = slices.Clone(p.result.Talk)
	}
}

// remark adds a remark to a check that passes.
func (p *probe) remark(format string, args ...any) {
	if !p.over && p.result.Verdict == Pass {
		p.result.Detail = fmt.Sprintf(format, args...)
	}
}

// prepare makes the program's folders, if there are none yet. It reports whether the check goes on.
func (p *probe) prepare() bool {
	if p.over || p.prog != nil {
		return !p.over
	}
	if p.prog, p.err = p.Launch(p.Spec); p.err != nil {
		p.over, p.prog = true, nil
	}
	return !p.over
}

// launch starts the program, if it does not run.
func (p *probe) launch() {
	if p.prog != nil || !p.prepare() {
		return
	}
	if err := p.prog.Start(true); err != nil {
		p.fail("cannot be started: %v", err)
		return
	}
	p.pause = player.NewPause(p.Spec)
	p.in, p.out = newInput(p.prog.Input()), newOutput(p.prog.Output())
	p.left, p.turn = noLimit, p.quick()
	p.silent = p.Spec.Protocol == player.Koth // END is a word of the pipe protocol
}

// send sends lines.
func (p *probe) send(lines ...string) {
	for _, l := range lines {
		p.write(l+p.end, "> "+shorten(l))
	}
}

// write sends bytes, which the report shows as shown.
func (p *probe) write(text, shown string) {
	if p.launch(); p.over {
		return
	}
	p.pause.Wait(p.ctx)
	p.tell(shown)
	if err := p.in.send(text); err != nil {
		p.fail("%v", err)
	}
}

// tell adds a line to the conversation. Of a line that comes again and again it shows the number.
func (p *probe) tell(text string) {
	const most = 1000
	if text == p.told {
		p.times++
		p.result.Talk[len(p.result.Talk)-1] = fmt.Sprintf("%s (%d times)", text, p.times)
		return
	}
	p.told, p.times = text, 1
	p.result.Talk = append(p.result.Talk, text)
	if cut := len(p.result.Talk) - most; cut > most {
		p.result.Talk = p.result.Talk[cut:]
	}
}

// forget begins the conversation anew, unless it shows a failure.
func (p *probe) forget() {
	if !p.over {
		p.result.Talk, p.told = nil, ""
	}
}

// shorten returns a line for the report.
func shorten(text string) string {
	const most = 160
	plain := strings.Map(func(r rune) rune {
		if r < ' ' {
			return '?'
		}
		return r
	}, game.Plain(text))
	if len(plain) > most {
		return fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(plain[:most], ""), len(text))
	}
	return plain
}

// A pause is why there is no line.
type pause int

const (
	gotLine pause = iota
	tooLate
	hasEnded
)

// read waits for the next line that is not talk.
func (p *probe) read(patience time.Duration) (line, pause) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case l, ok := <-p.out.lines:
			if !ok {
				return line{}, hasEnded
			}
			if l.kind == move || l.kind == suggest || l.kind == other { // SWAP is another
				p.pause.Moved(l.at)
			}
			p.tell("< " + shorten(l.text))
			if l.cr && p.end == "\n" {
				note(&p.seen.cr, l.text)
			}
			if l.kind != talk {
				return l, gotLine
			}
		case <-timer.C:
			return line{}, tooLate
		case <-p.ctx.Done():
			p.stop(Skipped, "interrupted")
			return line{}, tooLate
		}
	}
}

// answer waits for the answer to a command, and skips lines that no manager knows. Without one the check fails.
func (p *probe) answer(command string, patience time.Duration) line {
	until := time.Now().Add(patience)
	for {
		l := p.text(command, time.Until(until))
		if p.over || l.kind != other {
			return l
		}
		note(&p.seen.stray, l.text)
	}
}

// text is answer for a command whose answer is any text.
func (p *probe) text(command string, patience time.Duration) line {
	if p.over {
		return line{}
	}
	l, why := p.read(patience)
	switch why {
	case hasEnded:
		p.fail("it ended without an answer to %s%s", command, p.exit())
	case tooLate:
		p.fail("no answer to %s within %v%s", command, patience.Round(time.Millisecond), p.hint())
	}
	return l
}

// exit describes the end of a program that closed its output, with the end of standard error.
func (p *probe) exit() string {
	text := " (it closed its output and still ran)"
	select {
	case <-p.prog.Ended():
		_, _, status := p.prog.Exit()
		text = " (" + status + ")"
	case <-time.After(time.Second):
	}
	_ = p.prog.Kill()
	if said := p.prog.Stderr(); said != "" {
		text += fmt.Sprintf("; standard error: %q", said)
	}
	return text
}

// hint says more about a silent program: text without a line's end, or an answer that comes when the input is closed,
// as of a program that does not flush its output.
func (p *probe) hint() string {
	if rest := p.out.unfinished(); rest != "" {
		return fmt.Sprintf("; it wrote %q without the end of a line", rest)
	}
	p.in.close()
	p.silent = true
	if l, why := p.read(time.Second); why == gotLine {
		return fmt.Sprintf("; %q came when its input was closed: is the output flushed after every line?", l.text)
	}
	return ""
}

// okay sends a command that is answered with OK. It reports whether it was; a refusal is returned without a verdict.
func (p *probe) okay(command string) (line, bool) {
	p.send(command)
	for !p.over {
		l := p.answer(command, p.patience())
		switch {
		case p.over:
		case l.kind == okay:
			return l, true
		case l.kind == failure || l.kind == unknown:
			return l, false
		default:
			p.fail("answered %s with %q", command, l.text)
		}
	}
	return line{}, false
}

// finish ends the program and notes how it ended.
func (p *probe) finish() {
	if p.result.Verdict == Warning {
		defer func() { p.result.Talk = p.warned }()
	}
	if p.prog == nil {
		return
	}
	if p.in != nil {
		if !p.over && !p.silent && !p.seen.deaf {
			p.leave()
		}
		p.in.close()
	}
	_ = p.prog.Kill()
	note(&p.seen.stderr, p.prog.Stderr())
	if err := p.prog.Close(); err != nil && p.err == nil {
		p.err = err
	}
}

// leave says END, and notes what comes after it.
func (p *probe) leave() {
	talk := p.result.Talk
	defer func() { p.result.Talk = talk }()
	p.send("END")
	select {
	case <-p.prog.Ended():
	case <-time.After(endLimit + p.Spec.Grace):
		return
	}
	if code, crashed, status := p.prog.Exit(); code != 0 || crashed {
		note(&p.seen.exit, fmt.Sprintf("%s in check %s", status, p.result.Name))
	}
	for {
		l, why := p.read(time.Second)
		if why != gotLine {
			break
		}
		if l.kind == other {
			note(&p.seen.stray, l.text)
		}
	}
	note(&p.seen.unfinished, p.out.unfinished())
	p.leftFiles()
}

// endLimit is how long a brain may take to end after END.
const endLimit = time.Second
