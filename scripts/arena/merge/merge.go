// Package merge joins the shards of a run into a run of its own.
package merge

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/output"
	"tahoun/scripts/arena/run"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

const usage = `usage: go run ./scripts/arena merge [flags] DIR...

Joins the shards of a run into a run of its own: one table, one report, one verdict. A DIR is the folder of a shard, or
one with such folders in it. arena -continue goes on with the merged run.

%s
Exit codes: 0 the run is whole or its test has decided, 1 failed or games are missing, 2 wrong use.
`

type command struct {
	dirs     []string
	out, log string
	watch    bool
}

// Command is arena merge. It returns the exit code.
func Command(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("arena merge", stderr,
		func() (command, error) { return parse(args, stdout) },
		func(c command) error { return c.run(ctx, disk, stdout, stderr) })
}

func parse(args []string, stdout io.Writer) (c command, err error) {
	flags := flag.NewFlagSet("arena merge", flag.ContinueOnError)
	flags.StringVar(&c.out, "out", "", "`DIR` for the merged run; without it arena-DATE-TIME")
	flags.StringVar(&c.log, "log", "", "add the finished match to `FILE` as a trial; see tune trials")
	flags.BoolVar(&c.watch, "watch", false,
		"look again whenever a shard has got further, until the run is whole or its test has decided")
	if c.dirs, err = cli.ParseMixed(flags, args, cli.Source(usage, "./scripts/arena"), stdout); err != nil {
		return c, err
	}
	if len(c.dirs) == 0 {
		return c, errors.New("want the folders of shards")
	}
	c.out = cmp.Or(c.out, settings.RunName())
	return c, nil
}

// every is the least time between two looks at the shards, and share bounds the cost of looking: of so many seconds one
// goes into it.
const (
	every = 2 * time.Second
	share = 20
)

// run merges once, or until there is nothing to wait for.
func (c command) run(ctx context.Context, disk afero.Fs, stdout, stderr io.Writer) error {
	seen := ""
	for {
		begun := time.Now()
		state := c.state(disk)
		if state != seen || !c.watch {
			seen = state
			m, err := c.merge(disk)
			switch {
			case c.watch && errors.Is(err, errNoShard):
			case err != nil:
				return err
			case !c.watch || m.result.Done():
				return m.finish(disk, c, stdout)
			default:
				fmt.Fprintln(stderr, m.result.Line())
				if err := m.result.WriteUnfinishedPage(disk); err != nil {
					return err
				}
			}
		}
		select {
		case <-ctx.Done():
			return errors.New("interrupted; the same command goes on")
		case <-time.After(max(every, share*time.Since(begun))):
		}
	}
}

// state tells whether a shard has got further: by the sizes of all logs.
func (c command) state(disk afero.Fs) string {
	var sizes []string
	dirs, _ := c.shardDirs(disk)
	for _, dir := range dirs {
		if info, err := disk.Stat(filepath.Join(dir, record.Name)); err == nil {
			sizes = append(sizes, fmt.Sprint(dir, info.Size()))
		}
	}
	return strings.Join(sizes, "\n")
}

// shardDirs returns the folders of the shards, each once. A folder that is no run stands for the runs in it, without
// the merged one. The error names the first folder without a run.
func (c command) shardDirs(disk afero.Fs) (all []string, err error) {
	taken := map[string]bool{absolute(c.out): true}
	add := func(dir string) (isRun bool) {
		isRun, _ = afero.Exists(disk, filepath.Join(dir, settings.Name))
		if path := absolute(dir); isRun && !taken[path] {
			taken[path] = true
			all = append(all, dir)
		}
		return isRun
	}
	for _, dir := range c.dirs {
		found := add(dir)
		if !found {
			entries, _ := afero.ReadDir(disk, dir)
			for _, e := range entries {
				inside := filepath.Join(dir, e.Name())
				found = add(inside) && absolute(inside) != absolute(c.out) || found
			}
		}
		if !found && err == nil {
			err = fmt.Errorf("%s: %w", dir, errNoShard)
		}
	}
	return all, err
}

// absolute returns the absolute form of a path, or the path where there is none.
func absolute(path string) string {
	full, _ := filepath.Abs(path)
	return cmp.Or(full, path)
}

// A merged run is the whole that its shards make.
type merged struct {
	settings settings.Settings
	result   output.Result
	missing  []string // shards without a folder
	known    bool     // the same merge was done before: its trial was added
}

var errNoShard = errors.New("no shard of a run there")

// merge writes the whole run from its shards.
func (c command) merge(disk afero.Fs) (m merged, err error) {
	dirs, err := c.shardDirs(disk)
	if err != nil && (!c.watch || len(dirs) == 0) { // under -watch they may still come
		return m, err
	}
	shards, err := readShards(disk, dirs)
	if err != nil {
		return m, err
	}
	m.settings = shards[0].whole
	m.settings.Out, m.settings.Log = c.out, c.log
	var parts []record.Part
	there := map[int]bool{}
	for _, s := range shards {
		there[s.part.Index] = true
		parts = append(parts, record.Part{Dir: s.dir, Run: s.run})
	}
	for i, count := 1, shards[0].part.Count; i <= count; i++ {
		if !there[i] {
			m.missing = append(m.missing, cli.Shard{Index: i, Count: count}.String())
		}
	}
	if c.log != "" {
		if m.known, err = m.wasDone(disk); err != nil {
			return m, err
		}
	}
	return m, m.write(disk, parts)
}

// note begins the settings of a merged run, until -continue has played games of its own there.
const note = "# Merged from shards. arena -continue goes on with it; then merge no longer writes here.\n"

// wasDone reports whether the folder has the merged run already, and done.
func (m *merged) wasDone(disk afero.Fs) (bool, error) {
	there, err := afero.Exists(disk, filepath.Join(m.settings.Out, record.Name))
	if err != nil || !there {
		return false, err
	}
	var games []*game.Game
	_, err = record.Read(disk, m.settings.Out, func(g *game.Game) error {
		games = append(games, &game.Game{ID: g.ID, X: g.X, O: g.O, Result: g.Result})
		return nil
	})
	if err != nil {
		return false, err
	}
	result, err := output.New(m.settings, games)
	return err == nil && result.Done(), err
}

// write writes the run's folder from its parts, and sets the result.
func (m *merged) write(disk afero.Fs, parts []record.Part) error {
	out := m.settings.Out
	there, err := afero.Exists(disk, filepath.Join(out, record.Name))
	if err != nil {
		return err
	}
	config, err := settings.ReadFile(disk, filepath.Join(out, settings.Name))
	if there && (err != nil || !bytes.HasPrefix(config, []byte(note))) {
		return fmt.Errorf("%s holds a run that was not merged, or went on; want another -out", out)
	}
	if err := run.MakeFolder(disk, out); err != nil {
		return err
	}
	lines := slices.DeleteFunc(strings.SplitAfter(m.settings.Text, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "shard ") || strings.HasPrefix(line, "#")
	})
	m.settings.Text = note + strings.Join(lines, "")
	if err := m.settings.Write(disk); err != nil {
		return err
	}
	if err := record.Merge(disk, out, m.settings.Description(), parts); err != nil {
		return err
	}
	for _, p := range parts {
		if err := copyGames(disk, p.Dir, out); err != nil {
			return err
		}
	}
	log, err := record.Open(disk, out, m.settings.Description())
	if err != nil {
		return err
	}
	m.result, err = output.New(m.settings, log.Games)
	return errors.Join(err, log.Close())
}

// finish prints the result. It returns an error if games are missing, unless the test has decided.
func (m merged) finish(disk afero.Fs, c command, stdout io.Writer) error {
	err := m.result.Print(stdout)
	if c.log != "" && !m.known && m.result.Done() {
		err = errors.Join(err, m.result.KeepTrials(disk))
	}
	err = errors.Join(err, m.result.WritePage(disk))
	fmt.Fprintf(stdout, "\n%s: games, log and report.html\n", c.out)
	if err != nil || m.result.Done() {
		return err
	}
	played, all := m.result.Counts()
	text := fmt.Sprintf("%d of %d games are missing", all-played, all)
	if m.missing != nil {
		text += "; no folder of shard " + strings.Join(m.missing, ", ")
	}
	return errors.New(text)
}
