package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/match"
)

// openingFlags are the flags about openings that the flag package cannot check.
type openingFlags struct {
	path, order, rule string
	start, plies      int
}

func (f *openingFlags) register(flags *flag.FlagSet) {
	flags.StringVar(&f.path, "openings", "", "`FILE` of openings, or a folder of such files: lines of offsets as in "+
		"testdata/openings or of squares as in h8i9, SGF, .psq, RenLib .lib, .rif, .sav, .pos, records of PlayOK; without it boards are empty")
	flags.StringVar(&f.order, "order", random, "`ORDER` of the openings: random (the seed's) or sequential (the file's)")
	flags.IntVar(&f.start, "start", 1, "begin with the `N`th opening of the order")
	flags.IntVar(&f.plies, "plies", 0, "only the first `N` stones of each opening; 0: all")
	flags.StringVar(&f.rule, "opening-rule", "", "`RULE` by which the players place the opening and choose sides: swap2; "+
		"without it none")
}

// The orders of openings.
const (
	random     = "random"
	sequential = "sequential"
)

func (o *options) setOpenings(disk afero.Fs, r rawFlags) error {
	f := r.opening
	switch {
	case f.order != random && f.order != sequential:
		return fmt.Errorf("-order %s: want %s or %s", f.order, random, sequential)
	case f.plies < 0:
		return fmt.Errorf("-plies %d: want 0 or more", f.plies)
	}
	if f.path == "" {
		for _, name := range []string{"order", "start", "plies"} {
			if r.given[name] {
				return fmt.Errorf("-%s: want -openings as well", name)
			}
		}
		if o.plan.Pairs > 1 && !o.plan.Terms.Swap2 {
			o.warnings = append(o.warnings, "no -openings: deterministic players repeat the same game")
		}
		return nil
	}
	path, err := r.openingsPath(disk)
	if err != nil {
		return err
	}
	book, err := match.Source{Path: path, Plies: f.plies}.Load(disk, o.plan.Terms)
	if err != nil {
		return err
	}
	o.warn("warnings about the openings", book.Warnings)
	var refused []string
	for _, err := range book.Refused {
		refused = append(refused, fmt.Sprintf("left out: %v", err))
	}
	o.warn("openings left out", refused)
	if n := len(book.Fitting); f.start < 1 || f.start > n {
		return fmt.Errorf("-start %d: want 1 to %d: so many openings fit", f.start, n)
	}
	o.plan.Openings, o.openings, o.plies = book.Fitting, f.path, f.plies
	o.plan.InOrder, o.plan.First = f.order == sequential, f.start-1
	return nil
}

// warn adds the first three of some warnings, and how many more there are.
func (o *options) warn(of string, all []string) {
	const shown = 3
	o.warnings = append(o.warnings, all[:min(shown, len(all))]...)
	if more := len(all) - shown; more > 0 {
		o.warnings = append(o.warnings, fmt.Sprintf("and %d more %s", more, of))
	}
}

// order and start return what the description of a run says about openings, nothing for the defaults.
func (o options) order() string {
	if o.plan.InOrder {
		return sequential
	}
	return ""
}

func (o options) start() int {
	if o.plan.First == 0 {
		return 0
	}
	return o.plan.First + 1
}

// openingsInWords returns where the games begin, for people: "freestyle-20, turned, sequential, from 3, 4 plies".
func (o options) openingsInWords() string {
	switch {
	case o.plan.Terms.Swap2:
		return swap2
	case o.openings == "":
		return "none"
	}
	text := strings.TrimSuffix(filepath.Base(o.openings), ".txt")
	if o.plan.Turned {
		text += ", turned"
	}
	if o.plan.InOrder {
		text += ", " + sequential
	}
	if o.plan.First > 0 {
		text += fmt.Sprintf(", from %d", o.start())
	}
	if o.plies > 0 {
		text += fmt.Sprintf(", %d plies", o.plies)
	}
	return text
}
