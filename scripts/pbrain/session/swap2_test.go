package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search"
)

// The scores of consecutive searches decide the answer.
func TestSwap2Decisions(t *testing.T) {
	const three, five = "7,7\n8,9\n9,5\n", "7,7\n8,9\n9,5\n6,6\n10,10\n"
	tests := []struct {
		name, stones string
		scores       []int // of o, who is to move
		want         string
		why          int // the search that decided it
	}{
		{"o is better of three stones: stay", three, []int{60, 60}, "MOVE", 1},
		{"x is better of three stones: swap", three, []int{-60}, "SWAP", 0},
		{"neither: the two stones that leave it most even", three, []int{5, 50, -40, 9, -30, 60, 70}, "MOVE MOVE", 3},
		{"neither, but any two stones would change that: stay", three, []int{5, 50, -40, 90, -30, 60, 70}, "MOVE", 0},
		{"neither, but any two stones would change that: swap", three, []int{-5, 50, -40, 90, -30, 60, 70}, "SWAP", 0},
		{"o is better of five stones", five, []int{1}, "MOVE", 0},
		{"x is better of five stones", five, []int{-1}, "SWAP", 0},
		{"no stones: the most even of some openings", "", []int{50, -20, 40, 90}, "MOVE MOVE MOVE", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var boards []string // the position of each search
			nodes := uint64(0)
			o := scripted(func(n int, b *board.Board, l search.Limits) *script {
				boards = append(boards, stonesOn(b))
				nodes += l.MaxNodes
				return &script{early: firstEmpty(b), note: fmt.Sprint("search ", n), score: tt.scores[n]}
			})
			m := newManager(t, o)
			m.send("START 15\nINFO max_node 1000\nSWAP2BOARD\n" + tt.stones + "DONE\n")
			require.Equal(t, "OK", m.answer())
			got := m.answer()
			requireAnswer(t, tt.want, got)
			assert.Equal(t, fmt.Sprint(got, " search ", tt.why), m.last)
			assert.Zero(t, m.end())
			require.Len(t, boards, len(tt.scores))
			assert.LessOrEqual(t, nodes, uint64(1000), "of all thoughts together")
			if n := strings.Count(tt.want, "MOVE"); n > 1 {
				chosen := boards[map[int]int{2: 3, 3: 1}[n]]
				for square := range strings.FieldsSeq(got) {
					assert.Contains(t, chosen, " "+square+" ")
				}
			}
		})
	}
}

// stonesOn lists the squares that hold something.
func stonesOn(b *board.Board) string {
	text := " "
	for p, s := range b.Points {
		if s != board.Empty {
			text += p.String() + " "
		}
	}
	return text
}

// Three stones are legal on every board and vary.
func TestSwap2OpeningsVary(t *testing.T) {
	for _, game := range []struct {
		rule board.Rule
		size int
	}{{board.Freestyle, 15}, {board.ExactFive, 20}, {board.Renju, 3}, {board.Renju | board.ExactFive, 20}, {board.Caro, 3}} {
		rule, size := game.rule, game.size
		t.Run(fmt.Sprintf("rule %d, size %d", rule, size), func(t *testing.T) {
			m := newManager(t, options(0))
			m.send(fmt.Sprintf("START %d\nINFO rule %d\nINFO timeout_turn 0\n", size, rule))
			require.Equal(t, "OK", m.answer())
			seen := map[string]bool{}
			for range 6 {
				m.send("SWAP2BOARD\nDONE\n")
				answer := m.answer()
				s := &referenceBoard{size, size, map[string]bool{}}
				s.put(t, answer)
				assert.Len(t, s.taken, 3)
				seen[answer] = true
			}
			assert.Greater(t, len(seen), 2)
			require.Zero(t, m.end())
		})
	}
}

// With a node limit the same three stones come each time.
func TestSwap2WithNodes(t *testing.T) {
	var answers [2]string
	for i := range answers {
		m := newManager(t, options(2000))
		m.send("START 15\nSWAP2BOARD\nDONE\n")
		require.Equal(t, "OK", m.answer())
		answers[i] = m.answer()
	}
	assert.Equal(t, answers[0], answers[1])
}
