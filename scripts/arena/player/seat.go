package player

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

const (
	defaultStartup = 10 * time.Second

	// instant is how long an answer may take where the limit is 0, as fast as possible: long enough for
	// a program's start on the slowest machine, short enough to find one that hangs.
	instant = 5 * time.Second

	// lateWait is how long after its limit and grace a program is waited for before it is killed: the
	// game is lost, but by how much is worth knowing.
	lateWait = time.Second

	// private is the mode of the folders made for a game.
	private = 0o700
)

var errEnded = errors.New("ended while it was to move")

// A seat is what a player has whatever its door: limits, the program's path, folders.
type seat struct {
	spec    Spec
	setting Setting
	program string   // absolute path
	home    string   // private folder with the others in it
	lock    *os.File // says that home is in use
	work    string   // working folder of the program
	keep    string   // persistent folder

	moving sync.Mutex    // held by Move and by the part of End that removes what Move uses
	quit   chan struct{} // closed by End
	ending sync.Once
	ended  error // what came of End
	peak   int64 // bytes, over all processes of the game
}

// newSeat finds the program and makes the folders.
func newSeat(spec Spec, setting Setting) (*seat, error) {
	w, h := setting.Width, setting.Height
	if w < 1 || h < 1 || w > board.MaxSide || h > board.MaxSide {
		return nil, fmt.Errorf("want a board of 1 to %d on a side, got %dx%d", board.MaxSide, w, h)
	}
	program, err := spec.Program()
	if err != nil {
		return nil, err
	}
	s := &seat{spec: spec, setting: setting, program: program, quit: make(chan struct{})}
	if s.home, s.lock, err = newHome(); err != nil {
		return nil, err
	}
	s.work = filepath.Join(s.home, "game")
	s.keep = filepath.Join(s.home, "keep")
	if spec.Folder != "" {
		s.keep, err = filepath.Abs(spec.Folder)
	}
	err = errors.Join(err, os.Mkdir(s.work, private), os.MkdirAll(s.keep, 0o755))
	if err != nil {
		return nil, errors.Join(err, s.leave())
	}
	return s, nil
}

// Program returns the absolute path of the player's program.
func (s Spec) Program() (string, error) {
	if len(s.Args) == 0 {
		return "", errors.New("want a command")
	}
	path, err := exec.LookPath(s.Args[0])
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return "", fmt.Errorf("%w; want the path of an executable, or a name that is in PATH", err)
	}
	return filepath.Abs(path)
}

// closed tells whether End was called.
func (s *seat) closed() bool {
	select {
	case <-s.quit:
		return true
	default:
		return false
	}
}

// end calls off a Move that runs, waits for it, lets stop end the program, and removes the folders.
func (s *seat) end(stop func()) error {
	s.ending.Do(func() {
		close(s.quit)
		s.moving.Lock()
		defer s.moving.Unlock()
		stop()
		s.ended = s.leave()
	})
	return s.ended
}

// leave gives the home up and removes it.
func (s *seat) leave() error {
	s.lock.Close()
	return removeAll(s.home)
}

// removeAll removes a file or a folder. Programs leave folders that are locked even to their owner, and some systems
// keep files of a process that was just killed for a moment.
func removeAll(path string) (err error) {
	for pause := time.Millisecond; pause < time.Second; pause *= 2 {
		if err = os.RemoveAll(path); err == nil {
			return nil
		}
		unlock(path)
		time.Sleep(pause)
	}
	return err
}

// unlock lets the owner change all folders from path down.
func unlock(path string) {
	_ = filepath.WalkDir(path, func(path string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, private)
		}
		return nil
	})
}

// reopen makes the program's working folder usable and makes it anew where the program has removed it.
func (s *seat) reopen() error {
	_ = os.Chmod(s.home, private)
	if err := os.MkdirAll(s.work, private); err != nil {
		return err
	}
	return os.Chmod(s.work, private)
}

// A limit is how long an answer may take.
type limit struct {
	time  time.Duration // as the program was told
	grace time.Duration
	what  string // for a person
}

// limit returns what the player has for its next move.
func (s *seat) limit(ask Ask) limit {
	most, what := s.spec.Limit(ask.Left)
	return limit{max(most, 0), s.spec.Grace, what}
}

// Limit returns how long a move may take with so much left of the match, grace apart, and what sets that limit, for
// a person. Below 0 the match is overdrawn.
func (s Spec) Limit(left time.Duration) (limit time.Duration, what string) {
	limit, what = s.Turn, "for a move"
	if limit == 0 {
		limit, what = instant, "for a move as fast as possible"
	}
	if s.Match > 0 && left < limit {
		limit, what = left, "left of the match"
	}
	return limit, what
}

// exceeded returns the Fault of having taken so long, nil if that was allowed.
func (l limit) exceeded(took time.Duration, say string) *Fault {
	if took <= l.time+l.grace {
		return nil
	}
	return &Fault{game.OutOfTime, l.tell(took, say)}
}

// tell says how much time was taken of how much.
func (l limit) tell(took time.Duration, say string) string {
	detail := fmt.Sprintf("%s %v, had %v %s", say, took.Round(time.Millisecond), l.time.Round(time.Millisecond), l.what)
	if l.grace > 0 {
		detail += fmt.Sprintf(" and %v of grace", l.grace)
	}
	return detail
}

// A stop is why a program is not waited for any longer.
type stop int

const (
	goneByItself stop = iota
	outOfTime
	calledOff
)

// await waits for the end of run, for patience to end, or for somebody to call the move off. In the last
// two cases it kills the program.
func (s *seat) await(ctx context.Context, run *process, patience time.Duration) stop {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-run.ended:
		return goneByItself
	case <-timer.C:
		run.kill()
		return outOfTime
	case <-ctx.Done():
	case <-s.quit:
	}
	run.kill()
	return calledOff
}

// calledOff returns the error of a move that was called off.
func (s *seat) calledOff(ctx context.Context) error {
	err := context.Cause(ctx)
	if err == nil {
		err = errEnded
	}
	return s.wrap(err)
}

// wrap says whose error it is.
func (s *seat) wrap(err error) error { return fmt.Errorf("player %s: %w", s.spec.Label, err) }

// outOfSpace returns the Fault of having taken too much memory, nil if what is known was allowed.
func (s *seat) outOfSpace() *Fault {
	if s.spec.Memory <= 0 || s.peak <= s.spec.Memory {
		return nil
	}
	return &Fault{game.OutOfSpace, fmt.Sprintf("took %s, had %s", game.MiB(s.peak), game.MiB(s.spec.Memory))}
}
