//go:build !linux && !windows

package process

import "github.com/spf13/afero"

// Allowed returns how many bytes of memory a search should make this process occupy: 0 for any number, since nothing is
// known of other systems.
func Allowed(afero.Fs) int64 { return 0 }
