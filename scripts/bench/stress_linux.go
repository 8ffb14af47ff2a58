package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/progress"
)

const stressUsage = `
Something goes wrong with nearly every move: the process is stopped and continued, runs at nice 19 while every core is
busy, meets full pipes, a full disk, a folder that it may not write, or damaged files. A stop at the start simulates a
slow disk. A move has a fault if it is
- later than the time in which its process was kept from the processor explains, counted from 100 ms before the limit
  on, by more than 20 ms; at limit 0 a move has 100 ms. A process that hangs is killed 5 s later.
- illegal, or more than 4 squares from all stones; or it misses a five, or lets the other side make one;
- made by a process that ends with another status than 0.
`

// stressOptions are the flags of the stress test: moves of the brain while something goes wrong beside it.
type stressOptions struct {
	target
	sampler sampler
	moves   int
	verbose bool
}

func parseStress(args []string, stdout io.Writer) (o stressOptions, err error) {
	flags := o.newFlags("stress")
	flags.IntVar(&o.moves, "moves", 2000, "play so many moves; 2000 take an hour or more")
	flags.Uint64Var(&o.sampler.seed, "seed", 1, "draw positions, rules, limits and mishaps by this seed")
	flags.IntVar(&o.sampler.from, "from", 0,
		"begin with move `N` of the seed, counted from 0; the line of a fault has the flags that repeat it")
	flags.StringVar(&o.sampler.mishap, "mishap", "",
		"let only the mishap `NAME` happen; without it they are drawn, and the table at the end lists all")
	flags.BoolVar(&o.verbose, "v", false, "print every move, not only those with a fault")
	const limitUsage = "the manager's limit, a `DURATION`, for every move; without it drawn from 0 to 30 s"
	flags.Func("limit", limitUsage, func(text string) error {
		limit, err := cli.ParseTime(text)
		o.sampler.limit = &limit
		return err
	})
	if err := parse(flags, args, stressUsage, stdout); err != nil {
		return o, err
	}
	if o.moves < 1 || o.sampler.from < 0 {
		return o, fmt.Errorf("-moves %d -from %d: want 1 or more and 0 or more", o.moves, o.sampler.from)
	}
	if names := mishapNames(); o.sampler.mishap != "" && !slices.Contains(names, o.sampler.mishap) {
		return o, fmt.Errorf("-mishap %q: want one of %s", o.sampler.mishap, strings.Join(names, ", "))
	}
	return o, nil
}

func (o stressOptions) measure(ctx context.Context, stdout, stderr io.Writer) error {
	return withTemp(ctx, func(dir string) error {
		if err := os.Chmod(dir, 0o755); err != nil { // the brain may run as somebody else
			return err
		}
		brain, err := o.executable(dir)
		if err != nil {
			return err
		}
		if err := o.sampler.read(o.in); err != nil {
			return err
		}
		from := o.sampler.from
		fmt.Fprintf(stdout, "whole process, moves %d to %d of seed %d, %s\n",
			from, from+o.moves-1, o.sampler.seed, machine())
		scores, err := o.play(ctx, dir, brain, stdout, progress.New(stderr))
		return cmp.Or(err, scores.print(stdout))
	})
}

// play plays the moves, and prints a line for each that has a fault.
func (o stressOptions) play(ctx context.Context, dir, brain string, stdout io.Writer,
	bar *progress.Bar) (scores, error) {
	all := scores{}
	begin := time.Now()
	for i := range o.moves {
		t := o.sampler.draw(o.sampler.from+i, o.memory)
		got, err := t.play(ctx, dir, brain)
		if err != nil {
			return all, fmt.Errorf("move %d: %w", t.index, err)
		}
		all.add(t, got)
		if o.verbose || len(got.faults) > 0 {
			bar.Clear()
			lines := append(got.faults, got.String(), "again: "+o.again(t.index))
			fmt.Fprintf(stdout, "%v\n  %s\n", t, strings.Join(lines, "\n  "))
		}
		if bar.Due() {
			_, faults := all.sum()
			bar.Draw(i+1, o.moves, fmt.Sprintf("%d of %d moves, %d with a fault%s",
				i+1, o.moves, faults, progress.Left(begin, i+1, o.moves-i-1)))
		}
	}
	bar.Clear()
	return all, nil
}

// again returns the command that repeats one move.
func (o stressOptions) again(index int) string {
	flags := fmt.Sprintf("go run ./scripts/bench stress -seed %d -from %d -moves 1", o.sampler.seed, index)
	if o.sampler.mishap != "" {
		flags += " -mishap " + o.sampler.mishap
	}
	if o.sampler.limit != nil {
		flags += " -limit " + o.sampler.limit.String()
	}
	if o.in != "" {
		flags += " -in " + o.in
	}
	return flags
}

// A score counts the outcomes of the moves with one mishap.
type score struct {
	moves, over, faults, skipped int
	late                         time.Duration // worst time over the limit
	excess                       time.Duration // worst lateness beyond the time kept from the processor
	why                          string        // reason for skipping
}

// scores are keyed by the name of the mishap.
type scores map[string]*score

func (s scores) add(t trial, got outcome) {
	one := s[t.mishap.name]
	if one == nil {
		one = &score{}
		s[t.mishap.name] = one
	}
	if got.skipped != nil {
		one.skipped++
		one.why = got.skipped.Error()
		return
	}
	one.moves++
	if late := got.took - t.limits.turn; late > 0 {
		one.over++
		one.late = max(one.late, late)
	}
	one.excess = max(one.excess, got.excess)
	if len(got.faults) > 0 {
		one.faults++
	}
}

// sum returns how many moves were played, and how many of them had a fault.
func (s scores) sum() (moves, faults int) {
	for _, one := range s {
		moves += one.moves
		faults += one.faults
	}
	return moves, faults
}

// print prints a line for each mishap that occurred. It returns an error if there were faults.
func (s scores) print(stdout io.Writer) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "mishap\tmoves\tover the limit\tms over at most\tof that not kept\twith a fault\t\n")
	for _, name := range mishapNames() {
		if one := s[name]; one != nil && one.moves > 0 {
			fmt.Fprintf(table, "%s\t%d\t%d\t%.0f\t%.0f\t%d\t\n",
				name, one.moves, one.over, ms(one.late), ms(one.excess), one.faults)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, name := range mishapNames() {
		if one := s[name]; one != nil && one.skipped > 0 {
			fmt.Fprintf(stdout, "%s: left out %d times: %s\n", name, one.skipped, one.why)
		}
	}
	moves, faults := s.sum()
	if faults > 0 {
		return fmt.Errorf("%d of %d moves had a fault", faults, moves)
	}
	return nil
}
