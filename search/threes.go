package search

import "slices"

// A threesSolver searches for a win by continuous threats (VCT): fours, and open threes, which threaten
// an open four. It is a depth-first proof-number search (df-pn, Nagai 2002): it goes where the fewest
// positions have still to be decided. What it finds out stays in its table for the next search from the
// same position.
//
// Every answer that may save the defender is tried, so that a win is one, under every rule. A win that
// needs a quieter threat is not seen: to search for those as well took twice the time, for two more of
// the 50 won positions.
type vctSolver struct {
	p        *position
	table    proofTable
	attacker int // the side that is to win
	nodes    int
	limit    int
	moves    []cell // stack of move lists
	result   proofSummary
	line     []cell // both sides' moves, as far as remembered
}

// solve tells whether the side to move wins by threats; line then begins with the move, and result says
// how long it takes at most. Without a win, exhausted tells whether the node limit left that open.
func (s *vctSolver) solve(p *position, limit int) bool {
	s.p, s.attacker, s.nodes, s.limit = p, p.side, 0, limit
	s.moves, s.line = s.moves[:0], s.line[:0]
	if n := limit/bucket + 1; len(s.table) < n {
		s.table = make(proofTable, n)
	}
	s.result = s.prove(pnInfinite, pnInfinite)
	if s.result.phi() > 0 {
		return false
	}
	for c := s.result.best; c != noCell; c = s.next() {
		s.line = append(s.line, c)
		p.make(c)
	}
	for range s.line {
		p.unmake()
	}
	return true
}

func (s *vctSolver) exhausted() bool { return s.nodes >= s.limit }
func (s *vctSolver) visited() int    { return s.nodes }

func (s *vctSolver) win() rootMove {
	return rootMove{move: s.line[0], score: winScore - s.result.plies(), line: slices.Clone(s.line)}
}

// key returns the key of the position, in which the attacker has a part.
func (s *vctSolver) key() uint64 { return s.p.now().key ^ uint64(s.attacker)*oAttacksKey }

// oAttacks is the part of a key in a proofTable that says that o is the attacker.
const oAttacksKey = 0x2545f4914f6cdd1d

// prove works on the position until the number of either side reaches its limit.
func (s *vctSolver) prove(ownLimit, otherLimit int) proofSummary {
	s.nodes++
	mark := len(s.moves)
	here, done := s.expand()
	for moves := s.moves[mark:]; !done; {
		here = s.combine(moves)
		if s.exhausted() || here.phi() >= ownLimit || here.delta() >= otherLimit {
			break
		}
		s.p.make(here.best)
		// The best move keeps its turn until another one is better by an eighth: less to and fro.
		s.prove(otherLimit-here.rest, min(ownLimit, here.second+here.second/8+1))
		s.p.unmake()
	}
	s.moves = s.moves[:mark]
	s.table.store(s.key(), here.proof)
	return here
}

// A summary is what the moves of a position together say of it.
type proofSummary struct {
	proof
	best   cell // the move nearest to what the side to move wants; if it gets nothing, the longest
	second int  // the number of the next best
	rest   int  // the opponent's number without the hardest move's part of it
}

// sumUp joins the proofs of the moves. One good move is enough for the side to move, while its opponent
// must refute them all. Since threats can often be exchanged, one position is met behind many of the
// moves, and a sum of their numbers would count it as often. So the hardest move counts in full, each
// of the others as 1 (weak proof-number search, Ueda et al. 2008).
func (s *vctSolver) combine(moves []cell) proofSummary {
	sum := proofSummary{best: noCell, second: pnInfinite}
	own, open, hardest := pnInfinite, 0, 0
	shortest, longest, last := infinite, -1, noCell
	for _, c := range moves {
		m := s.childProof(c)
		switch v := m.delta(); {
		case v < own, v == 0 && m.plies() < shortest:
			own, sum.second, sum.best, shortest = v, own, c, m.plies()
		case v < sum.second:
			sum.second = v
		}
		if m.phi() > 0 {
			open++
		} else if m.plies() > longest {
			longest, last = m.plies(), c
		}
		hardest = max(hardest, m.phi())
	}
	switch {
	case own == 0:
		sum.proof = proven(shortest + 1)
	case open == 0:
		sum.proof, sum.best = disproven(longest+1), last
	default:
		sum.rest = open - 1
		sum.proof = newProof(own, hardest+sum.rest, 0)
	}
	return sum
}

// after returns what is known of the position after the move c, or how hard it looks.
func (s *vctSolver) childProof(c cell) proof {
	p := s.p
	if known := s.table.probe(s.key() ^ oToMove ^ p.zobrist[p.side][c&cellMask]); known != 0 {
		return known
	}
	if p.side == s.attacker {
		return newProof(1, initialProof[p.class(c)], 0)
	}
	return newProof(1, 1, 0)
}

// next returns the move with which the win, or the answer that holds out longest, goes on; noCell where
// that is forgotten or of no importance.
func (s *vctSolver) next() cell {
	mark := len(s.moves)
	here, done := s.expand()
	if !done {
		here = s.combine(s.moves[mark:])
	}
	s.moves = s.moves[:mark]
	if here.phi() > 0 && here.delta() > 0 {
		return noCell
	}
	return here.best
}
