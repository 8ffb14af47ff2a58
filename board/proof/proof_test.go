package proof_test

import (
	"context"
	"math/rand/v2"
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
			assert.NoError(t, proof.Check(context.Background(), b, side, rule, openFour()), "%v %v", rule, side)
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
		assert.EqualError(t, proof.Check(context.Background(), boardtest.Parse(openThree), board.X, board.Freestyle, tree), test.want, test.name)
	}
	assert.Error(t, proof.Check(context.Background(), boardtest.Parse(openThree), board.X, board.Freestyle, nil))
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
			assert.NoError(t, proof.Check(context.Background(), b, test.side, rule, test.tree), "%s, %v", test.name, rule)
		}
		for rule, want := range test.falls {
			assert.EqualError(t, proof.Check(context.Background(), b, test.side, rule, test.tree), want, "%s, %v", test.name, rule)
		}
	}
}

// The checker leaves out replies that cannot matter. One that plays out every reply judges all proofs alike: those of
// random positions, right ones and others.
func TestCheckAgreesWithEveryReply(t *testing.T) {
	verdicts := map[bool]int{}
	for seed := range uint64(boardtest.Sweep(2000)) {
		rng := rand.New(rand.NewPCG(seed, 65))
		rule := boardtest.EveryRule[rng.IntN(len(boardtest.EveryRule))]
		b := boardtest.Sprinkle(rng, 7, 7, 50, 5)
		side := board.X + board.Stone(rng.IntN(2))
		tree := randomProof(rng, b.Clone(), side, rule, 3)
		want := everyReplyLoses(b.Clone(), side, rule, tree)
		err := proof.Check(context.Background(), b, side, rule, tree)
		require.Equal(t, want, err == nil, "%v, %v to move, %v\n%s", rule, side, err, boardtest.Text(b))
		verdicts[want]++
	}
	assert.Greater(t, min(verdicts[true], verdicts[false]), 100, verdicts)
}

// everyReplyLoses is Check without its savings.
func everyReplyLoses(b *board.Board, side board.Stone, rule board.Rule, t *proof.Tree) bool {
	if t == nil || b.At(t.Move) != board.Empty {
		return false
	}
	if b.Wins(t.Move, side, rule) {
		return t.Others == nil && len(t.Replies) == 0
	}
	if side == board.X && b.Forbidden(t.Move, rule) || b.Count(board.Empty) == 1 {
		return false
	}
	b.Set(t.Move, side)
	defer b.Set(t.Move, board.Empty)
	for at, s := range b.Points {
		if s != board.Empty {
			continue
		}
		answer := t.Others
		for _, r := range t.Replies {
			if r.Move == at {
				answer = r.Answer
			}
		}
		if b.Wins(at, side.Other(), rule) {
			return false
		}
		b.Set(at, side.Other())
		loses := everyReplyLoses(b, side, rule, answer)
		b.Set(at, board.Empty)
		if !loses && !(side == board.O && b.Forbidden(at, rule)) {
			return false
		}
	}
	return true
}

// randomProof returns a proof of a win within some moves of the winner's if it finds one, otherwise something like it.
func randomProof(rng *rand.Rand, b *board.Board, side board.Stone, rule board.Rule, moves int) *proof.Tree {
	var empty []board.Point
	for at, s := range b.Points {
		if s == board.Empty {
			empty = append(empty, at)
		}
	}
	rng.Shuffle(len(empty), func(i, j int) { empty[i], empty[j] = empty[j], empty[i] })
	for _, at := range empty {
		if b.Wins(at, side, rule) {
			return five(at.X, at.Y)
		}
	}
	t := &proof.Tree{Move: empty[0]}
	if moves == 1 || len(empty) < 3 {
		return t
	}
	for _, at := range empty { // a four, if there is one
		b.Set(at, side)
		if fives := winningSquares(b, empty, side, rule); len(fives) > 0 {
			t.Move, t.Others = at, five(fives[0].X, fives[0].Y)
			b.Set(fives[0], side.Other())
			t.Replies = []proof.Reply{{Move: fives[0], Answer: randomProof(rng, b, side, rule, moves-1)}}
			b.Set(fives[0], board.Empty)
			b.Set(at, board.Empty)
			return t
		}
		b.Set(at, board.Empty)
	}
	b.Set(t.Move, side)
	b.Set(empty[1], side.Other())
	t.Others = randomProof(rng, b, side, rule, moves-1)
	b.Set(empty[1], board.Empty)
	b.Set(t.Move, board.Empty)
	return t
}

// winningSquares returns those of squares that are empty, and finish a row.
func winningSquares(b *board.Board, squares []board.Point, side board.Stone, rule board.Rule) (all []board.Point) {
	for _, at := range squares {
		if b.At(at) == board.Empty && b.Wins(at, side, rule) {
			all = append(all, at)
		}
	}
	return all
}

// A reply that an answer does not refute is one that the proof must name.
func TestRefutes(t *testing.T) {
	b := boardtest.Parse(openThree)
	b.Set(at(4, 1), board.X)
	before := boardtest.Text(b)
	require.True(t, proof.Refutes(context.Background(), b, at(6, 0), board.X, board.Freestyle, five(0, 1)))
	require.False(t, proof.Refutes(context.Background(), b, at(0, 1), board.X, board.Freestyle, five(0, 1)))
	require.Equal(t, before, boardtest.Text(b))
}
