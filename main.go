// Tahoun plays gomoku for managers that speak the old Gomocup file protocol: each run reads the files in
// a folder, writes one move there and ends.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/file"
	"tahoun/fileproto/options"
	"tahoun/fileproto/process"
	"tahoun/fileproto/prooffile"
	"tahoun/fileproto/terminal"
	"tahoun/fileproto/watchdog"
	"tahoun/search"
	"tahoun/search/console"
)

const brain = "Tahoun " + search.Version

func main() {
	start := time.Now()
	signal.Ignore(syscall.SIGPIPE) // the move is made even if standard error is closed
	os.Exit(run(afero.NewOsFs(), start, os.Args, terminal.Output{Stdout: os.Stdout, Stderr: os.Stderr}))
}

// run is the whole program; it returns the exit code. began is when main began.
func run(disk afero.Fs, began time.Time, args []string, out terminal.Output) int {
	start, ok := process.Created(disk)
	if !ok {
		start = began
	}
	path := process.OwnPath(disk, args)
	if name := filepath.Base(path); strings.HasPrefix(strings.ToLower(name), "pbrain-") {
		fmt.Fprintf(out.Stdout, "ERROR %s is the brain that speaks through files: "+
			"want the executable pbrain-tahoun of the same release\r\n", name)
		return 2
	}
	o, err := options.Parse(args[min(1, len(args)):])
	var folder afero.Fs
	if err == nil {
		folder, err = o.Folder(disk)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return out.Print(options.Help())
	case err != nil:
		out.Complain(terminal.Patience, fmt.Sprintf("%v; tahoun -h shows the use", err))
		return 2
	case o.Version:
		return out.Print(fmt.Sprintln("Tahoun", search.Build(nil)))
	}
	// One move leaves little garbage: collecting it, at the default's 4 MB, costs an instant move a millisecond or two.
	debug.SetGCPercent(400)
	settings, warnings := fileproto.ReadSettings(disk, path+".cfg")
	if o.Experience.Given() {
		o.Experience.Limit, o.Experience.Program = settings.Experience, "Tahoun:"+search.Version
		wrong, exit := o.Experience.Run(disk, out.Stdout)
		out.Complain(terminal.Patience, wrong...)
		return exit
	}
	p := player{disk, start, filepath.Base(path), settings, o, out}
	turn := p.turn(folder, warnings)
	if o.Top > 0 || o.Proof != "" {
		return p.analyse(turn, max(o.Top, 1))
	}
	return p.play(turn)
}

type player struct {
	disk     afero.Fs
	start    time.Time // when the clock of the move began to run
	name     string    // of the executable
	settings fileproto.Settings
	options  options.Options
	out      terminal.Output
}

func (p player) turn(folder afero.Fs, warnings []string) fileproto.Turn {
	return fileproto.Turn{
		FS:    folder,
		Start: p.start,
		Brain: brain,
		NewJob: func(task fileproto.Task) watchdog.Job {
			return console.WatchedJob{Job: p.newJob(task), Terminal: p.out.Stdout, Screen: p.out}
		},
		Learner:   p.learner,
		Fallback:  search.FallbackMove,
		Override:  p.options.Override,
		Warnings:  warnings,
		Stop:      process.Stop(),
		Resident:  func() (int64, bool) { return process.Resident(p.disk) },
		Temporary: p.name,
		Dry:       p.options.Dry,
		Verbose:   p.options.Verbose,
	}
}

// learner returns the learner for task, nil without a folder for experience.
func (p player) learner(task fileproto.Task) *experience.Learner {
	return experience.NewLearner(experience.Open(p.disk, task.Folder, p.name, task.Rule, p.settings.Experience))
}

func (p player) play(turn fileproto.Turn) int {
	result, err := turn.Play()
	p.out.Complain(result.Grace(), result.Report...)
	if err != nil {
		return 1
	}
	return p.out.Printed(p.show(result))
}

// show shows the move at a terminal, and elsewhere only if a flag asks for it: then it waits for the reader without
// limit, and returns why that failed.
func (p player) show(result fileproto.Result) error {
	draw := func() error {
		task := result.Task
		return console.Draw(p.out.Stdout, task.Board, task.Side, result.Move, result.Note, p.out.Columns())
	}
	switch {
	case p.options.Show:
		return draw()
	case p.out.Interactive():
		_, _ = file.Patiently(result.Grace(), func() (struct{}, error) { return struct{}{}, draw() })
	case p.options.Dry:
		_, err := fmt.Fprintln(p.out.Stdout, result.Move)
		return err
	}
	return nil
}

// analyse shows the best moves, and writes the proof of a win if a flag asks for it.
func (p player) analyse(turn fileproto.Turn, moves int) int {
	task, report, err := turn.Question()
	p.out.Complain(terminal.Patience, report...)
	if err != nil {
		return 1
	}
	job := p.newJob(task)
	exit := p.out.Printed(console.Analyse(turn.Stop, p.out.Stdout, p.out, job, moves, p.options.Balanced))
	if exit != 0 || p.options.Proof == "" {
		return exit
	}
	win := prooffile.Win{Board: task.Board, Side: task.Side, Rule: task.Rule, Find: job.Proof}
	said, err := win.Write(turn.Stop, p.disk, p.options.Proof, brain)
	if err != nil {
		p.out.Complain(terminal.Patience, err.Error())
		return 1
	}
	return p.out.Print(said)
}

// Compile-time checks: both packages' NoLimit must be equal, because newJob passes Limits.Left on unchanged, and both
// packages' scores of proofs, because the decisions of a search are kept unchanged.
var (
	_ = [1]struct{}{}[fileproto.NoLimit-search.NoLimit]
	_ = [1]struct{}{}[experience.WinScore-search.WinScore]
	_ = [1]struct{}{}[experience.SureScore-search.SureScore]
)

func (p player) newJob(task fileproto.Task) *search.Job {
	limits, threads := task.Limits, 1
	var occupied int64
	if limits.Turn > 0 {
		occupied, _ = process.Resident(p.disk)
		limits.Memory = process.Tighter(limits.Memory, process.Allowed(p.disk))
		threads = process.Prepare(limits.Memory, process.Tighter(p.settings.Threads, limits.Threads))
	}
	return search.New(task.Rule).NewJob(task.Board, task.Side, search.Limits{
		Start:     p.start,
		Turn:      limits.Turn,
		Match:     limits.Match,
		Left:      limits.Left,
		Increment: limits.Increment,
		Outside:   limits.Outside,
		Fixed:     limits.Fixed,
		Margin:    p.settings.Margin,
		Memory:    limits.Memory,
		MaxNodes:  limits.Nodes,
		MaxDepth:  limits.Depth,
		Occupied:  occupied,
		Threads:   threads,
	})
}
