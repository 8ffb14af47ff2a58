// Package table makes the tables of kept matches, each of which has a settings file and a log.
package table

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/output"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

const usage = `usage: go run ./scripts/arena table [flags] [DIR]

Computes a table of the matches in DIR, in Markdown. A match is a settings file, NAME.cfg, and the log that arena -keep
wrote beside it, NAME.jsonl.gz. DIR is ` + dir + ` without one.

%s
Exit codes: 0 done, 1 failed: a log is damaged, not whole or of other settings, 2 wrong use.
`

// dir is where the repository has its matches, from its root.
const dir = "scripts/arena/matches"

// The names of a match's files end so.
const (
	settingsExt = ".cfg"
	logExt      = ".jsonl.gz"
)

type command struct {
	dir   string
	short bool
}

// Command is arena table. It returns the exit code.
func Command(disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("arena table", stderr,
		func() (command, error) { return parse(args, stdout) },
		func(c command) error { return c.run(disk, stdout) })
}

func parse(args []string, stdout io.Writer) (command, error) {
	c := command{dir: dir}
	flags := flag.NewFlagSet("arena table", flag.ContinueOnError)
	flags.BoolVar(&c.short, "short", false, "a line for each opponent and time, a column for each rule")
	dirs, err := cli.ParseMixed(flags, args, cli.Source(usage, "./scripts/arena"), stdout)
	switch {
	case err != nil:
		return c, err
	case len(dirs) > 1:
		return c, fmt.Errorf("%q: want one folder", dirs[1])
	case len(dirs) == 1:
		c.dir = dirs[0]
	}
	return c, nil
}

func (c command) run(disk afero.Fs, stdout io.Writer) error {
	matches, err := read(disk, c.dir)
	if err != nil {
		return err
	}
	text := long(matches)
	if c.short {
		text = short(matches)
	}
	_, err = io.WriteString(stdout, text)
	return err
}

// A match is a finished match.
type match struct {
	name     string
	settings settings.Settings
	output.Result
}

// read returns the matches of a folder by name, "first" before "first-quarter". Settings without a log are matches that
// nobody has played yet.
func read(disk afero.Fs, dir string) (all []match, err error) {
	entries, err := afero.ReadDir(disk, dir)
	for _, e := range entries {
		name, isLog := strings.CutSuffix(e.Name(), logExt)
		if !isLog {
			continue
		}
		m := match{name: name}
		if err := m.read(disk, filepath.Join(dir, name)); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b match) int { return strings.Compare(a.name, b.name) })
	return all, err
}

func (m *match) read(disk afero.Fs, path string) (err error) {
	if m.settings, err = settings.OfMatch(disk, path+settingsExt); err != nil {
		return fmt.Errorf("%s: %w", path+settingsExt, err)
	}
	if n := len(m.settings.Players); n != 2 {
		return fmt.Errorf("%s: want two players, got %d", path+settingsExt, n)
	}
	var games []*game.Game
	err = record.ReadKept(disk, path+logExt, m.settings.Description(), func(g *game.Game) error {
		games = append(games, g)
		return nil
	})
	if err == nil {
		m.Result, err = output.New(m.settings, games)
	}
	if err != nil {
		return err
	}
	if played, all := m.Counts(); !m.Done() {
		return fmt.Errorf("%s: want %d games, got %d", path+logExt, all, played)
	}
	return nil
}
