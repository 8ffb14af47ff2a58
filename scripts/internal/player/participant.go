package player

import (
	"cmp"
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
	"tahoun/scripts/internal/game"
)

const (
	defaultStartup = 10 * time.Second

	// asapLimit is how long an answer may take at limit 0, as fast as possible: long enough for a program's start on
	// the slowest machine, short enough to find one that hangs.
	asapLimit = 5 * time.Second

	// overrunWait is how long a program may go on after limit and grace before it is killed. The game is lost, but the
	// length of a short overrun is worth knowing.
	overrunWait = time.Second

	// privateMode is the mode of the folders made for a game.
	privateMode = 0o700
)

var errClosed = errors.New("ended during its move")

// A participant is the common part of the players of all protocols: limits, the program's path, folders.
type participant struct {
	spec    Spec
	setting Setting
	program string   // absolute path
	tempDir string   // contains the other folders
	lock    *os.File // marks tempDir as in use
	workDir string   // working folder of the program
	keepDir string   // persistent folder

	moveLock sync.Mutex    // held by Move, and by End while it removes the folders
	quit     chan struct{} // closed by End
	endOnce  sync.Once
	endErr   error // of End
	peak     int64 // bytes, over all processes of the game
}

func newParticipant(spec Spec, setting Setting) (*participant, error) {
	w, h := setting.Width, setting.Height
	if w < 1 || h < 1 || w > board.MaxSide || h > board.MaxSide {
		return nil, fmt.Errorf("want a board of 1 to %d on a side, got %dx%d", board.MaxSide, w, h)
	}
	program, err := spec.Program()
	if err != nil {
		return nil, err
	}
	p := &participant{spec: spec, setting: setting, program: program, quit: make(chan struct{})}
	if p.tempDir, p.lock, err = newTempDir(); err != nil {
		return nil, err
	}
	p.workDir = filepath.Join(p.tempDir, "game")
	p.keepDir = filepath.Join(p.tempDir, "keep")
	if spec.Folder != "" {
		p.keepDir, err = filepath.Abs(spec.Folder)
	}
	err = errors.Join(err, os.Mkdir(p.workDir, privateMode), os.MkdirAll(p.keepDir, 0o755))
	if err != nil {
		return nil, errors.Join(err, p.removeDirs())
	}
	return p, nil
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

func (p *participant) closed() bool { return isClosed(p.quit) }

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// end cancels a running Move, waits for it, ends the program by stop, and removes the folders.
func (p *participant) end(stop func()) error {
	p.endOnce.Do(func() {
		close(p.quit)
		p.moveLock.Lock()
		defer p.moveLock.Unlock()
		stop()
		p.endErr = errors.Join(p.removeDirs(), p.setting.Transcript.Close())
	})
	return p.endErr
}

func (p *participant) removeDirs() error {
	p.lock.Close()
	return removeAll(p.tempDir)
}

// removeAll removes a file or a folder. It retries for a second: programs leave folders without write permission, and
// some systems hold files of a killed process for a moment.
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

// unlock gives the owner all permissions on the folders from path down.
func unlock(path string) {
	_ = filepath.WalkDir(path, func(path string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, privateMode)
		}
		return nil
	})
}

// restoreWorkDir makes the program's working folder writable, and makes it again if the program has removed it.
func (p *participant) restoreWorkDir() error {
	_ = os.Chmod(p.tempDir, privateMode)
	if err := os.MkdirAll(p.workDir, privateMode); err != nil {
		return err
	}
	return os.Chmod(p.workDir, privateMode)
}

// A limit is how long an answer may take.
type limit struct {
	time  time.Duration // that the program was told
	grace time.Duration
	what  string // for people
}

func (p *participant) limit(ask Request) limit {
	most, what := p.spec.Limit(ask.Left)
	return limit{max(most, 0), p.spec.Grace, what}
}

// Limit returns the time limit of a move without grace, and its kind in words. left is the time left in the match;
// below 0 the match is overdrawn.
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

// exceeded returns a Fault if the time exceeds limit and grace, else nil.
func (l limit) exceeded(took time.Duration, say string) *Fault {
	if took <= l.time+l.grace {
		return nil
	}
	return &Fault{game.OutOfTime, l.describe(took, say)}
}

func (l limit) describe(took time.Duration, say string) string {
	const unit = time.Millisecond
	detail := fmt.Sprintf("%s %v, limit %v %s", say, took.Round(unit), l.time.Round(unit), l.what)
	if l.grace > 0 {
		detail += fmt.Sprintf(", plus %v of grace", l.grace)
	}
	return detail
}

// A waitEnd is the reason why a wait for a program ended.
type waitEnd int

const (
	exited waitEnd = iota
	timedOut
	cancelled
)

// await waits for the end of run, for the end of patience, or until the move is cancelled. In the last two cases it
// kills the program.
func (p *participant) await(ctx context.Context, run *process, patience time.Duration) waitEnd {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-run.ended:
		return exited
	case <-timer.C:
		run.kill()
		return timedOut
	case <-ctx.Done():
	case <-p.quit:
	}
	run.kill()
	return cancelled
}

func (p *participant) cancelError(ctx context.Context) error {
	return p.wrap(cmp.Or(context.Cause(ctx), errClosed))
}

func (p *participant) wrap(err error) error { return fmt.Errorf("player %s: %w", p.spec.Label, err) }

// outOfSpace returns a Fault if the known memory exceeds the limit, else nil.
func (p *participant) outOfSpace() *Fault {
	if p.spec.Memory <= 0 || p.peak <= p.spec.Memory {
		return nil
	}
	return &Fault{game.OutOfSpace, fmt.Sprintf("used %s, limit %s", game.MiB(p.peak), game.MiB(p.spec.Memory))}
}
