// Package spsa tunes search parameters with games that the engine plays against itself.
package spsa

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/progress"
	"tahoun/scripts/internal/stats"
	"tahoun/scripts/internal/trials"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/search"
)

const about = "Tunes parameters of the search by SPSA, starting from those of the engine, and prints the values that " +
	"it ends with. Then\ntune match must say whether they are better."

// options are the flags, and the optimizer after them.
type options struct {
	optimizer
	steps string
	pairs int
	first string // the values before the first round
	done  int    // rounds
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return new(options).command().Main(ctx, disk, args, stdout, stderr)
}

func (o *options) command() selfmatch.Command {
	return selfmatch.Command{
		Name: "spsa", Synopsis: "-steps NAME=N[,NAME=N]", About: about,
		Register: o.register, Check: o.check, Play: o.optimize, Print: o.print, Trials: o.trials,
		Played: func() bool { return true }, // values without a round are those of the engine
	}
}

func (o *options) register(flags *flag.FlagSet) {
	flags.StringVar(&o.steps, "steps", "",
		"parameters to tune, as `NAME=N,...`; N is a step large enough to change results")
	flags.IntVar(&o.rounds, "rounds", 300, "rounds, each of which moves every parameter once")
	flags.IntVar(&o.pairs, "pairs", 8, "pairs of games in a round")
	flags.Float64Var(&o.gain, "gain", 0.2,
		"part of a step that a parameter moves in the last round, per point a game of difference")
}

func (o *options) check() (err error) {
	if o.params, err = parseParameters(o.steps); err != nil {
		return fmt.Errorf("-steps: %w", err)
	}
	switch {
	case o.rounds < 1 || o.pairs < 1:
		return errors.New("want 1 or more -rounds and -pairs")
	case !(o.gain > 0):
		return fmt.Errorf("-gain %v: want more than 0", o.gain)
	}
	return nil
}

// parseParameters reads the names with their steps.
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

func (o *options) optimize(ctx context.Context, m selfmatch.Match, bar *progress.Bar) error {
	o.seed = m.Seed
	o.play = func(ctx context.Context, up, down search.Params, round int) (stats.Pairs, error) {
		return m.Play(ctx, up, down, o.pairs, o.seed<<32+uint64(round), nil)
	}
	o.first = o.text()
	return o.run(ctx, func(round int) {
		o.done = round + 1
		bar.Report(o.done, o.rounds, "rounds", ", "+o.text())
	})
}

func (o *options) print(w io.Writer) error {
	_, err := fmt.Fprintln(w, o.text())
	return err
}

// trials returns the values so far as a trial, nothing before the first round is over.
func (o *options) trials(t trials.Trial) []trials.Trial {
	if o.done == 0 {
		return nil
	}
	t.Method, t.Params, t.Pairs = "spsa", o.text(), o.done*o.pairs
	t.Result = fmt.Sprintf("%d rounds of %d pairs from %s", o.done, o.pairs, o.first)
	return []trials.Trial{t}
}
