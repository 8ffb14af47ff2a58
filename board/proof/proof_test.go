package proof_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/board/proof"
)

func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

// five is the last move of a proof.
func five(x, y int) *proof.Tree { return &proof.Tree{Move: at(x, y)} }

// openFour is the proof that an open four at 4,1 wins for the row of openThree.
func openFour() *proof.Tree {
	return &proof.Tree{Move: at(4, 1), Others: five(0, 1), Replies: []proof.Reply{{Move: at(0, 1), Answer: five(5, 1)}}}
}

const openThree = "-------\n-xxx---\n-o-o-o-\n"

// A proof stands if it has a right answer to each reply, for either side and under each rule.
func TestProofsThatStand(t *testing.T) {
	for _, rule := range append(boardtest.EveryRule, board.Continuous) {
		b := boardtest.Parse(openThree)
		for _, side := range []board.Stone{board.X, board.O} {
			assert.NoError(t, proof.Check(b, side, rule, openFour()), "%v %v", rule, side)
			b.SwapSides()
		}
		assert.Equal(t, openThree, boardtest.Text(b))
		assert.True(t, boardtest.MustWin(b, board.X, rule, 3))
	}
	moves, plies := proof.Sizes{}.Of(openFour())
	assert.Equal(t, [2]int{5, 3}, [2]int{moves, plies})
}

// A proof that lacks a reply or a move, or has another one, falls, and the line says where.
func TestBrokenProofsFall(t *testing.T) {
	tests := []struct {
		name string
		harm func(*proof.Tree)
		want string
	}{
		{"a reply is missing", func(p *proof.Tree) { p.Replies = nil }, "no empty square after 4,1 0,1 0,1"},
		{"the answer to all others is missing", func(p *proof.Tree) { p.Others = nil }, "no answer after 4,1 0,0"},
		{"the answer to a reply is missing", func(p *proof.Tree) { p.Replies[0].Answer = nil }, "no answer after 4,1 0,1"},
		{"another first move", func(p *proof.Tree) { p.Move = at(4, 0) }, "no answer after 4,0 0,0 0,1 1,0"},
		{"another answer", func(p *proof.Tree) { p.Replies[0].Answer = five(6, 1) }, "no answer after 4,1 0,1 6,1 0,0"},
		{"another reply", func(p *proof.Tree) { p.Replies[0].Move = at(6, 1) }, "no empty square after 4,1 0,1 0,1"},
		{"a move on a stone", func(p *proof.Tree) { p.Move = at(1, 1) }, "no empty square after 1,1"},
		{"a move off the board", func(p *proof.Tree) { p.Others = five(-1, 1) }, "no empty square after 4,1 0,0 -1,1"},
		{"moves behind the five", func(p *proof.Tree) { p.Others = &proof.Tree{Move: at(0, 1), Others: five(5, 1)} },
			"moves behind the end after 4,1 0,0 0,1"},
		{"only the first move", func(p *proof.Tree) { *p = *five(4, 1) }, "no answer after 4,1 0,0"},
	}
	for _, test := range tests {
		tree := openFour()
		test.harm(tree)
		assert.EqualError(t, proof.Check(boardtest.Parse(openThree), board.X, board.Freestyle, tree), test.want, test.name)
	}
	assert.Error(t, proof.Check(boardtest.Parse(openThree), board.X, board.Freestyle, nil))
}

// The rule decides: what is a five, what is forbidden to whom, and that a full board is a draw.
func TestRulesDecide(t *testing.T) {
	four := func(others *proof.Tree, replies ...proof.Reply) *proof.Tree {
		return &proof.Tree{Move: at(4, 0), Others: others, Replies: replies}
	}
	tests := []struct {
		name, drawing string
		side          board.Stone
		tree          *proof.Tree
		stands        []board.Rule
		falls         map[board.Rule]string
	}{
		{"six in a row", "xxx-xx\n------", board.X, five(3, 0), []board.Rule{board.Freestyle, board.Caro},
			map[board.Rule]string{board.ExactFive: "no answer after 3,0 0,1", board.Renju: "overline after 3,0"}},
		{"six of renju's free side", "ooo-oo\n------", board.O, five(3, 0), []board.Rule{board.Freestyle, board.Renju},
			map[board.Rule]string{board.ExactFive: "no answer after 3,0 0,1"}},
		{"a five with both ends blocked", "oxxxx-o\n-------", board.X, five(5, 0), []board.Rule{board.Freestyle, board.Renju},
			map[board.Rule]string{board.Caro: "no answer after 5,0 0,1"}},
		{"a five between an opponent's stone and a wall", "oxxxx-#\n-------", board.X, five(5, 0),
			[]board.Rule{board.Freestyle, board.Caro}, nil},
		{"a five of the loser", "oooo--#\n#xxx--#", board.X, &proof.Tree{Move: at(4, 1), Others: five(5, 1)}, nil,
			map[board.Rule]string{board.Freestyle: "the other side wins after 4,1 4,0", board.Renju: "the other side wins after 4,1 4,0"}},
		{"the only block is an overline", "#ooo--#\n#####x#\n#####x#\n#####x#\n#####x#\n#####x#\n-------", board.O, four(five(5, 0)),
			[]board.Rule{board.Renju}, map[board.Rule]string{board.Freestyle: "the other side wins after 4,0 5,0"}},
		{"two fours at once are forbidden to x", "#xxx--#\n####x##\n####x##\n####x##\n####-##\n-------", board.X,
			four(five(5, 0), proof.Reply{Move: at(5, 0), Answer: five(4, 4)}),
			[]board.Rule{board.Freestyle}, map[board.Rule]string{board.Renju: "double four after 4,0"}},
		{"a full board", "oox\nx-o\noxx", board.X, five(1, 1), nil,
			map[board.Rule]string{board.Freestyle: "a draw on a full board after 1,1"}},
	}
	for _, test := range tests {
		b := boardtest.Parse(test.drawing)
		for _, rule := range test.stands {
			assert.NoError(t, proof.Check(b, test.side, rule, test.tree), "%s, %v", test.name, rule)
		}
		for rule, want := range test.falls {
			assert.EqualError(t, proof.Check(b, test.side, rule, test.tree), want, "%s, %v", test.name, rule)
		}
	}
}

// A reply that an answer does not refute is one that the proof must name.
func TestRefutes(t *testing.T) {
	b := boardtest.Parse(openThree)
	b.Set(at(4, 1), board.X)
	before := boardtest.Text(b)
	require.True(t, proof.Refutes(b, at(6, 0), board.X, board.Freestyle, five(0, 1)))
	require.False(t, proof.Refutes(b, at(0, 1), board.X, board.Freestyle, five(0, 1)))
	require.Equal(t, before, boardtest.Text(b))
}
