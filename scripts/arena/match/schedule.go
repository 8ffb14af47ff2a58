package match

import (
	"fmt"
	"math/rand/v2"

	"tahoun/board"
)

// A Plan says which games are to be played. The same plan gives the same schedule everywhere.
type Plan struct {
	Players  int       // how many, from 2
	Pairs    int       // of games, between every two who meet
	Gauntlet bool      // the first player against all others, rather than all against all
	Openings []Opening // that fit the terms; none: empty boards
	Turned   bool      // turn, mirror and shift openings
	Seed     uint64
	Terms    Terms
}

// A Pairing is a game to be played.
type Pairing struct {
	ID, Pair, Round int           // as in game.Game
	X, O            int           // numbers of the players
	Opening         []board.Point // squares
	Seed            uint32        // for players who are told one
}

// Check returns what is wrong with the plan.
func (p Plan) Check() error {
	if p.Players < 2 {
		return fmt.Errorf("match: want two players or more, got %d", p.Players)
	}
	if p.Pairs < 1 {
		return fmt.Errorf("match: want a pair of games or more, got %d", p.Pairs)
	}
	return p.Terms.Check()
}

// Schedule returns all games, in order. In every round each two players who meet play a pair on the
// round's opening, so that more rounds only add to the end. The seed orders the openings; once all were
// played they begin again in the same order.
func (p Plan) Schedule() []Pairing {
	openings := p.Openings
	if len(openings) == 0 {
		openings = []Opening{{From: "empty board"}}
	}
	order := rand.New(rand.NewPCG(p.Seed, 0)).Perm(len(openings))
	var all []Pairing
	for round := range p.Pairs {
		squares := p.squares(openings[order[round%len(order)]], round)
		for a := range p.Players {
			for b := a + 1; b < p.Players; b++ {
				if p.Gauntlet && a > 0 {
					continue
				}
				pair := len(all) / 2
				all = append(all,
					Pairing{ID: 2 * pair, Pair: pair, Round: round, X: a, O: b, Opening: squares, Seed: p.seed(2 * pair)},
					Pairing{ID: 2*pair + 1, Pair: pair, Round: round, X: b, O: a, Opening: squares, Seed: p.seed(2*pair + 1)})
			}
		}
	}
	return all
}

// squares returns the squares of a round's opening. Each round has its own chance, so that it does not
// depend on how many rounds there are.
func (p Plan) squares(o Opening, round int) []board.Point {
	if !p.Turned {
		return o.On(p.Terms.Width, p.Terms.Height)
	}
	return o.turned(rand.New(rand.NewPCG(p.Seed, uint64(round)+1)), p.Terms)
}

// seed returns a game's seed, of a chance that is no round's. It has 31 bits, which integers of all languages hold.
func (p Plan) seed(id int) uint32 { return rand.New(rand.NewPCG(p.Seed, ^uint64(id))).Uint32() >> 1 }
