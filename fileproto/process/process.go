// Package process asks the operating system about this process: when it was created, how much memory it
// takes, and whether a person at a terminal sees what it prints. Where a system does not tell, callers
// hear so and do without.
package process

import (
	"time"

	"github.com/spf13/afero"
)

// longAgo is an age that no process of a one-shot brain has when its main begins: a system that tells
// it must be wrong, or its clock was set meanwhile.
const longAgo = time.Minute

// Created returns when this process was created, if the system tells. Managers count from then on. disk
// is the system's own filesystem.
func Created(disk afero.Fs) (time.Time, bool) {
	now := time.Now()
	old, ok := age(disk, now)
	if !ok || old < 0 || old > longAgo {
		return time.Time{}, false
	}
	return now.Add(-old), true
}
