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

func TestRule(t *testing.T) {
	for text, want := range map[string]board.Rule{
		"freestyle":           board.Freestyle,
		"0":                   board.Freestyle,
		"standard":            board.ExactFive,
		"Renju":               board.Renju,
		"4":                   board.Renju,
		"caro":                board.Caro,
		"standard+continuous": board.ExactFive | board.Continuous,
		"1+caro":              board.ExactFive | board.Caro,
		"3":                   board.ExactFive | board.Continuous,
	} {
		got, err := cli.ParseRule(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"":           `want freestyle, standard, continuous, renju, caro or their numbers, got ""`,
		"gomoku":     `got "gomoku"`,
		"renju+":     `got ""`,
		"-1":         `got "-1"`,
		"renju+caro": "rule 12: want a sum of 1, 2, 4 and 8, and not of 4 and 8",
		"16":         "rule 16: want a sum",
		"256":        "rule 256: want a sum",
	} {
		_, err := cli.ParseRule(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestRuleFlag(t *testing.T) {
	var rule board.Rule
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	cli.RuleVar(flags, &rule)
	require.NoError(t, flags.Parse([]string{"-rule", "renju"}))
	assert.Equal(t, board.Renju, rule)
	assert.Equal(t, "4", flags.Lookup("rule").Value.String())
	assert.Error(t, flags.Parse([]string{"-rule", "16"}))
}
