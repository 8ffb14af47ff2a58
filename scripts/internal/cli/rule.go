package cli

import (
	"flag"
	"fmt"
	"strconv"
	"strings"

	"tahoun/board"
)

// ruleNames are the names of rules in the field. Standard is Gomocup's word for exactly five.
var ruleNames = map[string]board.Rule{
	"freestyle":  board.Freestyle,
	"standard":   board.ExactFive,
	"continuous": board.Continuous,
	"renju":      board.Renju,
	"caro":       board.Caro,
}

// RuleVar adds the flag -rule to a set; p, which is freestyle at first, then holds it.
func RuleVar(flags *flag.FlagSet, p *board.Rule) {
	*p = board.Freestyle
	flags.Var((*rule)(p), "rule", "`RULE`: freestyle (0, five or more), standard (1, exactly five), continuous (2), renju (4), "+
		"caro (8), or a sum of them, as in standard+continuous or 3")
}

// A rule is a flag that ParseRule reads.
type rule board.Rule

// Set reads the rule.
func (r *rule) Set(text string) error {
	parsed, err := ParseRule(text)
	*r = rule(parsed)
	return err
}

// String returns the rule as a number.
func (r *rule) String() string { return strconv.Itoa(int(*r)) }

// ParseRule reads a rule: names or numbers with plus signs between them.
func ParseRule(text string) (board.Rule, error) {
	var sum uint
	for part := range strings.SplitSeq(strings.ToLower(text), "+") {
		if named, known := ruleNames[part]; known {
			sum |= uint(named)
			continue
		}
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return 0, fmt.Errorf("want freestyle, standard, continuous, renju, caro or their numbers, got %q", part)
		}
		sum |= uint(n)
	}
	return Rule(sum)
}

// Rule returns the rule of a number, if the engine plays exactly that rule.
func Rule(n uint) (board.Rule, error) {
	rule := board.Rule(n)
	if _, sensible := rule.Sensible(); !sensible || n != uint(rule) {
		return 0, fmt.Errorf("rule %d: want a sum of 1, 2, 4 and 8, and not of 4 and 8", n)
	}
	return rule, nil
}
