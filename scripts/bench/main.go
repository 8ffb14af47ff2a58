// Bench measures the brain as a manager meets it: as whole processes, from creation to end.
//
//	go run ./scripts/bench start [-rounds 100] [-rule 0,1,2,4,8]   an instant move beside a program that does nothing
//	go run ./scripts/bench clock [-moves 200] [-time 1s] [-busy]   how much of its time a move uses
//	go run ./scripts/bench late                                    a table from the logs of clock
//	go run ./scripts/bench stress [-moves 2000] [-seed 1]          moves under stops, full disks, a busy machine
//
// -in DIR plays on the board in DIR instead of the bench's own quiet openings. -brain FILE measures that executable
// instead of building one. `-h` after a subcommand lists all flags. Exit codes: 1 for an illegal or late move, 2 for
// wrong use.
//
// fuzz.sh beside it runs every fuzz target of the module for a minute.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/stats"
)

const usage = `usage: go run ./scripts/bench start [flags]   an instant move beside a program that does nothing
       go run ./scripts/bench clock [flags]   how much of its time a move uses
       go run ./scripts/bench late [FILE...]  a table from the logs of clock
       go run ./scripts/bench stress [flags]  moves under stops, full pipes and disks, a busy machine
-h after a subcommand lists its flags.
`

// warmUp is how many rounds are run before the first that counts: they fill the system's caches.
const warmUp = 5

func main() { os.Exit(run(cli.Interruptible(), os.Args[1:], os.Stdout, os.Stderr)) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	command := ""
	if len(args) > 0 {
		command = args[0]
	}
	switch command {
	case "start":
		return cli.Main("bench", stderr,
			func() (startOptions, error) { return parseStart(args[1:], stdout) },
			func(o startOptions) error { return o.measure(ctx, stdout) })
	case "clock":
		return cli.Main("bench", stderr,
			func() (clockOptions, error) { return parseClock(args[1:], stdout) },
			func(o clockOptions) error { return o.measure(ctx, stdout, stderr) })
	case "late":
		return cli.Main("bench", stderr,
			func() ([]string, error) { return parseLate(args[1:], stdout) },
			func(files []string) error { return printLate(files, stdout) })
	case "stress":
		return cli.Main("bench", stderr,
			func() (stressOptions, error) { return parseStress(args[1:], stdout) },
			func(o stressOptions) error { return o.measure(ctx, stdout, stderr) })
	case spinCommand:
		spin(os.Stdin)
		return 0
	}
	return cli.NoCommand(args, usage, stdout, stderr)
}

// A target holds the flags of every measurement.
type target struct {
	brain  string // executable; empty: build it
	in     string // folder with the board to play on; empty: the bench's openings
	memory int64  // max_memory in bytes
}

// newFlags makes a set for a measurement with the flags of t in it.
func (t *target) newFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet("bench "+name, flag.ContinueOnError)
	flags.StringVar(&t.brain, "brain", "", "measure the executable `FILE` instead of building the module's")
	flags.StringVar(&t.in, "in", "", "play on the board in the folder `DIR` instead of quiet openings on 20x20")
	flags.Int64Var(&t.memory, "memory", 350<<20, "the manager's memory limit in bytes")
	return flags
}

// parse reads args by flags that newFlags made. more stands below the flags in the help.
func parse(flags *flag.FlagSet, args []string, more string, stdout io.Writer) error {
	return cli.Parse(flags, args, "usage: go run ./scripts/"+flags.Name()+" [flags]\n\n%s"+more, stdout)
}

// executable returns the absolute path of the brain, built into dir unless one was named.
func (t *target) executable(dir string) (string, error) {
	if t.brain != "" {
		return filepath.Abs(t.brain)
	}
	root, err := gobuild.Root()
	if err != nil {
		return "", err
	}
	out := filepath.Join(dir, gobuild.Host().File("tahoun"))
	return out, gobuild.Executable(root, gobuild.Host(), out)
}

func (t *target) positions(n int) ([]position, error) {
	if t.in == "" {
		return openings(n), nil
	}
	p, err := readPosition(t.in)
	return slices.Repeat([]position{p}, n), err
}

// withTemp calls do with a temporary folder that is gone afterwards. Where do fails because ctx has ended, that is the
// error.
func withTemp(ctx context.Context, do func(dir string) error) error {
	dir, err := os.MkdirTemp("", "tahoun-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	err = do(dir)
	if err != nil && ctx.Err() != nil {
		return errors.New("interrupted") // even if that broke something
	}
	return err
}

func machine() string {
	return fmt.Sprintf("%s, %s/%s, %d cores", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

// summary returns the least, the median and the most of some durations, which it sorts.
func summary(times []time.Duration) (least, median, most time.Duration) {
	slices.Sort(times)
	return times[0], stats.Median(times), times[len(times)-1]
}
