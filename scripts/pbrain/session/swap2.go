package session

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/swap2"
	"tahoun/scripts/internal/thinking"
	"tahoun/search"
)

// Swap2: one player places three stones, x, o and x. The other chooses a side, o by moving and x by swapping. Or it
// places two more stones, o and x, and the first player chooses a side.

const (
	// balancedMargin is the largest absolute score of a position that counts as balanced.
	balancedMargin = 20

	// openingCandidates and pairCandidates are the numbers of openings and pairs that are compared.
	openingCandidates = 4
	pairCandidates    = 6

	// sidePercent is the percentage of the limits for evaluating the three stones. The rest is for the pairs.
	sidePercent = 40
)

// swap2 answers a SWAP2BOARD with rows of x and y. g is the empty board.
func (s *session) swap2(g *game, rows [][]int) (string, error) {
	for _, row := range rows {
		if err := g.place(board.Point{X: row[0], Y: row[1]}, s.rule()); err != nil {
			return "", fmt.Errorf("SWAP2BOARD: %w", err)
		}
	}
	var answer string
	var v thinking.Verdict // of the search that decided it
	switch n := len(rows); {
	case n != 0 && n != 3 && n != 5:
		return "", fmt.Errorf("SWAP2BOARD: want 0, 3 or 5 stones, got %d", n)
	case g.board.Count(board.Empty) < 3:
		return "", fmt.Errorf("SWAP2BOARD: the board is too small")
	case n == 0:
		answer, v, g = s.placeThree(g)
	case n == 3:
		answer, v, g = s.chooseSideOrPlaceTwo(g)
	default:
		v = s.search(g, s.limits)
		answer = s.chooseSide(g, v)
	}
	s.addUsedTime()
	g.swap2 = true
	s.setGame(g)
	s.setMessage(answer, v)
	return answer, nil
}

// placeThree places the most balanced of some random openings.
func (s *session) placeThree(g *game) (string, thinking.Verdict, *game) {
	rng := s.newRNG()
	var ways [][]board.Point
	for range openingCandidates {
		ways = append(ways, swap2.DrawOpening(rng, g.board, s.rule()))
	}
	best, v := s.mostBalanced(g, ways, 0)
	return formatStones(best.stones), v, best
}

// chooseSideOrPlaceTwo answers three stones: it chooses the better side if there is one, and otherwise places the two
// stones after which the position is most balanced.
func (s *session) chooseSideOrPlaceTwo(g *game) (string, thinking.Verdict, *game) {
	v := s.search(g, func() search.Limits { return budget(s.limits(), 0, sidePercent) })
	switch {
	case abs(v.Score) <= balancedMargin:
		rng := s.newRNG()
		var ways [][]board.Point
		for range pairCandidates {
			ways = append(ways, swap2.DrawPair(rng, g.board))
		}
		if best, w := s.mostBalanced(g, ways, sidePercent); abs(w.Score) <= balancedMargin {
			return formatStones(best.stones[len(g.stones):]), w, best
		}
	case v.Score > 0:
		v.Answer = s.search(g, func() search.Limits { return budget(s.limits(), sidePercent, 100) }).Answer
	}
	return s.chooseSide(g, v), v, g
}

// chooseSide keeps the side to move unless its score is negative.
func (s *session) chooseSide(g *game, v thinking.Verdict) string {
	if v.Score < 0 {
		return "SWAP"
	}
	_ = g.place(v.Move, s.rule()) // on an empty square
	return v.Move.String()
}

// mostBalanced plays each way from g and returns the game with the smallest absolute score, and its verdict. The
// percentage spent of the limits is used up already.
func (s *session) mostBalanced(g *game, ways [][]board.Point, spent int) (best *game, found thinking.Verdict) {
	for i, way := range ways {
		tried := g.clone()
		for _, at := range way {
			_ = tried.place(at, s.rule()) // on an empty square
		}
		from, to := spent+(100-spent)*i/len(ways), spent+(100-spent)*(i+1)/len(ways)
		v := s.search(tried, func() search.Limits { return budget(s.limits(), from, to) })
		if best == nil || abs(v.Score) < abs(found.Score) {
			best, found = tried, v
		}
	}
	return best, found
}

func abs(n int) int { return max(n, -n) }

// budget returns limits that end at to percent of l's time and have to - from percent of its nodes.
func budget(l search.Limits, from, to int) search.Limits {
	l.Turn = l.Turn / 100 * time.Duration(to)
	if l.Left != search.NoLimit {
		l.Left = l.Left / 100 * time.Duration(to)
	}
	for _, nodes := range []*uint64{&l.Nodes, &l.MaxNodes} {
		if *nodes > 0 {
			*nodes = max(*nodes/100*uint64(to-from)+*nodes%100*uint64(to-from)/100, 1)
		}
	}
	return l
}

// newRNG returns a random generator. With a node limit its seed is fixed, so that answers are reproducible.
func (s *session) newRNG() *rand.Rand {
	if s.Nodes > 0 {
		return rand.New(rand.NewPCG(1, 2))
	}
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}

// formatStones returns the squares of stones as an answer.
func formatStones(puts []stone) string {
	var words []string
	for _, p := range puts {
		words = append(words, p.at.String())
	}
	return strings.Join(words, " ")
}
