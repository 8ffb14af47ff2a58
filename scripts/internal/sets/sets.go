// Package sets reads the files of weights that a -weights flag names.
package sets

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/search/weights"
)

// Load returns the weights in files, a list with commas. It returns nil for an empty list.
func Load(disk afero.Fs, files string) (weights.Sets, error) {
	if files == "" {
		return nil, nil
	}
	sets := weights.Sets{}
	for name := range strings.SplitSeq(files, ",") {
		content, err := Read(disk, name)
		if err != nil {
			return nil, err
		}
		if err := sets.Load(content); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return sets, nil
}

// LoadFor returns the same for games under rule, which must use each of them.
func LoadFor(disk afero.Fs, files string, rule board.Rule) (weights.Sets, error) {
	all, err := Load(disk, files)
	for set, w := range all {
		if !all.Serve(set, rule) {
			return nil, fmt.Errorf("%s is not for %v", w.Name, rule)
		}
	}
	return all, err
}

// Read returns the bytes of a file of weights. It refuses a pipe or a folder, content that is too long, and
// a file whose name has another hash.
func Read(disk afero.Fs, name string) ([]byte, error) {
	content, err := file.Read(disk, name, weights.MaxSize)
	switch {
	case errors.Is(err, file.ErrTooLong):
		err = fmt.Errorf("more than %d bytes: want a file of weights", weights.MaxSize)
	case err != nil:
		err = errors.New(file.Reason(err))
	default:
		err = weights.CheckName(name, content)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return content, nil
}
