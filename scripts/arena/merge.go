package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

const mergeUsage = `usage: go run ./scripts/arena merge [flags] DIR...

Joins the shards of a run into a run of its own: one table, one report, one verdict. A DIR is the folder of a shard, or
one with such folders in it. arena -continue goes on with the merged run.

%s
Exit codes: 0 the run is whole or its test has decided, 1 failed or games are missing, 2 wrong use.
`

// mergeOptions are the checked command line of merge.
type mergeOptions struct {
	dirs     []string
	out, log string
	watch    bool
}

// runMerge is the command merge. It returns the exit code.
func runMerge(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("arena merge", stderr,
		func() (mergeOptions, error) { return parseMerge(args, stdout) },
		func(m mergeOptions) error { return m.run(ctx, disk, stdout, stderr) })
}

func parseMerge(args []string, stdout io.Writer) (m mergeOptions, err error) {
	flags := flag.NewFlagSet("arena merge", flag.ContinueOnError)
	flags.StringVar(&m.out, "out", "", "`DIR` for the merged run; without it arena-DATE-TIME")
	flags.StringVar(&m.log, "log", "", "add the finished match to `FILE` as a trial; see tune trials")
	flags.BoolVar(&m.watch, "watch", false, "look again whenever a shard has got further, until the run is whole or its test has decided")
	if m.dirs, err = cli.ParseMixed(flags, args, cli.Source(mergeUsage, "./scripts/arena"), stdout); err != nil {
		return m, err
	}
	if len(m.dirs) == 0 {
		return m, errors.New("want the folders of shards")
	}
	m.out = cmp.Or(m.out, runName())
	return m, nil
}

// mergeEvery is the least time between two looks at the shards, and mergeShare bounds what looking costs: of so many
// seconds one goes into it.
const (
	mergeEvery = 2 * time.Second
	mergeShare = 20
)

// run merges once, or until there is nothing to wait for.
func (m mergeOptions) run(ctx context.Context, disk afero.Fs, stdout, stderr io.Writer) error {
	seen := ""
	for {
		begun := time.Now()
		state := m.state(disk)
		if state != seen || !m.watch {
			seen = state
			w, err := m.merge(disk)
			switch {
			case m.watch && errors.Is(err, errNoShard):
			case err != nil:
				return err
			case !m.watch || w.standings.done():
				return w.finish(disk, m, stdout)
			default:
				fmt.Fprintln(stderr, (&matchProgress{o: w.options, t: w.standings}).result())
				if err := writeReport(disk, w.options, w.standings.unfinished(w.options)); err != nil {
					return err
				}
			}
		}
		select {
		case <-ctx.Done():
			return errors.New("interrupted; the same command goes on")
		case <-time.After(max(mergeEvery, mergeShare*time.Since(begun))):
		}
	}
}

// state tells whether a shard has got further: by the sizes of all logs.
func (m mergeOptions) state(disk afero.Fs) string {
	var sizes []string
	dirs, _ := m.shardDirs(disk)
	for _, dir := range dirs {
		if info, err := disk.Stat(filepath.Join(dir, record.Name)); err == nil {
			sizes = append(sizes, fmt.Sprint(dir, info.Size()))
		}
	}
	return strings.Join(sizes, "\n")
}

// shardDirs returns the folders of the shards, each once. A folder that is no run stands for the runs in it, without the
// merged one. The error names the first folder without a run.
func (m mergeOptions) shardDirs(disk afero.Fs) (all []string, err error) {
	taken := map[string]bool{absolute(m.out): true}
	add := func(dir string) (isRun bool) {
		isRun, _ = afero.Exists(disk, filepath.Join(dir, configName))
		if path := absolute(dir); isRun && !taken[path] {
			taken[path] = true
			all = append(all, dir)
		}
		return isRun
	}
	for _, dir := range m.dirs {
		found := add(dir)
		if !found {
			entries, _ := afero.ReadDir(disk, dir)
			for _, e := range entries {
				inside := filepath.Join(dir, e.Name())
				found = add(inside) && absolute(inside) != absolute(m.out) || found
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
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// A merged run is the whole that its shards make.
type merged struct {
	options   options
	standings *standings
	missing   []string // shards without a folder
	known     bool     // the same merge was done before: its trial was added
}

var errNoShard = errors.New("no shard of a run there")

// merge writes the whole run from its shards.
func (m mergeOptions) merge(disk afero.Fs) (w merged, err error) {
	dirs, err := m.shardDirs(disk)
	if err != nil && (!m.watch || len(dirs) == 0) { // under -watch they may still come
		return w, err
	}
	var shards []shard
	holders := map[int]string{} // of a shard, by its index
	for _, dir := range dirs {
		s, err := readShard(disk, dir)
		if err == nil && len(shards) > 0 {
			err = s.compare(shards[0])
		}
		if other := holders[s.part.Index]; err == nil && other != "" {
			err = fmt.Errorf("%s and %s are both shard %v", other, dir, s.part)
		}
		if err != nil {
			return w, err
		}
		shards = append(shards, s)
		holders[s.part.Index] = dir
	}
	w.options = shards[0].whole
	w.options.out, w.options.log = m.out, m.log
	for i, count := 1, shards[0].part.Count; i <= count; i++ {
		if holders[i] == "" {
			w.missing = append(w.missing, cli.Shard{Index: i, Count: count}.String())
		}
	}
	var parts []record.Part
	for _, s := range shards {
		parts = append(parts, record.Part{Dir: s.dir, Run: s.run})
	}
	if m.log != "" {
		if w.known, err = w.options.wasDone(disk); err != nil {
			return w, err
		}
	}
	w.standings, err = w.options.write(disk, parts)
	return w, err
}

// mergedNote begins the settings of a merged run, until -continue has played games of its own there.
const mergedNote = "# Merged from shards. arena -continue goes on with it; then merge no longer writes here.\n"

// wasDone reports whether the folder has the merged run already, and done.
func (o options) wasDone(disk afero.Fs) (bool, error) {
	there, err := afero.Exists(disk, filepath.Join(o.out, record.Name))
	if err != nil || !there {
		return false, err
	}
	var games []*game.Game
	_, err = record.Read(disk, o.out, func(g *game.Game) error {
		games = append(games, &game.Game{ID: g.ID, X: g.X, O: g.O, Result: g.Result})
		return nil
	})
	if err != nil {
		return false, err
	}
	t, err := newStandings(o, games)
	return err == nil && t.done(), err
}

// write writes the run's folder from its parts, and returns its standings.
func (o options) write(disk afero.Fs, parts []record.Part) (*standings, error) {
	there, err := afero.Exists(disk, filepath.Join(o.out, record.Name))
	if err != nil {
		return nil, err
	}
	config, err := file.ReadWhole(disk, filepath.Join(o.out, configName), maxConfig)
	if there && (err != nil || !bytes.HasPrefix(config, []byte(mergedNote))) {
		return nil, fmt.Errorf("%s holds a run that was not merged, or went on; want another -out", o.out)
	}
	if err := makeOutDir(disk, o.out); err != nil {
		return nil, err
	}
	o.config = mergedNote + withoutSetting(o.config, "shard")
	if err := o.writeSettings(disk); err != nil {
		return nil, err
	}
	if err := record.Merge(disk, o.out, o.description(), parts); err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := copyGames(disk, p.Dir, o.out); err != nil {
			return nil, err
		}
	}
	log, err := record.Open(disk, o.out, o.description())
	if err != nil {
		return nil, err
	}
	t, err := newStandings(o, log.Games)
	return t, errors.Join(err, log.Close())
}

// withoutSetting drops a flag from the text of settings.
func withoutSetting(settings, name string) string {
	lines := slices.DeleteFunc(strings.SplitAfter(settings, "\n"), func(line string) bool {
		return strings.HasPrefix(line, name+" ") || strings.HasPrefix(line, "#")
	})
	return strings.Join(lines, "")
}

// copyGames copies the files of single games.
func copyGames(disk afero.Fs, from, to string) error {
	for _, kind := range record.Kinds {
		entries, err := afero.ReadDir(disk, filepath.Join(from, kind))
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := disk.MkdirAll(filepath.Join(to, kind), 0o755); err != nil {
			return err
		}
		for _, e := range entries {
			if err := copyNew(disk, filepath.Join(from, kind, e.Name()), filepath.Join(to, kind, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyNew copies a file unless there is one of the same size. On a real disk a link does, which takes a sixth of the time:
// games are replaced by renaming, so that no file of a shard or of the merged run changes under the other's name.
func copyNew(disk afero.Fs, from, to string) error {
	if _, real := disk.(*afero.OsFs); real && os.Link(from, to) == nil {
		return nil
	}
	source, err := disk.Stat(from)
	if err != nil {
		return err
	}
	if old, err := disk.Stat(to); err == nil && old.Size() == source.Size() {
		return nil
	}
	content, err := file.ReadWhole(disk, from, source.Size())
	if err != nil {
		return err
	}
	return file.ReplaceByRename(disk, to, file.Content(content))
}

// finish prints the result. It returns an error if games are missing, unless the test has decided.
func (w merged) finish(disk afero.Fs, m mergeOptions, stdout io.Writer) error {
	err := w.standings.print(stdout, w.options)
	if m.log != "" && !w.known && w.standings.done() {
		err = errors.Join(err, w.standings.keepTrials(disk, w.options))
	}
	err = errors.Join(err, writeReport(disk, w.options, w.standings.report(w.options)))
	fmt.Fprintf(stdout, "\n%s: games, log and report.html\n", w.options.out)
	if err != nil || w.standings.done() {
		return err
	}
	all := w.standings.schedule.Len()
	text := fmt.Sprintf("%d of %d games are missing", all-len(w.standings.games), all)
	if w.missing != nil {
		text += "; no folder of shard " + strings.Join(w.missing, ", ")
	}
	return errors.New(text)
}
