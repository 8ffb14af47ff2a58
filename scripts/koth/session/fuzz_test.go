package session_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/transcript"
	"tahoun/scripts/koth/session"
)

// FuzzRun sends any bytes: the session ends by itself and writes only lines of the protocol.
func FuzzRun(f *testing.F) {
	for _, path := range transcript.Paths(f, transcripts) {
		var sent []byte
		for _, s := range readTranscript(f, path).steps {
			if s.Kind == '>' {
				sent = append(append(sent, s.Text...), '\n')
			}
		}
		f.Add(sent)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var out, stderr bytes.Buffer
		exit := session.Run(bytes.NewReader(data), &out, &stderr, options(20))
		require.True(t, exit == 0 || exit == 1 && stderr.Len() > 0)
		for line := range strings.Lines(out.String()) {
			reply, err := koth.ParseReply(line)
			require.NoError(t, err)
			require.Equal(t, reply.String()+"\n", line)
		}
	})
}

// FuzzLegal sends a message for each byte, in any order and on any board, some of them damaged. The answers have the form
// of their phase, and those to complete messages name only empty squares.
func FuzzLegal(f *testing.F) {
	f.Add([]byte("\x00\x03\x0b\x13\x1b"), uint64(1))
	f.Add([]byte("\x01\x02\x03\x04\x05\x06\x07\x08\x09"), uint64(2))
	f.Add([]byte("\xf0\xf3\xe3\xd3\xc4\xc5\xc6\xc7\x00\x01\x02\x03"), uint64(3))
	f.Fuzz(func(t *testing.T, choices []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		j := newJudge(t, options(20))
		var shown []koth.Stone
		for _, c := range choices[:min(len(choices), 30)] {
			shown = grown(rng, shown, int(c>>3))
			m := koth.Message{Number: int(c), Stones: shown}
			damaged := c%8 >= 6
			m.Phase = []koth.Phase{koth.Open, koth.Answer, koth.Choose, koth.Round, koth.Round, koth.Round, koth.Round, koth.Answer}[c%8]
			if m.Phase == koth.Open {
				shown = nil
				m.Stones = nil
			}
			line := m.String()
			if damaged {
				line = line[:rng.IntN(len(line))]
			}
			if strings.TrimSpace(line) == "" {
				continue // nothing was asked
			}
			j.send(line + "\n")
			got := j.answer()
			if got == "" { // no move was possible
				require.True(t, damaged || len(shown) == koth.Size*koth.Size, line)
				return
			}
			if !damaged {
				requireLegal(t, m, got)
			}
		}
		require.Zero(t, j.end())
	})
}

// grown returns more stones, or the first of them.
func grown(rng *rand.Rand, stones []koth.Stone, n int) []koth.Stone {
	if n == 31 {
		return stones[:len(stones)/2]
	}
	if n == 30 {
		n = 220
	}
	taken := map[board.Point]bool{}
	for _, s := range stones {
		taken[s.At] = true
	}
	for range n {
		at := board.Point{X: rng.IntN(koth.Size), Y: rng.IntN(koth.Size)}
		if !taken[at] {
			taken[at] = true
			stones = append(stones, koth.Stone{At: at, Side: board.X + board.Stone(rng.IntN(2))})
		}
	}
	rng.Shuffle(len(stones), func(i, j int) { stones[i], stones[j] = stones[j], stones[i] })
	return stones
}

// requireLegal judges an answer as the judge does.
func requireLegal(t *testing.T, m koth.Message, got string) {
	t.Helper()
	reply, err := koth.ParseReply(got)
	require.NoError(t, err)
	taken := map[board.Point]bool{}
	for _, s := range m.Stones {
		taken[s.At] = true
	}
	for _, at := range reply.Squares {
		require.False(t, taken[at], "%v is taken, %v", at, m)
		taken[at] = true
	}
	form := fmt.Sprint(reply.Takes, len(reply.Squares))
	forms := map[koth.Phase][]string{
		koth.Open: {"- 3"}, koth.Answer: {"x 0", "o 1", "- 2"}, koth.Choose: {"x 0", "o 0"}, koth.Round: {"- 1"},
	}
	require.Contains(t, forms[m.Phase], form, got)
}
