package output

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/internal/stats"
)

func (r Result) findings() []string {
	var all []string
	if r.OnlyFaults() {
		all = append(all, unmeasured)
	} else {
		all = append(all, r.strength()...)
	}
	return append(append(all, r.faultFindings()...), r.overrunFindings()...)
}

const unmeasured = "Every game ended by a fault, so no strength was measured."

// strength returns the verdict of the SPRT and, for two players, who leads.
func (r Result) strength() []string {
	all := r.sprtFindings()
	if len(r.labels) != 2 {
		return all
	}
	pairs := r.pairs(0, 1)
	leader, other, likelihood := r.labels[0], r.labels[1], pairs.Superiority()
	if likelihood < 0.5 {
		leader, other, likelihood = other, leader, 1-likelihood
	}
	percent := fmt.Sprintf("%.1f %%", 100*likelihood)
	switch {
	case pairs.Len() == 0:
		return all
	case percent == "50.0 %":
		return append(all, "Neither player is ahead.")
	}
	return append(all, fmt.Sprintf("%s is stronger than %s with a likelihood of %s.", leader, other, percent))
}

// sprtFindings returns the answer of arena change and the verdict of the SPRT, if there is one.
func (r Result) sprtFindings() (all []string) {
	test := r.settings.SPRT
	if test == nil {
		return nil
	}
	games, verdict := r.sprtVerdict()
	if commit := r.settings.Against; commit != "" {
		answer := map[stats.Verdict]string{
			stats.Accepted: "The working tree is stronger than %s.",
			stats.Rejected: "The working tree is not stronger than %s.",
			stats.Undecided: fmt.Sprintf(
				"It is undecided after %d pairs whether the working tree is stronger than %%s.", games.Len()),
		}
		all = append(all, fmt.Sprintf(answer[verdict], commit))
	}
	lower, upper := test.Bounds()
	return append(all, fmt.Sprintf(
		"SPRT of %g against %g %s: %v after %d pairs, log likelihood ratio %.2f between %.2f and %.2f.",
		test.Elo1, test.Elo0, test.Model.Unit(), verdict, games.Len(), test.Ratio(games), lower, upper))
}

// faultFindings returns a sentence for each player that lost by a fault, with the reasons.
func (r Result) faultFindings() []string {
	found := make([]map[game.Reason]int, len(r.labels))
	for _, g := range r.games {
		if !g.Result.Reason.Fault() {
			continue
		}
		loser, other := r.players(g)
		if g.Score() == 1 {
			loser = other
		}
		if found[loser] == nil {
			found[loser] = map[game.Reason]int{}
		}
		found[loser][g.Result.Reason]++
	}
	var all []string
	for i, reasons := range found {
		var parts []string
		for reason, n := range reasons {
			parts = append(parts, fmt.Sprintf("%d by %s", n, reason))
		}
		slices.Sort(parts)
		if text := strings.Join(parts, ", "); text != "" {
			all = append(all, fmt.Sprintf("%s lost games by its own fault: %s.", r.labels[i], text))
		}
	}
	return all
}

// overruns counts the moves of a player that took longer than their limit. Grace is not part of the limit.
type overruns struct {
	moves, late int
	stolen      int           // late by no more than the steal time, which the machine's host took from one core
	worst       time.Duration // over the limit, rounded up as in a kept log, which so gives the same
}

func (o *overruns) add(m game.Move) {
	o.moves++
	over := m.Time - m.Limit
	if over <= 0 {
		return
	}
	o.late++
	o.worst = max(o.worst, record.RoundUp(over))
	if over <= m.Steal {
		o.stolen++
	}
}

// String returns the counts for a table.
func (o overruns) String() string {
	text := fmt.Sprintf("%d of %d", o.late, o.moves)
	if o.late > 0 {
		text += fmt.Sprintf(", by %d ms at most", o.worst.Milliseconds())
	}
	return text
}

// overruns counts the moves of each player whose limit is known.
func (s *standings) overruns() []overruns {
	counts := make([]overruns, len(s.labels))
	for _, g := range s.games {
		var players [3]int
		players[board.X], players[board.O] = s.players(g)
		for _, m := range g.Moves {
			if m.Limit != 0 {
				counts[players[m.Side]].add(m)
			}
		}
	}
	return counts
}

// overrunFindings returns a sentence for each player that exceeded its time limit.
func (s *standings) overrunFindings() (all []string) {
	for i, c := range s.overruns() {
		if c.late > 0 {
			all = append(all, fmt.Sprintf(
				"%s: %d of %d moves over the time limit, worst by %v; the host's steal time explains %d of them.",
				s.labels[i], c.late, c.moves, c.worst, c.stolen))
		}
	}
	return all
}
