// Package change plays the working tree against a commit, and tells whether it is stronger.
package change

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/arena/run"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/match"
)

const usage = `usage: go run ./scripts/arena change [-nodes N | -time TIME] [-against COMMIT] [flags of the arena]

Is my change stronger? Builds pbrain-tahoun of the working tree, committed or not, and that of a commit,
and lets them play until an SPRT has decided between 0 and 10 Elo. The openings are those of
testdata/openings that fit the board and the rule, turned.

%s
All other flags are those of the arena (go run ./scripts/arena -h), and override these presets:
-size 15, -rule 4, -sprt 0,5, -pairs 500, -openings FILE ... The run's folder keeps both executables; with
the same -out DIR the same command goes on.

Exit codes: 0 answered, 1 failed, interrupted, or there is no change, 2 wrong use.
`

const newLabel, oldLabel = "new", "old" // of the players

// A change is the checked command line of arena change.
type change struct {
	nodes   uint64            // a move; 0: the time limits it
	threads int               // of a player whose time is limited
	against string            // a commit; "": HEAD, if the working tree differs from it
	args    []string          // of the match, without the players
	presets map[string]string // flags of the match, unless the user gives them
	plan    settings.Settings // of the match, with other players
	versions
}

// parse reads the command line, and finds the versions unless it asks for help.
func parse(disk afero.Fs, find func() (versions, error), args []string, stdout io.Writer) (change, error) {
	var c change
	flags := flag.NewFlagSet("change", flag.ContinueOnError)
	flags.Uint64Var(&c.nodes, "nodes", 20000, "search `N` positions a move: the same games on every machine")
	limit := flags.String("time", "", "`TIME` of a move, instead of -nodes: counts what the change costs, too")
	flags.IntVar(&c.threads, "threads", 1, "threads of each player; more than one with -time only")
	flags.StringVar(&c.against, "against", "", "play against `COMMIT`; without it HEAD")
	ofMatch := settings.Flags()
	own, others := splitArgs(flags, ofMatch, args)
	if err := cli.Parse(flags, own, usage, stdout); err != nil {
		return c, err
	}
	ofMatch.SetOutput(io.Discard)
	_ = ofMatch.Parse(others) // setPlan reports the error
	given, matchGiven := cli.Given(flags), cli.Given(ofMatch)
	switch {
	case given["nodes"] && given["time"]:
		return c, errors.New("want -nodes or -time, not both")
	case !given["time"] && c.nodes < 1:
		return c, errors.New("-nodes 0: want 1 or more")
	case c.threads < 1 || c.threads > 1 && !given["time"]:
		return c, fmt.Errorf("-threads %d: want 1, or more with -time", c.threads)
	case given["time"]:
		c.nodes = 0
		others = append(others, "-time", *limit)
	}
	c.args = others
	c.presets = map[string]string{"sprt": "0,10", "threads": strconv.Itoa(c.threads)}
	if !matchGiven["opening-rule"] { // by which the players place the openings
		c.presets["turned"] = "true"
	}
	if c.nodes > 0 {
		c.presets["time"] = "100s" // which no search of so many nodes takes
	}
	var err error
	if c.versions, err = find(); err == nil {
		err = c.setPlan(disk)
	}
	return c, err
}

// splitArgs returns the arguments that are flags of own with their values, or ask for help, and the others, which are
// flags of match.
func splitArgs(own, match *flag.FlagSet, args []string) (mine, others []string) {
	for len(args) > 0 {
		name, _, joined := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-"), "=")
		to, f := &mine, own.Lookup(name)
		if f == nil && name != "h" && name != "help" {
			to, f = &others, match.Lookup(name)
		}
		n := 1
		switch {
		case !strings.HasPrefix(args[0], "-"): // no flag
			to = &others
		case f != nil && !joined && !cli.Switch(f):
			n = min(2, len(args))
		}
		*to, args = append(*to, args[:n]...), args[n:]
	}
	return mine, others
}

// setPlan checks the flags of the match, with this program in the place of the players, and adds those that
// depend on others.
func (c *change) setPlan(disk afero.Fs) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if c.plan, err = c.match(disk, self, self); err != nil {
		return err
	}
	if c.plan.Openings == "" && !c.plan.Plan.Terms.Swap2 {
		c.presets["openings"] = filepath.Join(c.root(), "testdata", "openings", openingsFor(c.plan.Plan.Terms))
	}
	c.args = append(c.args, "-out", c.plan.Out)
	return nil
}

// match returns the match between two executables. They need no pause, since Tahoun reads at any time.
func (c *change) match(disk afero.Fs, newer, older string) (settings.Settings, error) {
	limit := fmt.Sprintf("-threads %d", c.threads)
	if c.nodes > 0 {
		limit = fmt.Sprintf("-nodes %d", c.nodes)
	}
	args := slices.Clone(c.args)
	for _, p := range []struct{ label, program string }{{newLabel, newer}, {oldLabel, older}} {
		quote := "'"
		if strings.Contains(p.program, quote) {
			quote = `"`
		}
		args = append(args, "-p", fmt.Sprintf("pipe,pause=0,label=%s:%s %s", p.label, quote+p.program+quote, limit))
	}
	return settings.Parse(disk, args, io.Discard, c.presets)
}

// openingsFor names the file of testdata/openings with openings for a board and a rule: those still open, where there
// is such a file.
func openingsFor(t match.Terms) string {
	small := min(t.Width, t.Height) < 20
	switch {
	case t.Rule&board.Renju != 0:
		return "renju-15-even.txt"
	case t.Rule&board.ExactFive != 0 && small:
		return "exact-five-15.txt"
	case t.Rule&board.ExactFive != 0:
		return "exact-five-20-even.txt"
	case small:
		return "freestyle-15.txt"
	}
	return "freestyle-20-even.txt"
}

// Command is arena change. It returns the exit code.
func Command(ctx context.Context, disk afero.Fs, open match.Open, args []string, stdout, stderr io.Writer) int {
	return command(ctx, disk, open, hereVersions, args, stdout, stderr)
}

func command(ctx context.Context, disk afero.Fs, open match.Open, find func() (versions, error),
	args []string, stdout, stderr io.Writer) int {
	return cli.Main("arena change", stderr,
		func() (change, error) { return parse(disk, find, args, stdout) },
		func(c change) error { return c.run(ctx, disk, open, stdout, stderr) })
}

// run builds both versions and, unless they play alike, the match.
func (c *change) run(ctx context.Context, disk afero.Fs, open match.Open, stdout, stderr io.Writer) error {
	commit, err := c.opponent()
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "arena change: building the working tree and %s\n", commit)
	s, alike, err := c.prepare(ctx, disk, open, commit)
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted")
	case err != nil:
		return err
	case alike != "":
		fmt.Fprintf(stdout, "The working tree plays the same moves as %s: %s.\n", commit, alike)
		return nil
	}
	s.Against = commit
	return run.Match(ctx, disk, open, s, stdout, stderr)
}

// opponent returns the hash of the commit to play against. It returns an error if that is the working tree, or if
// nobody can tell.
func (c *change) opponent() (commit string, err error) {
	changed := true
	if c.against == "" {
		changed, err = c.changed()
	}
	if err == nil {
		commit, err = c.resolve(cmp.Or(c.against, "HEAD"))
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("want git and a repository with the commit to play against: %w", err)
	case !changed:
		return "", errors.New(
			"the working tree is HEAD, so there is no change; -against COMMIT plays against another commit")
	}
	return commit, nil
}
