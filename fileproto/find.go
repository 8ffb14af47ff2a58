package fileproto

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
)

// Names are the names of the five files in a working folder, each as it was found there, or as it is
// documented if it was not.
type Names struct {
	Board, Side, Timeouts, Info, Message string

	unfinished []string // files that were to replace one of these, of other processes
}

// spellings are the names of the five files as they are documented, then as managers on Windows write
// them; the lower-case names are tried too.
var spellings = [...]struct {
	names    []string
	required bool // a slow disk is waited for
}{
	{[]string{"PLOCHA.DAT", "Plocha.dat", "plocha.dat"}, true},
	{[]string{"TAH.DAT", "Tah.dat", "tah.dat"}, true},
	{[]string{"TIMEOUTS.DAT", "TimeOuts.dat", "Timeouts.dat", "timeouts.dat"}, false},
	{[]string{"INFO.DAT", "Info.dat", "info.dat"}, false},
	{[]string{"MSG.DAT", "Msg.dat", "msg.dat"}, false},
}

// Find looks for the five files in the root of disk, in any case of letters. Of two that
// differ only in case it takes the newer, of two as new the documented name, and warns.
func Find(disk afero.Fs) (Names, []string) {
	listed, err := file.Patiently(wait, func() ([]string, error) { return list(disk) })
	var found [len(spellings)]string
	var warnings []string
	for i, known := range spellings {
		look := func() ([]string, error) {
			if err != nil {
				return firstExisting(disk, known.names), nil
			}
			return sameName(disk, listed, known.names[0]), nil
		}
		var twins []string
		if known.required {
			twins, _ = look()
		} else {
			twins, _ = file.Patiently(wait, look)
		}
		found[i] = known.names[0]
		if len(twins) > 0 {
			found[i] = twins[0]
		}
		if len(twins) > 1 {
			warnings = append(warnings,
				twins[1]+": ignored in favour of "+twins[0]+", which differs only in case; delete one of them")
		}
	}
	names := Names{Board: found[0], Side: found[1], Timeouts: found[2], Info: found[3], Message: found[4]}
	for _, name := range listed {
		if file.IsBeside(name) {
			names.unfinished = append(names.unfinished, name)
		}
	}
	return names, warnings
}

// found reports whether one of the files that every manager writes is there.
func (n Names) found(disk afero.Fs) bool {
	return file.IsFile(disk, n.Board) || file.IsFile(disk, n.Side) || file.IsFile(disk, n.Message)
}

// sweep removes the unfinished files whose writers have died.
func (n Names) sweep(disk afero.Fs, patience time.Duration) {
	if len(n.unfinished) == 0 {
		return
	}
	_, _ = file.Within(patience, func() (struct{}, error) {
		file.SweepThese(disk, ".", n.unfinished)
		return struct{}{}, nil
	})
}

func list(disk afero.Fs) ([]string, error) {
	root, err := disk.Open(".")
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Readdirnames(-1)
}

// sameName returns the files among listed that are called name but for the case of its letters, the one to use first.
func sameName(disk afero.Fs, listed []string, name string) []string {
	var same []string
	for _, l := range listed {
		// As long and equal when folded: no letter outside ASCII folds to one of as many bytes.
		if len(l) == len(name) && strings.EqualFold(l, name) && file.IsFile(disk, l) {
			same = append(same, l)
		}
	}
	if len(same) < 2 {
		return same
	}
	slices.Sort(same) // capitals come first, so the documented name does
	age := func(a, b string) int {
		infoA, errA := disk.Stat(a)
		infoB, errB := disk.Stat(b)
		if errA != nil || errB != nil {
			return 0
		}
		return infoB.ModTime().Compare(infoA.ModTime())
	}
	slices.SortStableFunc(same, age)
	return same
}

// firstExisting returns the first of names that is a file, for folders that cannot be listed.
func firstExisting(disk afero.Fs, names []string) []string {
	for _, name := range names {
		if file.IsFile(disk, name) {
			return []string{name}
		}
	}
	return nil
}
