package settings

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/match"
)

const usage = `usage: go run ./scripts/arena -p PLAYER -p PLAYER [flags]
       go run ./scripts/arena -continue DIR [-pairs N]
       go run ./scripts/arena -check PLAYER [flags]
       go run ./scripts/arena merge [flags] DIR...
       go run ./scripts/arena change [flags]
       go run ./scripts/arena table [flags] [DIR]

Lets programs play gomoku against each other. A PLAYER is file:COMMAND (the old file protocol),
pipe:COMMAND (Gomocup's pipe protocol) or koth:COMMAND (a bot of the code-golf site's Swap2
king-of-the-hill); the arena's README.md has the options of a player. Change needs Tahoun's source and Go.

%s
Before the first game the arena starts every player once. If one gives no move, it says so and plays nothing.

Exit codes: 0 all played, 1 failed, interrupted or every game ended by a fault, 2 wrong use.
`

// A trait of a flag limits its use.
type trait uint

const (
	once    trait = 1 << iota // belongs to a call of the program: no settings file has it
	resumes                   // goes on with a run or parts it, which arena change does otherwise
	fixed                     // of the board and the rule, which koth players cannot choose
	placing                   // places openings: not where the players do
	beside                    // wants -openings beside it
	natural                   // is a number from 0
)

// A row is a flag. The usage, -config, -continue, the checks of the traits, and the tests of OPTIONS.md and of
// RECORDS.md follow from it.
type row struct {
	name   string
	value  any // the type tells how the flag is read; holds the default
	traits trait
	fields string // of the run's description (see RECORDS.md) that it sets; none: a run may go on with another value
	usage  string
}

// A flagTable is the rows as flags.
type flagTable struct {
	rows []row
	set  *flag.FlagSet
}

func (c *commandLine) table() flagTable {
	rows := slices.Concat(playerFlags(c), gameFlags(c), runFlags(c))
	t := flagTable{rows, flag.NewFlagSet("arena", flag.ContinueOnError)}
	for _, r := range rows {
		r.add(t.set)
	}
	return t
}

func playerFlags(c *commandLine) []row {
	spec := &c.defaults
	spec.Turn = time.Second
	return []row{
		{"p", &c.texts, 0, "players", "a `PLAYER`; give two or more"},
		{"each", &c.each, 0, "players",
			"`OPTIONS` of all players, as in nodes=20000,info.KEY=VALUE; those in -p override them"},
		{"time", &timeFlag{spec.SetTurn, "1s"}, 0, "players",
			"`TIME` of a move; 0: as fast as possible; 10s+0.1s: 10s for a game and 0.1s more after each move"},
		{"match", &timeFlag{spec.SetMatch, "0s"}, 0, "players",
			"`TIME` of a player's moves in a game, as 180s or 10s+0.1s; 0: no limit"},
		{"memory", with(&c.memory, "0"), 0, "players",
			"memory `SIZE` per player: 350M (350 MiB), 1G (1 GiB) or bytes; 0: no limit"},
		{"grace", with(&spec.Grace, time.Second), 0, "players",
			"`DURATION` by which a move may exceed its limit; the default is that of tournaments"},
		{"files", with(&c.files, string(manager.NativeStyle())), 0, "players", stylesUsage()},
		{"threads", with(&c.threads, 1), natural, "", "threads that a player uses"},
	}
}

func gameFlags(c *commandLine) []row {
	terms := &c.Plan.Terms
	return []row{
		{"size", with(&c.size, "20"), fixed, "width, height", "board `SIZE`, or 12x18 for columns and rows"},
		{"rule", &terms.Rule, fixed, "rule", ""}, // cli.RuleVar has the usage
		{"walls", &c.walls, fixed, "walls", "`SQUARES` that nobody may use, as in \"7,7 8,7\""},
		{"spare", with(&terms.Spare, match.Spare), fixed, "spare", "a game ends when only so many squares are empty"},
		{"openings", &c.Openings, placing, "openings", openingsUsage},
		{"order", with(&c.order, random), placing | beside, "order",
			"`ORDER` of the openings: random (the seed's) or sequential (the file's)"},
		{"start", with(&c.start, 1), placing | beside, "start", "begin with the `N`th opening of the order"},
		{"plies", &c.Plies, placing | beside | natural, "openings",
			"only the first `N` stones of each opening; 0: all"},
		{"turned", &c.Plan.Turned, placing, "turned", "turn, mirror and shift the openings at random"},
		{"opening-rule", &c.openingRule, 0, "opening_rule",
			"`RULE` by which the players place the opening and choose sides: swap2; without it none"},
		{"moves", &terms.MaxMoves, natural, "moves", "a game with so many stones is a draw; 0: play on"},
		{"resign", &c.resign, 0, "resign", "`TERMS`, as in count=3,score=2000: a player resigns after 3 moves" +
			" in which it said -2000 or worse or a forced loss, and its opponent 2000 or better or a win;" +
			" with sides=one its opponent is not asked"},
		{"draw", &c.draw, 0, "draw", "`TERMS`, as in from=40,count=8,score=10: from 40 stones on," +
			" a game is a draw after 8 moves each in which both players said a score from -10 to 10"},
	}
}

func runFlags(c *commandLine) []row {
	plan := &c.Plan
	return []row{
		{"seed", with(&plan.Seed, 1), 0, "seed", "the same seed gives the same pairings"},
		{"gauntlet", &plan.Gauntlet, 0, "gauntlet", "the first player plays all others, and these not each other"},
		{"pairs", with(&plan.Pairs, 10), 0, "",
			"pairs of games between every two players, colours swapped in each; with -sprt unlimited unless given"},
		{"games", &c.games, 0, "", "games between every two players, instead of -pairs"},
		{"j", &c.Jobs, natural, "", "games at once; 0: one for each core, or fewer with -threads"},
		{"sprt", &c.SPRTText, 0, "", sprtUsage},
		{"anchor", &c.anchor, 0, "", "`LABEL` of the player whose rating is 0; without it the mean is 0"},
		{"config", &c.config, once, "", "read flags that the command line does not give from `FILE`," +
			" one in a line: name value; # begins a comment line"},
		{"continue", &c.resume, once | resumes, "",
			"go on with the run in `DIR`; more -pairs and another -j may be given"},
		{"dir", &c.dir, 0, "",
			"`DIR` at which relative paths of players, openings and -log begin; without it the current folder"},
		{"shard", &c.shard, resumes, "shard", fmt.Sprintf(cli.ShardUsage, "pairs")},
		{"out", &c.Out, once, "",
			"`DIR` for the record; a run that is there is continued; without it arena-DATE-TIME"},
		{"log", &c.Log, 0, "", "add the finished match to `FILE` as a trial; see tune trials"},
		{"keep", &c.Keep, once, "",
			"when the match is over, write its log without messages, compressed, to `FILE`, for arena table"},
		{"log-io", &c.LogIO, 0, "",
			"keep all input and output of every player, in logs/ of the run's folder; without it only standard error"},
		{"stop-on-fault", &c.StopOnFault, 0, "",
			"end the run after the first game that a player loses by a fault, with exit code 1"},
		{"v", &c.Verbose, once, "", "print a line for every move"},
		{"check", &c.subject, once, "",
			"test whether a `PLAYER` keeps its protocol, and play nothing; -v shows all conversations"},
		{"version", &c.version, once, "", "print the version and, where it is known, the commit"},
	}
}

// with returns a variable with its default.
func with[T any](variable *T, value T) *T {
	*variable = value
	return variable
}

func (r row) add(flags *flag.FlagSet) {
	switch v := r.value.(type) {
	case *[]string:
		flags.Func(r.name, r.usage, func(text string) error { *v = append(*v, text); return nil })
	case *string:
		flags.StringVar(v, r.name, *v, r.usage)
	case *int:
		flags.IntVar(v, r.name, *v, r.usage)
	case *uint64:
		flags.Uint64Var(v, r.name, *v, r.usage)
	case *bool:
		flags.BoolVar(v, r.name, *v, r.usage)
	case *time.Duration:
		cli.Duration(flags, v, r.name, *v, r.usage)
	case *board.Rule:
		cli.RuleVar(flags, v)
	default:
		flags.Var(r.value.(flag.Value), r.name, r.usage)
	}
}

// refuse returns an error that names the first given flag with one of the traits.
func (t flagTable) refuse(traits trait, why string) error {
	given := cli.Given(t.set)
	for _, r := range t.rows {
		if r.traits&traits != 0 && given[r.name] {
			return fmt.Errorf("-%s: %s", r.name, why)
		}
	}
	return nil
}

func stylesUsage() string {
	names := func(s manager.Style) string { return fmt.Sprintf("\n%s: %s", s, strings.Join(s.Names(), " ")) }
	return "`STYLE` of file names and line ends, the latter for pipe brains too; without it dos on Windows, else unix" +
		names(manager.DOS) + ", CR LF" + names(manager.Unix) + ", LF"
}

type timeFlag struct {
	set  func(string) error
	text string
}

// Set reads the time control.
func (f *timeFlag) Set(text string) error {
	f.text = text
	return f.set(text)
}

// String returns the time control as Set read it.
func (f *timeFlag) String() string { return f.text }
