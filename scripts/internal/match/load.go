package match

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/gamefile"
)

// A Source is where openings are read from.
type Source struct {
	Path  string // a file of any format that gamefile.Lines reads, or a folder; FILE#3: the third opening of a file
	Plies int    // only so many stones of each opening; those that are then the same count once. 0: all
}

// A Book is the openings of a source, parted by Fit.
type Book struct {
	Fitting  []Opening
	Refused  []error  // why the others cannot be played
	Warnings []string // of questions that the files leave open
}

// maxSource bounds the size of a file of openings: a million of them.
const maxSource = 64 << 20

// A loader gathers the openings of files.
type loader struct {
	size     gamefile.Options
	number   int // of the only opening that is wanted; 0: all are
	all      []Opening
	warnings []string
	broken   error // why the first that cannot be read is not
}

// Load reads the openings and parts them by Fit. A file, game or line that cannot be read is left out with a warning.
// It returns an error if no opening fits.
func (s Source) Load(disk afero.Fs, terms Terms) (Book, error) {
	files, number, err := s.files(disk)
	if err != nil {
		return Book{}, err
	}
	l := loader{size: gamefile.Options{Width: terms.Width, Height: terms.Height}, number: number}
	for _, path := range files {
		content, err := file.ReadWhole(disk, path, maxSource)
		if err != nil {
			l.leaveOut(filepath.Base(path), 1, err)
			continue
		}
		l.file(filepath.Base(path), content)
	}
	openings := s.cut(l.all)
	switch {
	case len(openings) == 0 && l.broken != nil:
		return Book{}, fmt.Errorf("match: %w", l.broken)
	case len(openings) == 0:
		return Book{}, fmt.Errorf("match: %s: no openings", filepath.Base(s.Path))
	}
	book := Book{Warnings: l.warnings}
	if book.Fitting, book.Refused = Fit(openings, terms); len(book.Fitting) == 0 {
		return Book{}, fmt.Errorf("%s: no opening fits; the first: %w", s.Path, book.Refused[0])
	}
	return book, nil
}

func (l *loader) file(name string, content []byte) {
	count, broken := 0, 0
	var first error
	for line, err := range gamefile.Lines(name, content, l.size) {
		if count++; l.number != 0 && l.number != count {
			continue
		}
		if err != nil {
			broken, first = broken+1, cmp.Or(first, err)
			continue
		}
		l.warnings = append(l.warnings, line.Warnings...)
		if len(line.Stones) > 0 {
			l.all = append(l.all, Opening{line.Stones, line.From})
		}
	}
	if broken > 0 {
		l.leaveOut(name, broken, first)
	} else if l.number > count {
		l.broken = fmt.Errorf("%s: want one of the openings 1 to %d, got %d", name, count, l.number)
	}
}

func (l *loader) leaveOut(name string, count int, err error) {
	l.broken = cmp.Or(l.broken, err)
	l.warnings = append(l.warnings,
		fmt.Sprintf("%s: %d openings left out that cannot be read, the first: %v", name, count, err))
}

var numbered = regexp.MustCompile(`^(.+)#([1-9][0-9]{0,8})$`)

// files returns the files of the source: those of a folder by name, without hidden ones and without folders below it.
// number is that of the only opening that is wanted; 0: all are.
func (s Source) files(disk afero.Fs) (files []string, number int, err error) {
	folder, err := afero.IsDir(disk, s.Path)
	if parts := numbered.FindStringSubmatch(s.Path); parts != nil && errors.Is(err, fs.ErrNotExist) {
		number, _ = strconv.Atoi(parts[2])
		s.Path = parts[1]
		folder, err = afero.IsDir(disk, s.Path)
	}
	switch {
	case err != nil:
		return nil, 0, err
	case !folder:
		return []string{s.Path}, number, nil
	case number != 0:
		return nil, 0, fmt.Errorf("match: %s: want the number of an opening behind a file, this is a folder", s.Path)
	}
	entries, err := afero.ReadDir(disk, s.Path)
	for _, e := range entries {
		if e.Mode().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, filepath.Join(s.Path, e.Name()))
		}
	}
	return files, 0, err
}

// cut returns the first stones of the openings, as many as the source wants, without those that are then the same.
func (s Source) cut(openings []Opening) []Opening {
	if s.Plies == 0 {
		return openings
	}
	seen := map[string]bool{}
	var all []Opening
	for _, o := range openings {
		o.Stones = slices.Clone(o.Stones[:min(len(o.Stones), s.Plies)])
		if key := fmt.Sprint(o.Stones); !seen[key] {
			seen[key] = true
			all = append(all, o)
		}
	}
	return all
}
