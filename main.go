// Tahoun plays gomoku for managers that speak the old Gomocup file protocol: each run reads the files in
// a folder, writes one move there and ends.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/experience/explorer"
	"tahoun/fileproto/file"
	"tahoun/fileproto/process"
	"tahoun/fileproto/watchdog"
	"tahoun/search"
	"tahoun/search/console"
)

const brain = "Tahoun " + search.Version

// usage is the help text; the flags stand at %s.
const usage = `usage: tahoun [flags] [DIR]

Plays one move in the folder DIR, or in the current one: reads PLOCHA.DAT, TAH.DAT, TIMEOUTS.DAT and
INFO.DAT there, and writes the answer to TAH.DAT and a message to MSG.DAT.

%s
Examples: tahoun -n -time 2s game/           show its move after two seconds, write nothing
          tahoun -top 5 -time 10s game/      show the five best moves after ten seconds
          tahoun -experience folder/         show what games taught

A score is for the side to move: 0 is even, 200 stands for odds of 2.7 : 1, which is a chance of 73 %%. Wins and
losses that are proven show the number of moves of both sides to the five. The depth counts moves of both
sides too. Ctrl-C and SIGTERM end the search with the best so far.

Exit codes: 0 a move was made, 1 no move was possible or could be written or shown, 2 wrong use.
`

func main() {
	start := time.Now()
	signal.Ignore(syscall.SIGPIPE) // the move is made even if standard error is closed
	os.Exit(run(afero.NewOsFs(), start, os.Args, os.Stdout, os.Stderr))
}

// run is the whole program; it returns the exit code. began is when main began.
func run(disk afero.Fs, began time.Time, args []string, stdout, stderr *os.File) int {
	start, ok := process.Created(disk)
	if !ok {
		start = began
	}
	path := process.OwnPath(disk, args)
	if name := filepath.Base(path); strings.HasPrefix(strings.ToLower(name), "pbrain-") {
		fmt.Fprintf(stdout, "ERROR %s is the brain that speaks through files: want the executable pbrain-tahoun of the same release\r\n", name)
		return 2
	}
	o, err := parse(args[min(1, len(args)):])
	var folder afero.Fs
	if err == nil {
		folder, err = open(disk, o.dir)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		var flags strings.Builder
		set := new(options).flags()
		set.SetOutput(&flags)
		set.PrintDefaults()
		_, err := fmt.Fprintf(stdout, usage, flags.String())
		return printed(err, stderr)
	case err != nil:
		complain(stderr, wrongUse, fmt.Sprintf("%v; tahoun -h shows the use", err))
		return 2
	case o.version:
		_, err := fmt.Fprintln(stdout, "Tahoun", search.Build(nil))
		return printed(err, stderr)
	}
	// One move leaves little garbage: collecting it, at the default's 4 MB, costs an instant move a
	// millisecond or two.
	debug.SetGCPercent(400)
	settings, warnings := fileproto.ReadSettings(disk, path+".cfg")
	if o.experience.Given() {
		return o.tellExperience(disk, settings.Experience, stdout, stderr)
	}
	turn := fileproto.Turn{
		FS:    folder,
		Start: start,
		Brain: brain,
		NewJob: func(task fileproto.Task) watchdog.Job {
			store := experience.Open(disk, task.Folder, filepath.Base(path), task.Rule, settings.Experience)
			return atTerminal(learn(engine(disk, task, start, settings), task, store), stdout)
		},
		Fallback:  search.FallbackMove,
		Override:  o.override,
		Warnings:  warnings,
		Stop:      stopSignal(),
		Resident:  func() (int64, bool) { return process.Resident(disk) },
		Temporary: filepath.Base(path),
		Dry:       o.dry,
		Verbose:   o.verbose,
	}
	if o.top > 0 {
		return analyse(turn, o.top, func(task fileproto.Task) *search.Job { return engine(disk, task, start, settings) }, stdout, stderr)
	}
	result, err := turn.Play()
	complain(stderr, result.Grace(), result.Report...)
	if err != nil {
		return 1
	}
	return printed(o.tell(stdout, result), stderr)
}

// stopSignal returns a channel that is closed at the first Ctrl-C or SIGTERM: the move so far is then wanted at once. The
// second one ends the process.
func stopSignal() <-chan struct{} {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx.Done()
}

// columns returns how many columns a line of output may have: those of a terminal, 80 where it does not tell, 0 for no limit.
func columns(stdout *os.File) int {
	if !process.Terminal(stdout) {
		return 0
	}
	return cmp.Or(process.Columns(stdout), 80)
}

// printed returns the exit code after output that was asked for: 1, with a line on standard error, if it was not written.
func printed(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	complain(stderr, wrongUse, "standard output: "+file.Reason(err))
	return 1
}

// wrongUse is how long the program waits for a slow reader of standard error when it plays no move.
const wrongUse = time.Second

// complain writes lines to standard error, and drops those that nobody reads within patience.
func complain(stderr io.Writer, patience time.Duration, lines ...string) {
	_, _ = file.Patiently(patience, func() (struct{}, error) {
		for _, line := range lines {
			fmt.Fprintln(stderr, "tahoun:", line)
		}
		return struct{}{}, nil
	})
}

// Compile-time check: both packages' NoLimit must be equal, because engine passes Limits.Left on unchanged.
var _ = [1]struct{}{}[fileproto.NoLimit-search.NoLimit]

// engine returns the search that answers task.
func engine(disk afero.Fs, task fileproto.Task, start time.Time, settings fileproto.Settings) *search.Job {
	limits, threads := task.Limits, 1
	var occupied int64
	if limits.Turn > 0 {
		occupied, _ = process.Resident(disk)
		limits.Memory = process.Tighter(limits.Memory, process.Allowed(disk))
		threads = process.Prepare(limits.Memory, fewer(settings.Threads, limits.Threads))
	}
	return search.New(task.Rule).NewJob(task.Board, task.Side, search.Limits{
		Start:     start,
		Turn:      limits.Turn,
		Match:     limits.Match,
		Left:      limits.Left,
		Increment: limits.Increment,
		Outside:   limits.Outside,
		Fixed:     limits.Fixed,
		Margin:    settings.Margin,
		Memory:    limits.Memory,
		MaxNodes:  limits.Nodes,
		MaxDepth:  limits.Depth,
		Occupied:  occupied,
		Threads:   threads,
	})
}

// fewer returns the smaller of two numbers of threads, of which 0 is no limit.
func fewer(a, b int) int {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// analyse shows the best moves in a folder and returns the exit code.
func analyse(turn fileproto.Turn, top int, newJob func(fileproto.Task) *search.Job, stdout, stderr *os.File) int {
	task, report, err := turn.Question()
	complain(stderr, wrongUse, report...)
	if err != nil {
		return 1
	}
	job := newJob(task)
	progress := console.NewProgress(stdout, job.Deadline(), func() int { return process.Columns(stdout) })
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		<-turn.Stop
		stop()
	}()
	var last search.Analysis
	job.Analyse(ctx, top, func(a search.Analysis) {
		if last = a; process.Terminal(stdout) {
			progress.Analysis(a)
		}
	})
	progress.Clear()
	return printed(console.Table(stdout, last, columns(stdout)), stderr)
}

// Compile-time check: both packages' scores of proofs must be equal, because a job's decisions are kept unchanged.
var _, _ = [1]struct{}{}[experience.WinScore-search.WinScore], [1]struct{}{}[experience.SureScore-search.SureScore]

// A learning job knows what earlier games taught, and learns from its decision. See package experience.
type learning struct {
	*search.Job
	task   fileproto.Task
	memory *experience.Learner
	loaded []byte // what Load got for the job
}

// learn lets a job learn, if there is a store.
func learn(job *search.Job, task fileproto.Task, store *experience.Store) fileproto.Keeper {
	if store == nil {
		return job
	}
	return &learning{Job: job, task: task, memory: experience.NewLearner(store)}
}

// Load is Job.Load. The decisions of the game lie behind the bytes of the job.
func (l *learning) Load(kept []byte) {
	l.loaded = l.memory.TakeFrom(kept)
	l.Job.Load(l.loaded)
}

// Think is Job.Think with the advice of earlier games.
func (l *learning) Think(ctx context.Context, better func(board.Point, string)) {
	if l.memory.Advise(l.task.Board, l.task.Side, l.task.Rule, l.Job) {
		l.Reserve(l.memory.Patience)
	}
	l.Job.Think(ctx, better)
}

// Save is Job.Save. It first learns, since the move has been made by now.
func (l *learning) Save() []byte {
	l.memory.Learn(l.task.Board, l.task.Side, l.task.Rule, l.Job)
	kept := l.Job.Save()
	if kept == nil { // no search, or no time: the next move still has use for the old entries
		kept = l.loaded
	}
	return l.memory.AppendTo(kept)
}

// A terminalJob is a job that a person watches: a line on the terminal shows its progress.
type terminalJob struct {
	fileproto.Keeper
	stdout *os.File
}

// atTerminal returns a job that shows its progress if stdout is a terminal.
func atTerminal(job fileproto.Keeper, stdout *os.File) watchdog.Job {
	if !process.Terminal(stdout) {
		return job
	}
	return terminalJob{job, stdout}
}

// Think is Job.Think with the progress line.
func (j terminalJob) Think(ctx context.Context, better func(board.Point, string)) {
	progress := console.NewProgress(j.stdout, j.Deadline(), func() int { return process.Columns(j.stdout) })
	defer progress.Clear()
	j.Keeper.Think(ctx, func(move board.Point, note string) {
		better(move, note)
		progress.Show(fmt.Sprintf("%v %s", move, note))
	})
}

// open returns the filesystem of the working folder: dir, or the current one if that is empty.
func open(disk afero.Fs, dir string) (afero.Fs, error) {
	if dir == "" {
		return disk, nil
	}
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	switch ok, err := afero.IsDir(disk, path); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case !ok:
		return nil, fmt.Errorf("%s: want a folder with a PLOCHA.DAT", dir)
	}
	return afero.NewBasePathFs(disk, path), nil
}

// options are the values of the command line.
type options struct {
	dir                string
	dry, show, version bool
	verbose            bool
	top                int
	time               *time.Duration
	side               board.Stone // board.Empty: not said
	rule               *board.Rule
	experience         explorer.Command
}

// flags returns the flags that set o.
func (o *options) flags() *flag.FlagSet {
	flags := flag.NewFlagSet("tahoun", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints the errors
	flags.BoolVar(&o.dry, "n", false, "show the answer and write nothing")
	flags.BoolVar(&o.show, "show", false, "draw the board and the move, as on a terminal")
	flags.BoolVar(&o.version, "version", false, "print the version, the commit where it is known, and the names of the weights")
	flags.BoolVar(&o.verbose, "v", false, "print every warning, not only the first ten; with -experience, every line")
	flags.Func("top", "show the best `N` moves with score, chance, depth and line, and write nothing", o.setTop)
	flags.Func("time", "think for the `duration`, such as 2s or 300ms, instead of the limits in the files", o.setTime)
	flags.Func("side", "play `x` or o, instead of the side in TAH.DAT", o.setSide)
	flags.Func("rule", "play by `RULE`, instead of the one in INFO.DAT:\n"+board.RuleNames()+",\nor a sum as in \"exactly five and continuous\" or 1+2", o.setRule)
	flags.StringVar(&o.experience.Folder, "experience", "", "show what games taught: the files in `DIR`, the persistent folder or the brain's folder in it\n(with -rule only that rule's)")
	flags.StringVar(&o.experience.SGF, "sgf", "", "with -experience: write that as SGF with variations to `FILE` instead")
	flags.StringVar(&o.experience.Merge, "merge", "", "with -experience: add what the folder `OTHER` knows instead")
	flags.StringVar(&o.experience.Forget, "forget", "", "with -experience: forget the position after `MOVES` such as \"7,7 8,8\" and all that followed it instead")
	flags.IntVar(&o.experience.Size, "size", 15, "with -forget: the empty board has `N` columns and rows")
	return flags
}

// parse reads the command line. Flags may stand after the folder too.
func parse(args []string) (options, error) {
	var o options
	flags := o.flags()
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return o, err
		}
		if args = flags.Args(); len(args) == 0 {
			break
		}
		if o.dir != "" || args[0] == "" {
			return o, fmt.Errorf("%q: want one folder", args[0])
		}
		o.dir, args = args[0], args[1:]
	}
	if o.dir != "" && o.experience.Given() {
		return o, fmt.Errorf("%q: want no folder besides that of -experience", o.dir)
	}
	return o, nil
}

func (o *options) setTop(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("want a number of moves, 1 or more")
	}
	o.top = n
	return nil
}

func (o *options) setTime(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return errors.New("want a time such as 2s or 300ms")
	}
	o.time = &d
	return nil
}

func (o *options) setSide(text string) error {
	switch text {
	case "x":
		o.side = board.X
	case "o":
		o.side = board.O
	default:
		return errors.New("want x or o")
	}
	return nil
}

func (o *options) setRule(text string) error {
	rule, err := board.ParseRule(text)
	o.rule = &rule
	return err
}

// override replaces the values of the files by those of the command line.
func (o *options) override(task *fileproto.Task) {
	if o.time != nil {
		task.Limits.Turn, task.Limits.Match, task.Limits.Left = *o.time, 0, fileproto.NoLimit
	}
	if o.side != board.Empty {
		task.Side = o.side
	}
	if o.rule != nil {
		task.Rule = *o.rule
	}
}

// tell shows the move at a terminal, and elsewhere only if a flag asks for it: then it waits for the reader without limit,
// and returns why that failed.
func (o *options) tell(stdout *os.File, result fileproto.Result) error {
	switch {
	case o.show:
		return draw(stdout, result)
	case process.Terminal(stdout):
		_, _ = file.Patiently(result.Grace(), func() (struct{}, error) { return struct{}{}, draw(stdout, result) })
	case o.dry:
		_, err := fmt.Fprintln(stdout, result.Move)
		return err
	}
	return nil
}

// tellExperience shows or changes what games taught, and returns the exit code.
func (o *options) tellExperience(disk afero.Fs, limit int64, stdout, stderr *os.File) int {
	c := o.experience
	c.Rule, c.Limit, c.Verbose, c.Program = o.rule, limit, o.verbose, "Tahoun:"+search.Version
	wrong, exit := c.Run(disk, stdout)
	complain(stderr, wrongUse, wrong...)
	return exit
}

// draw draws the board with the move, and its note.
func draw(stdout *os.File, result fileproto.Result) error {
	after := result.Task.Board.Clone()
	after.Set(result.Move, result.Task.Side)
	if err := after.Draw(stdout, result.Move); err != nil {
		return err
	}
	told := fmt.Sprintf("%v plays %v: %s", result.Task.Side, result.Move, result.Note)
	_, err := fmt.Fprintln(stdout, console.Wrap(told, columns(stdout), 4))
	return err
}
