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

// alphaBeta searches depth plies for the side to move. The score is exact between alpha and beta, and a bound outside
// them (fail-soft). It is a principal variation search: the first move gets the full window, the others must first
// prove better in a zero window. cut marks a node that is expected to fail high.
func (w *worker) alphaBeta(alpha, beta, depth, ply int, cut bool) int {
	p := w.p
	now := p.Now()

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
	if n := now.Counts[p.Side^1].Rows(); n > 0 {
		return w.searchFiveDefences(alpha, beta, depth, ply, n, cut)
	}

	// Step 6. Quiescence search at the leaves.
	if depth <= 0 {
		return w.quiesceFours(alpha, beta, ply, quiescenceFours)
	}

	// Step 7. Transposition table cutoff.
	key, full := now.Key, beta-alpha > 1
	entry, hit := w.table.Probe(key)
	ttMove := position.NoCell
	if hit && p.IsEmpty(entry.Move()) { // two positions may share a key
		ttMove = entry.Move()
		if v := scoreFromTT(entry.Score(), ply); !full && w.params.ttCutoff(entry, v, alpha, depth) {
			return v
		}
	}

	threatened := now.Counts[p.Side^1].Wins() > 0
	if !full && !threatened {
		// Step 8. Static evaluation, or a lazy estimate beyond the bounds of the next two steps. The score of an entry
		// replaces it if its bound makes it the better estimate.
		below, above := w.params.razorBelow(alpha, depth), w.params.reverseFutilityAbove(beta, depth)
		eval := w.evaluateWithin(below, above)
		if v := entry.Score(); hit && !position.Proves(v) && entry.Refines(eval) {
			eval = v
		}

		// Step 9. Razoring: so far below alpha only fours can help.
		if eval < below {
			if v := w.quiesceFours(alpha, beta, ply, quiescenceFours); v <= alpha || v >= position.SureScore {
				return v
			}
		}

		// Step 10. Reverse futility pruning: so far above beta a few plies change nothing. The margin is
		// smaller when improving.
		if eval >= above || eval >= above-w.params.RFPMargin && w.improving() {
			return eval
		}
	}

	// Step 11. Internal iterative reduction: without a table move the move order is poor. A shallower search stores one
	// for the next time.
	if ttMove == position.NoCell && depth >= 4 {
		depth--
	}

	// Step 12. Late move pruning: get the number of moves. The picker hands them out, the best first, and those that
	// fail the candidate filter only if all others lose.
	in := moveContext{pvNode: full, improving: w.improving(), cutNode: cut}
	if !full && !threatened && !position.Proves(alpha) {
		in.evalGap = evalGap(alpha, w.evaluate())
	}
	quota := w.params.lateMovePruning(depth, in)
	pick := w.picker(ttMove, w.params.candidateFilter(depth))
	start, bestScore, bestMove, tried, late := alpha, -position.Infinite, position.NoCell, 0, false
	for {
		c := w.next(&pick, bestScore <= -position.SureScore)
		if c == position.NoCell {
			break
		}

		// Step 13. In a node that is not lost, prune from the first late quiet move on, later fours too. With a zero
		// window, prune idle fours against a threatened open four. Fours that set up a foul win are searched.
		if bestScore > -position.SureScore {
			late = late || tried >= quota && p.Class(c) < pattern.SingleFour
			if late && !p.MayWinByFoul() {
				break
			}
			if (late || !full && threatened && p.IdleFour(c)) && !p.SetsUpFoul(c) {
				continue
			}
		}
		if !p.MayPlay(c) {
			continue
		}
		tried++

		// Step 14. Search the move (principal variation search with late move reduction). The few answers to a
		// threatened open four are extended by half a ply: by a whole one every other time.
		next := depth - 1
		if threatened && ply&2 == 0 && ply < extendWithin*w.depth {
			next = depth
		}
		in.orderGap = w.orderGap(&pick)
		if tried > 2 {
			in.bestGap = bestGap(alpha, bestScore)
		}
		r := w.reduction(c, depth, tried, in)
		if depth > 1 {
			w.table.Prefetch(p.KeyAfter(c))
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
		p.Unmake()
		if w.ended {
			return 0
		}

		// Step 15. Update the best move. On a beta cutoff update the histories.
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

	// Step 16. No move: a double threat of five cannot be parried, now or in two plies, or renju forbids all moves.
	if tried == 0 {
		if _, needed := p.Defences(w.cells[:0]); !needed && len(p.Legal(p.AllEmpty())) > 0 {
			return w.evaluate() // renju still allows squares far from all stones
		}
		return -position.WinScore + ply + 6 - 2*b2i(threatened)
	}

	// Step 17. Store the result.
	bound := table.Exact
	switch {
	case bestScore >= beta:
		bound = table.Lower
	case bestScore <= start:
		bound = table.Upper
	}
	w.table.Store(key, table.NewEntry(bestMove, scoreToTT(bestScore, ply), depth, bound))
	return bestScore
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
