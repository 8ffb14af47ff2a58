package search

import (
	"cmp"
	"slices"
	"time"

	"tahoun/search/position"
)

// Budgets of resist.
const (
	resistNodes     = 100_000 // positions to visit
	resistMoves     = 4       // moves to compare
	temptingMoves   = 8       // moves of the winner that an only move is compared with
	temptingNodes   = 300     // positions to visit for each of them
	temptingPlies   = 31      // longest win after them that is looked for
	resistTimeShare = 8       // the part of the time to think that a lost position leaves for resist
)

// resist changes a lost answer, if other moves lose as late, to that after which the opponent must find the most only
// moves. It reports whether it did.
func (j *Job) resist() bool {
	if j.best.score > -position.SureScore || j.limits.Nodes != 0 {
		return false
	}
	pr := prover{Job: j, budget: resistNodes, stop: func() bool {
		return j.givenUp() || !time.Now().Add(saveTime).Before(j.timeMan.Load().soft)
	}}
	answer, most := j.best, 0
	for i, m := range j.equallyLost() {
		if m = pr.prove(m); len(m.line) < plies(m.score) {
			if i == 0 {
				return false
			}
			continue
		}
		n := pr.onlyMoves(m.line)
		if pr.budget <= 0 {
			break
		}
		if i == 0 || m.score > answer.score || m.score == answer.score && n > most {
			answer, most = m, n
		}
	}
	changed := answer.move != j.best.move
	j.best = answer
	return changed
}

// equallyLost returns the answer and the other moves that the search has seen to lose as late, the answer first.
func (j *Job) equallyLost() []rootMove {
	moves := []rootMove{j.best}
	for _, m := range j.roots {
		if m.move != j.best.move && m.loss == j.roots[0].score && len(moves) < resistMoves {
			moves = append(moves, m.lost())
		}
	}
	return moves
}

// onlyMoves plays a line that the opponent of its first move wins, and returns how many of the winner's moves there are
// only moves.
func (pr *prover) onlyMoves(line []position.Cell) (n int) {
	p := pr.p
	for i, c := range line {
		if i%2 == 1 && pr.onlyMove(c) {
			n++
		}
		p.Make(c)
	}
	for range line {
		p.Unmake()
	}
	return n
}

// onlyMove reports whether no other tempting move than c is found to win. An answer to a threatened five, and a win
// that is seen at once, do not count.
func (pr *prover) onlyMove(c position.Cell) bool {
	p, w := pr.p, pr.worker
	if p.WinIn() > 0 || p.Now().Counts[p.Side^1].Rows() > 0 {
		return false
	}
	mark := len(w.moves)
	moves := slices.Clone(w.scoreMoves(p.Legal(p.DefencesOrCandidates(nil))))
	w.moves = w.moves[:mark]
	slices.SortFunc(moves, func(a, b scoredMove) int { return cmp.Compare(b, a) })
	for _, m := range moves[:min(len(moves), temptingMoves)] {
		if m.cell() != c && pr.alsoWins(m.cell()) {
			return false
		}
	}
	return true
}

// alsoWins reports whether a short look finds that c wins, too.
func (pr *prover) alsoWins(c position.Cell) bool {
	look := *pr
	look.budget = min(temptingNodes, pr.budget)
	_, ok := look.losesAfter(c, min(temptingPlies, position.Deepest-pr.p.Depth)-1)
	pr.budget -= min(temptingNodes, pr.budget) - max(look.budget, 0)
	return ok
}

// searchUntil returns when the search stops: a lost position leaves time for resist.
func (j *Job) searchUntil() time.Time {
	m := j.timeMan.Load()
	if j.best.score > -position.SureScore {
		return m.soft
	}
	return m.soft.Add(-m.span / resistTimeShare)
}
