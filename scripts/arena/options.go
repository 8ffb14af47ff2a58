package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
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
	"tahoun/scripts/internal/stats"
	"tahoun/search"
)

const usage = `usage: go run ./scripts/arena -p PLAYER -p PLAYER [flags]
       go run ./scripts/arena -continue DIR [-pairs N]
       go run ./scripts/arena -check PLAYER [flags]
       go run ./scripts/arena merge [flags] DIR...
       go run ./scripts/arena change [flags]

Lets programs play gomoku against each other. A PLAYER is file:COMMAND (the old file protocol),
pipe:COMMAND (Gomocup's pipe protocol) or koth:COMMAND (a bot of the code-golf site's Swap2
king-of-the-hill); the arena's README.md has the options of a player. Change needs Tahoun's source and Go.

%s
Before the first game the arena starts every player once. If one gives no move, it says so and plays nothing.

Exit codes: 0 all played, 1 failed, interrupted or every game ended by a fault, 2 wrong use.
`

// stylesUsage describes -files.
func stylesUsage() string {
	text := "`STYLE` of file names and line ends, the latter for pipe brains too; without it dos on Windows, else unix"
	for _, style := range []struct {
		manager.Style
		end string
	}{{manager.DOS, "CR LF"}, {manager.Unix, "LF"}} {
		text += fmt.Sprintf("\n%s: %s, %s", style.Style, strings.Join(style.Names(), " "), style.end)
	}
	return text
}

// options are the checked command line.
type options struct {
	players  []player.Spec
	plan     match.Plan
	jobs     int
	sprt     *stats.Test // nil: none
	sprtText string      // as on the command line
	anchor   int         // -1: none
	out      string
	config   string // the flags, as -config reads them
	dir      string // at which relative paths of players begin
	log      string // file for the trial; "": none
	openings string // their file; "": none
	logs     logFlags
	plies    int // stones of each that are used; 0: all
	verbose  bool
	warnings []string
	subject  *player.Spec // of the compliance test; nil: none
	compared *comparison  // of arena change; nil: another match
}

// rawFlags are flags that the flag package cannot parse by itself.
type rawFlags struct {
	players                                  []string
	each                                     string
	size, walls, memory, files, sprt, anchor string
	pairs, games, threads                    int
	defaults                                 player.Spec
	opening                                  openingFlags
	adjudicationFlags
	configFlags
	given   map[string]bool // flags, by name
	shard   string
	merging bool   // read a shard of another machine, to join it with the rest
	subject string // of -check; "": none
}

// parse reads the command line and the openings file.
func parse(disk afero.Fs, args []string, stdout io.Writer) (options, error) {
	return rawFlags{}.parse(disk, args, stdout)
}

// register returns the flags that set r and o, and -version.
func (r *rawFlags) register(o *options) (flags *flag.FlagSet, version *bool) {
	flags = flag.NewFlagSet("arena", flag.ContinueOnError)
	flags.Func("p", "a `PLAYER`; give two or more", func(s string) error { r.players = append(r.players, s); return nil })
	flags.StringVar(&r.each, "each", "", "`OPTIONS` of all players, as in nodes=20000,info.KEY=VALUE; those in -p override them")
	flags.StringVar(&r.size, "size", "20", "board `SIZE`, or 12x18 for columns and rows")
	cli.RuleVar(flags, &o.plan.Terms.Rule)
	flags.StringVar(&r.walls, "walls", "", "`SQUARES` that nobody may use, as in \"7,7 8,7\"")
	flags.IntVar(&r.pairs, "pairs", 10, "pairs of games between every two players, colours swapped in each; with -sprt unlimited unless given")
	flags.IntVar(&r.games, "games", 0, "games between every two players, instead of -pairs")
	r.opening.register(flags)
	flags.BoolVar(&o.plan.Turned, "turned", false, "turn, mirror and shift the openings at random")
	flags.Uint64Var(&o.plan.Seed, "seed", 1, "the same seed gives the same pairings")
	flags.BoolVar(&o.plan.Gauntlet, "gauntlet", false, "the first player plays all others, and these not each other")
	r.defaults.Turn = time.Second
	flags.Var(&timeFlag{r.defaults.SetTurn, "1s"}, "time",
		"`TIME` of a move; 0: as fast as possible; 10s+0.1s: 10s for a game and 0.1s more after each move")
	flags.Var(&timeFlag{r.defaults.SetMatch, "0s"}, "match",
		"`TIME` of a player's moves in a game, as 180s or 10s+0.1s; 0: no limit")
	flags.StringVar(&r.memory, "memory", "0", "memory `SIZE` per player: 350M (350 MiB), 1G (1 GiB) or bytes; 0: no limit")
	cli.Duration(flags, &r.defaults.Grace, "grace", time.Second, "`DURATION` by which a move may exceed its limit; the default is that of tournaments")
	flags.StringVar(&r.files, "files", string(manager.NativeStyle()), stylesUsage())
	flags.IntVar(&o.plan.Terms.MaxMoves, "moves", 0, "a game with so many stones is a draw; 0: play on")
	r.adjudicationFlags.register(flags)
	flags.IntVar(&o.plan.Terms.Spare, "spare", match.Spare, "a game ends when only so many squares are empty")
	flags.IntVar(&o.jobs, "j", 0, "games at once; 0: one for each core, or fewer with -threads")
	flags.IntVar(&r.threads, "threads", 1, "threads that a player uses")
	flags.StringVar(&r.sprt, "sprt", "", sprtUsage)
	flags.StringVar(&r.anchor, "anchor", "", "`LABEL` of the player whose rating is 0; without it the mean is 0")
	r.configFlags.register(flags)
	flags.StringVar(&r.shard, "shard", "", fmt.Sprintf(cli.ShardUsage, "pairs"))
	flags.StringVar(&o.out, "out", "", "`DIR` for the record; a run that is there is continued; without it arena-DATE-TIME")
	flags.StringVar(&o.log, "log", "", "add the finished match to `FILE` as a trial; see tune trials")
	o.logs.register(flags)
	flags.BoolVar(&o.verbose, "v", false, "print a line for every move")
	registerCheck(flags, r)
	return flags, flags.Bool("version", false, "print the version and, where it is known, the commit")
}

func (r rawFlags) parse(disk afero.Fs, args []string, stdout io.Writer) (o options, err error) {
	flags, version := r.register(&o)
	if err := cli.Parse(flags, args, cli.Source(usage, "./scripts/arena"), stdout); err != nil {
		return o, err
	}
	if *version {
		return o, cli.Print(stdout, fmt.Sprintln("Tahoun arena", search.Build(nil)))
	}
	if err := r.read(disk, flags); err != nil {
		return o, err
	}
	r.given = givenFlags(flags)
	if err := r.keep(flags, r.players); err != nil {
		return o, err
	}
	o.config = r.text
	return o, o.check(disk, r)
}

// check checks the raw flags and sets the options from them.
func (o *options) check(disk afero.Fs, r rawFlags) error {
	if r.subject != "" {
		return o.setSubject(disk, r)
	}
	if r.resume != "" {
		o.out = r.resume
	}
	o.dir, o.log = r.dir, from(r.dir, o.log)
	o.plan.Pairs = r.pairs
	for _, count := range []struct {
		name string
		n    int
	}{{"moves", o.plan.Terms.MaxMoves}, {"j", o.jobs}, {"threads", r.threads}} {
		if count.n < 0 {
			return fmt.Errorf("-%s %d: want 0 or more", count.name, count.n)
		}
	}
	if r.given["games"] {
		switch {
		case r.given["pairs"]:
			return fmt.Errorf("-games %d: want -games or -pairs, not both", r.games)
		case r.games%2 != 0:
			return fmt.Errorf("-games %d: want an even number, since openings are played with both colours", r.games)
		case r.games < 2:
			return fmt.Errorf("-games %d: want 2 or more", r.games)
		}
		o.plan.Pairs = r.games / 2
	}
	if o.plan.Pairs < 1 || o.plan.Pairs >= match.Endless {
		return fmt.Errorf("-pairs %d: want 1 or more, below %d", o.plan.Pairs, match.Endless)
	}
	if r.sprt != "" && !r.given["pairs"] && !r.given["games"] {
		o.plan.Pairs = match.Endless
	}
	for _, step := range []func(afero.Fs, rawFlags) error{o.setTerms, o.setPlayers, o.setOpeningRule, o.setAdjudication, o.setOpenings, o.setStatistics, o.setShard} {
		if err := step(disk, r); err != nil {
			return err
		}
	}
	for _, p := range o.players {
		r.threads = max(r.threads, p.Threads)
	}
	o.setJobs(runtime.GOMAXPROCS(0), r.threads)
	if o.out == "" {
		o.out = runName()
	}
	return o.plan.Check()
}

// runName returns the name of a run's folder for now.
func runName() string { return time.Now().Format("arena-2006-01-02-150405") }

func (o *options) setTerms(_ afero.Fs, r rawFlags) error {
	t := &o.plan.Terms
	width, height, oblong := strings.Cut(r.size, "x")
	if !oblong {
		height = width
	}
	var err error
	if t.Width, err = strconv.Atoi(width); err == nil {
		t.Height, err = strconv.Atoi(height)
	}
	if err != nil {
		return fmt.Errorf("-size %s: want 20 or 12x18", r.size)
	}
	for field := range strings.FieldsSeq(r.walls) {
		var p board.Point
		if _, err := fmt.Sscanf(field, "%d,%d", &p.X, &p.Y); err != nil || p.String() != field {
			return fmt.Errorf("-walls: want squares like 7,7, got %q", field)
		}
		t.Walls = append(t.Walls, p)
	}
	return t.Check()
}

func (o *options) setPlayers(_ afero.Fs, r rawFlags) error {
	var err error
	if r.defaults.Memory, err = player.ParseBytes(r.memory); err != nil {
		return fmt.Errorf("-memory %s: %w", r.memory, err)
	}
	if r.defaults.Files, err = manager.ParseStyle(r.files); err != nil {
		return fmt.Errorf("-files %s: %w", r.files, err)
	}
	if r.each != "" {
		if r.defaults, err = player.ParseOptions(r.each, r.defaults); err != nil {
			return fmt.Errorf("-each: %w", err)
		}
	}
	taken := map[string]bool{}
	for _, text := range r.players {
		spec, err := player.Parse(text, r.defaults)
		if err != nil {
			return err
		}
		if _, err := o.located(spec).Program(); err != nil && !r.merging {
			return fmt.Errorf("-p %s: %w", game.Line(text), err)
		}
		label := spec.Label
		for n := 2; taken[label]; n++ {
			label = fmt.Sprintf("%s %d", spec.Label, n)
		}
		spec.Label = label
		taken[label] = true
		o.players = append(o.players, spec)
	}
	o.plan.Players = len(o.players)
	return nil
}

func (o *options) setStatistics(_ afero.Fs, r rawFlags) error {
	o.anchor = -1
	for i, p := range o.players {
		if r.anchor != "" && p.Label == r.anchor {
			o.anchor = i
		}
	}
	if r.anchor != "" && o.anchor < 0 {
		return fmt.Errorf("-anchor %s: no such player", r.anchor)
	}
	o.sprtText = r.sprt
	if r.sprt == "" {
		return nil
	}
	test, err := parseSPRT(r.sprt)
	if err != nil {
		return err
	}
	if len(o.players) != 2 {
		return fmt.Errorf("-sprt: want two players, got %d", len(o.players))
	}
	o.sprt = &test
	return nil
}

// endless reports whether only the test ends the match.
func (o options) endless() bool { return o.plan.Pairs == match.Endless }

// pairs returns the number of pairs for the report.
func (o options) pairs() string {
	if o.endless() {
		return "until the test decides"
	}
	return strconv.Itoa(o.plan.Pairs)
}

// setJobs sets how many games run at once, and warns of too many.
func (o *options) setJobs(cores, threads int) {
	threads = max(1, threads)
	if o.jobs < 1 {
		o.jobs = max(1, cores/threads)
	}
	if o.jobs*threads > cores {
		o.warnings = append(o.warnings, fmt.Sprintf(
			"%d games at once with %d threads each on %d cores: players compete for cores, so times mean little",
			o.jobs, threads, cores))
	}
}
