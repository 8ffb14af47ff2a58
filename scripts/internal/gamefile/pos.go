package gamefile

import (
	"fmt"
	"slices"

	"tahoun/board"
)

// A .pos is always for this size of board.
const (
	posSide = 15
	posPass = posSide * 16 // as RenLib writes a pass
)

// isPos reports whether the content has the form of a .pos. Without .pos as the end of its name, a short one is not
// taken for one, and neither is a possible text.
func isPos(s *source) bool {
	content := s.content
	if len(content) < 2 || len(content) != int(content[0])+1 {
		return false
	}
	var seen [posSide * posSide]bool
	for _, c := range content[1:] {
		if int(c) >= len(seen) || seen[c] {
			return false
		}
		seen[c] = true
	}
	binary := slices.ContainsFunc(content, func(c byte) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\r' || c > '~'
	})
	return s.extension == ".pos" || binary && len(content) > 4
}

// readPos reads a .pos, which several programs for renju write: a byte with the number of moves, then a byte for each
// move, 15*row + column, from 0 at the top left. Content is not empty.
func readPos(s *source) (*Game, error) {
	s.note = "" // it is no text
	g := newGame(posSide, posSide)
	tree := newTreeBuilder(g)
	count, squares := int(s.content[0]), s.content[1:]
	for _, c := range squares[:min(count, len(squares))] {
		if c == posPass {
			if err := tree.leaveOut(fmt.Sprintf("move %d: a pass", len(tree.path)+1)); err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			continue
		}
		m := Move{At: board.Point{X: int(c) % posSide, Y: int(c) / posSide}, Side: tree.turn()}
		if err := tree.playOrLeaveOut(m, fmt.Sprintf("the square of byte %02x", c)); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	if len(squares) < count {
		g.warn("it announces %d moves and holds %d", count, len(squares))
	} else if rest := len(squares) - count; rest > 0 {
		g.warn("%d bytes after the last move are ignored", rest)
	}
	tree.finish()
	return g, nil
}
