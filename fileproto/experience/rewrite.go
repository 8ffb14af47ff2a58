package experience

import (
	"errors"
	"time"

	"github.com/spf13/afero"
)

// A person who edits a file can wait for the processes that write to it.

// lockPatience is how long a person waits for them.
const lockPatience = 5 * time.Second

// OpenFile returns the store in a file, which may have any name, for a person. Nothing is read or written yet.
func OpenFile(disk afero.Fs, path string, maxSize int64) *Store {
	return &Store{disk: disk, path: path, maxSize: maxSize}
}

// openPatiently opens the file to write and takes its lock.
func (s *Store) openPatiently() (f afero.File, err error) {
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if f, err = s.openToWrite(); !errors.Is(err, errLocked) || time.Since(start) > lockPatience {
			return f, err
		}
	}
}

// Scan calls visit with the place and the bytes of each record, which may be damaged, and reports whether the head is
// whole.
func (s *Store) Scan(visit func(place int, b []byte)) (whole bool, err error) {
	h, err := s.scan(visit)
	return h != head{}, err
}

// Append appends records.
func (s *Store) Append(records []Record) error {
	f, err := s.openPatiently()
	if err != nil {
		return err
	}
	defer f.Close() // releases the lock
	return s.write(f, records)
}

// A Change is a record with its replacement, which is nil if the record is to be erased.
type Change struct{ Old, New *Record }

// Apply makes changes where the records lie. An erased record leaves zeros. Apply leaves out records that other
// processes have overwritten, and returns how many it changed.
func (s *Store) Apply(changes []Change) (done int, err error) {
	f, err := s.openPatiently()
	if err != nil {
		return 0, err
	}
	defer f.Close() // releases the lock
	for _, c := range changes {
		b, at := make([]byte, RecordSize), int64(c.Old.Place+1)*RecordSize
		if _, err := f.ReadAt(b, at); err != nil {
			continue // cut off
		}
		if now, ok := ParseRecord(b); !ok || now.Number != c.Old.Number || !now.sameMove(c.Old) {
			continue
		}
		clear(b)
		if c.New != nil {
			b = c.New.append(nil)
		}
		if _, err := f.WriteAt(b, at); err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}

// sameMove reports whether both records are of one move in one position.
func (r Record) sameMove(other *Record) bool {
	return r.Move == other.Move && r.Position.Equal(other.Position)
}
