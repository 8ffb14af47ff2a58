package game_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"depth 9, tah 7,7\nžluťoučký kůň ∞": "depth 9, tah 7,7\nžluťoučký kůň ∞",
		"\x1b[2Jred\x1b[0m":                 "?[2Jred?[0m",
		"\x1b]0;title\a":                    "?]0;title?",
		"\u009b2J\u0085x":                   "?2J x", // C1
		"\u202eright to left\u202c":         "?right to left?",
		"\u2066isolated\u2069\u200f\ufeff":  "?isolated???",
		"one\u2028two\u2029three":           "one two three",
		"a\tb\vc\fd\u00a0e":                 "a b c d e",
		"a\r\nb\rc\n":                       "a\nb\nc\n",
		"\x00\b\x7f":                        "???",
		"\xff\xfe":                          "?",
		"":                                  "",
	} {
		got := game.Plain(text)
		assert.Equal(t, want, got, "%q", text)
		assert.Equal(t, got, game.Plain(got))
	}
	assert.Equal(t, "two lines ?[31m", game.Line(" two\r\nlines\t \x1b[31m\n"))
}

// FuzzPlain: only printable characters and line ends are left of any text.
func FuzzPlain(f *testing.F) {
	f.Add("\x1b[2J\u202e\xff\u0085\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		got := game.Plain(text)
		require.Equal(t, got, game.Plain(got))
		for _, r := range got {
			require.True(t, r == '\n' || unicode.IsPrint(r), "%q", r)
		}
	})
}

// talkative plays so many moves in turn, each with its message.
func talkative(moves int, x, o string) *game.Game {
	g := new(game.Game)
	for n := range moves {
		if n%2 == 0 {
			g.Add(game.Move{Side: board.X, Message: x})
		} else {
			g.Add(game.Move{Side: board.O, Message: o})
		}
	}
	return g
}

// TestTalkIsBounded: a brain that says 64 KB a move keeps the end of it, marked as cut, and its opponent keeps all.
func TestTalkIsBounded(t *testing.T) {
	long := strings.Repeat("čára\n", 1<<16/6) + "the last depth"
	g := talkative(400, long, "quiet")
	said := 0
	for n, m := range g.Moves {
		said += len(m.Message)
		if n%2 == 1 {
			require.Equal(t, "quiet", m.Message)
			continue
		}
		require.True(t, strings.HasPrefix(m.Message, "[cut] "), "move %d", n)
		require.Equal(t, m.Message, game.Plain(m.Message), "no character is cut in two")
		if n < 60 {
			require.True(t, strings.HasSuffix(m.Message, "the last depth"), "move %d: %q", n, m.Message)
		}
	}
	assert.InDelta(t, 4096, len(g.Moves[0].Message), 5)
	assert.Less(t, said, 1<<16+400*len("[cut] "))
}

// TestAddedAgain: a log that is read and written again keeps its messages.
func TestAddedAgain(t *testing.T) {
	g := talkative(600, strings.Repeat("ž", 1<<16), strings.Repeat("x", 700))
	again := new(game.Game)
	for _, m := range g.Moves {
		again.Add(m)
	}
	assert.Equal(t, g, again)
}
