package compliance

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
)

// A pipeProbe is the probe of Gomocup's protocol: it plays games by lines.
type pipeProbe struct {
	*probe
	*lineProbe
	*gameProbe
	seen      *pipeNotes
	suggested bool // it uses SUGGEST
	leaving   bool // the program was told to end: finish does not say END
}

// pipeNotes are the first cases of faults that all checks of the protocol look for.
type pipeNotes struct {
	form, stray, cr, unfinished, exit, left string
	deaf                                    bool // END does not end the program
}

func (n *pipeNotes) probe(p *probe) *pipeProbe {
	pipe := &pipeProbe{probe: p, lineProbe: newLineProbe(p), gameProbe: newGameProbe(p), seen: n}
	pipe.ask = pipe.position
	return pipe
}

// patience is how long the probe waits for an answer that needs no thinking.
func (p *pipeProbe) patience() time.Duration { return p.Spec.Startup }

// movePatience is how long it waits for the answer to a command that asks for a move.
func (p *pipeProbe) movePatience() time.Duration { return p.limit() + p.Spec.Grace + p.patience() }

// answer waits for the answer to a command, and skips lines that no manager knows. Without one the check fails.
func (p *pipeProbe) answer(command string, patience time.Duration) line {
	until := time.Now().Add(patience)
	for {
		l := p.text(command, time.Until(until))
		if p.over || l.kind != other {
			return l
		}
		note(&p.seen.stray, l.text)
	}
}

// okay sends a command that is answered with OK. It reports whether it was; a refusal is returned without a verdict.
func (p *pipeProbe) okay(command string) (line, bool) {
	p.send(command)
	if p.over {
		return line{}, false
	}
	l := p.answer(command, p.patience())
	if !p.over && l.kind != okay && l.kind != failure && l.kind != unknown {
		p.fail("answered %s with %q", command, l.text)
	}
	if p.over {
		return line{}, false
	}
	return l, l.kind == okay
}

// startCommand makes the board of checks that are not about sizes.
const startCommand = "START 20"

// newGame says START and the limits, and expects OK.
func (p *pipeProbe) newGame() {
	p.start()
	p.limits(p.quick())
}

func (p *pipeProbe) start() {
	l, ok := p.okay(startCommand)
	if !p.over && !ok {
		p.fail("answered %s with %q", startCommand, l.text)
	}
	p.empty(size, size)
}

func (p *pipeProbe) quickInfo() string {
	return fmt.Sprintf("INFO timeout_turn %d", p.quick().Milliseconds())
}

// limits sends the settings that every manager sends.
func (p *pipeProbe) limits(turn time.Duration) {
	p.turn = turn
	p.send(fmt.Sprintf("INFO timeout_turn %d", turn.Milliseconds()), fmt.Sprintf("INFO rule %d", p.rule),
		fmt.Sprintf("INFO time_left %d", p.left.Milliseconds()))
}

func (p *pipeProbe) begin() board.Point { return p.move("BEGIN") }

// reply plays at for the opponent and asks for the answer. After a win no manager does.
func (p *pipeProbe) reply(at board.Point) board.Point {
	if p.finished {
		return board.Point{}
	}
	p.put(at)
	return p.move("TURN " + at.String())
}

func (p *pipeProbe) position(s setup) board.Point {
	p.newGame()
	lines := p.boardLines(s)
	if p.over {
		return board.Point{}
	}
	return p.move(lines...)
}

// boardLines makes a position on the empty board, and returns the lines of its BOARD.
func (p *pipeProbe) boardLines(s setup) []string {
	lines := []string{"BOARD"}
	for _, placed := range p.set(s) {
		field := 2
		switch placed.stone {
		case p.side:
			field = 1
		case board.Wall:
			field = 3
		}
		lines = append(lines, fmt.Sprintf("%v,%d", placed.at, field))
	}
	return append(lines, "DONE")
}

// move sends lines, the last of which asks for a move, and returns the answer if it is legal.
func (p *pipeProbe) move(lines ...string) board.Point {
	p.send(lines...)
	return p.expectMove(lines[len(lines)-1])
}

// expectMove waits for the move that answers a command which was just sent.
func (p *pipeProbe) expectMove(command string) board.Point {
	begun := time.Now()
	until := begun.Add(p.limit() + p.Spec.Grace + time.Second)
	for !p.over {
		l := p.answer(command, time.Until(until))
		switch {
		case p.over:
		case l.kind == suggest:
			p.suggested = true
			p.send("PLAY " + strings.TrimSpace(l.text[len("SUGGEST"):]))
		case l.kind == failure && p.rule != board.Freestyle: // the protocol lets it wait for a command that is not INFO
			p.stop(Unsupported, "answered rule %d with %q", p.rule, l.text)
		case l.kind != move:
			p.fail("answered %s with %q", command, l.text)
		default:
			p.clock(l.at.Sub(begun))
			at := pointOf(l.text)
			if l.text != at.String() {
				note(&p.seen.form, l.text)
			}
			p.judge(at)
			return at
		}
	}
	return board.Point{}
}

func (p *pipeProbe) wait(d time.Duration) {
	if !p.over {
		time.Sleep(d)
	}
}

func (p *pipeProbe) ends(after string, otherwise Verdict) {
	p.leaving = true
	p.lineProbe.ends(after, otherwise)
}

// finish ends the program by END where it listens.
func (p *pipeProbe) finish() {
	if p.in != nil && !p.over && !p.leaving && !p.seen.deaf {
		p.leave()
	}
	p.lineProbe.finish()
	note(&p.seen.cr, p.cr)
}

// leave says END, and notes the lines and files that remain.
func (p *pipeProbe) leave() {
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
	entries, _ := afero.ReadDir(p.Disk, p.prog.Folder())
	for _, e := range entries {
		if !e.IsDir() {
			note(&p.seen.left, e.Name())
		}
	}
}
