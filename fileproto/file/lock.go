package file

import (
	"os"
	"time"

	"github.com/spf13/afero"
)

// Lock takes the lock of an open file, which the system releases when the file is closed or the process ends. It
// returns an error if others hold the lock for longer than wait. Filesystems that are no disks have no locks.
func Lock(f afero.File, wait time.Duration) (err error) {
	if below, ok := f.(*afero.BasePathFile); ok {
		return Lock(below.File, wait)
	}
	onDisk, ok := f.(*os.File)
	if !ok {
		return nil
	}
	const pause = 200 * time.Microsecond
	for range wait / pause { // counted: on a busy machine a pause takes longer
		if err = tryLock(onDisk); err == nil {
			return nil
		}
		time.Sleep(pause)
	}
	return err
}
