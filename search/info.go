package search

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/search/pattern"
)

// infoLine describes the result of the search to depth, for MSG.DAT. With a node limit it has no time, so that it is
// the same on every machine.
func (j *Job) infoLine(depth int) string {
	m, nodes := j.extendPV(j.best, depth), j.nodes()
	spent := ""
	if j.limits.Nodes == 0 {
		ms := max(time.Since(j.limits.Start).Milliseconds(), 1)
		spent = fmt.Sprintf(" time %d ms speed %d k/s", ms, nodes/uint64(ms))
	}
	return fmt.Sprintf("score %s depth %d-%d nodes %d%s line%s",
		scoreText(m.score), depth, max(depth, j.worker.selective), nodes, spent, j.lineText(m))
}

// winInfo describes the win by threats of a kind on which the engine has settled.
func (j *Job) winInfo(kind string) string {
	m := j.extendPV(j.roots[0], 0)
	return fmt.Sprintf("wins by %s in %d, line%s", kind, plies(m.score), j.lineText(m))
}

// scoreInfo describes an answer without a search: its score, and its line if the score is a proof.
func (j *Job) scoreInfo(m rootMove) string {
	if !proves(m.score) {
		return "score " + scoreText(m.score)
	}
	m = j.extendPV(m, 0)
	return fmt.Sprintf("score %s line%s", scoreText(m.score), j.lineText(m))
}

// scoreText writes a score, a proof as the number of plies to its end.
func scoreText(v int) string {
	switch {
	case v >= sureScore:
		return fmt.Sprintf("win in %d", plies(v))
	case v <= -sureScore:
		return fmt.Sprintf("loss in %d", plies(v))
	}
	return fmt.Sprint(v)
}

// lineText writes the line of m. Two dots follow if it ends before the five of a proven win.
func (j *Job) lineText(m rootMove) string {
	var b strings.Builder
	for _, c := range m.line {
		b.WriteString(" " + j.p.point(c).String())
	}
	if proves(m.score) && len(m.line) < plies(m.score) {
		b.WriteString(" ..")
	}
	return b.String()
}

// extendPV returns the answer m with the principal variation for its info line. The search's own line ends where static
// win detection, quiescence or the transposition table decided a position. A proven win is played out to the five. Any
// other line is continued from the table, to depth plies.
//
// The score then counts the plies of the line, if that reaches the five. In one of 100 proofs this differs from the
// search's number: the proof is only a bound, or the line has a reply that does not hold out longest.
func (j *Job) extendPV(m rootMove, depth int) rootMove {
	v := variation{Job: j, budget: pvNodes}
	if m.line == nil {
		m.line = []cell{m.move}
	}
	v.play(m.line...)
	if proves(m.score) {
		v.playOut(plies(m.score))
	} else {
		v.extendFromTT(depth)
	}
	for range v.line {
		j.p.unmake()
	}
	m.line = v.line
	switch {
	case v.over && m.score >= sureScore:
		m.score = winScore - len(v.line)
	case v.over && m.score <= -sureScore:
		m.score = len(v.line) - winScore
	}
	return m
}

// plies returns how many plies a proven win or loss takes.
func plies(proof int) int { return winScore - max(proof, -proof) }

// A variation extends a line by playing it in the position of a Job.
type variation struct {
	*Job
	line   []cell
	over   bool // the line ends with a five
	budget int  // nodes left for searches
}

// play adds moves to the line.
func (v *variation) play(moves ...cell) {
	for _, c := range moves {
		v.over = v.p.class(c) == pattern.WinningRow
		v.line = append(v.line, c)
		v.p.make(c)
	}
}

// extendFromTT adds moves from the transposition table until the line has depth plies.
func (v *variation) extendFromTT(depth int) {
	for v.worker.table != nil && !v.over && len(v.line) < depth {
		c := v.bestMove()
		if c == noCell {
			return
		}
		v.play(c)
	}
}

// playOut adds the moves up to the five of a win that is proven to take so many plies from the root. It stops if it
// does not find the winner's next move.
func (v *variation) playOut(plies int) {
	for p := v.p; !v.over && p.depth < deepest && p.now().empty > 0 && !p.now().overflow(); {
		var next []cell
		if left := plies - len(v.line); left&1 == 1 {
			next = v.winnerMoves(left)
		} else if reply := v.loserMove(); p.mayPlay(reply) {
			next = []cell{reply}
		}
		if next == nil {
			return
		}
		v.play(next...)
	}
}

// attack returns the next moves, one or more, with which the side to move wins within left plies, nil if it finds none.
// Of several sources the first is taken that proves a win so short, and then one that takes longer.
func (v *variation) winnerMoves(left int) []cell {
	p := v.p
	if n := p.winIn(); n > 0 {
		return []cell{p.winner(n)}
	}
	if n := p.now().counts[p.side^1].rows(); n > 0 {
		if answers := p.fiveDefences(n, nil); len(answers) > 0 {
			return []cell{slices.MinFunc(answers, v.sooner)}
		}
	}
	known, hit := v.ttEntry()
	if hit && known.score() >= winScore-left {
		return []cell{known.move()}
	}
	found := v.vct.solve(p, v.budget/4)
	v.budget -= v.vct.visited()
	var win []cell
	if found {
		var plies int
		if win, plies = v.vct.win(); plies <= left {
			return win
		}
	}
	if line := v.boundedVCF(left); line != nil {
		return line
	}
	if found {
		return win
	}
	if hit {
		return []cell{known.move()}
	}
	return nil
}

// boundedVCF searches for a VCF win within left plies, with half of the remaining nodes. It returns nil if it finds
// none.
func (v *variation) boundedVCF(left int) []cell {
	kept := v.budget / 2
	v.budget -= kept
	line := v.vcfWithin(left)
	v.budget += kept
	slices.Reverse(line)
	return line
}

// vcfWithin does the work of boundedVCF and returns the line with its last move first. A vcfSolver is faster but cannot
// bound the length of its win.
func (v *variation) vcfWithin(left int) []cell {
	p := v.p
	v.budget--
	if left < 3 || v.budget <= 0 || p.depth >= deepest || p.now().overflow() {
		return nil
	}
	moves := p.fourSquares(nil)
	if n := p.now().counts[p.side^1].rows(); n > 0 {
		moves = slices.DeleteFunc(p.fiveDefences(n, nil), func(c cell) bool { return p.class(c) < pattern.SingleFour })
	}
	latest := p.changedBy(1)
	slices.SortStableFunc(moves, func(a, b cell) int {
		return b2i(slices.Contains(latest, b)) - b2i(slices.Contains(latest, a))
	})
	for _, c := range moves {
		if !p.mayPlay(c) {
			continue
		}
		if line := v.vcfAfter(c, left-1); line != nil {
			return append(line, c)
		}
	}
	return nil
}

// vcfAfter plays the four c and returns the VCF win that follows within left plies, last move first, or nil.
func (v *variation) vcfAfter(c cell, left int) (longest []cell) {
	p := v.p
	p.make(c)
	defer p.unmake()
	n := p.now().counts[p.side^1].rows()
	if n == 0 || p.now().counts[p.side].rows() > 0 {
		return nil
	}
	longest = []cell{} // c wins where there is no answer

	// There is at most one, except in caro.
	for _, answer := range p.fiveDefences(n, nil) {
		p.make(answer)
		var line []cell
		if n := p.winIn(); n == 0 {
			line = v.vcfWithin(left - 1)
		} else if n < left {
			line = []cell{p.winner(n)}
		}
		p.unmake()
		if line == nil {
			return nil
		}
		if len(line) >= len(longest) {
			longest = append(line, answer)
		}
	}
	return longest
}

// loserMove returns the reply of the side that loses. It stops a five if it can. Otherwise it takes the table's move,
// or of the exact defences the one that holds out longest as far as known. If no move helps, it takes the most urgent
// square.
func (v *variation) loserMove() cell {
	p := v.p
	var moves []cell
	if n := p.now().counts[p.side^1].rows(); n > 0 {
		if moves = p.fiveDefences(n, nil); len(moves) == 0 {
			return p.lostReply(n)
		}
	} else {
		if known, hit := v.ttEntry(); hit {
			return known.move()
		}
		moves, _ = p.defences(nil)
	}
	if len(moves) == 0 {
		return p.mostUrgent()
	}
	return slices.MaxFunc(moves, v.sooner)
}

// sooner compares two moves by how many plies after them the game ends, as far as that is known.
func (v *variation) sooner(a, b cell) int { return v.pliesAfter(a) - v.pliesAfter(b) }

// pliesAfter returns how many plies after c the game ends.
func (v *variation) pliesAfter(c cell) int {
	p := v.p
	p.make(c)
	defer p.unmake()
	if n := p.winIn(); n > 0 {
		return n
	}
	if known, hit := v.ttEntry(); hit && proves(known.score()) {
		return plies(known.score())
	}
	return 6 // unknown: more than winIn detects
}

// ttEntry returns the table's entry of the position. It is no hit if its move is illegal: two positions may share a
// key.
func (v *variation) ttEntry() (m ttEntry, hit bool) {
	if v.worker.table == nil {
		return 0, false
	}
	m, hit = v.worker.table.probe(v.p.now().key)
	return m, hit && m.move() != noCell && v.p.isEmpty(m.move()) && v.p.mayPlay(m.move())
}
