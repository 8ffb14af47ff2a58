package cli_test

import (
	"flag"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
)

// The flag knows every name, and a settings file has the one for people.
func TestRuleFlag(t *testing.T) {
	var rule board.Rule
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	cli.RuleVar(flags, &rule)
	assert.Equal(t, "five or more", flags.Lookup("rule").Value.String())
	for text, want := range map[string]board.Rule{
		"renju": board.Renju, "exactly five": board.ExactFive, "standard": board.ExactFive, "1+8": board.ExactFive | board.Caro,
	} {
		require.NoError(t, flags.Parse([]string{"-rule", text}), text)
		assert.Equal(t, want, rule)
		assert.Equal(t, want.String(), flags.Lookup("rule").Value.String())
	}
	assert.Error(t, flags.Parse([]string{"-rule", "16"}))
}

func TestRuleOfANumber(t *testing.T) {
	got, err := cli.Rule(9)
	require.NoError(t, err)
	assert.Equal(t, board.ExactFive|board.Caro, got)
	for _, n := range []uint{12, 16, 256} {
		_, err := cli.Rule(n)
		assert.ErrorContains(t, err, "want a sum of 1, 2, 4 and 8")
	}
}
