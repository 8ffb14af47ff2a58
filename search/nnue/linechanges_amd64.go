package nnue

func (l *LineIndex) listChanges(lines *[4]uint64, at Square, steps *[4]int, changes *[MostChanges]Change) int {
	return listChangesAssembly(l, lines, steps, changes, int(at))
}

// listChangesAssembly is listChangesGeneric.
//
//go:noescape
func listChangesAssembly(l *LineIndex, lines *[4]uint64, steps *[4]int, changes *[MostChanges]Change, at int) int
