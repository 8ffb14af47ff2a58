// Package selfplay lets the engine play against itself and records the games for a tuner: the
// positions, each with the search's score, and the results. README.md in the folder above describes the
// games.
package selfplay

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/sets"
	"tahoun/scripts/tune/dataset"
	"tahoun/search/weights"
)

const usage = `usage: go run ./scripts/tune selfplay -positions N -out FILE [flags]

Plays games of the engine against itself and writes them to FILE, in the format of scripts/tune/dataset.
The same flags and seed give the same games, however many threads there are. If FILE exists, the same
command goes on with it.

%s
Example: go run ./scripts/tune selfplay -rule 4 -positions 1000000 -seed 7 -out renju.games

Exit codes: 0 all played, 1 failed or interrupted, 2 wrong use.
`

// options are the checked command line.
type options struct {
	rule      board.Rule
	positions int       // of the file: a shard's part of those wanted
	shard     cli.Shard // of the games
	nodes     uint64
	check     uint64 // nodes of the searches that check openings and random moves
	leaves    int
	most      int // stones of a game
	seed      uint64
	from      string         // file of games that the openings are from
	openings  []dataset.Game // from the file of -from, in random order; without a result
	weights   weights.Sets   // that replace those in force
	out       string
	threads   int
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune selfplay", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error { return record(ctx, disk, o, stdout, stderr) })
}

func parse(disk afero.Fs, args []string, stdout io.Writer) (options, error) {
	o := options{check: usualCheck, most: usualMost}
	flags := flag.NewFlagSet("selfplay", flag.ContinueOnError)
	cli.RuleVar(flags, &o.rule)
	flags.IntVar(&o.positions, "positions", 0, "end once there are `N` positions; moves of openings do not count")
	shardUsage := fmt.Sprintf(cli.ShardUsage, "games") + "; with an N-th of the positions"
	flags.Func("shard", shardUsage, func(text string) (err error) {
		o.shard, err = cli.ParseShard(text)
		return err
	})
	flags.Uint64Var(&o.nodes, "nodes", 5000, "nodes that the search of a move visits at most")
	flags.IntVar(&o.leaves, "leaves", 0,
		"add up to `N` PV leaves of each search, scored by a search of half as many nodes")
	flags.Uint64Var(&o.seed, "seed", 1, "another seed gives other games")
	flags.StringVar(&o.from, "from", "", "begin from balanced leaves of the games in `FILE` instead of random openings")
	files := flags.String("weights", "",
		"play with the weights in `FILE`, or in several with commas between them, instead of those in force")
	flags.StringVar(&o.out, "out", "", "write the games to `FILE`")
	flags.IntVar(&o.threads, "threads", 0, "games at once; 0: one for each core")
	err := cli.Parse(flags, args, usage, stdout)
	if err != nil {
		return o, err
	}
	if o.threads < 1 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.positions < 1:
		return o, errors.New("-positions: want a number")
	case o.nodes < 1:
		return o, errors.New("-nodes: want 1 or more")
	case o.leaves < 0:
		return o, errors.New("-leaves: want 0 or more")
	case o.out == "":
		return o, errors.New("-out: want a file")
	}
	if n := o.shard.Count; n > 0 {
		o.positions = (o.positions + n - 1) / n
	}
	if o.weights, err = sets.LoadFor(disk, *files, o.rule); err != nil {
		return o, fmt.Errorf("-weights: %w", err)
	}
	if o.from != "" {
		o.openings, err = leafOpenings(disk, o.from, o.rule)
		rand.New(rand.NewPCG(o.seed, 0)).Shuffle(len(o.openings), func(i, j int) {
			o.openings[i], o.openings[j] = o.openings[j], o.openings[i]
		})
	}
	return o, err
}
