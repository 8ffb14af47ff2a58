package cli

import (
	"flag"
	"fmt"

	"tahoun/board"
)

// RuleVar adds the flag -rule to a set; p, which is five or more at first, then holds it.
func RuleVar(flags *flag.FlagSet, p *board.Rule) {
	*p = board.Freestyle
	flags.Var((*rule)(p), "rule",
		"`RULE`: "+board.RuleNames()+", or a sum as in \"exactly five and continuous\" or 1+2")
}

// A rule is a flag that board.ParseRule reads.
type rule board.Rule

func (r *rule) Set(text string) error {
	parsed, err := board.ParseRule(text)
	*r = rule(parsed)
	return err
}

func (r *rule) String() string { return board.Rule(*r).String() }

// Rule returns the rule of a number, if the engine plays exactly that rule.
func Rule(n uint) (board.Rule, error) {
	rule := board.Rule(n)
	if _, sensible := rule.Sensible(); !sensible || n != uint(rule) {
		return 0, fmt.Errorf("rule %d: want a sum of 1, 2, 4 and 8, and not of 4 and 8", n)
	}
	return rule, nil
}
