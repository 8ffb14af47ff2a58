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
type threesSolver struct {
	p        *position
	table    proofTable
	attacker int // the side that is to win
	nodes    int
	limit    int
	moves    []cell // stack of move lists
	result   summary
	line     []cell // both sides' moves, as far as remembered
}

// solve tells whether the side to move wins by threats; line then begins with the move, and result says
// how long it takes at most. Without a win, exhausted tells whether the node limit left that open.
func (t *threesSolver) solve(p *position, limit int) bool {
	t.p, t.attacker, t.nodes, t.limit = p, p.side, 0, limit
	t.moves, t.line = t.moves[:0], t.line[:0]
	if n := limit/bucket + 1; len(t.table) < n {
		t.table = make(proofTable, n)
	}
	t.result = t.prove(never, never)
	if t.result.own() > 0 {
		return false
	}
	for c := t.result.best; c != noCell; c = t.next() {
		t.line = append(t.line, c)
		p.play(c)
	}
	for range t.line {
		p.unplay()
	}
	return true
}

func (t *threesSolver) exhausted() bool { return t.nodes >= t.limit }
func (t *threesSolver) visited() int    { return t.nodes }

func (t *threesSolver) win() rootMove {
	return rootMove{move: t.line[0], score: winScore - t.result.plies(), line: slices.Clone(t.line)}
}

// key returns the key of the position, in which the attacker has a part.
func (t *threesSolver) key() uint64 { return t.p.now().key ^ uint64(t.attacker)*oAttacks }

// oAttacks is the part of a key in a proofTable that says that o is the attacker.
const oAttacks = 0x2545f4914f6cdd1d

// prove works on the position until the number of either side reaches its limit.
func (t *threesSolver) prove(ownLimit, otherLimit int) summary {
	t.nodes++
	mark := len(t.moves)
	here, done := t.expand()
	for moves := t.moves[mark:]; !done; {
		here = t.sumUp(moves)
		if t.exhausted() || here.own() >= ownLimit || here.other() >= otherLimit {
			break
		}
		t.p.play(here.best)
		// The best move keeps its turn until another one is better by an eighth: less to and fro.
		t.prove(otherLimit-here.rest, min(ownLimit, here.second+here.second/8+1))
		t.p.unplay()
	}
	t.moves = t.moves[:mark]
	t.table.store(t.key(), here.proof)
	return here
}

// A summary is what the moves of a position together say of it.
type summary struct {
	proof
	best   cell // the move nearest to what the side to move wants; if it gets nothing, the longest
	second int  // the number of the next best
	rest   int  // the opponent's number without the hardest move's part of it
}

// sumUp joins the proofs of the moves. One good move is enough for the side to move, while its opponent
// must refute them all. Since threats can often be exchanged, one position is met behind many of the
// moves, and a sum of their numbers would count it as often. So the hardest move counts in full, each
// of the others as 1 (weak proof-number search, Ueda et al. 2008).
func (t *threesSolver) sumUp(moves []cell) summary {
	s := summary{best: noCell, second: never}
	own, open, hardest := never, 0, 0
	shortest, longest, last := infinite, -1, noCell
	for _, c := range moves {
		m := t.after(c)
		switch v := m.other(); {
		case v < own, v == 0 && m.plies() < shortest:
			own, s.second, s.best, shortest = v, own, c, m.plies()
		case v < s.second:
			s.second = v
		}
		if m.own() > 0 {
			open++
		} else if m.plies() > longest {
			longest, last = m.plies(), c
		}
		hardest = max(hardest, m.own())
	}
	switch {
	case own == 0:
		s.proof = reached(shortest + 1)
	case open == 0:
		s.proof, s.best = refused(longest+1), last
	default:
		s.rest = open - 1
		s.proof = newProof(own, hardest+s.rest, 0)
	}
	return s
}

// after returns what is known of the position after the move c, or how hard it looks.
func (t *threesSolver) after(c cell) proof {
	p := t.p
	if known := t.table.probe(t.key() ^ oToMove ^ p.zobrist[p.side][c&cellMask]); known != 0 {
		return known
	}
	if p.side == t.attacker {
		return newProof(1, threatNumber[p.class(c)], 0)
	}
	return newProof(1, 1, 0)
}

// next returns the move with which the win, or the answer that holds out longest, goes on; noCell where
// that is forgotten or of no importance.
func (t *threesSolver) next() cell {
	mark := len(t.moves)
	here, done := t.expand()
	if !done {
		here = t.sumUp(t.moves[mark:])
	}
	t.moves = t.moves[:mark]
	if here.own() > 0 && here.other() > 0 {
		return noCell
	}
	return here.best
}
