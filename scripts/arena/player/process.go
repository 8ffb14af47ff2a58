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

// sampleEvery is how often the memory of a running program is looked at. The first looks come sooner,
// since most programs of the file door end soon.
const sampleEvery = 20 * time.Millisecond

// A process is a running program together with everything that it started.
type process struct {
	startedAt time.Time // just before it was created
	tree      *proctree.Tree
	stderr    tail
	limit     int64 // bytes; 0: none

	ended   chan struct{} // closed when the program has ended; then the rest may be read
	endedAt time.Time     // when it ended
	state   *os.ProcessState
	err     error // why its end could not be seen

	treeEnded chan struct{} // closed when what it started has ended too

	peak     atomic.Int64 // bytes
	watched  chan struct{}
	finished sync.Once
}

// start starts the player's program in its working folder. A nil file is none.
func (s *participant) start(stdin, stdout *os.File) (*process, error) {
	errRead, errWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer errWrite.Close()
	cmd := &exec.Cmd{
		Path:   s.program,
		Args:   append([]string{s.program}, s.spec.Args[1:]...),
		Dir:    s.workDir,
		Stderr: errWrite,
	}
	if stdin != nil {
		cmd.Stdin = stdin
	}
	if stdout != nil {
		cmd.Stdout = stdout
	}
	p := &process{
		tree:      proctree.New(s.tempDir),
		limit:     s.spec.Memory,
		ended:     make(chan struct{}),
		treeEnded: make(chan struct{}),
		watched:   make(chan struct{}),
	}
	p.tree.Prepare(cmd)
	p.startedAt = time.Now()
	if err := cmd.Start(); err != nil {
		errRead.Close()
		p.tree.Release()
		return nil, err
	}
	p.tree.Adopt(cmd.Process)
	p.stderr.drain(errRead)
	go p.wait(cmd)
	go p.watch()
	return p, nil
}

// wait notes the end of the program and kills what it left behind, at once: later its number may be that
// of others. All its files are true files, so that Wait waits for nothing else.
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

// watch looks at the memory while the program runs and kills it when it takes too much.
func (p *process) watch() {
	defer close(p.watched)
	pause := time.Millisecond
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
		pause = min(2*pause, sampleEvery)
		timer.Reset(pause)
	}
}

// sampleMemory takes over what memory the program has taken so far.
func (p *process) sampleMemory() {
	seen := p.tree.Resident()
	select {
	case <-p.ended: // what was seen may be another process by now
	default:
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

// kill ends the program and its children and waits until they are gone, a while at least. It returns
// whether they are.
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

// over tells whether the program has ended.
func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// finish ends the program if it still runs and closes the books. It returns an error if the program
// could not be brought to its end.
func (p *process) finish() error {
	if !p.kill() {
		return errors.New("the program was killed but did not end")
	}
	p.finished.Do(func() {
		<-p.watched
		p.stderr.finish()
		if p.state != nil {
			p.raise(p.tree.ResidentAtEnd(p.state))
		}
		p.tree.Release()
	})
	return p.err
}

// took returns how long the program ran.
func (p *process) took() time.Duration { return p.endedAt.Sub(p.startedAt) }

// crashed tells whether the program ended otherwise than by its own will.
func (p *process) crashed() bool {
	const firstException = 0xC0000000 // exit codes of Windows from here on name exceptions
	return !p.state.Exited() || runtime.GOOS == "windows" && uint32(p.state.ExitCode()) >= firstException
}

// exitStatus says how the program ended and its last words.
func (p *process) exitStatus() string {
	said := p.state.String()
	if !p.crashed() {
		said = fmt.Sprintf("exit code %d", p.state.ExitCode())
	}
	return said + p.stderrTail()
}

// stderrTail returns what the detail of a Fault tells of standard error: its last lines, "" if there are none.
func (p *process) stderrTail() string {
	last := p.stderr.lastLines()
	if last == nil {
		return ""
	}
	return fmt.Sprintf("; standard error: %q", strings.Join(last, " / "))
}

// A tail keeps the end of what comes from a pipe, so that the writer never waits.
type tail struct {
	file *os.File
	done chan struct{}
	mu   sync.Mutex
	text []byte
}

// What a tail keeps at most, and how many of its lines are told: a stack trace with its reason fits.
const (
	tailLength = 4096 // bytes
	tailLines  = 12
)

// drain reads file until its end or until finish.
func (t *tail) drain(file *os.File) {
	t.file, t.done = file, make(chan struct{})
	go func() {
		defer close(t.done)
		part := make([]byte, tailLength)
		for {
			n, err := file.Read(part)
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

// pipeWait is how long the end of a pipe is waited for when all known writers are gone.
const pipeWait = 100 * time.Millisecond

// finish stops reading, whoever still holds the pipe open.
func (t *tail) finish() { stopReading(t.file, t.done) }

// stopReading gives a reader the time to come to the end of its pipe, then closes the pipe.
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
