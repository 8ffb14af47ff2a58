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

// A kind is what a line means to a manager.
type kind int

const (
	talk    kind = iota // for a person: MESSAGE, DEBUG, SUGGEST and whatever is not known
	move                // x,y, or another answer to a question
	okay                // OK
	failure             // ERROR
	unknown             // UNKNOWN
)

// A line is what a program said.
type line struct {
	kind    kind
	text    string
	move    board.Point
	written string    // the move as it stands in text
	at      time.Time // when it had arrived
}

// Bounds on what is kept of a program that talks too much.
const (
	lineLength = 1 << 12 // bytes of a line
	talkLength = 1 << 16 // bytes of talk between two moves
	replyCount = 256     // lines other than talk that wait to be read
)

// An lineReader reads all that a program says as soon as it comes, so that the program never waits.
type lineReader struct {
	parse   func(text string) line // tells what a line means
	answers chan line              // all but talk; what does not fit is dropped
	done    chan struct{}

	mu    sync.Mutex
	talk  []byte // talk since it was last taken, its end if it is long
	last  string // its last line
	stray string // its last line that no program should say unasked
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

// readLine returns the next line, cut to what fits the reader's buffer.
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

// put sorts a line in.
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

// note keeps a line for a person.
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

// lastTalk returns the last line of talk since the last take, rather one that no program should say unasked.
func (in *lineReader) lastTalk() string {
	in.mu.Lock()
	defer in.mu.Unlock()
	return cmp.Or(in.stray, in.last)
}

// harmless tells whether a line of talk wants nothing. SUGGEST waits for a PLAY, which the arena never says.
func harmless(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch strings.ToUpper(word) {
	case "MESSAGE", "DEBUG":
		return true
	}
	return false
}
