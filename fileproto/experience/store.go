// Package experience keeps the experience of games in a folder that outlives them: for each position that the brain had
// to decide, the move that it chose, the value of that move in the end, and who won. See README.md of the project.
//
// A file holds a head and records of equal size. New records are appended until the file is full; then they replace the
// oldest ones in turn (a ring). Records that a game finds shortly before they are replaced are written again, so
// that the ring loses only those that no game has met for long.
package experience

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
)

// version is the version of the format. Files of other versions are left alone.
const version = 1

// DefaultSize is how many bytes a file may have.
const DefaultSize = 8 << 20

// largestFile is how many bytes a file may have that somebody else made, or that a larger limit allowed.
const largestFile = 1 << 30

// A Store is the file of one rule.
type Store struct {
	disk     afero.Fs
	path     string
	maxSize  int64     // in bytes
	deadline time.Time // when reading is given up, unless zero
}

// within returns the store for calls that give up reading after patience.
func (s *Store) within(patience time.Duration) *Store {
	hasty := *s
	hasty.deadline = time.Now().Add(patience)
	return &hasty
}

// Open returns the store of a rule. folder is the persistent folder that the manager names, brain the name of the
// executable, size the greatest size of the file in bytes, 0 for DefaultSize. Nothing is read or written yet. It
// returns nil if there is no folder, or if size is negative.
func Open(disk afero.Fs, folder, brain string, rule board.Rule, size int64) *Store {
	if size == 0 {
		size = DefaultSize
	}
	// The file brain and the pipe brain share their experience.
	brain = strings.TrimPrefix(strings.ToLower(brain), "pbrain-")
	if size < 0 || folder == "" || brain == "" || !filepath.IsLocal(brain) {
		return nil
	}
	return &Store{disk: disk, path: filepath.Join(folder, brain, FileName(rule)), maxSize: size}
}

// FileName returns the name of a rule's file.
func FileName(rule board.Rule) string { return fmt.Sprintf("experience-%d-rule-%d.bin", version, rule) }

// The head has the size of a record.
//
//	0 CRC-32C of the rest | 4 magic | 16 number of the next record | 20 its place in a full file
type head struct{ number, place uint32 }

var magic = []byte("Tahoun exp 1")

func (h head) bytes() []byte {
	b := make([]byte, RecordSize)
	copy(b[4:], magic)
	binary.LittleEndian.PutUint32(b[16:], h.number)
	binary.LittleEndian.PutUint32(b[20:], h.place)
	binary.LittleEndian.PutUint32(b, crc32.Checksum(b[4:], castagnoli))
	return b
}

// ErrForeign is the error of a file that is not one of ours.
var ErrForeign = errors.New("is no file of experience")

// readHead reads the head. A damaged one is an error unless its magic is there.
func readHead(f io.ReaderAt) (h head, err error) {
	b := make([]byte, RecordSize)
	if _, err := f.ReadAt(b, 0); err != nil {
		return h, err
	}
	if bytes.Equal(b, make([]byte, RecordSize)) { // a power failure can leave zeros
		return h, nil
	}
	if !bytes.Equal(b[4:4+len(magic)], magic) {
		return h, ErrForeign
	}
	if binary.LittleEndian.Uint32(b) != crc32.Checksum(b[4:], castagnoli) {
		return h, nil // written anew with the next record
	}
	return head{binary.LittleEndian.Uint32(b[16:]), binary.LittleEndian.Uint32(b[20:])}, nil
}

// scan calls use with the place and the bytes of each record, which may be damaged, and returns the head. A file that
// does not exist has no records.
func (s *Store) scan(use func(place int, b []byte)) (h head, err error) {
	f, err := s.open(os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return h, err
	}
	defer f.Close()
	if h, err = readHead(f); errors.Is(err, io.EOF) {
		return h, nil // its maker was killed
	}
	if err != nil {
		return h, err
	}
	if _, err := f.Seek(RecordSize, io.SeekStart); err != nil {
		return h, err
	}
	info, err := f.Stat()
	if err != nil {
		return h, err
	}
	const chunk = 2048 // records, which fit into the cache of a core
	buffer, place := make([]byte, min(chunk, info.Size()/RecordSize+1)*RecordSize), 0
	for {
		if !s.deadline.IsZero() && time.Now().After(s.deadline) {
			return h, file.ErrSlow
		}
		n, err := io.ReadFull(f, buffer)
		for b := buffer[:n]; len(b) >= RecordSize; b = b[RecordSize:] { // a damaged tail is shorter
			use(place, b[:RecordSize:RecordSize])
			place++
		}
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return h, nil
		case err != nil:
			return h, err
		}
	}
}

// find returns the whole records of a position, the oldest first, and whether the ring soon replaces one of them.
func (s *Store) find(p Position) (found []*Record, expiring bool, err error) {
	var oldest, records int
	h, err := s.scan(func(place int, b []byte) {
		records++
		if keyOf(b) != p.Key {
			return
		}
		if r, ok := ParseRecord(b); ok && r.Position.Equal(p) {
			if r.Place = place; len(found) == 0 || r.Number < found[oldest].Number {
				oldest = len(found)
			}
			found = append(found, &r)
		}
	})
	if capacity := max(s.Capacity(), records); len(found) > 0 && records >= capacity {
		left := (found[oldest].Place - int(h.place) + capacity) % capacity // records until it is replaced
		expiring = left < capacity/4
	}
	slices.SortFunc(found, ByNumber)
	return found, expiring, err
}

// ByNumber compares the ages of records.
func ByNumber(a, b *Record) int {
	return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Place, b.Place))
}

// Capacity returns how many records fit.
func (s *Store) Capacity() int { return int(max(s.maxSize/RecordSize-1, 1)) }

// add appends records. It gives up where others hold the lock for long.
func (s *Store) add(records []Record) error { return s.addAndRenew(records, nil) }

// addAndRenew is add. If the ring soon replaces records of a position, it first writes their totals again. p is nil for
// no position.
func (s *Store) addAndRenew(records []Record, p *Position) error {
	if len(records) == 0 {
		return nil
	}
	f, err := s.openToWrite()
	if err != nil {
		return err
	}
	defer f.Close() // releases the lock
	if p != nil {
		totals, err := s.totals(*p) // under the lock: nobody adds to it meanwhile
		if err != nil {
			return err
		}
		records = append(totals, records...)
	}
	return s.write(f, records)
}

// totals returns records that hold all that is known of a position, if the ring soon replaces some of it.
func (s *Store) totals(p Position) (totals []Record, err error) {
	found, expiring, err := s.find(p)
	if err != nil || !expiring {
		return nil, err
	}
	for _, m := range SumUp(found, Frame{Width: int(p.Width), Height: int(p.Height)}) {
		totals = append(totals, m.total(p))
	}
	return totals, nil
}

// write appends records to the file, which is locked.
func (s *Store) write(f afero.File, records []Record) error {
	place, capacity, h, err := s.next(f)
	if err != nil {
		return err
	}
	for len(records) > 0 {
		n := min(len(records), capacity-place)
		var block []byte
		for _, r := range records[:n] {
			r.Number = h.number
			h.number++
			block = r.append(block)
		}
		if _, err := f.WriteAt(block, int64(place+1)*RecordSize); err != nil {
			return err
		}
		records, place = records[n:], (place+n)%capacity
	}
	h.place = uint32(place)
	_, err = f.WriteAt(h.bytes(), 0)
	return err
}

// next returns where the next record goes, how many records the file may hold, and the head. A damaged tail will be
// overwritten, and a damaged head is made anew from the records. A file that is larger than the limit stays so.
func (s *Store) next(f afero.File) (place, capacity int, h head, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, 0, h, err
	}
	if info.Size() < RecordSize { // new, or its maker was killed
		if err := checkShort(f); err != nil {
			return 0, 0, h, err
		}
		h.number = 1
		_, err := f.WriteAt(h.bytes(), 0)
		return 0, s.Capacity(), h, err
	}
	if h, err = readHead(f); err != nil {
		return 0, 0, h, err
	}
	has := int(info.Size()/RecordSize) - 1
	capacity = max(s.Capacity(), has)
	if h.number == 0 {
		if _, err := s.scan(func(place int, b []byte) {
			if number, ok := numberOf(b); ok && number >= h.number {
				h.number, h.place = number+1, uint32(place+1)
			}
		}); err != nil {
			return 0, 0, h, err
		}
	}
	// Records that were written without their head, because their process was killed.
	b := make([]byte, RecordSize)
	place = int(h.place) % capacity
	for range has { // once round at most
		if place >= has {
			break
		}
		if _, err := f.ReadAt(b, int64(place+1)*RecordSize); err != nil {
			return 0, 0, h, err
		}
		number, ok := numberOf(b)
		if !ok || number < h.number {
			break
		}
		h.number, place = number+1, (place+1)%capacity
	}
	if has < capacity {
		place = has
	}
	return place, capacity, h, nil
}

// checkShort returns an error for a file that is shorter than a head and not the beginning of one.
func checkShort(f io.ReaderAt) error {
	b := make([]byte, RecordSize)
	n, err := f.ReadAt(b, 0)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case n <= 4 || bytes.HasPrefix(magic, b[4:min(n, 4+len(magic))]):
		return nil
	}
	return ErrForeign
}

var errLocked = errors.New("no lock")

// lockWait is how long others may hold the lock.
const lockWait = 4 * time.Millisecond

// openToWrite opens the file, which it makes if needed, and takes its lock.
func (s *Store) openToWrite() (afero.File, error) {
	const flags = os.O_RDWR | os.O_CREATE
	f, err := s.open(flags)
	if errors.Is(err, fs.ErrNotExist) {
		if err := s.disk.Mkdir(filepath.Dir(s.path), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err // not even the manager's folder exists
		}
		f, err = s.open(flags)
	}
	if err != nil {
		return nil, err
	}
	if err := file.Lock(f, lockWait); err != nil {
		f.Close()
		return nil, fmt.Errorf("%w: %w", errLocked, err)
	}
	return f, nil
}

// open opens the file. It refuses one that is too large to be read.
func (s *Store) open(flags int) (afero.File, error) {
	f, err := file.OpenFile(s.disk, s.path, flags, 0o644)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if most := max(s.maxSize, largestFile); err == nil && info.Size() > most {
		err = fmt.Errorf("%s: %d bytes, want %d at most", s.path, info.Size(), most)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
