package search

import "tahoun/search/pattern"

// A sum adds up all empty squares of one side in one word, so that a move costs an addition per
// square and no branch: how many squares have each class that matters, and their worth above. The classes of each
// count, the lowest first, and its bits:
//
//	WinningRow 5 | WinningFour 6 | FourThree 5 | FourThree, FourPlus 6 | SingleFour 7 |
//	DoubleThree 5 | DoubleThree, ThreePlus 7 | Three 7 | worth 16
//
// The top bit of each count guards it: crowded tells when one is set, and nothing may then be concluded from the counts.
// A stone changes 40 squares at most, so that it lifts no count of 7 bits from below its guard to where the bit is clear
// again. It brings no more than 8 rows, on the first empty squares of its lines, and on boards grown for it no more than
// 16 wins and 23 of FourThree and FourPlus, whose guard serves FourThree too. Of DoubleThree 23 were grown: its count may
// be 32 too low, with which a win may be overlooked, but none is seen that is none.
//
// The worth may run over, since only the difference between the two sides is read, which is small: see lead.
type threatCounts uint64

// What one square adds to each count.
const (
	oneRow         threatCounts = 1
	oneWin         threatCounts = oneRow << 5
	oneFourThree   threatCounts = oneWin << 6
	oneFourPlus    threatCounts = oneFourThree << 5
	oneSingleFour  threatCounts = oneFourPlus << 6
	oneDoubleThree threatCounts = oneSingleFour << 7
	oneThreePlus   threatCounts = oneDoubleThree << 5
	oneThree       threatCounts = oneThreePlus << 7
	oneValue       threatCounts = oneThree << 7

	guardBits = oneRow<<4 | oneWin<<5 | oneFourThree<<4 | oneFourPlus<<5 | oneSingleFour<<6 |
		oneDoubleThree<<4 | oneThreePlus<<6 | oneThree<<6
	allFours = oneDoubleThree - oneWin // every class that makes a four, fives aside
)

// countedAs is what an empty square of a class adds to a sum, its worth aside.
var countedAs = [pattern.Classes]threatCounts{
	pattern.WinningRow: oneRow, pattern.WinningFour: oneWin, pattern.FourThree: oneFourThree + oneFourPlus,
	pattern.FourPlus: oneFourPlus, pattern.SingleFour: oneSingleFour, pattern.DoubleThree: oneDoubleThree + oneThreePlus,
	pattern.ThreePlus: oneThreePlus, pattern.Three: oneThree,
}

func (c threatCounts) rows() int         { return int(c & (oneWin - 1)) }
func (c threatCounts) wins() int         { return int(c / oneWin & 63) }
func (c threatCounts) fourThrees() int   { return int(c / oneFourThree & 31) }
func (c threatCounts) doubleThrees() int { return int(c / oneDoubleThree & 31) }

// fourSquares returns on how many squares a stone makes a four or five.
func (c threatCounts) fourSquares() int {
	return c.rows() + c.wins() + int(c/oneFourPlus&63) + int(c/oneSingleFour&127)
}

// lead returns how much more the squares of own are worth than those of other, exactly if that is
// below 1<<15 either way.
func balance(own, other threatCounts) int { return int(int16(own/oneValue - other/oneValue)) }

// anyFour tells whether some square makes a four, a five aside.
func (c threatCounts) anyFour() bool { return c&allFours != 0 }

// crowded tells whether some count is too near its limit to be believed.
func (c threatCounts) overflow() bool { return c&guardBits != 0 }

// threatGroups returns for which of the six groups of classes there is a square, a bit each: WinningRow, and then the
// groups that Threats lists. Less than a guard bit is added to each count, so that the guard is set where the count is
// not 0; a multiplication then brings the six guards together at the top.
func (c threatCounts) threatGroups() int {
	const (
		guarded = oneRow<<4 | oneWin<<5 | oneFourPlus<<5 | oneSingleFour<<6 | oneThreePlus<<6 | oneThree<<6
		fill    = guarded - (oneRow | oneWin | oneFourPlus | oneSingleFour | oneThreePlus | oneThree)
		gather  = 1<<58/(oneRow<<4) | 1<<59/(oneWin<<5) | 1<<60/(oneFourPlus<<5) |
			1<<61/(oneSingleFour<<6) | 1<<62/(oneThreePlus<<6) | 1<<63/(oneThree<<6)
	)
	return int((c + fill) & guarded * gather >> 58)
}
