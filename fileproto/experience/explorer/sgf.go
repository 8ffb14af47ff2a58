package explorer

import (
	"fmt"
	"strings"

	"tahoun/board"
	"tahoun/fileproto/sgf"
)

// sgf writes a game in SGF for each position that follows no other one, with all that follows it as variations. It
// returns how many positions were left out, because SGF has no letters for their boards.
func (t *tree) sgf(w *sgf.Writer, program string) (left int) {
	for _, n := range t.nodes {
		if n.follows {
			continue
		}
		s := n.setup
		if max(s.width, s.height) > sgf.MaxSide {
			left++
			continue
		}
		w.Open(program, s.width, s.height)
		w.Text("RU", t.rule.String())
		w.WriteByte('\n')
		for i, side := range []board.Stone{s.side, s.side.Other()} {
			w.Points("A"+sgf.Colour(side), s.stones[i]...)
		}
		w.Text("PL", sgf.Colour(s.side))
		comment := n.counts.comment()
		if s.walls {
			comment += ", with walls that are not known"
		}
		w.Text("C", comment)
		w.WriteByte('\n')
		t.variations(w, s, n)
		w.Close()
	}
	return left
}

// variations writes all moves after s, which is at n unless that is nil.
func (t *tree) variations(w *sgf.Writer, s *setup, n *node) {
	if n != nil {
		n.shown = true
	}
	edges := t.edges(s, n)
	for _, e := range edges {
		if len(edges) > 1 {
			w.Branch()
		}
		comment, again := "", e.to != nil && e.to.shown
		if e.decided {
			comment = e.counts.comment()
		}
		if again {
			comment = strings.TrimPrefix(comment+", goes on elsewhere", ", ")
		}
		w.Move(s.side, e.at)
		w.Text("C", comment)
		w.WriteByte('\n')
		if !again {
			t.variations(w, e.next, e.to)
		}
		if len(edges) > 1 {
			w.Close()
		}
	}
}

func (c counts) comment() string {
	return fmt.Sprintf("seen %d, won %d, lost %d, drawn %d, score %s", c.seen, c.won, c.lost, c.drawn, c.value())
}
