package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/internal/progress"
)

// clockOptions is how much of its time limit a move uses, and how much memory. Every move is played in a fresh folder,
// so that no move learns from another.
type clockOptions struct {
	target
	moves, jobs int
	limits      limits
	busy        bool
	log         string // file; "": none
}

const clockUsage = `
A move is late if its process took longer than the limit. On Linux late moves are counted, too, which the time for which
the process was kept from the processor does not explain, as stress -h says. If something goes wrong, the moves until
then are printed all the same.
`

func parseClock(args []string, stdout io.Writer) (o clockOptions, err error) {
	flags := o.newFlags("clock")
	flags.IntVar(&o.moves, "moves", 200, "measure so many moves, those in the log included")
	flags.IntVar(&o.jobs, "j", 1, "play so many moves at once")
	cli.Duration(flags, &o.limits.turn, "time", time.Second, "the manager's limit, a `DURATION`, for a move")
	var rule board.Rule
	cli.RuleVar(flags, &rule)
	flags.IntVar(&o.limits.threads, "threads", 0, "tell the brain to use `N` threads; 0: as many as it likes")
	flags.BoolVar(&o.busy, "busy", false, "keep every core busy with other work meanwhile")
	flags.StringVar(&o.log, "log", "", "keep the moves in `FILE`, and go on where it ends")
	if err := parse(flags, args, clockUsage, stdout); err != nil {
		return o, err
	}
	if o.moves < 1 || o.limits.turn < time.Millisecond {
		return o, fmt.Errorf("-moves %d -time %v: want 1 or more and 1ms or more", o.moves, o.limits.turn)
	}
	if o.jobs < 1 || o.limits.threads < 0 {
		return o, fmt.Errorf("-j %d -threads %d: want 1 or more and 0 or more", o.jobs, o.limits.threads)
	}
	o.limits.memory, o.limits.rule = o.memory, int(rule)
	return o, nil
}

func (o clockOptions) measure(ctx context.Context, stdout, stderr io.Writer) error {
	return withTemp(ctx, func(dir string) error {
		brain, err := o.executable(dir)
		if err != nil {
			return err
		}
		positions, err := o.positions(o.moves)
		if err != nil {
			return err
		}
		log := &moveLog{conditions: o.conditions()}
		if o.log != "" {
			log.Brain = version(ctx, brain, dir)
			if err := log.open(o.log); err != nil {
				return err
			}
			defer log.file.Close()
		}
		if o.busy {
			stop, err := occupy(runtime.NumCPU())
			if err != nil {
				return err
			}
			defer stop()
		}
		err = o.play(ctx, dir, brain, positions, log, progress.New(stderr))
		return cmp.Or(err, log.print(stdout))
	})
}

// play plays the moves that the log does not have yet. The first error ends it. The log gets that move, too, unless its
// process did not even begin.
func (o clockOptions) play(ctx context.Context, temp, brain string, positions []position, log *moveLog,
	bar *progress.Bar) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	begun := min(len(log.moves), len(positions))
	var mutex sync.Mutex
	parallel.Each(o.jobs, len(positions)-begun, func(i int) {
		if ctx.Err() != nil {
			return
		}
		used, err := play(ctx, temp, brain, positions[begun+i], o.limits, launchWatched)
		mutex.Lock()
		defer mutex.Unlock()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			stop(err)
			if used.took == 0 {
				return
			}
		}
		if err := log.add(begun+i, newMove(used, err)); err != nil {
			stop(err)
		}
		bar.Report(len(log.moves)-begun, len(positions)-begun, "moves", fmt.Sprintf(", %d late", log.lateness().late))
	})
	bar.Clear()
	return context.Cause(ctx)
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
