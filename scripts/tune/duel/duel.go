package duel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/match"
	"tahoun/scripts/arena/player"
	"tahoun/scripts/arena/stats"
	"tahoun/scripts/internal/bar"
	"tahoun/search"
)

// duel plays the games and prints what they prove.
func duel(ctx context.Context, disk afero.Fs, o options, stdout, stderr io.Writer) error {
	openings, err := readOpenings(disk, o.from, o.terms)
	if err != nil {
		return err
	}
	progress, start := bar.New(stderr), time.Now()
	defer progress.Clear()
	t := tally{first: map[int]float64{}}
	err = o.play(ctx, openings, func(g *game.Game) {
		t.add(g)
		if progress.Due() {
			done := t.pairs.Len()
			progress.Draw(done, o.pairs, fmt.Sprintf("%d of %d pairs, Elo %s%s",
				done, o.pairs, eloText(t.pairs), bar.Left(start, done, o.pairs-done)))
		}
	})
	if err != nil {
		return err
	}
	progress.Clear()
	fmt.Fprintf(stdout, "Elo %s, %d pairs %v, superior with %.1f %%\n",
		eloText(t.pairs), t.pairs.Len(), t.pairs, 100*t.pairs.Superiority())
	return ctx.Err()
}

// plan is what is to be played; nil openings leave the boards empty.
func (o options) plan(openings []match.Opening) match.Plan {
	return match.Plan{Players: 2, Pairs: o.pairs, Openings: openings, Turned: true, Seed: o.seed, Terms: o.terms}
}

// play plays all games, a's seat being the first, and tells of each in the order in which they end.
func (o options) play(ctx context.Context, openings []match.Opening, finished func(*game.Game)) error {
	seat := func(label string, params search.Params) match.Seat {
		return match.Seat{Spec: player.Spec{Label: label}, Open: open(params, o.limits)}
	}
	return match.Run{
		Terms: o.terms, Pairings: o.plan(openings).Schedule(), Jobs: o.threads,
		Seats:    []match.Seat{seat("a", o.a), seat("b", o.b)},
		Finished: finished,
	}.Play(ctx)
}

// readOpenings reads the openings of a file that fit.
func readOpenings(disk afero.Fs, path string, terms match.Terms) ([]match.Opening, error) {
	f, err := disk.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := match.ReadOpenings(f, filepath.Base(path))
	if err != nil {
		return nil, err
	}
	fitting, refused := match.Fit(all, terms)
	if len(fitting) == 0 {
		return nil, fmt.Errorf("%s: %w", path, errors.Join(refused...))
	}
	return fitting, nil
}

// A tally counts pairs of games as a sees them.
type tally struct {
	pairs stats.Pairs
	first map[int]float64 // a's points in the first game of a pair to end
}

func (t *tally) add(g *game.Game) {
	points := g.Score()
	if g.X != "a" {
		points = 1 - points
	}
	if other, there := t.first[g.Pair]; there {
		t.pairs.Add(other, points)
		delete(t.first, g.Pair)
		return
	}
	t.first[g.Pair] = points
}

// eloText writes a's advantage with its 95 % interval.
func eloText(p stats.Pairs) string {
	e := p.Elo()
	return fmt.Sprintf("%+.0f [%+.0f, %+.0f]", e.Value, e.Value-e.Bar, e.Value+e.Bar)
}
