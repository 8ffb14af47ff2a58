package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/swap2"
)

// The results of openings are in a file per opponent, a line per opening that was played:
//
//	# "Bot"
//	2 0 1  6,7 -3,-1 -2,-2     won, tied and lost, then the stones
//
// Unreadable lines are skipped. The files' names are hashes, because an opponent's name may hold any character.

const (
	// Folder is the folder of the bot's files, in its current directory.
	Folder = "koth-tahoun"

	// maxRecord is the number of bytes of a file that are read, more than all openings need.
	maxRecord = 1 << 14

	// maxGames is the largest valid count.
	maxGames = 1 << 20
)

type results struct{ won, tied, lost int }

// A record holds the results against one opponent, in the order of openings.
type record []results

// best returns the indices of the openings with the largest share of the points. One tied game is added to each, so
// that an opening without games counts as even.
func (r record) best() (all []int) {
	top := results{}
	for i, c := range r {
		switch d := c.points()*top.maxPoints() - top.points()*c.maxPoints(); {
		case all == nil || d > 0:
			top, all = c, []int{i}
		case d == 0:
			all = append(all, i)
		}
	}
	return all
}

// points counts as the judge does, two for a win; maxPoints is the largest possible number. Both include one tied game.
func (r results) points() int    { return 2*r.won + r.tied + 1 }
func (r results) maxPoints() int { return 2 * (r.won + r.tied + r.lost + 1) }

// recordResult adds the result to the record if the bot opened the game. It leaves an unreadable record unchanged.
func (s *session) recordResult(winner string) {
	if s.opening == noOpening || winner == "" {
		return
	}
	if err := s.addResult(winner); err != nil {
		s.report(err)
	}
}

// addResult reads the record and writes it with one more result. Meanwhile no other game of the bot does.
func (s *session) addResult(winner string) error {
	lock, err := s.lock()
	if err != nil {
		return err
	}
	defer lock.Close()
	r, err := s.read(lockWait)
	if err != nil {
		return err
	}
	switch c := &r[s.opening]; winner {
	case strings.Join(strings.Fields(s.Opponent), ""): // first, because an opponent may be called TIE
		c.lost++
	case koth.Tie:
		c.tied++
	default:
		c.won++
	}
	return s.write(r)
}

// openingPatience is the time limit for reading the record at the beginning of a game, whose answer has a limit too.
const openingPatience = 100 * time.Millisecond

// lockPath is the file whose lock a game holds while it changes a record. The records themselves are replaced.
const lockPath = Folder + "/records.lock"

// lockWait is how long other games may hold the lock, and the time limit for reading or writing a record after the
// game.
const lockWait = 2 * time.Second

// lock takes the lock, until the file is closed.
func (s *session) lock() (afero.File, error) {
	f, err := file.Patiently(2*lockWait, func() (afero.File, error) {
		if err := s.Disk.MkdirAll(Folder, 0o755); err != nil {
			return nil, err
		}
		f, err := file.OpenFile(s.Disk, lockPath, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := file.Lock(f, lockWait); err != nil {
			f.Close()
			return nil, err
		}
		return f, nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be locked: %s", lockPath, file.Reason(err))
	}
	return f, nil
}

// recordPath returns the path of the opponent's file.
func (s *session) recordPath() string {
	sum := sha256.Sum256([]byte(s.Opponent))
	return path.Join(Folder, hex.EncodeToString(sum[:8])+".txt")
}

// read reads the record, if the disk answers within patience. It ignores a missing file and damaged lines.
func (s *session) read(patience time.Duration) (record, error) {
	r := make(record, len(openings))
	data, err := file.Patiently(patience, func() ([]byte, error) {
		return file.Read(s.Disk, s.recordPath(), maxRecord)
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return r, fmt.Errorf("%s: %s", s.recordPath(), file.Reason(err))
	}
	for line := range strings.Lines(string(data)) {
		var c results
		var o swap2.Opening
		n, _ := fmt.Sscanf(line, "%d %d %d  %d,%d %d,%d %d,%d\n", &c.won, &c.tied, &c.lost,
			&o[0][0], &o[0][1], &o[1][0], &o[1][1], &o[2][0], &o[2][1])
		if n != 9 || min(c.won, c.tied, c.lost) < 0 || max(c.won, c.tied, c.lost) > maxGames {
			continue
		}
		if i := slices.Index(openings, o); i >= 0 {
			r[i] = c
		}
	}
	return r, nil
}

// write replaces the record. It refuses a link in its place, which could lead to another program's file.
func (s *session) write(r record) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %+q\n", s.Opponent)
	for i, c := range r {
		if o := openings[i]; c != (results{}) {
			fmt.Fprintf(&text, "%d %d %d  %d,%d %d,%d %d,%d\n", c.won, c.tied, c.lost,
				o[0][0], o[0][1], o[1][0], o[1][1], o[2][0], o[2][1])
		}
	}
	_, err := file.Patiently(lockWait, func() (struct{}, error) {
		file.Sweep(s.Disk, Folder)
		return struct{}{}, file.ReplaceByRename(s.Disk, s.recordPath(), file.Content(text.Bytes()))
	})
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %s", s.recordPath(), file.Reason(err))
	}
	return nil
}
