package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gobuild"
)

// brainFiles is a zip's content with a fake executable.
func brainFiles() []file {
	return []file{
		{"tahoun.exe", program, bytes.Repeat([]byte("MZ code"), 10_000)},
		{"README.md", plain, []byte("# Tahoun\n")},
		{"LICENSE", plain, []byte("MIT\n")},
	}
}

func TestPackHoldsTheFilesInOrder(t *testing.T) {
	packed, err := pack(brainFiles())
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	require.NoError(t, err)
	require.Len(t, z.File, len(brainFiles()))
	for i, want := range brainFiles() {
		got := z.File[i]
		assert.Equal(t, want.name, got.Name)
		assert.Equal(t, want.mode, got.Mode())
		assert.True(t, packTime.Equal(got.Modified), "time of %s: %v", got.Name, got.Modified)
		assert.Equal(t, want.content, read(t, got))
	}
}

// What was unpacked can be packed again: no zone's clock says that it is older than a zip can hold.
func TestPackedTimeInEveryZone(t *testing.T) {
	for hours := -12; hours <= 14; hours++ {
		local := packTime.In(time.FixedZone("", hours*3600))
		assert.GreaterOrEqual(t, local.Year(), 1980, "%v", local)
	}
}

func read(t *testing.T, f *zip.File) []byte {
	t.Helper()
	r, err := f.Open()
	require.NoError(t, err)
	content, err := io.ReadAll(r)
	require.NoError(t, err)
	return content
}

func TestPackIsReproducible(t *testing.T) {
	first, err := pack(brainFiles())
	require.NoError(t, err)
	second, err := pack(brainFiles())
	require.NoError(t, err)
	assert.True(t, bytes.Equal(first, second), "bytes differ")
}

func TestCheckSize(t *testing.T) {
	target := gobuild.Target{OS: "windows", Arch: "386"}
	assert.NoError(t, checkSize(target, 7_999_999))
	assert.EqualError(t, checkSize(target, 8_000_000),
		"the executable for windows-386 has 8000000 bytes: want less than 8000000")
}

func TestSums(t *testing.T) {
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.zip\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.zip\n"
	assert.Equal(t, want, string(sums([]file{{"b.zip", plain, []byte("abc")}, {"a.zip", plain, nil}})))
}

// What each zip holds, and for how many systems there is one.
func TestParcels(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three executables")
	}
	root, err := gobuild.Root()
	require.NoError(t, err)
	want := [][]string{
		{"tahoun.exe", "pbrain-tahoun.exe", "README.md", "scripts/pbrain/README.md", "LICENSE"},
		{"bin/koth-tahoun.exe", "meta", "README.md", "LICENSE"},
	}
	require.Len(t, parcels, len(want))
	for i, p := range parcels {
		files, err := p.collect(root, gobuild.Target{OS: "windows", Arch: "amd64"})
		require.NoError(t, err)
		var names []string
		for _, f := range files {
			names = append(names, f.name)
		}
		assert.Equal(t, want[i], names)
		if at := slices.Index(names, "meta"); at >= 0 {
			assert.Equal(t, "Tahoun\nbin\\koth-tahoun.exe\n\n0\n", string(files[at].content))
		}
	}
	assert.Len(t, gobuild.Targets, 5)
}

// The lines of a text end in the same way in every zip, whatever git made of them.
func TestLineEndsOfTexts(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"), []byte("# Tahoun\r\n"), 0o644))
	files, err := parcel{texts: []item{{"README.md", "README.md"}}}.collect(root, gobuild.Host())
	require.NoError(t, err)
	assert.Equal(t, []file{{"README.md", plain, []byte("# Tahoun\n")}}, files)
}

func TestRunRefusesWrongUse(t *testing.T) {
	for _, args := range [][]string{{"-unknown"}, {"dist"}} {
		var stderr bytes.Buffer
		assert.Equal(t, 2, run(args, io.Discard, &stderr))
		assert.NotEmpty(t, stderr.String())
	}
}
