package screen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/tune/selfmatch/selfmatchtest"
)

func TestFactors(t *testing.T) {
	const args = "-try RFPMargin=20,RFPDepth=12 -try LMPMoves=1 -pairs 6 -nodes 300 -size 15"
	code, said, _ := selfmatchtest.Run(t.Context(), t, Main, args)
	assert.Equal(t, 0, code)
	assert.Regexp(t, `^(Elo \S+ \[\S+ \S+\] +(RFPMargin=20,RFPDepth=12|LMPMoves=1)\n){2}$`, said)
	again, saidAgain, _ := selfmatchtest.Run(t.Context(), t, Main, args+" -threads 1")
	assert.Equal(t, 0, again)
	assert.Equal(t, said, saidAgain)
}

func TestInterruptedBeforeAnyGame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, said, wrong := selfmatchtest.Run(ctx, t, Main, "-try RazorMargin=9 -nodes 200 -size 15")
	assert.Equal(t, 1, code)
	assert.Empty(t, said)
	assert.Contains(t, wrong, "interrupted")
}

// Each change is a trial of its own.
func TestLog(t *testing.T) {
	all := selfmatchtest.Logged(t, Main, "-try RFPMargin=20,RFPDepth=12 -try LMPMoves=1 -pairs 2 -nodes 300 -size 15")
	var params []string
	for _, trial := range all {
		params = append(params, trial.Params)
		assert.Equal(t, []any{"screen", 2, uint64(300)}, []any{trial.Method, trial.Pairs, trial.Nodes})
		assert.Len(t, trial.Points, 5)
	}
	assert.ElementsMatch(t, []string{"RFPMargin=20,RFPDepth=12", "LMPMoves=1"}, params)
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"":                 "want -try",
		"-try Nothing=1":   "want one of",
		"-try RazorMargin": "want one of",
		"-try=":            "want a number",
		"-try RazorMargin=9 -try Countermove=1,RazorMargin=8": "RazorMargin belongs to two changes",
		"-try RazorMargin=9 -pairs 0":                         "-pairs",
		"-try RazorMargin=9 -openings none":                   "none",
		"-try RazorMargin=9 more":                             "want flags only",
	} {
		code, _, said := selfmatchtest.Run(t.Context(), t, Main, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}
