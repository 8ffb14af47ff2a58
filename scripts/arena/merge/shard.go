package merge

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/record"
)

// A shard is a folder with a part of a run.
type shard struct {
	dir   string
	part  cli.Shard
	run   record.Description // its own
	whole settings.Settings  // of the run that it is a part of
}

func readShards(disk afero.Fs, dirs []string) (all []shard, err error) {
	holders := map[int]string{} // of a shard, by its index
	for _, dir := range dirs {
		s, err := readShard(disk, dir)
		if err == nil && len(all) > 0 {
			err = s.compare(all[0])
		}
		if other := holders[s.part.Index]; err == nil && other != "" {
			err = fmt.Errorf("%s and %s are both shard %v", other, dir, s.part)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
		holders[s.part.Index] = dir
	}
	return all, nil
}

func readShard(disk afero.Fs, dir string) (shard, error) {
	whole, err := settings.OfShard(disk, dir)
	if err != nil {
		return shard{}, fmt.Errorf("%s: %w", dir, err)
	}
	s := shard{dir: dir, part: whole.Plan.Shard, run: whole.Description()}
	if s.part.Count == 0 {
		return s, fmt.Errorf("%s: want a shard, got a whole run", dir)
	}
	whole.Plan.Shard = cli.Shard{}
	s.whole = whole
	return s, nil
}

// compare returns an error if two shards are not of the same run.
func (s shard) compare(first shard) error {
	if err := record.Compare(first.whole.Description(), s.whole.Description()); err != nil {
		return fmt.Errorf("%s is no shard of the same run as %s: %w", s.dir, first.dir, err)
	}
	switch {
	case s.part.Count != first.part.Count:
		return fmt.Errorf("%s is shard %v, but %s one of %d", s.dir, s.part, first.dir, first.part.Count)
	case s.whole.Plan.Pairs != first.whole.Plan.Pairs:
		return fmt.Errorf("%s has %d pairs, but %s %d; go on with the shorter ones",
			s.dir, s.whole.Plan.Pairs, first.dir, first.whole.Plan.Pairs)
	case s.whole.SPRTText != first.whole.SPRTText:
		return fmt.Errorf("%s has the test %q, but %s %q", s.dir, s.whole.SPRTText, first.dir, first.whole.SPRTText)
	}
	return nil
}

func copyGames(disk afero.Fs, from, to string) error {
	for _, format := range record.Kinds {
		kind := format.Name
		entries, err := afero.ReadDir(disk, filepath.Join(from, kind))
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := disk.MkdirAll(filepath.Join(to, kind), 0o755); err != nil {
			return err
		}
		for _, e := range entries {
			name := filepath.Join(kind, e.Name())
			if err := copyNew(disk, filepath.Join(from, name), filepath.Join(to, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyNew copies a file unless there is one of the same size. On a real disk a link does, which takes a sixth of the
// time: games are replaced by renaming, so that no file of a shard or of the merged run changes under the other's name.
func copyNew(disk afero.Fs, from, to string) error {
	if _, real := disk.(*afero.OsFs); real && os.Link(from, to) == nil {
		return nil
	}
	source, err := disk.Stat(from)
	if err != nil {
		return err
	}
	if old, err := disk.Stat(to); err == nil && old.Size() == source.Size() {
		return nil
	}
	content, err := file.ReadWhole(disk, from, source.Size())
	if err != nil {
		return err
	}
	return file.ReplaceByRename(disk, to, file.Content(content))
}
