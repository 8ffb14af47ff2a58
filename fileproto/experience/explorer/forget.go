package explorer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/experience"
)

// forget removes the position after the moves of c.Forget and all that was reached from it, also by other moves.
func (c Command) forget(disk afero.Fs, files []storeFile, out *strings.Builder) (wrong []string, err error) {
	squares, err := parseMoves(c.Forget, c.Size)
	if err != nil {
		return nil, errUse(err.Error())
	}
	forgotten := 0
	for _, f := range files {
		t, mistakes := f.read(disk)
		if wrong = append(wrong, mistakes...); t == nil {
			continue
		}
		s := &setup{width: c.Size, height: c.Size, rule: f.rule, side: board.X}
		for _, at := range squares {
			s, _ = s.play(at)
		}
		changes := t.without(s)
		if len(changes) == 0 {
			continue
		}
		done, err := c.store(disk, f.path).Apply(changes)
		if err != nil {
			return wrong, err
		}
		forgotten += done
		fmt.Fprintf(out, "%s: %d records forgotten\n", f.path, done)
	}
	if forgotten == 0 && len(wrong) == 0 {
		err = fmt.Errorf("%s: nothing is known of %s", c.Folder, c.Forget)
	}
	return wrong, err
}

func parseMoves(text string, size int) (squares []board.Point, err error) {
	if size < 1 || size > board.MaxSide {
		return nil, fmt.Errorf("size %d: want 1 to %d", size, board.MaxSide)
	}
	for word := range strings.FieldsSeq(text) {
		x, y, _ := strings.Cut(word, ",")
		var at board.Point
		var err2 error
		at.X, err = strconv.Atoi(x)
		at.Y, err2 = strconv.Atoi(y)
		if err != nil || err2 != nil || at.X < 0 || at.X >= size || at.Y < 0 || at.Y >= size {
			return nil, fmt.Errorf("%q: want a square such as 7,7 on a board of %dx%d", word, size, size)
		}
		if slices.Contains(squares, at) {
			return nil, fmt.Errorf("%q: want each square once", word)
		}
		squares = append(squares, at)
	}
	if len(squares) == 0 || len(squares) > experience.MaxStones {
		return nil, fmt.Errorf("want 1 to %d moves, got %d", experience.MaxStones, len(squares))
	}
	return squares, nil
}

// without returns the changes that forget s and all nodes after it. They also erase decisions that lead to s, and of a
// decision before the opponent's last move they erase the value that it got after that move.
func (t *tree) without(s *setup) (changes []experience.Change) {
	doomed := map[*node]bool{}
	t.addReachable(doomed, s)
	gone, _ := s.position()
	for _, n := range t.nodes {
		missing := len(gone.Stones) - len(n.position.Stones)
		if n.setup.walls || !doomed[n] && missing != 1 && missing != 2 {
			continue
		}
		for _, r := range n.records {
			switch after, p := n.setup.play(n.setup.point(r.Move)); {
			case doomed[n] || p.Equal(gone):
				changes = append(changes, experience.Change{Old: r})
			case missing == 2 && r.HasValue && r.Reply != experience.NoCell:
				if _, p := after.play(n.setup.point(r.Reply)); p.Equal(gone) {
					changes = append(changes, experience.Change{Old: r, New: withoutValue(*r)})
				}
			}
		}
	}
	return changes
}

// withoutValue returns a record without its value, nil if it would then be empty.
func withoutValue(r experience.Record) *experience.Record {
	r.HasValue = false
	if r.Searched || r.Seen|r.Won|r.Lost|r.Drawn != 0 {
		return &r
	}
	return nil
}

// addReachable adds the node of s, and all that are reached from there, to nodes.
func (t *tree) addReachable(nodes map[*node]bool, s *setup) {
	p, _ := s.position()
	n := t.find(p)
	if n != nil {
		nodes[n] = true
	}
	for _, e := range t.edges(s, n) {
		if e.to == nil || !nodes[e.to] {
			t.addReachable(nodes, e.next)
		}
	}
}
