package search

import (
	"slices"

	"tahoun/search/position"
)

// A rootMove is a move at the root with its score and line.
type rootMove struct {
	move  position.Cell
	score int
	line  []position.Cell // principal variation, the move itself first
	loss  int             // greatest score if the search has proven it lost, otherwise 0

	bonus           int // see Job.Prefer
	most, mostDepth int // see Job.AtMost; depth 0: no bound
}

// lost returns a move that is proven lost as an answer. Of its line nothing but the move is known.
func (m rootMove) lost() rootMove {
	return rootMove{move: m.move, score: m.loss, line: []position.Cell{m.move}}
}

// toFront moves moves[i] to the front. The others keep their order.
func toFront(moves []rootMove, i int) {
	m := moves[i]
	copy(moves[1:i+1], moves[:i])
	moves[0] = m
}

// listRoots lists the moves worth a search, the best first, and reports whether they are legal: renju may leave x none.
func (j *Job) listRoots() bool {
	p := j.p
	cells := p.Legal(p.DefencesOrCandidates(nil))
	if len(cells) == 0 {
		cells = p.Legal(p.Candidates(nil))
	}
	legal := true
	if len(cells) == 0 {
		all := p.AllEmpty()
		cells = p.Legal(slices.Clone(all))
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

// A threatSolver searches for a win of the side to move by threats of one kind: VCF or VCT.
type threatSolver interface {
	// Solve reports whether it has found a win within limit nodes.
	Solve(p *position.Position, limit int) bool
	// Exhausted reports, after a failed Solve, whether the node limit left that open.
	Exhausted() bool
	// Visited returns the number of nodes of the last Solve.
	Visited() int
	// Win returns the moves of the win that was found last, one or more, and how many plies it takes at most.
	Win() (line []position.Cell, plies int)
}

// winOf returns the win that s found last.
func winOf(s threatSolver) rootMove {
	line, plies := s.Win()
	return rootMove{move: line[0], score: position.WinScore - plies, line: line}
}

// solveThreats settles on a win that s finds. Otherwise it drops the moves after which s finds one for the opponent.
// The searches for either side, and all searches after single moves together, visit at most limit nodes each. unsure
// reports whether one ran out of them.
func (j *Job) solveThreats(s threatSolver, limit int) (unsure bool) {
	p := j.p
	if s.Solve(p, limit) {
		j.roots, j.settled = []rootMove{j.shortestVCF(winOf(s))}, true
		return false
	}
	unsure = s.Exhausted()
	p.NullMove()
	threatened := s.Solve(p, limit)
	p.NullMove()
	unsure = unsure || s.Exhausted()
	return threatened && j.dropRefuted(s, limit) || unsure
}

// shortestVCF returns the shortest VCF win that searches of bounded length find, or win if none is shorter. The limit
// is a multiple of shortVCFNodes, so that it finds the wins of a prover again.
func (j *Job) shortestVCF(win rootMove) rootMove {
	if j.vcf.Shortest(j.p, plies(win.score)-2, 4*shortVCFNodes) {
		return winOf(j.vcf)
	}
	return win
}

// dropRefuted drops the moves after which s finds a win for the opponent, unless it would drop all. All searches
// together get limit nodes. unsure reports whether the node budget ran out.
func (j *Job) dropRefuted(s threatSolver, limit int) (unsure bool) {
	p, longest := j.p, j.dropped
	kept := slices.DeleteFunc(slices.Clone(j.roots), func(m rootMove) bool {
		p.Make(m.move)
		defer p.Unmake()
		lost := s.Solve(p, limit)
		limit -= s.Visited()
		unsure = unsure || s.Exhausted()
		if lost {
			win := winOf(s)
			if m.score = 1 - win.score; longest.line == nil || m.score > longest.score {
				longest = rootMove{move: m.move, score: m.score, line: append([]position.Cell{m.move}, win.line...)}
			}
		}
		return lost
	})
	if len(kept) > 0 {
		j.roots, j.dropped = kept, longest
	}
	return unsure
}

// retryVCF searches for VCF wins with more nodes than the static move had. It returns the reason for the new answer, or
// "" if the answer stands.
func (j *Job) retryVCF() string {
	switch j.solveThreats(j.vcf, j.vcfNodes()); {
	case j.settled:
		return reasonFours
	case len(j.roots) == 1 && !j.forced:
		return j.force(j.roots[0].move, "the only candidate")
	case j.roots[0].move != j.best.move:
		return "the best that does not lose to fours"
	}
	return ""
}

// vcfNodes returns the node limit of each VCF search before the main search (for the own side, for the opponent, and
// after moves that may parry): an eighth of the budget, and no more than ever helped.
func (j *Job) vcfNodes() int {
	if j.limits.Nodes != 0 {
		return int(min(j.limits.Nodes/8, rootVCFNodes))
	}
	const perMillisecond = 1000 // nodes
	return int(min(j.timeMan.Load().span.Milliseconds()*perMillisecond/8, rootVCFNodes))
}
