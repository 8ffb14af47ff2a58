package compliance_test

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/arena/compliance"
	"tahoun/scripts/internal/player"
)

// A fake is a program inside the test: an honest brain, but for one fault. Under testing/synctest its time is free.
type fake struct {
	protocol player.Protocol
	fault    string
	disk     afero.Fs
	folder   string
	started  time.Time

	killed   chan struct{}
	ended    chan struct{}
	endedAt  time.Time
	code     int
	inRead   *io.PipeReader
	inWrite  *io.PipeWriter
	outRead  *io.PipeReader
	outWrite *io.PipeWriter
	kill     sync.Once
}

// faulty launches programs with a fault, "" for none.
func faulty(fault string, disk afero.Fs) compliance.Launch {
	return func(spec player.Spec) (compliance.Program, error) {
		f := &fake{protocol: spec.Protocol, fault: fault, disk: disk, folder: "/game"}
		return f, disk.MkdirAll(f.folder, 0o755)
	}
}

func (f *fake) Start(piped bool) error {
	f.killed, f.ended, f.started = make(chan struct{}), make(chan struct{}), time.Now()
	f.kill, f.code = sync.Once{}, 0
	if piped {
		f.inRead, f.inWrite = io.Pipe()
		f.outRead, f.outWrite = io.Pipe()
	}
	go func() {
		if piped {
			f.code = f.talk()
			f.outWrite.Close()
			f.inRead.Close()
		} else {
			f.code = f.moveInFiles()
		}
		f.endedAt = time.Now()
		close(f.ended)
	}()
	return nil
}

func (f *fake) Input() io.WriteCloser  { return f.inWrite }
func (f *fake) Output() io.Reader      { return f.outRead }
func (f *fake) Ended() <-chan struct{} { return f.ended }
func (f *fake) Exit() (int, bool, string) {
	return f.code, f.code == crash, "exit status " + strconv.Itoa(f.code)
}
func (f *fake) Took() time.Duration { return f.endedAt.Sub(f.started) }
func (f *fake) Folder() string      { return f.folder }
func (f *fake) Persistent() string  { return "/keep" }
func (f *fake) Close() error        { return f.Kill() }

func (f *fake) UseFolder(name string) error {
	f.folder = "/" + name
	return f.disk.MkdirAll(f.folder, 0o755)
}

func (f *fake) Stderr() string {
	if f.fault == "stderr" {
		return "debug output"
	}
	return ""
}

func (f *fake) CPU() (time.Duration, bool) {
	if f.fault == "ponders" {
		return time.Since(f.started), true
	}
	return 0, true
}

func (f *fake) Memory() int64 {
	if f.fault == "too much memory" {
		return 1 << 30
	}
	return 1 << 20
}

func (f *fake) Kill() error {
	if f.killed == nil {
		return nil
	}
	f.kill.Do(func() { close(f.killed) })
	if f.inRead != nil {
		f.inRead.Close()
		f.outRead.Close()
	}
	<-f.ended
	return nil
}

// Exit codes of a fake that does not end as it should.
const (
	crash  = 139
	byHand = 137
)

// pause lets time pass, and reports whether the fake was killed meanwhile.
func (f *fake) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return false
	case <-f.killed:
		return true
	}
}

// choose returns an honest brain's move: a win, a block, or the legal square that is nearest to the middle of a row.
// The sides have rows of their own, so that games are short.
func choose(b *board.Board, side board.Stone, rule board.Rule) board.Point {
	var best board.Point
	rank, row := -1, b.Height()/2
	if side == board.O {
		row--
	}
	canWin, canBlock := b.Count(side) >= 4, b.Count(side.Other()) >= 4
	for at, s := range b.Points {
		if s != board.Empty {
			continue
		}
		r := 1000 - max(at.X-b.Width()/2, b.Width()/2-at.X) - 3*max(at.Y-row, row-at.Y)
		if canWin && b.Wins(at, side, rule) {
			r += 4000
		}
		if canBlock && b.Wins(at, side.Other(), rule) {
			r += 2000
		}
		if r > rank && (side == board.O || !b.Forbidden(at, rule)) {
			best, rank = at, r
		}
	}
	return best
}

// settings are the rule and the limits, as the manager told them.
type settings struct {
	rule       board.Rule
	turn, left time.Duration
}

// defaults hold where the manager tells nothing.
var defaults = settings{turn: time.Second, left: 1 << 40}

// set takes a key of INFO.
func (s *settings) set(key string, n int) {
	switch ms := time.Duration(n) * time.Millisecond; key {
	case "timeout_turn":
		s.turn = ms
	case "time_left":
		s.left = ms
	case "rule":
		s.rule = board.Rule(n)
	}
}

// thinking returns how long a fake thinks: half of its limit.
func (f *fake) thinking(s settings) time.Duration {
	limit := min(s.turn, s.left)
	switch {
	case f.fault == "takes 0 for no limit" && s.turn == 0:
		limit = 4 * time.Second
	case f.fault == "ignores time_left":
		limit = s.turn
	case f.fault == "is late" && s.turn == time.Second:
		limit = 2200 * time.Millisecond
	case f.fault == "is too late" && s.turn == time.Second:
		limit = 5 * time.Second
	}
	return max(0, limit/2)
}

// A piper is a fake that speaks the pipe protocol.
type piper struct {
	*fake
	out   *bufio.Writer
	heard chan string

	settings
	width, height int
	board         *board.Board
	side          board.Stone
	moves, inGame int // answers: in all, since START
	infos         int
	suggested     bool
	movedAt       atomic.Int64 // when the last move was said, in nanoseconds
	queue         []string     // heard during a move
	atEnd         bool         // of the input
}

// talk is the program with a standard input and output. It returns the exit code.
func (f *fake) talk() int {
	p := &piper{fake: f, out: bufio.NewWriter(f.outWrite), heard: make(chan string, 1<<8), settings: defaults}
	go p.hear()
	for {
		text, ok := p.next()
		if !ok {
			if f.fault == "ignores the end of input" {
				<-f.killed
			}
			p.out.Flush()
			return 0
		}
		if f.protocol == player.Koth {
			if p.bot(text) {
				return 0
			}
		} else if code, over := p.obey(text); over {
			return code
		}
	}
}

// hear reads lines, or what comes at once, until the end of the input.
func (p *piper) hear() {
	defer close(p.heard)
	pass := func(text string) bool {
		select {
		case p.heard <- text:
			return true
		case <-p.killed:
			return false
		}
	}
	if p.fault == "reads pieces as lines" {
		part := make([]byte, 1<<20)
		for {
			n, err := p.inRead.Read(part)
			if err != nil || !pass(string(part[:n])) {
				return
			}
		}
	}
	in := bufio.NewReader(p.inRead)
	for {
		text, err := in.ReadString('\n')
		if p.fault == "is not ready after a move" && time.Since(time.Unix(0, p.movedAt.Load())) < readyAfter {
			continue
		}
		if err != nil || !pass(text) {
			return
		}
	}
}

// readyAfter is how long after its move a fake reads on that is not ready before.
const readyAfter = player.DefaultPause - time.Millisecond

func (p *piper) next() (string, bool) {
	if len(p.queue) > 0 {
		text := p.queue[0]
		p.queue = p.queue[1:]
		return text, true
	}
	if p.atEnd {
		return "", false
	}
	var late <-chan time.Time
	if p.fault == "speaks unasked" && p.moves > 2 {
		late = time.After(100 * time.Millisecond)
	}
	select {
	case text, ok := <-p.heard:
		return text, ok
	case <-late:
		p.moves = 0
		p.say("OK I am ready")
		return p.next()
	case <-p.killed:
		return "", false
	}
}

func (p *piper) say(text string) {
	end := "\n"
	if p.fault == "carriage returns" {
		end = "\r\n"
	}
	if p.fault == "forgets line ends" {
		end = ""
	}
	fmt.Fprint(p.out, text+end)
	if p.fault != "does not flush" {
		p.out.Flush()
	}
}

// numbers reads numbers with commas between them.
func numbers(text string) (all []int) {
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// point reads a square of the board.
func (p *piper) point(text string) (at board.Point, ok bool) {
	n := numbers(text)
	if len(n) != 2 || p.board == nil {
		return at, false
	}
	at = board.Point{X: n[0], Y: n[1]}
	return at, p.board.Contains(at)
}

// reset makes the board empty.
func (p *piper) reset(width, height int) {
	p.width, p.height = width, height
	p.board, p.side = board.New(width, height), board.X
}
