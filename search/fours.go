package search

import (
	"slices"

	"tahoun/search/pattern"
)

// A foursSolver searches for a win by continuous fours (VCF) until it has found one, seen that there
// is none, or run out of nodes. Positions without one are remembered: they have none in any order of
// moves.
type foursSolver struct {
	p      *position
	failed [1 << failedBits]uint64
	nodes  int
	limit  int
	line   []cell // the win, both sides' moves, last move first
	fours  []cell // stack of the lists of squares that make fours
}

const failedBits = 13

// lastFour is how many stones a search may have put when it tries a last four: there is room left for the answers to it
// and for renju's look at forbidden squares, which puts stones of its own.
const lastFour = maxPlies - 20

// solve tells whether the side to move wins by fours; line then holds the moves, last move first.
// Without a win, exhausted tells whether the node limit left that open.
func (f *foursSolver) solve(p *position, limit int) bool {
	f.p, f.nodes, f.limit = p, 0, limit
	f.line, f.fours = f.line[:0], f.fours[:0]
	if p.crowded {
		return false
	}
	f.fours = p.fourSquares(f.fours)
	return f.attack(0)
}

func (f *foursSolver) exhausted() bool { return f.nodes >= f.limit }
func (f *foursSolver) visited() int    { return f.nodes }

func (f *foursSolver) win() rootMove {
	line := slices.Clone(f.line)
	slices.Reverse(line)
	return rootMove{move: line[0], score: winScore - len(line), line: line}
}

// attack tells whether the side to move wins, its fours being listed from index from.
func (f *foursSolver) attack(from int) bool {
	p := f.p
	own, other := p.now().sums[p.side], p.now().sums[p.side^1]
	f.nodes++
	switch {
	case own.rows() > 0:
		f.line = append(f.line, p.find(p.side, pattern.WinningRow, own.rows(), nil)[0])
		return true
	case f.exhausted(), p.depth > lastFour, p.now().empty < 3, !own.anyFour(), p.now().crowded():
		return false
	}
	slot := &f.failed[p.now().key>>(64-failedBits)]
	if *slot == p.now().key {
		return false
	}
	moves := f.fours[from:]
	if n := other.rows(); n > 0 {
		moves = p.fiveAnswers(n, nil)
	}
	for _, c := range moves {
		if p.isEmpty(c) && p.class(c) >= pattern.SingleFour &&
			p.mayPlay(c) && f.defended(c, from) {
			return true
		}
	}
	if !f.exhausted() {
		*slot = p.now().key
	}
	return false
}

// defended plays the four c and tells whether every answer to it loses.
func (f *foursSolver) defended(c cell, from int) bool {
	p := f.p
	p.play(c)
	defer p.unplay()
	if p.now().sums[p.side].rows() > 0 {
		return false
	}
	threat := p.now().sums[p.side^1].rows()
	if threat == 0 {
		return false // not a four after all: the shapes of a suspect square promise too much
	}
	answers := p.fiveAnswers(threat, nil)
	if len(answers) == 0 {
		f.loseToFive(threat)
		f.line = append(f.line, c)
		return true
	}
	mark := len(f.fours)
	var longest []cell // only caro has several answers
	for _, a := range answers {
		p.play(a)
		f.gather(from, mark)
		f.line = f.line[:0]
		won := f.attack(mark)
		f.fours = f.fours[:mark]
		p.unplay()
		if !won {
			return false
		}
		if f.line = append(f.line, a); len(f.line) > len(longest) {
			longest = slices.Clone(f.line)
		}
	}
	f.line = append(longest, c)
	return true
}

// gather appends the squares where a four is possible now: those that the attacker's last stone changed first, then, for
// renju's x, those that the answer to it changed, which may have left one four of a forbidden two; then those that were
// possible before, which are from f.fours[from:to].
func (f *foursSolver) gather(from, to int) {
	p := f.p
	f.gatherNew(to, p.lately(1))
	if p.forbids && p.side == 0 {
		f.gatherNew(to, p.lately(0))
	}
	fresh := f.fours[to:]
	for _, c := range f.fours[from:to] {
		if !slices.Contains(fresh, c) {
			f.fours = append(f.fours, c)
		}
	}
}

// gatherNew appends those of cells where a four is possible, unless they are in f.fours[to:].
func (f *foursSolver) gatherNew(to int, cells []cell) {
	for _, c := range cells {
		if f.p.isEmpty(c) && f.p.class(c) >= pattern.SingleFour && !slices.Contains(f.fours[to:], c) {
			f.fours = append(f.fours, c)
		}
	}
}

// loseToFive puts the end of a line in which no answer stops the n threatened rows: a reply in vain, then the five.
func (f *foursSolver) loseToFive(n int) {
	p := f.p
	answer := p.vainAnswer(n)
	p.play(answer)
	defer p.unplay()
	f.line = append(f.line, p.find(p.side, pattern.WinningRow, p.now().sums[p.side].rows(), nil)[0], answer)
}
