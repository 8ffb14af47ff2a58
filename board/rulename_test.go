package board_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A rule has one name for people.
func TestRuleString(t *testing.T) {
	for rule, want := range map[board.Rule]string{
		0: "five or more", 1: "exactly five", 2: "continuous", 4: "renju", 8: "caro",
		3: "exactly five and continuous", 5: "exactly five and renju", 6: "renju and continuous", 9: "exactly five and caro",
		10: "caro and continuous", 7: "exactly five, renju and continuous", 11: "exactly five, caro and continuous",
	} {
		assert.Equal(t, want, rule.String())
	}
	assert.Equal(t, "five or more (0), exactly five (1), renju (4), caro (8), continuous (2)", board.RuleNames())
}

// Its name and its number are read as the rule.
func TestParseRuleReadsNamesAndNumbers(t *testing.T) {
	for _, rule := range sensibleRules {
		for _, text := range []string{rule.String(), strconv.Itoa(int(rule))} {
			got, err := board.ParseRule(text)
			require.NoError(t, err, text)
			assert.Equal(t, rule, got, text)
		}
	}
}

func TestParseRule(t *testing.T) {
	for text, want := range map[string]board.Rule{
		"freestyle": 0, "free": 0, "Five or More": 0, "five-or-more": 0,
		"standard": 1, "Standard Gomoku": 1, "exactly_five": 1, " exact  five ": 1,
		"Renju": 4, "RIF": 4, "caro": 8,
		"standard+continuous": 3, "1+caro": 9, "1+8": 9, "8 + 1": 9, "caro & exactly five": 9, "exactly-five-and-caro": 9, "renju\tand\ncontinuous": 6, "Exactly five, continuous": 3,
		"renju+renju": 4, "five or more and continuous": 2,
	} {
		got, err := board.ParseRule(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	const names = "want five or more (0), exactly five (1), renju (4), caro (8), continuous (2) or a sum as in " +
		`"exactly five and caro" or 1+8`
	for _, text := range []string{"", "gomoku", "renju+", "and", "-1", "- 1", "1.0", "256", "five or more renju"} {
		_, err := board.ParseRule(text)
		assert.EqualError(t, err, names, text)
	}
	for _, text := range []string{"renju and caro", "12", "16", "255", "8+4"} {
		_, err := board.ParseRule(text)
		assert.EqualError(t, err, "want a sum of 1, 2, 4 and 8, and not of both renju (4) and caro (8)", text)
	}
}

func FuzzParseRule(f *testing.F) {
	f.Add("exactly five and caro")
	f.Add("1+8")
	f.Fuzz(func(t *testing.T, text string) {
		rule, err := board.ParseRule(text)
		if err != nil {
			require.Zero(t, rule)
			return
		}
		_, sensible := rule.Sensible()
		require.True(t, sensible)
		again, err := board.ParseRule(rule.String())
		require.NoError(t, err)
		require.Equal(t, rule, again)
	})
}
