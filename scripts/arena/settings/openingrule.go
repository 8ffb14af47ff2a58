package settings

import (
	"fmt"
	"slices"
	"strings"

	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

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
func (c *commandLine) setOpeningRule(flags flagTable) error {
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
		return c.setKoth(flags)
	}
	if err := flags.refuse(placing, "under -opening-rule "+swap2+" the players place the openings"); err != nil {
		return err
	}
	c.Plan.Terms.Swap2 = true
	return c.Plan.Terms.Check()
}

// setKoth sets the terms of the king-of-the-hill.
func (c *commandLine) setKoth(flags flagTable) error {
	for _, p := range c.Players {
		if p.Label == koth.Tie {
			return fmt.Errorf("-p: no player may be called %s", koth.Tie)
		}
	}
	err := flags.refuse(fixed|placing, "koth players have a fixed board and rule, and place the openings")
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

// kothPlays reports whether a player is a koth bot.
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
