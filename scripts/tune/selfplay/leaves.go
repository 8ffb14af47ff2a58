package selfplay

import (
	"fmt"
	"slices"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/scripts/tune/dataset"
)

// Self-play is mostly over before the board is crowded; games of strong players are not. Leaves of searches are more
// crowded. Games from balanced leaves show how such positions end.
const (
	leafMinStones = 24  // stones
	leafMaxFill   = 6   // at most one square in so many has a stone: beyond it there is little left to win
	leafMinSide   = 15  // squares, at least
	leafBound     = 120 // largest score of a leaf for either side
)

// leafOpenings returns the balanced leaves in a file of games, as openings.
func leafOpenings(disk afero.Fs, name string, rule board.Rule) (openings []dataset.Game, err error) {
	f, err := file.Open(disk, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	err = dataset.NewReader(f).Each(func(g dataset.Game) error {
		if g.Rule == rule && min(g.Width, g.Height) >= leafMinSide {
			openings = appendOpenings(openings, &g)
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

func appendOpenings(openings []dataset.Game, g *dataset.Game) []dataset.Game {
	for _, l := range g.Leaves {
		stones := l.Ply + len(l.Line)
		even := l.Score != dataset.NoScore && l.Score >= -leafBound && l.Score <= leafBound
		if !even || stones < leafMinStones || stones*leafMaxFill > g.Width*g.Height {
			continue
		}
		o := dataset.Game{Rule: g.Rule, Width: g.Width, Height: g.Height, Walls: g.Walls, Opening: stones}
		o.Moves = slices.Concat(g.Moves[:l.Ply], l.Line)
		openings = append(openings, o)
	}
	return openings
}

// fromLeaf returns the n-th of the openings, and its board.
func (p *player) fromLeaf(n int) (dataset.Game, *board.Board) {
	g := p.o.openings[n%len(p.o.openings)]
	g.Moves = slices.Clone(g.Moves)
	b := g.Board()
	b.Lay(board.X, g.Moves...)
	return g, b
}
