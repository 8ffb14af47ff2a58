package watch_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/fileproto/watch"
)

// TestLastResort: nine tenths of a move's time, 900 ms at the least and 4.5 s at the most, and never at once.
func TestLastResort(t *testing.T) {
	start := time.Now()
	for turn, want := range map[time.Duration]time.Duration{
		0:                       900 * time.Millisecond,
		100 * time.Millisecond:  900 * time.Millisecond,
		2000 * time.Millisecond: 1800 * time.Millisecond,
		time.Hour:               4500 * time.Millisecond,
	} {
		// Later only where this test was kept from the processor for half of that.
		assert.GreaterOrEqual(t, watch.LastResort(start, turn).Sub(start), want, "%v", turn)
		assert.Less(t, watch.LastResort(start, turn).Sub(start), want+max(time.Since(start), time.Millisecond), "%v", turn)
	}
	long := start.Add(-time.Hour)
	assert.Greater(t, watch.LastResort(long, time.Second).Sub(start), 400*time.Millisecond)
}
