package player

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"slices"
	"sync"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// A kind is the meaning of a line to a manager.
type kind int

const (
	talk    kind = iota // for people: MESSAGE, DEBUG, SUGGEST and unknown lines
	move                // x,y, or another answer to a question
	okay                // OK
	failure             // ERROR
	unknown             // UNKNOWN
	swap                // SWAP, an answer to SWAP2BOARD
)

// A line is a line of a program's output.
type line struct {
	kind    kind
	text    string
	move    board.Point
	written string    // the move as it stands in text
	at      time.Time // of arrival
}

// Bounds on the output that is kept of a program that talks too much.
const (
	lineLength = 1 << 12 // bytes of a line
	talkLength = 1 << 16 // bytes of talk between two moves
	replyCount = 256     // lines other than talk that wait to be read
)

// readSize is the size of the reader's buffer: a program that says a hundred thousand lines a second costs few reads.
const readSize = 1 << 15

// A grammar interprets the lines of a protocol.
type grammar struct {
	parse func(text string) line

	// message returns the text of a line that is a message for people; nil: there are none. It decides alone about most
	// lines of a talkative program, so it must be cheap.
	message func(line []byte) (text []byte, ok bool)
}

// A lineReader reads a program's output at once, so that the program never waits.
type lineReader struct {
	grammar grammar
	log     *Transcript
	answers chan line // all lines but talk; dropped when full
	done    chan struct{}

	// The bytes of a program, which become plain text when they are taken.
	mu    sync.Mutex
	talk  []byte // since takeTalk; its last talkLength bytes count
	last  []byte // last line of talk
	stray []byte // its last line that no program should write unasked
}

// newLineReader begins to read file, until its end or until it is closed.
func newLineReader(file *os.File, g grammar, log *Transcript) *lineReader {
	in := &lineReader{grammar: g, log: log, answers: make(chan line, replyCount), done: make(chan struct{})}
	go func() {
		defer close(in.done)
		r := bufio.NewReaderSize(file, readSize)
		for {
			raw, err := readLine(r)
			in.put(raw)
			if err != nil {
				return
			}
		}
	}()
	return in
}

// readLine returns the next line, cut to lineLength, until the next read.
func readLine(r *bufio.Reader) ([]byte, error) {
	raw, err := r.ReadSlice('\n')
	if len(raw) > lineLength {
		raw = append(slices.Clone(raw[:lineLength]), " "+game.Cut...)
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return raw, err
}

// put sorts a line into answers and talk.
func (r *lineReader) put(raw []byte) {
	raw = bytes.Trim(raw, manager.Blanks+"\x00")
	if len(raw) == 0 {
		return
	}
	r.log.output(raw)
	if r.grammar.message != nil {
		if text, ok := r.grammar.message(raw); ok {
			r.note(text, raw, false)
			return
		}
	}
	l := r.grammar.parse(game.Plain(string(raw)))
	l.at = time.Now()
	if l.kind != talk {
		select {
		case r.answers <- l:
		default:
		}
	}
	if l.kind == move || l.kind == okay {
		return
	}
	r.note(raw, raw, l.kind != failure)
}

// note appends the text of a line to talk. SUGGEST and unknown lines are stray: they want a reply, or answer a command.
func (r *lineReader) note(text, raw []byte, stray bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.talk) > 0 {
		r.talk = append(r.talk, '\n')
	}
	r.talk = append(r.talk, text...)
	if len(r.talk) > 2*talkLength { // seldom, so that a byte is moved once
		r.talk = append(r.talk[:0], lastTalk(r.talk)...)
	}
	r.last = append(r.last[:0], raw...)
	if stray {
		r.stray = append(r.stray[:0], raw...)
	}
}

// lastTalk returns the part of talk that counts.
func lastTalk(talk []byte) []byte { return talk[max(0, len(talk)-talkLength):] }

// takeTalk returns the talk since the last call.
func (r *lineReader) takeTalk() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	said := game.Plain(string(lastTalk(r.talk)))
	r.talk, r.last, r.stray = r.talk[:0], r.last[:0], r.stray[:0]
	return said
}

// lastTalk returns the last line of talk since takeTalk, preferably one that no program should write unasked.
func (r *lineReader) lastTalk() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.stray) > 0 {
		return game.Plain(string(r.stray))
	}
	return game.Plain(string(r.last))
}
