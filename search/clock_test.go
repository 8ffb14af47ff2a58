package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestClock(t *testing.T) {
	start := time.Date(2004, 1, 1, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		name       string
		limits     Limits
		soft, hard time.Duration // after start
	}{
		{"a second a move", Limits{Turn: time.Second, Left: NoLimit}, 968750 * time.Microsecond, 984375 * time.Microsecond},
		{"a hundred milliseconds", Limits{Turn: 100 * time.Millisecond, Left: NoLimit}, 88 * time.Millisecond, 94 * time.Millisecond},
		{"the margin of the settings", Limits{Turn: time.Second, Left: NoLimit, Margin: 200 * time.Millisecond}, 800 * time.Millisecond, 900 * time.Millisecond},
		{"as fast as possible", Limits{Left: NoLimit}, -12 * time.Millisecond, -6 * time.Millisecond},
		{"plenty left of the match", Limits{Turn: time.Second, Left: time.Hour}, 968750 * time.Microsecond, 984375 * time.Microsecond},
		{"the match limit binds", Limits{Turn: 10 * time.Second, Left: 22 * time.Second}, 968750 * time.Microsecond, 984375 * time.Microsecond},
		{"a match limit without what is left of it", Limits{Turn: 10 * time.Second, Match: 22 * time.Second, Left: NoLimit}, 968750 * time.Microsecond, 984375 * time.Microsecond},
		{"nothing left", Limits{Turn: time.Second, Left: -5 * time.Second}, -12 * time.Millisecond, -6 * time.Millisecond},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.limits.Start = start
			c := newClock(test.limits, start.Add(time.Millisecond))
			assert.Equal(t, test.soft, c.soft.Sub(start))
			assert.Equal(t, test.hard, c.hard.Sub(start))
			assert.Equal(t, max(0, test.soft-time.Millisecond), c.span)
		})
	}
}

// The clock never spends what the match does not have.
func TestClockLeavesTimeForTheGame(t *testing.T) {
	for left := 10 * time.Second; left > 100*time.Millisecond; {
		l := Limits{Turn: 30 * time.Second, Left: left}
		c := newClock(l, l.Start)
		assert.LessOrEqual(t, c.hard.Sub(l.Start), left/fewMoves)
		left -= max(c.hard.Sub(l.Start), time.Millisecond)
	}
}
