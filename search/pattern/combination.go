package pattern

// Combinations is the number of unordered sets of four shapes: C(14+3, 4).
const Combinations = 2380

// Combination numbers the set of the four shapes of a code, in any order, from 0 to
// Combinations-1: a >= b >= c >= d are number C(a+3,4) + C(b+2,3) + C(c+1,2) + d (the combinatorial
// number system), so that the sets in ascending order are numbered without a gap.
func (c Code) Combination() int {
	return combination(sorted(c&15, c>>4&15), sorted(c>>8&15, c>>12))
}

// A pair is two shapes, the higher one first.
type pair struct{ high, low Code }

func sorted(a, b Code) pair { return pair{max(a, b), min(a, b)} }

// combination merges two pairs.
func combination(p, q pair) int {
	outer, inner := sorted(p.high, q.high), sorted(p.low, q.low)
	middle := sorted(outer.low, inner.high)
	return int(quads[outer.high&15] + triples[middle.high&15] + doubles[middle.low&15] + uint16(inner.low))
}

// How many sets of four, three and two shapes there are whose highest is below a shape.
var quads, triples, doubles = func() (q, t, d [16]uint16) {
	for n := range uint16(Shapes) {
		q[n], t[n], d[n] = n*(n+1)*(n+2)*(n+3)/24, n*(n+1)*(n+2)/6, n*(n+1)/2
	}
	return q, t, d
}()

// Each calls yield for every combination in ascending order, with a code of it.
func Each(yield func(combination int, c Code) bool) {
	n := 0
	for a := range Code(Shapes) {
		for b := range a + 1 {
			for c := range b + 1 {
				for d := range c + 1 {
					if !yield(n, a<<12|b<<8|c<<4|d) {
						return
					}
					n++
				}
			}
		}
	}
}

// Permutations returns the codes of the same shapes in every order, some of them twice where shapes are equal.
func (c Code) Permutations() [24]Code {
	var all [24]Code
	i := 0
	for _, turned := range [4]Code{c, c>>4 | c<<12, c>>8 | c<<8, c>>12 | c<<4} {
		// The first line stays, the other three change places.
		x, y, z, first := turned&15, turned>>4&15, turned>>8&15, turned&0xf000
		all[i] = first | x<<8 | y<<4 | z
		all[i+1] = first | x<<8 | z<<4 | y
		all[i+2] = first | y<<8 | x<<4 | z
		all[i+3] = first | y<<8 | z<<4 | x
		all[i+4] = first | z<<8 | x<<4 | y
		all[i+5] = first | z<<8 | y<<4 | x
		i += 6
	}
	return all
}
