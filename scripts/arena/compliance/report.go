package compliance

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// shownLines is how many lines of a conversation the report shows: the last ones.
const shownLines = 20

// write prints a check: one line if it passed, otherwise all that its author needs.
func (r Result) write(out io.Writer, verbose bool) {
	fmt.Fprintf(out, "%-13s  %-20s %s\n", r.Verdict, r.Name, r.headline())
	if !verbose && (r.Verdict == Pass || r.Verdict == Skipped || r.Verdict == Unsupported) {
		return
	}
	line := func(title, text string) {
		if text != "" {
			fmt.Fprintf(out, "    %-9s %s\n", title, text)
		}
	}
	if cut := len(r.Talk) - shownLines; cut > 0 {
		line("talk", fmt.Sprintf("(%d earlier lines left out)", cut))
	}
	for _, l := range r.Talk[max(0, len(r.Talk)-shownLines):] {
		fmt.Fprintf(out, "        %s\n", l)
	}
	line("expected", r.Want)
	line("because", r.Why)
	line("got", r.Detail)
	fmt.Fprintln(out)
}

// headline returns the property, or what is wrong with it.
func (r Result) headline() string {
	switch {
	case r.Detail == "" || r.Verdict == Fail || r.Verdict == Warning:
		return r.Want
	case r.Verdict == Pass:
		return r.Want + " (" + r.Detail + ")"
	}
	return r.Detail
}

// writeSummary prints how many checks have which verdict, and names those that failed.
func writeSummary(out io.Writer, results []Result, took time.Duration) {
	counts := map[Verdict]int{}
	names := map[Verdict][]string{}
	for _, r := range results {
		counts[r.Verdict]++
		names[r.Verdict] = append(names[r.Verdict], r.Name)
	}
	fmt.Fprintf(out, "\n%d checks in %v: %d passed, %d failed, %d warnings, %d not supported, %d skipped\n", len(results),
		took.Round(time.Second/10), counts[Pass], counts[Fail], counts[Warning], counts[Unsupported], counts[Skipped])
	for _, v := range []Verdict{Fail, Warning} {
		if counts[v] > 0 {
			fmt.Fprintf(out, "%s: %s\n", v, strings.Join(names[v], " "))
		}
	}
}
