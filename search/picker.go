package search

import "slices"

// A picker hands out the moves of a node, the best ranked first. The move that the table knows comes before any other is
// even listed: often no other is needed. Moves that promise nothing are listed where all others lose.
type picker struct {
	ttMove      cell            // the table's, noCell if it knows none
	filter      candidateFilter // of the moves to list first
	ttMoveGiven bool            // known has been handed out
	listed      bool            // the others are in searcher.moves,
	whole       bool            // also those that promise nothing
	first       int             // index there of their list, to be cut off by the node when it ends
	left        int             // index there of the first that has not been handed out
}

func (w *worker) picker(known cell, least candidateFilter) picker {
	return picker{ttMove: known, filter: least, ttMoveGiven: known == noCell, first: len(w.moves), left: len(w.moves)}
}

// next returns the next move, noCell after the last one. lost tells whether all that have been handed out lose.
func (w *worker) next(k *picker, lost bool) cell {
	if !k.ttMoveGiven {
		k.ttMoveGiven = true
		return k.ttMove
	}
	if !k.listed {
		w.list(k)
	}
	if k.left == len(w.moves) && lost && !k.whole {
		w.listRest(k)
	}
	if k.left == len(w.moves) {
		return noCell
	}
	c := selectBest(w.moves[k.left:])
	k.left++
	return c
}

// behind returns how far the rank of the last move that next returned lies behind the best of its list: 0 for the
// table's.
func (w *worker) orderGap(k *picker) int {
	if !k.listed {
		return 0
	}
	return w.moves[k.first].score() - w.moves[k.left-1].score()
}

// list fills the list of a picker. A move that once refuted the opponent's last move elsewhere is
// lifted, where the table does not know better.
func (w *worker) list(k *picker) {
	p := w.p
	k.listed = true
	var cells []cell
	if cells, k.whole = p.defences(w.cells[:0]); !k.whole {
		cells = p.passingCandidates(k.filter, cells)
	}
	moves := w.scoreMoves(cells)
	if k.ttMove != noCell {
		w.drop(k.ttMove, moves)
		return
	}
	if last := p.now().move; last != noCell {
		if i := indexOf(w.countermoves[p.side^1][last&cellMask], moves); i >= 0 {
			moves[i] += scoredMove(w.params.Countermove) << 16
		}
	}
}

// listRest adds the moves that promise nothing.
func (w *worker) listRest(k *picker) {
	k.whole = true
	w.drop(k.ttMove, w.scoreMoves(w.p.failingCandidates(k.filter, w.cells[:0])))
}

// drop takes c out of moves, which are the last ones on the stack, if it is there.
func (w *worker) drop(c cell, moves []scoredMove) {
	if i := indexOf(c, moves); i >= 0 {
		moves[i] = moves[len(moves)-1]
		w.moves = w.moves[:len(w.moves)-1]
	}
}

// indexOf returns where c stands in moves, or -1.
func indexOf(c cell, moves []scoredMove) int {
	return slices.IndexFunc(moves, func(m scoredMove) bool { return m.cell() == c })
}

// best brings the best of moves to the front: most nodes need few of them, so none sorts them all.
func selectBest(moves []scoredMove) cell {
	b, top := 0, moves[0]
	for i, m := range moves {
		if m > top {
			b, top = i, m
		}
	}
	moves[0], moves[b] = top, moves[0]
	return top.cell()
}
