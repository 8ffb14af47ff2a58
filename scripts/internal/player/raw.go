package player

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tahoun/scripts/internal/manager"
)

// A Raw runs a player's program for a caller that speaks the protocol by itself. It has the folders of a player, and
// ends the program with its children as a player does.
type Raw struct {
	s             *participant
	proc          *process // the last one, nil before Start
	stdin, stdout *os.File
}

// NewRaw finds the program and makes its folders. Close must be called.
func NewRaw(spec Spec) (*Raw, error) {
	spec.Memory = 0 // the caller judges it
	if spec.Files == "" {
		spec.Files = manager.NativeStyle()
	}
	s, err := newParticipant(spec, Setting{Width: 1, Height: 1})
	if err != nil {
		return nil, err
	}
	return &Raw{s: s}, nil
}

// UseFolder makes a new working folder of that name.
func (r *Raw) UseFolder(name string) error {
	r.s.workDir = filepath.Join(r.s.tempDir, name)
	return os.MkdirAll(r.s.workDir, privateMode)
}

// Folder returns the working folder, Persistent that for files that the program keeps.
func (r *Raw) Folder() string { return r.s.workDir }

// Persistent returns the folder for files that the program keeps.
func (r *Raw) Persistent() string { return r.s.keepDir }

// Start starts the program; if it was started before it has ended or is killed. piped gives it a standard input and
// output; otherwise it has none.
func (r *Raw) Start(piped bool) (err error) {
	r.Kill()
	if !piped {
		r.proc, err = r.s.start(nil, nil)
		return err
	}
	r.proc, r.stdin, r.stdout, err = r.s.startPiped()
	return err
}

// Input returns the program's standard input.
func (r *Raw) Input() io.WriteCloser { return r.stdin }

// Output returns the program's standard output.
func (r *Raw) Output() io.Reader { return r.stdout }

// Ended returns a channel that is closed when the program has ended.
func (r *Raw) Ended() <-chan struct{} { return r.proc.ended }

// Exit returns how the program ended: by its own will with a code, or otherwise. It has ended.
func (r *Raw) Exit() (code int, crashed bool, status string) {
	if r.proc.state == nil {
		return -1, true, r.proc.err.Error()
	}
	return r.proc.state.ExitCode(), r.proc.crashed(), r.proc.state.String()
}

// Took returns how long the program ran. It has ended.
func (r *Raw) Took() time.Duration { return r.proc.took() }

// Stderr returns the last lines of standard error.
func (r *Raw) Stderr() string { return strings.Join(r.proc.stderr.lastLines(), "\n") }

// CPU returns the processor time of the running program and its children, and whether the system tells it.
func (r *Raw) CPU() (time.Duration, bool) { return r.proc.tree.CPU() }

// Memory returns the peak of resident bytes, 0 if it is not known.
func (r *Raw) Memory() int64 {
	r.proc.sampleMemory()
	return r.proc.peak.Load()
}

// Kill ends the program and its children.
func (r *Raw) Kill() error {
	if r.proc == nil {
		return nil
	}
	err := r.proc.finish()
	for _, file := range []*os.File{r.stdin, r.stdout} {
		if file != nil {
			file.Close()
		}
	}
	return err
}

// Close ends the program and removes the folders.
func (r *Raw) Close() error { return errors.Join(r.Kill(), r.s.removeDirs()) }
