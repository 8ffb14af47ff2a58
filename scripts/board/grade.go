package main

import "tahoun/board"

// A graded move is a move of the game with its grade.
type graded struct {
	Move  int     `json:"move"`            // its number, from 1
	Grade string  `json:"grade"`           // see the grades; "": it is not graded
	Kind  string  `json:"kind,omitempty"`  // of an inaccuracy or worse, see the kinds
	Plies int     `json:"plies,omitempty"` // length of the win that it gave away or allowed
	From  float64 `json:"from"`            // the chance of its side with the best move, and with the move
	To    float64 `json:"to"`
	Best  int     `json:"best"`
	Line  []int   `json:"line"`  // of Best
	Reply []int   `json:"reply"` // the opponent's line after the move

	// Threat is the line of the win that the opponent threatened before the move, where the move allowed a win.
	Threat []int `json:"threat,omitempty"`
}

// The grades. A move that the search chose too, or one that keeps a proven win, is best, however long the win takes.
const (
	bestMove   = "best"
	fine       = "fine"       // costs less than inaccurate
	inaccuracy = "inaccuracy" // costs its side as much chance to win as inaccurate, and so on
	mistake    = "mistake"
	blunder    = "blunder"
)

// Two searches differ: of a move that costs inaccurate, one that is ten times longer still finds suspicious.
const (
	suspicious = 0.15 // of the first search: a longer one decides
	inaccurate = 0.20
	mistaken   = 0.25
	blundered  = 0.35
)

// The kinds of inaccuracies, mistakes and blunders, by the first that applies.
const (
	foul     = "foul"     // it is a forbidden square
	gaveWin  = "gaveWin"  // Plies is the length of the win
	gaveLoss = "gaveLoss" // it allowed a win, Plies is its length
	gaveLead = "gaveLead" // it cost chance alone
)

// isFault reports whether a grade is one of those that the review names a reason for.
func isFault(grade string) bool { return grade == inaccuracy || grade == mistake || grade == blunder }

// loss returns how much chance a move cost its side by the evaluations before and after it. ok is false where the move
// is not graded: it was forced, or the game was lost already.
func loss(before, after judgement) (lost float64, ok bool) {
	switch {
	case before.Side == after.Side || before.forced || before.Plies < 0:
		return 0, false
	case before.Played == before.Best || after.Plies < 0:
		return 0, true
	}
	return max(0, before.chance()-(1-after.chance())), true
}

func gradeOf(lost float64) string {
	switch {
	case lost >= blundered:
		return blunder
	case lost >= mistaken:
		return mistake
	case lost >= inaccurate:
		return inaccuracy
	case lost > 0:
		return fine
	}
	return bestMove
}

// grades grades the moves of a game. first and last hold the evaluations of all its positions in their order, before
// and after the longer searches. An inaccuracy or worse is suspicious by the first, too: a longer search of a neighbour
// alone proves none.
func grades(first, last []judgement) []graded {
	all := []graded{}
	for n := 0; n+1 < len(last); n++ {
		lost, ok := loss(first[n], first[n+1])
		again, okAgain := loss(last[n], last[n+1])
		g := graded{Move: n + 1, From: last[n].chance(), To: 1 - last[n+1].chance(), Best: last[n].Best,
			Line: last[n].Line, Reply: last[n+1].Line}
		if lost < suspicious {
			again = min(lost, again)
		}
		if ok && okAgain {
			g.grade(again, last[n], last[n+1])
		}
		all = append(all, g)
	}
	return all
}

// grade sets the grade of a move that lost so much chance, and the kind of an inaccuracy or worse.
func (g *graded) grade(lost float64, before, after judgement) {
	g.Grade = gradeOf(lost)
	switch {
	case !isFault(g.Grade):
	case after.foul:
		g.Kind = foul
	case before.Plies > 0:
		g.Kind, g.Plies = gaveWin, before.Plies
	case after.Plies > 0:
		g.Kind, g.Plies, g.Threat = gaveLoss, after.Plies, before.threat
	default:
		g.Kind = gaveLead
	}
}

// forced reports whether a square is the only move of the position: the only legal one, or the only one that stops a
// five.
func (p *position) forced(square int) bool {
	if p.board.Count(board.Empty) == 1 {
		return true
	}
	if p.rule&board.Continuous != 0 { // the game goes on after a five
		return false
	}
	fives := 0
	for at, s := range p.board.Points {
		if s != board.Empty {
			continue
		}
		if p.board.Wins(at, p.side, p.rule) {
			return false
		}
		if p.board.Wins(at, p.side.Other(), p.rule) {
			if fives++; p.square(at) != square {
				return false
			}
		}
	}
	return fives == 1 || p.rule.Forbids(p.side) && p.board.Count(board.Empty)-len(p.forbidden()) == 1
}
