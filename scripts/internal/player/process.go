package player

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tahoun/scripts/internal/proctree"
)

// sampleEvery is the interval between measurements of a running program's memory. The first ones come sooner, since
// most programs of the file protocol end soon. The system keeps the peak of each process, so that samples miss none;
// only a program over its limit runs on for so long, so without a limit they may be rare.
const (
	sampleEvery     = 100 * time.Millisecond
	sampleUnlimited = time.Second
)

// A process is a running program with its children.
type process struct {
	startedAt time.Time // just before it was created
	tree      *proctree.Tree
	stderr    tail
	limit     int64 // bytes; 0: none
	log       *Transcript

	ended   chan struct{} // closed when the program has ended; guards the next three
	endedAt time.Time     // when it ended
	state   *os.ProcessState
	err     error // of the wait for its end

	treeEnded chan struct{} // closed when its children have ended too

	peak     atomic.Int64 // bytes
	watched  chan struct{}
	finished sync.Once
}

// start starts the player's program in its working folder. Both files are nil, or neither.
func (p *participant) start(stdin, stdout *os.File) (*process, error) {
	errRead, errWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer errWrite.Close()
	cmd := &exec.Cmd{
		Path:   p.program,
		Args:   append([]string{p.program}, p.spec.Args[1:]...),
		Dir:    p.workDir,
		Stderr: errWrite,
	}
	if stdin != nil {
		cmd.Stdin, cmd.Stdout = stdin, stdout
	} else if null, err := nullDevice(); err == nil {
		cmd.Stdin, cmd.Stdout = null, null
	}
	run := &process{
		tree:      proctree.New(p.tempDir),
		limit:     p.spec.Memory,
		log:       p.setting.Transcript,
		ended:     make(chan struct{}),
		treeEnded: make(chan struct{}),
		watched:   make(chan struct{}),
	}
	run.tree.Prepare(cmd)
	run.startedAt = time.Now()
	if err := cmd.Start(); err != nil {
		errRead.Close()
		run.tree.Release()
		return nil, err
	}
	run.tree.Adopt(cmd.Process)
	run.log.remark("started %q as process %d", cmd.Args, cmd.Process.Pid)
	run.stderr.drain(errRead, run.log)
	go run.wait(cmd)
	go run.watch()
	return run, nil
}

// nullDevice is standard input and output of programs without pipes. exec.Cmd would open it twice for each of them.
var nullDevice = sync.OnceValues(func() (*os.File, error) { return os.OpenFile(os.DevNull, os.O_RDWR, 0) })

// startPiped starts the program with pipes, and returns their ends for the arena: those to its standard input and from
// its standard output.
func (p *participant) startPiped() (run *process, stdin, stdout *os.File, err error) {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, nil, nil, err
	}
	defer inRead.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inWrite.Close()
		return nil, nil, nil, err
	}
	defer outWrite.Close()
	if run, err = p.start(inRead, outWrite); err != nil {
		inWrite.Close()
		outRead.Close()
		return nil, nil, nil, err
	}
	return run, inWrite, outRead, nil
}

// wait records the end of the program and kills its remaining children at once: later other processes may have its
// number. All files of cmd are of type os.File, so that Wait waits for nothing else.
func (p *process) wait(cmd *exec.Cmd) {
	err := cmd.Wait()
	p.endedAt = time.Now()
	p.state = cmd.ProcessState
	if p.state == nil {
		p.err = err
	}
	close(p.ended)
	p.tree.KillRest()
	close(p.treeEnded)
}

// watch measures the memory while the program runs, and kills it if it takes too much.
func (p *process) watch() {
	defer close(p.watched)
	pause, most := time.Millisecond, sampleEvery
	if p.limit == 0 {
		most = sampleUnlimited
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case <-p.ended:
			return
		case <-timer.C:
		}
		if p.sampleMemory(); p.limit > 0 && p.peak.Load() > p.limit {
			p.kill()
			return
		}
		pause = min(2*pause, most)
		timer.Reset(pause)
	}
}

// sampleMemory raises peak to the program's memory.
func (p *process) sampleMemory() {
	seen := p.tree.Resident()
	if !p.over() { // its number may be that of another process by now
		p.raise(seen)
	}
}

func (p *process) raise(bytes int64) {
	for {
		old := p.peak.Load()
		if bytes <= old || p.peak.CompareAndSwap(old, bytes) {
			return
		}
	}
}

// kill kills the program and its children and waits for their end, at most KillWait. It reports whether they have
// ended.
func (p *process) kill() bool {
	if !p.over() {
		p.tree.Kill()
	}
	select {
	case <-p.treeEnded:
		return true
	case <-time.After(proctree.KillWait):
		return false
	}
}

func (p *process) over() bool { return isClosed(p.ended) }

// finish kills the program if it still runs, and completes output and memory. It returns an error if the program does
// not end.
func (p *process) finish() error {
	if !p.kill() {
		return errors.New("the program was killed but did not end")
	}
	p.finished.Do(func() {
		<-p.watched
		p.stderr.finish()
		if p.state != nil {
			p.raise(p.tree.ResidentAtEnd(p.state))
			p.log.remark("ended after %v, %s", p.took().Round(time.Microsecond), p.exitCode())
		}
		p.tree.Release()
	})
	return p.err
}

func (p *process) took() time.Duration { return p.endedAt.Sub(p.startedAt) }

// crashed reports whether a signal or an exception ended the program.
func (p *process) crashed() bool {
	const firstException = 0xC0000000 // exit codes of Windows from here on name exceptions
	return !p.state.Exited() || runtime.GOOS == "windows" && uint32(p.state.ExitCode()) >= firstException
}

// exitStatus describes the program's end, with the last lines of standard error.
func (p *process) exitStatus() string { return p.exitCode() + p.stderrTail() }

func (p *process) exitCode() string {
	if p.crashed() {
		return p.state.String()
	}
	return fmt.Sprintf("exit code %d", p.state.ExitCode())
}

// stderrTail returns the last lines of standard error for the detail of a Fault, "" if there are none.
func (p *process) stderrTail() string {
	last := p.stderr.lastLines()
	if last == nil {
		return ""
	}
	return fmt.Sprintf("; standard error: %q", strings.Join(last, " / "))
}

// A tail reads a pipe at once, so that the writer never waits, and keeps the end.
type tail struct {
	file *os.File
	done chan struct{}
	mu   sync.Mutex
	text []byte
}

// Bounds on a tail, and on its lines in messages: a stack trace with its reason fits.
const (
	tailLength = 4096 // bytes
	tailLines  = 12
)

// drain reads file until its end or until finish, and logs it.
func (t *tail) drain(file *os.File, log *Transcript) {
	t.file, t.done = file, make(chan struct{})
	go func() {
		defer close(t.done)
		part := make([]byte, tailLength)
		for {
			n, err := file.Read(part)
			log.stderr(part[:n])
			t.mu.Lock()
			t.text = append(t.text, part[:n]...)
			t.text = t.text[max(0, len(t.text)-tailLength):]
			t.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
}

// pipeWait is how long to wait for the end of a pipe when all known writers have ended.
const pipeWait = 100 * time.Millisecond

// finish stops reading, even if another process still has the pipe open.
func (t *tail) finish() { stopReading(t.file, t.done) }

// stopReading waits pipeWait for a reader to reach the end of its pipe, then closes the pipe.
func stopReading(file *os.File, done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(pipeWait):
	}
	file.Close()
}

// lastLines returns the last lines that are not blank, without blanks around them.
func (t *tail) lastLines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for line := range strings.SplitSeq(tidy(string(t.text)), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-tailLines):]
}
