package search

import (
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// quiescence scores a position below the search depth, after a four or the answer to one. It follows at most budget
// more fours.
func (w *worker) quiescence(alpha, beta, ply, budget int) int {
	if v, done := w.enterNode(ply); done {
		return v
	}
	p := w.p
	n := p.Now().Counts[p.Side^1].Rows()
	if n == 0 {
		return w.quiesceFours(alpha, beta, ply, budget)
	}
	var buffer [4]position.Cell
	bestScore := -position.WinScore + ply + 2
	for _, c := range p.FiveDefences(n, buffer[:0]) {
		w.make(c)
		v := -w.quiescence(-beta, -max(alpha, bestScore), ply+1, budget)
		p.Unmake()
		bestScore = max(bestScore, v)
		if w.ended || bestScore >= beta {
			break
		}
	}
	return bestScore
}

// quiesceFours scores a position without a threatened five: by its evaluation (stand pat), or higher if fours win or
// improve it. It follows only fours that continue the side's last stone, and after the first only those with another
// threat.
func (w *worker) quiesceFours(alpha, beta, ply, budget int) int {
	p := w.p
	bestScore := w.evaluateWithin(alpha, beta)
	alpha = max(alpha, bestScore)
	if alpha >= beta || budget <= 0 || !p.Now().Counts[p.Side].AnyFour() {
		return bestScore
	}
	least := pattern.SingleFour
	if budget <= quiescenceFours-quiescenceSingleFours {
		least = pattern.FourPlus
	}
	mark := len(w.moves)
	for _, c := range p.ChangedBy(1) {
		if p.IsEmpty(c) && p.Class(c) >= least {
			w.moves = append(w.moves, newScoredMove(c, p.Info(c, p.Side).OwnPolicy()))
		}
	}
	for moves := w.moves[mark:]; len(moves) > 0 && alpha < beta; moves = moves[1:] {
		c := selectBest(moves)
		if !p.MayPlay(c) {
			continue
		}
		w.make(c)
		v := -w.quiescence(-beta, -alpha, ply+1, budget-1)
		p.Unmake()
		if w.ended {
			break
		}
		bestScore = max(bestScore, v)
		alpha = max(alpha, v)
	}
	w.moves = w.moves[:mark]
	return bestScore
}
