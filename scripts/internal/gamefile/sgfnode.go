package gamefile

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/fileproto/sgf"
	"tahoun/scripts/internal/game"
)

// endNode adds the node that was read to the game.
func (p *sgfParser) endNode() {
	if !p.inNode {
		return
	}
	p.inNode = false
	bracket := p.bracket
	p.bracket = -1
	switch {
	case p.err != nil:
		return
	case p.game == nil:
		if err := p.root(); err != nil {
			p.fail(err)
			return
		}
	case bracket >= 0 && len(p.variation) > 1 && p.first("FF")+p.first("GM")+p.first("SZ") != "":
		p.game.warn("the last ) is missing") // another game begins
		p.at, p.done = bracket, true
		return
	}
	if p.dead > 0 {
		p.countMoves()
		return
	}
	if p.setup(); p.dead > 0 {
		return
	}
	p.moves()
	p.marks()
	for _, property := range p.node {
		if property.name == "C" || property.name == "GC" {
			p.tree.comment(game.Plain(strings.Join(property.values, "\n")))
		}
	}
}

// countMoves notes the moves and stones of a node that is left out.
func (p *sgfParser) countMoves() {
	for _, property := range p.node {
		if slices.Contains([]string{"B", "W", "AB", "AW"}, property.name) {
			for range property.values {
				p.skip("")
			}
		}
	}
}

// all returns the values of a property of the node.
func (p *sgfParser) all(name string) (values []string) {
	for _, property := range p.node {
		if property.name == name {
			values = append(values, property.values...)
		}
	}
	return values
}

// first returns the first value of a property of the node, "" if there is none.
func (p *sgfParser) first(name string) string {
	for _, property := range p.node {
		if property.name == name {
			return property.values[0]
		}
	}
	return ""
}

var sgfSize = regexp.MustCompile(`^\s*(\d{1,9})\s*(?:[:xX*]\s*(\d{1,9})\s*)?$`)

// root makes the game.
func (p *sgfParser) root() error {
	width, height := p.usual, p.usual
	value := p.first("SZ")
	if size := sgfSize.FindStringSubmatch(value); size != nil {
		width, p.sized = int(number64(size[1])), true
		height = int(number64(cmp.Or(size[2], size[1])))
	}
	if err := checkSize(width, height); err != nil {
		return err
	}
	if max(width, height) > sgf.MaxSide {
		return errSGFSide(width, height)
	}
	g := newGame(width, height)
	p.game, p.tree = g, newTreeBuilder(g)
	if !p.sized && value == "" {
		g.warn("no size (SZ): taken for %dx%d", width, height)
	} else if !p.sized {
		g.warn("want a size such as SZ[15] or SZ[15:12], got %s: taken for %dx%d", quote(value), width, height)
	}
	if kind := strings.TrimSpace(p.first("GM")); kind != "4" && kind != "" {
		g.warn("the game (GM) is %s: gomoku is 4", quote(kind))
	}
	g.Rule, g.RuleKnown = parseRule(p.first("RU"))
	g.X.Name, g.O.Name = game.Line(p.first("PB")), game.Line(p.first("PW"))
	g.Title, g.Date = game.Line(p.first("GN")), game.Line(p.first("DT"))
	g.Result = sgfResult(p.first("RE"))
	p.fifths()
	if strings.HasPrefix(p.first("AP"), sgfProgram) {
		walls := "MA"
		if len(p.all("WA")) > 0 {
			walls = "WA"
		}
		for _, at := range p.squares(walls) {
			p.set(at, board.Wall)
		}
	}
	return nil
}

// fifths adds the fifth moves that were offered, as renju's servers write them, to the comment on the start.
func (p *sgfParser) fifths() {
	var names []string
	for _, at := range p.squares("5A") {
		names = append(names, squareName(at, p.tree.board.Height(), false))
	}
	if len(names) > 0 {
		p.tree.comment("offered as move 5: " + strings.Join(names, " "))
	}
}

func (p *sgfParser) set(at board.Point, s board.Stone) {
	p.game.Start.Set(at, s)
	p.tree.board.Set(at, s)
}

// setup puts a node's stones. Before the first move, outside of variations, they belong to the start; later they are
// played as moves, and where stones are taken off, the variation ends.
func (p *sgfParser) setup() {
	start := len(p.variation) == 1 && len(p.game.Next) == 0
	off, x, o := p.squares("AE"), p.squares("AB"), p.squares("AW")
	if start {
		for stone, squares := range [][]board.Point{board.Empty: off, board.X: x, board.O: o} {
			for _, at := range squares {
				p.set(at, board.Stone(stone))
			}
		}
		if side := sgfPlayer(p.first("PL")); side != board.Empty {
			p.game.First, p.firstSet = side, true
		}
		return
	}
	holds := func(s ...board.Stone) func(board.Point) bool {
		return func(at board.Point) bool { return slices.Contains(s, p.tree.board.At(at)) }
	}
	if slices.ContainsFunc(off, holds(board.X, board.O)) || slices.ContainsFunc(x, holds(board.O)) ||
		slices.ContainsFunc(o, holds(board.X)) {
		p.dead = len(p.variation)
		p.skip("the moves from move %d on: stones are taken off the board there", len(p.tree.path)+1)
		p.countMoves()
		return
	}
	p.addStones(slices.DeleteFunc(x, holds(board.X)), slices.DeleteFunc(o, holds(board.O)))
}

// addStones plays stones that are set up later than the start, in turn as long as both sides have some.
func (p *sgfParser) addStones(x, o []board.Point) {
	if len(x)+len(o) == 0 {
		return
	}
	p.game.warn("%d stones that are set up before move %d are taken for moves", len(x)+len(o), len(p.tree.path)+1)
	side := p.tree.turn()
	for len(x)+len(o) > 0 {
		squares := &x
		if len(x) == 0 || side == board.O && len(o) > 0 {
			squares = &o
			side = board.O
		} else {
			side = board.X
		}
		p.play(Move{At: (*squares)[0], Side: side}, "a stone")
		*squares = (*squares)[1:]
		side = side.Other()
	}
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

// moves plays the moves of a node in the order of the file. Some programs put several into one.
func (p *sgfParser) moves() {
	for _, property := range p.node {
		for _, value := range property.values {
			switch property.name {
			case "B":
				p.move(board.X, value)
			case "W":
				p.move(board.O, value)
			case "QPR", "QSLW": // the opening of Gomoku Quest: squares of both sides in turn
				for square := range strings.SplitSeq(value, ",") {
					p.move(p.tree.turn(), square)
				}
			}
		}
	}
}

// move plays a move of side. Some values are a pass or a word.
func (p *sgfParser) move(side board.Stone, value string) {
	colour, square := sgf.Colour(side), strings.TrimSpace(value)
	beyond := square == "tt" && max(p.tree.board.Width(), p.tree.board.Height()) < 20 // as FF[3] wrote a pass
	switch strings.ToLower(square) {
	case "", "pass", "--":
		beyond = true
	case "resign":
		if p.game.Result == "" || p.game.Result == "?" {
			p.game.Result = sgf.Colour(side.Other()) + "+R"
		}
	}
	if beyond {
		p.passes++
		p.left(p.tree.pass())
		return
	}
	at, ok := p.point(square)
	if !ok {
		p.skip("move %d: want two letters for a square, got %s", len(p.tree.path)+1, colour+"["+quoted(square)+"]")
		p.left(p.tree.pass())
		return
	}
	p.play(Move{At: at, Side: side, Left: sgfSeconds(p.first(colour + "L"))}, colour+"["+square+"]")
}

func (p *sgfParser) play(m Move, square string) { p.left(p.tree.playOrLeaveOut(m, square)) }

// left notes a move that found no room.
func (p *sgfParser) left(err error) {
	if err != nil {
		p.skip("%v", err)
	}
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
// renju programs write. Capitals are letters past z only on a board that has so many columns or rows.
func (p *sgfParser) point(text string) (at board.Point, ok bool) {
	height := p.tree.board.Height()
	if max(p.tree.board.Width(), height) <= 26 {
		text = strings.ToLower(text)
	}
	if at, ok = parseSquare(text); ok {
		at.Y = height - 1 - at.Y
		p.far = max(p.far, at.X+1, height-at.Y)
		return at, true
	}
	if len(text) != 2 {
		return at, false
	}
	at = board.Point{X: strings.IndexByte(sgf.Letters, text[0]), Y: strings.IndexByte(sgf.Letters, text[1])}
	p.far = max(p.far, at.X+1, at.Y+1)
	return at, min(at.X, at.Y) >= 0
}

// squares returns the squares and rectangles (aa:cc) that a property of the node lists, each square once. It leaves out
// those that are not on the board.
func (p *sgfParser) squares(property string) []board.Point {
	var all []board.Point
	seen := map[board.Point]bool{}
	for _, value := range p.all(property) {
		if value == "" { // an empty list
			continue
		}
		first, second, rectangle := strings.Cut(strings.TrimSpace(value), ":")
		if !rectangle {
			second = first
		}
		from, ok := p.point(first)
		to, ok2 := p.point(second)
		if b := p.tree.board; !ok || !ok2 || !b.Contains(from) || !b.Contains(to) {
			p.skip("%s is off the board of %s", property+"["+quoted(value)+"]", boardSize(b))
			continue
		}
		for y := from.Y; y <= to.Y; y++ {
			for x := from.X; x <= to.X; x++ {
				if p.points++; p.points > maxNodes {
					p.skip("more than %d squares in lists", maxNodes)
					return all
				}
				if at := (board.Point{X: x, Y: y}); !seen[at] {
					seen[at], all = true, append(all, at)
				}
			}
		}
	}
	return all
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
