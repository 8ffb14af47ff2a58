package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/manager"
)

// A tree is a game with its variations, as the page has it. Moves are numbered from 0, each after the one that it
// follows. Those that follow the same move stand in their order, the main line first.
type tree struct {
	Width     int            `json:"width"`
	Height    int            `json:"height"`
	Rule      uint           `json:"rule"`
	RuleKnown bool           `json:"ruleKnown"`
	Start     string         `json:"start"` // as in line
	First     string         `json:"first"`
	Parents   []int          `json:"parents"` // the move before; -1: none
	Moves     []int          `json:"moves"`   // as in line
	Comments  map[int]string `json:"comments"`
	Marks     map[int][]sign `json:"marks"` // of -1: on the start
	Times     map[int]int64  `json:"times"` // ms
	Comment   string         `json:"comment"`
	X         string         `json:"x"` // names of the players
	O         string         `json:"o"`
	Title     string         `json:"title"`
	Date      string         `json:"date"`
	Result    string         `json:"result"` // as in SGF
	Turn      int64          `json:"turn"`   // ms for a move; -1: not known
	Format    string         `json:"format"`
	File      string         `json:"file,omitempty"`   // of several games: see shelf
	Games     []listed       `json:"games,omitempty"`  // all of the file
	Number    int            `json:"number,omitempty"` // which of them this is, from 1
	Warnings  []string       `json:"warnings"`
}

// A sign is a mark on a square.
type sign struct {
	At   int               `json:"at"`
	Kind gamefile.MarkKind `json:"kind"`
	Text string            `json:"text,omitempty"` // of a label
}

func newTree(g *gamefile.Game) *tree {
	t := &tree{
		Width: g.Start.Width(), Height: g.Start.Height(), Rule: uint(g.Rule), RuleKnown: g.RuleKnown,
		Start: strings.Join(manager.Rows(g.Start), ""), First: g.First.String(),
		Parents: []int{}, Moves: []int{}, Comments: map[int]string{}, Times: map[int]int64{}, Comment: g.Comment,
		Marks: map[int][]sign{},
		X:     g.X.Name, O: g.O.Name, Title: g.Title, Date: g.Date, Result: g.Result,
		Turn: -1, Format: string(g.Format), Games: list(g.Games), Number: g.Number,
		Warnings: append([]string{}, g.Warnings...)}
	t.addMarks(-1, g.Marks)
	type branch struct {
		parent int
		nodes  []*gamefile.Node
	}
	for todo := []branch{{-1, g.Next}}; len(todo) > 0; {
		last := &todo[len(todo)-1]
		if len(last.nodes) == 0 {
			todo = todo[:len(todo)-1]
			continue
		}
		n, parent := last.nodes[0], last.parent
		last.nodes = last.nodes[1:]
		todo = append(todo, branch{t.add(parent, n.Move), n.Next})
	}
	return t
}

// add appends a move and returns its number.
func (t *tree) add(parent int, m gamefile.Move) int {
	n := len(t.Moves)
	code := 2 * (m.At.Y*t.Width + m.At.X)
	if m.Side == board.O {
		code++
	}
	t.Parents, t.Moves = append(t.Parents, parent), append(t.Moves, code)
	if m.Comment != "" {
		t.Comments[n] = m.Comment
	}
	t.addMarks(n, m.Marks)
	if m.Time > 0 {
		t.Times[n] = m.Time.Milliseconds()
	}
	return n
}

func (t *tree) addMarks(n int, marks []gamefile.Mark) {
	for _, m := range marks {
		t.Marks[n] = append(t.Marks[n], sign{m.At.Y*t.Width + m.At.X, m.Kind, m.Text})
	}
}

// marks returns the marks of the position after a move.
func (t *tree) marks(n int, start *position) ([]gamefile.Mark, error) {
	var all []gamefile.Mark
	for _, s := range t.Marks[n] {
		at := start.point(s.At)
		if s.At < 0 || !start.board.Contains(at) {
			return nil, fmt.Errorf("a mark after move %d is off the board", n+1)
		}
		all = append(all, gamefile.Mark{At: at, Kind: s.Kind, Text: s.Text})
	}
	return all, nil
}

// mainLine returns the line of the tree's first moves.
func (t *tree) mainLine() line {
	l := line{t.Width, t.Height, t.Rule, t.Start, t.First, []int{}}
	last := -1
	for n, parent := range t.Parents {
		if parent == last {
			l.Moves = append(l.Moves, t.Moves[n])
			last = n
		}
	}
	return l
}

func (t *tree) game() (*gamefile.Game, error) {
	rule, err := cli.Rule(t.Rule)
	if err != nil {
		return nil, err
	}
	start, err := line{t.Width, t.Height, t.Rule, t.Start, t.First, nil}.play()
	if err != nil {
		return nil, err
	}
	result := t.Result
	if result == "" {
		result = t.mainLine().result()
	}
	g := &gamefile.Game{
		Start: start.board, First: start.side, Rule: rule, RuleKnown: t.RuleKnown,
		X: gamefile.Player{Name: t.X}, O: gamefile.Player{Name: t.O},
		Title: t.Title, Date: t.Date, Comment: t.Comment, Result: result}
	if g.Marks, err = t.marks(-1, start); err != nil {
		return nil, err
	}
	if len(t.Parents) != len(t.Moves) {
		return nil, errors.New("want as many parents as moves")
	}
	nodes := make([]*gamefile.Node, len(t.Moves))
	for n, code := range t.Moves {
		at := start.point(code >> 1)
		if code < 0 || !start.board.Contains(at) {
			return nil, fmt.Errorf("move %d is off the board", n+1)
		}
		nodes[n] = &gamefile.Node{Move: gamefile.Move{
			At: at, Side: board.X + board.Stone(code&1),
			Comment: t.Comments[n], Time: time.Duration(t.Times[n]) * time.Millisecond}}
		if nodes[n].Marks, err = t.marks(n, start); err != nil {
			return nil, err
		}
		switch parent := t.Parents[n]; {
		case parent < -1 || parent >= n:
			return nil, fmt.Errorf("move %d follows move %d, want one before it", n+1, parent+1)
		case parent == -1:
			g.Next = append(g.Next, nodes[n])
		default:
			nodes[parent].Next = append(nodes[parent].Next, nodes[n])
		}
	}
	return g, nil
}
