package compliance

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

type kind int

const (
	talk    kind = iota // MESSAGE, DEBUG
	move                // begins with x,y
	okay                // OK
	failure             // ERROR
	unknown             // UNKNOWN
	suggest             // SUGGEST x,y
	other               // anything else
)

type line struct {
	kind kind
	text string
	cr   bool // its end has a CR
	at   time.Time
}

const (
	lineLength = 1 << 12 // bytes of a line that are kept
	lineCount  = 1 << 11 // lines that wait to be read; more are dropped
	inputCount = 1 << 8  // texts that wait to be written, more than a check ever sends without an answer
)

// An output reads a program's standard output at once, so that the program never waits.
type output struct {
	lines chan *line // closed at the end of the output

	mu   sync.Mutex
	rest []byte // after the last line's end
}

func newOutput(r io.Reader) *output {
	o := &output{lines: make(chan *line, lineCount)}
	go o.read(bufio.NewReader(r))
	return o
}

func (o *output) read(r *bufio.Reader) {
	defer close(o.lines)
	for {
		c, err := r.ReadByte()
		if err != nil {
			return
		}
		if text, ended := o.add(c); ended {
			o.put(text)
		}
	}
}

// add adds a byte to the line. If that ends it, add returns the line.
func (o *output) add(c byte) (text string, ended bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if c == '\n' {
		text, o.rest = string(o.rest), o.rest[:0]
		return text, true
	}
	if len(o.rest) < lineLength {
		o.rest = append(o.rest, c)
	}
	return "", false
}

func (o *output) put(raw string) {
	plain := strings.Trim(raw, manager.Blanks+"\x00")
	if plain == "" {
		return
	}
	l := &line{kindOf(plain), game.Plain(plain), strings.HasSuffix(raw, "\r"), time.Now()}
	select {
	case o.lines <- l:
	default:
	}
}

// unfinished returns the text after the last line's end.
func (o *output) unfinished() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return game.Line(string(o.rest))
}

func kindOf(text string) kind {
	word, _, _ := strings.Cut(text, " ")
	switch strings.ToUpper(word) {
	case "MESSAGE", "DEBUG":
		return talk
	case "OK":
		return okay
	case "ERROR":
		return failure
	case "UNKNOWN":
		return unknown
	case "SUGGEST":
		return suggest
	}
	if _, _, ok := manager.ScanMove(text); ok {
		return move
	}
	return other
}

// An input writes to a program's standard input without waiting for it.
type input struct {
	queue chan string
	once  sync.Once
}

func newInput(w io.WriteCloser) *input {
	in := &input{queue: make(chan string, inputCount)}
	go func() {
		defer w.Close()
		var err error
		for text := range in.queue {
			if err == nil {
				_, err = io.WriteString(w, text)
			}
		}
	}()
	return in
}

var errFull = errors.New("it does not read its input")

func (in *input) send(text string) error {
	select {
	case in.queue <- text:
		return nil
	default:
		return errFull
	}
}

// close closes the program's input once all is written.
func (in *input) close() { in.once.Do(func() { close(in.queue) }) }
