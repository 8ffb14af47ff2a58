package search

import "tahoun/search/pattern"

// enter begins a node, of the tree or of its leaves, and returns its score if there is nothing to
// search.
func (w *worker) enterNode(ply int) (score int, done bool) {
	p := w.p
	now := p.now()
	w.pvs[ply] = w.pvs[ply][:0]

	// Step 1. Count the node; leave when time or nodes are up. The caller drops what comes back.
	if w.countNode() {
		return 0, true
	}
	w.selective = max(w.selective, ply)

	// Step 2. Ends of the game, and of what we can represent.
	if now.empty == 0 {
		return 0, true
	}
	if ply >= deepest || now.overflow() {
		return w.evaluate(), true
	}

	// Step 3. What the counts of shapes prove.
	if n := p.winIn(); n > 0 {
		return winScore - ply - n, true
	}
	return 0, false
}

// node searches depth plies deep for the side to move and returns its score, exact between alpha and
// beta and a bound beyond them (fail-soft). It is a principal variation search: the first move gets the
// whole window, the others must first show with an empty one that they are better. cut says that a move is
// expected that is too good for the opponent.
func (w *worker) alphaBeta(alpha, beta, depth, ply int, cut bool) int {
	p := w.p
	now := p.now()

	// Steps 1 to 3. Is there anything to search?
	if v, done := w.enterNode(ply); done {
		return v
	}

	// Step 4. A proof already found nearer to the root cannot be bettered here.
	alpha, beta = max(alpha, -winScore+ply), min(beta, winScore-ply-1)
	if alpha >= beta {
		return alpha
	}

	// Step 5. The opponent threatens five: answer it, at no cost in depth.
	if n := now.counts[p.side^1].rows(); n > 0 {
		return w.searchFiveDefences(alpha, beta, depth, ply, n, cut)
	}

	// Step 6. At the leaves only fours are followed.
	if depth <= 0 {
		return w.quiesceFours(alpha, beta, ply, quiescenceFours)
	}

	// Step 7. Has this position been searched before, deep enough for what it showed?
	key, full := now.key, beta-alpha > 1
	entry, hit := w.table.probe(key)
	ttMove := noCell
	if hit && p.isEmpty(entry.move()) { // two positions may share a key
		ttMove = entry.move()
		if v := scoreFromTT(entry.score(), ply); !full && w.params.ttCutoff(entry, v, alpha, depth) {
			return v
		}
	}

	threatened := now.counts[p.side^1].wins() > 0
	if !full && !threatened {
		// Step 8. Static evaluation, or a guess beyond the bounds of the next two steps, and what an earlier search knows
		// better.
		below, above := w.params.razorBelow(alpha, depth), w.params.reverseFutilityAbove(beta, depth)
		eval := w.evaluateWithin(below, above)
		if v := entry.score(); hit && !proves(v) && entry.refines(eval) {
			eval = v
		}

		// Step 9. Razoring: so far below alpha only fours can help.
		if eval < below {
			if v := w.quiesceFours(alpha, beta, ply, quiescenceFours); v <= alpha || v >= sureScore {
				return v
			}
		}

		// Step 10. Futility: so far above beta a few plies change nothing, and fewer do where things go up.
		if eval >= above || eval >= above-w.params.RFPMargin && w.improving() {
			return eval
		}
	}

	// Step 11. Internal reduction: without a remembered move the order is poor; a shallower search
	// leaves one for the next time.
	if ttMove == noCell && depth >= 4 {
		depth--
	}

	// Step 12. How many moves are worth a look, and the moves, the best ranked first; those that promise nothing only
	// where all others lose.
	in := moveContext{pvNode: full, improving: w.improving(), cutNode: cut}
	if !full && !threatened && !proves(alpha) {
		in.evalGap = evalGap(alpha, w.evaluate())
	}
	quota := w.params.lateMovePruning(depth, in)
	pick := w.picker(ttMove, w.params.candidateFilter(depth))
	start, bestScore, bestMove, tried, late := alpha, -infinite, noCell, 0, false
	for {
		c := w.next(&pick, bestScore <= -sureScore)
		if c == noCell {
			break
		}

		// Step 13. Of a node that is not lost late quiet moves are left out, and what is ranked behind the first of them,
		// fours too; and, without a full window, idle fours against a threatened open four. Fours that set a snare for
		// renju's x are searched.
		if bestScore > -sureScore {
			late = late || tried >= quota && p.class(c) < pattern.SingleFour
			if late && !p.mayWinByFoul() {
				break
			}
			if (late || !full && threatened && p.idleFour(c)) && !p.setsUpFoul(c) {
				continue
			}
		}
		if !p.mayPlay(c) {
			continue
		}
		tried++

		// Step 14. Search the move: reduced and with an empty window first, where it is not the first. The few
		// answers to a threatened open four cost half a ply, that is a whole one every other time.
		next := depth - 1
		if threatened && ply&2 == 0 && ply < extendWithin*w.depth {
			next = depth
		}
		in.orderGap = w.orderGap(&pick)
		if tried > 2 {
			in.bestGap = bestGap(alpha, bestScore)
		}
		r := w.lateMoveReduction(c, depth, tried, in)
		if depth > 1 {
			w.table.prefetch(p.keyAfter(c))
		}
		w.make(c)
		var v int
		if tried == 1 {
			v = -w.alphaBeta(-beta, -alpha, next, ply+1, !full && !cut)
		} else {
			v = -w.alphaBeta(-alpha-1, -alpha, next-r, ply+1, r > 0 || !cut)
			if r > 0 && v > alpha {
				v = -w.alphaBeta(-alpha-1, -alpha, next, ply+1, !cut)
			}
			if v > alpha && v < beta {
				v = -w.alphaBeta(-beta, -alpha, next, ply+1, false)
			}
		}
		p.unmake()
		if w.ended {
			return 0
		}

		// Step 15. Is it the best so far, or too good?
		if v > bestScore {
			bestScore, bestMove = v, c
			if v > alpha {
				alpha = v
				w.updatePV(ply, c)
			}
		}
		if alpha >= beta {
			w.updateHistories(c, depth, &pick)
			break
		}
	}
	w.moves = w.moves[:pick.first]

	// Step 16. No move at all: a double threat of five cannot be parried, or is two plies away; or renju forbids
	// them all.
	if tried == 0 {
		if _, needed := p.defences(w.cells[:0]); !needed && len(p.legal(p.allEmpty())) > 0 {
			return w.evaluate() // renju leaves squares far from all stones
		}
		return -winScore + ply + 6 - 2*b2i(threatened)
	}

	// Step 17. Remember the result.
	bound := exact
	switch {
	case bestScore >= beta:
		bound = lower
	case bestScore <= start:
		bound = upper
	}
	w.table.store(key, newTTEntry(bestMove, scoreToTT(bestScore, ply), depth, bound))
	return bestScore
}

// reduction is by how many plies c, the n-th move of a node of depth plies, is searched less deep at first: none if it is
// the first one, a four, idle ones that come late aside, or an answer to a threatened open four. c has not been played
// yet.
func (w *worker) lateMoveReduction(c cell, depth, n int, in moveContext) int {
	p := w.p
	class := p.class(c)
	if n == 1 || depth < 3 || p.now().counts[p.side^1].wins() > 0 {
		return 0
	}
	if class >= pattern.SingleFour && (n < w.params.LMRIdleFourFrom || !p.idleFour(c)) {
		return 0
	}
	in.contHist = int(w.contHist[p.side][contHistBase(p)+contHistIndex(c)])
	in.tactical = class >= pattern.Three || p.classFor(c, p.side^1) >= pattern.Three
	return w.params.lateMoveReduction(depth, n, in)
}

// answerFive searches the answers to n threatened rows: one at most, but in caro.
func (w *worker) searchFiveDefences(alpha, beta, depth, ply, n int, cut bool) int {
	p := w.p
	var buffer [4]cell
	bestScore := -winScore + ply + 2
	for _, c := range p.fiveDefences(n, buffer[:0]) {
		w.make(c)
		v := -w.alphaBeta(-beta, -max(alpha, bestScore), max(depth, 0), ply+1, !cut)
		p.unmake()
		if w.ended {
			return 0
		}
		if v > bestScore {
			bestScore = v
			w.updatePV(ply, c)
		}
		if bestScore >= beta {
			break
		}
	}
	return bestScore
}

// extendLine makes c and the best line behind it the best line of ply.
func (w *worker) updatePV(ply int, c cell) {
	w.pvs[ply] = append(append(w.pvs[ply][:0], c), w.pvs[ply+1]...)
}

// scoreFrom and scoreAt turn a score into one counted from the node, for the table, and back: a proof
// is as long from here wherever the node is reached.
func scoreToTT(v, ply int) int {
	switch {
	case v >= sureScore:
		return v + ply
	case v <= -sureScore:
		return v - ply
	}
	return v
}

func scoreFromTT(v, ply int) int { return scoreToTT(v, -ply) }

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
