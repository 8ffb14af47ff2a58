package player

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pipeReader returns the reader of a pipe brain that has said text and ended.
func pipeReader(t testing.TB, text string) *lineReader {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	in := newLineReader(r, grammar{parseLine, message}, nil)
	_, err = w.WriteString(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	<-in.done
	return in
}

// TestTalk: messages become plain text, without their word; what was said last explains a fault.
func TestTalk(t *testing.T) {
	tests := []struct{ name, said, talk, last string }{
		{"messages", "MESSAGE  depth 3\r\nmessage\tdepth 4 \n\n \x00\nMESSAGE\n", "depth 3\ndepth 4\n", "MESSAGE"},
		{"DEBUG keeps its word", "DEBUG a\ndebug b\n", "DEBUG a\ndebug b", "debug b"},
		{"a terminal is not commanded", "MESSAGE \x1b[2J\xff\n", "?[2J?", "MESSAGE ?[2J?"},
		{"a line that wants a reply", "SUGGEST 7,7\nMESSAGE ok\n", "SUGGEST 7,7\nok", "SUGGEST 7,7"},
		{"an unknown command", "UNKNOWN x\nDEBUG a", "UNKNOWN x\nDEBUG a", "UNKNOWN x"},
		{"an error", "ERROR a\nMESSAGE b\nERROR c\n", "ERROR a\nb\nERROR c", "ERROR c"},
		{"answers", "OK\n7,7\n", "", ""},
		{"words that only begin like these", "MESSAGES a\nDEBUGGER b\n", "MESSAGES a\nDEBUGGER b", "DEBUGGER b"},
		{"a line too long", "MESSAGE " + strings.Repeat("x", lineLength) + "\n", strings.Repeat("x", lineLength-8) + " [cut]", ""},
		{"a line longer than the buffer", "MESSAGE " + strings.Repeat("x", 2*readSize-100) + "\nDEBUG b", strings.Repeat("x", lineLength-8) + " [cut]\nDEBUG b", "DEBUG b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := pipeReader(t, tt.said)
			if tt.last != "" || tt.talk == "" {
				assert.Equal(t, tt.last, in.lastTalk())
			}
			assert.Equal(t, tt.talk, in.takeTalk())
			assert.Empty(t, in.takeTalk())
			assert.Empty(t, in.lastTalk())
		})
	}
}

// TestMuchTalk: of a flood its end is kept.
func TestMuchTalk(t *testing.T) {
	in := pipeReader(t, "")
	for range 100_000 {
		in.put([]byte("MESSAGE flood\n"))
	}
	in.put([]byte("MESSAGE end\n"))
	said := in.takeTalk()
	assert.Len(t, said, talkLength)
	assert.True(t, strings.HasSuffix(said, "\nflood\nflood\nend"), said[talkLength-20:])
	assert.Less(t, cap(in.talk), 4*talkLength)
}

// TestTalkAllocatesNothing: a program may say a hundred thousand lines a second while its opponent needs the other core.
func TestTalkAllocatesNothing(t *testing.T) {
	in := pipeReader(t, "")
	text := []byte("MESSAGE depth 12-23 eval 45 pv h8 i9 j10\n")
	in.put(bytes.Repeat(text, 1))
	for range 4 * talkLength / len(text) { // the buffers reach their size
		in.put(text)
	}
	assert.Zero(t, testing.AllocsPerRun(10_000, func() { in.put(text) }))
}

// BenchmarkTalk measures the arena's time for a line of a talkative brain, without the system's.
func BenchmarkTalk(b *testing.B) {
	in := pipeReader(b, "")
	text := []byte("MESSAGE depth 12-23 eval 45 nodes 123456 pv h8 i9 j10 k11 l12 g7 f6 h9 h10\n")
	for b.Loop() {
		in.put(text)
	}
}
