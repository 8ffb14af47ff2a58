package trials

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"tahoun/board"
	"tahoun/scripts/internal/trials"
)

// printTable writes a line for each trial, cut to so many columns, with the idea last, since it may be long.
func printTable(w io.Writer, all []trials.Trial, width int) error {
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, t := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			t.Date, t.Verdict, t.Area, t.Term, figure(t), games(t), describe(t))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(w, cut(strings.TrimRight(line, " \n"), width)); err != nil {
			return err
		}
	}
	return nil
}

// cut shortens a line to so many columns; 0 is no limit.
func cut(line string, width int) string {
	if runes := []rune(line); width > 0 && len(runes) > width {
		return string(runes[:width-1]) + "…"
	}
	return line
}

// figure returns the difference in Elo with its interval, or the beginning of another result.
func figure(t trials.Trial) string {
	if t.Elo == nil {
		return cut(t.Result, 24)
	}
	return fmt.Sprintf("%+g [%+g, %+g]", t.Elo[0], t.Elo[1], t.Elo[2])
}

// games describes the games, and their rule if it is not five or more.
func games(t trials.Trial) string {
	var all []string
	switch {
	case t.Time != "":
		all = append(all, t.Time)
	case t.OpponentNodes != 0:
		all = append(all, fmt.Sprintf("%d:%d nodes", t.Nodes, t.OpponentNodes))
	case t.Nodes != 0:
		all = append(all, fmt.Sprintf("%d nodes", t.Nodes))
	}
	if t.Pairs != 0 {
		all = append(all, fmt.Sprintf("%d pairs", t.Pairs))
	}
	if t.Rule != "" && t.Rule != board.Freestyle.String() {
		all = append(all, t.Rule)
	}
	return strings.Join(all, ", ")
}

// describe returns the change, and its result besides Elo.
func describe(t trials.Trial) string {
	all := t.Idea
	for _, more := range []string{t.Variant, t.Params, t.Conditions, t.Measure, t.Result} {
		if more != "" {
			all += "; " + more
		}
	}
	return all
}

// printAreas writes how many trials there are of each area and term, the areas in their order, the terms by number.
func printAreas(w io.Writer, all []trials.Trial) error {
	var text strings.Builder
	terms := map[string]map[string]int{}
	for _, t := range all {
		if terms[t.Area] == nil {
			terms[t.Area] = map[string]int{}
		}
		terms[t.Area][t.Term]++
	}
	for _, area := range trials.Areas {
		of, total := terms[area], 0
		for _, n := range of {
			total += n
		}
		if total == 0 {
			continue
		}
		fmt.Fprintf(&text, "%-12s %4d\n", area, total)
		for _, term := range slices.SortedFunc(maps.Keys(of), func(a, b string) int {
			return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b))
		}) {
			fmt.Fprintf(&text, "  %-30s %4d\n", term, of[term])
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}
