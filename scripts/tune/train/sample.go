package train

import (
	"slices"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
	"tahoun/search"
	"tahoun/search/pattern"
)

// A feature is the number of squares with a combination for the side to move, minus those for its opponent.
type feature struct {
	index uint16
	count int16
}

// A position is a sample for the evaluation: its features, and how good it turned out to be for the side to move.
type position struct {
	netInput
	features []feature
	pairs    []pair  // without emptyPair
	ply      uint16  // stones before
	score    int16   // of the search, or dataset.NoScore
	result   float32 // 1 won, 0.5 drawn, 0 lost; or unknown
	target   float32 // target of the evaluation
}

// A netInput is what the nets over line patterns see of a position.
type netInput struct {
	set     uint8  // of the side to move
	bucket  uint8  // see nnue.BucketOf
	threats uint16 // see weights.ThreatSets
	board   packedBoard
}

// unknown is the result of a leaf, which occurred in no game.
const unknown = -1

// A candidate is a move that may be chosen. Its move score is the sum of one number of each policy table and of the
// policy net's output.
type candidate struct {
	parts [5]uint16 // indices of parameters of the policy tables; 16 bits suffice, see newModel
	at    uint16    // its square, counted row by row
}

// A choice is a sample for the policy: the candidates, and the one that was played.
type choice struct {
	netInput
	candidates []candidate
	played     int // index of candidates
}

// samples are the training data.
type samples struct {
	positions []position
	choices   []choice
}

// extract returns the samples of a game and of its leaves:
//
// A position is one that was searched, in which nobody threatens five and static win detection finds no win: elsewhere
// the engine does not evaluate. A score that is a proof counts as certain, because it is so large.
//
// A choice is the move that a search chose in such a position, unless it was lost anyway.
func (m *model) extract(engine *search.Engine, g *dataset.Game) samples {
	s := sampler{model: m, counter: newFeatureCounter(m)}
	view := engine.Probe(g.Board(), board.X)
	random, leaves := g.Random, g.Leaves
	for ply, at := range g.Moves {
		chance := len(random) > 0 && random[0] == ply
		if chance {
			random = random[1:]
		}
		side := view.Side()
		if ply >= g.Opening {
			s.add(view, ply, g.Scores[ply-g.Opening], resultFor(g.Result, side), at, !chance)
		}
		for ; len(leaves) > 0 && leaves[0].Ply == ply; leaves = leaves[1:] {
			l := &leaves[0]
			view.WithMoves(l.Line, func() { s.add(view, ply+len(l.Line), l.Score, unknown, l.Move, true) })
		}
		view.Play(at)
	}
	return s.samples
}

type sampler struct {
	*model
	counter *featureCounter
	samples
}

// add adds the samples of a position with ply stones, in which the move at was played; chosen if a search chose it.
func (s *sampler) add(view *search.Probe, ply int, score int16, result float32, at board.Point, chosen bool) {
	if view.WinIn() != 0 || !view.Quiet() || view.Overflow() {
		return
	}
	s.counter.read(view)
	input := netInput{uint8(s.set[sideOf(view)]), uint8(view.Bucket()), uint16(view.ThreatSet()), packBoard(view)}
	s.positions = append(s.positions, position{
		netInput: input, features: s.counter.features(view.Side()), pairs: s.counter.pairs(),
		ply: uint16(ply), score: score, result: result,
	})
	if chosen && score != dataset.NoScore && score > -dataset.Proven {
		s.choices = s.appendChoice(s.choices, view, at, input)
	}
}

func sideOf(view *search.Probe) int { return int(view.Side() - board.X) }

func resultFor(r dataset.Result, side board.Stone) float32 {
	switch {
	case r == dataset.Draw:
		return 0.5
	case (r == dataset.XWins) == (side == board.X):
		return 1
	}
	return 0
}

// appendChoice appends the choice of at, if it was one of two or more candidates. input is of the same position.
func (m *model) appendChoice(to []choice, view *search.Probe, at board.Point, input netInput) []choice {
	side, ownThreats, opponentThreats := sideOf(view), view.OwnThreats(), view.OpponentThreats()
	own := m.set[side]
	c := choice{netInput: input, played: -1}
	for other, codes := range view.Candidates {
		pair := int(pattern.Pair(m.class(codes, side), m.class(codes, side^1)))
		if other == at {
			c.played = len(c.candidates)
		}
		c.candidates = append(c.candidates, candidate{parts: [5]uint16{
			uint16(m.ownPolicy(own, codes[side].Combination())),
			uint16(m.opponentPolicy(m.set[side^1], codes[side^1].Combination())),
			uint16(m.pairPolicy(own, view.Recency(other), pair)),
			uint16(m.ownThreatPolicy(own, ownThreats, pair)),
			uint16(m.opponentThreatPolicy(own, opponentThreats, pair)),
		}, at: uint16(other.Y*int(input.board.width) + other.X)})
	}
	if c.played < 0 || len(c.candidates) < 2 {
		return to
	}
	c.candidates = slices.Clone(c.candidates) // without spare capacity: there are millions
	return append(to, c)
}

// featureCounter counts the squares of one position by combination, those of x minus those of o. It also counts them by
// pair of classes, the class for the side to move first.
type featureCounter struct {
	m          *model
	balance    []int16
	seen       []uint16 // indices that occur
	pairCounts [pattern.Pairs]uint16
}

func newFeatureCounter(m *model) *featureCounter {
	return &featureCounter{m: m, balance: make([]int16, len(m.names)*pattern.Combinations)}
}

// read counts the position that view shows.
func (c *featureCounter) read(view *search.Probe) {
	for _, i := range c.seen {
		c.balance[i] = 0
	}
	c.seen = c.seen[:0]
	clear(c.pairCounts[:])
	side := sideOf(view)
	for _, codes := range view.Empty {
		c.add(c.m.cell(c.m.set[0], codes[0].Combination()), 1)
		c.add(c.m.cell(c.m.set[1], codes[1].Combination()), -1)
		c.pairCounts[pattern.Pair(c.m.class(codes, side), c.m.class(codes, side^1))]++
	}
}

func (m *model) class(codes [2]pattern.Code, side int) pattern.Class {
	class, _ := codes[side].Class(m.rule.Forbids(board.X + board.Stone(side)))
	return class
}

func (c *featureCounter) add(i int, n int16) {
	if c.balance[i] == 0 {
		c.seen = append(c.seen, uint16(i)) // twice, if the count was 0 between: features copes
	}
	c.balance[i] += n
}

func (c *featureCounter) features(side board.Stone) []feature {
	sign := int16(1)
	if side == board.O {
		sign = -1
	}
	var all []feature
	slices.Sort(c.seen)
	for _, i := range slices.Compact(slices.Clone(c.seen)) {
		if n := c.balance[i]; n != 0 {
			all = append(all, feature{i, sign * n})
		}
	}
	return slices.Clone(all) // without spare capacity: there are millions
}

// pairs returns the pairs of classes that occur.
func (c *featureCounter) pairs() []pair {
	var all []pair
	for i, n := range c.pairCounts {
		if n > 0 && i != emptyPair {
			all = append(all, pair{uint16(i), n})
		}
	}
	return slices.Clone(all)
}
