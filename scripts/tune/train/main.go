// Package train fits the engine's weights to recorded games, and writes them as files of package weights. It fits the
// evaluation by logistic regression on results and scores, and the policy by multinomial regression on the moves that
// searches chose.
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
	"tahoun/scripts/internal/sets"
	"tahoun/search/weights"
)

const usage = `usage: go run ./scripts/tune train -data FILE[,FILE] -out DIR [flags]

Fits weights to games, starting from the current ones or from those of -weights. Writes into DIR a file
of weights for each set, <set>-<hash>.bin, the measurements in fit.txt, and loss.svg. The same commit,
games, flags and seed give the same files.

%s
Exit codes: 0 fitted, 1 failed or interrupted, 2 wrong use.
`

// options are the checked command line.
type options struct {
	rule    board.Rule
	data    []string
	out     string
	lambda  float64
	epochs  int
	batch   int
	rate    float64
	seed    uint64
	policy  bool         // fit the policy alone
	init    bool         // fit nothing
	weights weights.Sets // to start from, instead of those in force
	args    []string     // the command line itself
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune train", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error {
			if o.init {
				return initWeights(disk, o)
			}
			return trainWeights(ctx, disk, o, stdout)
		})
}

func parse(disk afero.Fs, args []string, stdout io.Writer) (options, error) {
	o := options{args: args}
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	cli.RuleVar(flags, &o.rule)
	data := flags.String("data", "", "games that selfplay recorded, as `FILE,FILE`")
	flags.StringVar(&o.out, "out", "", "write into `DIR`, an existing or new folder")
	flags.Float64Var(&o.lambda, "lambda", 0.5,
		"weight of the game's result in a target, 0 to 1; the rest is the search's score")
	flags.IntVar(&o.epochs, "epochs", 20, "passes over the games")
	flags.Float64Var(&o.rate, "rate", usualRate, "learning rate at the start, in log odds; 0.005 refines good weights")
	flags.IntVar(&o.batch, "batch", usualBatch, "samples of a step; few samples need smaller batches")
	flags.Uint64Var(&o.seed, "seed", 1, "seed of the order of the samples")
	files := flags.String("weights", "",
		"start from the weights in `FILE`, or in several with commas between them, instead of those in force")
	flags.BoolVar(&o.init, "init", false,
		"fit nothing: write untrained weights to start from, random ones by the seed")
	flags.BoolVar(&o.policy, "policy", false, "fit the policy alone; the evaluation stays as it is")
	err := cli.Parse(flags, args, usage, stdout)
	if err != nil {
		return o, err
	}
	o.data = strings.Split(*data, ",")
	switch {
	case o.init && (*data != "" || *files != "" || o.policy):
		return o, errors.New("-init: learns nothing from -data, -weights or -policy")
	case *data == "" && !o.init:
		return o, errors.New("-data: want a file")
	case o.out == "":
		return o, errors.New("-out: want a folder")
	case !(o.lambda >= 0 && o.lambda <= 1):
		return o, fmt.Errorf("-lambda %v: want 0 to 1", o.lambda)
	case o.epochs < 1:
		return o, errors.New("-epochs: want 1 or more")
	case o.batch < 1:
		return o, errors.New("-batch: want 1 or more")
	case !(o.rate > 0 && o.rate <= 1):
		return o, fmt.Errorf("-rate %v: want more than 0, and 1 at most", o.rate)
	}
	if o.weights, err = sets.LoadFor(disk, *files, o.rule); err != nil {
		return o, fmt.Errorf("-weights: %w", err)
	}
	return o, nil
}
