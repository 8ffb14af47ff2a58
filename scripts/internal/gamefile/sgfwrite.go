package gamefile

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/search"
)

// SGFSide is the largest side of a board that SGF has letters for: a to z, then A to Z. Many viewers stop
// at 19 or 26.
const SGFSide = 52

// WriteSGF writes a game with its variations in FF[4], GM[4] (gomoku and renju), in UTF-8. x is black. Marks (MA) on
// the root show the walls. Times that moves took are not written. Boards with a side above SGFSide are refused.
func WriteSGF(w io.Writer, g *Game) error {
	width, height := g.Start.Width(), g.Start.Height()
	if max(width, height) > SGFSide {
		return fmt.Errorf("SGF has letters for %d columns and rows, the board has %dx%d", SGFSide, width, height)
	}
	size := fmt.Sprint(width)
	if height != width {
		size = fmt.Sprintf("%d:%d", width, height)
	}
	s := sgfWriter{}
	fmt.Fprintf(&s, "(;FF[4]GM[4]CA[UTF-8]AP[%s]SZ[%s]\n", cmp.Or(g.Program, sgfProgram+":"+search.Version), size)
	rule := ""
	if g.RuleKnown {
		rule = g.Rule.String()
		rule = strings.ToUpper(rule[:1]) + rule[1:]
	}
	s.line("GN", g.Title, "PB", g.X.Name, "PW", g.O.Name)
	s.line("DT", g.Date, "RU", rule, "RE", g.Result)
	s.setup(g)
	s.nodes(g.Next)
	s.WriteString(")\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// sgfProgram is how the names of all programs that write with this package begin: in their files the root's marks are
// walls.
const sgfProgram = "Tahoun"

type sgfWriter struct{ strings.Builder }

// line writes a line with those properties of the root that have a value. Values are simple texts.
func (s *sgfWriter) line(properties ...string) {
	before := s.Len()
	for i := 0; i < len(properties); i += 2 {
		if value := game.Line(properties[i+1]); value != "" {
			s.WriteString(properties[i] + "[" + sgfText(value) + "]")
		}
	}
	if s.Len() > before {
		s.WriteByte('\n')
	}
}

// setup writes the position before the first move, and the comment on it.
func (s *sgfWriter) setup(g *Game) {
	var squares [4][]board.Point
	for p, stone := range g.Start.Points {
		squares[stone] = append(squares[stone], p)
	}
	before := s.Len()
	s.comment(g.Comment)
	s.points("MA", squares[board.Wall])
	s.points("AB", squares[board.X])
	s.points("AW", squares[board.O])
	if len(g.Next) == 0 && g.First != sideToMove(g.Start) {
		fmt.Fprintf(s, "PL[%s]", sgfColour(g.First))
	}
	if s.Len() > before {
		s.WriteByte('\n')
	}
}

// nodes writes moves that follow a position, and all that follow them.
func (s *sgfWriter) nodes(next []*Node) {
	for ; len(next) == 1; next = next[0].Next {
		s.move(next[0])
	}
	for _, n := range next {
		s.WriteByte('(')
		s.nodes([]*Node{n})
		s.WriteString(")\n")
	}
}

func (s *sgfWriter) move(n *Node) {
	colour := sgfColour(n.Side)
	fmt.Fprintf(s, ";%s[%s]", colour, sgfPoint(n.At))
	if n.Left > 0 {
		fmt.Fprintf(s, "%sL[%.3f]", colour, n.Left.Seconds())
	}
	s.comment(n.Comment)
	s.points("MA", n.Marks)
	s.WriteByte('\n')
}

func (s *sgfWriter) comment(text string) {
	if text != "" {
		s.WriteString("C[" + sgfText(game.Plain(text)) + "]")
	}
}

func (s *sgfWriter) points(property string, points []board.Point) {
	if len(points) > 0 {
		s.WriteString(property)
	}
	for _, p := range points {
		s.WriteString("[" + sgfPoint(p) + "]")
	}
}

func sgfColour(s board.Stone) string { return map[board.Stone]string{board.X: "B", board.O: "W"}[s] }

const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// sgfPoint returns column and row, a letter each, from the top left.
func sgfPoint(p board.Point) string { return sgfLetters[p.X:p.X+1] + sgfLetters[p.Y:p.Y+1] }

// sgfText escapes characters that would end a text.
func sgfText(s string) string { return sgfEscapes.Replace(s) }

var sgfEscapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
