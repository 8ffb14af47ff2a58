package session

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tahoun/board"
	"tahoun/scripts/internal/swap2"
	"tahoun/search"
)

// swap2 answers a SWAP2BOARD with rows of x and y. g is the empty board.
func (s *session) swap2(g *game, rows [][]int) (string, error) {
	for _, row := range rows {
		if err := g.place(board.Point{X: row[0], Y: row[1]}, s.rule()); err != nil {
			return "", fmt.Errorf("SWAP2BOARD: %w", err)
		}
	}
	chooser := swap2.Chooser{Rule: s.rule(), RNG: s.newRNG(), Search: s.searchPart}
	choice, err := chooser.Choose(g.board, len(rows))
	if err != nil {
		return "", fmt.Errorf("SWAP2BOARD: %w", err)
	}
	answer := "SWAP"
	if !choice.Swap {
		answer = formatSquares(choice.Squares)
	}
	for _, at := range choice.Squares {
		_ = g.place(at, s.rule()) // on an empty square
	}
	s.addUsedTime()
	g.swap2 = true
	s.setGame(g)
	s.setMessage(answer, choice.Verdict.Note)
	return answer, nil
}

// searchPart is search in a part of the limits, as a swap2.Chooser wants it.
func (s *session) searchPart(b *board.Board, side board.Stone, from, to int) swap2.Verdict {
	v := s.search(nil, &game{board: b, next: side}, func() search.Limits { return swap2.Budget(s.limits(), from, to) })
	return swap2.Verdict{Move: v.Move, Score: v.Score, Note: v.Note}
}

// newRNG returns a random generator. With a node limit its seed is fixed, so that answers are reproducible.
func (s *session) newRNG() *rand.Rand {
	if s.Nodes > 0 {
		return rand.New(rand.NewPCG(1, 2))
	}
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}

func formatSquares(squares []board.Point) string {
	var words []string
	for _, at := range squares {
		words = append(words, at.String())
	}
	return strings.Join(words, " ")
}
