package search

import "tahoun/search/pattern"

// leaf scores a position below the depth of the search, reached by a four or by the answer to one (quiescence search).
// At most budget more fours are followed.
func (s *searcher) leaf(alpha, beta, ply, budget int) int {
	if v, done := s.enter(ply); done {
		return v
	}
	p := s.p
	n := p.now().sums[p.side^1].rows()
	if n == 0 {
		return s.followFours(alpha, beta, ply, budget)
	}
	var buffer [4]cell
	bestScore := -winScore + ply + 2
	for _, c := range p.fiveAnswers(n, buffer[:0]) {
		s.play(c)
		v := -s.leaf(-beta, -max(alpha, bestScore), ply+1, budget)
		p.unplay()
		bestScore = max(bestScore, v)
		if s.ended || bestScore >= beta {
			break
		}
	}
	return bestScore
}

// followFours judges a position in which no five is threatened by its shapes, unless fours that
// continue the side's last stone win or improve it. After the first, only fours that threaten something
// else besides are followed.
func (s *searcher) followFours(alpha, beta, ply, budget int) int {
	p := s.p
	bestScore := s.evaluateWithin(alpha, beta)
	alpha = max(alpha, bestScore)
	if alpha >= beta || budget <= 0 || !p.now().sums[p.side].anyFour() {
		return bestScore
	}
	least := pattern.SingleFour
	if budget <= leafFours-leafFoursLoose {
		least = pattern.FourPlus
	}
	mark := len(s.moves)
	for _, c := range p.lately(1) {
		if p.isEmpty(c) && p.class(c) >= least {
			s.moves = append(s.moves, rank(c, p.fact(c, p.side).attack()))
		}
	}
	for moves := s.moves[mark:]; len(moves) > 0 && alpha < beta; moves = moves[1:] {
		c := best(moves)
		if !p.mayPlay(c) {
			continue
		}
		s.play(c)
		v := -s.leaf(-beta, -alpha, ply+1, budget-1)
		p.unplay()
		if s.ended {
			break
		}
		bestScore = max(bestScore, v)
		alpha = max(alpha, v)
	}
	s.moves = s.moves[:mark]
	return bestScore
}
