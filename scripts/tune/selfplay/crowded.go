package selfplay

import (
	"fmt"
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
	err = games.NewReader(f).Each(func(g games.Game) error {
		if g.Rule == rule && min(g.Width, g.Height) >= crowdedSide {
			openings = appendCrowded(openings, &g)
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(openings) == 0:
		return nil, fmt.Errorf("%s: no leaf to begin a game of rule %d from", name, rule)
	}
	return openings, nil
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

// given returns the n-th of the openings, and its board.
func (p *player) given(n int) (games.Game, *board.Board) {
	g := p.o.openings[n%len(p.o.openings)]
	g.Moves = slices.Clone(g.Moves)
	b := g.Board()
	b.Lay(board.X, g.Moves...)
	return g, b
}
