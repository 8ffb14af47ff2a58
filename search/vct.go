package search

import (
	"slices"
	"tahoun/search/pattern"
)

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

// threatNumber is how many positions it looks like taking to win with an attacker's move, by its class.
// Numbers that tell more than fours from threes save a quarter of the nodes of short wins.
var initialProof = [pattern.Classes]int{
	3, 3, 3, 3, 3, 3, // no threat, but it may stop one
	pattern.Three: 3, pattern.ThreePlus: 2, pattern.DoubleThree: 1,
	pattern.SingleFour: 2, pattern.FourPlus: 1, pattern.FourThree: 1, pattern.WinningFour: 1, pattern.WinningRow: 1,
}

// expand appends the moves to try to t.moves, unless it can tell without them who gets what he wants.
func (s *vctSolver) expand() (here proofSummary, decided bool) {
	p := s.p
	now := p.now()
	here.best = noCell
	mark := len(s.moves)
	switch {
	case now.empty < 2, p.depth >= deepest, p.overflow, now.overflow():
		here.proof = proven(0)
		if p.side == s.attacker {
			here.proof = disproven(0)
		}
	case p.side != s.attacker:
		here.proof = s.defences()
	default:
		if n := p.winIn(); n > 0 {
			here.proof, here.best = proven(n), p.winner(n)
			break
		}
		here.proof = disproven(0)
		s.attacks()
	}
	return here, len(s.moves) == mark
}

// attacks lists the attacker's threats: all of them, or those that stop what the defender threatens.
func (s *vctSolver) attacks() {
	p := s.p
	other := p.now().counts[p.side^1]
	mark, least := len(s.moves), pattern.Three
	switch {
	case other.rows() > 0:
		s.moves = p.fiveDefences(other.rows(), s.moves)
		least = pattern.None // an earlier threat may still stand
	case other.wins() > 0:
		s.moves = p.fourDefences(other.wins(), s.moves)
	default:
		s.moves = p.candidates(s.moves)
	}
	s.moves = append(s.moves[:mark], slices.DeleteFunc(s.moves[mark:], func(c cell) bool {
		return p.class(c) < least || !p.mayPlay(c)
	})...)
}

// defences lists every move that may save the defender from what the attacker threatens, and returns
// what it means if there is none.
func (s *vctSolver) defences() proof {
	p := s.p
	own, other := p.now().counts[p.side], p.now().counts[p.side^1]
	switch {
	case own.rows() > 0:
		return proven(0)
	case other.rows() > 0:
		s.moves = p.fiveDefences(other.rows(), s.moves)
		return disproven(2)
	case other.wins() > 0:
		s.moves = p.fourDefences(other.wins(), s.moves)
		return disproven(4)
	}
	return proven(0)
}

// A proof says how far a position is from being decided, as the side to move sees it. One side wants to
// win by threats, the other to prevent that; what is a proof number to the first is a disproof number
// to the second, so that the nodes of both are alike.
//
//	bits 0-23 own: how many positions have still to be decided for the side to move, 0: none
//	bits 24-47 other: the same for its opponent
//	bits 48-63 plies to the end at most, where one of the two is 0 and the attacker wins
type proof uint64

// never is the number of a side that cannot get what it wants any more.
const pnInfinite = 1<<24 - 1

func newProof(own, other, plies int) proof {
	return proof(min(own, pnInfinite)) | proof(min(other, pnInfinite))<<24 | proof(plies)<<48
}

// reached and refused say that the side to move, or its opponent, gets what it wants.
func proven(plies int) proof    { return newProof(0, pnInfinite, plies) }
func disproven(plies int) proof { return newProof(pnInfinite, 0, plies) }

func (p proof) phi() int   { return int(p & pnInfinite) }
func (p proof) delta() int { return int(p >> 24 & pnInfinite) }
func (p proof) plies() int { return int(p >> 48) }

// A proofTable remembers proofs in buckets of four, in each the one stored last in front; a fifth drops
// the one stored first. With a single place, two moves that share it would make a search forget the one
// as often as it learns the other.
type proofTable [][bucket]proofEntry

type proofEntry struct {
	key   uint64
	proof proof // 0: none
}

func (t proofTable) at(key uint64) *[bucket]proofEntry {
	return &t[(key>>32)*uint64(len(t))>>32]
}

// probe returns what is remembered of key, 0 if nothing is.
func (t proofTable) probe(key uint64) proof {
	b := t.at(key)
	for i := range b {
		if b[i].key == key {
			return b[i].proof
		}
	}
	return 0
}

func (t proofTable) store(key uint64, p proof) {
	b := t.at(key)
	i := 0
	for i < bucket-1 && b[i].key != key {
		i++
	}
	copy(b[1:i+1], b[:i])
	b[0] = proofEntry{key, p}
}
