package experience

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
)

// longest is how long a person waits for other processes that write.
const longest = 5 * time.Second

// openPatiently opens the file to write and takes its lock.
func (s *Store) openPatiently() (f afero.File, err error) {
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if f, err = s.openToWrite(); !errors.Is(err, errLocked) || time.Since(start) > longest {
			return f, err
		}
	}
}

// merge adds what the files of another folder know. The counts of both add up. Of two scores the deeper one counts.
func (c Command) merge(disk afero.Fs, files []found, out *strings.Builder) (wrong []string, err error) {
	others, err := c.files(disk, c.Merge)
	if err != nil {
		return nil, errUse(err.Error())
	}
	if len(others) == 0 {
		return nil, fmt.Errorf("%s: want files such as %s there, or in a folder there", c.Merge, fileName(0))
	}
	for _, other := range others {
		folder := other.folder
		for i, f := range files {
			if i > 0 && f.folder != folder {
				return wrong, errUse(c.Folder + ": want the folder of one brain")
			}
			folder = f.folder
		}
		to := found{filepath.Join(c.Folder, folder, filepath.Base(other.path)), folder, other.rule}
		if same(disk, to.path, other.path) {
			return wrong, errUse(to.path + ": want two folders")
		}
		more, mistakes := other.read(disk)
		if wrong = append(wrong, mistakes...); more == nil {
			continue
		}
		s := c.store(disk, to.path)
		known := &tree{}
		if exists, _ := afero.Exists(disk, to.path); exists {
			t, mistakes := to.read(disk)
			if wrong = append(wrong, mistakes...); t == nil {
				continue
			}
			known = t
		}
		records := more.sums(known)
		if err := s.append(records); err != nil {
			return wrong, err
		}
		fmt.Fprintf(out, "%s: %d records added", to.path, len(records))
		if lost := known.places + len(records) - s.capacity(); lost > 0 {
			fmt.Fprintf(out, ", the oldest %d of all replaced", lost)
		}
		out.WriteByte('\n')
	}
	return wrong, nil
}

// append is add for a person, who can wait.
func (s *Store) append(records []record) error {
	f, err := s.openPatiently()
	if err != nil {
		return err
	}
	defer f.Close() // releases the lock
	return s.write(f, records)
}

// sums returns records with the sums of all moves, the least seen first, because a full file replaces those first. They leave
// out scores and replies of which known has deeper ones.
func (t *tree) sums(known *tree) (records []record) {
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := t.nodes[i]
		var others []Move
		if same := known.find(n.position); same != nil {
			others = same.moves
		}
		for _, m := range n.moves {
			first := record{position: n.position, move: m.cell, day: today(), score: m.Score, depth: m.Depth, nodes: m.Nodes}
			first.searched = m.Depth > 0 || m.Score != 0
			var replies map[uint16]worth
			for _, other := range others {
				if other.cell == m.cell {
					first.searched, replies = first.searched && m.Depth >= other.Depth, other.replies
				}
			}
			parts := []record{first}
			for _, reply := range cellsOf(m.replies) {
				w := m.replies[reply]
				if w0, ok := replies[reply]; ok && w0.depth >= w.depth {
					continue
				}
				last := &parts[len(parts)-1]
				if last.returned {
					parts = append(parts, record{position: n.position, move: m.cell, day: first.day})
					last = &parts[len(parts)-1]
				}
				last.returned, last.reply, last.back, last.backDepth = true, reply, w.value, w.depth
			}
			for i := 0; m.Seen|m.Won|m.Lost|m.Drawn != 0; i++ {
				if i == len(parts) {
					parts = append(parts, record{position: n.position, move: m.cell, day: first.day})
				}
				r := &parts[i]
				r.seen, r.won, r.lost, r.drawn = take(&m.Seen), take(&m.Won), take(&m.Lost), take(&m.Drawn)
			}
			records = append(records, parts...)
		}
	}
	return records
}

// cellsOf returns the squares of replies in rising order.
func cellsOf(replies map[uint16]worth) []uint16 {
	cells := make([]uint16, 0, len(replies))
	for cell := range replies {
		cells = append(cells, cell)
	}
	slices.Sort(cells)
	return cells
}

// take takes from a count as much as a record holds.
func take(count *int) int {
	const most = 1<<15 - 1
	part := max(-most, min(most, *count))
	*count -= part
	return part
}

// forget removes the position after the moves of c.Forget and all that was reached from it, also by other moves.
func (c Command) forget(disk afero.Fs, files []found, out *strings.Builder) (wrong []string, err error) {
	squares, err := parseMoves(c.Forget, c.Size)
	if err != nil {
		return nil, errUse(err.Error())
	}
	forgotten := 0
	for _, f := range files {
		t, mistakes := f.read(disk)
		if wrong = append(wrong, mistakes...); t == nil {
			continue
		}
		s := &setup{width: c.Size, height: c.Size, rule: f.rule, side: board.X}
		for _, at := range squares {
			s, _ = s.play(at)
		}
		changes := t.without(s)
		if len(changes) == 0 {
			continue
		}
		done, err := c.store(disk, f.path).change(changes)
		if err != nil {
			return wrong, err
		}
		forgotten += done
		fmt.Fprintf(out, "%s: %d records forgotten\n", f.path, done)
	}
	if forgotten == 0 && len(wrong) == 0 {
		err = fmt.Errorf("%s: nothing is known of %s", c.Folder, c.Forget)
	}
	return wrong, err
}

// parseMoves reads moves from the empty board.
func parseMoves(text string, size int) (squares []board.Point, err error) {
	if size < 1 || size > board.MaxSide {
		return nil, fmt.Errorf("size %d: want 1 to %d", size, board.MaxSide)
	}
	for _, word := range strings.Fields(text) {
		x, y, _ := strings.Cut(word, ",")
		var at board.Point
		var err2 error
		at.X, err = strconv.Atoi(x)
		at.Y, err2 = strconv.Atoi(y)
		if err != nil || err2 != nil || at.X < 0 || at.X >= size || at.Y < 0 || at.Y >= size {
			return nil, fmt.Errorf("%q: want a square such as 7,7 on a board of %dx%d", word, size, size)
		}
		if slices.Contains(squares, at) {
			return nil, fmt.Errorf("%q: want each square once", word)
		}
		squares = append(squares, at)
	}
	if len(squares) == 0 || len(squares) > maxStones {
		return nil, fmt.Errorf("want 1 to %d moves, got %d", maxStones, len(squares))
	}
	return squares, nil
}

// without returns the records that forgetting s changes, each with what takes its place. Decisions that lead to s are
// forgotten too, and of the decision before the opponent's last move what came back after that.
func (t *tree) without(s *setup) (changes []change) {
	t.mark(s)
	gone, _ := s.position()
	for _, n := range t.nodes {
		missing := len(gone.stones) - len(n.position.stones)
		if n.setup.walls || !n.shown && missing != 1 && missing != 2 {
			continue
		}
		for _, r := range n.records {
			switch after, p := n.setup.play(n.setup.point(r.move)); {
			case n.shown || p.equal(gone):
				changes = append(changes, change{r, nil})
			case missing == 2 && r.returned && r.reply != noCell:
				if _, p := after.play(n.setup.point(r.reply)); p.equal(gone) {
					changes = append(changes, change{r, r.withoutReply()})
				}
			}
		}
	}
	return changes
}

// withoutReply returns what a record says besides the reply, nil if that is nothing.
func (r record) withoutReply() *record {
	r.returned = false
	if r.searched || r.seen|r.won|r.lost|r.drawn != 0 {
		return &r
	}
	return nil
}

// mark marks all nodes from s on as shown.
func (t *tree) mark(s *setup) {
	p, _ := s.position()
	n := t.find(p)
	if n != nil {
		n.shown = true
	}
	for _, e := range t.edges(s, n) {
		if e.to == nil || !e.to.shown {
			t.mark(e.next)
		}
	}
}

// A change is a record and what takes its place, nil for nothing.
type change struct{ old, now *record }

// change changes records where they lie, to zeros where nothing takes their place. It leaves out those that other processes
// have replaced, and returns how many it changed.
func (s *Store) change(all []change) (done int, err error) {
	f, err := s.openPatiently()
	if err != nil {
		return 0, err
	}
	defer f.Close() // releases the lock
	for _, r := range all {
		b, at := make([]byte, recordSize), int64(r.old.place+1)*recordSize
		if _, err := f.ReadAt(b, at); err != nil {
			continue // cut off
		}
		if was, ok := parse(b); !ok || was.number != r.old.number || was.move != r.old.move || !was.position.equal(r.old.position) {
			continue
		}
		clear(b)
		if r.now != nil {
			b = r.now.append(nil)
		}
		if _, err := f.WriteAt(b, at); err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}
