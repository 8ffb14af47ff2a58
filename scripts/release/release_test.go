package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gobuild"
	"tahoun/search"
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

// Unpacked files can be packed again: in no time zone are they too old for a zip.
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
	assert.NoError(t, checkSize("tahoun.exe", target, 7_999_999, 8_000_000))
	assert.EqualError(t, checkSize("tahoun.exe", target, 8_000_000, 8_000_000),
		"tahoun.exe for windows-386 has 8000000 bytes: want less than 8000000")
}

func TestSums(t *testing.T) {
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.zip\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.zip\n"
	assert.Equal(t, want, string(sums([]file{{"b.zip", plain, []byte("abc")}, {"a.zip", plain, nil}})))
}

// Each system has its zips, with their contents.
func TestParcels(t *testing.T) {
	defer func() { compile = gobuild.Executable }()
	compile = func(dir string, _ gobuild.Target, out string, _ ...string) error {
		sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(sources) == 0 {
			return fmt.Errorf("%s has no program: %w", dir, err)
		}
		return os.WriteFile(out, []byte(dir), 0o755)
	}
	root, err := gobuild.Root()
	require.NoError(t, err)
	want := [][]string{
		{"tahoun.exe", "pbrain-tahoun.exe", "README.md", "scripts/pbrain/README.md",
			"sample/Info.dat", "sample/Plocha.dat", "sample/Tah.dat", "sample/TimeOuts.dat", "sample/msg.dat", "CHANGES.md", "LICENSE", "LIBRARIES.txt"},
		{"bin/koth-tahoun.exe", "meta", "README.md", "CHANGES.md", "LICENSE", "LIBRARIES.txt"},
		{"tahoun-board.exe", "README.md", "CHANGES.md", "LICENSE", "LIBRARIES.txt"},
		{
			"tahoun-arena.exe", "tahoun.exe", "README.md", "OPTIONS.md", "RECORDS.md",
			"testdata/openings/caro-15-even.txt",
			"testdata/openings/exact-five-15.txt", "testdata/openings/exact-five-20-even.txt", "testdata/openings/exact-five-20.txt",
			"testdata/openings/freestyle-15.txt", "testdata/openings/freestyle-20-even.txt", "testdata/openings/freestyle-20.txt",
			"testdata/openings/renju-15-even.txt", "testdata/openings/renju-15.txt",
			"CHANGES.md", "LICENSE", "LIBRARIES.txt",
		},
	}
	require.Len(t, archives, len(want))
	for i, p := range archives {
		files, err := p.collect(root, gobuild.Target{OS: "windows", Arch: "amd64"})
		require.NoError(t, err)
		var names []string
		for _, f := range files {
			names = append(names, f.name)
		}
		assert.Equal(t, want[i], names)
		checkPages(t, files)
		if at := slices.Index(names, "meta"); at >= 0 {
			assert.Equal(t, "Tahoun\nbin\\koth-tahoun.exe\n\n0\n", string(files[at].content))
		}
		libraries := string(files[len(files)-1].content)
		for _, want := range []string{
			"github.com/spf13/afero v", "Apache License", "golang.org/x/text v", "Copyright 2009 The Go Authors.",
		} {
			assert.Contains(t, libraries, want)
		}
		for _, library := range []string{"testify", "yaml"} { // of tests
			assert.NotContains(t, libraries, library)
		}
	}
	assert.Len(t, gobuild.Targets, 5)
}

// checkPages checks that relative links lead to files or folders of the zip, and that no page runs a program from source
// that the zip has.
func checkPages(t *testing.T, files []file) {
	t.Helper()
	for _, page := range files {
		if path.Ext(page.name) != ".md" {
			continue
		}
		for _, parts := range link.FindAllStringSubmatch(string(page.content), -1) {
			to := path.Join(path.Dir(page.name), parts[2])
			there := slices.ContainsFunc(files, func(f file) bool { return f.name == to || strings.HasPrefix(f.name, to+"/") })
			assert.True(t, parts[2] == "" || strings.Contains(parts[2], ":") || there, "%s links to %s", page.name, parts[2])
		}
		if files[0].name == "tahoun-arena.exe" && page.name == "README.md" {
			assert.Contains(t, string(page.content), `    .\tahoun-arena -p file:./tahoun -p file,label=dos`)
			assert.NotContains(t, string(page.content), "go run ./scripts/arena")
		}
	}
}

// Links of a page follow their files, and those to files that are not packed leave their text.
func TestPage(t *testing.T) {
	p := archive{
		programs: []item{{"tahoun-arena", "scripts/arena"}, {"tahoun", "."}},
		texts:    []item{{"README.md", "scripts/arena/README.md"}, {"doc/more.md", "scripts/arena/MORE.md"}, {"games", "testdata/games"}},
	}
	const source = "[a](MORE.md#top) [b](../tune/README.md#x) [c](#here) [d](https://go.dev/dl/) [e](../../testdata/games/1.psq)\n" +
		"    go run ./scripts/arena -p a; go run ./scripts/arenas; go run .\n"
	const want = "[a](doc/more.md#top) b [c](#here) [d](https://go.dev/dl/) [e](games/1.psq)\n" +
		"    ./tahoun-arena -p a; go run ./scripts/arenas; go run .\n"
	linux, windows := gobuild.Target{OS: "linux", Arch: "amd64"}, gobuild.Target{OS: "windows", Arch: "386"}
	assert.Equal(t, want, string(p.page(p.texts[0], linux, []byte(source))))
	assert.Equal(t, strings.ReplaceAll(want, "./tahoun-arena", `.\tahoun-arena`), string(p.page(p.texts[0], windows, []byte(source))))
	assert.Equal(t, "[r](../README.md)", string(p.page(p.texts[1], linux, []byte("[r](README.md)"))))
}

// Texts have the same line ends in every zip, on every system.
func TestLineEndsOfTexts(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"), []byte("# Tahoun\r\n"), 0o644))
	files, err := archive{texts: []item{{"README.md", "README.md"}}}.read(root, gobuild.Host())
	require.NoError(t, err)
	assert.Equal(t, []file{{"README.md", plain, []byte("# Tahoun\n")}}, files)
}

// A linked module without a licence stops the release.
func TestLicences(t *testing.T) {
	dir := t.TempDir()
	_, err := licences(dir)
	assert.ErrorContains(t, err, "no licence in ")
	for _, name := range []string{"Licence.md", "NOTICE", "README", "copying.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name+"\r\n"), 0o644))
	}
	text, err := licences(dir)
	require.NoError(t, err)
	assert.Equal(t, "Licence.md\nNOTICE\ncopying.txt\n", string(text))
}

// goLicence's licence equals Go's, if this Go installation has one.
func TestGoLicence(t *testing.T) {
	root, err := gobuild.Root()
	require.NoError(t, err)
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	want, err := readText(filepath.Join(strings.TrimSpace(string(goroot)), "LICENSE"))
	if err != nil {
		t.Skip(err)
	}
	modules, err := gobuild.Linked(root, gobuild.Host(), root)
	require.NoError(t, err)
	at := slices.IndexFunc(modules, func(m gobuild.Module) bool { return strings.HasPrefix(m.Name, goLicence+" ") })
	require.GreaterOrEqual(t, at, 0)
	got, err := licences(modules[at].Dir)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

// The version that is released names its changes first.
func TestChangesOfTheVersion(t *testing.T) {
	root, err := gobuild.Root()
	require.NoError(t, err)
	text, err := readText(filepath.Join(root, changes.from))
	require.NoError(t, err)
	_, newest, _ := strings.Cut(string(text), "\n## ")
	version, _, _ := strings.Cut(newest, "\n")
	assert.Equal(t, search.Version, version)
}

func TestRunRefusesWrongUse(t *testing.T) {
	for _, args := range [][]string{{"-unknown"}, {"dist"}} {
		var stderr bytes.Buffer
		assert.Equal(t, 2, run(args, io.Discard, &stderr))
		assert.NotEmpty(t, stderr.String())
	}
}
