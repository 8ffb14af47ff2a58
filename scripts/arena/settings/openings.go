package settings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

const random, sequential = "random", "sequential" // orders of openings

var openingsUsage = "`FILE` of openings, or a folder of such files: " + gamefile.NamesOfOpenings() +
	"; without it boards are empty"

func (c *commandLine) setOpenings() error {
	if c.order != random && c.order != sequential {
		return fmt.Errorf("-order %s: want %s or %s", c.order, random, sequential)
	}
	if c.Openings == "" {
		if c.Plan.Pairs > 1 && !c.Plan.Terms.Swap2 {
			c.Warnings = append(c.Warnings, "no -openings: deterministic players repeat the same game")
		}
		return c.flags.refuse(beside, "want -openings as well")
	}
	path := from(c.dir, c.Openings)
	if c.resume != "" { // a run that goes on has its own
		own := filepath.Join(c.resume, openingsName)
		if there, err := afero.Exists(c.disk, own); there || err != nil {
			path = own
		}
	}
	book, err := match.Source{Path: path, Plies: c.Plies}.Load(c.disk, c.Plan.Terms)
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

// swap2 is the opening rule that players can speak.
const swap2 = "swap2"

// unspoken are the opening rules of the Renju International Federation by the start of their names, and why the arena
// does not offer them.
var unspoken = []struct{ name, why string }{
	{"soos", "only Yixin, whose source is closed, answers Yixin-Board's yxsoosorvstep1 to 6; Rapfi does not know them"},
	{"tara", "no protocol of brains has commands for it"},
	{"rif", "no protocol of brains has commands for it: in Yixin-Board a person places its stones"},
}

// setOpeningRule sets the terms of Swap2 if -opening-rule asks for it or koth bots play.
func (c *commandLine) setOpeningRule() error {
	rule := c.openingRule
	for _, u := range unspoken {
		if strings.HasPrefix(strings.ToLower(rule), u.name) {
			return fmt.Errorf("-opening-rule %s: %s; take balanced openings of renju by -openings", rule, u.why)
		}
	}
	if rule != "" && rule != swap2 {
		return fmt.Errorf("-opening-rule %s: want %s", rule, swap2)
	}
	if rule == "" && !c.kothPlays() {
		return nil
	}
	for _, p := range c.Players {
		if p.Protocol == player.File {
			return fmt.Errorf("-p %s: %w", p.Label, player.ErrNoSwap2)
		}
	}
	if c.kothPlays() {
		return c.setKoth()
	}
	if err := c.flags.refuse(placing, "under -opening-rule "+swap2+" the players place the openings"); err != nil {
		return err
	}
	c.Plan.Terms.Swap2 = true
	return c.Plan.Terms.Check()
}

func (c *commandLine) setKoth() error {
	for _, p := range c.Players {
		if p.Label == koth.Tie {
			return fmt.Errorf("-p: no player may be called %s", koth.Tie)
		}
	}
	err := c.flags.refuse(fixed|placing, "koth players have a fixed board and rule, and place the openings")
	if err != nil {
		return err
	}
	moves := c.Plan.Terms.MaxMoves
	c.Plan.Terms = match.Koth
	c.Plan.Terms.MaxMoves = moves
	if c.Jobs > 1 {
		c.Warnings = append(c.Warnings, "playing one game at a time, since koth players learn from game to game")
	}
	c.Jobs = 1
	return nil
}

func (s Settings) kothPlays() bool {
	return slices.ContainsFunc(s.Players, func(p player.Spec) bool { return p.Protocol == player.Koth })
}

// WinPoints returns the points for a win. A draw is half of them.
func (s Settings) WinPoints() float64 {
	if s.kothPlays() {
		return 2
	}
	return 1
}
