package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"tahoun/board"
	"tahoun/scripts/internal/proctree"
	"tahoun/scripts/internal/stealtime"
)

type outcome struct {
	took           time.Duration
	from           time.Duration // when the CPU account began
	denied, excess time.Duration
	stops          []stop // that there really were
	status         error  // how the process ended, if not with 0
	hung           bool   // and was killed
	said           string // MSG.DAT's content
	faults         []string
	skipped        error // reason for skipping it
}

func (o outcome) String() string {
	text := fmt.Sprintf("took %v, kept from the processor for %v since %v",
		o.took.Round(time.Millisecond), o.denied.Round(time.Millisecond), o.from.Round(time.Millisecond))
	for _, s := range o.stops {
		text += fmt.Sprintf(", stopped from %v to %v", s.from.Round(time.Millisecond), s.to.Round(time.Millisecond))
	}
	return text + fmt.Sprintf("; MSG.DAT: %q", strings.TrimSpace(o.said))
}

// play has brain make the move in a folder below temp.
func (t trial) play(ctx context.Context, temp, brain string) (outcome, error) {
	dir := filepath.Join(temp, "move")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(dir)
	s := &setup{trial: t, temp: temp, dir: dir, brain: brain, command: exec.Command(brain)}
	defer s.cleanUp()
	if err := t.position.write(dir, t.limits); err != nil {
		return outcome{}, err
	}
	if t.mishap.prepare != nil {
		err := t.mishap.prepare(ctx, s)
		if why := (errSkipped{}); errors.As(err, &why) {
			return outcome{skipped: why}, nil
		} else if err != nil {
			return outcome{}, err
		}
	}
	got, err := s.run(ctx)
	if err == nil {
		got.faults, err = s.faults(got)
	}
	if t.mishap.name != "message-pipe" { // which holds only the filling
		got.said, _ = readFile(dir, "MSG.DAT")
	}
	return got, err
}

func (s *setup) faults(got outcome) (faults []string, err error) {
	switch {
	case got.hung:
		faults = append(faults, fmt.Sprintf("it hung, and was killed after %v", got.took.Round(time.Millisecond)))
	case got.excess > tolerance:
		faults = append(faults, fmt.Sprintf("late: it ended after %v, %v later than it was kept from the processor",
			got.took.Round(time.Millisecond), got.excess.Round(time.Millisecond)))
	}
	if s.mishap.noMove {
		return faults, nil
	}
	if got.status != nil && !got.hung {
		faults = append(faults, got.status.Error())
	}
	move, err := readMove(s.dir)
	if err != nil {
		return append(faults, err.Error()), nil
	}
	b, err := s.position.board()
	if err != nil {
		return nil, err
	}
	side := board.X
	if s.position.side == "o" {
		side = board.O
	}
	if wrong := checkMove(b, side, board.Rule(s.limits.rule), !s.mishap.untold, move); wrong != "" {
		faults = append(faults, wrong)
	}
	return faults, nil
}

const (
	sampleEvery = 2 * time.Millisecond // between samples of the threads, from the account's beginning on
	hangLimit   = 5 * time.Second      // beyond the time that it should take, before a process is killed
)

// run runs the command, stops and continues it as the mishap wants, and records the processor time that it gets.
func (s *setup) run(ctx context.Context) (outcome, error) {
	s.command.Dir = s.dir
	attributes := s.command.SysProcAttr
	all := proctree.New("")
	defer all.Release()
	all.Prepare(s.command)
	if attributes != nil {
		s.command.SysProcAttr.Credential = attributes.Credential
	}
	begin := time.Now()
	if err := s.command.Start(); err != nil {
		return outcome{}, err
	}
	all.Adopt(s.command.Process)
	limit := s.limits.turn
	w := watcher{process: s.command.Process, begin: begin, limit: limit, cpuAccount: newCPUAccount(limit)}
	if s.mishap.stops != nil {
		w.plan = s.mishap.stops(s.lots, limit)
	}
	var took time.Duration
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		awaitEnd(s.command.Process.Pid)
		took = time.Since(begin)
	}()
	hung := w.watch(ctx, all, ended)
	err := s.command.Wait()
	all.KillRest()
	if ctx.Err() != nil {
		return outcome{}, ctx.Err()
	}
	state := s.command.ProcessState
	ran := state.UserTime() + state.SystemTime()
	for i := range w.stops {
		if w.stops[i].to == 0 {
			w.stops[i].to = took
		}
	}
	return outcome{
		took: took, from: w.from, denied: w.denied(took, ran), excess: w.excess(w.limit, took, ran),
		stops: w.stops, status: err, hung: hung}, nil
}

// awaitEnd returns when the process has ended, but does not reap it: that takes up to a second while other programs
// read its files in /proc.
func awaitEnd(pid int) {
	const byNumber = 1 // P_PID
	var info [128]byte // siginfo_t
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, byNumber, uintptr(pid), uintptr(unsafe.Pointer(&info)),
			syscall.WEXITED|syscall.WNOWAIT, 0, 0)
		if err != syscall.EINTR {
			return
		}
	}
}

// A watcher acts on a process by plan while it runs.
type watcher struct {
	*cpuAccount
	process *os.Process
	begin   time.Time
	limit   time.Duration
	plan    []interval // when to stop the process, in order
	stopped bool
}

// watch returns when the process has ended. It kills one that hangs, and reports whether it did.
func (w *watcher) watch(ctx context.Context, all *proctree.Tree, ended <-chan struct{}) (hung bool) {
	next := w.from
	for {
		due := next
		switch {
		case w.stopped:
			due = min(due, w.plan[0].to)
		case len(w.plan) > 0:
			due = min(due, w.plan[0].from)
		}
		select {
		case <-ended:
			return hung
		case <-ctx.Done():
			all.Kill()
			<-ended
			return hung
		case <-time.After(due - time.Since(w.begin)):
		}
		if w.signal(time.Since(w.begin)); time.Since(w.begin) < next {
			continue
		}
		w.add(w.sample())
		if now := time.Since(w.begin); !hung && w.excess(w.limit, now, -1) > hangLimit {
			hung = true
			all.Kill()
		}
		next = time.Since(w.begin) + sampleEvery
	}
}

func (w *watcher) signal(now time.Duration) {
	switch {
	case w.stopped && now >= w.plan[0].to:
		_ = w.process.Signal(syscall.SIGCONT)
		w.stops[len(w.stops)-1].to = time.Since(w.begin)
		w.plan, w.stopped = w.plan[1:], false
	case !w.stopped && len(w.plan) > 0 && now >= w.plan[0].from:
		if w.process.Signal(syscall.SIGSTOP) != nil { // it has ended
			w.plan = nil
			return
		}
		from := time.Since(w.begin)
		threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", w.process.Pid))
		w.stops = append(w.stops, stop{interval{from: from}, len(threads) < 2})
		w.stopped = true
	}
}

func (w *watcher) sample() sample {
	l := sample{at: time.Since(w.begin), threads: map[int]threadSample{}, steal: stealtime.Read().Total}
	dir := fmt.Sprintf("/proc/%d/task", w.process.Pid)
	tasks, err := os.Open(dir)
	if err != nil {
		return l
	}
	defer tasks.Close()
	names, _ := tasks.Readdirnames(-1)
	for _, name := range names {
		id, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		var t threadSample
		given, _ := os.ReadFile(filepath.Join(dir, name, "schedstat"))
		if n, _ := fmt.Sscan(string(given), (*int64)(&t.ran), (*int64)(&t.waited), &t.slices); n != 3 {
			continue // it has ended
		}
		stat, _ := os.ReadFile(filepath.Join(dir, name, "stat"))
		_, state, _ := bytes.Cut(stat, []byte(") "))
		t.ready = bytes.HasPrefix(state, []byte("R"))
		l.threads[id] = t
	}
	return l
}
