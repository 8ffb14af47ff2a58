package player

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
)

// A transcript is a file of two pieces at most: the last lines and those before. So a program that floods it fills no
// disk, and its last words are kept.
const (
	stderrPiece = 256 << 10 // bytes of a piece with standard error alone
	fullPiece   = 8 << 20   // bytes of a piece with input and output
)

// A Transcript logs a program's lines in a game: those of its standard error, and on request its input and output. Each
// line has the time of day and a sign: ! standard error, > input, < output, # a remark of the arena. The file is made
// with the first line. The methods of a nil Transcript do nothing.
type Transcript struct {
	disk  afero.Fs
	path  string
	full  bool // input and output, too
	title string

	mu   sync.Mutex
	file afero.File // nil: not made yet
	out  *bufio.Writer
	size int
	rest []byte // of standard error: a line without its end
	over bool   // no line is written any more
	err  error
}

// NewTranscript returns a transcript that begins anew: it removes the file of an earlier attempt. title becomes its
// first line.
func NewTranscript(disk afero.Fs, path, title string, full bool) *Transcript {
	t := &Transcript{disk: disk, path: path, title: title, full: full}
	for _, name := range []string{path, t.earlier()} {
		err := file.Refused(disk, name)
		if err == nil {
			err = disk.Remove(name)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.fail(err)
		}
	}
	return t
}

// earlier returns the path of the piece before the last one.
func (t *Transcript) earlier() string { return strings.TrimSuffix(t.path, ".log") + ".earlier.log" }

// keeps reports whether input and output are logged.
func (t *Transcript) keeps() bool { return t != nil && t.full }

// input logs lines to the program.
func (t *Transcript) input(lines ...string) {
	for _, line := range lines {
		t.keep('>', "%s", line)
	}
}

// output logs a line of the program.
func (t *Transcript) output(line []byte) {
	if t.keeps() { // keep would allocate for each of many lines
		t.keep('<', "%s", line)
	}
}

// remark logs an event, where input and output are logged.
func (t *Transcript) remark(format string, values ...any) { t.keep('#', format, values...) }

func (t *Transcript) keep(sign byte, format string, values ...any) {
	if t.keeps() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.line(sign, fmt.Appendf(nil, format, values...))
	}
}

// stderr logs the next bytes of standard error.
func (t *Transcript) stderr(part []byte) {
	if t == nil || len(part) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for line := range bytes.Lines(part) {
		t.rest = append(t.rest, line...)
		if len(t.rest) >= lineLength || bytes.HasSuffix(line, []byte("\n")) {
			t.lastLine()
		}
	}
	t.flush()
}

func (t *Transcript) lastLine() {
	if len(t.rest) > 0 {
		t.line('!', t.rest)
		t.rest = t.rest[:0]
	}
}

func (t *Transcript) save() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.flush()
}

func (t *Transcript) flush() {
	if t.out != nil && !t.over {
		t.fail(t.out.Flush())
	}
}

// Close ends the transcript and returns its first error.
func (t *Transcript) Close() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastLine()
	t.flush()
	t.over = true
	if t.file != nil {
		t.fail(t.file.Close())
		t.file = nil
	}
	return t.err
}

func (t *Transcript) line(sign byte, text []byte) {
	if t.over {
		return
	}
	piece := stderrPiece
	if t.full {
		piece = fullPiece
	}
	if t.size > piece {
		t.rotate()
	}
	if t.file == nil {
		t.open()
	}
	if !t.over {
		t.write(sign, text)
	}
}

func (t *Transcript) write(sign byte, text []byte) {
	stamped := time.Now().AppendFormat(t.out.AvailableBuffer(), "15:04:05.000000")
	stamped = append(stamped, ' ', sign, ' ')
	stamped = append(stamped, bytes.TrimRight(text, "\r\n")...)
	n, err := t.out.Write(append(stamped, '\n'))
	t.size += n
	t.fail(err)
}

func (t *Transcript) open() {
	err := t.disk.MkdirAll(filepath.Dir(t.path), 0o755)
	if err == nil {
		t.file, err = t.disk.Create(t.path)
	}
	if err != nil {
		t.fail(err)
		return
	}
	t.out, t.size = bufio.NewWriterSize(t.file, readSize), 0
	t.write('#', fmt.Appendf(nil, "%s, %s", time.Now().Format(time.DateOnly), t.title))
}

// rotate makes the last piece the earlier one.
func (t *Transcript) rotate() {
	t.flush()
	if t.over {
		return
	}
	err := t.file.Close()
	t.file = nil
	t.fail(errors.Join(err, t.disk.Rename(t.path, t.earlier())))
}

// fail ends the transcript at its first error.
func (t *Transcript) fail(err error) {
	if err != nil && t.err == nil {
		t.err, t.over = fmt.Errorf("log %s: %w", t.path, err), true
	}
}
