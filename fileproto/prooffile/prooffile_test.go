package prooffile_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/board/proof"
	"tahoun/fileproto/prooffile"
)

func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

func five(x, y int) *proof.Tree { return &proof.Tree{Move: at(x, y)} }

func proofOf(b *board.Board, rule board.Rule, tree *proof.Tree) prooffile.Proof {
	return prooffile.Proof{Win: prooffile.Win{Board: b, Side: board.X, Rule: rule}, Tree: tree}
}

// A proof is a game with variations: the longest stands first, and a pass is any other move.
func TestProof(t *testing.T) {
	b := boardtest.Parse("-------\n-xxx---\n-o-o-o#\n")
	four := &proof.Tree{Move: at(4, 1), Others: five(0, 1), Replies: []proof.Reply{{Move: at(0, 1), Answer: five(5, 1)}}}
	tree := &proof.Tree{Move: at(6, 0), Others: four, Replies: []proof.Reply{{Move: at(0, 0), Answer: five(6, 1)}}}
	text, err := proofOf(b, board.ExactFive, tree).SGF("Program:1")
	require.NoError(t, err)
	assert.Equal(t, `(;FF[4]GM[4]CA[UTF-8]AP[Program:1]SZ[7:3]RU[exactly five]C[Black wins (exactly five). This is the whole proof: it `+
		`answers every reply. A pass stands for each reply that has no variation. Moves: 9, in the longest line: 5.]
MA[gc]AB[bb][cb][db]AW[bc][dc][fc]PL[B]
;B[ga](;W[]C[any other move];B[eb](;W[ab];B[fb])
(;W[]C[any other move];B[ab])
)
(;W[aa];B[gb])
)
`, text)
}

// The file alone holds the whole proof: read back it stands, and as a file without one of its variations it falls.
func TestProofIsReadBack(t *testing.T) {
	b := boardtest.Parse("-------\n-xxx---\n-o-o-o-\n")
	tree := &proof.Tree{Move: at(4, 1), Others: five(0, 1), Replies: []proof.Reply{{Move: at(0, 1), Answer: five(5, 1)}}}
	text, err := proofOf(b, board.Freestyle, tree).SGF("Program:1")
	require.NoError(t, err)
	assert.NoError(t, proof.Check(context.Background(), b, board.X, board.Freestyle, readProof(t, text)))
	for _, variation := range regexp.MustCompile(`\(;W[^()]*\)`).FindAllString(text, -1) {
		less := strings.Replace(text, variation, "", 1)
		assert.Error(t, proof.Check(context.Background(), b, board.X, board.Freestyle, readProof(t, less)), less)
	}
}

// readProof reads the moves of a proof that x wins.
func readProof(t *testing.T, text string) *proof.Tree {
	tokens := regexp.MustCompile(`[()]|;[BW]\[\w*\]`).FindAllString(text[strings.Index(text, "PL["):], -1)
	var read func() *proof.Tree
	read = func() *proof.Tree {
		require.True(t, strings.HasPrefix(tokens[0], ";B["), tokens[0])
		tree := &proof.Tree{Move: point(tokens[0])}
		for tokens = tokens[1:]; tokens[0] != ")"; {
			branch := tokens[0] == "("
			if branch {
				tokens = tokens[1:]
			}
			reply := tokens[0]
			require.True(t, strings.HasPrefix(reply, ";W["), reply)
			tokens = tokens[1:]
			if answer := read(); reply == ";W[]" {
				tree.Others = answer
			} else {
				tree.Replies = append(tree.Replies, proof.Reply{Move: point(reply), Answer: answer})
			}
			if branch {
				tokens = tokens[1:]
			}
		}
		return tree
	}
	return read()
}

// point returns the square of a node such as ";B[ab]".
func point(node string) board.Point {
	if len(node) < 6 {
		return boardtest.Nowhere
	}
	return at(int(node[3]-'a'), int(node[4]-'a'))
}

// A board that SGF has no letters for, and a proof that is larger than programs read, are refused.
func TestProofThatIsNotWritten(t *testing.T) {
	text, err := proofOf(board.New(53, 5), board.Freestyle, five(0, 0)).SGF("")
	assert.Empty(t, text)
	assert.EqualError(t, err, "SGF has letters for 52 columns and rows")
	tree := five(0, 0)
	for range 20 {
		tree = &proof.Tree{Others: tree, Replies: []proof.Reply{{Answer: tree}}}
	}
	text, err = proofOf(board.New(5, 5), board.Freestyle, tree).SGF("")
	assert.EqualError(t, err, "the proof has more than 1048576 moves")
	assert.Empty(t, text)
}

// A proof that is found and checked is written. A reason why there is none is a plain sentence.
func TestWrite(t *testing.T) {
	right := &proof.Tree{Move: at(4, 1), Others: five(0, 1), Replies: []proof.Reply{{Move: at(0, 1), Answer: five(5, 1)}}}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	late, end := context.WithTimeout(context.Background(), -1)
	defer end()
	for _, test := range []struct {
		ctx  context.Context
		tree *proof.Tree
		err  error
		want string
	}{
		{context.Background(), right, nil, ""},
		{context.Background(), nil, errors.New("no win is proven"), "win.sgf: not written: no win is proven"},
		{context.Background(), five(4, 1), nil,
			"win.sgf: not written: the proof is wrong, which is a fault of the program: no answer after 4,1 0,0"},
		{stopped, right, nil, "win.sgf: not written: the proof was stopped"},
		{late, nil, context.DeadlineExceeded, "win.sgf: not written: the proof was stopped"},
	} {
		disk := afero.NewMemMapFs()
		win := prooffile.Win{Board: boardtest.Parse("-------\n-xxx---\n-o-o-o-\n"), Side: board.X,
			Find: func(context.Context) (*proof.Tree, error) { return test.tree, test.err }}
		said, err := win.Write(test.ctx, disk, "win.sgf", "Program:1")
		written, _ := afero.Exists(disk, "win.sgf")
		assert.Equal(t, test.want == "", written)
		if test.want == "" {
			require.NoError(t, err)
			assert.Equal(t, "win.sgf: moves in the proof: 5, in its longest line: 3\n", said)
		} else {
			assert.EqualError(t, err, test.want)
		}
	}
}

// The limit holds for a search that never ends by itself.
func TestProofTakesNoLongerThanTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		win := prooffile.Win{Board: board.New(5, 5), Side: board.X, Find: func(ctx context.Context) (*proof.Tree, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}
		_, err := win.Prove(context.Background())
		assert.EqualError(t, err, "the win is proven, but to answer and check every reply takes longer than 1m0s")
		assert.Equal(t, prooffile.Limit, time.Since(start))
	})
}
