package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

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

func TestReadVersion(t *testing.T) {
	for _, c := range []struct{ name, source, want, wrong string }{
		{"a line of its own", "package main\n\n// v\nconst version = \"0.1.0\"\n", "0.1.0", ""},
		{"in a group", "package main\n\nconst (\n\tname, version = \"tahoun\", `1.2.3`\n)\n", "1.2.3", ""},
		{"a variable is not it", "package main\n\nvar version = \"0.1.0\"\n", "", "want a line `const version"},
		{"not a plain string", "package main\n\nconst version = name + \"1\"\n", "", "want a line `const version"},
		{"empty", "package main\n\nconst version = \"\"\n", "", "want a line `const version"},
		{"not Go", "version 1", "", "expected 'package'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "main.go")
			require.NoError(t, os.WriteFile(path, []byte(c.source), 0o644))
			got, err := readVersion(path)
			assert.Equal(t, c.want, got)
			if c.wrong != "" {
				assert.ErrorContains(t, err, c.wrong)
			} else {
				assert.NoError(t, err)
			}
		})
	}
}

func TestRunRefusesWrongUse(t *testing.T) {
	for _, args := range [][]string{{"-unknown"}, {"dist"}} {
		var stderr bytes.Buffer
		assert.Equal(t, 2, run(args, io.Discard, &stderr))
		assert.NotEmpty(t, stderr.String())
	}
}
