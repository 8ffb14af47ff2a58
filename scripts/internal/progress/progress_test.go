package progress_test

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/progress"
)

// On a terminal a line takes the bar's place, and nothing of the bar is left in the end.
func TestTerminal(t *testing.T) {
	var screen bytes.Buffer
	b := progress.NewTerminal(&screen)
	assert.True(t, b.Terminal())
	b.Draw(3, 10, "½")
	b.Line("so far")
	b.Draw(11, 10, "all")
	b.Clear()
	b.Clear()
	assert.Equal(t, "[###-------] ½\r              \rso far\n[##########] all\r                \r", screen.String())
}

func TestElsewhere(t *testing.T) {
	var log bytes.Buffer
	b := progress.New(&log)
	assert.False(t, b.Terminal())
	b.Draw(3, 10, "three")
	b.Clear()
	assert.Equal(t, "three\n", log.String())
}

func TestDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for b, every := range map[*progress.Bar]time.Duration{
			progress.New(&bytes.Buffer{}):         time.Minute,
			progress.NewTerminal(&bytes.Buffer{}): time.Second / 4,
		} {
			b.Draw(1, 2, "")
			time.Sleep(every)
			assert.False(t, b.Due())
			time.Sleep(time.Nanosecond)
			assert.True(t, b.Due())
		}
	})
}

func TestLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		time.Sleep(time.Hour)
		assert.Equal(t, ", 3h0m0s left", progress.Left(start, 10, 30))
		assert.Empty(t, progress.Left(start, 0, 30))
		assert.Empty(t, progress.Left(start, 10, 0))
		assert.Empty(t, progress.Left(start, 10_000, 1), "less than a second")
	})
}
