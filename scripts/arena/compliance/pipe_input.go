package compliance

import (
	"slices"
	"strings"
	"time"

	"tahoun/scripts/internal/player"
)

func inputChecks() []pipeCheck {
	const why = "the protocol: a brain must not end because of a strange line from the manager"
	return []pipeCheck{
		{"unknown-command", "an unknown command is answered with UNKNOWN",
			"the protocol: managers try optional commands and wait", needBegin, unknownCommand},
		{"before-start", "commands that need a board get an ERROR before START, and START still works", why,
			needBegin, beforeStart},
		{"turn-occupied", "TURN on an occupied square gets an ERROR, and the game goes on", why, needTurn, occupied},
		{"turn-off-board", "TURN off the board gets an ERROR, and the game goes on", why, needTurn,
			wrongTurns("20,0", "0,20", "-1,0", "0,-1")},
		{"turn-garbage", "TURN with rubbish gets an ERROR, and the game goes on", why, needTurn,
			wrongTurns("", "5", "a,b", ",", "2147483648,1")},
		{"board-wrong", "a BOARD with wrong lines does not end the brain", why, slices.Concat(needBegin, needBoard),
			wrongBoards},
		{"garbage", "bytes that are no text do not end the brain", why, needBegin, func(p *pipeProbe) {
			p.newGame()
			p.write("\x00\x01\xff\xfe\x80 %s%n \x1b[2J"+p.end, "> (bytes 00 01 ff fe 80 and \"%s%n\")")
			drain(p)
		}},
		{"long-line", "a line of 100,000 bytes does not end the brain", why, needBegin, func(p *pipeProbe) {
			p.newGame()
			p.send("INFO folder /"+strings.Repeat("x", 100_000), strings.Repeat("ABCDEFGHIJ", 10_000))
			drain(p)
		}},
		{"blank-lines", "blank lines are not answered",
			"managers may send them; their answers are taken for those to commands", needBegin, blankLines},
		{"lf", "lines that end with LF are read", "managers on Linux", needTurn,
			func(p *pipeProbe) { p.end = "\n"; turn(p) }},
		{"crlf", "lines that end with CR LF are read", "Piskvork and the protocol", needTurn,
			func(p *pipeProbe) { p.end = "\r\n"; turn(p) }},
		{"spaces", "blanks at a line's end and between numbers are read", "managers print numbers in many ways",
			needTurn, spaces},
		{"lower-case", "commands in lower case are read", "Yixin-Board sends them; Gomocup's managers do not",
			needTurn, lowerCase},
		{"pieces", "a line that comes in pieces is read", "a pipe may split any line", needBegin, pieces},
		{"at-once", "several lines that come at once are all read",
			"managers write INFO lines and a command together", needBegin, atOnce},
		{"early", "a line that comes at once after a move is read",
			"managers without a pause; the arena needs a longer pause= otherwise", needTurn, early},
	}
}

// wrong sends a line that asks for an ERROR, and returns the answer, an empty line if there is none.
func (p *pipeProbe) wrong(lines ...string) line {
	p.send(lines...)
	if p.over {
		return line{}
	}
	l, why := p.read(p.patience() / 5)
	if why == hasEnded {
		p.fail("it ended after %s%s", shorten(lines[len(lines)-1]), p.exit())
	}
	return l
}

// drain reads lines until none comes for a while, and begins a new game. A brain that has ended fails.
func drain(p *pipeProbe) {
	until := time.Now().Add(p.patience())
	for !p.over {
		switch l, why := p.read(p.patience() / 20); {
		case why == tooLate:
			p.goesOn()
			return
		case why == hasEnded:
			p.fail("it ended%s", p.exit())
		case time.Now().After(until):
			p.fail("it does not stop to write: %q", l.text)
		}
	}
}

// goesOn checks that a new game works. Answers to earlier lines may come before its OK.
func (p *pipeProbe) goesOn() {
	p.send(startCommand)
	until := time.Now().Add(p.patience())
	var l line
	for !p.over && l.kind != okay {
		l = p.answer(startCommand, max(time.Until(until), p.patience()/20))
		if l.kind != okay && time.Now().After(until) {
			p.fail("START 20 is not answered with OK within %v, but with lines like %q", p.patience(), l.text)
		}
	}
	p.empty(size, size)
	p.limits(p.quick())
	p.begin()
}

// refusal gives a warning where a wrong command was not answered with ERROR or UNKNOWN.
func refusal(p *pipeProbe, command string, l line) {
	switch l.kind {
	case failure, unknown:
		return
	case move:
		p.warn("answered %s with the move %q", command, l.text)
		return
	}
	if l.text == "" {
		p.warn("no answer to %s", command)
		return
	}
	p.warn("answered %s with %q", command, l.text)
}

func unknownCommand(p *pipeProbe) {
	p.newGame()
	p.send("FOOBAR 1,2,3")
	switch l := p.answer("FOOBAR 1,2,3", p.patience()/2); l.kind {
	case unknown:
	case failure:
		p.warn("answered with %q", l.text)
	default:
		p.fail("answered with %q", l.text)
	}
	p.begin()
}

func beforeStart(p *pipeProbe) {
	for _, command := range []string{"BEGIN", "TURN 5,5", "RESTART", "TAKEBACK 5,5", "DONE"} {
		if l := p.wrong(command); l.kind == move || l.kind == okay {
			p.warn("answered %s before START with %q", command, l.text)
			break
		}
	}
	p.goesOn()
}

func occupied(p *pipeProbe) {
	p.newGame()
	at := p.begin()
	refusal(p, "TURN on its own stone", p.wrong("TURN "+at.String()))
	p.goesOn()
	at = p.free(1)
	p.reply(at)
	refusal(p, "TURN on the opponent's stone", p.wrong("TURN "+at.String()))
	p.goesOn()
}

// wrongTurns answers BEGIN's move with a TURN that is none, for each of these.
func wrongTurns(squares ...string) func(*pipeProbe) {
	return func(p *pipeProbe) {
		for _, at := range squares {
			p.forget()
			p.newGame()
			p.begin()
			refusal(p, "TURN "+at, p.wrong(strings.TrimSpace("TURN "+at)))
			p.goesOn()
		}
	}
}

func wrongBoards(p *pipeProbe) {
	for _, lines := range [][]string{
		{"BOARD", "99,99,1", "DONE"},
		{"BOARD", "5,5,1", "5,5,2", "DONE"},
		{"BOARD", "5,5,7", "DONE"},
		{"BOARD", "rubbish", "DONE"},
	} {
		p.forget()
		p.newGame()
		p.wrong(lines...)
		p.goesOn()
	}
}

func blankLines(p *pipeProbe) {
	p.newGame()
	p.send("", "  ")
	p.send("BEGIN")
	l := p.answer("BEGIN", p.movePatience())
	if p.over || l.kind == move || l.kind == suggest {
		return
	}
	p.warn("answered a blank line with %q", l.text)
	p.goesOn()
}

func spaces(p *pipeProbe) {
	p.newGame()
	p.begin()
	for _, form := range []string{"TURN %x,%y  ", "TURN  %x,%y", "TURN %x, %y"} {
		at := p.free(5)
		p.put(at)
		x, y, _ := strings.Cut(at.String(), ",")
		command := strings.NewReplacer("%x", x, "%y", y).Replace(form)
		p.send(command)
		if p.over {
			return
		}
		l := p.answer(command, p.movePatience())
		if !p.over && l.kind != move && l.kind != suggest {
			p.warn("answered %q with %q", command, l.text)
			return
		}
		p.newGame()
		p.begin()
	}
}

func lowerCase(p *pipeProbe) {
	l := p.wrong("start 20")
	if !p.over && l.kind != okay {
		p.stop(Unsupported, "answered start 20 with %q", l.text)
	}
	p.send(strings.ToLower(p.quickInfo()), "info rule 0")
	p.empty(size, size)
	p.move("begin")
	at := p.free(1)
	p.put(at)
	p.move("turn " + at.String())
}

func pieces(p *pipeProbe) {
	p.start()
	for _, part := range []string{p.quickInfo()[:9], p.quickInfo()[9:], p.end + "BE", "GIN" + p.end} {
		p.write(part, "> (a piece) "+strings.TrimSpace(part))
		p.wait(p.patience() / 100)
	}
	p.expectMove("BEGIN")
}

func atOnce(p *pipeProbe) {
	p.write(strings.Join([]string{"START 20", p.quickInfo(), "INFO rule 0", "BEGIN", ""}, p.end),
		"> (at once) START 20 / INFO ... / BEGIN")
	if l := p.answer("START 20", p.patience()); !p.over && l.kind != okay {
		p.fail("answered START 20 with %q", l.text)
	}
	p.empty(size, size)
	p.expectMove("BEGIN")
}

// early answers moves without a pause. It gives a warning where the program then fails: it probably lost a line.
func early(p *pipeProbe) {
	p.pause = player.Pause{}
	p.newGame()
	p.begin()
	for n := range 10 {
		p.reply(p.free(n))
	}
	if p.result.Verdict == Fail {
		p.result.Verdict, p.warned = Warning, p.result.Talk
		p.result.Detail += p.pause.Missed()
	}
}
