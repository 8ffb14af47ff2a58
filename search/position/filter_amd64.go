package position

// passing is passingGeneric, but the bits of other squares may be anything.
func (f CandidateFilter) passing(codes *[64]uint32, squares uint64) uint64 {
	return passing(codes, squares, -uint64(f)) // StrongFilter is 1
}

// passing is CandidateFilter.passing for StrongFilter, if strong has all bits set, or for OpenTwoFilter, if it is 0.
//
//go:noescape
func passing(codes *[64]uint32, squares, strong uint64) uint64
