package watch_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/fileproto/watch"
)

// TestLastResort: nine tenths of a move's time, however long that is.
func TestLastResort(t *testing.T) {
	start := time.Now()
	assert.Equal(t, start.Add(900*time.Millisecond), watch.LastResort(start, time.Second))
	assert.Equal(t, start.Add(54*time.Minute), watch.LastResort(start, time.Hour))
}
