package compliance

import (
	"fmt"
	"time"

	"tahoun/scripts/internal/player"
)

// A lineProbe is the part of a probe that talks with a program by lines, over its standard input and output.
type lineProbe struct {
	*probe
	in    *input // nil before the first line
	out   *output
	end   string // line end of the lines that are sent
	pause player.Pause
	cr    string // the first line that ended with a CR although those of the manager do not
}

func newLineProbe(p *probe) *lineProbe {
	return &lineProbe{probe: p, end: p.Spec.Files.LineEnd(), pause: player.NewPause(p.Spec)}
}

func (p *lineProbe) launch() {
	if p.prog != nil || !p.prepare() {
		return
	}
	if err := p.prog.Start(true); err != nil {
		p.fail("cannot be started: %v", err)
		return
	}
	p.in, p.out = newInput(p.prog.Input()), newOutput(p.prog.Output())
}

func (p *lineProbe) send(lines ...string) {
	for _, l := range lines {
		p.write(l+p.end, "> "+shorten(l))
	}
}

// write sends bytes, which the report shows as shown.
func (p *lineProbe) write(text, shown string) {
	if p.launch(); p.over {
		return
	}
	p.pause.Wait(p.ctx)
	p.tell(shown)
	if err := p.in.send(text); err != nil {
		p.fail("%v", err)
	}
}

// A silence is why there is no line.
type silence int

const (
	gotLine silence = iota
	tooLate
	hasEnded
)

// read waits for the next line that is not talk.
func (p *lineProbe) read(patience time.Duration) (line, silence) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case l := <-p.out.lines:
			if l == nil {
				return line{}, hasEnded
			}
			if l.kind == move || l.kind == suggest || l.kind == other { // SWAP is another
				p.pause.Moved(l.at)
			}
			p.tell("< " + shorten(l.text))
			if l.cr && p.end == "\n" {
				note(&p.cr, l.text)
			}
			if l.kind != talk {
				return *l, gotLine
			}
		case <-timer.C:
			return line{}, tooLate
		case <-p.ctx.Done():
			p.stop(Skipped, "interrupted")
			return line{}, tooLate
		}
	}
}

// text waits for the answer to a command, whatever its text. Without one the check fails.
func (p *lineProbe) text(command string, patience time.Duration) line {
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
func (p *lineProbe) exit() string {
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
func (p *lineProbe) hint() string {
	if rest := p.out.unfinished(); rest != "" {
		return fmt.Sprintf("; it wrote %q without the end of a line", rest)
	}
	p.in.close()
	if l, why := p.read(time.Second); why == gotLine {
		return fmt.Sprintf("; %q came when its input was closed: is the output flushed after every line?", l.text)
	}
	return ""
}

func (p *lineProbe) closeInput() {
	if !p.over {
		p.tell("> (end of input)")
		p.in.close()
	}
}

// endLimit is how long a program may take to end when it is told to.
const endLimit = time.Second

func (p *lineProbe) ends(after string, otherwise Verdict) {
	if p.over {
		return
	}
	begun := time.Now()
	select {
	case <-p.prog.Ended():
	case <-time.After(endLimit + p.Spec.Grace):
		p.stop(otherwise, "still running %v after %s", endLimit+p.Spec.Grace, after)
		return
	case <-p.ctx.Done():
		p.stop(Skipped, "interrupted")
		return
	}
	if took := time.Since(begun); took > endLimit {
		p.warn("ended %v after %s", took.Round(time.Millisecond), after)
	}
	if code, crashed, status := p.prog.Exit(); crashed {
		p.stop(otherwise, "%s after %s", status, after)
	} else if code != 0 {
		p.warn("%s after %s", status, after)
	}
}

func (p *lineProbe) finish() {
	if p.in != nil {
		p.in.close()
	}
	p.probe.finish()
}
