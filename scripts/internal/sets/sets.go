// Package sets reads the files of weights that a -weights flag names.
package sets

import (
	"fmt"
	"strings"

	"tahoun/search/weights"

	"github.com/spf13/afero"
)

// Load returns the weights in files, a list with commas. It returns nil for an empty list.
func Load(disk afero.Fs, files string) (weights.Sets, error) {
	if files == "" {
		return nil, nil
	}
	sets := weights.Sets{}
	for name := range strings.SplitSeq(files, ",") {
		content, err := afero.ReadFile(disk, name)
		if err == nil {
			err = sets.Load(content)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return sets, nil
}
