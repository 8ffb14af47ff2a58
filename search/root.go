package search

import (
	"slices"

	"tahoun/search/pattern"
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

// settle makes c the answer for good. score is 0 if nothing is known.
func (j *Job) settle(c cell, score int, why string) string {
	j.roots, j.settled = []rootMove{{move: c, score: score}}, true
	return why
}

// decide fills t.roots without a search to speak of, and says why the first is there.
func (j *Job) decideStatic() string {
	p := j.p
	own, other := p.now().counts[p.side], p.now().counts[p.side^1]
	switch {
	case p.overflow:
		return j.settle(p.mostUrgent(), 0, "too many threats to count, the most urgent square")
	case own.rows() > 0:
		return j.settle(j.chooseFive(own.rows()), winScore-1, "five")
	case other.rows() > 0:
		return j.stopFive(other.rows())
	case p.noStones():
		return j.settle(p.opening(), 0, "opening")
	}
	legal := j.listRoots()
	if j.unsure = j.solveThreats(j.vcf, staticVCFNodes); j.settled {
		return j.winInfo("fours")
	}
	if j.staticOnly() {
		if j.solveThreats(j.vct, staticVCTNodes); j.settled {
			return j.winInfo("threats")
		}
	}
	if len(j.roots) == 1 && legal {
		return j.settle(j.roots[0].move, 0, "the only move")
	}
	j.chooseStatic()
	if !legal {
		return j.settle(j.roots[0].move, 0, "only forbidden squares left")
	}
	return j.scoreInfo(j.roots[0])
}

// stopFive answers n threatened rows.
func (j *Job) stopFive(n int) string {
	p := j.p
	answers := p.fiveDefences(n, nil)
	switch len(answers) {
	case 0:
		return j.settle(p.lostReply(n), 2-winScore, "lost, a five cannot be stopped")
	case 1:
		return j.settle(answers[0], 0, "stops a five")
	}
	for _, c := range answers {
		j.roots = append(j.roots, rootMove{move: c})
	}
	j.chooseStatic()
	return "stops a five"
}

// vainAnswer returns the reply of a side that cannot stop its opponent from finishing one of n rows. It blocks one of
// them, unless renju forbids all those squares.
func (p *position) lostReply(n int) cell {
	var buffer [8]cell
	rows := p.find(p.side^1, pattern.WinningRow, n, buffer[:0])
	if i := slices.IndexFunc(rows, p.mayPlay); i >= 0 {
		return rows[i]
	}
	return p.mostUrgent()
}

// mostUrgent returns the legal square where most is at stake, by its class for either side: for boards
// on which threats cannot be counted, and where all is lost.
func (p *position) mostUrgent() cell {
	bestCell, bestRank := noCell, -1
	for _, c := range p.allEmpty() {
		own, theirs := p.info(c, p.side), p.info(c, p.side^1)
		r := max(2*int(own.class())+1, 2*int(theirs.class()))
		if p.mayPlay(c) {
			r += 1 << 8
		}
		if r > bestRank {
			bestCell, bestRank = c, r
		}
	}
	return bestCell
}

// chooseAtOnce brings to the front the best ranked of the moves that look nearly as good as the best does one ply
// ahead. The rank knows more of quiet moves than that look: the slack is worth 75 Elo to an instant answer (200 pairs
// on 20x20; 40 as much, 15 nothing).
func (j *Job) chooseStatic() {
	top := -infinite
	for i := range j.roots {
		m := &j.roots[i]
		j.p.make(m.move)
		m.score = -j.worker.alphaBeta(-infinite, infinite, 0, 1, false)
		j.p.unmake()
		top = max(top, m.score)
	}
	least := top - j.engine.Params.StaticSlack
	if proves(top) {
		least = top
	}
	toFront(j.roots, slices.IndexFunc(j.roots, func(m rootMove) bool { return m.score >= least }))
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
