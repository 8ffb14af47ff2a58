package board

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Rule is the bit mask that managers send: which rows win, and how a finished row counts.
// The zero value is five or more: such rows win.
type Rule uint8

// The bits of a Rule. Another one also changes Sensible, Rows, ruleNames and the error of ParseRule, the rows that win
// in five.go, the patterns' classes (search/pattern), defences.go and staticwin.go of search/position, the weights
// (search/weights/sets.go) and boardtest.EveryRule, from which the twin tests take their rules.
const (
	ExactFive  Rule = 1 << iota // longer rows than five do not win
	Continuous                  // a finished row turns into walls and play goes on
	Renju                       // x needs exactly five and has forbidden moves; o is free
	Caro                        // a five with an opponent's stone at both ends does not win

	Freestyle Rule = 0

	ruleBits = ExactFive | Continuous | Renju | Caro
)

// Rules is the number of masks of known bits: they are the numbers below it.
const Rules = ruleBits + 1

// Sensible returns the rule to play for a mask as a manager sent it, and whether the mask made sense
// as it was. Unknown bits are dropped; of renju and caro together the stricter renju is kept, since a
// move that it allows breaks neither rule.
func (r Rule) Sensible() (Rule, bool) {
	s := r & ruleBits
	if s&Renju != 0 {
		s &^= Caro
	}
	return s, s == r
}

// Rows tells which rows win for one side.
type Rows struct {
	Exact bool // a row of six or more does not win
	Caro  bool // a row of five with an opponent's stone at both ends does not win; six or more do not mind
}

// Rows returns which rows win for side under r.
func (r Rule) Rows(side Stone) Rows {
	return Rows{Exact: r&ExactFive != 0 || r.Forbids(side), Caro: r&Caro != 0}
}

// Forbids reports whether side has forbidden moves under r.
func (r Rule) Forbids(side Stone) bool { return r&Renju != 0 && side == X }

// ruleNames has the names of the rules: the one for people first, then others that are read too. Freestyle and standard
// are Gomocup's names of its leagues.
var ruleNames = []struct {
	rule  Rule
	names []string
}{
	{Freestyle, []string{"five or more", "freestyle", "free"}},
	{ExactFive, []string{"exactly five", "exact five", "standard", "standard gomoku"}},
	{Renju, []string{"renju", "rif"}},
	{Caro, []string{"caro"}},
	{Continuous, []string{"continuous"}},
}

// String returns the rule's name for people, as in "renju" and "exactly five, caro and continuous". ParseRule reads it.
func (r Rule) String() string {
	var parts []string
	for _, known := range ruleNames {
		if known.rule != Freestyle && r&known.rule != 0 {
			parts = append(parts, known.names[0])
		}
	}
	switch last := len(parts) - 1; {
	case last < 0:
		return ruleNames[0].names[0]
	case last == 0:
		return parts[0]
	default:
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
}

// RuleNames returns all names for people with their numbers: "five or more (0), exactly five (1), …".
func RuleNames() string {
	var all []string
	for _, known := range ruleNames {
		all = append(all, fmt.Sprintf("%s (%d)", known.names[0], known.rule))
	}
	return strings.Join(all, ", ")
}

// ParseRule reads a rule: a name, a number, or several of them as in "exactly five and caro" and 1+8. It refuses a rule
// that is not Sensible. Hyphens may take the place of blanks, so that shells need no quotes.
func ParseRule(text string) (Rule, error) {
	plus := strings.NewReplacer(",", "+", "&", "+", " and ", "+", "-and-", "+")
	var sum Rule
	for part := range strings.SplitSeq(plus.Replace(strings.Join(strings.Fields(strings.ToLower(text)), " ")), "+") {
		rule, ok := parseOneRule(strings.TrimSpace(part))
		if !ok {
			return 0, fmt.Errorf("want %s or a sum as in \"exactly five and caro\" or 1+8", RuleNames())
		}
		sum |= rule
	}
	if _, sensible := sum.Sensible(); !sensible {
		return 0, errors.New("want a sum of 1, 2, 4 and 8, and not of both renju (4) and caro (8)")
	}
	return sum, nil
}

// parseOneRule reads a name in small letters or a number.
func parseOneRule(text string) (Rule, bool) {
	if n, err := strconv.ParseUint(text, 10, 8); err == nil {
		return Rule(n), true
	}
	name := strings.NewReplacer("-", " ", "_", " ").Replace(text)
	for _, known := range ruleNames {
		if slices.Contains(known.names, name) {
			return known.rule, true
		}
	}
	return 0, false
}
