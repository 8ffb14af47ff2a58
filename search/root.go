package search

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/search/pattern"
)

// A rootMove is a move for the side to move with what is known of it.
type rootMove struct {
	move  cell
	score int
	line  []cell // how play would go on, the move itself first
	loss  int    // what it is worth at the most, where the search has found it lost, otherwise 0
}

// settle makes c the answer for good. score is 0 if nothing is known.
func (t *Thought) settle(c cell, score int, why string) string {
	t.roots, t.settled = []rootMove{{move: c, score: score}}, true
	return why
}

// decide fills t.roots without a search to speak of, and says why the first is there.
func (t *Thought) decide() string {
	p := t.p
	own, other := p.now().sums[p.side], p.now().sums[p.side^1]
	switch {
	case p.crowded:
		return t.settle(p.mostUrgent(), 0, "too many threats to count, the most urgent square")
	case own.rows() > 0:
		return t.settle(t.chooseFive(own.rows()), winScore-1, "five")
	case other.rows() > 0:
		return t.stopFive(other.rows())
	case p.bare():
		return t.settle(p.opening(), 0, "opening")
	}
	legal := t.listRoots()
	if t.unsure = t.lookFor(t.fours, instantFours); t.settled {
		return t.winNote("fours")
	}
	if t.atOnce() {
		if t.lookFor(t.threes, instantThrees); t.settled {
			return t.winNote("threats")
		}
	}
	if len(t.roots) == 1 && legal {
		return t.settle(t.roots[0].move, 0, "the only move")
	}
	score := t.chooseAtOnce()
	if !legal {
		return t.settle(t.roots[0].move, 0, "only forbidden squares left")
	}
	return fmt.Sprintf("score %s", scoreText(score))
}

// stopFive answers n threatened rows.
func (t *Thought) stopFive(n int) string {
	p := t.p
	answers := p.fiveAnswers(n, nil)
	switch len(answers) {
	case 0:
		c := p.mostUrgent()
		if rows := p.find(p.side^1, pattern.WinningRow, n, nil); slices.ContainsFunc(rows, p.mayPlay) {
			c = rows[slices.IndexFunc(rows, p.mayPlay)]
		}
		return t.settle(c, 2-winScore, "lost, a five cannot be stopped")
	case 1:
		return t.settle(answers[0], 0, "stops a five")
	}
	for _, c := range answers {
		t.roots = append(t.roots, rootMove{move: c})
	}
	t.chooseAtOnce()
	return "stops a five"
}

// chooseAtOnce brings to the front the best ranked of the moves that look nearly as good as the best
// does one ply ahead, and returns its score. The rank knows more of quiet moves than that look: the
// slack is worth 75 Elo to an instant answer (200 pairs on 20x20; 40 as much, 15 nothing).
func (t *Thought) chooseAtOnce() int {
	top := -infinite
	for i := range t.roots {
		m := &t.roots[i]
		t.p.play(m.move)
		m.score = -t.search.node(-infinite, infinite, 0, 1, false)
		t.p.unplay()
		top = max(top, m.score)
	}
	least := top - t.engine.Params.InstantSlack
	if top >= sureScore {
		least = top
	}
	i := slices.IndexFunc(t.roots, func(m rootMove) bool { return m.score >= least })
	chosen := t.roots[i]
	copy(t.roots[1:i+1], t.roots[:i])
	t.roots[0] = chosen
	return chosen.score
}

// A solver searches for a win of the side to move by threats of one kind.
type solver interface {
	// solve tells whether it has found one, having visited no more than limit nodes.
	solve(p *position, limit int) bool
	// exhausted tells, where it has not, whether the limit left that open.
	exhausted() bool
	// visited returns how many nodes it took.
	visited() int
	// win returns the win that was found last, with its first move.
	win() rootMove
}

// lookAgain searches for wins by fours with more nodes than an instant answer had, and says in words what came of it, ""
// if the answer stands.
func (t *Thought) lookAgain() string {
	switch t.lookFor(t.fours, t.foursLimit()); {
	case t.settled:
		return t.winNote("fours")
	case len(t.roots) == 1:
		return t.settle(t.roots[0].move, 0, "the only move")
	case t.roots[0].move != t.best.move:
		return "the best that does not lose to fours"
	}
	return ""
}

// lookFor settles on a win that s finds, and otherwise drops the moves after which s finds one for the
// opponent. Each of the two searches visits limit nodes at most, and so do those after single moves together;
// unsure tells whether one broke off.
func (t *Thought) lookFor(s solver, limit int) (unsure bool) {
	p := t.p
	if s.solve(p, limit) {
		t.roots, t.settled = []rootMove{s.win()}, true
		return false
	}
	unsure = s.exhausted()
	p.pass()
	threatened := s.solve(p, limit)
	p.pass()
	unsure = unsure || s.exhausted()
	return threatened && t.dropRefuted(s, limit) || unsure
}

// dropRefuted drops the moves after which s finds within limit nodes, for all of them, that the opponent
// wins, unless that is all of them. It tells whether the nodes did not do.
func (t *Thought) dropRefuted(s solver, limit int) (unsure bool) {
	p, longest := t.p, t.dropped
	kept := slices.DeleteFunc(slices.Clone(t.roots), func(m rootMove) bool {
		p.play(m.move)
		defer p.unplay()
		lost := s.solve(p, limit)
		limit -= s.visited()
		unsure = unsure || s.exhausted()
		if lost {
			win := s.win()
			if m.score = 1 - win.score; longest.line == nil || m.score > longest.score {
				longest = rootMove{move: m.move, score: m.score, line: append([]cell{m.move}, win.line...)}
			}
		}
		return lost
	})
	if len(kept) > 0 {
		t.roots, t.dropped = kept, longest
	}
	return unsure
}

// winNote describes the win by threats of a kind that the engine has settled on.
func (t *Thought) winNote(kind string) string {
	m := t.roots[0]
	return fmt.Sprintf("wins by %s in %d, line%s", kind, winScore-m.score, t.lineText(m.line))
}

// listRoots lists the moves worth a search, and tells whether they are legal: renju may leave x none.
func (t *Thought) listRoots() bool {
	p := t.p
	cells := p.legal(p.tries(nil))
	if len(cells) == 0 {
		cells = p.legal(p.candidates(nil))
	}
	legal := true
	if len(cells) == 0 {
		all := p.allEmpty()
		cells = p.legal(slices.Clone(all))
		if legal = len(cells) > 0; !legal {
			cells = all
		}
	}
	moves := t.search.rankAll(cells)
	slices.SortFunc(moves, func(a, b ranked) int { return int(b) - int(a) })
	for _, m := range moves {
		t.roots = append(t.roots, rootMove{move: m.cell()})
	}
	return legal
}

// deepen searches moves deeper and deeper, from depth first on, and tells of every finished answer: the
// best move is then in front. It goes on for as long as finished wants.
func (s *searcher) deepen(moves []rootMove, first int, finished func(depth int) bool) {
	s.evaluate() // two plies on it is asked whether things have gone up
	score := 0
	for depth := first; depth < deepest; depth++ {
		s.depth, s.selective = depth, 0
		before := score
		score = s.iterate(moves, depth, score)
		if s.ended && moves[0].loss < min(before, 0) {
			passOver(moves, before)
		}
		// Where the search has ended, the first move was searched first: another in its place was found
		// better than it.
		if (!s.ended || moves[0].score > -infinite) && !finished(depth) {
			return
		}
		if s.ended || score >= sureScore || score <= -sureScore && depth > winScore+score {
			return // no time left; or won, or lost however far we look
		}
	}
}

// passOver brings to the front the first of moves that is not known to be lost, or else the one that holds out longest:
// the search has found the one in front lost, and ended before it knew as much of the others. score is what it thought
// before.
func passOver(moves []rootMove, score int) {
	best := 0
	for i, m := range moves {
		if m.loss > moves[best].loss {
			best = i
		}
	}
	if best == 0 {
		return
	}
	m := moves[best]
	if m.score, m.line = score, []cell{m.move}; m.loss < 0 {
		m.score = min(score, m.loss)
	}
	copy(moves[1:best+1], moves[:best])
	moves[0] = m
}

// iterate searches to depth with a window around the last score, and widens it where it fails. Where the search ends
// before a move that was too good for the window is through again, it stays the first: it has been searched to depth.
func (s *searcher) iterate(moves []rootMove, depth, last int) int {
	alpha, beta, width := -infinite, infinite, s.params.Aspiration
	if depth >= aspirationFrom {
		alpha, beta = max(last-width, -infinite), min(last+width, infinite)
	}
	held := -infinite // what the first move is worth at least, where it was too good for the last window
	for {
		v := s.root(moves, depth, alpha, beta)
		if moves[0].score > -infinite {
			s.atMost = infinite
		}
		switch {
		case s.ended:
			if moves[0].score == -infinite {
				moves[0].score = held
			}
			return v
		case v <= alpha && alpha > -infinite:
			s.atMost = alpha
			alpha, held = widen(alpha, -width), -infinite
		case v >= beta && beta < infinite:
			beta, held = widen(beta, width), v
		default:
			return v
		}
		width *= 3
	}
}

// widen moves a bound of the window; far out in that direction it becomes infinite.
func widen(bound, by int) int {
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
func (s *searcher) root(moves []rootMove, depth, alpha, beta int) int {
	p := s.p
	bestScore := -infinite
	s.moves = s.moves[:0]
	for i := range moves {
		m := &moves[i]
		m.score = -infinite
		r := s.reduction(m.move, depth, i+1, true, true, false)
		p.play(m.move)
		v := alpha
		if i == 0 || s.scout(alpha, depth-1-r) && (r == 0 || s.scout(alpha, depth-1)) {
			v = -s.node(-beta, -alpha, depth-1, 1, false)
		}
		p.unplay()
		if s.ended {
			break
		}
		if v <= -sureScore {
			m.loss = min(m.loss, v)
		}
		if v > bestScore && (i == 0 || v > alpha) {
			bestScore, m.score = v, v
			m.line = append(append(m.line[:0], m.move), s.lines[1]...)
			front := *m
			copy(moves[1:i+1], moves[:i])
			moves[0] = front
		}
		alpha = max(alpha, v)
		if alpha >= beta {
			break
		}
	}
	return bestScore
}

// scout tells whether the move just played is better than alpha, as far as depth plies show.
func (s *searcher) scout(alpha, depth int) bool {
	return -s.node(-alpha-1, -alpha, depth, 1, true) > alpha && !s.ended
}

// note says what the search thought, in MSG.DAT's words. A node limit leaves out the time, so that the
// note is the same everywhere.
func (t *Thought) note(depth int) string {
	m, nodes := t.best, t.search.nodes+t.helped.Load()
	spent := ""
	if t.limits.Nodes == 0 {
		ms := max(time.Since(t.limits.Start).Milliseconds(), 1)
		spent = fmt.Sprintf(" time %d ms speed %d k/s", ms, nodes/uint64(ms))
	}
	return fmt.Sprintf("score %s depth %d-%d nodes %d%s line%s",
		scoreText(m.score), depth, t.search.selective, nodes, spent, t.lineText(m.line))
}

// scoreText writes a score, a proof as the number of plies to its end.
func scoreText(v int) string {
	switch {
	case v >= sureScore:
		return fmt.Sprintf("win in %d", winScore-v)
	case v <= -sureScore:
		return fmt.Sprintf("loss in %d", winScore+v)
	}
	return fmt.Sprint(v)
}

func (t *Thought) lineText(line []cell) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteString(" " + t.p.point(c).String())
	}
	return b.String()
}
