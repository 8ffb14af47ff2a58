// Package trials prints the record of trials, as a subcommand of tune.
package trials

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/trials"
)

const usage = `usage: go run ./scripts/tune trials [flags]

Prints the trials on the engine with their results, a line for each, the oldest first.

%s
Exit codes: 0 printed, 1 failed or no such trial, 2 wrong use.
`

// options are the checked flags.
type options struct {
	area, term, verdict, file string
	areas, json               bool
	width                     int
}

// Main is the subcommand; it returns the exit code.
func Main(_ context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune trials", stderr,
		func() (options, error) { return parseArgs(args, stdout) },
		func(o options) error { return show(disk, o, stdout) })
}

func parseArgs(args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("trials", flag.ContinueOnError)
	flags.StringVar(&o.area, "area", "", "only trials of area `NAME`; -areas lists them")
	flags.StringVar(&o.term, "term", "", "only trials whose term contains `TEXT`, as in \"singular extension\"")
	flags.StringVar(&o.verdict, "verdict", "", "only trials with this verdict: `kept`, rejected, open or measured")
	flags.StringVar(&o.file, "file", trials.File, "another `FILE` of trials")
	flags.BoolVar(&o.areas, "areas", false, "print areas and terms instead, with how many trials each has")
	flags.BoolVar(&o.json, "json", false, "print the lines as they are in the file")
	flags.IntVar(&o.width, "width", 160, "`columns` to which lines of the table are cut; 0: whole lines")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return o, err
	}
	switch {
	case o.area != "" && !slices.Contains(trials.Areas, o.area):
		return o, fmt.Errorf("-area %s: want one of %s", o.area, strings.Join(trials.Areas, ", "))
	case o.verdict != "" && !slices.Contains(trials.Verdicts, o.verdict):
		return o, fmt.Errorf("-verdict %s: want one of %s", o.verdict, strings.Join(trials.Verdicts, ", "))
	case o.width < 0:
		return o, fmt.Errorf("-width %d: want no negative number", o.width)
	case o.areas && o.json:
		return o, errors.New("want -areas or -json")
	}
	return o, nil
}

func show(disk afero.Fs, o options, stdout io.Writer) error {
	all, err := trials.ReadFile(disk, o.file)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(t trials.Trial) bool { return !o.chooses(t) })
	switch {
	case len(all) == 0:
		return errors.New("no such trial; -areas lists what there is")
	case o.areas:
		return printAreas(stdout, all)
	case o.json:
		for _, t := range all {
			if err := trials.Write(stdout, t); err != nil {
				return err
			}
		}
		return nil
	}
	return printTable(stdout, all, o.width)
}

func (o options) chooses(t trials.Trial) bool {
	return (o.area == "" || t.Area == o.area) && (o.verdict == "" || t.Verdict == o.verdict) &&
		strings.Contains(strings.ToLower(t.Term), strings.ToLower(o.term))
}
