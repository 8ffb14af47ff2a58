package explorer

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/experience"
)

// A setup is a position on a board that is turned in some way, with the side to move.
type setup struct {
	width, height int
	rule          board.Rule
	side          board.Stone
	stones        [2][]board.Point // of side, of the opponent
	walls         bool             // there are walls; a record does not say where
}

// newSetup returns a position as its records have it. Only a rule that treats the colours differently keeps the side to
// move; otherwise the numbers of stones decide.
func newSetup(p experience.Position, rule board.Rule) *setup {
	s := &setup{width: int(p.Width), height: int(p.Height), rule: rule}
	for i, cell := range p.Stones {
		who := 0
		if i >= p.Own {
			who = 1
		}
		s.stones[who] = append(s.stones[who], s.point(cell))
	}
	s.side = board.X
	if len(p.Stones) == 2*p.Own+1 {
		s.side = board.O
	}
	for range 2 {
		if q, _ := s.position(); q.Equal(p) {
			return s
		}
		s.side = s.side.Other()
	}
	s.walls = true
	return s
}

func (s *setup) point(cell uint16) board.Point {
	return board.Point{X: int(cell) % s.width, Y: int(cell) / s.width}
}

// position returns the position and the frame that turns the board into it. Walls are not in it.
func (s *setup) position() (experience.Position, experience.Frame) {
	return experience.Normalize(s.width, s.height, s.side, s.rule, [3][]board.Point{s.stones[0], s.stones[1]})
}

// play returns the setup after a move, and its position.
func (s *setup) play(at board.Point) (*setup, experience.Position) {
	next := *s
	next.side = s.side.Other()
	next.stones = [2][]board.Point{s.stones[1], append(s.stones[0][:len(s.stones[0]):len(s.stones[0])], at)}
	p, _ := next.position()
	return &next, p
}

// back returns the position before the opponent's stone i was played, and the number of that square in it.
func (s *setup) back(i int) (experience.Position, uint16) {
	before, others := *s, s.stones[1]
	before.side = s.side.Other()
	before.stones = [2][]board.Point{append(others[:i:i], others[i+1:]...), s.stones[0]}
	p, f := before.position()
	return p, f.Cell(others[i])
}

// counts are those of games, with the score of a move.
type counts struct{ seen, won, lost, drawn, score int }

// add adds those of another move, but for the score.
func (c *counts) add(d counts) {
	c.seen, c.won, c.lost, c.drawn = c.seen+d.seen, c.won+d.won, c.lost+d.lost, c.drawn+d.drawn
}

type node struct {
	position experience.Position
	setup    *setup
	records  []*experience.Record
	moves    []experience.Move // the most seen first
	follows  bool              // a known decision, or one and a reply, leads here
	shown    bool              // in the output so far
	counts   counts            // of all moves, with the score of the first
}

// A tree is the content of a file. Different orders of moves may lead to a node.
type tree struct {
	rule    board.Rule
	nodes   []*node // the most seen first
	replies map[uint64][]reply
	byKey   map[uint64]*node

	headWhole                  bool
	bytes                      int64
	places, damaged, forgotten int // records in the file
}

// A reply is a stone of the opponent's that leads from a position after a decision to a known one.
type reply struct {
	cell uint16
	to   *node
}

func readTree(disk afero.Fs, path string, rule board.Rule) (*tree, error) {
	t := &tree{rule: rule, replies: map[uint64][]reply{}, byKey: map[uint64]*node{}}
	info, err := disk.Stat(path)
	if err != nil {
		return nil, err
	}
	t.bytes = info.Size()
	if t.headWhole, err = experience.OpenFile(disk, path, 0).Scan(t.add); err != nil {
		return nil, err
	}
	if t.bytes > experience.RecordSize && t.bytes%experience.RecordSize != 0 { // a tail
		t.damaged++
	}
	for _, n := range t.nodes {
		n.sum()
	}
	slices.SortFunc(t.nodes, func(a, b *node) int {
		return cmp.Or(cmp.Compare(b.counts.seen, a.counts.seen),
			cmp.Compare(len(a.position.Stones), len(b.position.Stones)), cmp.Compare(a.position.Key, b.position.Key))
	})
	t.link()
	return t, nil
}

// add takes the bytes of a record. One whose checksum is right may still make no sense.
func (t *tree) add(place int, b []byte) {
	t.places++
	r, ok := experience.ParseRecord(b)
	squares := append([]uint16{r.Move}, r.Position.Stones...)
	slices.Sort(squares)
	n := t.byKey[r.Position.Key]
	switch {
	case bytes.Count(b, []byte{0}) == len(b):
		t.forgotten++
		return
	case !ok || len(slices.Compact(squares)) <= len(r.Position.Stones) || n != nil && !n.position.Equal(r.Position):
		t.damaged++
		return
	case n == nil:
		n = &node{position: r.Position, setup: newSetup(r.Position, t.rule)}
		t.nodes, t.byKey[r.Position.Key] = append(t.nodes, n), n
	}
	r.Place, r.Position = place, n.position
	n.records = append(n.records, &r)
}

// find returns the node of a position, nil if it is not known.
func (t *tree) find(p experience.Position) *node {
	if n := t.byKey[p.Key]; n != nil && n.position.Equal(p) {
		return n
	}
	return nil
}

func (n *node) sum() {
	slices.SortFunc(n.records, experience.ByNumber)
	n.moves = experience.SumUp(n.records, experience.Frame{Width: n.setup.width, Height: n.setup.height})
	n.counts.score = countsOf(n.moves[0]).score
	for i := range n.moves {
		n.counts.add(countsOf(n.moves[i]))
	}
}

// link finds out which nodes follow others. Those with walls follow none.
func (t *tree) link() {
	after := map[uint64]bool{} // known decisions
	for _, n := range t.nodes {
		for _, m := range n.moves {
			_, p := n.setup.play(m.At)
			after[p.Key] = after[p.Key] || !n.setup.walls
		}
	}
	for _, n := range t.nodes {
		if n.setup.walls {
			continue
		}
		n.follows = after[n.position.Key]
		for i := range n.setup.stones[1] {
			if p, cell := n.setup.back(i); after[p.Key] {
				n.follows = true
				t.replies[p.Key] = append(t.replies[p.Key], reply{cell, n})
			}
		}
	}
}

// An edge is a move that leads on in the tree.
type edge struct {
	at      board.Point
	decided bool   // else it is a reply of the opponent's to a decision
	counts  counts // of a reply those of the position after it
	next    *setup
	to      *node // may be nil
}

// edges returns the moves that are known in s: decisions, then replies, the most seen first. Moves that are equal by
// symmetry count as one. n is the node of s, nil for none.
func (t *tree) edges(s *setup, n *node) (edges []*edge) {
	p, f := s.position()
	if s.walls {
		if n == nil {
			return nil
		}
		f.By = 0
	}
	lead := map[uint64]*edge{}
	add := func(cell uint16, decided bool, c counts) {
		at := f.Point(cell)
		next, p := s.play(at)
		e := &edge{at, decided, c, next, nil}
		if !s.walls {
			e.to = t.find(p)
			if twin := lead[p.Key]; twin != nil {
				if decided {
					twin.counts.add(c)
				}
				return
			}
			lead[p.Key] = e
		}
		edges = append(edges, e)
	}
	if n != nil {
		for i := range n.moves {
			add(n.moves[i].Cell, true, countsOf(n.moves[i]))
		}
	}
	if !s.walls {
		for _, r := range t.replies[p.Key] {
			add(r.cell, false, r.to.counts)
		}
	}
	slices.SortFunc(edges, func(a, b *edge) int {
		switch {
		case a.decided && !b.decided:
			return -1
		case b.decided && !a.decided:
			return 1
		}
		return cmp.Or(cmp.Compare(b.counts.seen, a.counts.seen),
			cmp.Compare(a.at.Y, b.at.Y), cmp.Compare(a.at.X, b.at.X))
	})
	return edges
}
