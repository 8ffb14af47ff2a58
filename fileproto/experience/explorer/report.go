package explorer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/sgf"
)

const (
	// tableLines and treeLines are how many lines a report has at most, unless all are wanted.
	tableLines, treeLines = 10, 40
)

func heading(title string) string {
	return fmt.Sprintf("%6s%6s%6s%6s %12s  %s\n", "seen", "won", "lost", "drawn", "score", title)
}

func (t *tree) report(out *strings.Builder, all bool) {
	out.WriteString(heading("position"))
	table := t.nodes
	if !all {
		table = table[:min(len(table), tableLines)]
	}
	for _, n := range table {
		n.counts.write(out, 0, n.setup.String())
	}
	out.WriteString(heading("opening tree"))
	var w walk
	for _, n := range t.nodes {
		if !n.follows {
			w.weight = n.counts.seen
			w.add(n.counts, n.setup.String())
			w.below(t, n.setup, n, "")
		}
	}
	shown := w.mostSeen(all)
	for _, l := range w.lines {
		if shown[l] {
			l.counts.write(out, l.depth, l.text)
		}
	}
	if hidden := len(w.lines) - len(shown) + len(t.nodes) - len(table); hidden > 0 {
		fmt.Fprintf(out, "%d more lines: -v shows them\n", hidden)
	}
}

type line struct {
	number, depth int
	weight        int // how often it and all above it were seen
	counts        counts
	text          string
}

// A walk collects the lines of a tree.
type walk struct {
	lines  []*line
	depth  int
	weight int // of the line above
}

func (w *walk) add(c counts, text string) {
	w.weight = min(w.weight, c.seen)
	w.lines = append(w.lines, &line{len(w.lines), w.depth, w.weight, c, text})
}

// below adds all lines after s, which is at n unless that is nil. before is the opponent's reply that led there.
func (w *walk) below(t *tree, s *setup, n *node, before string) {
	if n != nil {
		n.shown = true
	}
	depth, weight := w.depth, w.weight
	for _, e := range t.edges(s, n) {
		w.depth, w.weight = depth+1, weight
		text, again := before+s.side.String()+" "+e.at.String(), e.to != nil && e.to.shown
		switch {
		case again:
			if !e.decided { // shown only where there is room
				w.weight = 0
			}
			w.add(e.counts, text+", as above")
		case !e.decided:
			w.depth = depth
			w.below(t, e.next, e.to, text+" ")
		default:
			w.add(e.counts, text)
			w.below(t, e.next, e.to, "")
		}
	}
	w.depth = depth
}

// mostSeen returns the lines to show. A line is never shown without those that lead to it.
func (w *walk) mostSeen(all bool) map[*line]bool {
	lines := slices.Clone(w.lines)
	slices.SortFunc(lines, func(a, b *line) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.depth, b.depth), cmp.Compare(a.number, b.number))
	})
	if !all {
		lines = lines[:min(len(lines), treeLines)]
	}
	shown := map[*line]bool{}
	for _, l := range lines {
		shown[l] = true
	}
	return shown
}

// countsOf returns the counts of a move. Its score is its value after the best reply so far, or else that of its
// search.
func countsOf(m experience.Move) counts {
	score := m.Score
	if m.HasValue {
		score = m.Value
	}
	return counts{m.Seen, m.Won, m.Lost, m.Drawn, score}
}

func (c counts) write(out *strings.Builder, depth int, text string) {
	fmt.Fprintf(out, "%6d%6d%6d%6d %12s  %*s%s\n", c.seen, c.won, c.lost, c.drawn, c.value(), 2*depth, "", text)
}

func (c counts) value() string {
	switch {
	case c.score >= experience.SureScore:
		return fmt.Sprint("win in ", experience.WinScore-c.score)
	case c.score <= -experience.SureScore:
		return fmt.Sprint("loss in ", experience.WinScore+c.score)
	}
	return fmt.Sprintf("%+d", c.score)
}

// String returns the size, the side to move and the stones.
func (s *setup) String() string {
	text := fmt.Sprintf("%dx%d, %v to move", s.width, s.height, s.side)
	if s.walls {
		text += ", walls"
	}
	stones := s.stones
	if s.side == board.O {
		stones[0], stones[1] = stones[1], stones[0]
	}
	for i, squares := range stones {
		for j, at := range squares {
			if j == 0 {
				text += ", " + (board.X + board.Stone(i)).String()
			}
			text += " " + at.String()
		}
	}
	return text
}

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
