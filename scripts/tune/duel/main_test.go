package duel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/tune/spar/spartest"
)

func TestDuel(t *testing.T) {
	code, said, _ := spartest.Run(t.Context(), t, Main, "-a RFPMargin=60 -pairs 2 -nodes 200 -size 15")
	assert.Equal(t, 0, code)
	assert.Contains(t, said, "Elo +0 [")
	assert.Contains(t, said, "[0 0 2 0 0]")
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"-a Nothing=1":                    "-a: ",
		"-b RazorMargin":                  "-b: ",
		"":                                "want -a",
		"-a RazorMargin=9 -pairs 0":       "-pairs",
		"-a RazorMargin=9 -size 0":        "-size 0",
		"-a RazorMargin=9 -openings none": "none",
		"more":                            "want flags only",
	} {
		code, _, said := spartest.Run(t.Context(), t, Main, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}
