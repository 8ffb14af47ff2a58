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

	// asapLimit is how long an answer may take where the limit is 0, as fast as possible: long enough for
	// a program's start on the slowest machine, short enough to find one that hangs.
	asapLimit = 5 * time.Second

	// overrunWait is how long after its limit and grace a program is waited for before it is killed: the
	// game is lost, but by how much is worth knowing.
	overrunWait = time.Second

	// privateMode is the mode of the folders made for a game.
	privateMode = 0o700
)

var errClosed = errors.New("ended during its move")

// A participant is what a player has whatever its door: limits, the program's path, folders.
type participant struct {
	spec    Spec
	setting Setting
	program string   // absolute path
	tempDir string   // private folder with the others in it
	lock    *os.File // says that home is in use
	workDir string   // working folder of the program
	keepDir string   // persistent folder

	moveLock sync.Mutex    // held by Move and by the part of End that removes what Move uses
	quit     chan struct{} // closed by End
	endOnce  sync.Once
	endErr   error // what came of End
	peak     int64 // bytes, over all processes of the game
}

// newParticipant finds the program and makes the folders.
func newParticipant(spec Spec, setting Setting) (*participant, error) {
	w, h := setting.Width, setting.Height
	if w < 1 || h < 1 || w > board.MaxSide || h > board.MaxSide {
		return nil, fmt.Errorf("want a board of 1 to %d on a side, got %dx%d", board.MaxSide, w, h)
	}
	program, err := spec.Program()
	if err != nil {
		return nil, err
	}
	s := &participant{spec: spec, setting: setting, program: program, quit: make(chan struct{})}
	if s.tempDir, s.lock, err = newTempDir(); err != nil {
		return nil, err
	}
	s.workDir = filepath.Join(s.tempDir, "game")
	s.keepDir = filepath.Join(s.tempDir, "keep")
	if spec.Folder != "" {
		s.keepDir, err = filepath.Abs(spec.Folder)
	}
	err = errors.Join(err, os.Mkdir(s.workDir, privateMode), os.MkdirAll(s.keepDir, 0o755))
	if err != nil {
		return nil, errors.Join(err, s.removeDirs())
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
func (s *participant) closed() bool {
	select {
	case <-s.quit:
		return true
	default:
		return false
	}
}

// end calls off a Move that runs, waits for it, lets stop end the program, and removes the folders.
func (s *participant) end(stop func()) error {
	s.endOnce.Do(func() {
		close(s.quit)
		s.moveLock.Lock()
		defer s.moveLock.Unlock()
		stop()
		s.endErr = s.removeDirs()
	})
	return s.endErr
}

// removeDirs gives the home up and removes it.
func (s *participant) removeDirs() error {
	s.lock.Close()
	return removeAll(s.tempDir)
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
			_ = os.Chmod(path, privateMode)
		}
		return nil
	})
}

// restoreWorkDir makes the program's working folder usable and makes it anew where the program has removed it.
func (s *participant) restoreWorkDir() error {
	_ = os.Chmod(s.tempDir, privateMode)
	if err := os.MkdirAll(s.workDir, privateMode); err != nil {
		return err
	}
	return os.Chmod(s.workDir, privateMode)
}

// A limit is how long an answer may take.
type limit struct {
	time  time.Duration // as the program was told
	grace time.Duration
	what  string // for a person
}

// limit returns what the player has for its next move.
func (s *participant) limit(ask Request) limit {
	most, what := s.spec.Limit(ask.Left)
	return limit{max(most, 0), s.spec.Grace, what}
}

// Limit returns how long a move may take with so much left of the match, grace apart, and what sets that limit, for
// a person. Below 0 the match is overdrawn.
func (s Spec) Limit(left time.Duration) (limit time.Duration, what string) {
	limit, what = s.Turn, "per move"
	if limit == 0 {
		limit, what = asapLimit, "per move as fast as possible"
	}
	if s.Match > 0 && left < limit {
		limit, what = left, "for the rest of the match"
	}
	return limit, what
}

// exceeded returns the Fault of having taken so long, nil if that was allowed.
func (l limit) exceeded(took time.Duration, say string) *Fault {
	if took <= l.time+l.grace {
		return nil
	}
	return &Fault{game.OutOfTime, l.describe(took, say)}
}

// describe says how much time was taken of how much.
func (l limit) describe(took time.Duration, say string) string {
	detail := fmt.Sprintf("%s %v, limit %v %s", say, took.Round(time.Millisecond), l.time.Round(time.Millisecond), l.what)
	if l.grace > 0 {
		detail += fmt.Sprintf(", plus %v of grace", l.grace)
	}
	return detail
}

// A waitEnd is why a program is not waited for any longer.
type waitEnd int

const (
	exited waitEnd = iota
	timedOut
	cancelled
)

// await waits for the end of run, for patience to end, or for somebody to call the move off. In the last
// two cases it kills the program.
func (s *participant) await(ctx context.Context, run *process, patience time.Duration) waitEnd {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-run.ended:
		return exited
	case <-timer.C:
		run.kill()
		return timedOut
	case <-ctx.Done():
	case <-s.quit:
	}
	run.kill()
	return cancelled
}

// cancelError returns the error of a move that was called off.
func (s *participant) cancelError(ctx context.Context) error {
	err := context.Cause(ctx)
	if err == nil {
		err = errClosed
	}
	return s.wrap(err)
}

// wrap says whose error it is.
func (s *participant) wrap(err error) error { return fmt.Errorf("player %s: %w", s.spec.Label, err) }

// outOfSpace returns the Fault of having taken too much memory, nil if what is known was allowed.
func (s *participant) outOfSpace() *Fault {
	if s.spec.Memory <= 0 || s.peak <= s.spec.Memory {
		return nil
	}
	return &Fault{game.OutOfSpace, fmt.Sprintf("used %s, limit %s", game.MiB(s.peak), game.MiB(s.spec.Memory))}
}
