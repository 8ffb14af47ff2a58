package weights

import (
	"bytes"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// numbers are weights of a test.
type numbers struct {
	Few  [4]int16
	Rows [2]struct{ Many [2]int32 }
	Last [2]int16
}

// padded are the same with a gap before rows.
type padded struct {
	Few  [3]int16
	Rows [2]struct{ Many [2]int32 }
	Last [2]int16
}

var (
	some = numbers{
		Few: [4]int16{-2, 0x102, 3, 7}, Last: [2]int16{8, -9},
		Rows: [2]struct{ Many [2]int32 }{{[2]int32{-1, 2}}, {[2]int32{1 << 30, 4}}},
	}
	head = Head{{"set", "caro"}, {"date", "2026-11-25"}, {"data", "a.games: x"}, {"data", "b.games"}, {"commit", Unknown}}
)

// Every embedded file has the name of its content, and every file in the folder is embedded.
func TestNamesOfTheFiles(t *testing.T) {
	var names []string
	for _, f := range Embedded {
		names = append(names, f.Name+".bin")
		h, err := Read(f.Content)
		require.NoError(t, err, f.Name)
		assert.Equal(t, f.Name, Name(h, f.Content))
		assert.Equal(t, h.Set(), f.Set())
		for _, line := range []string{"set", "date", "commit", "fit", "data", "size", "loss", "scale", "layout"} {
			assert.NotEmpty(t, h.value(line), "%s: %s", f.Name, line)
		}
	}
	there, err := filepath.Glob("*.bin")
	require.NoError(t, err)
	assert.Equal(t, there, names)
}

// The command and the commit in the head of an embedded file make its games again.
func TestGamesCanBeHadAgain(t *testing.T) {
	again := regexp.MustCompile(`^\S+, sha256 [0-9a-f]{64}, made by tune selfplay .*-seed \d+.* at [0-9a-f]{7,40}$`)
	lost := map[string]string{ // by set; the games of a new file are none of these
		"caro":    "b7e1508cada0294ff8d113508a772e98c0aeb4fee78cde12f5c260aa6b5c304e",
		"renju_x": "0e4cf1174947064a0e4317bfed011c25ae3217e90c7f0c1bb40e5e8a5257fec5",
		"renju_o": "0e4cf1174947064a0e4317bfed011c25ae3217e90c7f0c1bb40e5e8a5257fec5",
	}
	for _, f := range Embedded {
		h, err := Read(f.Content)
		require.NoError(t, err, f.Name)
		for _, l := range h {
			if sum := lost[f.Set()]; l.Name == "data" && (sum == "" || !strings.Contains(l.Value, sum)) {
				assert.Regexp(t, again, l.Value, f.Name)
				assert.NotRegexp(t, "unknown|modified", l.Value, f.Name)
			}
		}
	}
}

// The embedded weights are read where the executable has them.
func TestEmbeddedFilesAreAligned(t *testing.T) {
	for _, f := range Embedded {
		assert.Zero(t, uintptr(unsafe.Pointer(&f.Content[0]))%unsafe.Alignof(int32(0)), f.Name)
	}
}

// Weights that were encoded are decoded, for any byte order and at any place in memory.
func TestDecode(t *testing.T) {
	file := Encode(head, &some)
	assert.NotContains(t, head, Line{}, "Encode writes to no head but its own")
	for shift := range 5 {
		moved := append(make([]byte, shift), file...)[shift:]
		got, h, err := Decode[numbers](moved)
		require.NoError(t, err)
		assert.Equal(t, some, *got)
		assert.Equal(t, head, h[:len(head)])
		assert.Equal(t, "{[4]int16 [2]{[2]int32} [2]int16}", h.value("layout"))
	}
	_, raw, err := split(file)
	require.NoError(t, err)
	assert.Equal(t, []byte{0xfe, 0xff, 2, 1, 3, 0}, raw[:6])
	assert.Zero(t, (len(file)-len(raw))%alignment)
	got, err := decoded[numbers](raw)
	require.NoError(t, err)
	assert.Equal(t, some, *got)

	want := padded{Rows: some.Rows, Last: some.Last}
	spread, _, err := Decode[padded](Encode(head, &want))
	require.NoError(t, err)
	assert.Equal(t, want, *spread)
}

// Weights that are aligned in their file are not copied.
func TestDecodeInPlace(t *testing.T) {
	file := Encode(head, &some)
	got, _, err := Decode[numbers](file)
	require.NoError(t, err)
	if _, raw, _ := split(file); inPlace(reflect.TypeFor[numbers](), raw) {
		clear(file)
		assert.Zero(t, *got)
	} else {
		assert.False(t, littleEndian, "the numbers are not aligned")
	}
}

// Every change of a file changes its name.
func TestName(t *testing.T) {
	file := Encode(head, &some)
	name := Name(head, file)
	assert.Regexp(t, "^caro-[0-9a-f]{12}$", name)
	file[len(file)-1]++
	assert.NotEqual(t, name, Name(head, file))
}

func TestDecodeRefuses(t *testing.T) {
	file, old := Encode(head, &some), withoutChecksum(Encode(head, &some))
	for says, bad := range map[string][]byte{
		"begins with Tahoun weights 1": append([]byte("Tahoun weights 2\n"), file[len(first):]...),
		"the head has no end":          file[:len(file)-len(file)%alignment-2],
		"the head is empty":            []byte(first + end),
		"of weights, got":              old[:len(old)-1],
		"want 28 bytes":                append(old[:len(old):len(old)], 0),
		"the checksum in the file":     file[:len(file)-1],
		"not that of its bytes":        append(file[:len(file):len(file)], 0),
		"the head ends with \"size\"":  []byte(first + "layout: {}\nsize: 1" + end),
		"want a file of weights":       nil,
		"want {[4]int16 [2]{[2]int32} [2]int16}, got {[3]int16}": Encode(head, &struct{ Few [3]int16 }{}),
	} {
		_, _, err := Decode[numbers](bad)
		assert.ErrorContains(t, err, says)
	}
}

// withoutChecksum returns a file as version 0.3.0 wrote it.
func withoutChecksum(file []byte) []byte {
	text, numbers, _ := bytes.Cut(file, []byte(end))
	text, _, _ = bytes.Cut(text, []byte("\n"+checksumName))
	return slices.Concat(text, []byte(end), numbers)
}

// No bit of a file can change unseen.
func TestEveryBitCounts(t *testing.T) {
	file := Encode(head, &some)
	for i := range 8 * len(file) {
		damaged := bytes.Clone(file)
		damaged[i/8] ^= 1 << (i % 8)
		_, _, err := Decode[numbers](damaged)
		require.Error(t, err, "bit %d of byte %d", i%8, i/8)
	}
}

// A file of version 0.3.0 is read, and what changed in it is seen as long as its name has the hash.
func TestFilesWithoutChecksum(t *testing.T) {
	file := withoutChecksum(Encode(head, &some))
	got, h, err := Decode[numbers](file)
	require.NoError(t, err)
	assert.Equal(t, some, *got)
	name := Name(h, file)
	damaged := bytes.Clone(file)
	damaged[len(file)-1] ^= 1
	for _, dir := range []string{"", "some/where/", "-0123456789ab/"} {
		assert.NoError(t, CheckName(dir+name+".bin", file))
		assert.NoError(t, CheckName(dir+name, file))
		assert.ErrorContains(t, CheckName(dir+name+".bin", damaged), "damaged or renamed")
		for _, other := range []string{"new.bin", "caro-0123456789a.bin", "caro-0123456789AB.bin", "caro_0123456789ab", ".bin"} {
			assert.NoError(t, CheckName(dir+other, damaged), other)
		}
	}
	assert.Error(t, CheckName("mine-0123456789ab.bin", file))
}

// What is decoded is what Encode would write, whatever else the head says.
func FuzzDecode(f *testing.F) {
	file := Encode(head, &some)
	f.Add(file)
	f.Add(withoutChecksum(file))
	f.Add([]byte(first + end))
	f.Add([]byte(first + "checksum: 0" + end))
	f.Fuzz(func(t *testing.T, file []byte) {
		got, h, err := Decode[numbers](file)
		_ = CheckName(string(file[:min(len(file), 40)]), file)
		if err != nil {
			return
		}
		again, _, err := Decode[numbers](Encode(h, got))
		require.NoError(t, err)
		require.Equal(t, *got, *again)
	})
}
