package search

import "tahoun/search/pattern"

// Numbers set by hand, per shape on a line and per class of a square, for sets that nothing has been
// fitted for: on a scale on which an even game is 0 and a square that makes a four with an open three
// some 200. TRIED.md tells how they came about.

// shapeMerit orders moves: what one line adds to a square's rank.
var shapeMerit = [pattern.Shapes]int16{
	pattern.BlockedOne: 1, pattern.OpenOne: 2, pattern.BlockedTwo: 4,
	pattern.OpenTwo: 8, pattern.OpenTwoThree: 11, pattern.OpenTwoFour: 16,
	pattern.BlockedThree: 16, pattern.OpenThree: 40, pattern.OpenThreeTwo: 56,
	pattern.Four: 58, pattern.OpenFour: 150, pattern.Five: 460,
}

// classMerit is what the lines of a square add together beyond their sum.
var classMerit = [pattern.Classes]int16{
	pattern.DoubleTwo: 20, pattern.ThreeBlockedPlus: 14, pattern.ThreePlus: 24, pattern.DoubleThree: 50,
	pattern.FourPlus: 44, pattern.FourThree: 66, pattern.WinningFour: 75, pattern.WinningRow: 200,
}

// shapeWorth and classWorth evaluate a position: what each empty square is worth to the side whose
// shapes they are.
var shapeWorth = [pattern.Shapes]int16{
	pattern.OpenOne: 1, pattern.BlockedTwo: 1,
	pattern.OpenTwo: 2, pattern.OpenTwoThree: 3, pattern.OpenTwoFour: 4,
	pattern.BlockedThree: 2, pattern.OpenThree: 4, pattern.OpenThreeTwo: 6,
	pattern.Four: 5, pattern.OpenFour: 20, pattern.Five: 200,
}

var classWorth = [pattern.Classes]int16{
	pattern.DoubleTwo: 3, pattern.ThreeBlockedPlus: 4, pattern.Three: 4,
	pattern.ThreePlus: 11, pattern.DoubleThree: 50,
	pattern.SingleFour: 3, pattern.FourPlus: 30, pattern.FourThree: 185,
	pattern.WinningFour: 125, pattern.WinningRow: 185,
}

// handSet returns the numbers of every combination from those of its shapes and its class. A square
// that is forbidden is worth nothing.
func handSet(forbids bool) *Weights {
	w := new(Weights)
	for i, code := range pattern.Each {
		class, _ := code.Class(forbids)
		if class == pattern.Forbidden {
			continue
		}
		w.Worth[i], w.Attack[i] = classWorth[class], classMerit[class]
		for d := range 4 {
			w.Worth[i] += shapeWorth[code.Shape(d)]
			w.Attack[i] += shapeMerit[code.Shape(d)]
		}
	}
	w.Defence = w.Attack
	return w
}
