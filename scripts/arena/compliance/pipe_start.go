package compliance

import (
	"fmt"
	"slices"
	"strings"

	"tahoun/board"
)

// startChecks are the commands without which no game begins, and the sizes of boards.
func startChecks() []check {
	return []check{
		{"start-20", "START 20 is answered with OK", "the protocol: every brain must play 20x20, Gomocup's board",
			nil,
			func(p *probe) { p.start(startCommand, size, size) }},
		{"end", "END ends the brain within a second, with nothing more written",
			"managers wait for a second and then kill the brain", needStart, end},
		{"begin", "BEGIN is answered with a legal move", "every manager begins a game without an opening so",
			needStart,
			func(p *probe) {
				p.newGame()
				p.begin()
			}},
		{"turn", "TURN x,y is answered with a legal move", "every manager", needStart, turn},
		{"board", "BOARD and its stones are answered with a legal move, however the lines are ordered",
			"managers with openings, and GomocupJudge for every game", needStart, boards},
		{"board-turn", "TURN after BOARD continues the game", "c-gomoku-cli", slices.Concat(needTurn, needBoard),
			func(p *probe) {
				p.position(setup{own: "9,9 10,8", theirs: "10,10 11,9"})
				for n := range 3 {
					p.reply(p.free(n))
				}
			}},
		{"sizes", "boards of 5 to 30 get legal moves, or START an ERROR",
			"Piskvork offers all sizes; Gomocup plays 15 and 20",
			needTurn, sizes},
		{"start-refused", "START with a size that is no size gets an ERROR, and the next START works",
			"Piskvork asks for another size after an ERROR", needBegin, refused},
		{"start-again", "START empties the board and changes its size",
			"managers that play several games in one process", needTurn,
			startAgain},
	}
}

func turn(p *probe) {
	p.newGame()
	p.reply(board.Point{X: 10, Y: 10})
	for n := range 3 {
		p.reply(p.free(2 * n))
	}
}

func boards(p *probe) {
	p.position(setup{own: "9,9 10,8", theirs: "10,10 11,9"})
	p.position(setup{own: "9,9", theirs: "10,10 11,9"})
	p.newGame()
	if lines := p.set(setup{own: "9,9 10,8", theirs: "10,10 11,9"}); len(lines) > 0 {
		p.move("BOARD", lines[4], lines[2], lines[1], lines[3], "DONE")
	}
}

func sizes(p *probe) {
	p.eachSize(func(size int) (accepted bool) {
		l, ok := p.okay(fmt.Sprintf("START %d", size))
		switch {
		case p.over:
		case ok:
			p.empty(size, size)
			p.limits(p.quick())
			p.begin()
			p.reply(p.corner())
		case l.kind == unknown:
			p.fail("answered START with %q, want an ERROR", l.text)
		}
		return ok
	})
}

// eachSize checks boards of 5 to 30, and tells which of them the program accepts.
func (p *probe) eachSize(plays func(size int) (accepted bool)) {
	var accepted []int
	for size := 5; size <= 30; size++ {
		p.forget()
		if plays(size) {
			accepted = append(accepted, size)
		}
		if p.over {
			p.result.Detail = fmt.Sprintf("board %d: %s", size, p.result.Detail)
			return
		}
	}
	if !slices.Contains(accepted, 15) {
		p.warn("accepts %s, not 15, on which Gomocup plays exactly five and renju", ranges(accepted))
	}
	p.remark("accepts %s", ranges(accepted))
}

// corner returns an empty corner, first the one with the largest coordinates, or another square if all are taken.
func (p *probe) corner() board.Point {
	if p.over {
		return board.Point{}
	}
	w, h := p.board.Width()-1, p.board.Height()-1
	for _, at := range []board.Point{{X: w, Y: h}, {X: 0, Y: h}, {X: w, Y: 0}} {
		if p.board.At(at) == board.Empty {
			return at
		}
	}
	return p.free(0)
}

// ranges writes ascending numbers as "5-7 9".
func ranges(numbers []int) string {
	var words []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		word := fmt.Sprint(numbers[i])
		if j > i {
			word += fmt.Sprintf("-%d", numbers[j])
		}
		words = append(words, word)
		i = j + 1
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, " ")
}

func refused(p *probe) {
	for _, command := range []string{"START 0", "START -5", "START 1000000", "START", "START abc"} {
		switch l := p.wrong(command); {
		case l.kind == okay:
			p.warn("answered %s with OK", command)
		case l.text == "":
			p.warn("no answer to %s", command)
		}
	}
	p.goesOn()
}

func startAgain(p *probe) {
	p.newGame()
	at := p.begin()
	p.reply(p.corner())
	if _, ok := p.okay("START 15"); ok {
		p.empty(15, 15)
		p.limits(p.quick())
		if !p.board.Contains(at) {
			at = board.Point{X: 7, Y: 7}
		}
		p.reply(at)
	}
	p.newGame()
	p.reply(at)
	p.reply(p.corner())
}
