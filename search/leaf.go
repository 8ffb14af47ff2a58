package search

import "tahoun/search/pattern"

// leaf scores a position below the depth of the search, reached by a four or by the answer to one (quiescence search).
// At most budget more fours are followed.
func (w *worker) quiescence(alpha, beta, ply, budget int) int {
	if v, done := w.enterNode(ply); done {
		return v
	}
	p := w.p
	n := p.now().counts[p.side^1].rows()
	if n == 0 {
		return w.quiesceFours(alpha, beta, ply, budget)
	}
	var buffer [4]cell
	bestScore := -winScore + ply + 2
	for _, c := range p.fiveDefences(n, buffer[:0]) {
		w.make(c)
		v := -w.quiescence(-beta, -max(alpha, bestScore), ply+1, budget)
		p.unmake()
		bestScore = max(bestScore, v)
		if w.ended || bestScore >= beta {
			break
		}
	}
	return bestScore
}

// followFours judges a position in which no five is threatened by its shapes, unless fours that
// continue the side's last stone win or improve it. After the first, only fours that threaten something
// else besides are followed.
func (w *worker) quiesceFours(alpha, beta, ply, budget int) int {
	p := w.p
	bestScore := w.evaluateWithin(alpha, beta)
	alpha = max(alpha, bestScore)
	if alpha >= beta || budget <= 0 || !p.now().counts[p.side].anyFour() {
		return bestScore
	}
	least := pattern.SingleFour
	if budget <= quiescenceFours-quiescenceSingleFours {
		least = pattern.FourPlus
	}
	mark := len(w.moves)
	for _, c := range p.changedBy(1) {
		if p.isEmpty(c) && p.class(c) >= least {
			w.moves = append(w.moves, newScoredMove(c, p.info(c, p.side).attack()))
		}
	}
	for moves := w.moves[mark:]; len(moves) > 0 && alpha < beta; moves = moves[1:] {
		c := selectBest(moves)
		if !p.mayPlay(c) {
			continue
		}
		w.make(c)
		v := -w.quiescence(-beta, -alpha, ply+1, budget-1)
		p.unmake()
		if w.ended {
			break
		}
		bestScore = max(bestScore, v)
		alpha = max(alpha, v)
	}
	w.moves = w.moves[:mark]
	return bestScore
}
