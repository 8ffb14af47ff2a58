package spsa

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/tune/selfmatch/selfmatchtest"
)

func TestNumbersAreTurned(t *testing.T) {
	code, said, _ := selfmatchtest.Run(t.Context(), t, Main, "-steps RFPMargin=20,LMPMoves=2 -rounds 3 -pairs 1 -nodes 200 -size 15")
	assert.Equal(t, 0, code)
	assert.Regexp(t, `^RFPMargin=\d+,LMPMoves=\d+\n$`, said)
	again, saidAgain, _ := selfmatchtest.Run(t.Context(), t, Main, "-steps LMPMoves=2,RFPMargin=20 -rounds 3 -pairs 1 -nodes 200 -size 15 -threads 1")
	assert.Equal(t, 0, again)
	assert.Equal(t, said, saidAgain)
}

// TestInterrupted: where the numbers stand is not lost.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, said, wrong := selfmatchtest.Run(ctx, t, Main, "-steps RFPMargin=20 -nodes 200 -size 15")
	assert.Equal(t, 1, code)
	assert.Equal(t, "RFPMargin=60\n", said)
	assert.Contains(t, wrong, "interrupted")
}

func TestParse(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1, 2,0\n"), 0o644))
	var o options
	var out bytes.Buffer
	require.Zero(t, o.command().Main(t.Context(), disk, strings.Fields("-openings o.txt -steps RazorMargin=9 -rounds 1 -pairs 1 -seed 7 -nodes 200"), &out, &out), out.String())
	assert.Equal(t, [3]int{1, 1, 7}, [3]int{o.rounds, o.pairs, int(o.seed)})
}

// A trial says where the numbers ended, and from where.
func TestLog(t *testing.T) {
	const args = "-steps RFPMargin=20,LMPMoves=2 -rounds 3 -pairs 1 -nodes 200 -size 15"
	all := selfmatchtest.Logged(t, Main, args)
	require.Len(t, all, 1)
	_, said, _ := selfmatchtest.Run(t.Context(), t, Main, args)
	assert.Equal(t, said, all[0].Params+"\n")
	assert.Equal(t, "spsa", all[0].Method)
	assert.Equal(t, 3, all[0].Pairs)
	assert.Equal(t, "3 rounds of 1 pairs from RFPMargin=60,LMPMoves=3", all[0].Result)
	assert.Nil(t, all[0].Elo)
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"":                                    "-steps",
		"-steps RFPMargin=0":                  "-steps",
		"-steps Nothing=1":                    "want one of",
		"-steps RazorMargin=9 -rounds 0":      "-rounds",
		"-steps RazorMargin=9 -pairs 0":       "-pairs",
		"-steps RazorMargin=9 -gain 0":        "-gain 0",
		"-steps RazorMargin=9 -openings none": "none",
		"-steps RazorMargin=9 more":           "want flags only",
	} {
		code, _, said := selfmatchtest.Run(t.Context(), t, Main, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}
