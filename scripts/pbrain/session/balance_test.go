package session_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opened returns the commands of a game with two stones, and more.
func opened(more ...string) []string {
	return append([]string{"START 15", "YXBOARD", "7,7,1", "8,8,2", "DONE"}, more...)
}

// YXBALANCEONE plays the move with the score closest to the wished one, and tells it.
func TestBalanceOne(t *testing.T) {
	for _, wished := range []int{0, -150} {
		got := said(options(3000), opened(fmt.Sprint("YXBALANCEONE ", wished), "TURN 0,0")...)
		// A slow search of the last move writes more MESSAGEs, so that its place from the end is not known.
		n := slices.IndexFunc(got, regexp.MustCompile(`^\d+,\d+$`).MatchString)
		require.GreaterOrEqual(t, n, 2, got)
		move, score := got[n], 0
		assert.True(t, strings.HasPrefix(got[n-1], "MESSAGE "+move+" score "), got[n-1])
		_, err := fmt.Sscanf(got[n-2], "MESSAGE (1) "+move+" %d (", &score)
		require.NoError(t, err)
		assert.InDelta(t, wished, score, 40)
		assert.Regexp(t, `^\d+,\d+$`, got[len(got)-1], "the game goes on")
		assert.Less(t, n, len(got)-1)
	}
}

// YXBALANCETWO plays a move of each side, with Suggest too.
func TestBalanceTwo(t *testing.T) {
	o := options(3000)
	for _, o.Suggest = range []bool{false, true} {
		got := said(o, opened("YXBALANCETWO 0")...)
		pair := strings.Fields(got[len(got)-1])
		require.Len(t, pair, 2)
		require.Contains(t, got[len(got)-2], "MESSAGE "+strings.Join(pair, " ")+" score ")
		got = said(o, opened("YXBALANCETWO 0", "TAKEBACK "+pair[1], "TAKEBACK "+pair[0], "TAKEBACK 8,8")...)
		assert.Equal(t, []string{"OK", "OK", "OK"}, got[len(got)-3:])
	}
}

// A balanced move is a suggestion where the manager decides.
func TestBalancedSuggestion(t *testing.T) {
	o := options(300)
	o.Suggest = true
	got := said(o, opened("YXBALANCEONE 0", "YXBALANCEONE 0", "PLAY 0,0")...)
	n := len(got)
	assert.Regexp(t, `^SUGGEST \d+,\d+$`, got[n-3])
	assert.Equal(t, []string{"ERROR a move was suggested: want PLAY first", "0,0"}, got[n-2:])
}

// Without time there are a balanced move and a balanced pair too.
func TestBalanceAtOnce(t *testing.T) {
	for command, want := range map[string]string{
		"YXBALANCEONE 0": `^\d+,\d+$`,
		"YXBALANCETWO 0": `^\d+,\d+ \d+,\d+$`,
	} {
		got := said(options(0), opened("INFO timeout_turn 0", command)...)
		assert.Regexp(t, want, got[len(got)-1])
	}
}

// Where every move wins or loses, none is balanced, and nothing is played.
func TestNothingBalanced(t *testing.T) {
	got := said(options(2000), "START 15", "YXBOARD", "7,7,2", "0,0,1", "7,6,2", "0,14,1", "7,5,2", "14,0,1", "7,4,2",
		"DONE", "YXBALANCEONE 0", "TURN 7,3")
	assert.Contains(t, got, "ERROR no move: each one wins, loses or is forbidden")
	assert.NotContains(t, got[len(got)-1], "ERROR")
}

func TestWrongBalance(t *testing.T) {
	for _, word := range []string{"YXBALANCEONE", "YXBALANCETWO"} {
		want := "ERROR want " + word + " and a score, 0 for an even game, got "
		assert.Equal(t, []string{"OK", want + `""`, want + `"x"`}, said(options(9), "START 15", word, word+" x"))
		assert.Equal(t, []string{"ERROR there is no board: want START first"}, said(options(9), word+" 0"))
	}
	got := said(options(9), "START 2", "YXBOARD", "0,0,1", "0,1,2", "1,0,1", "DONE", "YXBALANCETWO 0", "YXBALANCEONE 0",
		"YXBALANCEONE 0")
	assert.Equal(t, "ERROR the board is full", got[1])
	assert.Equal(t, "ERROR the board is full", got[len(got)-1])
}
