package session

import (
	"tahoun/board"
	"tahoun/board/symmetry"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/swap2"
)

// In this Swap2 black moves first after every opening, so that a colour brings the next move with it. After three
// stones the opponent may be black, to move, or white, to move, and is never worse off than even. The best opening is
// therefore one after which a move is worth little to either side. The openings of package swap2 are balanced with
// white to move; here they are half a win for black.

// openings are three stones each, black, black and white. They are the twelve of 6,000 random ones whose better side to
// move is the least ahead, after 5,000, 50,000 and 500,000 nodes. Its score is 140 to 160.
var openings = []swap2.Opening{
	{{6, 7}, {-3, -1}, {-2, -2}},
	{{5, 7}, {0, 7}, {6, 5}},
	{{7, -6}, {-3, -7}, {1, -7}},
	{{-6, -7}, {7, -1}, {7, -5}},
	{{4, 0}, {5, 7}, {4, 1}},
	{{2, 3}, {7, 6}, {1, 3}},
	{{1, 7}, {-7, -2}, {-6, -5}},
	{{-7, -7}, {5, -6}, {6, -6}},
	{{-1, -7}, {2, 2}, {3, 1}},
	{{-7, 2}, {6, -1}, {6, -2}},
	{{7, -2}, {0, 3}, {-1, 3}},
	{{-4, 7}, {1, -1}, {2, -2}},
}

const (
	noOpening      = -1 // the bot did not open the game
	pairCandidates = 6  // pairs of stones that are compared
)

// placeThree answers A with the opening that has done best against this opponent, turned and mirrored at random. It
// draws between equal ones.
func (s *session) placeThree() (koth.Reply, error) {
	s.side, s.opening = board.Empty, noOpening
	known, err := s.read(openingPatience)
	if err != nil {
		s.report(err)
	}
	best := known.best()
	opening := best[s.rng.IntN(len(best))]
	squares := openings[opening].On(s.board, s.rng.IntN(symmetry.Count))
	switch empty := s.board.Count(board.Empty); {
	case empty < len(squares):
		return koth.Reply{}, errFull
	case empty == koth.Size*koth.Size:
		s.opening = opening
	default: // no judge sends stones with A
		squares = s.anyEmpty(len(squares))
	}
	for i, side := range []board.Stone{board.X, board.X, board.O} {
		s.board.Set(squares[i], side)
	}
	return koth.Reply{Squares: squares}, nil
}

func (s *session) anyEmpty(n int) (squares []board.Point) {
	b := s.board.Clone()
	for range n {
		squares = append(squares, b.FirstLegal(board.X, Rule))
		b.Set(squares[len(squares)-1], board.Wall)
	}
	return squares
}

// chooseSideOrPlaceTwo answers B: it takes the better side to move. If neither is good, it places the two stones after
// which the next move is worth the least.
func (s *session) chooseSideOrPlaceTwo() koth.Reply {
	s.side, s.opening = board.Empty, noOpening
	if s.board.Count(board.Empty) < 2 {
		return s.take(board.X)
	}
	black, white := s.search(nil, s.board, board.X, s.Nodes/3), s.search(nil, s.board, board.O, s.Nodes/3)
	ahead := max(black.Score, white.Score)
	if ahead < 0 {
		if pair, behind := s.mostBalanced(s.Nodes / 3); -behind > ahead {
			return s.place(board.Empty, board.X, pair...)
		}
	}
	if black.Score == ahead {
		return s.take(board.X)
	}
	s.side = board.O
	return s.place(board.O, board.O, white.Move)
}

// mostBalanced returns the most balanced of some random pairs of a black and a white stone, and its absolute score. It
// searches nodes in all.
func (s *session) mostBalanced(nodes uint64) (pair []board.Point, worth int) {
	for range pairCandidates {
		tried := s.board.Clone()
		squares := swap2.DrawPair(s.rng, tried)
		tried.Lay(board.X, squares...)
		score := s.evaluate(tried, nodes/pairCandidates)
		if score = max(score, -score); pair == nil || score < worth {
			pair, worth = squares, score
		}
	}
	return pair, worth
}

// chooseSide answers C, after the opponent's two stones. Black moves next.
func (s *session) chooseSide() koth.Reply {
	if s.evaluate(s.board, s.Nodes) < 0 {
		return s.take(board.O)
	}
	return s.take(board.X)
}

// evaluate returns black's score, with black to move, after a search of nodes; 0 on a full board.
func (s *session) evaluate(b *board.Board, nodes uint64) int {
	if b.Count(board.Empty) == 0 {
		return 0
	}
	return s.search(nil, b, board.X, nodes).Score
}
