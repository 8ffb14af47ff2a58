package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/progress"
	"tahoun/scripts/tune/dataset"
)

// A count is the content of the file.
type count struct{ games, positions int }

func (c *count) add(g dataset.Game) {
	c.games++
	c.positions += len(g.Scores)
}

// record plays the games that the file lacks and writes them.
func record(ctx context.Context, disk afero.Fs, o options, stdout, stderr io.Writer) (err error) {
	games, err := file.OpenFile(disk, o.out, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, games.Close()) }()
	out, before, err := o.goOn(ctx, games)
	if err != nil {
		return fmt.Errorf("%s: %w", o.out, err)
	}
	engines, err := o.commits(disk, before)
	if err != nil {
		return err
	}
	if err := o.tellOrigin(disk, engines, before); err != nil { // a killed run would not tell it later
		return err
	}
	all, err := o.fill(ctx, out, before, stderr)
	fmt.Fprintf(stdout, "%s: %d games, %d positions\n", o.out, all.games, all.positions)
	if err == nil && all.positions < o.positions {
		err = errors.New("interrupted; the same command goes on")
	}
	return errors.Join(err, o.tellOrigin(disk, engines, all))
}

// checked is how many games of a file are played again: the first one tells another seed or engine, and the second one
// tells a shard from another one that begins with the same game.
const checked = 2

// goOn returns a writer behind the games in the file, and their number. It plays the first games again to check that
// the file belongs to this run.
func (o options) goOn(ctx context.Context, games dataset.File) (*dataset.Writer, count, error) {
	var before count
	var first []dataset.Game
	out, err := dataset.Continue(games, func(g dataset.Game) error {
		if before.games < checked {
			first = append(first, g)
		}
		before.add(g)
		return nil
	})
	if err != nil {
		return out, before, err
	}
	for n, g := range first {
		if again, err := newPlayer(o).play(ctx, o.shard.Nth(n)); err == nil && !reflect.DeepEqual(again, g) {
			return nil, before,
				fmt.Errorf("its game %d differs from the one that this engine plays with these flags", n+1)
		}
	}
	return out, before, nil
}

// fill writes games until there are enough positions, or ctx ends, and returns their number.
func (o options) fill(ctx context.Context, out *dataset.Writer, all count, stderr io.Writer) (count, error) {
	if all.positions >= o.positions {
		return all, nil
	}
	bar, start, before := progress.New(stderr), time.Now(), all.positions
	defer bar.Clear()
	var failed error
	o.playFrom(ctx, all.games, func(g dataset.Game) bool {
		if failed = out.Write(g); failed != nil {
			return false
		}
		all.add(g)
		if done := all.positions - before; bar.Due() {
			bar.Draw(all.positions, o.positions, fmt.Sprintf("%d of %d positions, %.0f a second%s", all.positions,
				o.positions, float64(done)/time.Since(start).Seconds(),
				progress.Left(start, done, o.positions-all.positions)))
		}
		return all.positions < o.positions
	})
	return all, failed
}
