package output

import (
	"fmt"
	"slices"
	"strings"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/stats"
)

// findings returns the sentences below the tables: on strength, faults and overruns.
func (r Result) findings() []string {
	var all []string
	if r.OnlyFaults() {
		all = append(all, unmeasured)
	} else {
		all = append(all, r.strength()...)
	}
	return append(append(all, r.faults()...), r.overruns()...)
}

const unmeasured = "Every game ended by a fault, so no strength was measured."

// strength returns the verdict of the SPRT and, for two players, who leads.
func (r Result) strength() []string {
	all := r.verdict()
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

// verdict returns the answer of arena change and the verdict of the SPRT, if there is one.
func (r Result) verdict() (all []string) {
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

// faults returns a sentence for each player that lost by a fault, with the reasons.
func (r Result) faults() []string {
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
		if parts != nil {
			all = append(all, fmt.Sprintf("%s lost games by its own fault: %s.",
				r.labels[i], strings.Join(parts, ", ")))
		}
	}
	return all
}
