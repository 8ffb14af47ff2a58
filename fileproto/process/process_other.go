//go:build !linux && !darwin && !windows

package process

import (
	"os"
	"time"

	"github.com/spf13/afero"
)

func age(afero.Fs, time.Time) (time.Duration, bool) { return 0, false }
func longestStart(afero.Fs) time.Duration           { return startTime }

// Resident is not known here.
func Resident(afero.Fs) (int64, bool) { return 0, false }

// Terminal is not known here.
func Terminal(*os.File) bool { return false }

func columns(*os.File) int { return 0 }
