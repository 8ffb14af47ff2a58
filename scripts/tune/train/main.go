// Package train sets the engine's numbers of judgement from recorded games, and writes them as files of package
// weights: the evaluation by logistic regression on results and scores, the ranks of moves by
// multinomial regression on the moves that searches chose.
package train

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
)

const usage = `usage: go run ./scripts/tune train -data FILE[,FILE] -out DIR [flags]

Fits the numbers of weights.Weights to games, starting from those in force, and writes into DIR a file
of weights for each set, <set>-<hash>.bin, fit.txt with what was measured, and loss.svg. The same games,
flags and seed give the same numbers.

  -rule 0          games of this rule: 0 five or more, 1 exactly five, 2 continuous, 4 renju, 8 caro, or a sum
  -data FILE,FILE  games that selfplay has recorded
  -out DIR         an existing or new folder
  -lambda 0.5      how much a target is the game's result, and how much the search's score: 0 to 1
  -epochs 20       how often the games are gone through
  -rate 0.02       how large the first steps are, in log odds; 0.005 where good numbers are only to be bettered
  -seed 1          of the order in which that is done

Exit codes: 0 fitted, 1 failed or interrupted, 2 wrong use.
`

// options are what the command line says, checked.
type options struct {
	rule   board.Rule
	data   []string
	out    string
	lambda float64
	epochs int
	rate   float64
	seed   uint64
	args   []string // the command line itself
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune train", stderr,
		func() (options, error) { return parse(args, stdout) },
		func(o options) error { return trainWeights(ctx, disk, o, stdout) })
}

func parse(args []string, stdout io.Writer) (options, error) {
	o := options{args: args}
	flags := flag.NewFlagSet("fit", flag.ContinueOnError)
	rule := flags.Uint("rule", 0, "")
	data := flags.String("data", "", "")
	flags.StringVar(&o.out, "out", "", "")
	flags.Float64Var(&o.lambda, "lambda", 0.5, "")
	flags.IntVar(&o.epochs, "epochs", 20, "")
	flags.Float64Var(&o.rate, "rate", usualRate, "")
	flags.Uint64Var(&o.seed, "seed", 1, "")
	err := cli.Parse(flags, args, usage, stdout)
	if err != nil {
		return o, err
	}
	if o.rule, err = cli.Rule(*rule); err != nil {
		return o, err
	}
	o.data = strings.Split(*data, ",")
	switch {
	case *data == "":
		return o, errors.New("-data: want a file")
	case o.out == "":
		return o, errors.New("-out: want a folder")
	case !(o.lambda >= 0 && o.lambda <= 1):
		return o, fmt.Errorf("-lambda %v: want 0 to 1", o.lambda)
	case o.epochs < 1:
		return o, errors.New("-epochs: want 1 or more")
	case !(o.rate > 0 && o.rate <= 1):
		return o, fmt.Errorf("-rate %v: want more than 0, and 1 at most", o.rate)
	}
	return o, nil
}
