package search

import (
	"tahoun/search/pattern"
	"tahoun/search/position"
	"tahoun/search/table"
)

// enterNode begins a node of alpha-beta or quiescence, and returns its score if there is nothing to search.
func (w *worker) enterNode(ply int) (score int, done bool) {
	p := w.p
	now := p.Now()
	w.pvs[ply] = w.pvs[ply][:0]

	// Step 1. Count the node. If time or nodes are up, leave; the caller ignores the score.
	if w.countNode() {
		return 0, true
	}
	w.selective = max(w.selective, ply)

	// Step 2. The board is full, or the position is too deep or has too many threats to represent.
	if now.Empty == 0 {
		return 0, true
	}
	if ply >= position.Deepest || now.Overflow() {
		return w.evaluate(), true
	}

	// Step 3. Static win detection.
	if n := p.WinIn(); n > 0 {
		return position.WinScore - ply - n, true
	}
	return 0, false
}

// A node is a position that is searched by its moves. Meanwhile alpha rises, and depth falls by one without a table
// move.
type node struct {
	alpha, beta int
	depth, ply  int
	pvNode      bool // the window is open
	cutNode     bool // expected to fail high
	threatened  bool // by an open four
	ttMove      position.Cell

	bestScore int
	bestMove  position.Cell
	tried     int // moves that were searched
}

// alphaBeta searches depth plies for the side to move. The score is exact between alpha and beta, and a bound outside
// them (fail-soft). It is a principal variation search: the first move gets the full window, the others must first
// prove better in a zero window. cut marks a node that is expected to fail high.
func (w *worker) alphaBeta(alpha, beta, depth, ply int, cut bool) int {
	// Steps 1 to 3. Leave if there is nothing to search.
	if v, done := w.enterNode(ply); done {
		return v
	}

	// Step 4. Mate distance pruning: no win from here is shorter than one already found nearer to the root.
	alpha, beta = max(alpha, -position.WinScore+ply), min(beta, position.WinScore-ply-1)
	if alpha >= beta {
		return alpha
	}

	// Step 5. Check extension: answer a threatened five without losing depth.
	other := w.p.Now().Counts[w.p.Side^1]
	if n := other.Rows(); n > 0 {
		return w.searchFiveDefences(alpha, beta, depth, ply, n, cut)
	}

	// Step 6. Quiescence search at the leaves.
	if depth <= 0 {
		return w.quiesceFours(alpha, beta, ply, quiescenceFours)
	}

	// Steps 7 to 10. Leave if table or evaluation decide.
	n := node{
		alpha: alpha, beta: beta, depth: depth, ply: ply, pvNode: beta-alpha > 1, cutNode: cut,
		threatened: other.Wins() > 0, ttMove: position.NoCell, bestScore: -position.Infinite, bestMove: position.NoCell,
	}
	if v, done := w.pruneNode(&n); done {
		return v
	}

	// Step 11. Internal iterative reduction: without a table move the move order is poor. A shallower search stores one
	// for the next time.
	if n.ttMove == position.NoCell && depth >= 4 {
		n.depth--
	}

	// Steps 12 to 17. Search the moves and store the result.
	w.searchMoves(&n)
	switch {
	case w.ended:
		return 0
	case n.tried == 0:
		return w.scoreWithoutMoves(&n) // step 16
	}
	w.storeResult(&n, alpha) // step 17
	return n.bestScore
}

// pruneNode returns the score of a node that the transposition table or its evaluation decide, and otherwise gets the
// table move.
func (w *worker) pruneNode(n *node) (score int, done bool) {
	// Step 7. Transposition table cutoff.
	entry, hit := w.table.Probe(w.p.Now().Key)
	if hit && w.p.IsEmpty(entry.Move()) { // two positions may share a key
		n.ttMove = entry.Move()
		if v := scoreFromTT(entry.Score(), n.ply); !n.pvNode && w.params.ttCutoff(entry, v, n.alpha, n.depth) {
			return v, true
		}
	}
	if n.pvNode || n.threatened {
		return 0, false
	}

	// Step 8. Static evaluation, or a lazy estimate beyond the bounds of the next two steps. The score of an entry
	// replaces it if its bound makes it the better estimate.
	below, above := w.params.razorBelow(n.alpha, n.depth), w.params.reverseFutilityAbove(n.beta, n.depth)
	eval := w.evaluateWithin(below, above)
	if v := entry.Score(); hit && !position.Proves(v) && entry.Refines(eval) {
		eval = v
	}

	// Step 9. Razoring: so far below alpha only fours can help.
	if eval < below {
		if v := w.quiesceFours(n.alpha, n.beta, n.ply, quiescenceFours); v <= n.alpha || v >= position.SureScore {
			return v, true
		}
	}

	// Step 10. Reverse futility pruning: so far above beta a few plies change nothing. The margin is smaller when
	// improving.
	return eval, eval >= above || eval >= above-w.params.RFPMargin && w.improving()
}

// searchMoves searches the moves of a node until one fails high.
func (w *worker) searchMoves(n *node) {
	p := w.p

	// Step 12. Late move pruning: get the number of moves. The picker hands them out, the best first, and those that
	// fail the candidate filter only if all others lose.
	in := moveContext{pvNode: n.pvNode, improving: w.improving(), cutNode: n.cutNode}
	if !n.pvNode && !n.threatened && !position.Proves(n.alpha) {
		in.evalGap = evalGap(n.alpha, w.evaluate())
	}
	quota, late := w.params.lateMovePruning(n.depth, in), false
	pick := w.picker(n.ttMove, w.params.candidateFilter(n.depth))
	for {
		c := w.next(&pick, n.bestScore <= -position.SureScore)
		if c == position.NoCell {
			break
		}

		// Step 13. In a node that is not lost, prune from the first late quiet move on, later fours too. With a zero
		// window, prune idle fours against a threatened open four. Fours that set up a foul win are searched.
		if n.bestScore > -position.SureScore {
			late = late || n.tried >= quota && p.Class(c) < pattern.SingleFour
			if late && !p.MayWinByFoul() {
				break
			}
			if (late || !n.pvNode && n.threatened && p.IdleFour(c)) && !p.SetsUpFoul(c) {
				continue
			}
		}
		if !p.MayPlay(c) {
			continue
		}
		n.tried++

		in.orderGap = w.orderGap(&pick)
		v := w.searchMove(n, c, in)
		if w.ended {
			return
		}

		// Step 15. Update the best move. On a beta cutoff update the histories.
		w.updateBest(n, c, v)
		if n.alpha >= n.beta {
			w.updateHistories(c, n.depth, &pick)
			break
		}
	}
	w.moves = w.moves[:pick.first]
}

// searchMove is step 14: principal variation search of a move, with late move reduction. The few answers to a
// threatened open four are extended by half a ply: by a whole one every other time.
func (w *worker) searchMove(n *node, c position.Cell, in moveContext) (score int) {
	next := n.depth - 1
	if n.threatened && n.ply&2 == 0 && n.ply < extendWithin*w.depth {
		next = n.depth
	}
	if n.tried > 2 {
		in.bestGap = bestGap(n.alpha, n.bestScore)
	}
	r := w.reduction(c, n.depth, n.tried, in)
	if n.depth > 1 {
		w.table.Prefetch(w.p.KeyAfter(c))
	}
	w.make(c)
	if n.tried == 1 {
		score = -w.alphaBeta(-n.beta, -n.alpha, next, n.ply+1, !n.pvNode && !n.cutNode)
	} else {
		score = -w.alphaBeta(-n.alpha-1, -n.alpha, next-r, n.ply+1, r > 0 || !n.cutNode)
		if r > 0 && score > n.alpha {
			score = -w.alphaBeta(-n.alpha-1, -n.alpha, next, n.ply+1, !n.cutNode)
		}
		if score > n.alpha && score < n.beta {
			score = -w.alphaBeta(-n.beta, -n.alpha, next, n.ply+1, false)
		}
	}
	w.p.Unmake()
	return score
}

// updateBest makes c the best move of a node if its score v is better than those so far.
func (w *worker) updateBest(n *node, c position.Cell, v int) {
	if v <= n.bestScore {
		return
	}
	n.bestScore, n.bestMove = v, c
	if v > n.alpha {
		n.alpha = v
		w.updatePV(n.ply, c)
	}
}

// scoreWithoutMoves is step 16, the score of a node without a move: a double threat of five cannot be parried, now or
// in two plies, or renju forbids all moves.
func (w *worker) scoreWithoutMoves(n *node) int {
	p := w.p
	if _, needed := p.Defences(w.cells[:0]); !needed && len(p.Legal(p.AllEmpty())) > 0 {
		return w.evaluate() // renju still allows squares far from all stones
	}
	return -position.WinScore + n.ply + 6 - 2*b2i(n.threatened)
}

// storeResult stores the result of a node whose alpha was that at first.
func (w *worker) storeResult(n *node, alpha int) {
	bound := table.Exact
	switch {
	case n.bestScore >= n.beta:
		bound = table.Lower
	case n.bestScore <= alpha:
		bound = table.Upper
	}
	w.table.Store(w.p.Now().Key, table.NewEntry(n.bestMove, scoreToTT(n.bestScore, n.ply), n.depth, bound))
}

// searchFiveDefences searches the answers to n threatened rows: at most one, except in caro.
func (w *worker) searchFiveDefences(alpha, beta, depth, ply, n int, cut bool) int {
	p := w.p
	var buffer [4]position.Cell
	bestScore := -position.WinScore + ply + 2
	for _, c := range p.FiveDefences(n, buffer[:0]) {
		w.make(c)
		v := -w.alphaBeta(-beta, -max(alpha, bestScore), max(depth, 0), ply+1, !cut)
		p.Unmake()
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

// scoreToTT and scoreFromTT turn proofs, which count from the root, into proofs that count from the node, and back. A
// stored proof then holds wherever the node is reached.
func scoreToTT(v, ply int) int {
	switch {
	case v >= position.SureScore:
		return v + ply
	case v <= -position.SureScore:
		return v - ply
	}
	return v
}

func scoreFromTT(v, ply int) int { return scoreToTT(v, -ply) }
