package gamefile

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"tahoun/board"
	"tahoun/fileproto/sgf"
	"tahoun/scripts/internal/game"
	"tahoun/search"
)

// WriteSGF writes a game with its variations in FF[4], GM[4] (gomoku and renju), in UTF-8. x is black. Walls are crosses
// (MA) on the root; where a person's crosses stand there too, the property WA tells the walls. Times that moves took are
// not written. Boards with a side above sgf.MaxSide are refused.
func WriteSGF(w io.Writer, g *Game) error {
	width, height := g.Start.Width(), g.Start.Height()
	if max(width, height) > sgf.MaxSide {
		return errSGFSide(width, height)
	}
	s := sgfWriter{}
	s.Open(cmp.Or(g.Program, sgfProgram+":"+search.Version), width, height)
	s.WriteByte('\n')
	rule := ""
	if g.RuleKnown {
		rule = g.Rule.String()
		rule = strings.ToUpper(rule[:1]) + rule[1:]
	}
	s.line("GN", g.Title, "PB", g.X.Name, "PW", g.O.Name)
	s.line("DT", g.Date, "RU", rule, "RE", g.Result)
	s.setup(g)
	s.nodes(g.Next)
	s.Close()
	_, err := io.WriteString(w, s.String())
	return err
}

func errSGFSide(width, height int) error {
	return fmt.Errorf("SGF has letters for %d columns and rows, the board has %dx%d", sgf.MaxSide, width, height)
}

// sgfProgram is how the names of all programs that write with this package begin: in their files the root's marks are
// walls.
const sgfProgram = "Tahoun"

type sgfWriter struct{ sgf.Writer }

// line writes a line with those properties of the root that have a value. Values are simple texts.
func (s *sgfWriter) line(properties ...string) {
	before := s.Len()
	for i := 0; i < len(properties); i += 2 {
		s.Text(properties[i], game.Line(properties[i+1]))
	}
	s.Line(before)
}

// setup writes the position before the first move, and the comment on it.
func (s *sgfWriter) setup(g *Game) {
	var squares [4][]board.Point
	for p, stone := range g.Start.Points {
		squares[stone] = append(squares[stone], p)
	}
	before := s.Len()
	s.Text("C", game.Plain(g.Comment))
	walls, marks := squares[board.Wall], slices.Concat(Crosses(squares[board.Wall]...), g.Marks)
	s.marks(marks)
	if len(walls) == 0 && len(squaresOf(marks, Cross)) > 0 {
		s.WriteString("WA[]")
	} else if len(marks) > len(walls) {
		s.Points("WA", walls...)
	}
	s.Points("AB", squares[board.X]...)
	s.Points("AW", squares[board.O]...)
	if len(g.Next) == 0 && g.First != sideToMove(g.Start) {
		s.Text("PL", sgf.Colour(g.First))
	}
	s.Line(before)
}

func (s *sgfWriter) nodes(next []*Node) {
	for ; len(next) == 1; next = next[0].Next {
		s.move(next[0])
	}
	for _, n := range next {
		s.Branch()
		s.nodes([]*Node{n})
		s.Close()
	}
}

func (s *sgfWriter) move(n *Node) {
	s.Move(n.Side, n.At)
	if n.Left > 0 {
		fmt.Fprintf(s, "%sL[%.3f]", sgf.Colour(n.Side), n.Left.Seconds())
	}
	s.Text("C", game.Plain(n.Comment))
	s.marks(n.Marks)
	s.WriteByte('\n')
}
