package dataset

import (
	"fmt"
	"io"
)

// A Writer writes games to a file, each in one piece.
type Writer struct {
	w     io.Writer
	bytes []byte // not written yet: the header until the first game
}

// NewWriter returns a writer that begins a file. The header is written with the first game.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w, bytes: []byte(header)} }

// Write writes a game. It refuses one that could not be read again.
func (w *Writer) Write(g Game) error {
	if err := g.check(); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	data := appendGame(w.bytes, &g)
	if n := len(data) - len(w.bytes) - prefixSize; n > maxBody {
		return fmt.Errorf("dataset: a game of %d bytes: want %d at most", n, maxBody)
	}
	_, err := w.w.Write(data)
	w.bytes = w.bytes[:0]
	return err
}

// A File is the part of a file that a writer needs to go on.
type File interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// Continue returns a writer that goes on behind the last whole game of a file, which may be empty, after
// it has called each for every game that is there. A game that was cut off is removed; a damaged file is
// left as it is.
func Continue(f File, each func(Game) error) (*Writer, error) {
	r := NewReader(f)
	if err := r.Each(each); err != nil {
		return nil, err
	}
	if err := f.Truncate(r.whole); err != nil {
		return nil, err
	}
	if _, err := f.Seek(r.whole, io.SeekStart); err != nil {
		return nil, err
	}
	w := NewWriter(f)
	if r.whole > 0 {
		w.bytes = nil
	}
	return w, nil
}
