package output

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"tahoun/scripts/internal/stats"
)

// Print writes the tables and the findings, and the match as a row of a table of matches, if it is one.
func (r Result) Print(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if played, all := r.Counts(); r.settings.Endless() {
		fmt.Fprintf(table, "\n%d games\n\n", played)
	} else {
		fmt.Fprintf(table, "\n%d of %d games\n\n", played, all)
	}
	fmt.Fprintln(table, "player\tgames\tpoints\tscore\tW/D/L\tfaults\t")
	for i, row := range r.cross {
		c := sum(row)
		fmt.Fprintf(table, "%s\t%d\t%s\t%.1f %%\t%d/%d/%d\t%d\t\n", r.labels[i], c.games, r.pointsOf(c.points()),
			100*c.share(), c.wins, c.draws, c.losses, c.faults)
	}
	fmt.Fprintln(table)
	if !r.OnlyFaults() {
		r.printPairings(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, line := range r.findings() {
		fmt.Fprintln(w, line)
	}
	if r.settings.Name != "" && len(r.labels) == 2 {
		fmt.Fprintf(w, "\n%s%s", RowHead, r.Row(r.settings.Name))
	}
	if len(r.labels) == 2 || r.OnlyFaults() {
		return nil
	}
	return r.printRatings(w)
}

// printPairings writes a line for each two players who met.
func (r Result) printPairings(w io.Writer) {
	fmt.Fprintln(w, "duel\tpoints\tW/D/L\tpairs 0 ½ 1 1½ 2\tElo\t95 %\tnElo\t95 %\tLOS\t")
	for a := range r.labels {
		for b := a + 1; b < len(r.labels); b++ {
			c := r.cross[a][b]
			if c.games == 0 {
				continue
			}
			pairs := r.pairs(a, b)
			fmt.Fprintf(w, "%s - %s\t%s\t%d/%d/%d\t%s\t%s\t%s\t%.1f %%\t\n", r.labels[a], r.labels[b],
				r.points(c), c.wins, c.draws, c.losses, strings.Trim(fmt.Sprint(pairs), "[]"),
				estimate(pairs.Elo(), "\t"), estimate(pairs.NElo(), "\t"), 100*pairs.Superiority())
		}
	}
}

func (r Result) printRatings(w io.Writer) error {
	ratings, err := r.ratings(r.settings.Anchor)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\nrating\tElo\t95 %\t")
	for _, i := range ranking(ratings) {
		fmt.Fprintf(table, "%s\t%s\t\n", r.labels[i], estimate(ratings[i], "\t"))
	}
	return table.Flush()
}

func ranking(ratings []stats.Estimate) []int {
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Value, ratings[a].Value) })
	return order
}

func estimate(e stats.Estimate, between string) string {
	return fmt.Sprintf("%+.0f%s±%.0f", math.Round(e.Value)+0, between, e.Bar) // +0: no -0
}
