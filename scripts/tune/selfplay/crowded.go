package selfplay

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/tune/games"
)

// Games between equals are over before the board is full of threats, as it is when strong players meet. Leaves of
// searches are fuller, and more of a kind that games against itself do not reach: games that begin from even ones
// show how those end.
const (
	crowdedFrom  = 24  // stones
	crowdedUpTo  = 6   // one square in so many: beyond it there is little left to win
	crowdedSide  = 15  // squares, at least
	crowdedWorth = 120 // the most that a leaf may be worth to either side
)

// crowded returns the leaves in a file of games that are fit to begin a game from, as openings.
func crowded(disk afero.Fs, name string, rule board.Rule) (openings []games.Game, err error) {
	f, err := disk.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for r := games.NewReader(f); ; {
		g, err := r.Read()
		switch {
		case err == io.EOF || errors.Is(err, games.ErrTorn):
			if len(openings) == 0 {
				return nil, fmt.Errorf("%s: no leaf to begin a game of rule %d from", name, rule)
			}
			return openings, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		case g.Rule == rule && min(g.Width, g.Height) >= crowdedSide:
			openings = appendCrowded(openings, &g)
		}
	}
}

// appendCrowded appends the leaves of g that are fit.
func appendCrowded(openings []games.Game, g *games.Game) []games.Game {
	for _, l := range g.Leaves {
		stones := l.Ply + len(l.Line)
		even := l.Score != games.NoScore && l.Score >= -crowdedWorth && l.Score <= crowdedWorth
		if !even || stones < crowdedFrom || stones*crowdedUpTo > g.Width*g.Height {
			continue
		}
		o := games.Game{Rule: g.Rule, Width: g.Width, Height: g.Height, Walls: g.Walls, Opening: stones}
		o.Moves = slices.Concat(g.Moves[:l.Ply], l.Line)
		openings = append(openings, o)
	}
	return openings
}

// given returns the n-th of the openings, in an order that the seed shuffles, and its board.
func (p *player) given(n int) (games.Game, *board.Board) {
	order := rand.New(rand.NewPCG(p.o.seed, 0)).Perm(len(p.o.openings))
	g := p.o.openings[order[n%len(order)]]
	g.Moves = slices.Clone(g.Moves)
	b := g.Board()
	for i, at := range g.Moves {
		b.Set(at, sideAfter(i))
	}
	return g, b
}
