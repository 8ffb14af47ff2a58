package search

import (
	"testing"

	"tahoun/search/position"
	"tahoun/search/table"

	"github.com/stretchr/testify/assert"
)

func TestTTCutoff(t *testing.T) {
	p := Params{TTMargin: 150}
	for _, c := range []struct {
		name           string
		score          int
		missing, bound int
		alpha          int
		want           bool
	}{
		{"deep enough, whatever it is", 0, 0, table.Exact, 40, true},
		{"deep enough, at most alpha", 40, 0, table.Upper, 40, true},
		{"deep enough, at most more than alpha", 41, 0, table.Upper, 40, false},
		{"deeper, at least beta", 41, -3, table.Lower, 40, true},
		{"deeper, at least alpha", 40, -3, table.Lower, 40, false},
		{"hardly less deep, far below", -110, ttSlack, table.Upper, 40, true},
		{"hardly less deep, far below and exact", -110, 1, table.Exact, 40, true},
		{"hardly less deep, not so far below", -109, 1, table.Upper, 40, false},
		{"hardly less deep, at least that", -110, 1, table.Lower, 40, false},
		{"hardly less deep, far above", 400, 1, table.Exact, 40, false},
		{"hardly less deep, lost", -position.SureScore, 1, table.Upper, 40, false},
		{"hardly less deep, and is there a shorter win", 400, 1, table.Upper, position.SureScore, false},
		{"much less deep, far below", -1000, ttSlack + 1, table.Upper, 40, false},
	} {
		const depth = 9
		known := table.NewEntry(0, c.score, depth-c.missing, c.bound)
		assert.Equal(t, c.want, p.ttCutoff(known, c.score, c.alpha, depth), c.name)
	}
}

func TestBestGap(t *testing.T) {
	assert.Equal(t, 70, bestGap(50, -20))
	assert.Equal(t, bestGapLimit, bestGap(300, -600))
	assert.Zero(t, bestGap(50, 50))
	assert.Zero(t, bestGap(50, -position.SureScore), "lost so far")
	assert.Zero(t, bestGap(50, -position.Infinite), "none so far")
	assert.Zero(t, bestGap(position.SureScore, 50), "won already")
}
