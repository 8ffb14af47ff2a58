package file

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/afero"
)

// plainMode lets everybody read: the manager may run as someone else.
const plainMode fs.FileMode = 0o644

// Replace makes data the whole content of the file called name. If it fails, the file is unchanged,
// or missing as it was. Nothing waits for the disk: data that the system holds survive the
// end of this process. wait bounds how long a pipe or a device behind a link may take to accept data.
func Replace(disk afero.Fs, name string, data []byte, wait time.Duration) (err error) {
	for _, pause := range pauses {
		time.Sleep(pause)
		if err = ReplaceByRename(disk, name, Content(data)); err == nil {
			return nil
		}
		if err = replaceInPlace(disk, name, data, wait); err == nil || errors.Is(err, ErrSlow) {
			break
		}
	}
	return err
}

// Content returns the function that writes data.
func Content(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// ReplaceByRename makes the output of write the whole content of the file called name, by one attempt that writes a
// file beside it and renames that over it, with the permissions and the owner of the file that was there. If it fails,
// the file is as it was. It refuses things that are no file, and links, symbolic and hard ones.
func ReplaceByRename(disk afero.Fs, name string, write func(io.Writer) error) error {
	mode := plainMode
	was, missing := lstat(disk, name)
	if missing == nil {
		if err := irreplaceable(was); err != nil {
			return &fs.PathError{Op: "replace", Path: name, Err: err}
		}
		mode = was.Mode().Perm()
	}
	beside := besideName(name)
	if err := Create(disk, beside, mode, write); err != nil {
		return err
	}
	if missing == nil {
		keepOwner(disk, beside, was)
	}
	// The mode of a new file lacks the bits of the process's mask. Some systems have no modes.
	_ = disk.Chmod(beside, mode)
	err := disk.Rename(beside, name)
	if err != nil {
		remove(disk, beside)
	}
	return err
}

// errLink is why a link is not renamed over: the other names of the file would keep the old content.
var errLink = errors.New("is a link")

// irreplaceable returns why a file is not renamed over, nil if it is.
func irreplaceable(info fs.FileInfo) error {
	if info.Mode()&fs.ModeSymlink != 0 || hardLinked(info) {
		return errLink
	}
	return refused(info.Mode())
}

// Create writes a new file. If it fails there is none. Where the name is taken, by a link too, the error is
// fs.ErrExist.
func Create(disk afero.Fs, name string, mode fs.FileMode, write func(io.Writer) error) error {
	f, err := disk.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if err = cmp.Or(write(f), f.Close()); err != nil {
		remove(disk, name)
	}
	return err
}

// remove deletes a file of our own, trying twice since a stray file must not stay.
func remove(disk afero.Fs, name string) {
	twice(func() error { return disk.Remove(name) })
}

// replaceInPlace writes data over the start of the file and cuts off the rest, in this order: whoever
// reads between the two finds data's line whole. It works where renaming is refused, for example
// because somebody holds the file open. A pipe or a device that a link leads to is only written to.
func replaceInPlace(disk afero.Fs, name string, data []byte, wait time.Duration) error {
	if info, err := disk.Stat(name); err == nil && info.Mode()&special != 0 {
		return writeTo(disk, name, data, wait)
	}
	f, err := disk.OpenFile(name, os.O_RDWR, plainMode)
	if err != nil {
		if err = whyMissing(disk, name, err); errors.Is(err, fs.ErrNotExist) {
			return Create(disk, name, plainMode, Content(data))
		}
		return err
	}
	// One byte more than data shows whether there is a rest to cut off.
	old := make([]byte, len(data)+1)
	n, err := io.ReadFull(f, old)
	if err == nil || err == io.EOF || err == io.ErrUnexpectedEOF {
		err = overwrite(f, old[:n], data)
	}
	return cmp.Or(err, f.Close())
}

// writeTo writes data to a pipe or a device, and gives up after wait if its reader does not take them.
func writeTo(disk afero.Fs, name string, data []byte, wait time.Duration) error {
	_, err := Within(wait, func() (int, error) {
		f, err := disk.OpenFile(name, os.O_RDWR, plainMode) // a pipe opened to read, too, waits for no reader
		if err != nil {
			return 0, err
		}
		n, err := f.Write(data)
		return n, cmp.Or(err, f.Close())
	})
	return err
}

// overwrite makes data the content of f, which begins with old and ends there unless old is longer. If
// a step fails, the steps before it are undone, each tried twice.
func overwrite(f afero.File, old, data []byte) error {
	_, err := f.WriteAt(data, 0)
	if err == nil && len(old) > len(data) {
		err = f.Truncate(int64(len(data)))
	}
	if err == nil {
		return nil
	}
	before := old[:min(len(old), len(data))]
	twice(func() error { _, err := f.WriteAt(before, 0); return err })
	if len(old) < len(data) {
		twice(func() error { return f.Truncate(int64(len(old))) })
	}
	return err
}

func twice(do func() error) {
	if do() != nil {
		_ = do()
	}
}
