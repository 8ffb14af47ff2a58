package selfmatch

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/sets"
	"tahoun/scripts/internal/trials"
	"tahoun/search"
)

// flags are the flags of every Command.
type flags struct {
	rule               board.Rule
	size               uint
	openings           string
	log                string // file for the trial; "": none
	weightsA, weightsB string // files of weights of the two sides, with commas between them
	match              Match
}

func (f *flags) register(set *flag.FlagSet) {
	cli.RuleVar(set, &f.rule)
	set.UintVar(&f.size, "size", 20, "columns and rows of the board")
	set.StringVar(&f.openings, "openings", filepath.Join("testdata", "openings", "freestyle-20.txt"),
		"`FILE` of openings in offset format")
	set.Uint64Var(&f.match.Limits.Nodes, "nodes", 20000, "nodes that the search of a move visits at most")
	cli.Duration(set, &f.match.Limits.Turn, "time", 0, "`DURATION` of a move, as in 200ms, instead of -nodes")
	set.Uint64Var(&f.match.Seed, "seed", 1, "another seed turns and orders the openings otherwise")
	set.IntVar(&f.match.Threads, "threads", 0, "games at once; 0: one for each core")
	set.StringVar(&f.log, "log", "", "`FILE` to which the result is added as a trial, see tune trials")
}

// conditions returns the match that the parsed flags describe.
func (f *flags) conditions(disk afero.Fs) (Match, error) {
	m := f.match
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
	if m.WeightsA, err = sets.LoadFor(disk, f.weightsA, m.Terms.Rule); err != nil {
		return m, err
	}
	m.WeightsB, err = sets.LoadFor(disk, f.weightsB, m.Terms.Rule)
	return m, err
}

// trial returns a trial in the match m, whole or broken off, without its parameters and result.
func (f *flags) trial(m Match, whole bool) trials.Trial {
	t := trials.New("other numbers of search.Params")
	t.Openings = strings.TrimSuffix(filepath.Base(f.openings), ".txt") + ", turned"
	t.Conditions = fmt.Sprintf("seed %d", m.Seed)
	if !whole {
		t.Conditions += ", broken off"
	}
	t.Rule, t.Size = m.Terms.Rule.String(), fmt.Sprintf("%dx%d", m.Terms.Width, m.Terms.Height)
	t.Nodes = m.Limits.Nodes
	if m.Limits.Turn > 0 {
		t.Time = m.Limits.Turn.String()
	}
	return t
}

// Openings returns the openings in a file that fit a board of size columns and rows under rule, one at least, and the
// terms that they are played under.
func Openings(disk afero.Fs, file string, rule board.Rule, size uint) (match.Terms, []match.Opening, error) {
	terms := match.Terms{Width: int(size), Height: int(size), Rule: rule, Spare: match.Spare}
	if err := terms.Check(); err != nil {
		return terms, nil, fmt.Errorf("-size %d: %w", size, err)
	}
	book, err := match.Source{Path: file}.Load(disk, terms)
	return terms, book.Fitting, err
}
