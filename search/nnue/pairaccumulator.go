package nnue

import "tahoun/search/pattern"

// A PairAccumulator is the first layer of a PairNet for one perspective: AccumulatorSize sums of 16 bits in
// PairFeatureScale, four to a word. Four signed sums are added and subtracted as one, exactly, as long as each stays
// between -1<<15 and 1<<15. It is a struct since the compiler keeps arrays out of registers.
type PairAccumulator struct{ low, high uint64 }

func (a PairAccumulator) add(b PairAccumulator) PairAccumulator {
	return PairAccumulator{a.low + b.low, a.high + b.high}
}

func (a PairAccumulator) sub(b PairAccumulator) PairAccumulator {
	return PairAccumulator{a.low - b.low, a.high - b.high}
}

// pack returns the accumulator of the given sums.
func pack(sums *[AccumulatorSize]int16) PairAccumulator {
	return PairAccumulator{packHalf(sums[:4]), packHalf(sums[4:])}
}

func packHalf(sums []int16) (word uint64) {
	for i, v := range sums {
		word += uint64(int64(v)) << (16 * i)
	}
	return word
}

// lift adds half of its range to each sum, so that none borrows from the next when they are parted.
func (a PairAccumulator) lift() PairAccumulator {
	const halves = half | half<<16 | half<<32 | half<<48
	return PairAccumulator{a.low + halves, a.high + halves}
}

const half = 1 << 15

// sum returns sum i, from 0 to 3, of a lifted word.
func sum(word uint64, i int) int64 { return int64(uint16(word>>(16*i))) - half }

// unpack returns the sums.
func (a PairAccumulator) unpack() (all [AccumulatorSize]int64) {
	a = a.lift()
	for i := range 4 {
		all[i], all[i+4] = sum(a.low, i), sum(a.high, i)
	}
	return all
}

// PairAccumulators are the accumulators of both perspectives: the one of the side to move is evaluated.
type PairAccumulators struct{ X, O PairAccumulator }

// Plus returns the sums of a and b.
func (a PairAccumulators) Plus(b PairAccumulators) PairAccumulators {
	return PairAccumulators{a.X.add(b.X), a.O.add(b.O)}
}

// Minus returns the differences of a and b.
func (a PairAccumulators) Minus(b PairAccumulators) PairAccumulators {
	return PairAccumulators{a.X.sub(b.X), a.O.sub(b.O)}
}

// NearOverflow reports whether some sum has used up half of its range.
func (a PairAccumulators) NearOverflow() bool {
	for _, acc := range [2]PairAccumulator{a.X, a.O} {
		for _, sum := range acc.unpack() {
			if max(sum, -sum) >= 1<<14 {
				return true
			}
		}
	}
	return false
}

// PairTransformer returns the feature transformer of two networks, for x to move and for o, which may be the same: the
// rows that an empty square adds to the accumulators, by the pattern.Pair of its classes for x and for o.
func PairTransformer(x, o *PairNet) *[pattern.Pairs]PairAccumulators {
	table := new([pattern.Pairs]PairAccumulators)
	for i := range pattern.Classes {
		for k := range pattern.Classes {
			table[pattern.Pair(i, k)] = PairAccumulators{
				X: pack(&x.FeatureWeights[pattern.Pair(i, k)]),
				O: pack(&o.FeatureWeights[pattern.Pair(k, i)]),
			}
		}
	}
	return table
}
