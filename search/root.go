package search

import (
	"slices"
)

// A rootMove is a move for the side to move with what is known of it.
type rootMove struct {
	move  cell
	score int
	line  []cell // how play would go on, the move itself first
	loss  int    // what it is worth at the most, where the search has found it lost, otherwise 0
}

// toFront brings moves[i] to the front; the others keep their order.
func toFront(moves []rootMove, i int) {
	m := moves[i]
	copy(moves[1:i+1], moves[:i])
	moves[0] = m
}

// listRoots lists the moves worth a search, and tells whether they are legal: renju may leave x none.
func (j *Job) listRoots() bool {
	p := j.p
	cells := p.legal(p.defencesOrCandidates(nil))
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
	moves := j.worker.scoreMoves(cells)
	slices.SortFunc(moves, func(a, b scoredMove) int { return int(b) - int(a) })
	for _, m := range moves {
		j.roots = append(j.roots, rootMove{move: m.cell()})
	}
	return legal
}

// A solver searches for a win of the side to move by threats of one kind.
type threatSolver interface {
	// solve tells whether it has found one, having visited no more than limit nodes.
	solve(p *position, limit int) bool
	// exhausted tells, where it has not, whether the limit left that open.
	exhausted() bool
	// visited returns how many nodes it took.
	visited() int
	// win returns the win that was found last, with its first move.
	win() rootMove
}

// lookFor settles on a win that s finds, and otherwise drops the moves after which s finds one for the
// opponent. Each of the two searches visits limit nodes at most, and so do those after single moves together;
// unsure tells whether one broke off.
func (j *Job) solveThreats(s threatSolver, limit int) (unsure bool) {
	p := j.p
	if s.solve(p, limit) {
		j.roots, j.settled = []rootMove{s.win()}, true
		return false
	}
	unsure = s.exhausted()
	p.nullMove()
	threatened := s.solve(p, limit)
	p.nullMove()
	unsure = unsure || s.exhausted()
	return threatened && j.dropRefuted(s, limit) || unsure
}

// dropRefuted drops the moves after which s finds within limit nodes, for all of them, that the opponent
// wins, unless that is all of them. It tells whether the nodes did not do.
func (j *Job) dropRefuted(s threatSolver, limit int) (unsure bool) {
	p, longest := j.p, j.dropped
	kept := slices.DeleteFunc(slices.Clone(j.roots), func(m rootMove) bool {
		p.make(m.move)
		defer p.unmake()
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
		j.roots, j.dropped = kept, longest
	}
	return unsure
}

// lookAgain searches for wins by fours with more nodes than an instant answer had, and says in words what came of it, ""
// if the answer stands.
func (j *Job) retryVCF() string {
	switch j.solveThreats(j.vcf, j.vcfNodes()); {
	case j.settled:
		return j.winInfo("fours")
	case len(j.roots) == 1:
		return j.settle(j.roots[0].move, 0, "the only move")
	case j.roots[0].move != j.best.move:
		return "the best that does not lose to fours"
	}
	return ""
}

// foursLimit returns how many nodes each search for wins by fours gets before the search proper (own ones, the
// opponent's, and those after moves that may stop them): an eighth of what there is, and no more than ever helped.
func (j *Job) vcfNodes() int {
	if j.limits.Nodes != 0 {
		return int(min(j.limits.Nodes/8, rootVCFNodes))
	}
	const perMillisecond = 1000 // nodes
	return int(min(j.timeMan.Load().span.Milliseconds()*perMillisecond/8, rootVCFNodes))
}
