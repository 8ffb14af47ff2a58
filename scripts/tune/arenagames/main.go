// Package arenagames turns the arena's logs into games that train reads.
package arenagames

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/tune/dataset"
)

const usage = `usage: go run ./scripts/tune import -out FILE [flags] DIR...

Writes the finished games of arena runs into a file for train: the moves, the players' evaluations and the
result. Each DIR is the folder of a run, in which the arena may still be playing.

%s
Exit codes: 0 written, 1 failed or interrupted, 2 wrong use.
`

// options are the checked command line.
type options struct {
	out   string
	label string // of the player whose evaluations count; "": all
	dirs  []string
	args  []string // the command line itself
}

// Main is the subcommand; it returns the exit code.
func Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune import", stderr,
		func() (options, error) { return parse(args, stdout) },
		func(o options) error { return write(ctx, disk, o, stdout) })
}

func parse(args []string, stdout io.Writer) (options, error) {
	o := options{args: args}
	flags := flag.NewFlagSet("import", flag.ContinueOnError)
	flags.StringVar(&o.out, "out", "", "write the games to `FILE`, replacing it")
	flags.StringVar(&o.label, "scores", "",
		"`LABEL` of the player whose evaluations and moves train; without it all, whatever their units")
	var err error
	if o.dirs, err = cli.ParseMixed(flags, args, usage, stdout); err != nil {
		return o, err
	}
	switch {
	case o.out == "":
		return o, errors.New("-out: want a file")
	case len(o.dirs) == 0:
		return o, errors.New("want the folder of a run")
	}
	return o, nil
}

// A count says what became of the games of all runs.
type count struct {
	games, scores int
	leftOut       map[string]int // by reason
	labels        map[string]bool
}

// write writes all games into the file, or leaves it as it was.
func write(ctx context.Context, disk afero.Fs, o options, stdout io.Writer) error {
	n := count{leftOut: map[string]int{}, labels: map[string]bool{}}
	file.Sweep(disk, filepath.Dir(o.out))
	err := file.ReplaceByRename(disk, o.out, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		to := dataset.NewWriter(out)
		for _, dir := range o.dirs {
			_, err := record.Read(disk, dir, func(g *game.Game) error {
				return cmp.Or(ctx.Err(), n.add(to, g, o.label))
			})
			if err != nil {
				return err
			}
		}
		if labels := n.labels; o.label != "" && n.games > 0 && !labels[o.label] {
			names := slices.Sorted(maps.Keys(labels))
			return fmt.Errorf("-scores %s: no such player; there are %s", o.label, strings.Join(names, ", "))
		}
		return out.Flush()
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: %d games, %d moves with a score%s\n", o.out, n.games, n.scores, n.left())
	text := fmt.Sprintf("tune import %s at %s\n", strings.Join(o.args, " "), gobuild.Commit())
	return file.ReplaceByRename(disk, dataset.Origin(o.out), file.Content([]byte(text)))
}

func (c *count) add(to *dataset.Writer, g *game.Game, label string) error {
	d, why := convert(g, label)
	if why != "" {
		c.leftOut[why]++
		return nil
	}
	c.games++
	c.labels[g.X], c.labels[g.O] = true, true
	for _, s := range d.Scores {
		if s != dataset.NoScore {
			c.scores++
		}
	}
	return to.Write(d)
}

// left formats how many games were left out, and why.
func (c *count) left() string {
	var all []string
	for why, games := range c.leftOut {
		all = append(all, fmt.Sprintf("%d games left out: %s", games, why))
	}
	slices.Sort(all)
	return strings.Join(append([]string{""}, all...), "; ")
}
