// Package spsa tunes numbers of the search by games that the engine plays against itself.
package spsa

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/stats"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/progress"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/scripts/tune/trials"
	"tahoun/search"
)

const usage = `usage: go run ./scripts/tune spsa -steps NAME=N[,NAME=N] [flags]

Turns numbers of search.Params towards where games are won, starting from those that the engine has, and
prints where they ended. A match by tune match must then say whether that is better.

  -steps NAME=N,...  numbers to turn, each with the step to either side that should be felt in games
  -rounds 300      rounds, each of which turns every number once
  -pairs 8         pairs of games in a round
  -gain 0.2        part of a step that a number moves, in the last round, per point a game of difference
` + selfmatch.Usage + selfmatch.WeightsUsage + `
Exit codes: 0 all played, 1 failed or interrupted, 2 wrong use.
`

// options are what the command line says, checked.
type options struct {
	optimizer optimizer
	pairs     int
	match     selfmatch.Match
	flags     selfmatch.Flags
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune spsa", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error { return optimize(ctx, disk, o, stdout, stderr) })
}

func parse(disk afero.Fs, args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("spsa", flag.ContinueOnError)
	o.flags.Register(flags)
	o.flags.RegisterWeights(flags)
	steps := flags.String("steps", "", "")
	flags.IntVar(&o.optimizer.rounds, "rounds", 300, "")
	flags.IntVar(&o.pairs, "pairs", 8, "")
	flags.Float64Var(&o.optimizer.gain, "gain", 0.2, "")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return o, err
	}
	if o.optimizer.params, err = parseParameters(*steps); err != nil {
		return o, fmt.Errorf("-steps: %w", err)
	}
	switch {
	case o.optimizer.rounds < 1 || o.pairs < 1:
		return o, errors.New("want 1 or more -rounds and -pairs")
	case !(o.optimizer.gain > 0):
		return o, fmt.Errorf("-gain %v: want more than 0", o.optimizer.gain)
	}
	o.optimizer.seed = o.flags.Seed
	o.match, err = o.flags.Match(disk)
	return o, err
}

// parseParameters reads names with steps.
func parseParameters(text string) ([]parameter, error) {
	steps, err := selfmatch.ParseParams(text, search.Params{})
	if err != nil {
		return nil, err
	}
	var all []parameter
	for _, name := range selfmatch.Names() {
		if step := selfmatch.Get(steps, name); step > 0 {
			all = append(all, parameter{name, float64(selfmatch.Get(search.DefaultParams, name)), float64(step)})
		}
	}
	if len(all) == 0 {
		return nil, errors.New("want a step above 0, as in RFPMargin=15")
	}
	return all, nil
}

// optimize plays all rounds, or those before an interruption, and prints where the numbers ended.
func optimize(ctx context.Context, disk afero.Fs, o options, stdout, stderr io.Writer) error {
	bar, start := progress.New(stderr), time.Now()
	defer bar.Clear()
	c, from, done := &o.optimizer, o.optimizer.text(), 0
	c.play = func(ctx context.Context, up, down search.Params, round int) (stats.Pairs, error) {
		return o.match.Play(ctx, up, down, o.pairs, c.seed<<32+uint64(round), nil)
	}
	err := c.run(ctx, func(round int) {
		done = round + 1
		if bar.Due() {
			bar.Draw(round+1, c.rounds, fmt.Sprintf("%d of %d rounds, %s%s",
				round+1, c.rounds, c.text(), progress.Left(start, round+1, c.rounds-round-1)))
		}
	})
	if err != nil && ctx.Err() == nil {
		return err
	}
	bar.Clear()
	_, printed := fmt.Fprintln(stdout, c.text())
	if o.flags.Log != "" && done > 0 {
		trial := o.flags.Trial(o.match, c.text(), err == nil)
		trial.Method, trial.Pairs = "spsa", done*o.pairs
		trial.Result = fmt.Sprintf("%d rounds of %d pairs from %s", done, o.pairs, from)
		printed = errors.Join(printed, trials.Append(disk, o.flags.Log, trial))
	}
	return errors.Join(err, printed)
}
