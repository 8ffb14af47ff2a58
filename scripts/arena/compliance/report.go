package compliance

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Of a long conversation the report shows the first and the last lines, and of MESSAGE and DEBUG lines only some.
const (
	firstLines = 8
	lastLines  = 27 // the files of a move on 20x20
	talkLines  = 2
)

// excerpt returns the lines of a conversation that the report shows.
func excerpt(talk []string) []string {
	var lines []string
	for i, l := range talk {
		run := 0
		for run <= talkLines && i+run < len(talk) && isTalk(talk[i+run]) {
			run++
		}
		if run <= talkLines { // else more talk follows
			lines = append(lines, l)
		}
	}
	cut := len(lines) - firstLines - lastLines
	if cut <= 1 {
		return lines
	}
	shown := append(lines[:firstLines:firstLines], fmt.Sprintf("(%d lines left out)", cut))
	return append(shown, lines[firstLines+cut:]...)
}

func isTalk(line string) bool {
	text, fromProgram := strings.CutPrefix(line, "< ")
	return fromProgram && kindOf(text) == talk
}

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
	for _, l := range excerpt(r.Talk) {
		fmt.Fprintf(out, "        %s\n", l)
	}
	line("expected", r.Want)
	line("because", r.Why)
	line("got", r.Detail)
	fmt.Fprintln(out)
}

func (r Result) headline() string {
	switch {
	case r.Detail == "" || r.Verdict == Fail || r.Verdict == Warning:
		return r.Want
	case r.Verdict == Pass:
		return r.Want + " (" + r.Detail + ")"
	}
	return r.Detail
}

func writeSummary(out io.Writer, results []Result, took time.Duration) {
	names := map[Verdict][]string{}
	for _, r := range results {
		names[r.Verdict] = append(names[r.Verdict], r.Name)
	}
	fmt.Fprintf(out, "\n%d checks in %v: %d passed, %d failed, %d warnings, %d not supported, %d skipped\n",
		len(results), took.Round(time.Second/10), len(names[Pass]), len(names[Fail]), len(names[Warning]),
		len(names[Unsupported]), len(names[Skipped]))
	for _, v := range []Verdict{Fail, Warning} {
		if len(names[v]) > 0 {
			fmt.Fprintf(out, "%s: %s\n", v, strings.Join(names[v], " "))
		}
	}
}
