package search

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/search/pattern"
	"tahoun/search/position"
	"tahoun/search/table"
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
	if !position.Proves(m.score) {
		return "score " + scoreText(m.score)
	}
	m = j.extendPV(m, 0)
	return fmt.Sprintf("score %s line%s", scoreText(m.score), j.lineText(m))
}

// scoreText writes a score, a proof as the number of plies to its end.
func scoreText(v int) string {
	switch {
	case v >= position.SureScore:
		return fmt.Sprintf("win in %d", plies(v))
	case v <= -position.SureScore:
		return fmt.Sprintf("loss in %d", plies(v))
	}
	return fmt.Sprint(v)
}

// lineText writes the line of m. Two dots follow if it ends before the five of a proven win.
func (j *Job) lineText(m rootMove) string {
	var b strings.Builder
	for _, c := range m.line {
		b.WriteString(" " + j.p.Point(c).String())
	}
	if position.Proves(m.score) && len(m.line) < plies(m.score) {
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
		m.line = []position.Cell{m.move}
	}
	v.play(m.line...)
	if position.Proves(m.score) {
		v.playOut(plies(m.score))
	} else {
		v.extendFromTT(depth)
	}
	for range v.line {
		j.p.Unmake()
	}
	m.line = v.line
	switch {
	case v.over && m.score >= position.SureScore:
		m.score = position.WinScore - len(v.line)
	case v.over && m.score <= -position.SureScore:
		m.score = len(v.line) - position.WinScore
	}
	return m
}

// plies returns how many plies a proven win or loss takes.
func plies(proof int) int { return position.WinScore - max(proof, -proof) }

// A variation extends a line by playing it in the position of a Job.
type variation struct {
	*Job
	line   []position.Cell
	over   bool // the line ends with a five
	budget int  // nodes left for searches
}

// play adds moves to the line.
func (v *variation) play(moves ...position.Cell) {
	for _, c := range moves {
		v.over = v.p.Class(c) == pattern.WinningRow
		v.line = append(v.line, c)
		v.p.Make(c)
	}
}

// extendFromTT adds moves from the transposition table until the line has depth plies.
func (v *variation) extendFromTT(depth int) {
	for v.worker.table != nil && !v.over && len(v.line) < depth {
		c := v.bestMove()
		if c == position.NoCell {
			return
		}
		v.play(c)
	}
}

// playOut adds the moves up to the five of a win that is proven to take so many plies from the root. It stops if it
// does not find the winner's next move.
func (v *variation) playOut(plies int) {
	for p := v.p; !v.over && p.Depth < position.Deepest && p.Now().Empty > 0 && !p.Now().Overflow(); {
		var next []position.Cell
		if left := plies - len(v.line); left&1 == 1 {
			next = v.winnerMoves(left)
		} else if reply := v.loserMove(); p.MayPlay(reply) {
			next = []position.Cell{reply}
		}
		if next == nil {
			return
		}
		v.play(next...)
	}
}

// winnerMoves returns the next moves, one or more, with which the side to move wins within left plies, nil if it finds none.
// Of several sources the first is taken that proves a win so short, and then one that takes longer.
func (v *variation) winnerMoves(left int) []position.Cell {
	p := v.p
	if n := p.WinIn(); n > 0 {
		return []position.Cell{p.Winner(n)}
	}
	if n := p.Now().Counts[p.Side^1].Rows(); n > 0 {
		if answers := p.FiveDefences(n, nil); len(answers) > 0 {
			return []position.Cell{slices.MinFunc(answers, v.sooner)}
		}
	}
	known, hit := v.ttEntry()
	if hit && known.Score() >= position.WinScore-left {
		return []position.Cell{known.Move()}
	}
	found := v.vct.Solve(p, v.budget/4)
	v.budget -= v.vct.Visited()
	var win []position.Cell
	if found {
		var plies int
		if win, plies = v.vct.Win(); plies <= left {
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
		return []position.Cell{known.Move()}
	}
	return nil
}

// boundedVCF searches for a VCF win within left plies, with half of the remaining nodes. It returns nil if it finds
// none.
func (v *variation) boundedVCF(left int) []position.Cell {
	kept := v.budget / 2
	v.budget -= kept
	line := v.vcfWithin(left)
	v.budget += kept
	slices.Reverse(line)
	return line
}

// vcfWithin does the work of boundedVCF and returns the line with its last move first. A VCF is faster but cannot
// bound the length of its win.
func (v *variation) vcfWithin(left int) []position.Cell {
	p := v.p
	v.budget--
	if left < 3 || v.budget <= 0 || p.Depth >= position.Deepest || p.Now().Overflow() {
		return nil
	}
	moves := p.FourSquares(nil)
	if n := p.Now().Counts[p.Side^1].Rows(); n > 0 {
		moves = slices.DeleteFunc(p.FiveDefences(n, nil), func(c position.Cell) bool { return p.Class(c) < pattern.SingleFour })
	}
	latest := p.ChangedBy(1)
	slices.SortStableFunc(moves, func(a, b position.Cell) int {
		return b2i(slices.Contains(latest, b)) - b2i(slices.Contains(latest, a))
	})
	for _, c := range moves {
		if !p.MayPlay(c) {
			continue
		}
		if line := v.vcfAfter(c, left-1); line != nil {
			return append(line, c)
		}
	}
	return nil
}

// vcfAfter plays the four c and returns the VCF win that follows within left plies, last move first, or nil.
func (v *variation) vcfAfter(c position.Cell, left int) (longest []position.Cell) {
	p := v.p
	p.Make(c)
	defer p.Unmake()
	n := p.Now().Counts[p.Side^1].Rows()
	if n == 0 || p.Now().Counts[p.Side].Rows() > 0 {
		return nil
	}
	longest = []position.Cell{} // c wins where there is no answer

	// There is at most one, except in caro.
	for _, answer := range p.FiveDefences(n, nil) {
		p.Make(answer)
		var line []position.Cell
		if n := p.WinIn(); n == 0 {
			line = v.vcfWithin(left - 1)
		} else if n < left {
			line = []position.Cell{p.Winner(n)}
		}
		p.Unmake()
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
func (v *variation) loserMove() position.Cell {
	p := v.p
	var moves []position.Cell
	if n := p.Now().Counts[p.Side^1].Rows(); n > 0 {
		if moves = p.FiveDefences(n, nil); len(moves) == 0 {
			return p.LostReply(n)
		}
	} else {
		if known, hit := v.ttEntry(); hit {
			return known.Move()
		}
		moves, _ = p.Defences(nil)
	}
	if len(moves) == 0 {
		return p.MostUrgent()
	}
	return slices.MaxFunc(moves, v.sooner)
}

// sooner compares two moves by how many plies after them the game ends, as far as that is known.
func (v *variation) sooner(a, b position.Cell) int { return v.pliesAfter(a) - v.pliesAfter(b) }

// pliesAfter returns how many plies after c the game ends.
func (v *variation) pliesAfter(c position.Cell) int {
	p := v.p
	p.Make(c)
	defer p.Unmake()
	if n := p.WinIn(); n > 0 {
		return n
	}
	if known, hit := v.ttEntry(); hit && position.Proves(known.Score()) {
		return plies(known.Score())
	}
	return 6 // unknown: more than WinIn detects
}

// ttEntry returns the table's entry of the position. hit is false if its move is illegal: two positions may share a key.
func (v *variation) ttEntry() (m table.Entry, hit bool) {
	if v.worker.table == nil {
		return 0, false
	}
	m, hit = v.worker.table.Probe(v.p.Now().Key)
	return m, hit && m.Move() != position.NoCell && v.p.IsEmpty(m.Move()) && v.p.MayPlay(m.Move())
}
