package search

import "slices"

// A searcher is one search of one position by one thread.
type searcher struct {
	p      *position
	table  *table
	params *Params
	nodes  uint64
	limit  uint64      // nodes at most, 0: no limit
	stop   func() bool // asked once in a while: is time up?
	ended  bool        // one of the two has said so

	depth     int // of the iteration
	selective int // its deepest ply
	atMost    int // what the root is worth at the most, where the search has ended after a window was found too high

	history     history
	replies     replies
	counters    [2][1 << cellBits]cell // the move that once refuted the opponent's last
	evaluations evaluations            // of the latest positions
	touched     [1 << cellBits]uint8   // scratch of rankAll
	moves       []ranked               // a stack of move lists
	cells       []cell                 // scratch of list and listRest: moves before they are ranked
	lines       [deepest + 2][]cell    // best continuation by ply from 1 on: root puts its own move before that
}

func newSearcher(p *position, t *table, params *Params) *searcher {
	s := new(searcher)
	s.begin(p, t, params)
	s.evaluations.widen()
	return s
}

// begin makes s, which is zero or cleared, a search of p.
func (s *searcher) begin(p *position, t *table, params *Params) {
	s.p, s.table, s.params, s.atMost = p, t, params, infinite
	s.evaluations.begin()
	if s.moves == nil {
		const longest = deepest + 2
		s.moves = make([]ranked, 0, 1<<16)
		all := make([]cell, longest*longest)
		for i := range s.lines {
			s.lines[i] = all[i*longest : i*longest : (i+1)*longest]
		}
	}
	s.cells = slices.Grow(s.cells, p.cells+64)
	for side := range s.counters {
		for c := range s.counters[side][:p.cells] {
			s.counters[side][c] = noCell
		}
	}
}

// clear leaves nothing of a search but memory for lists.
func (s *searcher) clear() {
	moves, cells, lines := s.moves[:0], s.cells[:0], s.lines
	*s = searcher{}
	s.moves, s.cells, s.lines = moves, cells, lines
}

// checkEvery is how many nodes pass between two looks at the clock: about a millisecond.
const checkEvery = 1024

// visit counts a node and tells whether the search has to end.
func (s *searcher) visit() bool {
	if s.ended {
		return true
	}
	s.nodes++
	if s.limit != 0 && s.nodes >= s.limit || s.nodes%checkEvery == 0 && s.stop != nil && s.stop() {
		s.ended = true
	}
	return s.ended
}

// play plays c.
func (s *searcher) play(c cell) {
	s.evaluations.expect(s.p.keyAfter(c))
	s.p.play(c)
}
