package gamefile

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

// endNode adds the node that was read to the game.
func (p *sgfParser) endNode() error {
	n := p.node
	if n == nil {
		return nil
	}
	p.node = nil
	if p.game == nil {
		if err := p.root(n); err != nil {
			return err
		}
	}
	if err := p.setup(n); err != nil {
		return err
	}
	for _, side := range []board.Stone{board.X, board.O} {
		if err := p.move(n, side); err != nil {
			return err
		}
	}
	for _, text := range n["C"] {
		p.tree.comment(game.Plain(text))
	}
	return nil
}

func (n sgfNode) first(property string) string {
	if values := n[property]; len(values) > 0 {
		return values[0]
	}
	return ""
}

var sgfSize = regexp.MustCompile(`^\s*(\d{1,9})\s*(?::\s*(\d{1,9})\s*)?$`)

// root makes the game.
func (p *sgfParser) root(n sgfNode) error {
	width, height, warning := 15, 15, ""
	if value := n.first("SZ"); value != "" {
		size := sgfSize.FindStringSubmatch(value)
		if size == nil {
			return fmt.Errorf("want a size such as SZ[15] or SZ[15:12], got %s", quote(value))
		}
		width = int(number64(size[1]))
		height = int(number64(cmp.Or(size[2], size[1])))
	} else {
		warning = "no size (SZ): taken for 15x15"
	}
	if err := checkSize(width, height); err != nil {
		return err
	}
	if max(width, height) > SGFSide {
		return fmt.Errorf("SGF has letters for %d columns and rows, the board has %dx%d", SGFSide, width, height)
	}
	g := newGame(width, height)
	p.game, p.tree = g, newTreeBuilder(g)
	if warning != "" {
		g.warn("%s", warning)
	}
	if kind := strings.TrimSpace(n.first("GM")); kind != "4" && kind != "" {
		g.warn("the game (GM) is %s: gomoku is 4", quote(kind))
	}
	g.Rule, g.RuleKnown = parseRule(n.first("RU"))
	g.X.Name, g.O.Name = game.Line(n.first("PB")), game.Line(n.first("PW"))
	g.Title, g.Date = game.Line(n.first("GN")), game.Line(n.first("DT"))
	g.Result = sgfResult(n.first("RE"))
	if strings.HasPrefix(n.first("AP"), sgfProgram) {
		walls, err := p.squares(n["MA"])
		if err != nil {
			return err
		}
		for _, at := range walls {
			p.set(at, board.Wall)
		}
	}
	return nil
}

// set sets a square of the position before the first move.
func (p *sgfParser) set(at board.Point, s board.Stone) {
	p.game.Start.Set(at, s)
	p.tree.board.Set(at, s)
}

// setup puts a node's stones, which must stand before the first move.
func (p *sgfParser) setup(n sgfNode) error {
	for _, kind := range []struct {
		property string
		stone    board.Stone
	}{{"AE", board.Empty}, {"AB", board.X}, {"AW", board.O}} {
		values := n[kind.property]
		if len(values) == 0 {
			continue
		}
		if len(p.tree.path) > 0 || len(p.game.Next) > 0 {
			return fmt.Errorf("want stones (%s) before the first move only", kind.property)
		}
		squares, err := p.squares(values)
		if err != nil {
			return err
		}
		for _, at := range squares {
			p.set(at, kind.stone)
		}
	}
	if side := sgfPlayer(n.first("PL")); side != board.Empty && len(p.tree.path) == 0 && len(p.game.Next) == 0 {
		p.game.First, p.firstSet = side, true
	}
	return nil
}

// sgfPlayer returns the side that a colour names, Empty for another word.
func sgfPlayer(colour string) board.Stone {
	switch strings.ToLower(strings.TrimSpace(colour)) {
	case "b", "black", "1":
		return board.X
	case "w", "white", "2":
		return board.O
	}
	return board.Empty
}

// move plays a node's move of side, if it has one.
func (p *sgfParser) move(n sgfNode, side board.Stone) error {
	colour := sgfColour(side)
	values := n[colour]
	if len(values) == 0 {
		return nil
	}
	square := strings.TrimSpace(values[0])
	beyond := square == "tt" && max(p.tree.board.Width(), p.tree.board.Height()) < 20 // as FF[3] wrote a pass
	if square == "" || beyond {
		p.passes++
		return p.tree.pass()
	}
	at, err := p.point(square)
	if err != nil {
		return fmt.Errorf("move %d: %w", len(p.tree.path)+1, err)
	}
	m := Move{At: at, Side: side, Left: sgfSeconds(n.first(colour + "L"))}
	if m.Marks, err = p.squares(n["MA"]); err != nil {
		return err
	}
	return p.tree.play(m, colour+"["+square+"]")
}

// sgfSeconds returns a time in seconds, 0 for any other text.
func sgfSeconds(text string) time.Duration {
	seconds, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(seconds > 0 && seconds < 1e9) {
		return 0
	}
	return time.Duration(math.Round(seconds*1000)) * time.Millisecond
}

// point reads a square: two letters from the top left, or a letter and the number of a row from the bottom, as some
// renju programs write.
func (p *sgfParser) point(text string) (board.Point, error) {
	if at, ok := parseSquare(text); ok {
		at.Y = p.tree.board.Height() - 1 - at.Y
		return at, nil
	}
	if len(text) == 2 {
		at := board.Point{X: strings.IndexByte(sgfLetters, text[0]), Y: strings.IndexByte(sgfLetters, text[1])}
		if at.X >= 0 && at.Y >= 0 {
			return at, nil
		}
	}
	return board.Point{}, fmt.Errorf("want two letters for a square, got %s", quote(text))
}

// squares reads a list of squares and rectangles (aa:cc), each square once.
func (p *sgfParser) squares(values []string) ([]board.Point, error) {
	if len(values) == 0 {
		return nil, nil
	}
	var all []board.Point
	seen := map[board.Point]bool{}
	for _, value := range values {
		first, second, rectangle := strings.Cut(strings.TrimSpace(value), ":")
		if !rectangle {
			second = first
		}
		from, err := p.point(first)
		if err != nil {
			return nil, err
		}
		to, err := p.point(second)
		if err != nil {
			return nil, err
		}
		for y := from.Y; y <= to.Y; y++ {
			for x := from.X; x <= to.X; x++ {
				at := board.Point{X: x, Y: y}
				if !p.tree.board.Contains(at) {
					return nil, fmt.Errorf("%s is off the board of %s", value, boardSize(p.tree.board))
				}
				if !seen[at] {
					seen[at], all = true, append(all, at)
				}
				if p.points++; p.points > maxNodes {
					return nil, fmt.Errorf("more than %d squares in lists", maxNodes)
				}
			}
		}
	}
	return all, nil
}

// sgfResult returns the value of RE in one of the forms that Game.Result has.
func sgfResult(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	switch text {
	case "":
		return ""
	case "0", "DRAW", "B+DRAW":
		return "0"
	case "VOID":
		return "Void"
	}
	winner, how, ok := strings.Cut(text, "+")
	if !ok || winner != "B" && winner != "W" {
		return "?"
	}
	if how != "" && slices.Contains([]string{"R", "RESIGN", "T", "TIME", "F", "FORFEIT"}, how) {
		return winner + "+" + how[:1]
	}
	return winner + "+"
}

// parseRule reads a rule as programs write it. Some call five or more just gomoku.
func parseRule(text string) (rule board.Rule, known bool) {
	if strings.EqualFold(strings.TrimSpace(text), "gomoku") {
		return board.Freestyle, true
	}
	rule, err := board.ParseRule(text)
	return rule, err == nil
}
