package player

import (
	"bufio"
	"cmp"
	"errors"
	"os"
	"strings"
	"sync"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
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

// A lineReader reads a program's output at once, so that the program never waits.
type lineReader struct {
	parse   func(text string) line // interprets a line
	answers chan line              // all lines but talk; dropped when full
	done    chan struct{}

	mu    sync.Mutex
	talk  []byte // since takeTalk, its end if it is long
	last  string // last line of talk
	stray string // its last line that no program should write unasked
}

// newLineReader begins to read file, until its end or until it is closed.
func newLineReader(file *os.File, parse func(text string) line) *lineReader {
	in := &lineReader{parse: parse, answers: make(chan line, replyCount), done: make(chan struct{})}
	go func() {
		defer close(in.done)
		r := bufio.NewReaderSize(file, lineLength)
		for {
			text, err := readLine(r)
			if text = tidy(text); text != "" {
				in.put(text)
			}
			if err != nil {
				return
			}
		}
	}()
	return in
}

// readLine returns the next line, cut to the size of the reader's buffer.
func readLine(r *bufio.Reader) (string, error) {
	part, err := r.ReadSlice('\n')
	text := string(part)
	if errors.Is(err, bufio.ErrBufferFull) {
		text += " " + game.Cut
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return text, err
}

// put sorts a line into answers and talk.
func (in *lineReader) put(text string) {
	l := in.parse(text)
	l.at = time.Now()
	if l.kind != talk {
		select {
		case in.answers <- l:
		default:
		}
	}
	if l.kind == move || l.kind == okay {
		return
	}
	in.note(l.text)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.last = text
	if l.kind == unknown || l.kind == talk && !harmless(text) {
		in.stray = text
	}
}

// note appends a line to talk.
func (in *lineReader) note(text string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.talk) > 0 {
		in.talk = append(in.talk, '\n')
	}
	in.talk = append(in.talk, text...)
	in.talk = in.talk[max(0, len(in.talk)-talkLength):]
}

// takeTalk returns the talk since the last call.
func (in *lineReader) takeTalk() string {
	in.mu.Lock()
	defer in.mu.Unlock()
	said := string(in.talk)
	in.talk = nil
	in.last, in.stray = "", ""
	return said
}

// lastTalk returns the last line of talk since takeTalk, preferably one that no program should write unasked.
func (in *lineReader) lastTalk() string {
	in.mu.Lock()
	defer in.mu.Unlock()
	return cmp.Or(in.stray, in.last)
}

// harmless reports whether a line of talk wants no reply. SUGGEST waits for a PLAY, which the arena never sends.
func harmless(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch strings.ToUpper(word) {
	case "MESSAGE", "DEBUG":
		return true
	}
	return false
}
