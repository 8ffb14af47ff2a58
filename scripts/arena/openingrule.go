package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/afero"

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
func (o *options) setOpeningRule(_ afero.Fs, r rawFlags) error {
	rule := r.opening.rule
	for _, u := range unspoken {
		if strings.HasPrefix(strings.ToLower(rule), u.name) {
			return fmt.Errorf("-opening-rule %s: %s; take balanced openings of renju by -openings", rule, u.why)
		}
	}
	if rule != "" && rule != swap2 {
		return fmt.Errorf("-opening-rule %s: want %s", rule, swap2)
	}
	koth := o.kothPlays()
	if rule == "" && !koth {
		return nil
	}
	for _, p := range o.players {
		if p.Protocol == player.File {
			return fmt.Errorf("-p %s: %w", p.Label, player.ErrNoSwap2)
		}
	}
	if koth {
		return o.setKoth(r)
	}
	for _, name := range []string{"openings", "order", "start", "plies", "turned"} {
		if r.given[name] {
			return fmt.Errorf("-%s: under -opening-rule %s the players place the openings", name, swap2)
		}
	}
	o.plan.Terms.Swap2 = true
	return o.plan.Terms.Check()
}

// kothPlays reports whether a player is a koth bot.
func (o options) kothPlays() bool {
	return slices.ContainsFunc(o.players, func(p player.Spec) bool { return p.Protocol == player.Koth })
}

// openingRule returns what the description of a run says about the opening rule. That of koth players goes without
// saying.
func (o options) openingRule() string {
	if o.plan.Terms.Swap2 && !o.plan.Terms.BlackFirst {
		return swap2
	}
	return ""
}
