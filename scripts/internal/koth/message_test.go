package koth_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/koth"
)

func black(x, y int) koth.Stone {
	return koth.Stone{At: board.Point{X: x, Y: y}, Side: board.X}
}

func white(x, y int) koth.Stone {
	return koth.Stone{At: board.Point{X: x, Y: y}, Side: board.O}
}

func TestParseMessage(t *testing.T) {
	type message = koth.Message
	tests := []struct {
		line  string
		want  message
		fault bool
	}{
		{`A []`, message{Phase: koth.Open}, false},
		{`B [((7,14),"B")]`, message{Phase: koth.Answer, Stones: []koth.Stone{black(7, 14)}}, false},
		{`C [((0,0),"W"),((1,0),"B")]`, message{Phase: koth.Choose, Stones: []koth.Stone{white(0, 0), black(1, 0)}}, false},
		{`0 []`, message{Phase: koth.Round}, false},
		{`12 [((7,7),"B")]`, message{Phase: koth.Round, Number: 12, Stones: []koth.Stone{black(7, 7)}}, false},
		{`EXIT TIE`, message{Phase: koth.Exit, Winner: koth.Tie}, false},
		{`EXIT two words`, message{Phase: koth.Exit, Winner: "twowords"}, false},
		{`EXIT`, message{Phase: koth.Exit}, false},
		{" 1 2\t[ ( ( 7 , 7 ) , \" B \" ) ] ", message{Phase: koth.Round, Number: 12, Stones: []koth.Stone{black(7, 7)}}, false},
		{`a []`, message{Phase: koth.Open}, false},
		{`3 [((7,7),"b")]`, message{Phase: koth.Round, Number: 3, Stones: []koth.Stone{black(7, 7)}}, false},
		{`exit Me`, message{Phase: koth.Exit, Winner: "Me"}, false},

		{``, message{}, true},
		{`A`, message{Phase: koth.Open}, true},
		{`A [`, message{Phase: koth.Open}, true},
		{`? []`, message{}, true},
		{`D []`, message{}, true},
		{`-1 []`, message{}, true},
		{`01 []`, message{Phase: koth.Round, Number: 1}, true},
		{`99999999999999999999 []`, message{}, true},
		{`[((7,7),"B")]`, message{Stones: []koth.Stone{black(7, 7)}}, true},
		{`0 ((7,7),"B")`, message{Phase: koth.Round}, true},
		{`b garbage`, message{Phase: koth.Answer}, true},
		{`C ((7,7),"B") [`, message{Phase: koth.Choose}, true},
		{`Bad luck`, message{}, true},
		{`0 [((7,7),"B")`, message{Phase: koth.Round, Stones: []koth.Stone{black(7, 7)}}, true},
		{`0 [((7,7),"B"),((8,`, message{Phase: koth.Round, Stones: []koth.Stone{black(7, 7)}}, true},
		{`0 [((7,7),"B")((8,8),"W")]`, message{Phase: koth.Round, Stones: []koth.Stone{black(7, 7), white(8, 8)}}, true},
		{`0 [((7,7),"B")] []`, message{Phase: koth.Round, Stones: []koth.Stone{black(7, 7)}}, true},
		{`0 [((7,7),"B"),((7,7),"W")]`, message{Phase: koth.Round, Stones: []koth.Stone{black(7, 7)}}, true},
		{`0 [((15,7),"B"),((7,15),"B"),((-1,7),"W"),((7,7),"X"),((7),"B"),((1,2,3),"B")]`, message{Phase: koth.Round}, true},
		{`0 [((99999999999999999999,7),"B")]`, message{Phase: koth.Round}, true},
	}
	for _, tt := range tests {
		got, err := koth.ParseMessage(tt.line)
		assert.Equal(t, tt.want, got, tt.line)
		assert.Equal(t, tt.fault, err != nil, "%s: %v", tt.line, err)
	}
}

func TestParseReply(t *testing.T) {
	tests := []struct {
		line string
		want koth.Reply
	}{
		{"B", koth.Reply{Takes: board.X}},
		{"W (3,4)", koth.Reply{Takes: board.O, Squares: []board.Point{{X: 3, Y: 4}}}},
		{"(0,14)", koth.Reply{Squares: []board.Point{{X: 0, Y: 14}}}},
		{"(1,2) (3,4) (5,6)", koth.Reply{Squares: []board.Point{{X: 1, Y: 2}, {X: 3, Y: 4}, {X: 5, Y: 6}}}},
	}
	for _, tt := range tests {
		for _, line := range []string{tt.line, strings.ReplaceAll(tt.line, " ", ""), strings.Join(strings.Split(tt.line, ""), " ")} {
			got, err := koth.ParseReply(line)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		}
		assert.Equal(t, tt.line, tt.want.String())
	}
	for _, line := range []string{"b", "7,7", "(7,7", "(7;7)", "(-1,7)", "(15,7)", "(7,15)", "W B", "(7,7) B", "hello", "(7,7),(8,8)"} {
		_, err := koth.ParseReply(line)
		assert.Error(t, err, line)
	}
}

// A message that was read without an error is written as the judge sent it. After an error, the readable part makes a
// message without one.
func FuzzMessage(f *testing.F) {
	f.Add(`A []`)
	f.Add(`B [((7,7),"B"),((8,8),"B"),((9,9),"W")]`)
	f.Add(` 0 0[ ((1 4,7), "W") , `)
	f.Add(`EXIT TIE`)
	f.Add(`12 [((7,7),"b"),((7,7),"W"),((15,0),"B")]`)
	f.Fuzz(func(t *testing.T, line string) {
		m, err := koth.ParseMessage(line)
		for _, s := range m.Stones {
			require.True(t, s.Side == board.X || s.Side == board.O)
			require.True(t, min(s.At.X, s.At.Y) >= 0 && max(s.At.X, s.At.Y) < koth.Size, "%v", s.At)
		}
		again, errAgain := koth.ParseMessage(m.String())
		require.Equal(t, m, again)
		require.Equal(t, m.Phase == koth.Unclear, errAgain != nil, "%v, then %v", err, errAgain)
	})
}

func FuzzReply(f *testing.F) {
	f.Add(`B`)
	f.Add(`W (3,4)`)
	f.Add(`(0 , 0) (0,12)(14,14)`)
	f.Fuzz(func(t *testing.T, line string) {
		r, err := koth.ParseReply(line)
		if err != nil {
			return
		}
		again, err := koth.ParseReply(r.String())
		require.NoError(t, err)
		require.Equal(t, r, again)
	})
}
