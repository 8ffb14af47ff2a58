package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/swap2"
	"tahoun/scripts/koth/protocol"
)

// What openings brought is kept in a file per opponent, a line per opening that was played:
//
//	# "Bot"
//	2 0 1  6,7 -3,-1 -2,-2     won, tied and lost, then the stones
//
// A line that makes no sense is passed over. The files' names are hashes, since opponents may be called anything.

const (
	// folder is where the bot keeps files, in its current directory.
	folder = "koth-tahoun"

	// maxRecord is how many bytes of a file are read, more than there are openings.
	maxRecord = 1 << 14

	// maxGames is the largest count that is believed.
	maxGames = 1 << 20
)

// A results is what an opening brought.
type results struct{ won, tied, lost int }

// A record is what the openings brought against one opponent, in their order.
type record []results

// best returns the numbers of the openings with the largest share of the points, one that was never played counting
// as even, and any other as if one more game had been tied.
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

// points are as the judge counts them, two for a win; most is how many there were. Both have one more game in them.
func (c results) points() int    { return 2*c.won + c.tied + 1 }
func (c results) maxPoints() int { return 2 * (c.won + c.tied + c.lost + 1) }

// exit keeps what the bot's opening brought, if it began the game with one. A record that cannot be read is left alone.
func (s *session) recordResult(winner string) {
	if s.opening == noOpening || winner == "" {
		return
	}
	r, err := s.read()
	if err != nil {
		s.report(err)
		return
	}
	switch c := &r[s.opening]; winner {
	case strings.Join(strings.Fields(s.Opponent), ""): // who may be called as a tie is
		c.lost++
	case protocol.Tie:
		c.tied++
	default:
		c.won++
	}
	if err := s.write(r); err != nil {
		s.report(err)
	}
}

// file returns the name of the opponent's file.
func (s *session) recordPath() string {
	sum := sha256.Sum256([]byte(s.Opponent))
	return path.Join(folder, hex.EncodeToString(sum[:8])+".txt")
}

// patience is how long the disk has to read or write a record.
const patience = 100 * time.Millisecond

// read reads the record. A file that is not there, and lines that are damaged, count for nothing.
func (s *session) read() (record, error) {
	r := make(record, len(openings))
	data, err := file.Patiently(patience, func() ([]byte, error) { return file.Read(s.Disk, s.recordPath(), maxRecord) })
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
		for i := range openings {
			if openings[i] == o {
				r[i] = c
			}
		}
	}
	return r, nil
}

// write replaces the record. A link in its place is refused: it would lead to somebody else's file.
func (s *session) write(r record) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %+q\n", s.Opponent)
	for i, c := range r {
		if o := openings[i]; c != (results{}) {
			fmt.Fprintf(&text, "%d %d %d  %d,%d %d,%d %d,%d\n", c.won, c.tied, c.lost,
				o[0][0], o[0][1], o[1][0], o[1][1], o[2][0], o[2][1])
		}
	}
	_, err := file.Patiently(patience, func() (struct{}, error) {
		if err := s.Disk.MkdirAll(folder, 0o755); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, file.ReplaceByRename(s.Disk, s.recordPath(), file.Content(text.Bytes()))
	})
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %s", s.recordPath(), file.Reason(err))
	}
	return nil
}
