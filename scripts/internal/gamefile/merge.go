package gamefile

import (
	"slices"
	"strings"
)

// Tree returns one game with the moves of all games of the file, as far as they have the size, the rule and the start
// of the first. Its facts are those of the first.
func (f *File) Tree() (*Game, error) {
	c := f.source.all
	if c == nil {
		return f.Game(0)
	}
	var whole *Game
	m := merger{}
	for i, again := range c.again {
		g, err := again()
		switch {
		case c.games[i].Broken != "" || err != nil:
		case whole == nil:
			whole = g
			m.count(g.Next)
		case !whole.mergeable(g) || m.nodes > maxNodes:
			m.left++
		default:
			mergeTexts(&whole.Comment, &whole.Marks, g.Comment, g.Marks)
			m.merge(&whole.Next, g.Next)
		}
	}
	if m.left > 0 {
		whole.warn("%d games left out: another size, rule or start, or too many moves", m.left)
	}
	f.source.describe(whole)
	return whole, nil
}

// mergeable reports whether the moves of another game belong into the tree of this one.
func (g *Game) mergeable(other *Game) bool {
	return g.Start.Width() == other.Start.Width() && g.Start.Height() == other.Start.Height() &&
		(g.Rule == other.Rule || !g.RuleKnown || !other.RuleKnown) && slices.Equal(stones(g), stones(other))
}

// stones returns the content of all squares before the first move.
func stones(g *Game) (all []byte) {
	for _, s := range g.Start.Points {
		all = append(all, byte(s))
	}
	return all
}

// A merger counts the moves of a tree that grows.
type merger struct {
	nodes int
	left  int // games that are left out
}

func (m *merger) count(next []*Node) {
	for _, n := range next {
		m.nodes++
		m.count(n.Next)
	}
}

// merge adds moves, with all that follow them, to those of a position.
func (m *merger) merge(into *[]*Node, next []*Node) {
	for _, n := range next {
		i := slices.IndexFunc(*into, func(same *Node) bool { return same.At == n.At && same.Side == n.Side })
		if i < 0 {
			*into = append(*into, n)
			m.count([]*Node{n})
			continue
		}
		same := (*into)[i]
		mergeTexts(&same.Comment, &same.Marks, n.Comment, n.Marks)
		m.merge(&same.Next, n.Next)
	}
}

// mergeTexts adds a comment and marks to those of the same position. A square keeps its mark.
func mergeTexts(comment *string, marks *[]Mark, more string, others []Mark) {
	if more != "" && !strings.Contains("\n"+*comment+"\n", "\n"+more+"\n") {
		*comment = strings.TrimPrefix(*comment+"\n"+more, "\n")
	}
	for _, mark := range others {
		if !slices.ContainsFunc(*marks, func(old Mark) bool { return old.At == mark.At }) {
			*marks = append(*marks, mark)
		}
	}
}
