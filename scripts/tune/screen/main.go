// Package screen weighs many changes of the search's numbers by the same games.
package screen

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/stats"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/progress"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/scripts/tune/trials"
	"tahoun/search"
)

const usage = `usage: go run ./scripts/tune screen -try NAME=N[,NAME=N] [-try ...] [flags]

Plays pairs of games, colours swapped, in which each change of search.Params goes to the one side or to
its opponent by lot, so that every game tells of all changes (a factorial design), and says what each is
worth among the others, the best first. Of twenty that are worth nothing one leaves its interval all the
same: a match by tune match must confirm what looks good.

  -try NAME=N,...  numbers that make up one change, and belong to no other; once for each change
  -pairs 1000      pairs of games
` + selfmatch.Usage + selfmatch.WeightsUsage + `
Exit codes: 0 all played, 1 failed or interrupted, 2 wrong use.
`

// options are what the command line says, checked.
type options struct {
	changes []change
	pairs   int
	match   selfmatch.Match
	flags   selfmatch.Flags
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune screen", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error { return screen(ctx, disk, o, stdout, stderr) })
}

func parse(disk afero.Fs, args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("screen", flag.ContinueOnError)
	o.flags.Register(flags)
	o.flags.RegisterWeights(flags)
	var used []string
	flags.Func("try", "", func(text string) error {
		numbers, err := parseChange(text, &used)
		o.changes = append(o.changes, change{text: text, numbers: numbers})
		return err
	})
	flags.IntVar(&o.pairs, "pairs", 1000, "")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return o, err
	}
	switch {
	case len(o.changes) == 0:
		return o, errors.New("want -try with a number, as in -try RFPMargin=80")
	case o.pairs < 1:
		return o, errors.New("-pairs: want 1 or more")
	}
	o.match, err = o.flags.Match(disk)
	return o, err
}

// parseChange reads a change, and adds its numbers to those that changes before it have used.
func parseChange(text string, used *[]string) (selfmatch.Change, error) {
	numbers, err := selfmatch.ParseChange(text)
	if err == nil && len(numbers) <= strings.Count(text, ",") {
		err = errors.New("want a number at every comma, as in RFPMargin=80,RazorMargin=90")
	}
	for _, n := range numbers {
		if slices.Contains(*used, n.Name) {
			return nil, fmt.Errorf("%s belongs to two changes", n.Name)
		}
		*used = append(*used, n.Name)
	}
	return numbers, err
}

// screen plays all pairs, or those before an interruption, and prints what they say.
func screen(ctx context.Context, disk afero.Fs, o options, stdout, stderr io.Writer) error {
	bar, start := progress.New(stderr), time.Now()
	defer bar.Clear()
	single := o.match
	single.Threads = 1
	e := &experiment{o.changes, o.flags.Seed, func(ctx context.Context, a, b search.Params, seed uint64) (stats.Pairs, error) {
		return single.Play(ctx, a, b, 1, seed, nil)
	}}
	err := e.run(ctx, o.match.Threads, o.pairs, func(done int) {
		if bar.Due() {
			best := e.ranking()[0]
			bar.Draw(done, o.pairs, fmt.Sprintf("%d of %d pairs, best %s %s%s",
				done, o.pairs, best.text, selfmatch.Elo(best.pairs), progress.Left(start, done, o.pairs-done)))
		}
	})
	if err != nil && (ctx.Err() == nil || e.pairs() == 0) {
		return err
	}
	bar.Clear()
	var kept []trials.Trial
	for _, c := range e.ranking() {
		if o.flags.Log != "" {
			trial := o.flags.Trial(o.match, c.text, ctx.Err() == nil).Count(c.pairs)
			trial.Method = "screen"
			kept = append(kept, trial)
		}
		_, printed := fmt.Fprintf(stdout, "Elo %-18s %s\n", selfmatch.Elo(c.pairs), c.text)
		err = errors.Join(err, printed)
	}
	if o.flags.Log != "" {
		err = errors.Join(err, trials.Append(disk, o.flags.Log, kept...))
	}
	return err
}
