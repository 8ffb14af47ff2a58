package fileproto

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/watch"
)

// pauses are kept before each attempt at a file: another program (a manager that looks, a virus
// scanner) may hold it for a moment.
var pauses = [...]time.Duration{0, time.Millisecond, 3 * time.Millisecond, 6 * time.Millisecond}

// plainMode lets everybody read: the manager may run as someone else.
const plainMode fs.FileMode = 0o644

// replace makes data the whole content of the file called name. If it fails, the file holds what it
// held before, or is missing as it was. Nothing waits for the disk: what the system holds survives the
// end of this process.
func replace(disk afero.Fs, name string, data []byte) (err error) {
	for _, pause := range pauses {
		time.Sleep(pause)
		if err = replaceByRename(disk, name, data); err == nil {
			return nil
		}
		if err = replaceInPlace(disk, name, data); err == nil {
			return nil
		}
	}
	return err
}

// replaceByRename writes data beside the file called name and renames that over it, with the
// permissions and the owner of the file that was there.
func replaceByRename(disk afero.Fs, name string, data []byte) error {
	beside := name + ".new"
	mode := plainMode
	was, missing := lstat(disk, name)
	if missing == nil {
		if was.Mode()&fs.ModeSymlink != 0 {
			return errLink
		}
		mode = was.Mode().Perm()
	}
	err := create(disk, beside, data, mode)
	if errors.Is(err, fs.ErrExist) { // left by a move that was killed
		remove(disk, beside)
		err = create(disk, beside, data, mode)
	}
	if err != nil {
		return err
	}
	if missing == nil {
		keepOwner(disk, beside, was)
	}
	// The mode of a new file lacks what the process masks. Where modes cannot be set they mean nothing.
	_ = disk.Chmod(beside, mode)
	if err = disk.Rename(beside, name); err != nil {
		remove(disk, beside)
	}
	return err
}

// errLink is why a link is not renamed over: whoever reads the file that it stands for would see nothing of it.
var errLink = errors.New("is a link")

// lstat tells of the file called name, and of a link itself where the filesystem knows links.
func lstat(disk afero.Fs, name string) (fs.FileInfo, error) {
	if links, ok := disk.(afero.Lstater); ok {
		info, _, err := links.LstatIfPossible(name)
		return info, err
	}
	return disk.Stat(name)
}

// create writes a new file. If it fails there is none.
func create(disk afero.Fs, name string, data []byte, mode fs.FileMode) error {
	f, err := disk.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = cmp.Or(err, f.Close()); err != nil {
		remove(disk, name)
	}
	return err
}

// remove deletes a file of our own, trying twice since a stray file must not stay.
func remove(disk afero.Fs, name string) {
	if disk.Remove(name) != nil {
		_ = disk.Remove(name)
	}
}

// replaceInPlace writes data over the start of the file and cuts off the rest, in this order: whoever
// reads between the two finds data's line whole. It works where renaming is refused, for example
// because somebody holds the file open. A pipe or a terminal that a link leads to is only written to.
func replaceInPlace(disk afero.Fs, name string, data []byte) error {
	f, err := disk.OpenFile(name, os.O_RDWR, plainMode)
	if err != nil {
		if err = whyMissing(disk, name, err); errors.Is(err, fs.ErrNotExist) {
			return create(disk, name, data, plainMode)
		}
		return err
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		_, err = f.Write(data)
		return cmp.Or(err, f.Close())
	}
	// One byte more than data tells whether there is a rest to cut off.
	old := make([]byte, len(data)+1)
	n, err := io.ReadFull(f, old)
	if err == nil || err == io.EOF || err == io.ErrUnexpectedEOF {
		err = overwrite(f, old[:n], data)
	}
	return cmp.Or(err, f.Close())
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

// twice does something again if it fails.
func twice(do func() error) {
	if do() != nil {
		_ = do()
	}
}

// A pen writes answers to the move file.
type pen struct {
	disk    afero.Fs
	name    string
	dry     bool          // write nothing
	written *watch.Answer // what the file holds, nil if no answer yet
	err     error         // why the last attempt failed
}

// write replaces the answer in the file, unless it holds that move already. A file that somebody has deleted since holds
// nothing.
func (p *pen) write(a watch.Answer) {
	if p.written != nil && p.written.Move == a.Move && (p.dry || isFile(p.disk, p.name)) {
		p.written, p.err = &a, nil
		return
	}
	if !p.dry {
		if p.err = replace(p.disk, p.name, []byte(a.Move.String()+"\n")); p.err != nil {
			return
		}
	}
	p.written = &a
}
