package gamefile

import (
	"fmt"
	"strings"

	"tahoun/board"
)

// maxNodes is the largest number of moves in a tree: about 100 MB of memory. Only tests change it.
var maxNodes = 1 << 20

// A treeBuilder adds moves to a game. It stands at the end of a path from the start and knows the board there.
type treeBuilder struct {
	game   *Game
	board  *board.Board
	path   []ply
	plies  int                            // all that were added, to limit them
	texts  map[*Node][]string             // comments; those on the start belong to nil
	marked map[*Node]map[board.Point]bool // the squares with a mark
	left   int                            // how many moves were left out
	why    string                         // the first of them was
}

// A ply is a step of the path. A pass has the node of the move before it, nil at the start.
type ply struct {
	node  *Node
	stone bool
}

func newTreeBuilder(g *Game) *treeBuilder {
	return &treeBuilder{game: g, board: g.Start.Clone(), texts: map[*Node][]string{},
		marked: map[*Node]map[board.Point]bool{}}
}

// turn returns the side to move if the sides take turns.
func (t *treeBuilder) turn() board.Stone {
	if len(t.path)%2 == 0 {
		return t.game.First
	}
	return t.game.First.Other()
}

// at returns the node at the end of the path, nil at the start.
func (t *treeBuilder) at() *Node {
	if len(t.path) == 0 {
		return nil
	}
	return t.path[len(t.path)-1].node
}

// next returns the moves that follow the end of the path.
func (t *treeBuilder) next() *[]*Node {
	if n := t.at(); n != nil {
		return &n.Next
	}
	return &t.game.Next
}

func (t *treeBuilder) comment(text string) {
	if text != "" {
		t.texts[t.at()] = append(t.texts[t.at()], text)
	}
}

// finish puts the comments where they belong, and warns of moves that were left out. The first side to move is that of
// the first move: passes do not count.
func (t *treeBuilder) finish() {
	if t.left > 0 {
		t.game.warn("%d moves left out, the first: %s", t.left, t.why)
	}
	if next := t.game.Next; len(next) > 0 {
		t.game.First = next[0].Side
	}
	for n, texts := range t.texts {
		if comment := strings.Join(texts, "\n"); n == nil {
			t.game.Comment = comment
		} else {
			n.Comment = comment
		}
	}
	t.sortMarks()
}

// play goes on by a move, which is a new variation where others follow already. square is its name in the file.
func (t *treeBuilder) play(m Move, square string) error {
	if err := t.playable(m.At, square); err != nil {
		return err
	}
	if err := t.count(); err != nil {
		return err
	}
	n := &Node{Move: m}
	next := t.next()
	*next = append(*next, n)
	t.enter(n)
	return nil
}

// playOrLeaveOut goes on by a move, and without it if no stone can be put on its square.
func (t *treeBuilder) playOrLeaveOut(m Move, square string) error {
	if err := t.playable(m.At, square); err != nil {
		return t.leaveOut(err.Error())
	}
	return t.play(m, square)
}

// leaveOut goes on without a move of the file. finish tells the first reason.
func (t *treeBuilder) leaveOut(why string) error {
	if t.left++; t.left == 1 {
		t.why = why
	}
	return t.pass()
}

// enter goes on by a move that is in the tree.
func (t *treeBuilder) enter(n *Node) {
	t.board.Set(n.At, n.Side)
	t.path = append(t.path, ply{n, true})
}

func (t *treeBuilder) pass() error {
	t.path = append(t.path, ply{t.at(), false})
	return t.count()
}

// count counts a ply. It returns an error if there are too many.
func (t *treeBuilder) count() error {
	if t.plies++; t.plies > maxNodes {
		return fmt.Errorf("more than %d moves", maxNodes)
	}
	return nil
}

func (t *treeBuilder) back(plies int) {
	for _, p := range t.path[plies:] {
		if p.stone {
			t.board.Set(p.node.At, board.Empty)
		}
	}
	t.path = t.path[:plies]
}

// playable returns why no stone can be put on a square.
func (t *treeBuilder) playable(at board.Point, square string) error {
	why := ""
	switch s := t.board.At(at); {
	case !t.board.Contains(at):
		why = "is off the board of " + boardSize(t.board)
	case s == board.Wall:
		why = "is a wall"
	case s != board.Empty:
		why = "already holds " + s.String()
	default:
		return nil
	}
	return fmt.Errorf("move %d: %s %s", len(t.path)+1, square, why)
}

func boardSize(b *board.Board) string {
	return fmt.Sprintf("%d columns and %d rows", b.Width(), b.Height())
}
