package threat

import (
	"slices"

	"tahoun/search/pattern"
	"tahoun/search/position"
)

// A VCT searches for a win by continuous threats (VCT): fours, and open threes, which threaten an open four. It
// is a depth-first proof-number search (df-pn, Nagai 2002): it expands the most-proving node. Its table stays for the
// next search from the same position.
//
// It tries every answer that may save the defender, so that its wins are sound under every rule. It misses wins that
// need a quieter threat. Searching for those took twice the time, for two more of the 50 won positions.
type VCT struct {
	Stop func() bool // as of VCF

	p        *position.Position
	table    proofTable
	attacker int // the side that is to win
	nodes    int
	limit    int
	moves    []position.Cell // stack of move lists
	result   proofSummary
	line     []position.Cell // moves of both sides, as far as the table has them
}

// Solve reports whether the side to move wins by threats. Win then returns the moves and the greatest number of plies.
// If there is no win, Exhausted reports whether the node limit left that open.
func (v *VCT) Solve(p *position.Position, limit int) bool {
	v.p, v.attacker, v.nodes, v.limit = p, p.Side, 0, limit
	v.moves, v.line = v.moves[:0], v.line[:0]
	if n := limit/proofBucket + 1; len(v.table) < n {
		v.table = make(proofTable, n)
	}
	v.result = v.prove(pnInfinite, pnInfinite)
	if v.result.phi() > 0 {
		return false
	}
	for c := v.result.best; c != position.NoCell; c = v.next() {
		v.line = append(v.line, c)
		p.Make(c)
	}
	for range v.line {
		p.Unmake()
	}
	return true
}

// Exhausted reports whether the last Solve used up its nodes.
func (v *VCT) Exhausted() bool { return v.nodes >= v.limit }

// Visited returns the number of nodes of the last Solve.
func (v *VCT) Visited() int { return v.nodes }

// Win returns the moves of the win that was found last as far as the table has them, and the greatest number of plies
// that it takes.
func (v *VCT) Win() (line []position.Cell, plies int) { return slices.Clone(v.line), v.result.plies() }

// key returns the key of the position and the attacker.
func (v *VCT) key() uint64 { return v.p.Now().Key ^ v.attackerKey() }

func (v *VCT) attackerKey() uint64 { return uint64(v.attacker) * oAttacksKey }

// oAttacksKey is the part of a key in a proofTable for o as the attacker.
const oAttacksKey = 0x2545f4914f6cdd1d

// prove searches the position until the number of either side reaches its limit.
func (v *VCT) prove(ownLimit, otherLimit int) proofSummary {
	v.nodes++
	if mustStop(v.Stop, v.nodes) {
		v.limit = 0
	}
	mark := len(v.moves)
	here, done := v.expand()
	for moves := v.moves[mark:]; !done; {
		here = v.combine(moves)
		if v.Exhausted() || here.phi() >= ownLimit || here.delta() >= otherLimit {
			break
		}
		v.p.Make(here.best)
		// Continue with the best move until another is better by an eighth, to switch less often (1+epsilon trick).
		v.prove(otherLimit-here.rest, min(ownLimit, here.second+here.second/8+1))
		v.p.Unmake()
	}
	v.moves = v.moves[:mark]
	v.table.store(v.key(), here.proof)
	return here
}

// A proofSummary combines the proofs of the moves of a position.
type proofSummary struct {
	proof
	best   position.Cell // the move nearest to the goal of the side to move; if it fails, the longest
	second int           // phi of the second-best move
	rest   int           // delta without the hardest move's part of it
}

// combine combines the proofs of moves. The side to move needs one good move, while its opponent must refute them all.
// Threats can often be exchanged, so that one position follows many of the moves, and a sum of their numbers would
// count it many times. So the hardest move counts in full and each other move as 1 (weak proof-number search, Ueda et
// al. 2008).
func (v *VCT) combine(moves []position.Cell) proofSummary {
	sum := proofSummary{best: position.NoCell, second: pnInfinite}
	own, open, hardest := pnInfinite, 0, 0
	shortest, longest, last := position.Infinite, -1, position.NoCell
	for _, c := range moves {
		m := v.childProof(c)
		switch d := m.delta(); {
		case d < own, d == 0 && m.plies() < shortest:
			own, sum.second, sum.best, shortest = d, own, c, m.plies()
		case d < sum.second:
			sum.second = d
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

// childProof returns the proof after the move c from the table, or an estimate.
func (v *VCT) childProof(c position.Cell) proof {
	p := v.p
	if known := v.table.probe(p.KeyAfter(c) ^ v.attackerKey()); known != 0 {
		return known
	}
	if p.Side == v.attacker {
		return newProof(1, initialProof[p.Class(c)], 0)
	}
	return newProof(1, 1, 0)
}

// next returns the winning move, or the longest defence. It returns NoCell if the table has lost it or the position is
// undecided.
func (v *VCT) next() position.Cell {
	mark := len(v.moves)
	here, done := v.expand()
	if !done {
		here = v.combine(v.moves[mark:])
	}
	v.moves = v.moves[:mark]
	if here.phi() > 0 && here.delta() > 0 {
		return position.NoCell
	}
	return here.best
}

// initialProof estimates the proof number after an attacker's move, by its class. Different numbers for different
// threats save a quarter of the nodes of short wins.
var initialProof = [pattern.Classes]int{
	3, 3, 3, 3, 3, 3, // no threat, but may parry one
	pattern.Three: 3, pattern.ThreePlus: 2, pattern.DoubleThree: 1,
	pattern.SingleFour: 2, pattern.FourPlus: 1, pattern.FourThree: 1, pattern.WinningFour: 1, pattern.WinningRow: 1,
}

// expand appends the moves to try to v.moves, unless the position is decided without them.
func (v *VCT) expand() (here proofSummary, decided bool) {
	p := v.p
	now := p.Now()
	here.best = position.NoCell
	mark := len(v.moves)
	switch {
	case now.Empty < 2, p.Depth >= position.Deepest, p.RootOverflow, now.Overflow():
		here.proof = proven(0)
		if p.Side == v.attacker {
			here.proof = disproven(0)
		}
	case p.Side != v.attacker:
		here.proof = v.defences()
	default:
		if n := p.WinIn(); n > 0 {
			here.proof, here.best = proven(n), p.Winner(n)
			break
		}
		here.proof = disproven(0)
		v.attacks()
	}
	return here, len(v.moves) == mark
}

// attacks appends the attacker's threats: all of them, or those that parry the defender's threats.
func (v *VCT) attacks() {
	p := v.p
	other := p.Now().Counts[p.Side^1]
	mark, least := len(v.moves), pattern.Three
	switch {
	case other.Rows() > 0:
		v.moves = p.FiveDefences(other.Rows(), v.moves)
		least = pattern.None // an earlier threat may still be open
	case other.Wins() > 0:
		v.moves = p.FourDefences(other.Wins(), v.moves)
	default:
		v.moves = p.Candidates(v.moves)
	}
	v.moves = append(v.moves[:mark], slices.DeleteFunc(v.moves[mark:], func(c position.Cell) bool {
		return p.Class(c) < least || !p.MayPlay(c)
	})...)
}

// defences appends every move that may save the defender, and returns the proof for the case that there is none.
func (v *VCT) defences() proof {
	p := v.p
	own, other := p.Now().Counts[p.Side], p.Now().Counts[p.Side^1]
	switch {
	case own.Rows() > 0:
		return proven(0)
	case other.Rows() > 0:
		v.moves = p.FiveDefences(other.Rows(), v.moves)
		return disproven(2)
	case other.Wins() > 0:
		v.moves = p.FourDefences(other.Wins(), v.moves)
		return disproven(4)
	}
	return proven(0)
}

// A proof has the proof and disproof numbers of a position. The attacker wants to win by threats, the defender to
// prevent it. As in df-pn, phi belongs to the side to move and delta to its opponent, so that both sides' nodes work
// alike.
//
//	bits 0-23 phi: how many positions must still be decided for the side to move, 0: it has reached its goal
//	bits 24-47 delta: the same for its opponent
//	bits 48-63 greatest number of plies to the end, if either is 0 and the attacker wins
type proof uint64

// pnInfinite is the number of a side that cannot reach its goal any more.
const pnInfinite = 1<<24 - 1

func newProof(own, other, plies int) proof {
	return proof(min(own, pnInfinite)) | proof(min(other, pnInfinite))<<24 | proof(plies)<<48
}

// proven and disproven mean that the side to move, or its opponent, reaches its goal.
func proven(plies int) proof    { return newProof(0, pnInfinite, plies) }
func disproven(plies int) proof { return newProof(pnInfinite, 0, plies) }

func (p proof) phi() int   { return int(p & pnInfinite) }
func (p proof) delta() int { return int(p >> 24 & pnInfinite) }
func (p proof) plies() int { return int(p >> 48) }

// A proofTable stores proofs in buckets of four, the latest first. A fifth replaces the oldest. With single slots, two
// moves that share one would keep replacing each other.
type proofTable [][proofBucket]proofEntry

const proofBucket = 4

type proofEntry struct {
	key   uint64
	proof proof // 0: none
}

func (t proofTable) at(key uint64) *[proofBucket]proofEntry {
	return &t[(key>>32)*uint64(len(t))>>32]
}

// probe returns the proof stored for key, 0 if there is none.
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
	for i < proofBucket-1 && b[i].key != key {
		i++
	}
	copy(b[1:i+1], b[:i])
	b[0] = proofEntry{key, p}
}
