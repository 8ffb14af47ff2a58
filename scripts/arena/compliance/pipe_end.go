package compliance

import (
	"time"
)

// endChecks are the ways in which a manager ends a brain.
func endChecks() []check {
	return []check{
		{"end-first", "END as the first command ends the brain", "a manager that is closed before the game begins",
			[]string{"start-20", "end"},
			func(p *probe) {
				p.send("END")
				p.ends("END", Fail)
			}},
		{"end-thinking", "END during a search ends the brain within a second",
			"a person closes the manager, or gives the game up", needTurn,
			endThinking},
		{"eof", "the end of its input ends the brain within a second",
			"a manager that was killed leaves no process behind otherwise", needStart,
			func(p *probe) {
				p.newGame()
				p.closeInput()
				p.ends("the end of its input", Fail)
			}},
		{"eof-thinking", "the end of its input during a move ends the brain after the move",
			"a manager that was killed, and `brain < file`",
			needBegin, func(p *probe) {
				p.newGame()
				p.send("BEGIN")
				p.closeInput()
				p.wait(p.limit())
				p.ends("the end of its input", Fail)
			}},
	}
}

func end(p *probe) {
	p.newGame()
	p.send("END")
	p.ends("END", Fail)
	p.seen.deaf = p.over
	for !p.over {
		l, why := p.read(time.Second)
		if why != gotLine {
			break
		}
		p.warn("wrote %q after END", l.text)
	}
}

// thinking is the time of a search that is broken off.
const thinking = 20 * time.Second

func endThinking(p *probe) {
	p.newGame()
	p.begin()
	p.limits(thinking)
	at := p.free(1)
	p.put(at)
	p.send("TURN " + at.String())
	p.wait(time.Second / 2)
	p.send("END")
	p.ends("END", Warning)
}

// closeInput closes the program's standard input.
func (p *probe) closeInput() {
	if !p.over {
		p.tell("> (end of input)")
		p.in.close()
	}
}

// ends waits for the program's end.
func (p *probe) ends(after string, otherwise Verdict) {
	if p.over {
		return
	}
	p.silent = true
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
