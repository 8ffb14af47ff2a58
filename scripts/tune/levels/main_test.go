package levels

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/level"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/progress"
	"tahoun/scripts/tune/selfmatch/selfmatchtest"
)

// The steps are printed from the weakest up, and the same flags play the same games on any number of threads.
func TestSteps(t *testing.T) {
	const args = "-size 9 -pairs 1 -levels novice,beginner"
	code, said, _ := selfmatchtest.Run(t.Context(), t, Main, args)
	require.Equal(t, 0, code)
	assert.Regexp(t, `^\| level \| won \| drew \| lost \| points \|\n\|---\|---\|---\|---\|---\|\n`+
		`\| beginner \| \d \| \d \| \d \| \d+ % \|\n\| novice \| \d \| \d \| \d \| \d+ % \|\n$`, said)
	_, again, _ := selfmatchtest.Run(t.Context(), t, Main, args+" -threads 1")
	assert.Equal(t, said, again)
}

// Levels that are far apart meet: the weaker one loses nearly always.
func TestStep(t *testing.T) {
	o := options{
		openings: []match.Opening{{Stones: []board.Point{{}, {X: 1, Y: 1}, {X: 2}}}},
		terms:    match.Terms{Width: 15, Height: 15, Spare: match.Spare}, pairs: 4, seed: 1,
	}
	fair, _ := level.Find("fair")
	child, _ := level.Find("child")
	got, err := o.step(t.Context(), fair, child, progress.New(io.Discard))
	require.NoError(t, err)
	assert.Equal(t, 8, got.games())
	assert.Greater(t, got.points(), 0.8)
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"-pairs 0":       "-pairs",
		"-levels none":   `-levels: there is no level "none"`,
		"-full 0":        "-full",
		"-levels easy,":  `-levels: there is no level ""`,
		"-size 0":        "-size 0",
		"-openings none": "none",
		"more":           "want flags only",
	} {
		code, _, said := selfmatchtest.Run(t.Context(), t, Main, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}
