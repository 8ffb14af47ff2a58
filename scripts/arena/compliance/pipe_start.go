package compliance

import (
	"fmt"
	"slices"

	"tahoun/board"
)

func startChecks() []pipeCheck {
	return []pipeCheck{
		{"start-20", "START 20 is answered with OK", "the protocol: every brain must play 20x20, Gomocup's board",
			nil, func(p *pipeProbe) { p.start() }},
		{"end", "END ends the brain within a second, with nothing more written",
			"managers wait for a second and then kill the brain", needStart, end},
		{"begin", "BEGIN is answered with a legal move", "every manager begins a game without an opening so",
			needStart,
			func(p *pipeProbe) {
				p.newGame()
				p.begin()
			}},
		{"turn", "TURN x,y is answered with a legal move", "every manager", needStart, turn},
		{"board", "BOARD and its stones are answered with a legal move, however the lines are ordered",
			"managers with openings, and GomocupJudge for every game", needStart, boards},
		{"board-turn", "TURN after BOARD continues the game", "c-gomoku-cli", slices.Concat(needTurn, needBoard),
			func(p *pipeProbe) {
				p.position(usual)
				for n := range 3 {
					p.reply(p.free(n))
				}
			}},
		{"sizes", "boards of 5 to 30 get legal moves, or START an ERROR",
			"Piskvork offers all sizes; Gomocup plays 15 and 20", needTurn, sizes},
		{"start-refused", "START with a size that is no size gets an ERROR, and the next START works",
			"Piskvork asks for another size after an ERROR", needBegin, refused},
		{"start-again", "START empties the board and changes its size",
			"managers that play several games in one process", needTurn, startAgain},
	}
}

func turn(p *pipeProbe) {
	p.newGame()
	p.reply(board.Point{X: 10, Y: 10})
	for n := range 3 {
		p.reply(p.free(2 * n))
	}
}

func boards(p *pipeProbe) {
	p.position(usual)
	p.position(usualSecond)
	p.newGame()
	if lines := p.boardLines(usual); !p.over {
		p.move("BOARD", lines[4], lines[2], lines[1], lines[3], "DONE")
	}
}

func sizes(p *pipeProbe) {
	eachSize(p.gameProbe, func(size int) (accepted bool) {
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

func refused(p *pipeProbe) {
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

func startAgain(p *pipeProbe) {
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
