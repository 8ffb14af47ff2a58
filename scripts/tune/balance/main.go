// Package balance selects the openings of a file that favour neither side.
package balance

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/tune/selfmatch"
)

const usage = `usage: go run ./scripts/tune balance -openings FILE [flags]

Prints the openings of a file that a search judges balanced: neither side wins or is ahead by -within. Behind each
opening stands its score for the side to move. The same flags print the same on every machine.

%s
Exit codes: 0 all searched, 1 failed or interrupted, 2 wrong use.
`

// options are the checked command line.
type options struct {
	file     string
	openings []match.Opening
	terms    match.Terms
	nodes    uint64
	within   int
	threads  int
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune balance", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error { return o.print(ctx, stdout, stderr) })
}

func parse(disk afero.Fs, args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("balance", flag.ContinueOnError)
	var rule board.Rule
	cli.RuleVar(flags, &rule)
	size := flags.Uint("size", 20, "columns and rows of the board")
	flags.StringVar(&o.file, "openings", "", "`FILE` of openings in offset format")
	flags.Uint64Var(&o.nodes, "nodes", 1_000_000, "nodes that the search of an opening visits at most")
	flags.IntVar(&o.within, "within", 100,
		"score from which on a side is ahead, in the scale of the evaluation; 200 is won in 73 of 100 games")
	flags.IntVar(&o.threads, "threads", 0, "searches at once; 0: one for each core")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return o, err
	}
	switch {
	case o.file == "":
		return o, errors.New("want -openings")
	case o.nodes < 1:
		return o, errors.New("want 1 or more -nodes")
	}
	o.terms, o.openings, err = selfmatch.Openings(disk, o.file, rule, *size)
	return o, err
}

// print searches all openings and prints the balanced ones in their order.
func (o options) print(ctx context.Context, stdout, stderr io.Writer) error {
	found, err := o.evaluateAll(ctx, stderr)
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# openings of %s that a search of %d nodes judges by less than %d, one per line: "+
		"dx,dy from square (size/2, size/2), x and o in turn # score of the side to move\n",
		filepath.Base(o.file), o.nodes, o.within)
	even := 0
	for i, v := range found {
		if !v.proven && v.score > -o.within && v.score < o.within {
			even++
			fmt.Fprintf(&text, "%s # %+d\n", offsets(o.openings[i]), v.score)
		}
	}
	if _, err := io.WriteString(stdout, text.String()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stderr, "%d of %d are even\n", even, len(found))
	return err
}

// offsets writes an opening as gamefile.Lines reads it.
func offsets(o match.Opening) string {
	var text []string
	for _, p := range o.Stones {
		text = append(text, p.String())
	}
	return strings.Join(text, ", ")
}
