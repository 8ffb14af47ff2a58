package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board/proof"
	"tahoun/scripts/internal/gamefile"
)

// won is a position where x makes an open four next.
var won = standard(square(7, 7), square(0, 0), square(8, 7), square(2, 0), square(6, 7), square(4, 0))

// proveFile asks for a proof and returns its last message.
func proveFile(t *testing.T, l line, format string) (last proving) {
	t.Helper()
	var phases []string
	ask := proveRequest{line: l, Format: format}
	require.NoError(t, newServer(t).prove(context.Background(), newTestTab(t), ask, func(v any) error {
		if last = v.(proving); last.Phase != "" {
			phases = append(phases, last.Phase)
		}
		return nil
	}))
	if last.Content != nil {
		assert.Equal(t, []string{"search", "proof"}, phases)
	}
	return last
}

// A proof is the same in both formats, and what is read back of either is a whole proof.
func TestProve(t *testing.T) {
	p := mustPlay(t, won)
	for _, format := range []string{"sgf", "lib"} {
		got := proveFile(t, won, format)
		assert.Equal(t, "proof."+format, got.Name)
		g, err := gamefile.Read(got.Name, got.Content, gamefile.Options{})
		require.NoError(t, err)
		next, comment := g.Next, g.Comment
		if format == "lib" {
			assert.Empty(t, g.Warnings)
			for _, code := range won.Moves {
				require.Len(t, next, 1)
				assert.Equal(t, p.point(code>>1), next[0].At)
				next, comment = next[0].Next, next[0].Comment
			}
		}
		assert.True(t, strings.HasPrefix(comment, "Black wins (five or more). This is the whole proof"), comment)
		require.Len(t, next, 1)
		tree := readProof(next[0])
		assert.NoError(t, proof.Check(context.Background(), p.board, p.side, p.rule, tree))
		moves, plies := proof.Sizes{}.Of(tree)
		assert.Equal(t, []int{got.Moves, got.Plies}, []int{moves, plies})
	}
}

// readProof reads a proof from the moves of a file, where passes are none.
func readProof(n *gamefile.Node) *proof.Tree {
	tree := &proof.Tree{Move: n.At}
	for _, next := range n.Next {
		if next.Side == n.Side {
			tree.Others = readProof(next)
		} else {
			tree.Replies = append(tree.Replies, proof.Reply{Move: next.At, Answer: readProof(next.Next[0])})
		}
	}
	return tree
}

// Where there is no proof, the answer says why.
func TestNoProof(t *testing.T) {
	over := won
	over.Moves = append(append([]int{}, won.Moves...), 2*square(5, 7), 2*square(6, 0)+1, 2*square(9, 7))
	assert.Equal(t, proving{Fault: "none"}, proveFile(t, over, "sgf"))
	ask := proveRequest{line: line{Width: 16, Height: 15, First: "x"}, Format: "lib"}
	err := newServer(t).prove(context.Background(), newTestTab(t), ask, nil)
	assert.ErrorContains(t, err, "15x15 alone")
}
