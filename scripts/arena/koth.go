package main

import (
	"fmt"
	"path/filepath"
	"strconv"

	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// setKoth sets the terms of the king-of-the-hill.
func (o *options) setKoth(r rawFlags) error {
	for _, p := range o.players {
		if p.Label == koth.Tie {
			return fmt.Errorf("-p: no player may be called %s", koth.Tie)
		}
	}
	for _, name := range []string{"size", "rule", "walls", "spare", "openings", "order", "start", "plies", "turned"} {
		if r.given[name] {
			return fmt.Errorf("-%s: koth players have a fixed board and rule, and place the openings", name)
		}
	}
	moves := o.plan.Terms.MaxMoves
	o.plan.Terms = match.Koth
	o.plan.Terms.MaxMoves = moves
	if o.jobs > 1 {
		o.warnings = append(o.warnings, "playing one game at a time, since koth players learn from game to game")
	}
	o.jobs = 1
	return nil
}

// participants returns the players of the match. A koth bot without a folder of its own gets one below the run's
// folder, and keeps it for the whole match.
func (o options) participants(open match.Open) []match.Participant {
	var all []match.Participant
	for i, spec := range o.players {
		spec = o.located(spec)
		if spec.Protocol == player.Koth && spec.Folder == "" {
			spec.Folder = filepath.Join(o.out, "players", strconv.Itoa(i+1))
		}
		all = append(all, match.Participant{Spec: spec, Open: open})
	}
	return all
}

// winPoints returns the points for a win. A draw is half of them.
func (o options) winPoints() float64 {
	if o.kothPlays() {
		return 2
	}
	return 1
}

// points formats a number of wins as points.
func (o options) points(wins float64) string {
	return strconv.FormatFloat(wins*o.winPoints(), 'f', -1, 64)
}
