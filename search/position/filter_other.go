//go:build !amd64

package position

func (f CandidateFilter) passing(codes *[64]uint32, squares uint64) uint64 {
	return f.passingGeneric(codes, squares)
}

func foursOf(side int, codes *[64]uint32, squares uint64) uint64 {
	return foursOfGeneric(side, codes, squares)
}
