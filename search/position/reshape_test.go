package position

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// A stone changes the same codes and lists the same changes on every machine.
func TestReshapeAgreesWithItsTwin(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		for i, size := range [][2]int{{1, 1}, {1, 7}, {9, 4}, {15, 15}, {3, 120}, {120, 2}, {64, 65}} {
			rng := rand.New(rand.NewPCG(uint64(rule), uint64(i)))
			p := New(boardtest.Sprinkle(rng, size[0], size[1], 25, 5), board.X, testRules(rule))
			twin := p.Clone()
			for range min(20, p.Now().Empty) {
				moves := p.Candidates(nil)
				c := moves[rng.IntN(len(moves))]
				first := int(p.Now().changedEnd)
				p.Make(c)
				end := twin.reshapeGeneric(c, p.windowsOf(c), first)
				require.EqualValues(t, p.Now().changedEnd, end)
				require.Equal(t, twin.code[:p.Cells], p.code[:p.Cells])
				require.Equal(t, twin.changed[first:end], p.changed[first:end])
				require.Equal(t, twin.previous[first:end], p.previous[first:end])
				require.Equal(t, twin.next[first:end], p.next[first:end])
			}
		}
	}
}

// windowsOf returns the lines through c from twice the reach before it on.
func (p *Position) windowsOf(c Cell) *[4]uint64 {
	var windows [4]uint64
	for d, i := range p.place[c] {
		windows[d] = p.lineAt(i - 2*uint16(p.Rules.lines.Reach))
	}
	return &windows
}
