package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"tahoun/scripts/internal/proctree"
	"tahoun/scripts/internal/stealtime"
)

const (
	sampleEvery = 2 * time.Millisecond // between samples of the threads, from the account's beginning on
	hangLimit   = 5 * time.Second      // beyond the time that it should take, before a process is killed
)

// launchWatched is launch, and measures too for how long the process was kept from the processor.
func launchWatched(ctx context.Context, program, dir string, limit time.Duration) (result, error) {
	command := exec.Command(program)
	command.Dir = dir
	w := newWatcher(limit)
	used, err := w.run(ctx, command)
	if err == nil {
		err = ending(program, used, w.hung, w.status)
	}
	return used, err
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

	status error // how the process ended, if not with 0
	hung   bool  // and was killed
}

func newWatcher(limit time.Duration) *watcher {
	return &watcher{limit: limit, cpuAccount: newCPUAccount(limit)}
}

// run runs the command, and stops and continues it by plan.
func (w *watcher) run(ctx context.Context, command *exec.Cmd) (result, error) {
	attributes := command.SysProcAttr
	all := proctree.New("")
	defer all.Release()
	all.Prepare(command)
	if attributes != nil {
		command.SysProcAttr.Credential = attributes.Credential
	}
	w.begin = time.Now()
	if err := command.Start(); err != nil {
		return result{}, err
	}
	all.Adopt(command.Process)
	w.process = command.Process
	var took time.Duration
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		awaitEnd(w.process.Pid)
		took = time.Since(w.begin)
	}()
	w.watch(ctx, all, ended)
	w.status = command.Wait()
	all.KillRest()
	if ctx.Err() != nil {
		return result{}, ctx.Err()
	}
	for i := range w.stops {
		if w.stops[i].to == 0 {
			w.stops[i].to = took
		}
	}
	state := command.ProcessState
	denied := w.denied(took, state.UserTime()+state.SystemTime())
	return result{took: took, denied: denied, peak: all.ResidentAtEnd(state)}, nil
}

// watch returns when the process has ended. It kills one that hangs.
func (w *watcher) watch(ctx context.Context, all *proctree.Tree, ended <-chan struct{}) {
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
			return
		case <-ctx.Done():
			all.Kill()
			<-ended
			return
		case <-time.After(due - time.Since(w.begin)):
		}
		if w.signal(time.Since(w.begin)); time.Since(w.begin) < next {
			continue
		}
		w.add(w.sample())
		if now := time.Since(w.begin); !w.hung && w.excess(w.limit, now, -1) > hangLimit {
			w.hung = true
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
