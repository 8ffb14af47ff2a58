package match

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/tune/selfmatch/selfmatchtest"
)

func TestDuel(t *testing.T) {
	code, said, _ := selfmatchtest.Run(t.Context(), t, Main, "-a RFPMargin=60 -pairs 1 -nodes 100 -size 15")
	assert.Equal(t, 0, code)
	assert.Contains(t, said, "Elo +0 [")
	assert.Contains(t, said, "[0 0 1 0 0]")
}

// A trial has the counts that the match prints, and the conditions of the games.
func TestLog(t *testing.T) {
	all := selfmatchtest.Logged(t, Main, "-a RFPMargin=60 -b RazorMargin=80 -pairs 2 -nodes 100 -size 15 -rule 1 -seed 3")
	require.Len(t, all, 1)
	got := all[0]
	assert.Equal(t, []int{0, 0, 2, 0, 0}, got.Points)
	assert.Zero(t, got.Elo[0])
	assert.Equal(t, "RFPMargin=60 against RazorMargin=80", got.Params)
	assert.Equal(t, []string{"exactly five", "15x15", "o, turned", "seed 3", "open"},
		[]string{got.Rule, got.Size, got.Openings, got.Conditions, got.Verdict})
	assert.Equal(t, uint64(100), got.Nodes)
	assert.Empty(t, got.Time)
	timed := selfmatchtest.Logged(t, Main, "-a RFPMargin=61 -pairs 1 -time 1ms -size 15")[0]
	assert.Equal(t, []string{"1ms", "RFPMargin=61"}, []string{timed.Time, timed.Params})
	assert.Zero(t, timed.Nodes)
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"-a Nothing=1":                    "-a: ",
		"-b RazorMargin":                  "-b: ",
		"":                                "want -a",
		"-a RazorMargin=9 -pairs 0":       "-pairs",
		"-weights-a gone.bin":             "gone.bin",
		"-a RazorMargin=9 -size 0":        "-size 0",
		"-a RazorMargin=9 -openings none": "none",
		"more":                            "want flags only",
	} {
		code, _, said := selfmatchtest.Run(t.Context(), t, Main, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}

// A trial names the weights that met.
func TestDescribe(t *testing.T) {
	assert.Equal(t, "none", describe("", ""))
	assert.Equal(t, "RFPMargin=9", describe("RFPMargin=9", ""))
	assert.Equal(t, "weights a.bin", describe("", "a.bin"))
	assert.Equal(t, "RFPMargin=9 weights a.bin", describe("RFPMargin=9", "a.bin"))
}
