package selfmatch

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/match"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/sets"
	"tahoun/scripts/tune/trials"
	"tahoun/search"
	"tahoun/search/weights"
)

// Usage describes the flags of Flags, a line each.
const Usage = `  -rule 0          0 five or more, 1 exactly five, 2 continuous, 4 renju, 8 caro, or a sum
  -size 20         columns and rows of the board
  -openings FILE   openings in offset format; without it testdata/openings/freestyle-20.txt
  -nodes 20000     what the search of a move visits at most
  -time 0          instead of -nodes: for a move, as in 200ms
  -seed 1          other seeds turn and order the openings otherwise
  -threads 0       games at once; 0: one for each core
  -log FILE        adds the result to FILE as a trial, see tune trials
`

// Flags are the flags of every subcommand that plays a Match.
type Flags struct {
	Seed               uint64
	Log                string // file for the trial; "": none
	WeightsA, WeightsB string // files of weights of the two sides, with commas between them

	rule, size uint
	openings   string
	conditions Match
}

// WeightsUsage describes the flag that RegisterWeights adds.
const WeightsUsage = `  -weights FILE    both play with the weights in FILE, or in several with commas between them
`

// RegisterWeights adds the flag for weights of both sides to a set.
func (f *Flags) RegisterWeights(flags *flag.FlagSet) {
	flags.Func("weights", "", func(files string) error {
		f.WeightsA, f.WeightsB = files, files
		return nil
	})
}

// loadWeights returns the weights in files for games under rule, which must use each of them.
func loadWeights(disk afero.Fs, files string, rule board.Rule) (weights.Sets, error) {
	all, err := sets.Load(disk, files)
	for set, w := range all {
		if !all.Serve(set, rule) {
			return nil, fmt.Errorf("%s is not for rule %d", w.Name, rule)
		}
	}
	return all, err
}

// Register adds the flags to a set.
func (f *Flags) Register(flags *flag.FlagSet) {
	flags.UintVar(&f.rule, "rule", 0, "")
	flags.UintVar(&f.size, "size", 20, "")
	flags.StringVar(&f.openings, "openings", filepath.Join("testdata", "openings", "freestyle-20.txt"), "")
	flags.Uint64Var(&f.conditions.Limits.Nodes, "nodes", 20000, "")
	cli.Duration(flags, &f.conditions.Limits.Turn, "time", 0, "`DURATION` of a move, in the place of -nodes")
	flags.Uint64Var(&f.Seed, "seed", 1, "")
	flags.IntVar(&f.conditions.Threads, "threads", 0, "")
	flags.StringVar(&f.Log, "log", "", "")
}

// Match returns the match that the flags describe, after they were parsed.
func (f *Flags) Match(disk afero.Fs) (Match, error) {
	m := f.conditions
	switch {
	case m.Limits.Turn == 0 && m.Limits.Nodes < 1:
		return m, errors.New("want 1 or more -nodes, or a -time")
	case m.Limits.Turn > 0:
		m.Limits.Nodes, m.Limits.Left = 0, search.NoLimit
	}
	var err error
	if m.Terms, m.Openings, err = Openings(disk, f.openings, f.rule, f.size); err != nil {
		return m, err
	}
	if m.WeightsA, err = loadWeights(disk, f.WeightsA, m.Terms.Rule); err != nil {
		return m, err
	}
	m.WeightsB, err = loadWeights(disk, f.WeightsB, m.Terms.Rule)
	return m, err
}

// Trial returns a trial of params in the match m, whole or broken off, of which only the result is missing.
func (f *Flags) Trial(m Match, params string, whole bool) trials.Trial {
	t := trials.New("other numbers of search.Params")
	t.Params, t.Openings = params, strings.TrimSuffix(filepath.Base(f.openings), ".txt")+", turned"
	t.Conditions = fmt.Sprintf("seed %d", f.Seed)
	if !whole {
		t.Conditions += ", broken off"
	}
	t.Rule, t.Size = game.RuleName(m.Terms.Rule), fmt.Sprintf("%dx%d", m.Terms.Width, m.Terms.Height)
	t.Nodes = m.Limits.Nodes
	if m.Limits.Turn > 0 {
		t.Time = m.Limits.Turn.String()
	}
	return t
}

// Openings returns the openings in a file that fit a board of size columns and rows under rule, one at least, and the
// terms that they are played under.
func Openings(disk afero.Fs, file string, rule, size uint) (terms match.Terms, fitting []match.Opening, err error) {
	terms = match.Terms{Width: int(size), Height: int(size), Spare: match.Spare}
	if terms.Rule, err = cli.Rule(rule); err != nil {
		return terms, nil, err
	}
	if err := terms.Check(); err != nil {
		return terms, nil, fmt.Errorf("-size %d: %w", size, err)
	}
	fitting, _, err = match.LoadOpenings(disk, file, terms)
	return terms, fitting, err
}
