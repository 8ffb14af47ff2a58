package compliance

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// A fileProbe is the probe of the old protocol: it writes the files, and runs the program once for every move.
type fileProbe struct {
	*gameProbe
	seen    *fileNotes
	written map[string]string // the manager's files, by name
	noMove  bool              // the program gave none
}

// fileNotes are the first cases of faults that all checks of the protocol look for.
type fileNotes struct {
	form, message, exit, changed, left string
}

func (n *fileNotes) probe(p *probe) *fileProbe {
	f := &fileProbe{gameProbe: newGameProbe(p), seen: n}
	f.ask = func(s setup) board.Point {
		f.empty(size, size)
		f.set(s)
		return f.move(form{})
	}
	return f
}

// A form is how a manager writes the five files. The zero value is the usual form.
type form struct {
	style      manager.Style
	lowerNames bool
	turn, left time.Duration // if timed
	timed      bool
	edit       func(file int, text string) string // the text of a file as it is written; absent: not written
}

// absent is the text of a file that is not there.
const absent = "\x00absent"

// move writes the files of the position, runs the program, and returns its move if it is legal.
func (p *fileProbe) move(f form) board.Point {
	if !p.setTimes(f) || !p.writeFiles(f) || !p.runOnce() {
		return board.Point{}
	}
	return p.readAnswer()
}

// setTimes takes over the limits of a form. It reports whether the check goes on.
func (p *fileProbe) setTimes(f form) bool {
	p.turn, p.left = p.quick(), noLimit
	if f.timed {
		p.turn, p.left = f.turn, f.left
	}
	return p.prepare()
}

// writeFiles writes the files anew, and keeps their texts.
func (p *fileProbe) writeFiles(f form) bool {
	f.style = cmp.Or(f.style, p.Spec.Files)
	pos := manager.Position{
		Rows: manager.Rows(p.board), Side: p.side.String(), Turn: p.turn.Milliseconds(), Left: p.left.Milliseconds(),
		Rule: int(p.rule), Folder: p.prog.Persistent()}
	for _, path := range p.find(manager.Unix.Names()...) {
		_ = p.Disk.Remove(path)
	}
	p.written = map[string]string{}
	for file, name := range f.style.Names() {
		if f.lowerNames {
			name = strings.ToLower(name)
		}
		text := string(pos.Text(file, f.style))
		if f.edit != nil {
			text = f.edit(file, text)
		}
		p.describe(file, name, text)
		if text == absent {
			continue
		}
		p.written[name] = text
		if err := afero.WriteFile(p.Disk, filepath.Join(p.prog.Folder(), name), []byte(text), 0o644); err != nil {
			p.over, p.err = true, err
			return false
		}
	}
	return true
}

// describe adds a file to the conversation.
func (p *fileProbe) describe(file int, name, text string) {
	lines := strings.Split(strings.TrimSpace(game.Plain(text)), "\n")
	switch {
	case text == absent:
		p.tell("> " + name + ": missing")
	case file == manager.BoardFile && strings.Trim(text, "-\r\n") == "" && len(lines) > 0:
		p.tell(fmt.Sprintf("> %s: empty, %dx%d", name, len(strings.TrimSpace(lines[0])), len(lines)))
	case file == manager.BoardFile:
		p.tell("> " + name + ":")
		for _, row := range lines {
			p.result.Talk = append(p.result.Talk, ">   "+shorten(strings.TrimSpace(row)))
		}
	case file != manager.MessageFile:
		p.tell("> " + name + ": " + shorten(strings.Join(lines, " / ")))
	}
}

// find returns the paths of the files with these names in any case.
func (p *fileProbe) find(names ...string) (found []string) {
	entries, _ := afero.ReadDir(p.Disk, p.prog.Folder())
	for _, e := range entries {
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(e.Name(), name) }) {
			found = append(found, filepath.Join(p.prog.Folder(), e.Name()))
		}
	}
	return found
}

func (p *fileProbe) runOnce() bool {
	if err := p.prog.Start(false); err != nil {
		p.fail("cannot be started: %v", err)
		return false
	}
	limit := p.limit()
	select {
	case <-p.prog.Ended():
	case <-time.After(limit + p.Spec.Grace + time.Second):
		p.fail("still running after %v, limit %v", limit+p.Spec.Grace+time.Second, limit)
		return false
	case <-p.ctx.Done():
		p.stop(Skipped, "interrupted")
		return false
	}
	_ = p.prog.Kill()
	if code, crashed, status := p.prog.Exit(); crashed || code != 0 {
		p.tell("< (" + status + ")")
	}
	return true
}

// answerBytes is how many bytes are read of a file that a program may have written.
const answerBytes = 1 << 16

// readAnswer returns the move in TAH.DAT, if it is legal.
func (p *fileProbe) readAnswer() board.Point {
	p.readMessage()
	for _, path := range p.find("TAH.DAT") {
		text, err := file.Read(p.Disk, path, answerBytes)
		if err != nil {
			continue
		}
		p.tell("< " + filepath.Base(path) + ": " + shorten(strings.TrimSpace(string(text))))
		if at, _, ok := manager.ScanMove(string(text)); ok {
			if strings.TrimSpace(string(text)) != at.String() {
				note(&p.seen.form, strings.TrimSpace(string(text)))
			}
			p.clock(p.prog.Took())
			if code, crashed, status := p.prog.Exit(); crashed || code != 0 {
				note(&p.seen.exit, fmt.Sprintf("%s in check %s", status, p.result.Name))
			}
			p.judge(at)
			p.leftAlone()
			return at
		}
	}
	p.failWithoutMove()
	return board.Point{}
}

func (p *fileProbe) failWithoutMove() {
	_, _, status := p.prog.Exit()
	said := ""
	if text := p.prog.Stderr(); text != "" {
		said = fmt.Sprintf("; standard error: %q", lastLine(text))
	}
	p.noMove = !p.over
	p.fail("no move in TAH.DAT (%s%s)", status, said)
}

func (p *fileProbe) readMessage() {
	for _, path := range p.find("MSG.DAT") {
		text, _ := file.Read(p.Disk, path, answerBytes)
		said := strings.TrimSpace(game.Plain(string(text)))
		if said == "" {
			continue
		}
		p.tell("< " + filepath.Base(path) + ": " + shorten(said))
		if strings.Contains(said, "\n") {
			note(&p.seen.message, said)
		}
	}
}

// leftAlone notes files of the manager that the program changed, and new ones.
func (p *fileProbe) leftAlone() {
	entries, _ := afero.ReadDir(p.Disk, p.prog.Folder())
	for _, e := range entries {
		name := e.Name()
		text, _ := file.Read(p.Disk, filepath.Join(p.prog.Folder(), name), answerBytes)
		before, known := p.written[name]
		answer := strings.EqualFold(name, "TAH.DAT") || strings.EqualFold(name, "MSG.DAT")
		switch {
		case e.IsDir() || answer:
		case !known:
			note(&p.seen.left, name)
		case before != string(text):
			note(&p.seen.changed, name)
		}
	}
}

// unanswered reports whether the program gave no move at all, and takes the failure back.
func (p *fileProbe) unanswered() bool {
	if !p.noMove {
		return false
	}
	p.noMove, p.over = false, false
	p.result.Verdict, p.result.Detail = Pass, ""
	return true
}
