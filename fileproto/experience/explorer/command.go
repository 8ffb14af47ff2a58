// Package explorer shows people the experience that a brain has kept: the positions most seen and the opening tree, as
// a report or as SGF. It also merges the files of two folders, and forgets positions.
package explorer

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/file"
	"tahoun/fileproto/sgf"
)

// A Command shows the files of experience in a folder, or changes them, for a person.
type Command struct {
	Folder  string // the persistent folder, or the brain's folder in it
	SGF     string // writes this file
	Merge   string // adds the experience in this folder
	Forget  string // forgets the position after these moves, such as "7,7 8,8"
	Size    int    // of the board of Forget
	Rule    *board.Rule
	Limit   int64  // greatest size of a file, as for experience.Open
	Verbose bool   // shows all
	Program string // writes the SGF
}

// Given reports whether the command line asks for the command.
func (c Command) Given() bool { return c.Folder+c.SGF+c.Merge+c.Forget != "" }

// Run runs the command. It returns a line for each failure, and the exit code: 0, 1 after a failure, 2 for wrong use.
func (c Command) Run(disk afero.Fs, out io.Writer) (wrong []string, exit int) {
	tasks := slices.DeleteFunc([]string{c.SGF, c.Merge, c.Forget}, func(task string) bool { return task == "" })
	if c.Folder == "" || len(tasks) > 1 {
		return []string{"want -experience DIR, with one of -sgf, -merge and -forget at most"}, 2
	}
	files, err := c.files(disk, c.Folder)
	if err != nil {
		return []string{err.Error()}, 2
	}
	if len(files) == 0 && c.Merge == "" {
		return []string{c.missing(c.Folder).Error()}, 1
	}
	var text strings.Builder
	switch {
	case c.Merge != "":
		wrong, err = c.merge(disk, files, &text)
	case c.Forget != "":
		wrong, err = c.forget(disk, files, &text)
	default:
		wrong, err = c.show(disk, files, &text)
	}
	if err == nil {
		if _, unread := io.WriteString(out, text.String()); unread != nil {
			err = errors.New("standard output: " + file.Reason(unread))
		}
	}
	var use errUse
	if errors.As(err, &use) {
		return append(wrong, err.Error()), 2
	}
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong, min(len(wrong), 1)
}

func (c Command) missing(folder string) error {
	return fmt.Errorf("%s: want files such as %s there, or in a folder there", folder, experience.FileName(0))
}

type errUse string

func (e errUse) Error() string { return string(e) }

func (c Command) show(disk afero.Fs, files []storeFile, out *strings.Builder) (wrong []string, err error) {
	var games sgf.Writer
	for _, f := range files {
		t, mistakes := f.read(disk)
		if wrong = append(wrong, mistakes...); t == nil {
			continue
		}
		if c.SGF == "" {
			fmt.Fprintf(out, "%s: %v, %d records, %d damaged, %d forgotten, %d positions, %d bytes\n",
				f.path, f.rule, t.places, t.damaged, t.forgotten, len(t.nodes), t.bytes)
			t.report(out, c.Verbose)
		} else if left := t.sgf(&games, c.Program); left > 0 {
			wrong = append(wrong, fmt.Sprintf("%s: %d positions left out: SGF has letters for %d columns and rows",
				f.path, left, sgf.MaxSide))
		}
	}
	if c.SGF != "" && games.Len() > 0 {
		err = file.ReplaceByRename(disk, c.SGF, file.Content([]byte(games.String())))
		file.Sweep(disk, filepath.Dir(c.SGF))
	}
	return wrong, err
}

type storeFile struct {
	path   string
	folder string // the folder of the brain in that which was searched, or ""
	rule   board.Rule
}

func (c Command) files(disk afero.Fs, folder string) (files []storeFile, err error) {
	entries, err := afero.ReadDir(disk, folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: want a folder", folder)
	}
	if err != nil {
		return nil, err
	}
	look := func(entry fs.FileInfo, in string) {
		for rule := range board.Rules {
			wanted := c.Rule == nil || *c.Rule == rule
			if wanted && entry.Name() == experience.FileName(rule) && entry.Mode().IsRegular() {
				files = append(files, storeFile{filepath.Join(folder, in, entry.Name()), in, rule})
			}
		}
	}
	for _, entry := range entries {
		if look(entry, ""); entry.IsDir() {
			inside, _ := afero.ReadDir(disk, filepath.Join(folder, entry.Name()))
			for _, below := range inside {
				look(below, entry.Name())
			}
		}
	}
	return files, nil
}

// read returns the tree of a file, nil if it cannot be read, and the mistakes in it.
func (f storeFile) read(disk afero.Fs) (t *tree, wrong []string) {
	t, err := readTree(disk, f.path, f.rule)
	switch {
	case errors.Is(err, experience.ErrForeign):
		return nil, []string{fmt.Sprintf("%s %v", f.path, err)}
	case err != nil:
		return nil, []string{err.Error()}
	case !t.headWhole:
		wrong = append(wrong, f.path+": the head is damaged")
	}
	if t.damaged > 0 {
		wrong = append(wrong, fmt.Sprintf("%s: damaged records: %d of %d", f.path, t.damaged, t.places))
	}
	return t, wrong
}

// store returns the store of the file. It never makes the file smaller.
func (c Command) store(disk afero.Fs, path string) *experience.Store {
	limit := c.Limit
	if limit <= 0 {
		limit = experience.DefaultSize
	}
	if info, err := disk.Stat(path); err == nil {
		limit = max(limit, info.Size())
	}
	return experience.OpenFile(disk, path, limit)
}

func same(disk afero.Fs, a, b string) bool {
	first, err := disk.Stat(a)
	second, err2 := disk.Stat(b)
	return a == b || err == nil && err2 == nil && os.SameFile(first, second)
}
