package nnue

import "tahoun/search/pattern"

// Lanes are Width sums of 16 bits, four to a word: four signed numbers are added and subtracted as one, exactly, as
// long as each sum stays between -1<<15 and 1<<15. (Structs, since the compiler keeps arrays out of registers.)
type Lanes struct{ low, high uint64 }

func (l Lanes) add(m Lanes) Lanes { return Lanes{l.low + m.low, l.high + m.high} }
func (l Lanes) sub(m Lanes) Lanes { return Lanes{l.low - m.low, l.high - m.high} }

// pack returns lanes of the given sums.
func pack(row *[Width]int16) Lanes { return Lanes{packHalf(row[:4]), packHalf(row[4:])} }

func packHalf(row []int16) (word uint64) {
	for i, v := range row {
		word += uint64(int64(v)) << (16 * i)
	}
	return word
}

// lift adds half of its range to each sum, so that none borrows from the next when they are parted.
func (l Lanes) lift() Lanes {
	const halves = half | half<<16 | half<<32 | half<<48
	return Lanes{l.low + halves, l.high + halves}
}

const half = 1 << 15

// sum returns sum i, from 0 to 3, of a lifted word.
func sum(word uint64, i int) int64 { return int64(uint16(word>>(16*i))) - half }

// unpack returns the sums.
func (l Lanes) unpack() (all [Width]int64) {
	l = l.lift()
	for i := range 4 {
		all[i], all[i+4] = sum(l.low, i), sum(l.high, i)
	}
	return all
}

// Views are the lanes as each side sees them when it is to move.
type Views struct{ X, O Lanes }

// Plus returns the sums of v and w.
func (v Views) Plus(w Views) Views { return Views{v.X.add(w.X), v.O.add(w.O)} }

// Minus returns the differences of v and w.
func (v Views) Minus(w Views) Views { return Views{v.X.sub(w.X), v.O.sub(w.O)} }

// Full tells whether some sum has used up half of its range.
func (v Views) Full() bool {
	for _, l := range [2]Lanes{v.X, v.O} {
		for _, sum := range l.unpack() {
			if max(sum, -sum) >= 1<<14 {
				return true
			}
		}
	}
	return false
}

// Tabulate returns what an empty square adds to the views, by the pattern.Pair of its classes for x and for o. The
// networks are those of x and of o, which may be the same.
func Tabulate(x, o *Net) *[pattern.Pairs]Views {
	table := new([pattern.Pairs]Views)
	for i := range pattern.Classes {
		for k := range pattern.Classes {
			table[pattern.Pair(i, k)] = Views{pack(&x.Lanes[pattern.Pair(i, k)]), pack(&o.Lanes[pattern.Pair(k, i)])}
		}
	}
	return table
}
