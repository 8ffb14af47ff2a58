package session_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/pbrain/session"
)

// said returns the lines that a session answers to commands.
func said(o session.Options, commands ...string) []string {
	var out bytes.Buffer
	session.Run(strings.NewReader(strings.Join(commands, "\n")+"\n"), &out, o)
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// A GUI learns the greatest values of its settings.
func TestShowInfo(t *testing.T) {
	o := options(500)
	o.Prepare = func(int64, int) int { return 12 }
	got := said(o, "YXSHOWINFO")
	require.Len(t, got, 3)
	assert.Equal(t, []string{"MESSAGE " + o.About, "MESSAGE INFO MAX_THREAD_NUM 12"}, got[:2])
	assert.Regexp(t, `^MESSAGE INFO MAX_HASH_SIZE (18|20)$`, got[2])
}

// The best moves are told one by one, the best first, and that one is played and shown on the board.
func TestNBest(t *testing.T) {
	got := said(options(3000), "START 15", "INFO show_detail 1", "YXBOARD", "7,7,2", "8,8,1", "8,6,2", "DONE", "YXNBEST 4")
	n := len(got)
	require.Greater(t, n, 6)
	move := got[n-1]
	assert.Regexp(t, `^\d+,\d+$`, move)
	assert.True(t, strings.HasPrefix(got[n-2], "MESSAGE "+move+" score "), got[n-2])
	assert.Contains(t, got, "MESSAGE REALTIME BEST "+move)
	told := slices.DeleteFunc(got, func(line string) bool { return !strings.HasPrefix(line, "MESSAGE (") })
	told = told[len(told)-4:] // on a slow machine earlier analyses come before
	for i := range 4 {
		assert.Regexp(t, fmt.Sprintf(`^MESSAGE \(%d\) \d+,\d+ [+-]\d+ \([0-9.]+%%\) depth \d+ line [0-9, ]+$`, i+1), told[i])
	}
	assert.True(t, strings.HasPrefix(told[0], "MESSAGE (1) "+move+" "), told[0])
}

// Asked for one move where only one is sensible, the brain tells the value behind it.
func TestNBestOfAForcedMove(t *testing.T) {
	got := said(options(3000), "START 15", "YXBOARD", "7,7,2", "7,3,1", "7,6,2", "0,0,1", "7,5,2", "14,0,1", "7,4,2", "DONE", "YXNBEST 1")
	assert.Equal(t, "7,8", got[len(got)-1])
	assert.Regexp(t, `^MESSAGE \(1\) 7,8 -\d+ \([0-9.]+%\) depth [1-9]\d* line 7,8 `, got[len(got)-3])
}

// No REALTIME line comes where nobody has asked for it.
func TestNoRealtime(t *testing.T) {
	for _, line := range said(options(3000), "START 15", "YXBOARD", "7,7,2", "DONE", "YXNBEST 2", "TURN 0,0") {
		assert.NotContains(t, line, "REALTIME")
	}
}

// Where there are fewer moves than YXNBEST asks for, a MESSAGE says why.
func TestFewerMovesThanAskedFor(t *testing.T) {
	got := said(options(100), "START 5", "YXBOARD", "2,2,2", "DONE", "YXNBEST 99")
	assert.Regexp(t, `^MESSAGE \d+ of 99 moves: there are no other candidates$`, got[len(got)-3])
}

// INFO max_depth ends a search, however much time or how many nodes it has.
func TestMaxDepth(t *testing.T) {
	for _, command := range []string{"BOARD", "YXBOARD"} {
		ask := []string{"START 15", "INFO max_depth 4", command, "7,7,2", "8,8,1", "8,6,2", "DONE"}
		if command == "YXBOARD" {
			ask = append(ask, "YXNBEST 2")
		}
		got := said(options(1<<40), ask...)
		assert.Contains(t, got[len(got)-2], "depth 4")
	}
}

// INFO hash_size, in kilobytes, bounds the table.
func TestHashSize(t *testing.T) {
	got := said(options(2000), "START 15", "INFO hash_size 1024", "INFO hash_size x", "BEGIN", "TURN 0,0")
	assert.Regexp(t, `^\d+,\d+$`, got[len(got)-1])
}
