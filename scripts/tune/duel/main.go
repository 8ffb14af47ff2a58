// Package duel lets the engine play against itself with other numbers, in one process: with a node limit
// neither load nor the machine change the result, and nothing is lost to starting programs.
package duel

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/match"
	"tahoun/scripts/internal/cli"
	"tahoun/search"
)

const usage = `usage: go run ./scripts/tune duel -a NAME=N[,NAME=N] [-b NAME=N[,NAME=N]] [flags]

Plays pairs of games, colours swapped, between the engine with two sets of search.Params, and says what
that proves. What -a and -b do not name is as the engine has it.

  -a NAME=N,...    numbers of the one
  -b NAME=N,...    numbers of the other; without it those that the engine has
  -rule 0          0 five or more, 1 exactly five, 2 continuous, 4 renju, 8 caro, or a sum
  -size 20         columns and rows of the board
  -openings FILE   openings in offset format; without it testdata/openings/freestyle-20.txt
  -pairs 200       pairs of games
  -nodes 20000     what the search of a move visits at most
  -time 0          instead of -nodes: for a move, as in 200ms
  -seed 1          other seeds turn and order the openings otherwise
  -threads 0       games at once; 0: one for each core

Exit codes: 0 all played, 1 failed or interrupted, 2 wrong use.
`

// options are what the command line says, checked.
type options struct {
	a, b    search.Params
	terms   match.Terms
	from    string
	pairs   int
	limits  search.Limits
	seed    uint64
	threads int
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune duel", stderr,
		func() (options, error) { return parse(args, stderr) },
		func(o options) error { return duel(ctx, disk, o, stdout, stderr) })
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("duel", flag.ContinueOnError)
	a, b := flags.String("a", "", ""), flags.String("b", "", "")
	rule, size := flags.Uint("rule", 0, ""), flags.Int("size", 20, "")
	flags.StringVar(&o.from, "openings", filepath.Join("testdata", "openings", "freestyle-20.txt"), "")
	flags.IntVar(&o.pairs, "pairs", 200, "")
	flags.Uint64Var(&o.limits.Nodes, "nodes", 20000, "")
	flags.DurationVar(&o.limits.Turn, "time", 0, "")
	flags.Uint64Var(&o.seed, "seed", 1, "")
	flags.IntVar(&o.threads, "threads", 0, "")
	err := cli.Parse(flags, args, usage, stderr)
	if err != nil {
		return o, err
	}
	o.terms = match.Terms{Width: *size, Height: *size, Spare: match.Spare}
	if o.terms.Rule, err = cli.Rule(*rule); err != nil {
		return o, err
	}
	if o.a, err = ParseParams(*a); err != nil {
		return o, fmt.Errorf("-a: %w", err)
	}
	if o.b, err = ParseParams(*b); err != nil {
		return o, fmt.Errorf("-b: %w", err)
	}
	if o.threads < 1 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.limits.Turn < 0 || o.limits.Turn == 0 && o.limits.Nodes < 1:
		return o, errors.New("want 1 or more -nodes, or a -time")
	case o.limits.Turn > 0:
		o.limits.Nodes, o.limits.Left = 0, search.NoLimit
	}
	return o, o.plan(nil).Check()
}
