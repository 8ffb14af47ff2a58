//go:build !amd64

package nnue

func (l *LineIndex) listChanges(lines *[4]uint64, at Square, steps *[4]int, changes *[MostChanges]Change) int {
	return l.listChangesGeneric(lines, at, steps, changes)
}
