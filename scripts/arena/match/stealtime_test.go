package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestStolen(t *testing.T) {
	then := parseStealTime([]byte("cpu  9 9 9 9 9 9 9 900 0 0\ncpu0 1 2 3 4 5 6 7 100 0 0\ncpu1 1 2 3 4 5 6 7 200 0 0\nintr 1 2 3 4 5 6 7 8 9\n"))
	now := parseStealTime([]byte("cpu  9 9 9 9 9 9 9 999 0 0\ncpu0 1 2 3 4 5 6 7 103 0 0\ncpu1 1 2 3 4 5 6 7 228 0 0\n"))
	assert.Equal(t, stealTime{time.Second, 2 * time.Second}, then)
	assert.Equal(t, 280*time.Millisecond, now.since(then))
	assert.Zero(t, now.since(now))
	assert.Zero(t, now.since(then[:1]), "another number of cores")
	assert.Zero(t, stealTime(nil).since(nil), "a system that does not tell")
	assert.Nil(t, parseStealTime([]byte("cpu0 1 2 3 4 5 6 7 much 0 0\n")))
	assert.Empty(t, parseStealTime([]byte("cpu0 1 2 3\n")), "an old system")
}
