package search

// deepen searches moves deeper and deeper, from depth first on, and tells of every finished answer: the
// best move is then in front. It goes on for as long as finished wants.
func (w *worker) iterativeDeepening(moves []rootMove, first int, finished func(depth int) bool) {
	w.evaluate() // two plies on it is asked whether things have gone up
	score := 0
	for depth := first; depth < deepest; depth++ {
		w.depth, w.selective = depth, 0
		before := score
		score = w.aspiration(moves, depth, score)
		if w.ended && moves[0].loss < min(before, 0) {
			preferUnlost(moves, before)
		}
		// Where the search has ended, the first move was searched first: another in its place was found
		// better than it.
		if (!w.ended || moves[0].score > -infinite) && !finished(depth) {
			return
		}
		if w.ended || score >= sureScore || score <= -sureScore && depth > winScore+score {
			return // no time left; or won, or lost however far we look
		}
	}
}

// passOver brings to the front the first of moves that is not known to be lost, or else the one that holds out longest:
// the search has found the one in front lost, and ended before it knew as much of the others. score is what it thought
// before.
func preferUnlost(moves []rootMove, score int) {
	best := 0
	for i, m := range moves {
		if m.loss > moves[best].loss {
			best = i
		}
	}
	if best == 0 {
		return
	}
	toFront(moves, best)
	m := &moves[0]
	if m.score, m.line = score, []cell{m.move}; m.loss < 0 {
		m.score = min(score, m.loss)
	}
}

// iterate searches to depth with a window around the last score, and widens it where it fails. Where the search ends
// before a move that was too good for the window is through again, it stays the first: it has been searched to depth.
func (w *worker) aspiration(moves []rootMove, depth, last int) int {
	alpha, beta, width := -infinite, infinite, w.params.Aspiration
	if depth >= aspirationFrom {
		alpha, beta = max(last-width, -infinite), min(last+width, infinite)
	}
	held := -infinite // what the first move is worth at least, where it was too good for the last window
	for {
		v := w.rootSearch(moves, depth, alpha, beta)
		if moves[0].score > -infinite {
			w.atMost = infinite
		}
		switch {
		case w.ended:
			if moves[0].score == -infinite {
				moves[0].score = held
			}
			return v
		case v <= alpha && alpha > -infinite:
			w.atMost = alpha
			alpha, held = widenWindow(alpha, -width), -infinite
		case v >= beta && beta < infinite:
			beta, held = widenWindow(beta, width), v
		default:
			return v
		}
		width *= 3
	}
}

// widen moves a bound of the window; in that direction it becomes infinite where a game is as good as decided, at odds of
// 22,000 : 1.
func widenWindow(bound, by int) int {
	switch bound += by; {
	case by > 0 && bound > 2000:
		return infinite
	case by < 0 && bound < -2000:
		return -infinite
	}
	return bound
}

// root searches the moves to depth and returns the best score. The best move comes to the front; the
// others keep their order. Where the search ends early, the front is the best move searched so far, if
// its score is not -infinite.
func (w *worker) rootSearch(moves []rootMove, depth, alpha, beta int) int {
	p := w.p
	bestScore := -infinite
	w.moves = w.moves[:0]
	for i := range moves {
		m := &moves[i]
		m.score = -infinite
		r := w.lateMoveReduction(m.move, depth, i+1, moveContext{pvNode: true, improving: true})
		p.make(m.move)
		v := alpha
		if i == 0 || w.scout(alpha, depth-1-r) && (r == 0 || w.scout(alpha, depth-1)) {
			v = -w.alphaBeta(-beta, -alpha, depth-1, 1, false)
		}
		p.unmake()
		if w.ended {
			break
		}
		if v <= -sureScore {
			m.loss = min(m.loss, v)
		}
		if v > bestScore && (i == 0 || v > alpha) {
			bestScore, m.score = v, v
			m.line = append(append(m.line[:0], m.move), w.pvs[1]...)
			toFront(moves, i)
		}
		alpha = max(alpha, v)
		if alpha >= beta {
			break
		}
	}
	return bestScore
}

// scout tells whether the move just played is better than alpha, as far as depth plies show.
func (w *worker) scout(alpha, depth int) bool {
	return -w.alphaBeta(-alpha-1, -alpha, depth, 1, true) > alpha && !w.ended
}
