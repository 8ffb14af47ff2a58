package search

import (
	"slices"

	"tahoun/search/position"
)

// The principal variation: the search collects it, and extends it to show it.

// updatePV makes c and the line behind it the principal variation of ply.
func (w *worker) updatePV(ply int, c position.Cell) {
	w.pvs[ply] = append(append(w.pvs[ply][:0], c), w.pvs[ply+1]...)
}

// shown returns the answer with the line to show. adopt has extended that of a proof.
func (j *Job) shown(depth int) rootMove {
	if position.Proves(j.best.score) {
		return j.best
	}
	return j.extendPV(j.best, depth)
}

// extendPV returns the answer m with the principal variation for its info line. The search's own line ends where static
// win detection, quiescence or the transposition table decided a position. A line without a proof is continued from the
// table, to depth plies. That of a proof comes from a proof tree, see prove.
func (j *Job) extendPV(m rootMove, depth int) rootMove {
	if m.line == nil {
		m.line = []position.Cell{m.move}
	}
	if position.Proves(m.score) {
		pr := prover{Job: j, budget: pvNodes, stop: j.givenUp}
		return pr.prove(m)
	}
	p := j.p
	for _, c := range m.line {
		p.Make(c)
	}
	m.line = slices.Clone(m.line)
	for j.worker.table != nil && len(m.line) < depth {
		c := j.bestMove()
		if c == position.NoCell {
			break
		}
		m.line = append(m.line, c)
		p.Make(c)
	}
	for range m.line {
		p.Unmake()
	}
	return m
}

// bestMove returns the search's best move in the current position, or NoCell if it was not searched further.
func (j *Job) bestMove() position.Cell {
	p := j.p
	now := p.Now()
	if now.Empty == 0 || now.Overflow() || p.WinIn() > 0 {
		return position.NoCell
	}
	c := position.NoCell
	if rows := now.Counts[p.Side^1].Rows(); rows > 0 {
		var buffer [4]position.Cell
		if answers := p.FiveDefences(rows, buffer[:0]); len(answers) > 0 {
			c = answers[0]
		}
	} else if known, hit := j.worker.table.Probe(now.Key); hit {
		c = known.Move()
	} else if p.Depth == 0 {
		c = j.best.move // the root itself is not in the table
	}
	if c == position.NoCell || !p.IsEmpty(c) || !p.MayPlay(c) { // two positions may share a key
		return position.NoCell
	}
	return c
}
