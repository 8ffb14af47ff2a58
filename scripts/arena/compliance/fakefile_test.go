package compliance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
)

// A filer is one process of a fake that speaks the file protocol.
type filer struct {
	*fake
	settings
	files []os.FileInfo // at the start
	board *board.Board
	side  board.Stone
}

// moveInFiles is the program without a standard input. It returns the exit code.
func (f *fake) moveInFiles() int {
	p := &filer{fake: f, settings: defaults}
	p.files, _ = afero.ReadDir(f.disk, f.folder)
	rows := strings.Fields(p.read("PLOCHA.DAT"))
	side := strings.TrimSpace(p.read("TAH.DAT"))
	if len(rows) == 0 || strings.Trim(rows[0], "-xo#") != "" || side != "x" && side != "o" {
		if f.fault == "hangs without a board" {
			<-f.killed
		}
		return 1
	}
	p.readBoard(rows)
	p.side = map[string]board.Stone{"x": board.X, "o": board.O}[side]
	if x, o := p.board.Count(board.X), p.board.Count(board.O); p.fault == "counts stones" && x == o {
		p.side = board.X
	} else if p.fault == "wants x to have more" && o > x {
		p.side = board.O
	}
	if !p.readLimits() || p.side == board.O && p.fault == "dies as o" {
		return crash
	}
	return p.play()
}

// path returns the path of a file with a name in any case, "" if there is none.
func (p *filer) path(name string) string {
	for _, e := range p.files {
		if e.Name() == name || p.fault != "wants capitals" && strings.EqualFold(e.Name(), name) {
			return filepath.Join(p.folder, e.Name())
		}
	}
	return ""
}

func (p *filer) read(name string) string {
	text, _ := afero.ReadFile(p.disk, p.path(name))
	ends := strings.Count(string(text), "\n") - strings.Count(string(text), "\r\n") // that are LF alone
	if p.fault == "does not know LF" && ends > 0 && !strings.HasSuffix(string(text), " \n\n") ||
		p.fault == "does not know CR LF" && strings.Contains(string(text), "\r") ||
		p.fault == "wants a last line's end" && !strings.HasSuffix(string(text), "\n") ||
		p.fault == "knows no blanks" && strings.Contains(string(text), " \n") ||
		p.fault == "knows no folders with blanks" && strings.Contains(p.folder, " ") {
		return ""
	}
	return string(text)
}

func (p *filer) write(name, text string) {
	path := p.path(name)
	if path == "" {
		path = filepath.Join(p.folder, name)
	}
	_ = afero.WriteFile(p.disk, path, []byte(text), 0o644)
}

func (p *filer) readBoard(rows []string) {
	p.board = board.New(len(rows[0]), len(rows))
	for y, row := range rows {
		for x, c := range row {
			if p.fault != "plays on walls" || c != '#' {
				p.board.Set(board.Point{X: x, Y: y}, board.Stone(strings.IndexRune("-xo#", c)))
			}
		}
	}
}

// readLimits reads TIMEOUTS.DAT and INFO.DAT. It reports whether it survives.
func (p *filer) readLimits() bool {
	var seconds, left int
	_, _ = fmt.Sscan(p.read("TIMEOUTS.DAT"), &seconds, &left)
	p.turn, p.left = time.Duration(seconds)*time.Second, time.Duration(left)*time.Millisecond
	if p.fault == "ignores TIMEOUTS.DAT" {
		p.turn = 5 * time.Second
	}
	info := p.read("INFO.DAT")
	if info == "" && p.fault == "needs INFO.DAT" || p.path("MSG.DAT") == "" && p.fault == "needs MSG.DAT" ||
		!strings.Contains(info, "time_left") && info != "" && p.fault == "needs time_left" ||
		strings.Contains(info, "rubbish") && p.fault == "dies of unknown keys" {
		return false
	}
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n := numbers(value)
		if n != nil {
			p.set(key, n[0])
		}
	}
	return true
}

func (p *filer) play() int {
	takes := p.thinking(p.settings)
	if p.fault == "is slow" && p.turn == 500*time.Millisecond {
		takes = 650 * time.Millisecond
	}
	if p.pause(takes) {
		return byHand
	}
	at := p.mistake(choose(p.board, p.side, p.rule))
	if large := p.board.Width() > 22; p.fault == "gives no move" || large && p.fault == "does not know large boards" {
		return 0
	}
	answer := at.String()
	switch p.fault {
	case "writes blanks":
		answer = fmt.Sprintf("%d, %d", at.X, at.Y)
	case "leaves files":
		p.write("log.txt", "moved")
	case "changes INFO.DAT":
		if p.path("INFO.DAT") != "" {
			p.write("INFO.DAT", "")
		}
	case "talks much":
		p.write("MSG.DAT", "depth 1\ndepth 2\n")
	}
	p.write("TAH.DAT", answer+"\n")
	if p.fault == "hangs after its move" {
		<-p.killed
	}
	if p.fault == "ends with code 3" {
		return 3
	}
	return 0
}

// mistake returns the move that the fault makes of an honest one.
func (p *filer) mistake(at board.Point) board.Point {
	switch p.fault {
	case "swaps width and height":
		if p.board.Width() != p.board.Height() {
			at.X, at.Y = at.Y, at.X
		}
	case "leaves a large board":
		if p.board.Width() > 22 {
			at = board.Point{X: p.board.Width(), Y: p.board.Width()}
		}
	case "does not know renju":
		at = forbidden(p.board, p.side, p.rule, at)
	case "sees no five":
		at = p.board.FirstLegal(p.side, p.rule)
	}
	return at
}

// forbidden returns a square that is forbidden to side, otherwise if there is none.
func forbidden(b *board.Board, side board.Stone, rule board.Rule, otherwise board.Point) board.Point {
	for at := range b.Points {
		if side == board.X && b.Forbidden(at, rule) {
			otherwise = at
		}
	}
	return otherwise
}
