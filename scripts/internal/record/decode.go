package record

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// Reading a long log is decoding JSON, so parts of it are decoded at the same time.

// A decoded line has its size in bytes and its content.
type decoded struct {
	size int
	line line
	err  error // of its JSON
}

// A batch is a part of a log. Its lines may be read when ready is closed.
type batch struct {
	texts [][]byte
	lines []decoded
	err   error // why no batch follows: nil if there are more, io.EOF at the end of the whole lines
	ready chan struct{}
}

const (
	batchLines = 256      // of a batch
	maxLine    = 16 << 20 // bytes of a line; the longest have the squares of a whole board
)

var errLine = fmt.Errorf("want lines of at most %d MiB", maxLine>>20)

// readLine is in.ReadBytes for a line of at most maxLine.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxLine {
			return nil, errLine
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

var errNoLog = errors.New("want a log of the arena, got another file")

// decodeAhead reads batches until the end, an error, or until stop is closed, and sends them in their order.
func decodeAhead(in *bufio.Reader, stop <-chan struct{}) <-chan *batch {
	out := make(chan *batch, runtime.GOMAXPROCS(0))
	go func() {
		defer close(out)
		for first := true; ; first = false {
			b := readBatch(in, first)
			go b.decode()
			select {
			case out <- b:
			case <-stop:
				return
			}
			if b.err != nil {
				return
			}
		}
	}()
	return out
}

// readBatch reads the next lines. A last line that is torn is left out.
func readBatch(in *bufio.Reader, first bool) *batch {
	b := &batch{ready: make(chan struct{})}
	for len(b.texts) < batchLines && b.err == nil {
		text, err := readLine(in)
		switch {
		case err != nil && err != io.EOF:
			b.err = err
		case first && len(b.texts) == 0 && !startsLog(text):
			b.err = errNoLog
		case torn(text, in):
			b.err = io.EOF
		default:
			b.texts = append(b.texts, text)
		}
	}
	return b
}

func (b *batch) decode() {
	defer close(b.ready)
	b.lines = make([]decoded, len(b.texts))
	for i, text := range b.texts {
		b.lines[i].size = len(text)
		b.lines[i].err = json.Unmarshal(text, &b.lines[i].line)
	}
	b.texts = nil
}
