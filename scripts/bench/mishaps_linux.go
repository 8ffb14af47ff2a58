package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A mishap is something that goes wrong with a move.
type mishap struct {
	name  string
	often int

	limit   time.Duration                       // of the move; 0: as it was drawn
	prepare func(context.Context, *setup) error // changes the surroundings before the move
	stops   func(*rand.Rand, time.Duration) []interval

	untold bool // INFO.DAT may be damaged
	noMove bool // no answer can be read
}

type setup struct {
	trial
	temp, dir string // that of the run, and the working folder, which is in it
	brain     string
	command   *exec.Cmd
	cleanups  []func() // run in reverse order
}

func (s *setup) onCleanup(undo func()) { s.cleanups = append(s.cleanups, undo) }

func (s *setup) cleanUp() {
	for _, undo := range slices.Backward(s.cleanups) {
		undo()
	}
}

// errSkipped is the reason why a mishap is impossible here.
type errSkipped struct{ error }

var mishaps = []mishap{
	{name: "none", often: 3},
	{name: "stop", often: 6, stops: func(lots *rand.Rand, limit time.Duration) []interval {
		return []interval{anyStop(lots, limit, 6*time.Second)}
	}},
	{name: "stops", often: 3, stops: shortStops},
	{name: "stop-at-start", often: 6, stops: func(lots *rand.Rand, _ time.Duration) []interval {
		return []interval{stopAtStart(lots, logUniform(lots, time.Millisecond, 6*time.Second))}
	}},
	{name: "long-stop-at-start", often: 1, limit: 8 * time.Second,
		stops: func(lots *rand.Rand, _ time.Duration) []interval {
			return []interval{stopAtStart(lots, 4*time.Second+logUniform(lots, time.Second/2, 3*time.Second))}
		}},
	{name: "nice-19", often: 6, prepare: beNice},
	{name: "stderr-full", often: 2, prepare: fillStderr},
	{name: "message-pipe", often: 2, prepare: linkToPipe("msg.dat")},
	{name: "move-pipe", often: 1, prepare: linkToPipe("Tah.dat"), noMove: true},
	{name: "info-pipe", often: 1, prepare: linkToPipe("Info.dat"), untold: true},
	{name: "info-device", often: 1, prepare: linkTo("Info.dat", "/dev/ptmx"), untold: true},
	{name: "info-damaged", often: 2, prepare: damageInfo, untold: true},
	{name: "no-timeouts", often: 1, prepare: func(_ context.Context, s *setup) error {
		return os.Remove(filepath.Join(s.dir, "TimeOuts.dat"))
	}},
	{name: "disk-full", often: 2, prepare: fillDisk},
	{name: "folder-read-only", often: 2, prepare: forbidFolder},
	{name: "memory-damaged", often: 2, prepare: damageMemory},
	{name: "leftovers", often: 2, prepare: leaveFiles},
}

func mishapNames() []string {
	names := make([]string, len(mishaps))
	for i, m := range mishaps {
		names[i] = m.name
	}
	return names
}

// anyStop returns a stop that begins before the limit, or while a move at limit 0 goes on.
func anyStop(lots *rand.Rand, limit, most time.Duration) interval {
	from := time.Duration(lots.Int64N(int64(limit + 30*time.Millisecond)))
	return interval{from, from + logUniform(lots, time.Millisecond, most)}
}

// stopAtStart returns a stop while the process reads its files and looks for its first answer.
func stopAtStart(lots *rand.Rand, long time.Duration) interval {
	from := logUniform(lots, time.Millisecond, 30*time.Millisecond)
	return interval{from, from + long}
}

func shortStops(lots *rand.Rand, limit time.Duration) []interval {
	var all []interval
	at := time.Duration(0)
	for range 2 + lots.IntN(20) {
		s := anyStop(lots, limit/8, 50*time.Millisecond)
		all = append(all, interval{at + s.from, at + s.to})
		at += s.to
	}
	return all
}

// beNice occupies every core with other processes, and runs the brain at nice 19.
func beNice(_ context.Context, s *setup) error {
	nice, err := exec.LookPath("nice")
	if err != nil {
		return errSkipped{err}
	}
	stop, err := occupy(runtime.NumCPU())
	if err != nil {
		return err
	}
	s.onCleanup(stop)
	s.command = exec.Command(nice, "-n", "19", s.brain)
	return nil
}

// fillStderr makes standard error a full pipe, and sets an unknown rule, of which the brain warns there.
func fillStderr(_ context.Context, s *setup) error {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK); err != nil {
		return err
	}
	s.onCleanup(func() { _ = syscall.Close(ends[0]) })
	if err := fill(ends[1]); err != nil {
		return err
	}
	if err := syscall.SetNonblock(ends[1], false); err != nil {
		return err
	}
	stderr := os.NewFile(uintptr(ends[1]), "full pipe")
	s.onCleanup(func() { stderr.Close() })
	s.command.Stderr = stderr
	const unknown = 96 // bits of no rule; 99 is rule 3 with them
	l := s.limits
	l.rule += unknown
	return s.position.write(s.dir, l)
}

// fill writes to a non-blocking descriptor until it is full.
func fill(to int) error {
	for size := 1 << 16; size > 0; size /= 2 {
		for {
			if _, err := syscall.Write(to, make([]byte, size)); err == syscall.EAGAIN || err == syscall.ENOSPC {
				break
			} else if err != nil && err != syscall.EINTR {
				return err
			}
		}
	}
	return nil
}

// linkToPipe replaces a file by a link to a full pipe, which is open but which nobody reads.
func linkToPipe(name string) func(context.Context, *setup) error {
	return func(ctx context.Context, s *setup) error {
		pipe := filepath.Join(s.temp, "pipe")
		if err := syscall.Mkfifo(pipe, 0o666); err != nil {
			return err
		}
		s.onCleanup(func() { os.Remove(pipe) })
		end, err := syscall.Open(pipe, syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		s.onCleanup(func() { _ = syscall.Close(end) })
		if name != "Info.dat" { // the brain reads this one: it stays empty
			if err := fill(end); err != nil {
				return err
			}
		}
		return linkTo(name, pipe)(ctx, s)
	}
}

func linkTo(name, target string) func(context.Context, *setup) error {
	return func(_ context.Context, s *setup) error {
		link := filepath.Join(s.dir, name)
		if err := os.Remove(link); err != nil {
			return err
		}
		return os.Symlink(target, link)
	}
}

// damageInfo truncates INFO.DAT, or puts bytes into it that are not digits, so that no limit gets longer.
func damageInfo(_ context.Context, s *setup) error {
	path := filepath.Join(s.dir, "Info.dat")
	info, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if s.lots.IntN(2) == 0 {
		info = info[:s.lots.IntN(len(info))]
	} else {
		for range 1 + s.lots.IntN(10) {
			info[s.lots.IntN(len(info))] = "\x00\r\n\t =-+.x\x80\xff"[s.lots.IntN(12)]
		}
	}
	return os.WriteFile(path, info, 0o644)
}

// fillDisk mounts a full file system on the working folder.
func fillDisk(_ context.Context, s *setup) error {
	if err := syscall.Mount("tahoun-bench", s.dir, "tmpfs", 0, "size=64k,mode=755"); err != nil {
		return errSkipped{fmt.Errorf("mount: %w", err)}
	}
	s.onCleanup(func() { _ = syscall.Unmount(s.dir, syscall.MNT_DETACH) })
	if err := s.position.write(s.dir, s.limits); err != nil {
		return err
	}
	rest, err := syscall.Open(filepath.Join(s.dir, "rest"), syscall.O_WRONLY|syscall.O_CREAT|syscall.O_CLOEXEC, 0o644)
	if err != nil {
		return err
	}
	defer syscall.Close(rest)
	return fill(rest)
}

const nobody = 65534

// forbidFolder lets the brain write the five files, but create no others. Root may do everything, so that the brain of
// root runs as nobody.
func forbidFolder(_ context.Context, s *setup) error {
	if os.Getuid() != 0 {
		s.onCleanup(func() { _ = os.Chmod(s.dir, 0o755) })
		return os.Chmod(s.dir, 0o555)
	}
	s.command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.Chown(filepath.Join(s.dir, entry.Name()), nobody, nobody); err != nil {
			return err
		}
	}
	return nil
}

// memory returns the brain's folder for temporary files.
func (s *setup) memory() string {
	return filepath.Join(s.dir, strings.TrimSuffix(filepath.Base(s.brain), filepath.Ext(s.brain)))
}

// damageMemory lets the brain make the same move first, and damages the memory that it saves.
func damageMemory(ctx context.Context, s *setup) error {
	const enough = 300 * time.Millisecond
	l := s.limits
	l.turn = enough
	if err := s.position.write(s.dir, l); err != nil {
		return err
	}
	_, _ = launch(ctx, s.brain, s.dir, enough) // only its saved memory is needed
	if err := s.position.write(s.dir, s.limits); err != nil {
		return err
	}
	path := filepath.Join(s.memory(), "memory.bin")
	kept, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		kept, err = bytes.Repeat([]byte("no memory"), 1000), os.MkdirAll(s.memory(), 0o755)
	}
	if err != nil {
		return err
	}
	switch s.lots.IntN(4) {
	case 0:
		kept = kept[:s.lots.IntN(len(kept))]
	case 1:
		kept = append(kept, make([]byte, s.lots.IntN(30<<20))...)
	default:
		for range 1 + s.lots.IntN(1000) {
			kept[s.lots.IntN(len(kept))] ^= byte(1 + s.lots.IntN(255))
		}
	}
	return os.WriteFile(path, kept, 0o644)
}

// leaveFiles leaves the files of a brain that was killed while it wrote.
func leaveFiles(_ context.Context, s *setup) error {
	if err := os.Mkdir(s.memory(), 0o755); err != nil {
		return err
	}
	then := time.Now().Add(-time.Hour)
	for _, path := range []string{
		filepath.Join(s.memory(), "memory.bin"), filepath.Join(s.dir, "Tah.dat"), filepath.Join(s.dir, "msg.dat"),
	} {
		path += ".0123456789abcdef.tahoun-new"
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			return err
		}
		if err := errors.Join(os.Truncate(path, s.lots.Int64N(25<<20)), os.Chtimes(path, then, then)); err != nil {
			return err
		}
	}
	return nil
}
