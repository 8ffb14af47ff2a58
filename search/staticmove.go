package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
	"tahoun/search/position"
	"tahoun/search/table"
)

// settle makes c the final answer. score is 0 if nothing is known.
func (j *Job) settle(c position.Cell, score int, why string) string {
	j.roots, j.settled = []rootMove{{move: c, score: score}}, true
	return why
}

// settleWin makes c, with which the side to move is seen to win in plies, the final answer.
func (j *Job) settleWin(c position.Cell, plies int) string {
	reason := reasonFours
	if j.p.Class(c) < pattern.SingleFour {
		reason = reasonThreats
	}
	return j.settle(c, position.WinScore-plies, reason)
}

// force makes c, the only sensible move, the final answer. Its score is that of a static search.
func (j *Job) force(c position.Cell, why string) string {
	j.settle(c, 0, why)
	j.forced = true
	j.rate(j.roots)
	return why
}

// decideStatic fills j.roots with little search, and returns the reason for the first move.
func (j *Job) decideStatic() string {
	p := j.p
	own, other := p.Now().Counts[p.Side], p.Now().Counts[p.Side^1]
	switch {
	case p.RootOverflow:
		return j.settle(p.MostUrgent(), 0, "too many threats to count, the most urgent square")
	case own.Rows() > 0:
		return j.settle(j.chooseFive(own.Rows()), position.WinScore-1, reasonFive)
	case other.Rows() > 0:
		return j.stopFive(other.Rows())
	case p.Stones == 0:
		return j.settle(openingMove(p), 0, reasonOpening)
	}
	if n := p.WinIn(); n > 0 {
		return j.settleWin(p.Winner(n), n)
	}
	legal := j.listRoots()
	if j.unsure = j.solveThreats(j.vcf, staticVCFNodes); j.settled {
		return reasonFours
	}
	if j.staticOnly() {
		if j.solveThreats(j.vct, staticVCTNodes); j.settled {
			return reasonThreats
		}
	}
	if len(j.roots) == 1 && legal {
		return j.force(j.roots[0].move, "the only candidate")
	}
	j.chooseStatic()
	if !legal {
		return j.settle(j.roots[0].move, 1-position.WinScore, "only forbidden squares left")
	}
	return ""
}

// Reasons for an answer without a search.
const (
	reasonFive    = "five"
	reasonOpening = "opening"
	reasonFours   = "wins by fours"
	reasonThreats = "wins by threats"
)

// stopFive answers n threatened rows, with a win by fours if an answer begins one.
func (j *Job) stopFive(n int) string {
	p := j.p
	if j.vcf.Solve(p, staticVCFNodes) {
		j.roots, j.settled = []rootMove{j.shortestVCF(winOf(j.vcf))}, true
		return reasonFours
	}
	answers := p.FiveDefences(n, nil)
	switch len(answers) {
	case 0:
		return j.settle(p.LostReply(n), 2-position.WinScore, "lost, a five cannot be stopped")
	case 1:
		return j.force(answers[0], "stops a five")
	}
	for _, c := range answers {
		j.roots = append(j.roots, rootMove{move: c})
	}
	j.chooseStatic()
	return "stops a five"
}

// chooseStatic moves to the front the first of the moves that score nearly as well as the best after one ply. The move
// order knows more about quiet moves than that search. A slack of 80 gains 75 Elo for a static move, 40 as much, and 15
// nothing (200 pairs on 20x20).
func (j *Job) chooseStatic() {
	top := -position.Infinite
	for i := range j.roots {
		m := &j.roots[i]
		j.p.Make(m.move)
		m.score = -j.worker.alphaBeta(-position.Infinite, position.Infinite, 0, 1, false)
		j.p.Unmake()
		top = max(top, m.score)
	}
	least := top - j.engine.Params.StaticSlack
	if position.Proves(top) {
		least = top
	}
	toFront(j.roots, slices.IndexFunc(j.roots, func(m rootMove) bool { return m.score >= least }))
}

// chooseFive returns one of n squares that finish a row. In a continuous game the row turns into walls and the opponent
// moves next: then it chooses the square that leaves the opponent the worst position.
func (j *Job) chooseFive(n int) position.Cell {
	fives := j.p.Find(j.p.Side, pattern.WinningRow, n, nil)
	chosen, bestScore := fives[0], -position.Infinite
	if j.p.Rules.Rule&board.Continuous == 0 || len(fives) == 1 {
		return chosen
	}
	for _, c := range fives {
		if v := j.scoreAfterFive(c); v > bestScore {
			chosen, bestScore = c, v
		}
	}
	return chosen
}

// fiveDepth is the depth of the search after a five in a continuous game: some thousand nodes.
const fiveDepth = 3

// scoreAfterFive returns the score of the rest of the game for the side to move after it finished a row on c.
func (j *Job) scoreAfterFive(c position.Cell) int {
	b, side := j.p.Board(), position.StoneOf(j.p.Side)
	if _, err := b.Play(j.p.Point(c), side, j.p.Rules.Rule); err != nil {
		return -position.Infinite // cannot happen: Find returns empty squares
	}
	w := newWorker(position.New(b, side.Other(), j.engine.rules), table.New(1<<16), &j.engine.Params)
	w.stop = j.givenUp
	return -w.alphaBeta(-position.Infinite, position.Infinite, fiveDepth, 1, false)
}

// openingMove returns the first move of a game: the empty square on the most rows of five without a wall, of those the
// nearest to the middle.
func openingMove(p *position.Position) position.Cell {
	bestCell, bestRows, bestFar := position.NoCell, -1, 0
	for _, c := range p.AllEmpty() {
		at := p.Point(c)
		dx, dy := 2*at.X-p.Width, 2*at.Y-p.Height
		rows, far := openRows(p, at), dx*dx+dy*dy
		if rows > bestRows || rows == bestRows && far < bestFar {
			bestCell, bestRows, bestFar = c, rows, far
		}
	}
	return bestCell
}

// openRows returns how many rows of five squares through at have no wall.
func openRows(p *position.Position, at board.Point) int {
	n := 0
	for _, d := range board.Directions {
		free := 1
		for _, sign := range [2]int{1, -1} {
			for k := 1; k < 5 && p.SquareAt(at.Add(d, sign*k)) != board.Wall; k++ {
				free++
			}
		}
		n += max(0, free-4)
	}
	return n
}

// FallbackMove returns a legal move for side on b by the cheapest static look: it wins, stops a five, or takes the
// square with the best score on the rows of five through it. Without stones nearby it takes the middle. It needs no
// tables of an engine, takes about a millisecond on 20x20, and serves when a search had no processor time to answer. b
// needs an empty square. If all are forbidden, it takes the first.
func FallbackMove(b *board.Board, side board.Stone, rule board.Rule) board.Point {
	best, bestScore, bestFar := b.FirstLegal(side, rule), -1, 0
	for p, s := range b.Points {
		if s != board.Empty {
			continue
		}
		dx, dy := 2*p.X-b.Width()+1, 2*p.Y-b.Height()+1
		score, far := scoreAt(b, p, side, rule), dx*dx+dy*dy
		if score < bestScore || score == bestScore && far >= bestFar {
			continue
		}
		if !rule.Forbids(side) || !b.Forbidden(p, rule) {
			best, bestScore, bestFar = p, score, far
		}
	}
	return best
}

// scoreAt scores the rows of five through the empty square p for side.
func scoreAt(b *board.Board, p board.Point, side board.Stone, rule board.Rule) int {
	const five, otherFive = 1 << 20, 1 << 19
	other := side.Other()
	switch {
	case !b.Beside(p, 2):
		return 0
	case b.Wins(p, side, rule):
		return five
	case b.Wins(p, other, rule):
		return otherFive
	}
	score := 1 // near stones
	for _, d := range board.Directions {
		for from := -4; from <= 0; from++ {
			own, theirs, free := stonesFrom(b, p.Add(d, from), d, side)
			switch {
			case !free || own > 0 && theirs > 0:
			case theirs == 0:
				score += ownRowScore[own]
			default:
				score += theirRowScore[theirs]
			}
		}
	}
	return score
}

// ownRowScore and theirRowScore are the values of a row of five squares, by its number of stones of one side if there
// are none of the other. Four of them make a five, except under stricter rules than five or more.
var (
	ownRowScore   = [5]int{0, 2, 12, 80, 80}
	theirRowScore = [5]int{0, 2, 10, 60, 60}
)

// stonesFrom counts the stones on the five squares from from on along d, and reports whether none of them is a wall.
func stonesFrom(b *board.Board, from, d board.Point, side board.Stone) (own, theirs int, free bool) {
	for k := range 5 {
		switch b.At(from.Add(d, k)) {
		case board.Wall:
			return 0, 0, false
		case side:
			own++
		case side.Other():
			theirs++
		}
	}
	return own, theirs, true
}
