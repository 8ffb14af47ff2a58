package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"tahoun/scripts/arena/report"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/internal/stats"
)

// print writes the tables and the findings.
func (t *standings) print(w io.Writer, o options) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "\n%s\n\n", t.of(o))
	fmt.Fprintln(table, "player\tgames\tpoints\tscore\tW/D/L\tfaults\t")
	for i, row := range t.cross() {
		c := sum(row)
		fmt.Fprintf(table, "%s\t%d\t%s\t%.1f %%\t%d/%d/%d\t%d\t\n", t.labels[i], c.games, o.points(c.points()), 100*c.share(), c.wins, c.draws, c.losses, c.faults)
	}
	fmt.Fprintln(table)
	if !t.onlyFaults() {
		t.printPairings(table, o)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, line := range t.findings(o) {
		fmt.Fprintln(w, line)
	}
	if len(t.labels) == 2 || t.onlyFaults() {
		return nil
	}
	return t.printRatings(w, o)
}

// printPairings writes a line for each two players who met.
func (t *standings) printPairings(w io.Writer, o options) {
	fmt.Fprintln(w, "duel\tpoints\tW/D/L\tpairs 0 ½ 1 1½ 2\tElo\t95 %\tnElo\t95 %\tLOS\t")
	cross := t.cross()
	for a := range t.labels {
		for b := a + 1; b < len(t.labels); b++ {
			c := cross[a][b]
			if c.games == 0 {
				continue
			}
			pairs := t.pairs(a, b)
			fmt.Fprintf(w, "%s - %s\t%s : %s\t%d/%d/%d\t%s\t%s\t%s\t%.1f %%\t\n", t.labels[a], t.labels[b],
				o.points(c.points()), o.points(float64(c.games)-c.points()), c.wins, c.draws, c.losses,
				strings.Trim(fmt.Sprint(pairs), "[]"), estimate(pairs.Elo(), "\t"), estimate(pairs.NElo(), "\t"),
				100*pairs.Superiority())
		}
	}
}

func (t *standings) printRatings(w io.Writer, o options) error {
	ratings, err := t.ratings(o.anchor)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\nrating\tElo\t95 %\t")
	for _, i := range ranking(ratings) {
		fmt.Fprintf(table, "%s\t%s\t\n", t.labels[i], estimate(ratings[i], "\t"))
	}
	return table.Flush()
}

// ranking returns the players' numbers, best first.
func ranking(ratings []stats.Estimate) []int {
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Value, ratings[a].Value) })
	return order
}

// findings returns the sentences below the tables: on strength, faults and overruns.
func (t *standings) findings(o options) []string {
	var all []string
	if t.onlyFaults() {
		all = append(all, unmeasured)
	} else {
		all = append(all, t.strength(o)...)
	}
	return append(append(all, t.faults()...), t.overrunFindings()...)
}

const unmeasured = "Every game ended by a fault, so no strength was measured."

// strength returns the verdict of the SPRT and, for two players, who leads.
func (t *standings) strength(o options) (all []string) {
	if o.sprt != nil && o.compared != nil {
		all = append(all, o.compared.answer(t))
	}
	if o.sprt != nil {
		games, verdict := t.sprtVerdict()
		lower, upper := o.sprt.Bounds()
		all = append(all, fmt.Sprintf("SPRT of %g against %g %s: %v after %d pairs, log likelihood ratio %.2f between %.2f and %.2f.",
			o.sprt.Elo1, o.sprt.Elo0, o.sprt.Model.Unit(), verdict, games.Len(), o.sprt.Ratio(games), lower, upper))
	}
	if len(t.labels) != 2 {
		return all
	}
	pairs := t.pairs(0, 1)
	leader, other, likelihood := t.labels[0], t.labels[1], pairs.Superiority()
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

// faults returns a sentence for each player that lost by a fault, with the reasons.
func (t *standings) faults() []string {
	found := make([]map[game.Reason]int, len(t.labels))
	for _, g := range t.games {
		if !g.Result.Reason.Fault() {
			continue
		}
		loser, other := t.players(g)
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
			all = append(all, fmt.Sprintf("%s lost games by its own fault: %s.", t.labels[i], strings.Join(parts, ", ")))
		}
	}
	return all
}

func estimate(e stats.Estimate, between string) string {
	return fmt.Sprintf("%+.0f%s±%.0f", math.Round(e.Value)+0, between, e.Bar) // +0: no -0
}

// report returns the page's content.
func (t *standings) report(o options) report.Run {
	r := report.Run{
		Title: strings.Join(t.labels, " - "), Settings: o.settings(), Findings: t.findings(o),
		SGF: record.SGFName, Collection: record.Collection,
	}
	ratings, err := t.ratings(o.anchor)
	if err != nil {
		ratings = make([]stats.Estimate, len(t.labels))
	}
	switch {
	case t.onlyFaults():
		ratings = slices.Repeat([]stats.Estimate{{Value: math.NaN(), Bar: math.NaN()}}, len(t.labels))
	case len(t.labels) == 2:
		ratings = twoRatings(t.pairs(0, 1).Elo(), o.anchor)
		r.ProgressOf = t.labels[0] + " against " + t.labels[1]
		var pairs stats.Pairs
		t.eachPair(0, 1, func(first, second float64) {
			pairs.Add(first, second)
			e := pairs.Elo()
			r.Progress = append(r.Progress, report.Point{Games: 2 * pairs.Len(), Elo: e.Value, Bar: e.Bar})
		})
	}
	cross, order := t.cross(), ranking(ratings)
	for _, i := range order {
		c := sum(cross[i])
		r.Players = append(r.Players, report.Player{
			Label: t.labels[i], Games: c.games, Wins: c.wins, Draws: c.draws, Losses: c.losses, Score: c.share(),
			Elo: ratings[i].Value, Bar: ratings[i].Bar, Faults: c.faults,
		})
		row := []report.Cell{}
		for _, j := range order {
			row = append(row, report.Cell{Points: o.winPoints() * cross[i][j].points(), Games: cross[i][j].games})
		}
		r.Cross = append(r.Cross, row)
	}
	for id := range t.end {
		if g := t.games[id]; g != nil {
			r.Games = append(r.Games, g)
		}
	}
	return r
}

// unfinished returns the content of a page that looks for a newer one.
func (t *standings) unfinished(o options) report.Run {
	r := t.report(o)
	r.Refresh = pageRefresh
	return r
}

// twoRatings returns the ratings of two players from their difference by pairs, which is more exact than the rating
// list. The anchor's is 0, without an anchor the second player's. So the other rating is the Elo that the match has
// elsewhere.
func twoRatings(e stats.Estimate, anchor int) []stats.Estimate {
	if anchor == 0 {
		return []stats.Estimate{{}, {Value: -e.Value, Bar: e.Bar}}
	}
	return []stats.Estimate{e, {}}
}

// settings returns the conditions of the games for the report.
func (o options) settings() []report.Setting {
	t := o.plan.Terms
	all := []report.Setting{
		{Name: "Board", Value: fmt.Sprintf("%dx%d", t.Width, t.Height)},
		{Name: "Rule", Value: t.Rule.String()},
		{Name: "Pairs", Value: o.pairs()},
		{Name: "Seed", Value: fmt.Sprint(o.plan.Seed)},
		{Name: "Openings", Value: fmt.Sprintf("%s (%d)", o.openingsInWords(), len(o.plan.Openings))},
	}
	for _, end := range []report.Setting{{Name: "Resign", Value: t.Resign.String()}, {Name: "Draw", Value: t.Draw.String()}} {
		if end.Value != "" {
			all = append(all, end)
		}
	}
	for _, p := range o.players {
		all = append(all, report.Setting{Name: p.Label, Value: p.Conditions()})
	}
	return all
}
