package nnue

import "math/bits"

// The neighbours of the centre of a line that a window reaches: 2*Reach squares before it to as many behind it, without
// the centre itself.
const (
	centreShift    = 4 * Reach // of the centre in a line
	lineNeighbours = 0x5555_5555_5555_5555 & (1<<(4*Reach+2) - 1) &^ (1 << (2 * Reach))
)

// MostChanges is how many changes a stone makes at most: its own square's, and those of its neighbours.
const MostChanges = 1 + 4*2*Reach

// ListChanges writes the changes that a stone on at makes to changes, and returns how many they are. lines are the four
// lines through the stone, from 2*Reach squares before it on. steps are the distances of a BoardAccumulator along them.
func (l *LineIndex) ListChanges(lines *[4]uint64, at Square, steps *[4]int, changes *[MostChanges]Change) int {
	changes[0] = l.Occupy(at)
	return l.listChanges(lines, at, steps, changes)
}

// listChangesGeneric lists the changes of the neighbours, from changes[1] on.
func (l *LineIndex) listChangesGeneric(
	lines *[4]uint64, at Square, steps *[4]int, changes *[MostChanges]Change,
) int {
	n := 1
	for d, now := range lines {
		before := now &^ (3 << centreShift)
		for m := ^(now | now>>1) >> (2 * Reach) & lineNeighbours; m != 0; m &= m - 1 {
			t := bits.TrailingZeros64(m)
			changes[n] = Change{
				At:   at + Square((t/2-Reach)*steps[d]),
				From: l.PatternAt(before >> (t & 63)),
				To:   l.PatternAt(now >> (t & 63)),
			}
			n++
		}
	}
	return n
}

// PatternAt returns the line pattern of the window at the beginning of squares.
func (l *LineIndex) PatternAt(squares uint64) LinePattern {
	return l.Pattern(uint8(squares), uint8(squares>>(2*Reach+2)))
}
