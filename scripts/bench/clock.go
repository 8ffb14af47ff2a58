package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
)

// clockOptions is how much of its time limit a move uses, and how much memory. Every move is played in a fresh folder,
// so that no move learns from another.
type clockOptions struct {
	target
	moves int
	limit time.Duration
	rule  board.Rule
	busy  bool
}

func parseClock(args []string, stdout io.Writer) (o clockOptions, err error) {
	flags := o.newFlags("clock")
	flags.IntVar(&o.moves, "moves", 200, "measure so many moves")
	cli.Duration(flags, &o.limit, "time", time.Second, "the manager's limit, a `DURATION`, for a move")
	cli.RuleVar(flags, &o.rule)
	flags.BoolVar(&o.busy, "busy", false, "keep every core busy with other work meanwhile")
	if err := parse(flags, args, "", stdout); err != nil {
		return o, err
	}
	if o.moves < 1 || o.limit < time.Millisecond {
		return o, fmt.Errorf("-moves %d -time %v: want 1 or more and 1ms or more", o.moves, o.limit)
	}
	return o, nil
}

func (o clockOptions) measure(ctx context.Context, stdout io.Writer) error {
	return withTemp(ctx, func(dir string) error {
		brain, err := o.executable(dir)
		if err != nil {
			return err
		}
		positions, err := o.positions(o.moves)
		if err != nil {
			return err
		}
		if o.busy {
			stop, err := occupy(runtime.NumCPU())
			if err != nil {
				return err
			}
			defer stop()
		}
		l := limits{turn: o.limit, memory: o.memory, rule: int(o.rule)}
		t, err := measureMoves(ctx, dir, brain, l, positions)
		if err != nil {
			return err
		}
		return t.print(stdout, l, o.busy)
	})
}

// A moveUsage holds the times of moves under one limit.
type moveUsage struct {
	took []time.Duration
	over int   // how many took longer than the limit
	peak int64 // the largest peak of resident memory in bytes, 0 where the system does not tell
}

func measureMoves(ctx context.Context, dir, brain string, l limits, positions []position) (moveUsage, error) {
	var t moveUsage
	for _, p := range positions {
		move, err := play(ctx, dir, brain, p, l)
		if err != nil {
			return moveUsage{}, err
		}
		t.took = append(t.took, move.took)
		t.peak = max(t.peak, move.peak)
		if move.took > l.turn {
			t.over++
		}
	}
	return t, nil
}

// print prints the times as shares of l. A move over the limit loses a game, hence an error.
func (u moveUsage) print(stdout io.Writer, l limits, busy bool) error {
	others := "idle otherwise"
	if busy {
		others = "every core busy otherwise"
	}
	fmt.Fprintf(stdout, "whole process, %d moves at limit %v, rule %d, %s, %s\n",
		len(u.took), l.turn, l.rule, others, machine())
	least, median, most := summary(u.took)
	share := func(d time.Duration) float64 { return 100 * float64(d) / float64(l.turn) }
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "least\tmedian\tmost\tover the limit\tpeak memory\t\n")
	fmt.Fprintf(table, "%.1f %%\t%.1f %%\t%.1f %%\t%d\t%s\t\n",
		share(least), share(median), share(most), u.over, mebibytes(u.peak))
	if err := table.Flush(); err != nil {
		return err
	}
	if u.over > 0 {
		return fmt.Errorf("%d of %d moves came too late", u.over, len(u.took))
	}
	return nil
}

func mebibytes(n int64) string {
	if n == 0 {
		return "not told"
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// spinCommand is the word that makes this program a spinner; it is for occupy alone.
const spinCommand = "spin"

// occupy keeps n cores busy until stop is called. The work is done by processes apart from this one,
// since work in this one would delay the end of its own measurements.
func occupy(n int) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var stops []func()
	stop = func() {
		for _, s := range stops {
			s()
		}
	}
	for range n {
		spinner := exec.Command(self, spinCommand)
		life, err := spinner.StdinPipe()
		if err == nil {
			err = spinner.Start()
		}
		if err != nil {
			stop()
			return nil, fmt.Errorf("keep a core busy: %w", err)
		}
		stops = append(stops, func() {
			life.Close()
			spinner.Wait()
		})
	}
	return stop, nil
}

// spin uses one core until life ends: when the process that started this one closes it, or dies.
func spin(life io.Reader) {
	var done atomic.Bool
	go func() {
		io.Copy(io.Discard, life)
		done.Store(true)
	}()
	for !done.Load() {
	}
}
