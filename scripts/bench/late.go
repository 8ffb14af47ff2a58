package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"tahoun/scripts/internal/cli"
)

const lateUsage = `usage: go run ./scripts/bench late [FILE...]

Computes a table from logs that clock -log kept, in Markdown. Without a FILE it takes those in ` + lateFolder + `.
%s`

// lateFolder is where the repository has its logs, from its root.
const lateFolder = "scripts/bench/late"

func parseLate(args []string, stdout io.Writer) ([]string, error) {
	flags := flag.NewFlagSet("bench late", flag.ContinueOnError)
	files, err := cli.ParseMixed(flags, args, lateUsage, stdout)
	if err == nil && len(files) == 0 {
		files, err = filepath.Glob(lateFolder + "/*.log")
	}
	return files, err
}

const lateHead = "| log | brain | limit | beside it | moves | of the limit, median | at most | late | by ms at most " +
	"| not explained | faults |\n" +
	"|---|---|---|---|---|---|---|---|---|---|---|\n"

// printLate prints a row for each log, and nothing where there is none.
func printLate(files []string, stdout io.Writer) error {
	var text strings.Builder
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		log, err := parseMoves(content)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if len(log.moves) > 0 {
			text.WriteString(log.row(filepath.Base(name)))
		}
	}
	if text.Len() == 0 {
		return nil
	}
	_, err := io.WriteString(stdout, lateHead+text.String())
	return err
}

func (l moveLog) row(name string) string {
	_, median, most := l.shares()
	late := l.lateness()
	cells := []string{name, l.Brain, l.Limit.String(), l.others(), fmt.Sprint(len(l.moves)), median, most,
		fmt.Sprint(late.late), fmt.Sprintf("%.0f", ms(late.most)), late.notExplained(), fmt.Sprint(late.faults)}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// others tells in words how busy the machine is beside a move.
func (c conditions) others() string {
	text := "idle otherwise"
	if c.Busy {
		text = "every core busy otherwise"
	}
	if c.AtOnce > 1 {
		text += fmt.Sprintf(", %d moves at once", c.AtOnce)
	}
	if c.Threads > 0 {
		text += fmt.Sprintf(", -threads %d", c.Threads)
	}
	return text
}

// A lateness counts the moves whose process took longer than the limit.
type lateness struct {
	late        int
	most        time.Duration // over the limit
	unexplained int           // of them, by more than tolerance later than they were kept from the processor
	unknown     bool          // of some of them that was not measured
	faults      int           // moves that were none, late or not
}

func (l moveLog) lateness() (n lateness) {
	for _, m := range l.moves {
		if m.fault != "" {
			n.faults++
		}
		if m.took <= l.Limit {
			continue
		}
		n.late++
		n.most = max(n.most, m.took-l.Limit)
		n.unknown = n.unknown || m.denied < 0
		if m.excess(l.Limit) > tolerance {
			n.unexplained++
		}
	}
	return n
}

func (n lateness) notExplained() string {
	if n.unknown {
		return notTold
	}
	return fmt.Sprint(n.unexplained)
}

// notTold stands for a figure that the system does not tell.
const notTold = "not told"

// shares returns how much of the limit the moves took, in words.
func (l moveLog) shares() (least, median, most string) {
	var took []time.Duration
	for _, m := range l.moves {
		took = append(took, m.took)
	}
	share := func(d time.Duration) string { return fmt.Sprintf("%.1f %%", 100*float64(d)/float64(l.Limit)) }
	a, b, c := summary(took)
	return share(a), share(b), share(c)
}

// print prints the moves, nothing if there are none. A late move loses a game, hence an error.
func (l moveLog) print(stdout io.Writer) error {
	if len(l.moves) == 0 {
		return nil
	}
	fmt.Fprintf(stdout, "whole process, %d moves at limit %v, rule %d, %s, %s\n",
		len(l.moves), l.Limit, l.Rule, l.others(), l.Machine)
	least, median, most := l.shares()
	late := l.lateness()
	var peak int64
	for _, m := range l.moves {
		peak = max(peak, m.peak)
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "least\tmedian\tmost\tlate\tby ms at most\tnot explained\tpeak memory\t\n")
	fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%.0f\t%s\t%s\t\n",
		least, median, most, late.late, ms(late.most), late.notExplained(), mebibytes(peak))
	var failed error
	if late.late > 0 {
		failed = fmt.Errorf("%d of %d moves came too late", late.late, len(l.moves))
	}
	return cmp.Or(table.Flush(), failed)
}

func mebibytes(n int64) string {
	if n == 0 {
		return notTold
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
