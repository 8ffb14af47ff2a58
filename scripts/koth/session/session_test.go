package session_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/koth/session"
	"tahoun/search"
)

// A script is a Searcher with scripted behaviour. Nil functions do nothing.
type script struct {
	move    board.Point
	score   int
	instant func()
	think   func()

	deadline time.Time
}

func (s *script) Deadline() time.Time    { return s.deadline }
func (s *script) Retime(l search.Limits) { s.deadline = l.Start.Add(l.Turn) }
func (s *script) Score() (int, bool)     { return s.score, false }

func (s *script) StaticMove() (board.Point, string) {
	if s.instant != nil {
		s.instant()
	}
	return s.move, ""
}

func (s *script) Think(context.Context, func(board.Point, string)) {
	if s.think != nil {
		s.think()
	}
}

// scripted returns options with an engine whose searches are those of newScript.
func scripted(newScript func(b *board.Board, side board.Stone, l search.Limits) *script) session.Options {
	o := options(9000)
	o.NewEngine = func(board.Rule) thinking.NewJob {
		return func(b *board.Board, side board.Stone, l search.Limits) thinking.Job {
			s := newScript(b, side, l)
			s.Retime(l)
			return s
		}
	}
	return o
}

// run returns the answers to lines. The exit code must be 0.
func run(t testing.TB, o session.Options, lines ...string) []string {
	t.Helper()
	var out, stderr bytes.Buffer
	require.Zero(t, session.Run(strings.NewReader(strings.Join(lines, "\n")), &out, &stderr, o))
	require.Empty(t, stderr.String())
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// The scores of consecutive searches decide the answer. Each search's move is (0,0).
func TestDecisions(t *testing.T) {
	const three, five = `B [((7,7),"B"),((8,9),"B"),((9,5),"W")]`, `C [((7,7),"B"),((8,9),"B"),((9,5),"W"),((1,1),"B"),((2,2),"W")]`
	tests := []struct {
		name, line string
		scores     []int // of the side that is to move
		sides      string
		want       string
	}{
		{"black is better", three, []int{60, 50}, "xo", "B"},
		{"white is better", three, []int{50, 60}, "xo", "W (0,0)"},
		{"both are as good", three, []int{50, 50}, "xo", "B"},
		{"white is not bad", three, []int{-50, 0}, "xo", "W (0,0)"},
		{"neither is good: two stones", three, []int{-30, -40, 25, -50, -20, 22, 70, 21}, "xoxxxxxx", "MOVE MOVE"},
		{"two stones do not help black", three, []int{-10, -40, 25, -50, -20, 22, 70, 21}, "xoxxxxxx", "B"},
		{"two stones do not help white", three, []int{-40, -10, 25, -50, -20, 22, 70, 10}, "xoxxxxxx", "W (0,0)"},
		{"black of five stones", five, []int{0}, "x", "B"},
		{"white of five stones", five, []int{-1}, "x", "W"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var boards []*board.Board
			sides, nodes := "", uint64(0)
			o := scripted(func(b *board.Board, side board.Stone, l search.Limits) *script {
				boards = append(boards, b.Clone())
				sides += side.String()
				nodes += l.Nodes
				return &script{score: tt.scores[len(boards)-1]}
			})
			answers := run(t, o, tt.line)
			require.Len(t, answers, 1)
			requireAnswer(t, tt.want, answers[0], tt.line)
			assert.Equal(t, tt.sides, sides)
			assert.LessOrEqual(t, nodes, o.Nodes)
			if tt.want != "MOVE MOVE" {
				return
			}
			reply, err := koth.ParseReply(answers[0])
			require.NoError(t, err)
			most := boards[2+2] // -20 is the nearest to even
			assert.Equal(t, board.X, most.At(reply.Squares[0]))
			assert.Equal(t, board.O, most.At(reply.Squares[1]))
		})
	}
}

// After two stones of its own the bot is told its side by the counts: the opponent has moved, or it has not.
func TestSideAfterTwoStones(t *testing.T) {
	for lists, want := range map[string]string{
		`[((7,7),"B"),((8,9),"B"),((9,5),"W"),((1,1),"B"),((2,2),"W")]`:             "x",
		`[((7,7),"B"),((8,9),"B"),((9,5),"W"),((1,1),"B"),((2,2),"W"),((3,3),"B")]`: "o",
	} {
		sides := ""
		o := scripted(func(_ *board.Board, side board.Stone, _ search.Limits) *script {
			sides += side.String()
			if len(sides) <= 2 {
				return &script{score: -40} // neither side is good, any two stones are better
			}
			return &script{move: board.Point{X: 14, Y: 14}}
		})
		run(t, o, `B [((7,7),"B"),((8,9),"B"),((9,5),"W")]`, "0 "+lists)
		require.True(t, strings.HasPrefix(sides, "xoxxxxxx"), sides)
		assert.Equal(t, want, sides[8:])
	}
}

// The session answers this message and the next legally even if a search hangs, panics or lies.
func TestLiars(t *testing.T) {
	hang := func() { select {} }
	tests := []struct {
		name string
		liar func(b *board.Board) *script
		want string
	}{
		{"hangs in Think", func(*board.Board) *script { return &script{move: board.Point{X: 3, Y: 3}, think: hang} }, "(3,3)"},
		{"panics in Think", func(*board.Board) *script {
			return &script{move: board.Point{X: 3, Y: 3}, think: func() { panic("oh no") }}
		}, "(3,3)"},
		{"hangs in StaticMove", func(*board.Board) *script { return &script{instant: hang} }, "(7,6)"},
		{"panics in StaticMove", func(*board.Board) *script { return &script{instant: func() { panic("oh no") }} }, "(7,6)"},
		{"is none", func(*board.Board) *script { panic("oh no") }, "(7,6)"},
		{"answers on a stone", func(*board.Board) *script { return &script{move: board.Point{X: 7, Y: 7}} }, "(7,6)"},
		{"answers off the board", func(*board.Board) *script { return &script{move: board.Point{X: 7, Y: 15}} }, "(7,6)"},
		{"fills its board", func(b *board.Board) *script {
			for p := range b.Points {
				b.Set(p, board.X)
			}
			return &script{}
		}, "(0,0)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var n atomic.Int32
			o := scripted(func(b *board.Board, _ board.Stone, _ search.Limits) *script {
				if n.Add(1) == 1 {
					return tt.liar(b)
				}
				return &script{move: board.Point{X: 14, Y: 14}}
			})
			o.Ceiling = 100 * time.Millisecond
			j := newJudge(t, o)
			j.send("0 [((7,7),\"B\")]\n")
			assert.Equal(t, tt.want, j.answer())
			j.send("1 [((7,7),\"B\")]\n")
			assert.Equal(t, "(14,14)", j.answer())
			assert.Zero(t, j.end())
		})
	}
}

// The same seed and messages bring the same answers, and openings vary with the seed.
func TestSeeds(t *testing.T) {
	messages := []string{
		"A []", `B [((0,0),"B"),((14,14),"B"),((7,7),"W")]`, `4 [((7,7),"B"),((8,8),"W"),((6,6),"B"),((5,7),"B")]`,
		`C [((7,7),"B"),((8,8),"W"),((6,6),"B"),((5,7),"B"),((5,5),"W")]`, "A []", "EXIT TIE",
	}
	first := map[string]bool{}
	for seed := range 12 {
		var answers [2][]string
		for i := range answers {
			o := options(900)
			o.Seed = fmt.Sprint(seed)
			answers[i] = run(t, o, messages...)
		}
		require.Equal(t, answers[0], answers[1])
		first[answers[0][0]] = true
	}
	assert.Greater(t, len(first), 6)
}

// Every opening is three squares, whichever way it is turned.
func TestOpenings(t *testing.T) {
	for seed := range 300 {
		o := options(1)
		o.Seed = fmt.Sprint(seed)
		requireAnswer(t, "MOVE MOVE MOVE", run(t, o, "A []")[0], "")
	}
}

// The stones may come in any order.
func TestOrderOfStones(t *testing.T) {
	const a, b, c = `((7,7),"B")`, `((8,8),"W")`, `((6,6),"B")`
	answers := map[string]bool{}
	for _, order := range []string{a + "," + b + "," + c, b + "," + c + "," + a, c + "," + b + "," + a} {
		answers[run(t, options(3000), "2 ["+order+"]")[0]] = true
	}
	assert.Len(t, answers, 1)
}

// The session ends if out fails.
func TestNobodyListens(t *testing.T) {
	read, write := io.Pipe()
	defer write.Close()
	go func() { _, _ = io.WriteString(write, "A []\n") }() // and the input stays open
	assert.Equal(t, 1, session.Run(read, brokenPipe{}, io.Discard, options(500)))
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// A failing input counts as its end: earlier messages are answered.
func TestInputFails(t *testing.T) {
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader(`0 [((7,7),"B")]`), brokenInput{})
	assert.Zero(t, session.Run(in, &out, io.Discard, options(500)))
	assert.NotEmpty(t, out.String())
}

type brokenInput struct{}

func (brokenInput) Read([]byte) (int, error) { return 0, errors.New("broken pipe") }
