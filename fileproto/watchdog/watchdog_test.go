package watchdog_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/fileproto/watchdog"
)

// TestLastResort: nine tenths of a move's time, however long that is.
func TestLastResort(t *testing.T) {
	start := time.Now()
	assert.Equal(t, start.Add(900*time.Millisecond), watchdog.LastResort(start, time.Second))
	assert.Equal(t, start.Add(54*time.Minute), watchdog.LastResort(start, time.Hour))
}
