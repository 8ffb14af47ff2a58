package compliance

import (
	"fmt"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

// quick returns the time of a move in checks that are not about time.
func (c *checker) quick() time.Duration {
	const usual = 100 * time.Millisecond
	if c.Spec.Turn > 0 {
		return min(usual, c.Spec.Turn)
	}
	return usual
}

// quickInfo returns the INFO of that time.
func (c *checker) quickInfo() string {
	return fmt.Sprintf("INFO timeout_turn %d", c.quick().Milliseconds())
}

// size is the size of the board in checks that are not about sizes: the one that every brain must play.
const (
	size         = 20
	startCommand = "START 20"
)

// newGame says START and the limits, and expects OK.
func (p *probe) newGame() {
	p.start(startCommand, size, size)
	p.limits(p.quick())
}

// start sends a command that makes a board, and expects OK.
func (p *probe) start(command string, width, height int) {
	l, ok := p.okay(command)
	if !p.over && !ok {
		p.fail("answered %s with %q", command, l.text)
	}
	p.empty(width, height)
}

// empty makes the board empty, with x to move.
func (p *probe) empty(width, height int) {
	p.board, p.side, p.finished = board.New(width, height), board.X, false
}

// limits sends the settings that every manager sends.
func (p *probe) limits(turn time.Duration) {
	p.turn = turn
	p.send(fmt.Sprintf("INFO timeout_turn %d", turn.Milliseconds()), fmt.Sprintf("INFO rule %d", p.rule),
		fmt.Sprintf("INFO time_left %d", p.left.Milliseconds()))
}

// begin asks for the first move.
func (p *probe) begin() board.Point { return p.move("BEGIN") }

// reply plays at for the opponent and asks for the answer. After a win no manager does.
func (p *probe) reply(at board.Point) board.Point {
	if p.finished {
		return board.Point{}
	}
	p.put(at)
	return p.move("TURN " + at.String())
}

// put plays a move of the manager's own.
func (p *probe) put(at board.Point) {
	if p.over {
		return
	}
	out, err := p.board.Play(at, p.side, p.rule)
	if err != nil {
		p.over, p.err = true, err
		return
	}
	p.side, p.finished = p.side.Other(), out.Five()
}

// limit returns how long the next move may take.
func (p *probe) limit() time.Duration {
	limit := p.turn
	if limit == 0 {
		limit = asapLimit
	}
	return max(0, min(limit, p.left))
}

// asapLimit is how long a move at limit 0, as fast as possible, may take.
const asapLimit = 5 * time.Second

// move sends lines, the last of which asks for a move, and returns the answer if it is legal.
func (p *probe) move(lines ...string) board.Point {
	p.send(lines...)
	return p.expectMove(lines[len(lines)-1])
}

// expectMove waits for the move that answers a command which was just sent.
func (p *probe) expectMove(command string) board.Point {
	limit, begun := p.limit(), time.Now()
	for !p.over {
		l := p.answer(command, time.Until(begun.Add(limit+p.Spec.Grace+time.Second)))
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
			if p.took = l.at.Sub(begun); p.took > limit+p.Spec.Grace {
				p.fail("took %v for a move, limit %v", p.took.Round(time.Millisecond), limit)
			}
			at, _, _ := manager.ScanMove(l.text)
			if l.text != at.String() {
				note(&p.seen.form, l.text)
			}
			p.judge(at)
			return at
		}
	}
	return board.Point{}
}

// wait lets time pass.
func (p *probe) wait(d time.Duration) {
	if !p.over {
		time.Sleep(d)
	}
}

// judge plays the program's move, if it is legal.
func (p *probe) judge(at board.Point) {
	if p.over {
		return
	}
	side := p.side
	foul := p.board.Contains(at) && p.rule.Forbids(side) && p.board.Forbidden(at, p.rule)
	out, err := p.board.Play(at, side, p.rule)
	switch {
	case err != nil:
		p.fail("illegal move: %v", err)
	case foul:
		p.fail("forbidden move: x may not play %v by renju", at)
	}
	p.side, p.finished = side.Other(), out.Five()
}

// free returns an empty square that is not forbidden, near the middle, the n-th of them.
func (p *probe) free(n int) board.Point {
	if p.over {
		return board.Point{}
	}
	w, h := p.board.Width(), p.board.Height()
	var last board.Point
	for ring := range max(w, h) {
		for at, s := range p.board.Points {
			far := max(at.X-w/2, w/2-at.X, at.Y-h/2, h/2-at.Y)
			if far != ring || s != board.Empty || p.side == board.X && p.board.Forbidden(at, p.rule) {
				continue
			}
			if last = at; n == 0 {
				return at
			}
			n--
		}
	}
	return last
}

// A setup is a position to ask for a move in: the program's own stones, the opponent's, and walls, as "x,y x,y".
type setup struct{ own, theirs, walls string }

// squares reads squares as "x,y x,y".
func squares(text string) (all []board.Point) {
	for field := range strings.FieldsSeq(text) {
		at, _, _ := manager.ScanMove(field)
		all = append(all, at)
	}
	return all
}

// set makes the position on an empty board, and returns the lines of its BOARD. The stones come in turn, as a renju
// manager has to send them, x first: the program has x unless it has fewer stones than the opponent.
func (p *probe) set(s setup) []string {
	if p.over {
		return nil
	}
	own, theirs := squares(s.own), squares(s.theirs)
	mine := board.X
	first, second := own, theirs
	if len(own) < len(theirs) {
		mine, first, second = board.O, theirs, own
	}
	lines := []string{"BOARD"}
	add := func(at board.Point, stone board.Stone) {
		field := 2
		switch stone {
		case mine:
			field = 1
		case board.Wall:
			field = 3
		}
		p.board.Set(at, stone)
		lines = append(lines, fmt.Sprintf("%v,%d", at, field))
	}
	for i, at := range first {
		add(at, board.X)
		if i < len(second) {
			add(second[i], board.O)
		}
	}
	for _, at := range squares(s.walls) {
		add(at, board.Wall)
	}
	p.side = mine
	return append(lines, "DONE")
}

// position asks for a move in a position of a new game.
func (p *probe) position(s setup) board.Point {
	if p.Spec.Protocol == player.File {
		p.empty(size, size)
		p.set(s)
		return p.files(form{})
	}
	p.newGame()
	lines := p.set(s)
	if p.over {
		return board.Point{}
	}
	return p.move(lines...)
}

// pointOf returns the square at the start of an answer.
func pointOf(text string) board.Point {
	at, _, _ := manager.ScanMove(text)
	return at
}
