package search

import (
	"cmp"
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// A Threat is an empty square on which a side makes a three or more, in the class of its line patterns.
type Threat struct {
	At    board.Point
	Side  board.Stone
	Class pattern.Class
}

// Threats returns the threats of both sides, the strongest first. Squares that renju forbids are left out.
func (j *Job) Threats() []Threat {
	p := j.p
	var all []Threat
	for _, c := range p.AllEmpty() {
		for side := range 2 {
			s := position.StoneOf(side)
			if class := p.ClassFor(c, side); class >= pattern.Three && !(p.Rules.Rule.Forbids(s) && p.Forbidden(c)) {
				all = append(all, Threat{p.Point(c), s, class})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Threat) int { return cmp.Compare(b.Class, a.Class) })
	return all
}

// ForcedWin returns a win by threats that side would have if it were to move, with its line up to the five. Searches
// for fours and for other threats visit at most nodes positions each. found is false where they find none.
func (j *Job) ForcedWin(side board.Stone, nodes int) (v Variation, found bool) {
	p := j.p
	if p.RootOverflow {
		return v, false
	}
	if position.StoneOf(p.Side) != side {
		p.NullMove()
		defer p.NullMove()
	}
	if n := p.WinIn(); n > 0 {
		return j.provenLine(rootMove{move: p.Winner(n), score: position.WinScore - n}), true
	}
	for _, s := range []threatSolver{j.vcf, j.vct} {
		if s.Solve(p, nodes) {
			return j.provenLine(winOf(s)), true
		}
	}
	return v, false
}

func (j *Job) provenLine(m rootMove) Variation { return j.variationOf(j.extendPV(m, 0), 0) }
