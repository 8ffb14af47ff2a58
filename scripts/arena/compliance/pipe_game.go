package compliance

import (
	"tahoun/board"
)

// gameChecks are games of several moves.
func gameChecks() []check {
	return []check{
		{"game-turn", "a game against itself by TURN has legal moves only", "every manager", needTurn, selfGame},
		{"game-board", "a game against itself with a BOARD for every move has legal moves only",
			"GomocupJudge, c-gomoku-cli -sendbyboard",
			needBoard, func(p *probe) { p.byBoard(selfGameMoves) }},
		{"games", "several games in one process, each after a START", "managers keep a brain for a match", needTurn,
			func(p *probe) {
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

// selfGameMoves is how many moves a game against itself has at most.
const selfGameMoves = 30

// selfGame lets two processes of the program play each other.
func selfGame(p *probe) {
	second := &probe{checker: p.checker, end: p.end, result: p.result}
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

// byBoard lets the program play both sides, with the whole position for every move.
func (p *probe) byBoard(moves int) {
	var played []board.Point
	for n := 0; n < moves && !p.over && !p.finished; n++ {
		p.forget()
		var s setup
		for i, at := range played {
			if (len(played)-i)%2 == 0 {
				s.own += " " + at.String()
			} else {
				s.theirs += " " + at.String()
			}
		}
		played = append(played, p.position(s))
	}
}
