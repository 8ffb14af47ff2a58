// Package match compares two sets of numbers in the search by games.
package match

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
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

const usage = `usage: go run ./scripts/tune match -a NAME=N[,NAME=N] [-b NAME=N[,NAME=N]] [flags]
       go run ./scripts/tune match -weights-a FILE [-weights-b FILE] [flags]

Plays pairs of games, colours swapped, between the engine with two sets of search.Params, or of weights, and
says what that proves. What -a and -b do not name is as the engine has it.

  -a NAME=N,...    numbers of the one
  -b NAME=N,...    numbers of the other; without it those that the engine has
  -weights-a FILE  weights of the one, or several files with commas between them; without it those in force
  -weights-b FILE  weights of the other
  -pairs 200       pairs of games
` + selfmatch.Usage + `
Exit codes: 0 all played, 1 failed or interrupted, 2 wrong use.
`

// options are what the command line says, checked.
type options struct {
	a, b  search.Params
	pairs int
	match selfmatch.Match
	flags selfmatch.Flags
	text  string // of a, and of b if it is not the engine as it is
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune match", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error { return play(ctx, disk, o, stdout, stderr) })
}

func parse(disk afero.Fs, args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	o.flags.Register(flags)
	a, b := flags.String("a", "", ""), flags.String("b", "", "")
	flags.StringVar(&o.flags.WeightsA, "weights-a", "", "")
	flags.StringVar(&o.flags.WeightsB, "weights-b", "", "")
	flags.IntVar(&o.pairs, "pairs", 200, "")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return o, err
	}
	if o.a, err = selfmatch.ParseParams(*a, search.DefaultParams); err != nil {
		return o, fmt.Errorf("-a: %w", err)
	}
	if o.b, err = selfmatch.ParseParams(*b, search.DefaultParams); err != nil {
		return o, fmt.Errorf("-b: %w", err)
	}
	if *a == "" && *b == "" && o.flags.WeightsA == o.flags.WeightsB {
		return o, errors.New("want -a with a number, as in -a RFPMargin=80, or -weights-a with a file")
	}
	if o.pairs < 1 {
		return o, errors.New("-pairs: want 1 or more")
	}
	o.text = describe(*a, o.flags.WeightsA)
	if *b != "" || o.flags.WeightsB != "" {
		o.text += " against " + describe(*b, o.flags.WeightsB)
	}
	o.match, err = o.flags.Match(disk)
	return o, err
}

// describe names the numbers and the weights of a side.
func describe(numbers, files string) string {
	if files == "" {
		return cmp.Or(numbers, "none")
	}
	return strings.TrimSpace(numbers + " weights " + files)
}

// play plays the games and prints what they prove, all of them or those before an interruption.
func play(ctx context.Context, disk afero.Fs, o options, stdout, stderr io.Writer) error {
	bar, start := progress.New(stderr), time.Now()
	defer bar.Clear()
	pairs, err := o.match.Play(ctx, o.a, o.b, o.pairs, o.flags.Seed, func(p stats.Pairs) {
		if bar.Due() {
			done := p.Len()
			bar.Draw(done, o.pairs, fmt.Sprintf("%d of %d pairs, Elo %s%s",
				done, o.pairs, selfmatch.Elo(p), progress.Left(start, done, o.pairs-done)))
		}
	})
	if err != nil && (ctx.Err() == nil || pairs.Len() == 0) {
		return err
	}
	bar.Clear()
	_, printed := fmt.Fprintf(stdout, "Elo %s; pairs by points from 0 to 2: %v; the stronger one with %.1f %%\n",
		selfmatch.Elo(pairs), pairs, 100*pairs.Superiority())
	if o.flags.Log != "" {
		trial := o.flags.Trial(o.match, o.text, err == nil).Count(pairs)
		printed = errors.Join(printed, trials.Append(disk, o.flags.Log, trial))
	}
	return errors.Join(err, printed)
}
