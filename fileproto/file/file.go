// Package file reads and replaces whole files. The folder may be on a slow or full disk, other programs may hold the
// files open, and a name may stand for a pipe, a device or a link.
package file

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/afero"
)

// pauses are kept before each attempt at a file: another program (a manager that looks, a virus
// scanner) may hold it for a moment.
var pauses = [...]time.Duration{0, time.Millisecond, 3 * time.Millisecond, 6 * time.Millisecond}

// special are the kinds of file at which a call can wait for another program.
const special = fs.ModeNamedPipe | fs.ModeSocket | fs.ModeDevice | fs.ModeCharDevice

var (
	// ErrTooLong is why the rest of a file was not read.
	ErrTooLong = errors.New("too long")

	// ErrSlow is why a call was given up.
	ErrSlow = errors.New("the disk does not answer")

	errPipe    = errors.New("is a pipe, want a file")
	errSocket  = errors.New("is a socket, want a file")
	errDevice  = errors.New("is a device, want a file")
	errNowhere = errors.New("is a broken link: want a file")
)

// IsFile reports whether name is there and no folder.
func IsFile(disk afero.Fs, name string) bool {
	info, err := disk.Stat(name)
	return err == nil && !info.IsDir()
}

// Reason returns the text of err without the path: messages name files as the manager does.
func Reason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file" // every filesystem has words of its own for it
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err.Error()
	}
	return err.Error()
}

// OpenFile is disk.OpenFile, but refuses pipes, devices and sockets: opening or using one waits for another program,
// and may change it.
func OpenFile(disk afero.Fs, name string, flags int, mode fs.FileMode) (afero.File, error) {
	if err := Refused(disk, name); err != nil {
		return nil, err
	}
	return disk.OpenFile(name, flags, mode)
}

// Refused returns why the thing called name is neither read nor written, nil if it is, or if nothing is there.
func Refused(disk afero.Fs, name string) error {
	if info, err := disk.Stat(name); err == nil {
		if err := refused(info.Mode()); err != nil {
			return &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
	return nil
}

// Open opens a file to read it. It refuses the same things as OpenFile.
func Open(disk afero.Fs, name string) (afero.File, error) {
	if err := Refused(disk, name); err != nil {
		return nil, err
	}
	return disk.Open(name)
}

// refused returns why a file of this mode is neither read nor replaced, nil if it is.
func refused(mode fs.FileMode) error {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return errPipe
	case mode&fs.ModeSocket != 0:
		return errSocket
	case mode&special != 0:
		return errDevice
	}
	return nil
}

// whyMissing returns why the file called name is not there: err, or that it is a link to something that is not.
func whyMissing(disk afero.Fs, name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		if link, err := lstat(disk, name); err == nil && link.Mode()&fs.ModeSymlink != 0 {
			return errNowhere
		}
	}
	return err
}

// lstat describes the file called name, or the link itself where the filesystem has links.
func lstat(disk afero.Fs, name string) (fs.FileInfo, error) {
	if links, ok := disk.(afero.Lstater); ok {
		info, _, err := links.LstatIfPossible(name)
		return info, err
	}
	return disk.Stat(name)
}

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
