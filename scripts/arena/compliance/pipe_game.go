package compliance

import "time"

func gameChecks() []pipeCheck {
	return []pipeCheck{
		{"game-turn", "a game against itself by TURN has legal moves only", "every manager", needTurn, selfGame},
		{"game-board", "a game against itself with a BOARD for every move has legal moves only",
			"GomocupJudge, c-gomoku-cli -sendbyboard", needBoard,
			func(p *pipeProbe) { p.byBoard() }},
		{"games", "several games in one process, each after a START", "managers keep a brain for a match", needTurn,
			func(p *pipeProbe) {
				for range 3 {
					p.newGame()
					p.begin()
					for n := range 4 {
						if !p.finished {
							p.reply(p.free(n))
						}
					}
				}
			}},
	}
}

// selfGame lets two processes of the program play each other.
func selfGame(p *pipeProbe) {
	second := p.seen.probe(&probe{checker: p.checker, result: p.result})
	defer second.finish()
	p.newGame()
	second.newGame()
	at := p.begin()
	for n := 1; n < p.gameMoves() && !p.over && !p.finished; n++ {
		mover, other := second, p
		if n%2 == 0 {
			mover, other = p, second
		}
		at = mover.reply(at)
		if mover.over {
			p.over, p.result, p.err = true, mover.result, mover.err
		}
		other.finished = mover.finished
	}
}

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
