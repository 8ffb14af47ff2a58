// Package levels measures the steps between the levels at which people play.
package levels

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/level"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/progress"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/search"
)

const usage = `usage: go run ./scripts/tune levels [flags]

Plays each level of the board page against the next weaker one, pairs of games with colours swapped, and prints a table
of the games it won, drew and lost. The same flags print the same on every machine: the strongest level, which has no
limit of positions, plays with that of -full.

%s
Exit codes: 0 all played, 1 failed or interrupted, 2 wrong use.
`

// options are the checked command line.
type options struct {
	openings []match.Opening
	terms    match.Terms
	pairs    int
	full     uint64   // limit of nodes of the strongest level
	levels   []string // keys of those to measure; none: all
	seed     uint64
	threads  int
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune levels", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error { return o.measure(ctx, stdout, stderr) })
}

func parse(disk afero.Fs, args []string, stdout io.Writer) (options, error) {
	var o options
	var rule board.Rule
	flags := flag.NewFlagSet("levels", flag.ContinueOnError)
	file := flags.String("openings", filepath.Join("testdata", "openings", "freestyle-15.txt"),
		"`FILE` of openings in offset format")
	cli.RuleVar(flags, &rule)
	size := flags.Uint("size", 15, "columns and rows of the board")
	flags.IntVar(&o.pairs, "pairs", 30, "pairs of games for each step")
	only := flags.String("levels", "", "measure the steps of the levels with these `KEYS` alone, commas between them")
	flags.Uint64Var(&o.full, "full", 400_000, "positions a move of the strongest level")
	flags.Uint64Var(&o.seed, "seed", 1, "another seed turns and orders the openings otherwise, and chooses other moves")
	flags.IntVar(&o.threads, "threads", 0, "games at once; 0: one for each core")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return o, err
	}
	if o.pairs < 1 {
		return o, errors.New("-pairs: want 1 or more")
	}
	if *only != "" {
		o.levels = strings.Split(*only, ",")
	}
	if o.full < 1 {
		return o, errors.New("-full: want 1 or more")
	}
	for _, key := range o.levels {
		if _, known := level.Find(key); !known {
			return o, fmt.Errorf("-levels: there is no level %q", key)
		}
	}
	var err error
	o.terms, o.openings, err = selfmatch.Openings(disk, *file, rule, *size)
	return o, err
}

// measure plays the steps and prints each as a line of a table.
func (o options) measure(ctx context.Context, stdout, stderr io.Writer) error {
	bar := progress.New(stderr)
	defer bar.Clear()
	fmt.Fprintln(stdout, "| level | won | drew | lost | points |\n|---|---|---|---|---|")
	for weak := len(level.All) - 1; weak > 0; weak-- {
		strong := level.All[weak-1]
		if len(o.levels) > 0 && !slices.Contains(o.levels, strong.Key) {
			continue
		}
		if !strong.Limited() {
			strong.Nodes = o.full
		}
		s, err := o.step(ctx, strong, level.All[weak], bar)
		if err != nil {
			return err
		}
		bar.Clear()
		_, err = fmt.Fprintf(stdout, "| %s | %d | %d | %d | %.0f %% |\n", strong.Key, s.won, s.drew, s.lost, 100*s.points())
		if err != nil {
			return err
		}
	}
	return nil
}

// A step is the result of a level against the next weaker one.
type step struct{ won, drew, lost int }

func (s step) games() int      { return s.won + s.drew + s.lost }
func (s step) points() float64 { return (float64(s.won) + float64(s.drew)/2) / float64(s.games()) }

// step plays a level against a weaker one.
func (o options) step(ctx context.Context, strong, weak level.Level, bar *progress.Bar) (s step, err error) {
	plan := match.Plan{
		Players: 2, Pairs: o.pairs, Openings: o.openings, Turned: true, Seed: o.seed, Terms: o.terms}
	err = match.Run{
		Terms: o.terms, Pairings: plan.Schedule().Games(nil), Jobs: o.threads,
		Participants: []match.Participant{participant(strong, o.seed), participant(weak, o.seed)},
		Finished: func(g *game.Game) {
			switch points := g.Score(); {
			case points == 0.5:
				s.drew++
			case (points == 1) == (g.X == strong.Key):
				s.won++
			default:
				s.lost++
			}
			bar.Report(s.games(), 2*o.pairs, strong.Key+" games", "")
		},
	}.Play(ctx)
	if err == nil {
		err = ctx.Err()
	}
	return s, err
}

// A levelPlayer is Tahoun at a level, in this process. Its random numbers depend on the position, so that those of a
// game depend neither on other games nor on their order.
type levelPlayer struct {
	level  level.Level
	engine *search.Engine
	side   board.Stone
	seed   uint64
}

func participant(l level.Level, seed uint64) match.Participant {
	open := func(_ player.Spec, s player.Setting) (player.Player, error) {
		return &levelPlayer{l, search.New(s.Rule), s.Side, seed}, nil
	}
	return match.Participant{Spec: player.Spec{Label: l.Key}, Open: open}
}

func (p *levelPlayer) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	hash := fnv.New64a()
	fmt.Fprint(hash, p.seed, ask.Moves)
	rng := rand.New(rand.NewPCG(hash.Sum64(), 0))
	at, _ := p.level.Move(ctx, p.engine, ask.Board, p.side, search.Limits{Start: time.Now(), Left: search.NoLimit}, rng)
	return player.Answer{At: at}, nil
}

// End does nothing: there is nothing to end.
func (p *levelPlayer) End() error { return nil }
