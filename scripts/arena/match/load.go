package match

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/gamefile"
)

// A Source is where openings are read from.
type Source struct {
	Path  string // a file of any format that gamefile.Lines reads, or a folder of such files
	Plies int    // only so many stones of each opening; those that are then the same count once. 0: all
}

// A Book is the openings of a source, parted by Fit.
type Book struct {
	Fitting  []Opening
	Refused  []error  // why the others cannot be played
	Warnings []string // what the files leave open
}

// Load reads the openings and parts them by Fit. It returns an error if none fits.
func (s Source) Load(disk afero.Fs, terms Terms) (Book, error) {
	files, err := s.files(disk)
	if err != nil {
		return Book{}, err
	}
	var book Book
	var all []Opening
	seen := map[string]bool{}
	for _, path := range files {
		content, err := afero.ReadFile(disk, path)
		if err != nil {
			return Book{}, err
		}
		size := gamefile.Options{Width: terms.Width, Height: terms.Height}
		for line, err := range gamefile.Lines(filepath.Base(path), content, size) {
			if err != nil {
				return Book{}, fmt.Errorf("match: %w", err)
			}
			book.Warnings = append(book.Warnings, line.Warnings...)
			if len(line.Stones) == 0 {
				continue
			}
			o := s.cut(Opening{line.Stones, line.From})
			if s.Plies > 0 {
				key := fmt.Sprint(o.Stones)
				if seen[key] {
					continue
				}
				seen[key] = true
			}
			all = append(all, o)
		}
	}
	if len(all) == 0 {
		return Book{}, fmt.Errorf("match: %s: no openings", filepath.Base(s.Path))
	}
	if book.Fitting, book.Refused = Fit(all, terms); len(book.Fitting) == 0 {
		return Book{}, fmt.Errorf("%s: no opening fits; the first: %w", s.Path, book.Refused[0])
	}
	return book, nil
}

// files returns the files of the source: those of a folder by name, without hidden ones and without folders below it.
func (s Source) files(disk afero.Fs) ([]string, error) {
	folder, err := afero.IsDir(disk, s.Path)
	if err != nil || !folder {
		return []string{s.Path}, err
	}
	entries, err := afero.ReadDir(disk, s.Path)
	var files []string
	for _, e := range entries {
		if e.Mode().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, filepath.Join(s.Path, e.Name()))
		}
	}
	return files, err
}

// cut returns the opening's first stones, as many as the source wants.
func (s Source) cut(o Opening) Opening {
	if s.Plies > 0 && len(o.Stones) > s.Plies {
		o.Stones = slices.Clone(o.Stones[:s.Plies])
	}
	return o
}
