package compliance

import (
	"fmt"

	"tahoun/board"
)

// ruleChecks are the rules: moves must be legal under each, and a brain should know which rows win.
func ruleChecks(needs []string) (all []check[*gameProbe]) {
	for _, r := range []struct {
		rule board.Rule
		why  string
	}{
		{board.Freestyle, "Gomocup's freestyle league"},
		{board.ExactFive, "Gomocup's standard league"},
		{board.Continuous, "Piskvork"},
		{board.ExactFive | board.Continuous, "Piskvork"},
		{board.Renju, "Gomocup's renju league: a forbidden move loses"},
		{board.Caro, "Gomocup's caro league"},
		{board.ExactFive | board.Caro, "Piskvork"},
	} {
		all = append(all, check[*gameProbe]{fmt.Sprintf("rule-%d", r.rule),
			"a game by rule " + r.rule.String() + " has legal moves only", r.why, needs, func(p *gameProbe) {
				p.rule = r.rule
				p.byBoard()
			}})
	}
	return append(all, rulePositions(needs)...)
}

// rulePositions are positions in which a brain that does not know the rule is tempted. Stones in corners only keep the
// count even.
func rulePositions(needs []string) []check[*gameProbe] {
	// legal asks for a legal move.
	legal := func(rule board.Rule, s setup) func(*gameProbe) {
		return func(p *gameProbe) {
			p.rule = rule
			p.ask(s)
		}
	}
	return []check[*gameProbe]{
		{"walls", "squares of finished rows (3 in BOARD, # in a file) are not played on",
			"continuous games in Piskvork", needs,
			legal(board.Continuous, setup{own: "9,8 10,9", theirs: "9,9 8,11", walls: "8,10 9,10 10,10 11,10 12,10"})},
		{"renju-overline", "x does not play six in a row by renju", "renju: it loses", needs,
			legal(board.Renju, setup{own: "3,7 4,7 5,7 7,7 8,7", theirs: "0,0 14,0 0,14 14,14 7,0"})}, // 6,7
		{"renju-four-four", "x does not play two fours at once by renju", "renju: it loses", needs,
			legal(board.Renju, setup{own: "4,7 5,7 6,7 7,4 7,5 7,6", theirs: "3,7 7,3 0,0 14,0 0,14 14,14"})}, // 7,7
		{"renju-three-three", "x does not play two threes at once by renju", "renju: it loses", needs,
			legal(board.Renju, setup{own: "5,7 6,7 7,5 7,6 5,5 6,6", theirs: "0,0 14,0 0,14 14,14 7,0 0,7"})}, // 7,7
		{"exact-knows", "by exactly five, the brain makes a five rather than a six", "it loses won games otherwise",
			needs, wins(board.ExactFive, setup{ // 6,10 or 7,16
				own:    "3,10 4,10 5,10 7,10 8,10 3,16 4,16 5,16 6,16",
				theirs: "2,16 0,0 14,0 0,14 19,19 7,0 0,7 14,7 19,2",
			})},
		{"caro-knows", "by caro, the brain makes a five that is not blocked at both ends",
			"it loses won games otherwise", needs, wins(board.Caro, setup{ // 7,10 or 7,16
				own:    "3,10 4,10 5,10 6,10 3,16 4,16 5,16 6,16",
				theirs: "2,10 8,10 0,0 14,0 0,14 19,19 0,4 14,4",
			})},
	}
}

// wins gives a warning where the brain does not win at once.
func wins(rule board.Rule, s setup) func(*gameProbe) {
	return func(p *gameProbe) {
		p.rule = rule
		if at := p.ask(s); !p.over && !p.finished {
			p.warn("played %v, which does not win by %v", at, rule)
		}
	}
}

// strengthChecks are moves that every program should find. They only give warnings.
func strengthChecks(needs []string) []check[*gameProbe] {
	return []check[*gameProbe]{
		{"wins", "a four is completed to a five", "strength", needs,
			wins(board.Freestyle, setup{own: "4,7 5,7 6,7 7,7", theirs: "3,7 4,8 5,9 9,9"})},
		{"blocks", "the opponent's four is blocked", "strength", needs, func(p *gameProbe) {
			const only = "8,7"
			at := p.ask(setup{own: "3,7 4,9 10,10 6,12", theirs: "4,7 5,7 6,7 7,7"})
			if !p.over && at.String() != only {
				p.warn("played %v, want %s", at, only)
			}
		}},
	}
}
