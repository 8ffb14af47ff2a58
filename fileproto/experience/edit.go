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

// lockPatience is how long a person waits for other processes that write.
const lockPatience = 5 * time.Second

// openPatiently opens the file to write and takes its lock.
func (s *Store) openPatiently() (f afero.File, err error) {
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if f, err = s.openToWrite(); !errors.Is(err, errLocked) || time.Since(start) > lockPatience {
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
		return nil, fmt.Errorf("%s: want files such as %s there, or in a folder there", c.Merge, FileName(0))
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
		if err := s.AddPatiently(records); err != nil {
			return wrong, err
		}
		fmt.Fprintf(out, "%s: %d records added", to.path, len(records))
		if lost := known.places + len(records) - s.Capacity(); lost > 0 {
			fmt.Fprintf(out, ", the oldest %d of all replaced", lost)
		}
		out.WriteByte('\n')
	}
	return wrong, nil
}

// AddPatiently is add for a person, who can wait.
func (s *Store) AddPatiently(records []Record) error {
	f, err := s.openPatiently()
	if err != nil {
		return err
	}
	defer f.Close() // releases the lock
	return s.write(f, records)
}

// sums returns records with the sums of all moves, the least seen first, because a full file replaces those first. They leave
// out scores and replies of which known has deeper ones.
func (t *tree) sums(known *tree) (records []Record) {
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := t.nodes[i]
		var others []Move
		if same := known.find(n.position); same != nil {
			others = same.moves
		}
		for _, m := range n.moves {
			first := Record{Position: n.position, Move: m.Cell, Day: Today(), Score: m.Score, Depth: m.Depth, Nodes: m.Nodes}
			first.Searched = m.Depth > 0 || m.Score != 0
			var replies map[uint16]Value
			for _, other := range others {
				if other.Cell == m.Cell {
					first.Searched, replies = first.Searched && m.Depth >= other.Depth, other.Replies
				}
			}
			parts := []Record{first}
			for _, reply := range sortedReplies(m.Replies) {
				w := m.Replies[reply]
				if w0, ok := replies[reply]; ok && w0.Depth >= w.Depth {
					continue
				}
				last := &parts[len(parts)-1]
				if last.HasValue {
					parts = append(parts, Record{Position: n.position, Move: m.Cell, Day: first.Day})
					last = &parts[len(parts)-1]
				}
				last.HasValue, last.Reply, last.Value, last.ValueDepth = true, reply, w.Score, w.Depth
			}
			for i := 0; m.Seen|m.Won|m.Lost|m.Drawn != 0; i++ {
				if i == len(parts) {
					parts = append(parts, Record{Position: n.position, Move: m.Cell, Day: first.Day})
				}
				r := &parts[i]
				r.Seen, r.Won, r.Lost, r.Drawn = takeCount(&m.Seen), takeCount(&m.Won), takeCount(&m.Lost), takeCount(&m.Drawn)
			}
			records = append(records, parts...)
		}
	}
	return records
}

// sortedReplies returns the squares of replies in rising order.
func sortedReplies(replies map[uint16]Value) []uint16 {
	cells := make([]uint16, 0, len(replies))
	for cell := range replies {
		cells = append(cells, cell)
	}
	slices.Sort(cells)
	return cells
}

// takeCount takes from a count as much as a record holds.
func takeCount(count *int) int {
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
		done, err := c.store(disk, f.path).Change(changes)
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
	if len(squares) == 0 || len(squares) > MaxStones {
		return nil, fmt.Errorf("want 1 to %d moves, got %d", MaxStones, len(squares))
	}
	return squares, nil
}

// without returns the records that forgetting s changes, each with what takes its place. Decisions that lead to s are
// forgotten too, and of the decision before the opponent's last move what came back after that.
func (t *tree) without(s *setup) (changes []Change) {
	t.mark(s)
	gone, _ := s.position()
	for _, n := range t.nodes {
		missing := len(gone.Stones) - len(n.position.Stones)
		if n.setup.walls || !n.shown && missing != 1 && missing != 2 {
			continue
		}
		for _, r := range n.records {
			switch after, p := n.setup.play(n.setup.point(r.Move)); {
			case n.shown || p.Equal(gone):
				changes = append(changes, Change{r, nil})
			case missing == 2 && r.HasValue && r.Reply != NoCell:
				if _, p := after.play(n.setup.point(r.Reply)); p.Equal(gone) {
					changes = append(changes, Change{r, r.withoutReply()})
				}
			}
		}
	}
	return changes
}

// withoutReply returns what a record says besides the reply, nil if that is nothing.
func (r Record) withoutReply() *Record {
	r.HasValue = false
	if r.Searched || r.Seen|r.Won|r.Lost|r.Drawn != 0 {
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

// A Change is a record and what takes its place, nil for nothing.
type Change struct{ Old, New *Record }

// Change changes records where they lie, to zeros where nothing takes their place. It leaves out those that other processes
// have replaced, and returns how many it changed.
func (s *Store) Change(all []Change) (done int, err error) {
	f, err := s.openPatiently()
	if err != nil {
		return 0, err
	}
	defer f.Close() // releases the lock
	for _, r := range all {
		b, at := make([]byte, RecordSize), int64(r.Old.Place+1)*RecordSize
		if _, err := f.ReadAt(b, at); err != nil {
			continue // cut off
		}
		if was, ok := ParseRecord(b); !ok || was.Number != r.Old.Number || was.Move != r.Old.Move || !was.Position.Equal(r.Old.Position) {
			continue
		}
		clear(b)
		if r.New != nil {
			b = r.New.append(nil)
		}
		if _, err := f.WriteAt(b, at); err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}
