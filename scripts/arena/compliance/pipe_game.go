package compliance

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
	for n := 1; n < selfGameMoves && !p.over && !p.finished; n++ {
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
