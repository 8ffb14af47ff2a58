package fileproto_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
)

var errFault = errors.New("injected fault")

// A faultyDisk fails at one call of many, or is full from one call on. It counts the calls that a Turn
// makes, those to open files included.
type faultyDisk struct {
	afero.Fs
	failAt        int  // the call that fails, counted from 1
	half          bool // a write that fails leaves half of its bytes
	full          bool // from failAt on nothing grows, but all else works
	refuseRenames bool

	calls  int
	failed string // the name of the call that failed
}

// fault counts a call and reports whether it is to fail.
func (d *faultyDisk) fault(call string) error {
	d.calls++
	if d.full || d.calls != d.failAt {
		return nil
	}
	d.failed = call
	return fmt.Errorf("%s: %w", call, errFault)
}

func (d *faultyDisk) Open(name string) (afero.File, error) {
	return d.OpenFile(name, os.O_RDONLY, 0)
}

func (d *faultyDisk) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	if err := d.fault("open " + name); err != nil {
		return nil, err
	}
	f, err := d.Fs.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return faultyFile{f, d}, nil
}

func (d *faultyDisk) MkdirAll(name string, mode os.FileMode) error {
	if err := d.fault("make " + name); err != nil {
		return err
	}
	return d.Fs.MkdirAll(name, mode)
}

func (d *faultyDisk) Stat(name string) (os.FileInfo, error) {
	if err := d.fault("stat " + name); err != nil {
		return nil, err
	}
	return d.Fs.Stat(name)
}

func (d *faultyDisk) Chmod(name string, mode os.FileMode) error {
	if err := d.fault("chmod " + name); err != nil {
		return err
	}
	return d.Fs.Chmod(name, mode)
}

func (d *faultyDisk) Chown(name string, uid, gid int) error {
	if err := d.fault("chown " + name); err != nil {
		return err
	}
	return d.Fs.Chown(name, uid, gid)
}

func (d *faultyDisk) Remove(name string) error {
	if err := d.fault("remove " + name); err != nil {
		return err
	}
	return d.Fs.Remove(name)
}

func (d *faultyDisk) Rename(from, to string) error {
	if err := d.fault("rename " + from); err != nil {
		return err
	}
	if d.refuseRenames {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: os.ErrPermission}
	}
	return d.Fs.Rename(from, to)
}

// The calls that fileproto has no use for would go uncounted, so they are an error.
func (d *faultyDisk) Create(string) (afero.File, error)          { panic("not counted") }
func (d *faultyDisk) Mkdir(string, os.FileMode) error            { panic("not counted") }
func (d *faultyDisk) RemoveAll(string) error                     { panic("not counted") }
func (d *faultyDisk) Chtimes(string, time.Time, time.Time) error { panic("not counted") }

// A faultyFile is an open file on a faultyDisk.
type faultyFile struct {
	afero.File
	disk *faultyDisk
}

func (f faultyFile) Close() error {
	err := f.disk.fault("close " + f.Name())
	return errors.Join(err, f.File.Close())
}

func (f faultyFile) Read(b []byte) (int, error) {
	if err := f.disk.fault("read " + f.Name()); err != nil {
		return 0, err
	}
	return f.File.Read(b)
}

func (f faultyFile) Readdirnames(n int) ([]string, error) {
	if err := f.disk.fault("list " + f.Name()); err != nil {
		return nil, err
	}
	return f.File.Readdirnames(n)
}

func (f faultyFile) Truncate(size int64) error {
	if err := f.disk.fault("truncate " + f.Name()); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

func (f faultyFile) Write(b []byte) (int, error) {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	return f.WriteAt(b, at)
}

func (f faultyFile) WriteAt(b []byte, at int64) (int, error) {
	write := func(b []byte) (int, error) {
		n, err := f.File.WriteAt(b, at)
		return n, err
	}
	if err := f.disk.fault("write " + f.Name()); err != nil {
		n := 0
		if f.disk.half {
			n, _ = write(b[:len(b)/2])
		}
		return n, err
	}
	if f.disk.full && f.disk.calls >= f.disk.failAt {
		info, err := f.Stat()
		if err != nil {
			return 0, err
		}
		if room := max(info.Size()-at, 0); int64(len(b)) > room {
			n, _ := write(b[:room])
			return n, syscall.ENOSPC
		}
	}
	return write(b)
}

// If any call fails, the move file holds its old content, the early move or the final one, the memory is
// the old one or the new, and no file of our own is left behind.
func TestEveryCallFails(t *testing.T) {
	kinds := []struct {
		name string
		disk faultyDisk
		tah  string
		real bool // on a real disk, too: one of each way to write and to fail
	}{
		{"call fails", faultyDisk{}, "x\r\n", true},
		{"half written", faultyDisk{half: true}, "x\r\n", false},
		{"disk full from here on", faultyDisk{full: true}, "x\r\n", false},
		{"call fails, no renames", faultyDisk{refuseRenames: true}, "x\r\n", false},
		{"half written, no renames", faultyDisk{half: true, refuseRenames: true}, "x\r\n", true},
		{"disk full from here on, no renames", faultyDisk{full: true, refuseRenames: true}, "x\r\n", false},
		{"half written, no renames, a long file before", faultyDisk{half: true, refuseRenames: true}, "x\r\n\r\n   \r\n\r\n", false},
		{"half written, no renames, no file before", faultyDisk{half: true, refuseRenames: true}, "", false},
		{"disk full from here on, no file before", faultyDisk{full: true}, "", true},
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			each := eachDisk
			if !kind.real {
				each = func(t *testing.T, test func(*testing.T, afero.Fs)) { test(t, afero.NewMemMapFs()) }
			}
			each(t, func(t *testing.T, disk afero.Fs) {
				t.Parallel()
				calls := 1
				for failAt := 1; failAt <= calls; failAt++ {
					files := plain.with("TAH.DAT", kind.tah)
					if kind.tah == "" {
						files = files.without("TAH.DAT")
					}
					faulty := kind.disk
					faulty.Fs, faulty.failAt = disk, failAt
					playFaulty(t, &faulty, files)
					calls = faulty.calls
				}
				assert.Greater(t, calls, 40, "a move takes more calls than that")
			})
		})
	}
}

// playFaulty plays a move with an early answer of 10,10 and a final one of 7,7 (shorter, so that a file
// that is rewritten in place must be cut), and checks the files on the disk.
func playFaulty(t *testing.T, faulty *faultyDisk, files folder) {
	for name := range get(t, faulty.Fs) {
		require.NoError(t, faulty.Fs.Remove(name))
	}
	files = files.with("PLOCHA.DAT", strings.Repeat("------------\n", 12))
	put(t, faulty.Fs, files)
	require.NoError(t, faulty.Fs.MkdirAll(brainName, 0o755))
	put(t, faulty.Fs, folder{keptFile: "old"})

	engine := newKeeper("something new")
	engine.early, engine.think = at(10, 10), func(_ context.Context, better func(board.Point, string)) {
		better(at(7, 7), "final")
	}
	result, err := engine.turn(faulty).Play()

	after := get(t, faulty.Fs)
	told := fmt.Sprintf("call %d failed: %s; report: %s", faulty.failAt, faulty.failed, report(result))
	answer, written := after["TAH.DAT"]
	before, there := files["TAH.DAT"]
	switch {
	case err != nil:
		assert.Equal(t, there, written, told)
		assert.Equal(t, before, answer, told)
		assert.Contains(t, report(result), err.Error(), told)
	default:
		assert.Equal(t, result.Move.String()+"\n", answer, told)
		assert.Contains(t, []string{"10,10\n", "7,7\n"}, answer, told)
	}
	if message := after["MSG.DAT"]; message != "" {
		assert.Regexp(t, `^`+regexp.QuoteMeta(brain)+`: [^\n]+\n$`, message, told)
	}
	for name, content := range after.without("TAH.DAT", "MSG.DAT") {
		assert.Equal(t, files[name], content, "%s: %s", name, told)
	}
	assert.Contains(t, []folder{{"memory.bin": "old"}, {"memory.bin": "something new"}}, kept(t, faulty.Fs), told)
}

// Without a fault no way of writing leaves anything but the answer.
func TestAnswerReplacesWhateverWasThere(t *testing.T) {
	tests := []struct {
		name string
		tah  string
	}{
		{"as a manager writes it", "x\r\n"},
		{"as long as the answer", "x\r\n\n"},
		{"longer", "x\r\n" + strings.Repeat("left over\r\n", 20)},
		{"larger than what is read", "x\r\n" + strings.Repeat(" ", 3<<20)},
	}
	for _, test := range tests {
		for _, refuse := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, renames refused %v", test.name, refuse), func(t *testing.T) {
				eachDisk(t, func(t *testing.T, disk afero.Fs) {
					put(t, disk, plain.with("TAH.DAT", test.tah))
					result, err := instantMove(&faultyDisk{Fs: disk, refuseRenames: refuse})
					require.NoError(t, err)
					assert.Equal(t, plain.with("TAH.DAT", "0,0\n").without("MSG.DAT"), get(t, disk).without("MSG.DAT"))
					assert.Equal(t, at(0, 0), result.Move)
				})
			})
		}
	}
}

// The files keep their permissions: the manager that reads them may run as somebody else.
func TestAnswerKeepsPermissions(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		put(t, disk, plain)
		require.NoError(t, disk.Chmod("TAH.DAT", 0o666))
		_, err := instantMove(disk)
		require.NoError(t, err)
		for name, want := range map[string]os.FileMode{"TAH.DAT": 0o666, "MSG.DAT": 0o644} {
			before, err := disk.Stat(name)
			require.NoError(t, err)
			if os.PathSeparator == '/' {
				assert.Equal(t, want, before.Mode().Perm(), name)
			}
		}
	})
}

// A move removes the files that a killed one left behind. It leaves those that another process may still be writing, and
// those of others.
func TestAnswerSweepsUp(t *testing.T) {
	const killed, written = "TAH.DAT.0123456789abcdef.tahoun-new", "MSG.DAT.0123456789abcdef.tahoun-new"
	foreign := folder{"TAH.DAT.new": "9,", "TAH.DAT.0123456789abcdef.new": "not ours"}
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		files := plain
		for name, content := range foreign {
			files = files.with(name, content)
		}
		put(t, disk, files.with(killed, "9,").with(written, "Tah"))
		for name := range foreign.with(killed, "") {
			age(t, disk, name)
		}
		_, err := instantMove(disk)
		require.NoError(t, err)
		assert.Equal(t, files.with("TAH.DAT", "0,0\n").with("MSG.DAT", brain+": 0,0 early\n").with(written, "Tah"), get(t, disk))
	})
}

// If a folder has the name of the move file, no move is made; if it has that of the message file, the move is
// made all the same.
func TestFoldersInTheWay(t *testing.T) {
	disk := afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())
	put(t, disk, plain.without("MSG.DAT"))
	require.NoError(t, disk.MkdirAll("MSG.DAT/inside", 0o755))
	result, err := instantMove(disk)
	require.NoError(t, err)
	assert.Equal(t, "0,0\n", get(t, disk)["TAH.DAT"])
	assert.Contains(t, report(result), "MSG.DAT: cannot be written: ")

	disk = afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())
	put(t, disk, plain.without("TAH.DAT"))
	require.NoError(t, disk.MkdirAll("TAH.DAT/inside", 0o755))
	result, err = instantMove(disk)
	require.ErrorContains(t, err, "TAH.DAT: the answer cannot be written: ")
	assert.Contains(t, report(result), err.Error())
	assert.Contains(t, get(t, disk)["MSG.DAT"], "no move; TAH.DAT: the answer cannot be written: ")
}

func TestDryWritesNothing(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		put(t, disk, plain)
		turn := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: script{early: at(4, 4)}.engine(), Dry: true}
		result, err := turn.Play()
		require.NoError(t, err)
		assert.Equal(t, at(4, 4), result.Move)
		assert.Equal(t, plain, get(t, disk))
	})
}
