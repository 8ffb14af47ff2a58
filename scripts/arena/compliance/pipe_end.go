package compliance

import "time"

func endChecks() []pipeCheck {
	return []pipeCheck{
		{"end-first", "END as the first command ends the brain", "a manager that is closed before the game begins",
			[]string{"start-20", "end"},
			func(p *pipeProbe) {
				p.send("END")
				p.ends("END", Fail)
			}},
		{"end-thinking", "END during a search ends the brain within a second",
			"a person closes the manager, or gives the game up", needTurn, endThinking},
		{"eof", "the end of its input ends the brain within a second",
			"a manager that was killed leaves no process behind otherwise", needStart,
			func(p *pipeProbe) {
				p.newGame()
				p.closeInput()
				p.ends("the end of its input", Fail)
			}},
		{"eof-thinking", "the end of its input during a move ends the brain after the move",
			"a manager that was killed, and `brain < file`", needBegin,
			func(p *pipeProbe) {
				p.newGame()
				p.send("BEGIN")
				p.closeInput()
				p.wait(p.limit())
				p.ends("the end of its input", Fail)
			}},
	}
}

func end(p *pipeProbe) {
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

func endThinking(p *pipeProbe) {
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
