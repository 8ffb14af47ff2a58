// Package match plays games between two sets of search parameters.
package match

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/progress"
	"tahoun/scripts/internal/stats"
	"tahoun/scripts/internal/trials"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/search"
)

const about = "Plays pairs of games, colours swapped, between the engine with two sets of search.Params or of " +
	"weights, and prints the\ndifference in strength. Parameters and weights that the flags do not name are those of " +
	"the engine."

// options are the flags, and the result so far.
type options struct {
	textA, textB       string
	weightsA, weightsB string
	a, b               search.Params
	pairs              int
	result             stats.Pairs
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	var o options
	return selfmatch.Command{
		Name: "match", Synopsis: "-a NAME=N[,NAME=N] | -weights-a FILE", About: about,
		Register: o.register, Check: o.check, Play: o.play, Print: o.print, Trials: o.trials,
		Weights: func() (a, b string) { return o.weightsA, o.weightsB },
		Played:  func() bool { return o.result.Len() > 0 },
	}.Main(ctx, disk, args, stdout, stderr)
}

func (o *options) register(flags *flag.FlagSet) {
	flags.StringVar(&o.textA, "a", "", "parameters of the first engine, as `NAME=N,...`")
	flags.StringVar(&o.textB, "b", "", "parameters of the second engine, as `NAME=N,...`")
	flags.StringVar(&o.weightsA, "weights-a", "",
		"weights of the first engine in `FILE`, or in several with commas between them")
	flags.StringVar(&o.weightsB, "weights-b", "", "weights of the second engine in `FILE`")
	flags.IntVar(&o.pairs, "pairs", 200, "pairs of games")
}

func (o *options) check() (err error) {
	if o.a, err = selfmatch.ParseParams(o.textA, search.DefaultParams); err != nil {
		return fmt.Errorf("-a: %w", err)
	}
	if o.b, err = selfmatch.ParseParams(o.textB, search.DefaultParams); err != nil {
		return fmt.Errorf("-b: %w", err)
	}
	if o.textA == "" && o.textB == "" && o.weightsA == o.weightsB {
		return errors.New("want -a with a number, as in -a RFPMargin=80, or -weights-a with a file")
	}
	if o.pairs < 1 {
		return errors.New("-pairs: want 1 or more")
	}
	return nil
}

func (o *options) play(ctx context.Context, m selfmatch.Match, bar *progress.Bar) (err error) {
	o.result, err = m.Play(ctx, o.a, o.b, o.pairs, m.Seed, func(p stats.Pairs) {
		bar.Report(p.Len(), o.pairs, "pairs", ", Elo "+selfmatch.Elo(p))
	})
	return err
}

func (o *options) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "Elo %s; pairs by points from 0 to 2: %v; the stronger one with %.1f %%\n",
		selfmatch.Elo(o.result), o.result, 100*o.result.Superiority())
	return err
}

func (o *options) trials(t trials.Trial) []trials.Trial {
	if t.Params = describe(o.textA, o.weightsA); o.textB != "" || o.weightsB != "" {
		t.Params += " against " + describe(o.textB, o.weightsB)
	}
	return []trials.Trial{t.Count(o.result)}
}

// describe names the parameters and the weights of an engine.
func describe(params, files string) string {
	if files == "" {
		return cmp.Or(params, "none")
	}
	return strings.TrimSpace(params + " weights " + files)
}
