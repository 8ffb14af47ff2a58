package compliance

import (
	"fmt"
	"regexp"
	"strings"

	"tahoun/board"
)

// optionalChecks are commands that a brain may answer with UNKNOWN.
func optionalChecks() []pipeCheck {
	return []pipeCheck{
		{"about", "ABOUT is answered with one line that has name= and version=", "the protocol; managers show both",
			needBegin, about},
		{"rectstart", "RECTSTART makes a board of width,height", "Piskvork, for boards that are not square",
			needTurn, func(p *pipeProbe) {
				rectangle(p, 12, 17)
				rectangle(p, 17, 12)
			}},
		{"restart", "RESTART empties the board and is answered with OK", "Piskvork, between games", needTurn,
			restart},
		{"takeback", "TAKEBACK removes a stone and is answered with OK",
			"Piskvork, where a person takes a move back", needTurn, takeBack},
		{"play", "PLAY is answered with its square, where the brain uses SUGGEST; otherwise it does no harm",
			"Piskvork, after SUGGEST", needTurn, play},
	}
}

// optional sends an optional command that is answered with OK. It ends the check where the brain refuses it.
func optional(p *pipeProbe, command string) {
	l, ok := p.okay(command)
	switch {
	case p.over || ok:
	case l.kind == unknown:
		p.stop(Unsupported, "answered %s with %q", command, l.text)
	default:
		p.fail("answered %s with %q", command, l.text)
	}
}

var aboutPattern = regexp.MustCompile(`(\w+)\s*=\s*"[^"]*"`)

func about(p *pipeProbe) {
	p.send("ABOUT")
	l := p.text("ABOUT", p.patience())
	switch {
	case p.over:
		return
	case l.kind == unknown || l.kind == failure:
		p.warn("answered with %q", l.text)
	default:
		keys := map[string]bool{}
		for _, found := range aboutPattern.FindAllStringSubmatch(l.text, -1) {
			keys[strings.ToLower(found[1])] = true
		}
		if !keys["name"] || !keys["version"] {
			p.warn(`want name="..." and version="...", got %s`, shorten(l.text))
		}
	}
	p.newGame()
	p.begin()
}

func rectangle(p *pipeProbe, width, height int) {
	command := fmt.Sprintf("RECTSTART %d,%d", width, height)
	switch l, ok := p.okay(command); {
	case p.over:
		return
	case !ok:
		p.stop(Unsupported, "answered %s with %q", command, l.text)
		return
	}
	p.empty(width, height)
	p.limits(p.quick())
	p.begin()
	for range 3 {
		p.reply(p.corner())
	}
	for n := range 4 {
		p.reply(p.free(n))
	}
}

func restart(p *pipeProbe) {
	again := func() {
		optional(p, "RESTART")
		p.empty(size, size)
		p.limits(p.quick())
	}
	p.newGame()
	at := p.begin()
	p.reply(p.free(1))
	again()
	p.reply(at)
	again()
	p.begin()
}

func takeBack(p *pipeProbe) {
	p.newGame()
	p.begin()
	theirs := p.free(1)
	own := p.reply(theirs)
	for _, at := range []board.Point{own, theirs} {
		if optional(p, "TAKEBACK "+at.String()); !p.over {
			p.board.Set(at, board.Empty)
			p.side = p.side.Other()
		}
	}
	p.reply(own) // the square that the brain had
}

func play(p *pipeProbe) {
	p.newGame()
	p.begin()
	p.reply(p.free(1))
	if p.suggested {
		return
	}
	if l := p.wrong("PLAY 0,0"); l.kind == unknown {
		p.remark("it answers PLAY with UNKNOWN and does not use SUGGEST")
	}
	p.goesOn()
}
