package explorer

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/fileproto/experience"
)

// merge adds the experience of another folder. The counts of both add up. Of two scores the deeper one counts.
func (c Command) merge(disk afero.Fs, files []storeFile, out *strings.Builder) (wrong []string, err error) {
	others, err := c.files(disk, c.Merge)
	if err != nil {
		return nil, errUse(err.Error())
	}
	if len(others) == 0 {
		return nil, c.missing(c.Merge)
	}
	for _, other := range others {
		to, err := c.target(files, other)
		if err != nil {
			return wrong, err
		}
		if same(disk, to.path, other.path) {
			return wrong, errUse(to.path + ": want two folders")
		}
		more, mistakes := other.read(disk)
		if wrong = append(wrong, mistakes...); more == nil {
			continue
		}
		known := &tree{}
		if exists, _ := afero.Exists(disk, to.path); exists {
			t, mistakes := to.read(disk)
			if wrong = append(wrong, mistakes...); t == nil {
				continue
			}
			known = t
		}
		s, records := c.store(disk, to.path), more.sums(known)
		if err := s.Append(records); err != nil {
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

// target returns the file that takes the records of another folder's.
func (c Command) target(files []storeFile, other storeFile) (to storeFile, err error) {
	folder := other.folder
	for i, f := range files {
		if i > 0 && f.folder != folder {
			return to, errUse(c.Folder + ": want the folder of one brain")
		}
		folder = f.folder
	}
	return storeFile{filepath.Join(c.Folder, folder, filepath.Base(other.path)), folder, other.rule}, nil
}

// sums returns records with the sums of all moves, the least seen first, because a full file replaces those first. They
// leave out scores and values that are deeper in known.
func (t *tree) sums(known *tree) (records []experience.Record) {
	for _, n := range slices.Backward(t.nodes) {
		var others []experience.Move
		if same := known.find(n.position); same != nil {
			others = same.moves
		}
		for _, m := range n.moves {
			i := slices.IndexFunc(others, func(other experience.Move) bool { return other.Cell == m.Cell })
			if i < 0 {
				records = append(records, sum(n.position, m, nil)...)
			} else {
				records = append(records, sum(n.position, m, &others[i])...)
			}
		}
	}
	return records
}

// sum returns records with all that is known of a move, but for the scores and values that are deeper in known, which
// may be nil. A record has room for one value and for counts up to maxCount.
func sum(p experience.Position, m experience.Move, known *experience.Move) (parts []experience.Record) {
	part := func(i int) *experience.Record {
		if i == len(parts) {
			parts = append(parts, experience.Record{Position: p, Move: m.Cell, Day: experience.Today()})
		}
		return &parts[i]
	}
	first := part(0)
	first.Score, first.Depth, first.Nodes, first.Searched = m.Score, m.Depth, m.Nodes, m.Depth > 0 || m.Score != 0
	var replies map[uint16]experience.Value
	if known != nil {
		first.Searched, replies = first.Searched && m.Depth >= known.Depth, known.Replies
	}
	values := 0
	for _, reply := range slices.Sorted(maps.Keys(m.Replies)) {
		v := m.Replies[reply]
		if old, ok := replies[reply]; ok && old.Depth >= v.Depth {
			continue
		}
		r := part(values)
		r.HasValue, r.Reply, r.Value, r.ValueDepth = true, reply, v.Score, v.Depth
		values++
	}
	for i := 0; m.Seen|m.Won|m.Lost|m.Drawn != 0; i++ {
		r := part(i)
		r.Seen, r.Won, r.Lost, r.Drawn = takeCount(&m.Seen), takeCount(&m.Won), takeCount(&m.Lost), takeCount(&m.Drawn)
	}
	return parts
}

const maxCount = 1<<15 - 1

// takeCount takes from a count as much as a record holds.
func takeCount(count *int) int {
	part := max(-maxCount, min(maxCount, *count))
	*count -= part
	return part
}
