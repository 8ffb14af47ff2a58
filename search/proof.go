package search

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
