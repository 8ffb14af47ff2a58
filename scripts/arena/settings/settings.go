// Package settings reads the arena's command line and its settings files, and checks them. It plays nothing.
package settings

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/internal/stats"
	"tahoun/search"
)

// Settings are a checked command line.
type Settings struct {
	Players     []player.Spec
	Plan        match.Plan
	Openings    string      // their file; "": none
	Plies       int         // stones of each opening that are used; 0: all
	Jobs        int         // games at once
	SPRT        *stats.Test // nil: none
	SPRTText    string      // as on the command line
	Anchor      int         // number of the player whose rating is 0; -1: none
	Out         string      // the run's folder
	Log         string      // file for the trial; "": none
	Keep        string      // file for the finished match's games; "": none
	Name        string      // of the match in a table of matches; "": it is no row
	LogIO       bool        // keep input and output of players, not only standard error
	StopOnFault bool
	Verbose     bool
	Warnings    []string
	Subject     *player.Spec // of the compliance test, which takes the place of a match; nil: none
	Against     string       // the commit that arena change plays against; "": another match
	Text        string       // the flags, as -config reads them
	dir         string       // at which relative paths begin
}

type commandLine struct {
	Settings // has the values that need no reading
	defaults player.Spec

	texts                                           []string // of players
	each, size, walls, memory, files                string
	order, openingRule, resign, draw, shard, anchor string
	start, games, threads                           int
	config, resume                                  string
	subject                                         string
	version                                         bool

	disk      afero.Fs
	flags     flagTable
	elsewhere bool // the players need not be on this machine
}

// Parse reads the command line, the settings file that it names, and the openings. Presets, which arena change has, are
// values of flags that neither gives. It returns flag.ErrHelp where the command line asks for a text instead.
func Parse(disk afero.Fs, args []string, stdout io.Writer, presets map[string]string) (Settings, error) {
	c := commandLine{disk: disk}
	err := c.parse(args, stdout, presets)
	return c.Settings, err
}

// OfShard reads the settings of a shard in a folder. Its players may be on another machine.
func OfShard(disk afero.Fs, dir string) (Settings, error) { return elsewhere(disk, "-continue", dir) }

// OfMatch reads a settings file. The players may be on another machine.
func OfMatch(disk afero.Fs, name string) (Settings, error) { return elsewhere(disk, "-config", name) }

func elsewhere(disk afero.Fs, args ...string) (Settings, error) {
	c := commandLine{disk: disk, elsewhere: true}
	err := c.parse(args, io.Discard, nil)
	return c.Settings, err
}

// Flags returns the flags of the arena.
func Flags() *flag.FlagSet { return new(commandLine).table().set }

func (c *commandLine) parse(args []string, stdout io.Writer, presets map[string]string) error {
	c.flags = c.table()
	if err := cli.Parse(c.flags.set, args, cli.Source(usage, "./scripts/arena"), stdout); err != nil {
		return err
	}
	if c.version {
		return cli.Print(stdout, fmt.Sprintln("Tahoun arena", search.Build(nil)))
	}
	if presets != nil {
		const why = "each run builds for itself; the same command with -out DIR goes on"
		if err := c.flags.refuse(resumes, why); err != nil {
			return err
		}
	}
	err := c.read(presets)
	if err == nil {
		c.Text, err = c.flags.text(c.texts, c.dir)
	}
	switch {
	case err != nil:
		return err
	case c.subject != "":
		return c.setSubject()
	}
	return c.check()
}

func (c *commandLine) setSubject() error {
	if len(c.texts) > 0 {
		return errors.New("-check: want no -p")
	}
	c.texts = []string{c.subject}
	err := c.setPlayers()
	if err == nil {
		c.Subject = &c.Players[0]
	}
	return err
}

// check sets the settings from the flags, and checks them.
func (c *commandLine) check() error {
	if c.resume != "" {
		c.Out = c.resume
	}
	c.Log = from(c.dir, c.Log)
	for _, r := range c.flags.rows {
		if n, ok := r.value.(*int); ok && r.traits&natural != 0 && *n < 0 {
			return fmt.Errorf("-%s %d: want 0 or more", r.name, *n)
		}
	}
	for _, step := range []func() error{
		c.setPairs, c.setTerms, c.setPlayers, c.setOpeningRule, c.setAdjudication, c.setOpenings, c.setStatistics,
		c.setShard,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	for _, p := range c.Players {
		c.threads = max(c.threads, p.Threads)
	}
	c.setJobs(runtime.GOMAXPROCS(0), c.threads)
	if c.Out == "" {
		c.Out = RunName()
	}
	c.Name, _, _ = strings.Cut(filepath.Base(cmp.Or(c.Keep, c.config)), ".") // no path: an empty name
	return c.Plan.Check()
}

// RunName returns the name of a run's folder for now.
func RunName() string { return time.Now().Format("arena-2006-01-02-150405") }

func (c *commandLine) setPairs() error {
	given := cli.Given(c.flags.set)
	if given["games"] {
		switch {
		case given["pairs"]:
			return fmt.Errorf("-games %d: want -games or -pairs, not both", c.games)
		case c.games%2 != 0:
			return fmt.Errorf("-games %d: want an even number, since openings are played with both colours", c.games)
		case c.games < 2:
			return fmt.Errorf("-games %d: want 2 or more", c.games)
		}
		c.Plan.Pairs = c.games / 2
	}
	if c.Plan.Pairs < 1 || c.Plan.Pairs >= match.Endless {
		return fmt.Errorf("-pairs %d: want 1 or more, below %d", c.Plan.Pairs, match.Endless)
	}
	if c.SPRTText != "" && !given["pairs"] && !given["games"] {
		c.Plan.Pairs = match.Endless
	}
	return nil
}

func (c *commandLine) setTerms() error {
	t := &c.Plan.Terms
	width, height, oblong := strings.Cut(c.size, "x")
	if !oblong {
		height = width
	}
	var err1, err2 error
	t.Width, err1 = strconv.Atoi(width)
	t.Height, err2 = strconv.Atoi(height)
	if err1 != nil || err2 != nil {
		return fmt.Errorf("-size %s: want 20 or 12x18", c.size)
	}
	for field := range strings.FieldsSeq(c.walls) {
		var p board.Point
		if _, err := fmt.Sscanf(field, "%d,%d", &p.X, &p.Y); err != nil || p.String() != field {
			return fmt.Errorf("-walls: want squares like 7,7, got %q", field)
		}
		t.Walls = append(t.Walls, p)
	}
	return t.Check()
}

func (c *commandLine) setPlayers() error {
	var err error
	if c.defaults.Memory, err = player.ParseBytes(c.memory); err != nil {
		return fmt.Errorf("-memory %s: %w", c.memory, err)
	}
	if c.defaults.Files, err = manager.ParseStyle(c.files); err != nil {
		return fmt.Errorf("-files %s: %w", c.files, err)
	}
	if c.each != "" {
		if c.defaults, err = player.ParseOptions(c.each, c.defaults); err != nil {
			return fmt.Errorf("-each: %w", err)
		}
	}
	name := "p"
	if c.subject != "" {
		name = "check"
	}
	taken := map[string]bool{}
	for _, text := range c.texts {
		spec, err := player.Parse(text, c.defaults)
		if err != nil {
			return err
		}
		if _, err := c.Located(spec).Program(); err != nil && !c.elsewhere {
			return fmt.Errorf("-%s %s: %w", name, game.Line(text), err)
		}
		label := spec.Label
		for n := 2; taken[label]; n++ {
			label = fmt.Sprintf("%s %d", spec.Label, n)
		}
		spec.Label = label
		taken[label] = true
		c.Players = append(c.Players, spec)
	}
	c.Plan.Players = len(c.Players)
	return nil
}

func (c *commandLine) setStatistics() error {
	c.Anchor = -1
	for i, p := range c.Players {
		if c.anchor != "" && p.Label == c.anchor {
			c.Anchor = i
		}
	}
	if c.anchor != "" && c.Anchor < 0 {
		return fmt.Errorf("-anchor %s: no such player", c.anchor)
	}
	if c.SPRTText == "" {
		return nil
	}
	test, err := parseSPRT(c.SPRTText)
	if err != nil {
		return err
	}
	if len(c.Players) != 2 {
		return fmt.Errorf("-sprt: want two players, got %d", len(c.Players))
	}
	c.SPRT = &test
	return nil
}

// setShard sets the part of the schedule that the run plays. A shard sees too few games for the test, so the test is
// left to merge.
func (c *commandLine) setShard() (err error) {
	if c.shard == "" {
		return nil
	}
	if c.Plan.Shard, err = cli.ParseShard(c.shard); err != nil {
		return fmt.Errorf("-shard %s: %w", c.shard, err)
	}
	if c.elsewhere {
		return nil
	}
	if c.Endless() {
		return errors.New("-shard: want -pairs, since a shard does not see the games that the test counts")
	}
	if c.Log != "" {
		return errors.New("-log: a shard is no whole trial; give it to arena merge")
	}
	c.SPRT = nil
	if c.Plan.Schedule().Count() == 0 {
		return fmt.Errorf("-shard %s: want more -pairs, since there are too few for this shard", c.shard)
	}
	return nil
}

// Endless reports whether only the test ends the match.
func (s Settings) Endless() bool { return s.Plan.Pairs == match.Endless }

// setJobs sets how many games run at once, and warns of too many.
func (s *Settings) setJobs(cores, threads int) {
	threads = max(1, threads)
	if s.Jobs < 1 {
		s.Jobs = max(1, cores/threads)
	}
	if s.Jobs*threads > cores {
		s.Warnings = append(s.Warnings, fmt.Sprintf(
			"%d games at once with %d threads each on %d cores: players compete for cores, so times mean little",
			s.Jobs, threads, cores))
	}
}

// Labels returns the players' names.
func (s Settings) Labels() []string {
	all := make([]string, len(s.Players))
	for i, p := range s.Players {
		all[i] = p.Label
	}
	return all
}

// Located returns a player whose program and folder do not depend on the current folder.
func (s Settings) Located(spec player.Spec) player.Spec {
	if name := spec.Args[0]; filepath.Base(name) != name { // others are looked for in PATH
		spec.Args = append([]string{from(s.dir, name)}, spec.Args[1:]...)
	}
	spec.Folder = from(s.dir, spec.Folder)
	return spec
}

// Description returns the run's description, with which the log must agree. It leaves out defaults that older versions
// did not write.
func (s Settings) Description() record.Description {
	p, t := s.Plan, s.Plan.Terms
	d := record.Description{
		Players: slices.Clone(s.Players), Seed: p.Seed, Openings: match.Hash(p.Openings), Turned: p.Turned,
		Gauntlet: p.Gauntlet, Width: t.Width, Height: t.Height, Rule: t.Rule, Walls: t.Walls,
		Spare: t.Spare, MaxMoves: t.MaxMoves, Resign: t.Resign.String(), Draw: t.Draw.String(), Shard: p.Shard.String(),
	}
	if p.InOrder {
		d.Order = sequential
	}
	if p.First > 0 {
		d.Start = p.First + 1
	}
	if t.Swap2 && !t.BlackFirst { // that of koth players goes without saying
		d.OpeningRule = swap2
	}
	return d
}
