package search

import (
	"sync"

	"tahoun/board"
	"tahoun/search/pattern"
)

// A fact is what is known of a square from one side's code: its class, whether renju must look
// closer, and its rank as a move of that side and as an answer to it.
//
//	bits 0-3 class | 4 suspect | 5-17 rank for the side | 18-30 rank for its opponent
type fact uint32

func (f fact) class() pattern.Class { return pattern.Class(f & 15) }
func (f fact) suspect() bool        { return f&16 != 0 }
func (f fact) attack() int          { return int(f >> 5 & 8191) }
func (f fact) defence() int         { return int(f >> 18) }

// A sum adds up all empty squares of one side in one word, so that a move costs an addition per
// square and no branch: how many squares have each class that matters, and their worth above.
//
//	WinningRow 5 | WinningFour 6 | FourThree 6 | FourPlus 6 | SingleFour 8 | DoubleThree 6 | Three, ThreePlus 8 | worth 19, signed
//
// The top bit of each count guards it: crowded tells when one is set, and nothing may then be
// concluded from the counts. One move changes too few squares to skip a guard.
type sum uint64

const (
	rows   sum = 1
	wins   sum = rows << 5
	fourth sum = wins << 6 // FourThree
	plus   sum = fourth << 6
	single sum = plus << 6
	double sum = single << 8
	threes sum = double << 6
	worth  sum = threes << 8

	guards = rows<<4 | wins<<5 | fourth<<5 | plus<<5 | single<<7 | double<<5 | threes<<7
	fours  = double - wins // every class that makes a four, fives aside
)

var fieldOf = [pattern.Classes]sum{
	pattern.WinningRow: rows, pattern.WinningFour: wins, pattern.FourThree: fourth,
	pattern.FourPlus: plus, pattern.SingleFour: single, pattern.DoubleThree: double,
	pattern.Three: threes, pattern.ThreePlus: threes,
}

func (s sum) rows() int         { return int(s & (wins - 1)) }
func (s sum) wins() int         { return int(s / wins & 63) }
func (s sum) fourThrees() int   { return int(s / fourth & 63) }
func (s sum) doubleThrees() int { return int(s / double & 63) }
func (s sum) worth() int        { return int(int64(s) >> 45) }

// anyFour tells whether some square makes a four, a five aside.
func (s sum) anyFour() bool { return s&fours != 0 }

// crowded tells whether some count, or the worth, is too near its limit to be believed.
func (s sum) crowded() bool { return s&guards != 0 || s.worth() != int(int64(s)<<1>>46) }

// knowledge holds what one rule says about every code, for x and for o.
type knowledge struct {
	rule  board.Rule
	lines *pattern.Set
	facts [2]*[1 << 16]fact // by side, then code
	sums  [2]*[1 << 16]sum
}

// newKnowledge works out what there is to know, on two cores if they are there: it is the larger part
// of an instant answer.
func newKnowledge(rule board.Rule) *knowledge {
	k := &knowledge{rule: rule}
	var lines sync.WaitGroup
	lines.Go(func() { k.lines = pattern.Build(rule) })
	k.facts[1], k.sums[1] = tabulate(false)
	k.facts[0], k.sums[0] = k.facts[1], k.sums[1]
	if rule.Forbids(board.X) {
		k.facts[0], k.sums[0] = tabulate(true)
	}
	lines.Wait()
	return k
}

// tabulate works out every code that can occur. That is part of every start, so the class, which takes
// the longest, is looked up by the kinds of the four shapes.
func tabulate(forbids bool) (*[1 << 16]fact, *[1 << 16]sum) {
	facts, sums := new([1 << 16]fact), new([1 << 16]sum)
	classes := classesByKind(forbids)
	for high := range 1 << 8 {
		a, b := high>>4, high&15
		if a >= len(shapeMerit) || b >= len(shapeMerit) {
			continue
		}
		merit, value := shapeMerit[a]+shapeMerit[b], shapeWorth[a]+shapeWorth[b]
		byKind := classes[pattern.Shape(a).Kind()<<9|pattern.Shape(b).Kind()<<6:][:64]
		for c := range shapeMerit {
			for d := range shapeMerit {
				code := high<<8 | c<<4 | d
				f := byKind[pattern.Shape(c).Kind()<<3|pattern.Shape(d).Kind()]
				class := f.class()
				if class == pattern.Forbidden {
					facts[code] = f
					sums[code] = 0
					continue
				}
				m := fact(merit + shapeMerit[c] + shapeMerit[d] + classMerit[class])
				v := value + shapeWorth[c] + shapeWorth[d] + classWorth[class]
				facts[code] = f | m<<5 | m<<18
				sums[code] = sum(v)*worth + fieldOf[class]
			}
		}
	}
	return facts, sums
}

// classesByKind returns class and suspicion, as in a fact, by the kinds of four shapes, three bits each.
func classesByKind(forbids bool) *[1 << 12]fact {
	var example [pattern.Kinds]pattern.Code
	for s := range pattern.Shapes {
		example[s.Kind()] = pattern.Code(s)
	}
	classes := new([1 << 12]fact)
	for i := range classes {
		code := example[i>>9]<<12 | example[i>>6&7]<<8 | example[i>>3&7]<<4 | example[i&7]
		class, suspect := code.Class(forbids)
		classes[i] = fact(class) | fact(b2i(suspect))<<4
	}
	return classes
}
