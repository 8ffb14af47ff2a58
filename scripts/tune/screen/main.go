// Package screen measures many parameter changes with the same games.
package screen

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/progress"
	"tahoun/scripts/internal/stats"
	"tahoun/scripts/internal/trials"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/search"
)

const about = "Plays pairs of games, colours swapped. In each pair every change of search.Params goes to one of the " +
	"two sides at\nrandom (a factorial design), so that every game measures all changes. Prints the Elo of each " +
	"change among the others, the\nbest first. One of twenty changes without effect leaves its interval all the " +
	"same: confirm the good ones with tune match."

// options are the flags, and the experiment after them.
type options struct {
	experiment
	used []string // parameters of the changes so far
	n    int      // pairs
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	var o options
	return selfmatch.Command{
		Name: "screen", Synopsis: "-try NAME=N[,NAME=N] [-try ...]", About: about,
		Register: o.register, Check: o.check, Play: o.playAll, Print: o.print, Trials: o.trials,
		Played: func() bool { return o.pairs() > 0 },
	}.Main(ctx, disk, args, stdout, stderr)
}

func (o *options) register(flags *flag.FlagSet) {
	const tryUsage = "a change, as `NAME=N,...`; once for each change, with parameters that no other change has"
	flags.Func("try", tryUsage, func(text string) error {
		numbers, err := parseChange(text, &o.used)
		o.changes = append(o.changes, change{text: text, numbers: numbers})
		return err
	})
	flags.IntVar(&o.n, "pairs", 1000, "pairs of games")
}

func (o *options) check() error {
	switch {
	case len(o.changes) == 0:
		return errors.New("want -try with a number, as in -try RFPMargin=80")
	case o.n < 1:
		return errors.New("-pairs: want 1 or more")
	}
	return nil
}

// parseChange reads a change and adds its parameters to those already used.
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

func (o *options) playAll(ctx context.Context, m selfmatch.Match, bar *progress.Bar) error {
	threads := m.Threads
	m.Threads = 1
	o.seed = m.Seed
	o.play = func(ctx context.Context, a, b search.Params, seed uint64) (stats.Pairs, error) {
		return m.Play(ctx, a, b, 1, seed, nil)
	}
	return o.run(ctx, threads, o.n, func(done int) {
		best := o.ranking()[0]
		bar.Report(done, o.n, "pairs", ", best "+best.text+" "+selfmatch.Elo(best.pairs))
	})
}

func (o *options) print(w io.Writer) error {
	var err error
	for _, c := range o.ranking() {
		_, printed := fmt.Fprintf(w, "Elo %-18s %s\n", selfmatch.Elo(c.pairs), c.text)
		err = errors.Join(err, printed)
	}
	return err
}

func (o *options) trials(t trials.Trial) (all []trials.Trial) {
	t.Method = "screen"
	for _, c := range o.ranking() {
		t.Params = c.text
		all = append(all, t.Count(c.pairs))
	}
	return all
}
