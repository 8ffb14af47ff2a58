package weights

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// Weights are the numbers of the evaluation and the move ordering, by combination of the four shapes of an empty
// square. On the scale of CellValue and ThreatValue an even game is 0 and 200 stands for odds of e : 1, 73 of 100.
type Weights struct {
	CellValue            [pattern.Combinations]int16           // value of the square for the side whose shapes they are
	OwnPolicy            [pattern.Combinations]int16           // move score of the square for that side, 0 to 8191
	OpponentPolicy       [pattern.Combinations]int16           // move score for its opponent, 0 to 8191
	PairPolicy           [Recencies][pattern.Pairs]int16       // by both classes and the last stones, 0 to 8191
	OwnThreatPolicy      [OwnThreats][pattern.Pairs]int16      // by the classes and the own threats, 0 to 8191
	OpponentThreatPolicy [OpponentThreats][pattern.Pairs]int16 // by the classes and the opponent's threats, 0 to 8191
	ThreatValue          [ThreatSets]int16                     // value of a set of threats for the side to move
	PairNet              nnue.PairNet                          // adds to the evaluation for the side to move
	LineNet              nnue.LineNet                          // adds to it too, unless it is all 0
	PolicyNet            nnue.PolicyNet                        // adds to the move score, unless it is all 0
}

// ThreatSets is the number of sets of threats that Weights distinguishes. A set has a bit for each of these:
//
//	bits 0-4 the side to move:  WinningFour | FourThree, FourPlus | SingleFour | DoubleThree, ThreePlus | Three
//	bits 5-10 its opponent:     WinningRow, then the same
//
// The side to move with a WinningRow has won.
const ThreatSets = 1 << nnue.Flags

// OpponentWinningFour is the bit of the opponent's WinningFour in a set of threats.
const OpponentWinningFour = 1 << 6

// Recencies is the number of ways in which the last two stones may touch a square, that is are on a line with it and
// within the reach of a row: bit 0 for the last one, of the opponent, bit 1 for the one before.
const Recencies = 4

// OwnThreats and OpponentThreats are the numbers of groups of positions that the policy distinguishes by the threats of
// the side to move, and by those of its opponent.
//
//	own: bits 0-3 FourThree, FourPlus | SingleFour | DoubleThree, ThreePlus | Three; above them whether the last
//	     stone parried nothing, a threatened row, or a threatened open four
//	opponent: bits 0-4 WinningFour | then the same four
const (
	OwnThreats      = 3 << 4
	OpponentThreats = 1 << 5
)

// A Set is weights with the name of their file, which names their hash.
type Set struct {
	Name    string
	Weights *Weights
}

// Sets maps a set's name, as in "renju_x", to weights that replace the embedded ones.
type Sets map[string]*Set

// inForce are the embedded sets by set. Each is decoded when it is needed first.
var inForce = func() map[string]func() *Set {
	all := map[string]func() *Set{}
	for _, f := range Embedded {
		all[f.Set()] = sync.OnceValue(func() *Set {
			return &Set{f.Name, embedded[Weights](f)}
		})
	}
	return all
}()

// Load adds the weights in a file to s, where its head says. If that has weights already it is an error.
func (s Sets) Load(file []byte) error {
	w, head, err := Decode[Weights](file)
	if err != nil {
		return err
	}
	set := head.Set()
	switch _, there := s[set]; {
	case !slices.Contains(setNames, set):
		return fmt.Errorf("weights for %q: want one of %s", set, strings.Join(setNames, ", "))
	case there:
		return fmt.Errorf("weights for %s twice", set)
	}
	s[set] = &Set{Name(head, file), w}
	return nil
}

// Of returns the weights for side under rule and the name of their set: one for both sides, but for renju, where only x
// has forbidden moves. A set that has not been fitted plays with the weights for five or more, and a fit of it begins
// there: shapes are worth much the same everywhere.
func (s Sets) Of(rule board.Rule, side board.Stone) (set string, w *Set) {
	set = setOf(rule, side)
	if w = s.find(set); w == nil {
		w = s.find("freestyle")
	}
	return set, w
}

// find returns the weights of a set, nil if there are none.
func (s Sets) find(set string) *Set {
	if w := s[set]; w != nil {
		return w
	}
	if decode := inForce[set]; decode != nil {
		return decode()
	}
	return nil
}

// Serve reports whether the weights of a set are those of a side under rule.
func (s Sets) Serve(set string, rule board.Rule) bool {
	_, x := s.Of(rule, board.X)
	_, o := s.Of(rule, board.O)
	return s[set] == x || s[set] == o
}

// Names returns the names of all sets that play: those of s, and those in force that these do not replace.
func (s Sets) Names() []string {
	var names []string
	for _, f := range Embedded {
		if s[f.Set()] == nil {
			names = append(names, f.Name)
		}
	}
	for _, w := range s {
		names = append(names, w.Name)
	}
	slices.Sort(names)
	return names
}

// Of returns the weights in force for side under rule, and the name of their set.
func Of(rule board.Rule, side board.Stone) (set string, w *Weights) {
	set, found := Sets(nil).Of(rule, side)
	return set, found.Weights
}

// setNames are the sets that setOf names. One without a file in Embedded plays with the weights of freestyle.
var setNames = []string{"freestyle", "exact", "caro", "renju_x", "renju_o"}

func setOf(rule board.Rule, side board.Stone) string {
	switch {
	case rule.Forbids(side):
		return "renju_x"
	case rule&board.Renju != 0:
		return "renju_o"
	case rule&board.Caro != 0:
		return "caro"
	case rule&board.ExactFive != 0:
		return "exact"
	}
	return "freestyle"
}

// The sets in force are the files in this folder, one for each set. They are variables of their own since the linker
// aligns those, so that nothing is copied.
var (
	//go:embed caro-a3ea1e2c6c92.bin
	caro []byte
	//go:embed freestyle-08528f2f7198.bin
	freestyle []byte
	//go:embed renju_o-3fb03ee9f947.bin
	renjuO []byte
	//go:embed renju_x-0dc3de38fd36.bin
	renjuX []byte
)

// A File of weights has a name, without ".bin". Nobody may write to its content.
type File struct {
	Name    string
	Content []byte
}

// Embedded are the files of the sets in force.
var Embedded = []File{
	{"caro-a3ea1e2c6c92", caro},
	{"freestyle-08528f2f7198", freestyle},
	{"renju_o-3fb03ee9f947", renjuO},
	{"renju_x-0dc3de38fd36", renjuX},
}

// Set returns the set that the file's name begins with.
func (f File) Set() string {
	set, _, _ := strings.Cut(f.Name, "-")
	return set
}
