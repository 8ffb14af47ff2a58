package fileproto_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto"
	"tahoun/fileproto/watchdog"
	"tahoun/search"
)

const (
	brainName = "tahoun"
	keptFile  = "tahoun/memory.bin"

	// killedFile is what a killed process leaves.
	killedFile = keptFile + ".0123456789abcdef.tahoun-new"
)

// A keeper is a script that saves bytes and records the bytes that it gets back.
type keeper struct {
	script
	limit    time.Duration // from the start of the move to its deadline
	keep     func() string
	recalled *string
}

func (k keeper) Load(kept []byte) { *k.recalled = string(kept) }

func (k keeper) SaveUntil() time.Time { return k.deadline }

func (k keeper) Save() []byte {
	if k.keep == nil {
		return nil
	}
	return []byte(k.keep())
}

// newKeeper returns a keeper that thinks a moment, with time to spare, and keeps text.
func newKeeper(text string) keeper {
	return keeper{
		script:   script{early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "final") }},
		limit:    later,
		keep:     func() string { return text },
		recalled: new(string),
	}
}

// turn returns a move of k on disk.
func (k keeper) turn(disk afero.Fs) fileproto.Turn {
	k.deadline = time.Now().Add(k.limit)
	return fileproto.Turn{
		FS: disk, Start: time.Now(), Brain: brain, Temporary: brainName,
		NewJob: func(fileproto.Task) watchdog.Job { return k },
	}
}

// playKeeper plays a move of k on disk and checks that it is its final answer.
func playKeeper(t *testing.T, disk afero.Fs, k keeper) {
	t.Helper()
	put(t, disk, plain)
	result, err := playInTime(t, k.turn(disk))
	require.NoError(t, err)
	assert.Equal(t, at(3, 3), result.Move)
	assert.Empty(t, report(result))
	assert.Equal(t, plain.with("TAH.DAT", "3,3\n").with("MSG.DAT", brain+": 3,3 final\n"), get(t, disk))
}

// kept returns the files in the brain's folder on disk.
func kept(t testing.TB, disk afero.Fs) folder {
	t.Helper()
	if there, err := afero.DirExists(disk, brainName); err != nil || !there {
		return folder{}
	}
	return get(t, afero.NewBasePathFs(disk, brainName))
}

func TestKeptUntilTheNextMove(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		first, second := newKeeper("one"), newKeeper("another")
		playKeeper(t, disk, first)
		assert.Empty(t, *first.recalled)
		assert.Equal(t, folder{"memory.bin": "one"}, kept(t, disk))
		playKeeper(t, disk, second)
		assert.Equal(t, "one", *second.recalled)
		assert.Equal(t, folder{"memory.bin": "another"}, kept(t, disk))

		require.NoError(t, disk.RemoveAll(brainName)) // by the manager
		third := newKeeper("a third")
		playKeeper(t, disk, third)
		assert.Empty(t, *third.recalled)
		assert.Equal(t, folder{"memory.bin": "a third"}, kept(t, disk))
	})
}

// A move removes the half-written file of a killed one.
func TestKeepSweepsUp(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		playKeeper(t, disk, newKeeper("one"))
		put(t, disk, folder{killedFile: "anot"})
		age(t, disk, killedFile)
		playKeeper(t, disk, newKeeper("another"))
		assert.Equal(t, folder{"memory.bin": "another"}, kept(t, disk))
	})
}

// A Keeper that fails or hangs costs the move nothing, and the kept file stays as it was.
func TestKeepersThatFail(t *testing.T) {
	tests := []struct {
		name   string
		change func(*keeper)
	}{
		{"has nothing to keep", func(k *keeper) { k.keep = nil }},
		{"panics in Save", func(k *keeper) { k.keep = func() string { panic("oh no") } }},
		{"ends its goroutine in Save", func(k *keeper) { k.keep = func() string { runtime.Goexit(); return "" } }},
		{"hangs in Save", func(k *keeper) { k.limit, k.keep = soon, func() string { hang(); return "" } }},
		{"hangs in Think", func(k *keeper) {
			k.limit, k.think = soon, func(_ context.Context, b better) { b(at(3, 3), "final"); hang() }
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			disk := afero.NewMemMapFs()
			put(t, disk, folder{keptFile: "old"})
			k := newKeeper("new")
			test.change(&k)
			playKeeper(t, disk, k)
			assert.Equal(t, "old", *k.recalled)
			assert.Equal(t, folder{"memory.bin": "old"}, kept(t, disk))
		})
	}
}

// A panic in Load counts as one of the search, which has answered by then. The file that led to it is removed.
func TestKeeperThatPanicsInRecall(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with(keptFile, "old"))
	k := newKeeper("new")
	k.recalled = nil
	result, err := playInTime(t, k.turn(disk))
	require.NoError(t, err)
	assert.Equal(t, "4,4\n", get(t, disk)["TAH.DAT"])
	assert.Contains(t, report(result), "the search failed in Think: ")
	assert.Empty(t, kept(t, disk))

	put(t, disk, folder{keptFile: "old"})
	dry := k.turn(disk)
	dry.Dry = true
	_, err = playInTime(t, dry)
	require.NoError(t, err)
	assert.Equal(t, folder{"memory.bin": "old"}, kept(t, disk), "unless nothing may be written")
}

// Nothing is kept where nothing may be written, where there is no time, or outside the working folder.
func TestNothingIsKept(t *testing.T) {
	tests := []struct {
		name   string
		change func(*fileproto.Turn)
	}{
		{"a dry run", func(turn *fileproto.Turn) { turn.Dry = true }},
		{"no name for a folder", func(turn *fileproto.Turn) { turn.Temporary = "" }},
		{"the working folder itself", func(turn *fileproto.Turn) { turn.Temporary = "." }},
		{"a folder beside it", func(turn *fileproto.Turn) { turn.Temporary = "../tahoun" }},
		{"a folder anywhere", func(turn *fileproto.Turn) { turn.Temporary = os.TempDir() }},
		{"no time", func(turn *fileproto.Turn) {
			k := newKeeper("new")
			k.deadline = time.Now().Add(-time.Second)
			turn.NewJob = func(fileproto.Task) watchdog.Job { return k }
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			put(t, disk, plain.with(keptFile, "old"))
			files := everything(t, disk)
			turn := newKeeper("new").turn(disk)
			test.change(&turn)
			_, err := turn.Play()
			require.NoError(t, err)
			assert.Equal(t, files.without("TAH.DAT", "MSG.DAT"), everything(t, disk).without("TAH.DAT", "MSG.DAT"))
		})
	}
}

// everything returns all files on disk, by their path.
func everything(t testing.TB, disk afero.Fs) folder {
	t.Helper()
	f := folder{}
	require.NoError(t, afero.Walk(disk, ".", func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			content, err := afero.ReadFile(disk, path)
			f[path] = string(content)
			return err
		}
		return err
	}))
	return f
}

// enlarge gives a file this size, of which a real disk holds next to nothing.
func enlarge(t *testing.T, disk afero.Fs, name string, size int) {
	t.Helper()
	f, err := disk.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	require.NoError(t, err)
	require.NoError(t, f.Truncate(int64(size)))
	require.NoError(t, f.Close())
}

// The brain's folder never holds more than 20 MB, whoever put it there.
func TestTemporaryFilesHaveALimit(t *testing.T) {
	const limit = 20_000_000
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		playKeeper(t, disk, newKeeper("old"))
		require.NoError(t, disk.MkdirAll("tahoun/deep", 0o755))
		room := limit - len("new")
		enlarge(t, disk, "tahoun/deep/foreign", room-9)
		enlarge(t, disk, "tahoun/another", 10)
		playKeeper(t, disk, newKeeper("new"))
		assert.Equal(t, "old", kept(t, disk)["memory.bin"])
		enlarge(t, disk, "tahoun/another", 9) // old and new cannot exist together for a moment
		playKeeper(t, disk, newKeeper("new"))
		assert.Equal(t, "new", kept(t, disk)["memory.bin"])
	})
}

// A kept file, or a half of one that a killed move left, is replaced however large it is.
func TestKeptFilesThatAreTooLarge(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		require.NoError(t, disk.MkdirAll(brainName, 0o755))
		enlarge(t, disk, keptFile, 21<<20)
		enlarge(t, disk, killedFile, 21<<20)
		age(t, disk, killedFile)
		k := newKeeper("new")
		playKeeper(t, disk, k)
		assert.Empty(t, *k.recalled, "nothing that this program kept is so long")
		assert.Equal(t, folder{"memory.bin": "new"}, kept(t, disk))
	})
}

// Where something else bears the folder's name, or its files cannot be written, moves go on without.
func TestKeepWithoutAFolder(t *testing.T) {
	t.Run("a file has the folder's name", func(t *testing.T) {
		disk := afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())
		put(t, disk, plain.with(brainName, "an executable"))
		k := newKeeper("new")
		_, err := playInTime(t, k.turn(disk))
		require.NoError(t, err)
		assert.Equal(t, "3,3\n", get(t, disk)["TAH.DAT"])
		assert.Equal(t, "an executable", get(t, disk)[brainName])
		assert.Empty(t, *k.recalled)
	})
	t.Run("a folder has the file's name", func(t *testing.T) {
		disk := afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())
		require.NoError(t, disk.MkdirAll(keptFile+"/inside", 0o755))
		k := newKeeper("new")
		playKeeper(t, disk, k)
		assert.Empty(t, *k.recalled)
		assert.Empty(t, kept(t, disk))
	})
	t.Run("it is closed", func(t *testing.T) {
		disk := afero.NewMemMapFs()
		put(t, disk, folder{keptFile: "old"})
		k := newKeeper("new")
		playKeeper(t, closedDisk{disk}, k)
		assert.Equal(t, "old", *k.recalled)
		assert.Equal(t, folder{"memory.bin": "old"}, kept(t, disk))
	})
}

// A closedDisk lets nothing be written into the brain's folder.
type closedDisk struct{ afero.Fs }

func (d closedDisk) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	if flag != os.O_RDONLY && filepath.Dir(name) == brainName {
		return nil, os.ErrPermission
	}
	return d.Fs.OpenFile(name, flag, mode)
}

// A hangingDisk never comes back from opening the kept file to read or to write it.
type hangingDisk struct {
	afero.Fs
	reading bool
}

func (d hangingDisk) Open(name string) (afero.File, error) {
	if d.reading && filepath.Dir(name) == brainName {
		hang()
	}
	return d.Fs.Open(name)
}

func (d hangingDisk) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	if !d.reading && filepath.Dir(name) == brainName {
		hang()
	}
	return d.Fs.OpenFile(name, flag, mode)
}

// A disk that hangs at the kept file keeps nobody from thinking, and the process from its end no longer
// than to the deadline.
func TestKeepOnADiskThatHangs(t *testing.T) {
	for _, reading := range []bool{true, false} {
		t.Run(fmt.Sprintf("reading %v", reading), func(t *testing.T) {
			t.Parallel()
			disk := afero.NewMemMapFs()
			put(t, disk, folder{keptFile: "old"})
			k := newKeeper("new")
			k.limit = soon
			playKeeper(t, hangingDisk{disk, reading}, k)
			assert.Equal(t, reading, *k.recalled == "")
		})
	}
}

// The search is a Keeper.
var _ fileproto.Keeper = (*search.Job)(nil)

// provable is a position in which o wins in a few moves, which takes some searching to see.
var provable = plain.with("TAH.DAT", "o").with("PLOCHA.DAT", rows("--------------------", 2)+`
------------x---o---
--------------------
--------------------
----------------x---
------------oo------
-------------x------
--------------------
--------------ox----
`+rows("--------------------", 10)).with("INFO.DAT", "max_memory 100000000\n")

// The executable keeps its memory under its own name, and plays on if that is damaged.
func TestProcessKeeps(t *testing.T) {
	dir := realFolder(t, provable)
	disk := afero.NewBasePathFs(afero.NewOsFs(), dir)
	for _, damage := range []string{"", "nonsense"} {
		if damage != "" {
			put(t, disk, provable.with(keptFile, damage))
		}
		assert.Equal(t, printed{}, runBrain(t, dir, "-time", "1h"))
		assert.Contains(t, get(t, disk)["MSG.DAT"], "win in")
		require.Contains(t, kept(t, disk), "memory.bin")
		assert.Greater(t, len(kept(t, disk)["memory.bin"]), 100)
	}
}
