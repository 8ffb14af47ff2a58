package settings

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/match"
)

// The orders of openings.
const (
	random     = "random"
	sequential = "sequential"
)

// openingsUsage describes -openings.
var openingsUsage = "`FILE` of openings, or a folder of such files: " + gamefile.NamesOfOpenings() +
	"; without it boards are empty"

// setOpenings reads the openings.
func (c *commandLine) setOpenings(disk afero.Fs, flags flagTable) error {
	if c.order != random && c.order != sequential {
		return fmt.Errorf("-order %s: want %s or %s", c.order, random, sequential)
	}
	if c.Openings == "" {
		if c.Plan.Pairs > 1 && !c.Plan.Terms.Swap2 {
			c.Warnings = append(c.Warnings, "no -openings: deterministic players repeat the same game")
		}
		return flags.refuse(beside, "want -openings as well")
	}
	path := from(c.dir, c.Openings)
	if c.resume != "" { // a run that goes on has its own
		own := filepath.Join(c.resume, openingsName)
		if there, err := afero.Exists(disk, own); there || err != nil {
			path = own
		}
	}
	book, err := match.Source{Path: path, Plies: c.Plies}.Load(disk, c.Plan.Terms)
	if err != nil {
		return err
	}
	c.warn("warnings about the openings", book.Warnings)
	var refused []string
	for _, err := range book.Refused {
		refused = append(refused, fmt.Sprintf("left out: %v", err))
	}
	c.warn("openings left out", refused)
	if n := len(book.Fitting); c.start < 1 || c.start > n {
		return fmt.Errorf("-start %d: want 1 to %d: so many openings fit", c.start, n)
	}
	c.Plan.Openings, c.Plan.InOrder, c.Plan.First = book.Fitting, c.order == sequential, c.start-1
	return nil
}

// warn adds the first three of some warnings, and how many more there are.
func (s *Settings) warn(of string, all []string) {
	const shown = 3
	s.Warnings = append(s.Warnings, all[:min(shown, len(all))]...)
	if more := len(all) - shown; more > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("and %d more %s", more, of))
	}
}

// OpeningsInWords returns where the games begin, for people: "freestyle-20, turned, sequential, from 3, 4 plies".
func (s Settings) OpeningsInWords() string {
	switch {
	case s.Plan.Terms.Swap2:
		return swap2
	case s.Openings == "":
		return "none"
	}
	text := strings.TrimSuffix(filepath.Base(s.Openings), ".txt")
	if s.Plan.Turned {
		text += ", turned"
	}
	if s.Plan.InOrder {
		text += ", " + sequential
	}
	if s.Plan.First > 0 {
		text += fmt.Sprintf(", from %d", s.Plan.First+1)
	}
	if s.Plies > 0 {
		text += fmt.Sprintf(", %d plies", s.Plies)
	}
	return text
}
