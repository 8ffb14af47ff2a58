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

// solve tells whether the side to move wins by fours; line then holds the moves, last move first.
// Without a win, exhausted tells whether the node limit left that open.
func (f *foursSolver) solve(p *position, limit int) bool {
	f.p, f.nodes, f.limit = p, 0, limit
	f.line, f.fours = f.line[:0], f.fours[:0]
	if p.crowded {
		return false
	}
	for c := range cell(p.cells) {
		if p.isEmpty(c) && p.class(c) >= pattern.SingleFour {
			f.fours = append(f.fours, c)
		}
	}
	return f.attack(0)
}

func (f *foursSolver) exhausted() bool { return f.nodes >= f.limit }

// attack tells whether the side to move wins, its fours being listed from index from.
func (f *foursSolver) attack(from int) bool {
	p := f.p
	own, other := p.now().sums[p.side], p.now().sums[p.side^1]
	f.nodes++
	switch {
	case own.rows() > 0:
		f.line = append(f.line, p.find(p.side, pattern.WinningRow, own.rows(), nil)[0])
		return true
	case f.exhausted(), p.depth > maxPlies-20, p.now().empty < 2, !own.anyFour(), own.crowded(), other.crowded():
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
		row := p.find(p.side^1, pattern.WinningRow, threat, nil)
		f.line = append(f.line, row[len(row)-1], row[0], c)
		return true
	}
	mark := len(f.fours)
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
	}
	f.line = append(f.line, answers[len(answers)-1], c)
	return true
}

// gather appends the squares where a four is possible now: those that the attacker's last stone
// changed first, then those that were possible before, which are from f.fours[from:to].
func (f *foursSolver) gather(from, to int) {
	p := f.p
	for _, c := range p.lately(1) {
		if p.isEmpty(c) && p.class(c) >= pattern.SingleFour {
			f.fours = append(f.fours, c)
		}
	}
	fresh := f.fours[to:]
	for _, c := range f.fours[from:to] {
		if !slices.Contains(fresh, c) {
			f.fours = append(f.fours, c)
		}
	}
}
