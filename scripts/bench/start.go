package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/gobuild"
)

// startOptions are the flags of a measurement: the cost of an instant move, with its process, beside an idle Go
// program. Every round runs the idle program, then the brain once for each rule, so that other load slows all of them.
type startOptions struct {
	target
	rounds int
	rules  []int
}

func parseStart(args []string, stdout io.Writer) (o startOptions, err error) {
	flags := o.newFlags("start")
	flags.IntVar(&o.rounds, "rounds", 100, "measure so many rounds")
	rules := flags.String("rule", "0", "the `RULES` of INFO.DAT, with commas between them: numbers or names")
	if err := parse(flags, args, "", stdout); err != nil {
		return o, err
	}
	if o.rounds < 1 {
		return o, fmt.Errorf("-rounds %d: want 1 or more", o.rounds)
	}
	o.rules, err = parseRules(*rules)
	return o, err
}

func (o startOptions) measure(ctx context.Context, stdout io.Writer) error {
	return withTemp(ctx, func(dir string) error {
		idle, err := buildIdle(dir)
		if err != nil {
			return err
		}
		brain, err := o.executable(dir)
		if err != nil {
			return err
		}
		positions, err := o.positions(warmUp + o.rounds)
		if err != nil {
			return err
		}
		columns, err := o.play(ctx, dir, idle, brain, positions)
		if err != nil {
			return err
		}
		return printStart(stdout, o.rules, columns)
	})
}

func parseRules(list string) ([]int, error) {
	var rules []int
	for text := range strings.SplitSeq(list, ",") {
		rule, err := board.ParseRule(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("-rule %s: %w", list, err)
		}
		rules = append(rules, int(rule))
	}
	return rules, nil
}

// buildIdle builds, with the brain's own flags, a program that does nothing.
func buildIdle(dir string) (string, error) {
	source := filepath.Join(dir, "idle")
	if err := os.Mkdir(source, 0o755); err != nil {
		return "", err
	}
	for name, content := range map[string]string{
		"go.mod":  "module idle\n\ngo 1.26\n",
		"main.go": "package main\n\nfunc main() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(source, name), []byte(content), 0o644); err != nil {
			return "", err
		}
	}
	out := filepath.Join(source, gobuild.Host().File("idle"))
	return out, gobuild.Executable(source, gobuild.Host(), out)
}

// play runs a round for each position and returns the times after the warm-up: those of the
// idle program first, then those of the brain, rule by rule.
func (o startOptions) play(ctx context.Context, dir, idle, brain string, all []position) ([][]time.Duration, error) {
	columns := make([][]time.Duration, 1+len(o.rules))
	for _, p := range all {
		empty, err := launch(ctx, idle, dir, 0)
		if err != nil {
			return nil, err
		}
		columns[0] = append(columns[0], empty.took)
		for i, rule := range o.rules {
			move, err := play(ctx, dir, brain, p, limits{memory: o.memory, rule: rule}, launch)
			if err != nil {
				return nil, err
			}
			columns[1+i] = append(columns[1+i], move.took)
		}
	}
	for i := range columns {
		columns[i] = columns[i][warmUp:]
	}
	return columns, nil
}

// printStart prints a line for each column of times, compared with the first.
func printStart(stdout io.Writer, rules []int, columns [][]time.Duration) error {
	_, nothing, _ := summary(columns[0])
	if nothing == 0 {
		return errors.New("the clock does not advance while a program that does nothing runs: " +
			"it cannot time an instant move")
	}
	fmt.Fprintf(stdout, "whole process, %d rounds at limit 0, %s\n", len(columns[0]), machine())
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "ms\tleast\tmedian\tmedian / nothing's\t\n")
	for i, times := range columns {
		name := "a program that does nothing"
		if i > 0 {
			name = fmt.Sprintf("an instant move, rule %d", rules[i-1])
		}
		least, median, _ := summary(times)
		fmt.Fprintf(table, "%s\t%.2f\t%.2f\t%.2f\t\n", name, ms(least), ms(median), float64(median)/float64(nothing))
	}
	return table.Flush()
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
