package fileproto

import (
	"path/filepath"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/clock"
	"tahoun/fileproto/file"
)

// clockName is the file of the clock's records, in the brain's folder for temporary files.
const clockName = "clock.bin"

// clockWait is how long a slow disk gets for reading the records, and again for writing them. At the end of the move's
// time it gets leastClockWait.
const clockWait, leastClockWait = 20 * time.Millisecond, 10 * time.Millisecond

// A matchClock has learned from the side's earlier moves how much time a move costs beside the search. Nothing depends
// on it: failures and timeouts are ignored silently.
type matchClock struct {
	disk    afero.Fs
	path    string // "": nothing is learned
	records clock.Records
	own     *clock.Record // that of the side to play
}

// newMatchClock reads the records, if the manager tells the time left and there is a folder for them, and adds the cost
// of the last move. The records must be written after the move. folder is the brain's for temporary files.
func newMatchClock(disk afero.Fs, folder string, task Task) *matchClock {
	c := &matchClock{disk: disk}
	c.own = &c.records[0]
	if task.Limits.Left == NoLimit || folder == "." || !filepath.IsLocal(folder) {
		return c
	}
	c.path = filepath.Join(folder, clockName)
	data, err := file.Patiently(clockWait, func() ([]byte, error) { return file.Read(disk, c.path, clock.Size) })
	switch err {
	case nil:
		c.records = clock.Parse(data)
	case file.ErrSlow:
		c.path = "" // its content must not be lost
	}
	if task.Side == board.O {
		c.own = &c.records[1]
	}
	b := task.Board
	if *c.own != (clock.Record{}) {
		c.own.Left += task.Limits.Increment // gained since
	}
	*c.own = c.own.Next(task.Limits.Left, b.Width()*b.Height()-b.Count(board.Empty))
	return c
}

// write keeps the records for the next move, with the process's own time and the part of it that was left to the
// search. until is when the time for the move ends, zero if nothing limits it.
func (c *matchClock) write(own, thought time.Duration, until time.Time) {
	if c.path == "" {
		return
	}
	c.own.Own = max(own, 0)
	c.own.Thought = min(thought, c.own.Own)
	data := c.records.Bytes()
	patience := clockWait
	if !until.IsZero() {
		patience = max(leastClockWait, min(patience, time.Until(until)-leastClockWait))
	}
	_, _ = file.Patiently(patience, func() (struct{}, error) {
		if err := c.disk.MkdirAll(filepath.Dir(c.path), 0o755); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, file.ReplaceByRename(c.disk, c.path, file.Content(data))
	})
}
