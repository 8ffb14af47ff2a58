package dataset

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// ErrTorn says that a file ends in the middle of its header or of a game. The games before are whole.
var ErrTorn = errors.New("cut off in the middle")

// A Reader reads the games of a file, one after another.
type Reader struct {
	r     *bufio.Reader
	n     int   // the game that comes next, counted from 0
	whole int64 // bytes of the header and of the games before it
	body  []byte
}

// NewReader returns a reader of the file that begins at r.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReader(r)} }

// Read returns the next game. At the end of the file the error is io.EOF. In a file that was cut off it wraps ErrTorn.
// Any other error names the damaged game and the damage. After an error no more games follow.
func (r *Reader) Read() (Game, error) {
	if r.whole == 0 {
		if err := r.readHeader(); err != nil {
			return Game{}, fmt.Errorf("dataset: header: %w", err)
		}
	}
	g, err := r.readGame()
	if err != nil && err != io.EOF {
		err = fmt.Errorf("dataset: game %d: %w", r.n, err)
	}
	r.n++
	return g, err
}

// Each calls do for every game that is left, until one of them returns an error, which is then its own. A file that was
// cut off ends with its last whole game.
func (r *Reader) Each(do func(Game) error) error {
	for {
		g, err := r.Read()
		if err == io.EOF || errors.Is(err, ErrTorn) {
			return nil
		}
		if err == nil {
			err = do(g)
		}
		if err != nil {
			return err
		}
	}
}

func (r *Reader) readHeader() error {
	got := make([]byte, len(header))
	n, err := io.ReadFull(r.r, got)
	switch {
	case !strings.HasPrefix(header, string(got[:n])):
		return fmt.Errorf("want %q, got %q", header, got[:n])
	case err != nil:
		return torn(err)
	}
	r.whole = int64(len(header))
	return nil
}

func (r *Reader) readGame() (Game, error) {
	var start [prefixSize]byte
	if _, err := io.ReadFull(r.r, start[:]); err == io.EOF {
		return Game{}, err
	} else if err != nil {
		return Game{}, torn(err)
	}
	n, sum := binary.LittleEndian.Uint32(start[:]), binary.LittleEndian.Uint32(start[4:])
	if n > maxBody {
		return Game{}, fmt.Errorf("want a length up to %d, got %d", maxBody, n)
	}
	if r.body == nil {
		r.body = make([]byte, maxBody)
	}
	body := r.body[:n]
	if _, err := io.ReadFull(r.r, body); err != nil {
		return Game{}, torn(err)
	}
	if got := crc32.ChecksumIEEE(body); got != sum {
		return Game{}, fmt.Errorf("want the checksum %08x, got %08x", sum, got)
	}
	g, err := parse(body)
	if err == nil {
		r.whole += prefixSize + int64(n)
	}
	return g, err
}

// torn makes an end in the middle of something ErrTorn.
func torn(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrTorn
	}
	return err
}
