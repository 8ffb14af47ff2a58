package gamefile

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"tahoun/board"
)

// A Line is an opening of a file with several: the stones of x and o in turn, from an empty board.
type Line struct {
	Stones   []board.Point // offsets from the square (width/2, height/2) of the file's board; none: no opening
	From     string        // the file and the place in it, for messages
	Warnings []string      // about the game whose main line it is
}

// Lines yields the openings of a file: each line of a list in offsets or of positions as text, the main line of each
// game of an SGF collection or of a .psq, and each leaf of a RenLib library, the depth first. o tells the size that a
// position as text does not; 0 stands for 15. Of a game or a line that cannot be read it yields the error, and goes on.
func Lines(name string, content []byte, o Options) iter.Seq2[Line, error] {
	if o.Width == 0 {
		o.Width, o.Height = 15, 15
	}
	return func(yield func(Line, error) bool) {
		s := newSource(name, content, o)
		lines := s.format.lines
		if lines == nil {
			lines = listLines
		}
		switch err := s.checkBytes(); {
		case s.format.long && len(content) > maxTreeBytes:
			s.decoded, s.note = decode(content) // text has its first bytes alone
		case err != nil && !s.format.long:
			yield(Line{}, err)
			return
		}
		lines(s, yield)
	}
}

func mainLine(s *source, yield func(Line, error) bool) {
	g, err := s.game()
	if err != nil {
		yield(Line{}, err)
		return
	}
	g.yieldMain(s.name, yield)
}

// yieldMain yields the main line, up to a move that is not in turn.
func (g *Game) yieldMain(from string, yield func(Line, error) bool) (goOn bool) {
	moves, err := g.moves()
	if err != nil && len(moves) == 0 {
		g.warn("%s: left out: want stones of x and o in turn on a board without walls", from)
	} else if err != nil {
		g.warn("%s: move %d is not in turn: the opening ends before it", from, len(moves)+1)
	}
	squares := make([]board.Point, len(moves))
	for i, m := range moves {
		squares[i] = m.At
	}
	return yield(Line{offsets(squares, g.Start.Width(), g.Start.Height()), from, g.Warnings}, nil)
}

func offsets(squares []board.Point, width, height int) []board.Point {
	all := make([]board.Point, len(squares))
	for i, p := range squares {
		all[i] = board.Point{X: p.X - width/2, Y: p.Y - height/2}
	}
	return all
}

// eachGame returns a function that yields the main line of each game of a file with several. The size of a game that
// does not tell one is not that of the options.
func eachGame(games func(*source) iter.Seq[record]) func(*source, func(Line, error) bool) {
	return func(s *source, yield func(Line, error) bool) {
		s.Options = Options{}
		for r := range games(s) {
			if r.err != nil {
				if !yield(Line{}, r.err) {
					return
				}
				continue
			}
			for i, warning := range r.game.Warnings {
				r.game.Warnings[i] = r.from + ": " + warning
			}
			if s.note != "" {
				r.game.Warnings, s.note = slices.Insert(r.game.Warnings, 0, s.name+": "+s.note), ""
			}
			if !r.game.yieldMain(r.from, yield) {
				return
			}
		}
	}
}

// libraryLines yields the leaves of a library, and its warnings last.
func libraryLines(s *source, yield func(Line, error) bool) {
	g, err := s.game()
	if err != nil {
		yield(Line{}, err)
		return
	}
	leaf, passes := 0, 0
	var path []board.Point
	var walk func(next []*Node) bool
	walk = func(next []*Node) bool {
		for _, n := range next {
			if n.Side != board.X+board.Stone(len(path)%2) {
				passes++
				continue
			}
			path = append(path, n.At)
			goOn := true
			if len(n.Next) > 0 {
				goOn = walk(n.Next)
			} else {
				leaf++
				from := fmt.Sprintf("%s, leaf %d", s.name, leaf)
				goOn = yield(Line{Stones: offsets(path, renLibSide, renLibSide), From: from}, nil)
			}
			if path = path[:len(path)-1]; !goOn {
				return false
			}
		}
		return true
	}
	if !walk(g.Next) {
		return
	}
	if passes > 0 {
		g.warn("%s: %d branches after a pass left out", s.name, passes)
	}
	if len(g.Warnings) > 0 {
		yield(Line{From: s.name, Warnings: g.Warnings}, nil)
	}
}

// textLine matches the start of a position as text; an opening in offsets begins with a number.
var textLine = regexp.MustCompile(`^(?:\S*#/|(?:[0-9]+\.\s*)?[A-Za-z])`)

// listLines yields the lines of a list. Blank lines and comments, which begin with #, are skipped.
func listLines(s *source, yield func(Line, error) bool) {
	number := 0
	for text := range strings.SplitSeq(s.text(), "\n") {
		number++
		from := fmt.Sprintf("%s:%d", s.name, number)
		stones, err := s.listLine(text)
		goOn := true
		if err != nil {
			goOn = yield(Line{}, fmt.Errorf("%s: %w", from, err))
		} else if len(stones) > 0 {
			goOn = yield(Line{Stones: stones, From: from}, nil)
		}
		if !goOn {
			return
		}
	}
}

// listLine returns the stones of a line, none if it is blank or a comment.
func (o Options) listLine(text string) ([]board.Point, error) {
	text, err := playOKMoves(strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	address := strings.Index(text, "#/")
	if address < 0 || strings.HasPrefix(text, "#") && address > 0 {
		text, _, _ = strings.Cut(text, "#")
		text = strings.TrimSpace(text)
	}
	switch {
	case text == "":
		return nil, nil
	case textLine.MatchString(text):
		return o.textStones(text)
	}
	return ParseOffsets(text)
}

func (o Options) textStones(text string) ([]board.Point, error) {
	scan, err := scanText(text, 1)
	switch {
	case err != nil:
		return nil, err
	case scan.passes > 0:
		return nil, errors.New("want stones of x and o in turn, got a pass")
	case len(scan.moves) == 0:
		return nil, errors.New("want squares such as h8i9, got none")
	}
	squares := make([]board.Point, 0, len(scan.moves))
	for _, m := range scan.moves {
		if !o.FromTop {
			m.at.Y = o.Height - 1 - m.at.Y
		}
		if slices.Contains(squares, m.at) {
			return nil, fmt.Errorf("two stones on %s", m.name)
		}
		squares = append(squares, m.at)
	}
	return offsets(squares, o.Width, o.Height), nil
}
