package search

import "slices"

// A picker hands out the moves of a node, the best ranked first. The move that the table knows comes before any other is
// even listed: often no other is needed. Moves that promise nothing are listed where all others lose.
type picker struct {
	known  cell    // the table's, noCell if it knows none
	least  promise // of the moves to list first
	given  bool    // known has been handed out
	listed bool    // the others are in searcher.moves,
	whole  bool    // also those that promise nothing
	first  int     // index there of their list, to be cut off by the node when it ends
	left   int     // index there of the first that has not been handed out
}

func (s *searcher) picker(known cell, least promise) picker {
	return picker{known: known, least: least, given: known == noCell, first: len(s.moves), left: len(s.moves)}
}

// next returns the next move, noCell after the last one. lost tells whether all that have been handed out lose.
func (s *searcher) next(k *picker, lost bool) cell {
	if !k.given {
		k.given = true
		return k.known
	}
	if !k.listed {
		s.list(k)
	}
	if k.left == len(s.moves) && lost && !k.whole {
		s.listRest(k)
	}
	if k.left == len(s.moves) {
		return noCell
	}
	c := best(s.moves[k.left:])
	k.left++
	return c
}

// behind returns how far the rank of the last move that next returned lies behind the best of its list: 0 for the
// table's.
func (s *searcher) behind(k *picker) int {
	if !k.listed {
		return 0
	}
	return s.moves[k.first].merit() - s.moves[k.left-1].merit()
}

// list fills the list of a picker. A move that once refuted the opponent's last move elsewhere is
// lifted, where the table does not know better.
func (s *searcher) list(k *picker) {
	p := s.p
	k.listed = true
	var cells []cell
	if cells, k.whole = p.answers(s.cells[:0]); !k.whole {
		cells = p.promising(k.least, cells)
	}
	moves := s.rankAll(cells)
	if k.known != noCell {
		s.drop(k.known, moves)
		return
	}
	if last := p.now().move; last != noCell {
		if i := indexOf(s.counters[p.side^1][last&cellMask], moves); i >= 0 {
			moves[i] += ranked(s.params.Counter) << 16
		}
	}
}

// listRest adds the moves that promise nothing.
func (s *searcher) listRest(k *picker) {
	k.whole = true
	s.drop(k.known, s.rankAll(s.p.unpromising(k.least, s.cells[:0])))
}

// drop takes c out of moves, which are the last ones on the stack, if it is there.
func (s *searcher) drop(c cell, moves []ranked) {
	if i := indexOf(c, moves); i >= 0 {
		moves[i] = moves[len(moves)-1]
		s.moves = s.moves[:len(s.moves)-1]
	}
}

// indexOf returns where c stands in moves, or -1.
func indexOf(c cell, moves []ranked) int {
	return slices.IndexFunc(moves, func(m ranked) bool { return m.cell() == c })
}

// best brings the best of moves to the front: most nodes need few of them, so none sorts them all.
func best(moves []ranked) cell {
	b, top := 0, moves[0]
	for i, m := range moves {
		if m > top {
			b, top = i, m
		}
	}
	moves[0], moves[b] = top, moves[0]
	return top.cell()
}
