package stealtime

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestSteal(t *testing.T) {
	then := parse([]byte("cpu  9 9 9 9 9 9 9 300 0 0\ncpu0 1 2 3 4 5 6 7 100 0 0\ncpu1 1 2 3 4 5 6 7 200 0 0\nintr 1 2 3 4 5 6 7 8 9\n"))
	now := parse([]byte("cpu  9 9 9 9 9 9 9 331 0 0\ncpu0 1 2 3 4 5 6 7 103 0 0\ncpu1 1 2 3 4 5 6 7 228 0 0\n"))
	assert.Equal(t, Reading{3 * time.Second, []time.Duration{time.Second, 2 * time.Second}}, then)
	assert.Equal(t, 280*time.Millisecond, now.WorstSince(then))
	assert.Equal(t, 310*time.Millisecond, now.Total-then.Total)
	assert.Zero(t, now.WorstSince(now))
	assert.Zero(t, now.WorstSince(Reading{cores: then.cores[:1]}), "another number of cores")
	assert.Zero(t, Reading{}.WorstSince(Reading{}), "a system that does not tell")
	assert.Zero(t, parse([]byte("cpu0 1 2 3 4 5 6 7 much 0 0\n")))
	assert.Zero(t, parse([]byte("cpu0 1 2 3\n")), "an old system")
}
