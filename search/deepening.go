package search

import "tahoun/search/position"

// iterativeDeepening searches moves to greater and greater depth, from first on. After each iteration it calls
// finished, with the best move in front, and goes on while finished returns true.
func (w *worker) iterativeDeepening(moves []rootMove, first int, finished func(depth int) bool) {
	w.evaluate() // improving compares with it two plies later
	score := 0
	for depth := first; depth < position.Deepest; depth++ {
		w.depth, w.selective = depth, 0
		before := score
		score = w.aspiration(moves, depth, score)
		if w.ended && moves[0].loss < min(before, 0) {
			preferUnlost(moves, before)
		}
		// If the search has ended, the former first move was searched first: another move in front is better.
		if (!w.ended || moves[0].score > -position.Infinite) && !finished(depth) {
			return
		}
		if w.ended || score >= position.SureScore || score <= -position.SureScore && depth > position.WinScore+score {
			return // no time left, or won, or lost at any depth
		}
	}
}

// preferUnlost moves to the front the first of moves without a proven loss, or else the one that holds out longest. It
// serves a search that ended after it had proven the first move lost and before it knew as much about the others. score
// is that of the iteration before.
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
	if m.score, m.line = score, []position.Cell{m.move}; m.loss < 0 {
		m.score = min(score, m.loss)
	}
}

// aspiration searches to depth with a window around the last score, and widens it on failure (aspiration windows). A
// move that failed high stays in front if the search ends before its re-search is done: it has been searched to depth.
func (w *worker) aspiration(moves []rootMove, depth, last int) int {
	alpha, beta, width := -position.Infinite, position.Infinite, w.params.Aspiration
	if depth >= aspirationFrom {
		alpha, beta = max(last-width, -position.Infinite), min(last+width, position.Infinite)
	}
	held := -position.Infinite // lower bound of the first move, if it failed high in the last window
	for {
		v := w.rootSearch(moves, depth, alpha, beta)
		if moves[0].score > -position.Infinite {
			w.upperBound = position.Infinite
		}
		switch {
		case w.ended:
			if moves[0].score == -position.Infinite {
				moves[0].score = held
			}
			return v
		case v <= alpha && alpha > -position.Infinite:
			w.upperBound = alpha
			alpha, held = widenWindow(alpha, -width), -position.Infinite
		case v >= beta && beta < position.Infinite:
			beta, held = widenWindow(beta, width), v
		default:
			return v
		}
		width *= 3
	}
}

// widenWindow moves a bound of the window outwards. Beyond odds of 22,000 : 1 it becomes infinite.
func widenWindow(bound, by int) int {
	switch bound += by; {
	case by > 0 && bound > 2000:
		return position.Infinite
	case by < 0 && bound < -2000:
		return -position.Infinite
	}
	return bound
}

// rootSearch searches moves to depth and returns the best score. It moves the best move to the front; the others keep
// their order. If the search ends early, the front is the best move searched so far, unless its score is -infinite.
func (w *worker) rootSearch(moves []rootMove, depth, alpha, beta int) int {
	p := w.p
	bestScore := -position.Infinite
	w.moves = w.moves[:0]
	for i := range moves {
		m := &moves[i]
		m.score = -position.Infinite
		r := w.reduction(m.move, depth, i+1, moveContext{pvNode: true, improving: true})
		p.Make(m.move)
		v, low, high := alpha, shift(alpha, -m.bonus), shift(beta, -m.bonus)
		if i == 0 || w.scout(low, depth-1-r) && (r == 0 || w.scout(low, depth-1)) {
			v = m.advised(-w.alphaBeta(-high, -low, depth-1, 1, false), depth)
		}
		p.Unmake()
		if w.ended {
			break
		}
		if v <= -position.SureScore {
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

// scout reports whether the move just played is better than alpha in a zero-window search of depth plies.
func (w *worker) scout(alpha, depth int) bool {
	return -w.alphaBeta(-alpha-1, -alpha, depth, 1, true) > alpha && !w.ended
}
