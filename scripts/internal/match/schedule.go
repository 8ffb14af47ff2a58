package match

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
)

// A Plan defines the games of a match. The same plan gives the same schedule everywhere.
type Plan struct {
	Players  int       // how many, from 2
	Pairs    int       // of games, between every two who meet
	Gauntlet bool      // the first player against all others, rather than all against all
	Openings []Opening // that fit the terms; none: empty boards
	InOrder  bool      // play the openings in their order, rather than in one that the seed gives
	First    int       // place of the first opening in that order, from 0; the order goes round
	Turned   bool      // turn, mirror and shift openings
	Seed     uint64
	Shard    cli.Shard // plays only its pairs
	Terms    Terms
}

// Endless is a number of pairs that no match reaches: such a plan goes on until something else ends it.
const Endless = 1 << 29

// A Pairing is a game to be played.
type Pairing struct {
	ID, Pair, Round int           // as in game.Game
	X, O            int           // numbers of the players
	Opening         []board.Point // squares
	Seed            uint32        // for players who are told one
}

// Check returns an error if the plan is not playable.
func (p Plan) Check() error {
	switch most := max(1, len(p.Openings)); {
	case p.Players < 2:
		return fmt.Errorf("match: want two players or more, got %d", p.Players)
	case p.Pairs < 1:
		return fmt.Errorf("match: want a pair of games or more, got %d", p.Pairs)
	case p.First < 0 || p.First >= most:
		return fmt.Errorf("match: want to start with opening 1 to %d, got %d", most, p.First+1)
	}
	return p.Terms.Check()
}

// A Schedule is a plan's games in their order. In every round each two players who meet play a pair on the
// round's opening, so that more rounds only add to the end. The seed orders the openings unless the plan keeps their
// order; once all were played they begin again in the same order.
type Schedule struct {
	plan     Plan
	openings []int    // their order
	meetings [][2]int // of a round, in their order: numbers of the players
}

// Schedule returns all games. It computes each on demand.
func (p Plan) Schedule() Schedule {
	if len(p.Openings) == 0 {
		p.Openings = []Opening{{From: "empty board"}}
	}
	s := Schedule{plan: p, openings: p.order()}
	for a := range p.Players {
		for b := a + 1; b < p.Players; b++ {
			if !p.Gauntlet || a == 0 {
				s.meetings = append(s.meetings, [2]int{a, b})
			}
		}
	}
	return s
}

// order returns the numbers of the openings in the order in which they are played.
func (p Plan) order() []int {
	all := make([]int, len(p.Openings))
	for i := range all {
		all[i] = i
	}
	if !p.InOrder {
		all = rand.New(rand.NewPCG(p.Seed, 0)).Perm(len(all))
	}
	return append(all[p.First:len(all):len(all)], all[:p.First]...)
}

// Len returns how many games there are, those of other shards included.
func (s Schedule) Len() int { return 2 * s.plan.Pairs * len(s.meetings) }

// Count returns how many games the plan's shard has.
func (s Schedule) Count() int {
	if s.plan.Shard.Count == 0 {
		return s.Len()
	}
	pairs := s.Len() / 2
	return 2 * ((pairs - s.plan.Shard.Index + s.plan.Shard.Count) / s.plan.Shard.Count)
}

// Players returns the numbers of a game's players: x and o at its start.
func (s Schedule) Players(id int) (x, o int) {
	meeting := s.meetings[id/2%len(s.meetings)]
	return meeting[id%2], meeting[1-id%2]
}

// At returns a game.
func (s Schedule) At(id int) Pairing {
	pair := id / 2
	round := pair / len(s.meetings)
	x, o := s.Players(id)
	opening := s.plan.Openings[s.openings[round%len(s.openings)]]
	squares := s.plan.squares(opening, round)
	return Pairing{ID: id, Pair: pair, Round: round, X: x, O: o, Opening: squares, Seed: s.plan.seed(id)}
}

// Games returns the games of the plan's shard in their order, without those in played, by ID.
func (s Schedule) Games(played map[int]bool) iter.Seq[Pairing] {
	return func(yield func(Pairing) bool) {
		for id := range s.Len() {
			if s.plan.Shard.Has(id/2) && !played[id] && !yield(s.At(id)) {
				return
			}
		}
	}
}

// squares returns the squares of a round's opening. Each round has its own random numbers, so that they do not
// depend on how many rounds there are.
func (p Plan) squares(o Opening, round int) []board.Point {
	if !p.Turned {
		return o.On(p.Terms.Width, p.Terms.Height)
	}
	return o.transformed(rand.New(rand.NewPCG(p.Seed, uint64(round)+1)), p.Terms)
}

// seed returns a game's seed, from random numbers that no round uses. It has 31 bits, which fit integers of all
// languages.
func (p Plan) seed(id int) uint32 { return rand.New(rand.NewPCG(p.Seed, ^uint64(id))).Uint32() >> 1 }
