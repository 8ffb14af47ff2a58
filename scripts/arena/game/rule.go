package game

import (
	"strings"

	"tahoun/board"
)

// RuleName returns a rule in words.
func RuleName(r board.Rule) string {
	var words []string
	for _, bit := range []struct {
		rule board.Rule
		name string
	}{
		{board.Renju, "renju"},
		{board.Caro, "caro"},
		{board.ExactFive, "exactly five"},
		{board.Continuous, "continuous"},
	} {
		if r&bit.rule != 0 {
			words = append(words, bit.name)
		}
	}
	if words == nil {
		return "freestyle"
	}
	return strings.Join(words, ", ")
}
