package explorer

import (
	"fmt"
	"strings"

	"tahoun/board"
)

// sgfLetters are those of columns and rows.
const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// sgf writes a game in SGF for each position that follows no other one, with all that follows it as variations. It returns
// how many positions were left out, because SGF has no letters for their boards.
func (t *tree) sgf(out *strings.Builder, program string) (left int) {
	for _, n := range t.nodes {
		if n.follows {
			continue
		}
		s := n.setup
		if max(s.width, s.height) > len(sgfLetters) {
			left++
			continue
		}
		size := fmt.Sprint(s.width)
		if s.height != s.width {
			size += fmt.Sprint(":", s.height)
		}
		fmt.Fprintf(out, "(;FF[4]GM[4]CA[UTF-8]AP[%s]SZ[%s]RU[%v]\n", program, size, t.rule)
		for i, side := range []board.Stone{s.side, s.side.Other()} {
			for j, at := range s.stones[i] {
				if j == 0 {
					out.WriteString("A" + sgfColour(side))
				}
				out.WriteString(sgfSquare(at))
			}
		}
		fmt.Fprintf(out, "PL[%s]", sgfColour(s.side))
		comment := n.counts.comment()
		if s.walls {
			comment += ", with walls that are not known"
		}
		fmt.Fprintf(out, "C[%s]\n", comment)
		t.variations(out, s, n)
		out.WriteString(")\n")
	}
	return left
}

// variations writes all moves after s, which is at n unless that is nil.
func (t *tree) variations(out *strings.Builder, s *setup, n *node) {
	if n != nil {
		n.shown = true
	}
	edges := t.edges(s, n)
	for _, e := range edges {
		if len(edges) > 1 {
			out.WriteByte('(')
		}
		comment, again := "", e.to != nil && e.to.shown
		if e.decided {
			comment = e.counts.comment()
		}
		if again {
			comment = strings.TrimPrefix(comment+", goes on elsewhere", ", ")
		}
		if comment != "" {
			comment = "C[" + comment + "]"
		}
		fmt.Fprintf(out, ";%s%s%s\n", sgfColour(s.side), sgfSquare(e.at), comment)
		if !again {
			t.variations(out, e.next, e.to)
		}
		if len(edges) > 1 {
			out.WriteString(")\n")
		}
	}
}

func (c counts) comment() string {
	return fmt.Sprintf("seen %d, won %d, lost %d, drawn %d, score %s", c.seen, c.won, c.lost, c.drawn, c.value())
}

func sgfColour(side board.Stone) string {
	if side == board.X {
		return "B"
	}
	return "W"
}

func sgfSquare(at board.Point) string {
	return "[" + sgfLetters[at.X:at.X+1] + sgfLetters[at.Y:at.Y+1] + "]"
}
