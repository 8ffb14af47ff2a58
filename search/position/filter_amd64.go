package position

// passing is passingGeneric, but the bits of other squares may be anything.
func (f CandidateFilter) passing(codes *[64]uint32, squares uint64) uint64 {
	return passing(codes, squares, -uint64(f)) // StrongFilter is 1
}

// passing is CandidateFilter.passing for StrongFilter, if of has all bits set, or for OpenTwoFilter, if it is 0.
//
//go:noescape
func passing(codes *[64]uint32, squares, of uint64) uint64

// foursOf is foursOfGeneric, but the bits of other squares may be anything.
func foursOf(side int, codes *[64]uint32, squares uint64) uint64 {
	return withFour(codes, squares, uint64(eighthOf(side))*(1<<32+1))
}

// withFour is foursOf for the side whose half of a code has bits in of.
//
//go:noescape
func withFour(codes *[64]uint32, squares, of uint64) uint64
