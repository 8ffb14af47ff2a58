package experience

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto/file/filetest"
)

// numbered returns the only record of the nth of many positions.
func numbered(n int) Record {
	return Record{
		Position: Position{Key: mix(uint64(n)), Width: 15, Height: 15, Stones: []uint16{uint16(n % 225), uint16(n / 225 % 225)}, Own: 1},
		Move:     uint16(n % 223), Searched: true, Score: n % 1000, Depth: n % 50, Nodes: uint32(n), Seen: 1, Day: n % 3000,
	}
}

// numberedUpTo returns the records from first to last.
func numberedUpTo(first, last int) (all []Record) {
	for n := first; n <= last; n++ {
		all = append(all, numbered(n))
	}
	return all
}

// newStore returns a store of a number of records on the real disk.
func newStore(t testing.TB, records int) *Store {
	t.Helper()
	s := Open(afero.NewOsFs(), t.TempDir(), "tahoun", freestyle, int64(records+1)*RecordSize)
	require.NotNil(t, s)
	require.Equal(t, records, s.Capacity())
	return s
}

// lookUp returns what a store knows of the nth position, apart from what only the store sets.
func lookUp(t testing.TB, s *Store, n int) (all []Record) {
	t.Helper()
	known, _, err := s.find(numbered(n).Position)
	require.NoError(t, err)
	for _, r := range known {
		r.Number, r.Place = 0, 0
		all = append(all, *r)
	}
	return all
}

// content returns the bytes of the store's file.
func content(t testing.TB, s *Store) []byte {
	t.Helper()
	b, err := afero.ReadFile(s.disk, s.path)
	require.NoError(t, err)
	return b
}

// setContent replaces the file, and makes its folder.
func setContent(t testing.TB, s *Store, b []byte) {
	t.Helper()
	require.NoError(t, s.disk.MkdirAll(filepath.Dir(s.path), 0o755))
	require.NoError(t, afero.WriteFile(s.disk, s.path, b, 0o644))
}

// wholeRecords returns the whole records of a file of ours, and how many damaged ones are among them.
func wholeRecords(t testing.TB, b []byte) (all []Record, damaged int) {
	t.Helper()
	require.GreaterOrEqual(t, len(b), RecordSize)
	for b = b[RecordSize:]; len(b) >= RecordSize; b = b[RecordSize:] {
		if r, ok := ParseRecord(b[:RecordSize]); ok {
			all = append(all, r)
		} else {
			damaged++
		}
	}
	return all, damaged
}

func TestOpen(t *testing.T) {
	disk := afero.NewMemMapFs()
	one := Open(disk, "folder", "tahoun", freestyle, 0)
	require.NotNil(t, one)
	assert.Equal(t, filepath.Join("folder", "tahoun", "experience-1-rule-0.bin"), one.path)
	assert.EqualValues(t, DefaultSize, one.maxSize)
	for _, brain := range []string{"pbrain-tahoun", "Tahoun", "PBRAIN-Tahoun"} {
		assert.Equal(t, one, Open(disk, "folder", brain, freestyle, 0))
	}
	assert.NotEqual(t, one.path, Open(disk, "folder", "tahoun", renju, 0).path)
	assert.Nil(t, Open(disk, "", "tahoun", freestyle, 0))
	assert.Nil(t, Open(disk, "folder", "", freestyle, 0))
	assert.Nil(t, Open(disk, "folder", "pbrain-", freestyle, 0))
	assert.Nil(t, Open(disk, "folder", "../tahoun", freestyle, 0))
	assert.Nil(t, Open(disk, "folder", "tahoun", freestyle, -1))
	infos, err := afero.ReadDir(disk, ".")
	require.NoError(t, err)
	assert.Empty(t, infos, "nothing is written yet")
}

// What was added is found, the oldest first, and nothing else.
func TestFindWhatWasAdded(t *testing.T) {
	for name, s := range map[string]*Store{
		"disk":      newStore(t, 5000),
		"in memory": Open(afero.NewMemMapFs(), "folder", "tahoun", freestyle, 0),
	} {
		t.Run(name, func(t *testing.T) {
			rng := seeded()
			assert.Empty(t, lookUp(t, s, 1))
			require.NoError(t, s.add(nil))
			want := map[int][]Record{}
			for range 60 {
				var batch []Record
				for range rng.IntN(30) {
					n := rng.IntN(100)
					r := numbered(n)
					r.Score = rng.IntN(1000)
					batch = append(batch, r)
					want[n] = append(want[n], r)
				}
				require.NoError(t, s.add(batch))
			}
			for n := range 100 {
				assert.Equal(t, want[n], lookUp(t, s, n))
			}
			other := numbered(1)
			other.Position.Stones = []uint16{7, 8} // with the key of another
			all, expiring, err := s.find(other.Position)
			require.NoError(t, err)
			assert.Empty(t, all)
			assert.False(t, expiring)
		})
	}
}

// A full file keeps the newest records, whatever is added at once, and stays within its size.
func TestRing(t *testing.T) {
	rng := seeded()
	for _, capacity := range []int{1, 2, 7, 50} {
		s := newStore(t, capacity)
		for n := 0; n < 4*capacity; {
			more := 1 + rng.IntN(2*capacity)
			require.NoError(t, s.add(numberedUpTo(n, n+more-1)))
			n += more
			for k := range n {
				if k < n-capacity {
					require.Empty(t, lookUp(t, s, k))
				} else {
					require.Equal(t, []Record{numbered(k)}, lookUp(t, s, k), "record %d of %d, capacity %d", k, n, capacity)
				}
			}
			all, damaged := wholeRecords(t, content(t, s))
			require.Len(t, all, min(n, capacity))
			require.Zero(t, damaged)
		}
		require.LessOrEqual(t, int64(len(content(t, s))), s.maxSize)
	}
}

// A record that a quarter of the ring or less keeps from its end is soon replaced; in a file that still grows none is.
func TestExpiring(t *testing.T) {
	s := newStore(t, 100)
	isSoon := func(n int) bool {
		all, expiring, err := s.find(numbered(n).Position)
		require.NoError(t, err)
		require.NotEmpty(t, all)
		return expiring
	}
	require.NoError(t, s.add(numberedUpTo(0, 98)))
	assert.False(t, isSoon(0))
	require.NoError(t, s.add(numberedUpTo(99, 129)))
	for n := 30; n < 130; n++ {
		assert.Equal(t, n < 30+25, isSoon(n), "%d", n)
	}
	require.NoError(t, s.add([]Record{numbered(40)}))
	assert.True(t, isSoon(40), "its older record counts")
}

// A total holds all that earlier records of its move said; those of other moves and later ones still count.
func TestTotalReplacesEarlier(t *testing.T) {
	s := newStore(t, 100)
	r := numbered(1)
	lost := Record{Position: r.Position, Move: r.Move, Lost: 1}
	back := Record{Position: r.Position, Move: r.Move, HasValue: true, Reply: 5, Value: -400, ValueDepth: 9}
	other := Record{Position: r.Position, Move: 200, Won: 3}
	require.NoError(t, s.add([]Record{r, lost, back, other}))
	f := Frame{15, 15, 0}
	known := func() []Move {
		all, _, err := s.find(r.Position)
		require.NoError(t, err)
		return SumUp(all, f)
	}
	before := known()
	require.Len(t, before, 2)
	for range 3 {
		for _, m := range known() {
			require.NoError(t, s.add([]Record{m.total(r.Position)}))
		}
		assert.Equal(t, before, known())
	}
	require.NoError(t, s.add([]Record{lost}))
	after := known()
	assert.Equal(t, 2, after[0].Lost)
	assert.Equal(t, before[0].Value, after[0].Value)
	assert.Equal(t, before[1], after[1])
}

// A file that was cut anywhere keeps its whole records, and goes on behind them.
func TestDamagedTail(t *testing.T) {
	s := newStore(t, 100)
	require.NoError(t, s.add(numberedUpTo(0, 2)))
	full := content(t, s)
	for length := range len(full) + 1 {
		setContent(t, s, full[:length])
		whole := max(length/RecordSize-1, 0)
		require.Equal(t, whole >= 1, len(lookUp(t, s, 0)) == 1, "length %d", length)
		require.NoError(t, s.add([]Record{numbered(3), numbered(4)}), "length %d", length)
		for n := range 5 {
			require.Equal(t, n < whole || n >= 3, len(lookUp(t, s, n)) == 1, "length %d, record %d", length, n)
		}
		all, damaged := wholeRecords(t, content(t, s))
		require.Len(t, all, whole+2)
		require.Zero(t, damaged)
		require.Zero(t, len(content(t, s))%RecordSize)
	}
}

// A head whose checksum is wrong costs nothing: the numbers go on, and a ring goes on where it was.
func TestDamagedHead(t *testing.T) {
	for _, last := range []int{4, 24, 25, 40} {
		s := newStore(t, 25)
		require.NoError(t, s.add(numberedUpTo(0, last)))
		full := content(t, s)
		for i := 0; i < RecordSize; i += 3 {
			if i >= 4 && i < 4+len(magic) {
				continue
			}
			b := bytes.Clone(full)
			b[i] ^= 0x40
			setContent(t, s, b)
			require.Len(t, lookUp(t, s, last), 1)
			require.NoError(t, s.add([]Record{numbered(100), numbered(101)}))
			all, damaged := wholeRecords(t, content(t, s))
			require.Zero(t, damaged)
			require.Len(t, all, min(last+3, 25))
			for n := last % 4; n <= last; n += 4 {
				require.Equal(t, n >= last+3-25, len(lookUp(t, s, n)) == 1, "byte %d: %d of %d", i, n, last)
			}
			older, _, err := s.find(numbered(last).Position)
			require.NoError(t, err)
			for _, n := range []int{100, 101} {
				newer, _, err := s.find(numbered(n).Position)
				require.NoError(t, err)
				require.Len(t, newer, 1)
				require.Greater(t, newer[0].Number, older[0].Number)
			}
		}
	}
}

// Damaged records in the middle are skipped.
func TestDamagedRecords(t *testing.T) {
	s := newStore(t, 25)
	require.NoError(t, s.add(numberedUpTo(0, 24)))
	b := content(t, s)
	for n := 0; n < 25; n += 2 {
		b[(n+1)*RecordSize+n] ^= 1
	}
	setContent(t, s, b)
	for n := range 25 {
		require.Equal(t, n%2 == 1, len(lookUp(t, s, n)) == 1)
	}
	require.NoError(t, s.add(numberedUpTo(25, 27)))
	for n := range 28 {
		require.Equal(t, n > 2 && n%2 == 1 || n >= 25, len(lookUp(t, s, n)) == 1)
	}
}

// A file that is not ours is left alone.
func TestForeignFile(t *testing.T) {
	rng := seeded()
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	s := newStore(t, 25)
	for _, b := range [][]byte{noise, noise[:RecordSize], bytes.Repeat([]byte("not ours\n"), 100), bytes.Replace(head{1, 1}.bytes(), magic, []byte("Tahoun exp 2"), 1)} {
		setContent(t, s, b)
		_, _, err := s.find(numbered(1).Position)
		require.ErrorIs(t, err, ErrForeign)
		require.ErrorIs(t, s.add(numberedUpTo(0, 3)), ErrForeign)
		require.Equal(t, b, content(t, s))
	}
}

func TestEmptyFile(t *testing.T) {
	s := newStore(t, 25)
	setContent(t, s, nil)
	assert.Empty(t, lookUp(t, s, 1))
	require.NoError(t, s.add(numberedUpTo(0, 3)))
	assert.Len(t, lookUp(t, s, 1), 1)
}

// Zeros are what a power failure can leave. They are no records, and harm nothing.
func TestZeros(t *testing.T) {
	s := newStore(t, 25)
	for length := 0; length < 5*RecordSize; length += 5 {
		setContent(t, s, make([]byte, length))
		all, _, _ := s.find(numbered(1).Position)
		require.Empty(t, all)
		_ = s.add(numberedUpTo(0, 3))
		_, _, _ = s.find(numbered(1).Position)
	}
	require.NoError(t, os.Remove(s.path))
	require.NoError(t, s.add(numberedUpTo(0, 3)))
	b := content(t, s)
	setContent(t, s, append(b, make([]byte, 3*RecordSize)...)) // of a write that came before its data
	assert.Len(t, lookUp(t, s, 3), 1)
	require.NoError(t, s.add(numberedUpTo(10, 12)))
	for _, n := range []int{0, 3, 10, 12} {
		assert.Len(t, lookUp(t, s, n), 1)
	}
}

// Whatever limit a file had before, it takes new records and keeps them as a ring. It does not shrink.
func TestOtherLimit(t *testing.T) {
	for _, last := range []int{4, 9, 13, 29, 30, 44, 75} { // records, from 0
		for _, limit := range []int{1, 10, 29, 31, 60} {
			s := newStore(t, 30)
			require.NoError(t, s.add(numberedUpTo(0, last)))
			s.maxSize = int64(limit+1) * RecordSize
			for n := 100; n < 100+limit+35; n += 3 {
				_, _, err := s.find(numbered(last).Position)
				require.NoError(t, err)
				require.NoError(t, s.add(numberedUpTo(n, n+2)))
				for k := n + 2; k > n+2-limit && k >= 100; k -= 1 + limit/3 {
					require.Len(t, lookUp(t, s, k), 1, "%d records, then limit %d, record %d of %d", last+1, limit, k, n+2)
				}
			}
			all, damaged := wholeRecords(t, content(t, s))
			require.Zero(t, damaged)
			require.GreaterOrEqual(t, len(all), min(limit, 35))
			require.LessOrEqual(t, len(all), max(limit, last+1))
		}
	}
}

// Without the manager's folder, or where something is in its place, there is no store.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("mine"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tahoun"), []byte("mine too"), 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub", "tahoun", "experience-1-rule-0.bin"), 0o755))
	for name, folder := range map[string]string{
		"missing": filepath.Join(dir, "missing"), "a file": file, "the brain's folder is a file": dir, "the file is a folder": filepath.Join(dir, "sub"),
	} {
		t.Run(name, func(t *testing.T) {
			s := Open(afero.NewOsFs(), folder, "tahoun", freestyle, 0)
			all, _, _ := s.find(numbered(1).Position)
			assert.Empty(t, all)
			assert.Error(t, s.add(numberedUpTo(1, 2)))
			playWithout(t, s)
		})
	}
	_, err := os.Stat(filepath.Join(dir, "missing"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	for _, name := range []string{"file", "tahoun"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Contains(t, string(b), "mine")
	}
}

// playWithout plays some turns with a store that may fail in any way: the learner does without.
func playWithout(t testing.TB, s *Store) {
	t.Helper()
	m := NewLearner(s)
	m.Patience = time.Minute
	b := board.New(15, 15)
	for n := range 4 {
		thinker := &scriptedJob{at: at(2*n, n), score: -400 * n, depth: 5}
		require.True(t, m.lookUp(Question{b, board.X, freestyle}, thinker))
		m.record(Question{b, board.X, freestyle}, thinker)
		b.Lay(board.X, at(2*n, n), at(2*n, n+1))
	}
	m.Over()
}

// An unstable disk fails at one call, refuses to write, or is full.
type unstable struct {
	afero.Fs
	failAt   int   // the call that fails, counted from 1
	room     int64 // how many bytes can be written yet, if full
	full     bool
	readOnly bool

	calls int
}

var errFault = errors.New("injected fault")

func (d *unstable) fault() error {
	if d.calls++; d.calls == d.failAt {
		return errFault
	}
	return nil
}

func (d *unstable) Open(name string) (afero.File, error) { return d.OpenFile(name, os.O_RDONLY, 0) }

func (d *unstable) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	if err := d.fault(); err != nil {
		return nil, err
	}
	if d.readOnly && flag != os.O_RDONLY {
		return nil, &os.PathError{Op: "open", Path: name, Err: syscall.EROFS}
	}
	f, err := d.Fs.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return unstableFile{f, d}, nil
}

func (d *unstable) Mkdir(name string, mode os.FileMode) error {
	if err := d.fault(); err != nil {
		return err
	}
	if d.readOnly {
		return &os.PathError{Op: "mkdir", Path: name, Err: syscall.EROFS}
	}
	return d.Fs.Mkdir(name, mode)
}

type unstableFile struct {
	afero.File
	disk *unstable
}

func (f unstableFile) Close() error { return errors.Join(f.disk.fault(), f.File.Close()) }

func (f unstableFile) Read(b []byte) (int, error) {
	if err := f.disk.fault(); err != nil {
		return 0, err
	}
	return f.File.Read(b)
}

func (f unstableFile) ReadAt(b []byte, at int64) (int, error) {
	if err := f.disk.fault(); err != nil {
		return 0, err
	}
	return f.File.ReadAt(b, at)
}

func (f unstableFile) Seek(to int64, from int) (int64, error) {
	if err := f.disk.fault(); err != nil {
		return 0, err
	}
	return f.File.Seek(to, from)
}

func (f unstableFile) Stat() (os.FileInfo, error) {
	if err := f.disk.fault(); err != nil {
		return nil, err
	}
	return f.File.Stat()
}

func (f unstableFile) Truncate(size int64) error {
	if err := f.disk.fault(); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

// WriteAt leaves half of the bytes if it fails, and as many as there is room for on a full disk.
func (f unstableFile) WriteAt(b []byte, at int64) (int, error) {
	if err := f.disk.fault(); err != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], at)
		return n, err
	}
	if f.disk.full {
		info, err := f.File.Stat()
		if err != nil {
			return 0, err
		}
		grows := max(at+int64(len(b))-info.Size(), 0)
		if grows > f.disk.room {
			n, _ := f.File.WriteAt(b[:max(int64(len(b))-grows+f.disk.room, 0)], at)
			f.disk.room = 0
			return n, syscall.ENOSPC
		}
		f.disk.room -= grows
	}
	return f.File.WriteAt(b, at)
}

// requireStored checks that a store has records from first to last, that all of the file is whole, and that it goes on.
func requireStored(t testing.TB, s *Store, first, last int, why string) {
	t.Helper()
	require.NoError(t, s.add(numberedUpTo(1000, 1003)), why)
	for n := first; n <= last; n++ {
		require.Len(t, lookUp(t, s, n), 1, why)
	}
	require.Len(t, lookUp(t, s, 1003), 1, why)
	_, damaged := wholeRecords(t, content(t, s))
	require.LessOrEqual(t, damaged, 1, why)
}

// A disk that gets full after any number of bytes costs the records that have no room, and no others.
func TestDiskFull(t *testing.T) {
	for room := int64(0); room < 8*RecordSize; room += 5 {
		s := newStore(t, 100)
		disk := &unstable{Fs: s.disk, full: true, room: room}
		real := s.disk
		s.disk = disk
		added := 0
		for n := range 4 {
			if s.add(numberedUpTo(2*n, 2*n+1)) == nil {
				added = 2*n + 2
			}
		}
		_, _, err := s.find(numbered(0).Position)
		require.NoError(t, err)
		if room%7 == 0 {
			playWithout(t, s)
		}
		s.disk = real
		if room >= RecordSize {
			requireStored(t, s, 0, added-1, "room")
		} else {
			require.NoError(t, s.add(numberedUpTo(0, 3)))
			requireStored(t, s, 0, 3, "no room for a head")
		}
	}
}

// One call that fails, whichever it is, costs the records of that call at most.
func TestEveryCallFails(t *testing.T) {
	for _, before := range []int{0, 5, 100, 130} { // records
		calls := 1
		for failAt := 1; failAt <= calls; failAt++ {
			s := newStore(t, 100)
			require.NoError(t, s.add(numberedUpTo(0, before-1)))
			disk := &unstable{Fs: s.disk, failAt: failAt}
			real := s.disk
			s.disk = disk
			errAdd := s.add(numberedUpTo(200, 202))
			all, _, errFind := s.find(numbered(200).Position)
			if errAdd == nil && errFind == nil {
				require.Len(t, all, 1)
			}
			calls = disk.calls
			s.disk = real
			requireStored(t, s, max(0, before-100+10), before-1, "a call failed")
			if errAdd == nil {
				require.Len(t, lookUp(t, s, 200), 1)
			}
		}
		require.Greater(t, calls, 5)
	}
	for failAt := range 60 {
		s := newStore(t, 100)
		s.disk = &unstable{Fs: s.disk, failAt: failAt}
		playWithout(t, s)
	}
}

func TestReadOnly(t *testing.T) {
	s := newStore(t, 100)
	require.NoError(t, s.add(numberedUpTo(0, 5)))
	before := content(t, s)
	real := s.disk
	for _, disk := range []afero.Fs{&unstable{Fs: real, readOnly: true}, afero.NewReadOnlyFs(real)} {
		s.disk = disk
		assert.Len(t, lookUp(t, s, 5), 1, "reading works")
		require.Error(t, s.add(numberedUpTo(6, 7)))
		playWithout(t, s)
	}
	assert.Equal(t, before, content(t, s))
	empty := newStore(t, 100)
	empty.disk = &unstable{Fs: empty.disk, readOnly: true}
	playWithout(t, empty)
	_, err := os.Stat(filepath.Dir(empty.path))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// contents are what a file may hold, and whether its checksums are mended so that the rest is looked at.
func contents(t testing.TB) (all []struct {
	content []byte
	mend    bool
}) {
	add := func(content []byte, mend bool) {
		all = append(all, struct {
			content []byte
			mend    bool
		}{content, mend})
	}
	with := newStore(t, 20)
	require.NoError(t, with.add(numberedUpTo(0, 5)))
	add(content(t, with), false)
	require.NoError(t, with.add(numberedUpTo(6, 29)))
	add(content(t, with), true)
	add(content(t, with)[:1000], true)
	add(head{7, 1 << 31}.bytes(), false)
	add(nil, false)
	add(make([]byte, 500), false)
	add([]byte("foreign"), false)
	return all
}

// checkContent checks that a learner plays with a file whatever it holds, and that a store which takes records gives
// them back and keeps its limit.
func checkContent(t *testing.T, s *Store, b []byte, mend bool) {
	if mend {
		b = bytes.Clone(b)
		for rest := b; len(rest) >= RecordSize; rest = rest[RecordSize:] {
			sum(rest[:RecordSize])
		}
	}
	setContent(t, s, b)
	_, _, _ = s.find(numbered(1).Position)
	playWithout(t, s)
	err := s.add(numberedUpTo(100, 102))
	ours := len(b) >= RecordSize && bytes.Equal(b[4:4+len(magic)], magic)
	require.True(t, !ours || err == nil, "%v", err)
	if err != nil {
		require.Equal(t, b, content(t, s))
		return
	}
	for n := 100; n <= 102; n++ {
		require.Len(t, lookUp(t, s, n), 1)
	}
	require.LessOrEqual(t, len(content(t, s)), max(int(s.maxSize)+RecordSize-1, len(b)))
}

func TestContentsOnADisk(t *testing.T) {
	for _, c := range contents(t) {
		checkContent(t, Open(afero.NewOsFs(), t.TempDir(), "tahoun", freestyle, 21*RecordSize), c.content, c.mend)
	}
}

func FuzzStore(f *testing.F) {
	all := contents(f)
	for i, c := range all {
		f.Add(uint8(i), uint16(0), c.mend, []byte("edits"))
	}
	f.Add(uint8(1), uint16(50), true, []byte{})
	f.Fuzz(func(t *testing.T, base uint8, cut uint16, mend bool, edits []byte) {
		s := Open(afero.NewMemMapFs(), "folder", "tahoun", freestyle, 21*RecordSize)
		require.NoError(t, s.disk.MkdirAll("folder", 0o755))
		checkContent(t, s, filetest.Edited(all[int(base)%len(all)].content, cut, edits), mend)
	})
}

// fullStore returns a store of the default size that is full, and the number of its newest record. Each record has a
// position of its own, with 20 stones.
func fullStore(b testing.TB) (*Store, int) {
	s := Open(afero.NewOsFs(), b.TempDir(), "tahoun", freestyle, 0)
	var all []Record
	for n := range s.Capacity() + 1000 {
		r := numbered(n)
		for i := range uint16(18) {
			r.Position.Stones = append(r.Position.Stones, 10*i+3)
		}
		all = append(all, r)
	}
	require.NoError(b, s.add(all))
	return s, len(all) - 1
}

// BenchmarkFind looks a position up in a full file.
func BenchmarkFind(b *testing.B) {
	s, newest := fullStore(b)
	r := numbered(newest)
	for i := range uint16(18) {
		r.Position.Stones = append(r.Position.Stones, 10*i+3)
	}
	for b.Loop() {
		all, _, err := s.find(r.Position)
		require.NoError(b, err)
		require.Len(b, all, 1)
	}
}

// BenchmarkAdd adds the records of a decision, with the values of twelve earlier ones, to a full file.
func BenchmarkAdd(b *testing.B) {
	s, _ := fullStore(b)
	records := numberedUpTo(0, 24)
	for b.Loop() {
		require.NoError(b, s.add(records))
	}
}

// BenchmarkPlain does to a full file what finding and adding cannot do without: it opens the file and reads it to its
// end, or opens it and writes as many bytes as BenchmarkAdd.
func BenchmarkPlain(b *testing.B) {
	s, _ := fullStore(b)
	buffer, records := make([]byte, 1<<18), make([]byte, 25*RecordSize)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			f, err := os.Open(s.path)
			require.NoError(b, err)
			for n := 1; n > 0; {
				n, _ = f.Read(buffer)
			}
			require.NoError(b, f.Close())
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			f, err := os.OpenFile(s.path, os.O_RDWR, 0)
			require.NoError(b, err)
			_, err = f.WriteAt(records, RecordSize)
			require.NoError(b, err)
			require.NoError(b, f.Close())
		}
	})
}

// BenchmarkAddDamagedHead is BenchmarkAdd where the head must be made anew.
func BenchmarkAddDamagedHead(b *testing.B) {
	s, _ := fullStore(b)
	records := numberedUpTo(0, 24)
	f, err := os.OpenFile(s.path, os.O_RDWR, 0)
	require.NoError(b, err)
	defer f.Close()
	for b.Loop() {
		_, err := f.WriteAt(binary.LittleEndian.AppendUint32(nil, 12345), 0)
		require.NoError(b, err)
		require.NoError(b, s.add(records))
	}
}
