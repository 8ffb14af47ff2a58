// Release builds Tahoun for every supported system and packs the executables with the
// README, the changes and the licences: the same commit and Go version give the same bytes everywhere.
//
//	go run ./scripts/release           # dist/ in the module's root
//	go run ./scripts/release -o DIR
//	go run ./scripts/release -page     # tahoun.html alone
//
// Beside the zips it writes tahoun.html, the page with the search in one file, and SHA256SUMS, in the form that
// `sha256sum -c` reads. Nothing is written unless everything was built.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/afero"

	onDisk "tahoun/fileproto/file"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/gobuild"
	"tahoun/search"
)

const usage = `usage: go run ./scripts/release [-o DIR] [-page]

Builds everything for every system and writes the zips, tahoun.html and SHA256SUMS.

%s`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs the program and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	return cli.Main("release", stderr,
		func() (options, error) { return parse(args, stdout) },
		func(o options) error { return release(o, stdout, stderr) })
}

type options struct {
	dir  string // "": dist in the module's root
	page bool   // only tahoun.html
}

func parse(args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.StringVar(&o.dir, "o", "", "write to `DIR` instead of dist in the module's root")
	flags.BoolVar(&o.page, "page", false, "build only tahoun.html")
	err = cli.Parse(flags, args, usage, stdout)
	return o, err
}

// release builds and packs every target, writes everything and prints the sizes to stdout.
func release(o options, stdout, stderr io.Writer) error {
	root, err := gobuild.Root()
	if err != nil {
		return err
	}
	if changed, _ := gobuild.Changed(root); changed {
		fmt.Fprintf(stderr, "release: version %s has uncommitted changes\n", search.Version)
	}
	if o.dir == "" {
		o.dir = filepath.Join(root, "dist")
	}
	page, err := singlePage(root)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: %d bytes\n", page.name, len(page.content))
	if o.page {
		return writeAll(o.dir, []file{page})
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "bytes (%s)\tfile brain\tpipe brain\tzip\tkoth bot\tzip\tpage\tzip\tarena\tfile brain\tzip\t\n",
		runtime.Version())
	all := []file{page}
	for _, target := range gobuild.Targets {
		fmt.Fprintf(table, "%s\t", target)
		for _, p := range archives {
			contents, err := p.collect(root, target)
			if err != nil {
				return err
			}
			content, err := pack(contents)
			if err != nil {
				return err
			}
			all = append(all, file{p.name + "-" + search.Version + "-" + target.String() + ".zip", plain, content})
			for i := range p.programs {
				fmt.Fprintf(table, "%d\t", len(contents[i].content))
			}
			fmt.Fprintf(table, "%d\t", len(content))
		}
		fmt.Fprintln(table)
	}
	if err := writeAll(o.dir, append(all, file{"SHA256SUMS", plain, sums(all)})); err != nil {
		return err
	}
	return table.Flush()
}

// An archive lists the contents of one zip for each target. A text that comes from a folder is all of its files.
type archive struct {
	name            string
	programs, texts []item
	maxSize         int // in bytes: every executable stays below it
}

// An item has a name in the zip and comes from a folder or a file below the root.
type item struct{ name, from string }

var changes = item{"CHANGES.md", "scripts/release/CHANGES.md"}

// archives lists all zips. Managers take an executable for a pipe brain if its name begins with pbrain-, and otherwise
// for a file brain. They search all folders of a zip. The bot, the page and the arena are neither, so each has a zip of
// its own. The bot's has the folders of its judge, and the arena's those of the repository, which the commands of its
// README name. With the brain's comes a folder to try it on.
var archives = []archive{
	{
		"tahoun",
		[]item{{"tahoun", "."}, {"pbrain-tahoun", "scripts/pbrain"}},
		[]item{
			{"README.md", "README.md"},
			{"scripts/pbrain/README.md", "scripts/pbrain/README.md"}, // where the other one links to
			{"sample", "testdata/moves/sample-freestyle-early/in"},
			changes,
			{"LICENSE", "LICENSE"},
		},
		8_000_000,
	},
	{
		"koth-tahoun",
		[]item{{"bin/koth-tahoun", "scripts/koth"}},
		[]item{{"meta", "scripts/koth/meta"}, {"README.md", "scripts/koth/README.md"}, changes, {"LICENSE", "LICENSE"}},
		8_000_000,
	},
	{
		"tahoun-board",
		[]item{{"tahoun-board", "scripts/board"}},
		[]item{{"README.md", "scripts/board/README.md"}, changes, {"LICENSE", "LICENSE"}},
		12_000_000, // it holds Go's HTTP server
	},
	{
		"tahoun-arena",
		[]item{{"tahoun-arena", "scripts/arena"}, {"tahoun", "."}}, // the README's first command needs a brain
		[]item{
			{"README.md", "scripts/arena/README.md"},
			{"OPTIONS.md", "scripts/arena/OPTIONS.md"},
			{"RECORDS.md", "scripts/arena/RECORDS.md"},
			{"testdata/openings", "testdata/openings"},
			changes,
			{"LICENSE", "LICENSE"},
		},
		10_700_000, // it holds html/template, which keeps all methods in the executable
	},
}

// collect returns the files of one zip in their order: the executables built for target, the texts, and the licences of
// the linked modules.
func (a archive) collect(root string, target gobuild.Target) ([]file, error) {
	var files []file
	for _, program := range a.programs {
		f, err := build(filepath.Join(root, program.from), program.name, target, a.maxSize)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	texts, err := a.read(root, target)
	if err != nil {
		return nil, err
	}
	libraries, err := a.libraries(root, target)
	return append(append(files, texts...), libraries), err
}

// read returns the texts. meta names the executable, with a backslash and .exe for Windows.
func (a archive) read(root string, target gobuild.Target) ([]file, error) {
	var files []file
	for _, text := range a.texts {
		items, err := text.files(root)
		if err != nil {
			return nil, err
		}
		for _, i := range items {
			content, err := readText(filepath.Join(root, i.from))
			if err != nil {
				return nil, err
			}
			if i.name == "meta" && target.OS == "windows" {
				bot := a.programs[0].name
				command := strings.ReplaceAll(target.File(bot), "/", `\`)
				content = bytes.Replace(content, []byte("./"+bot), []byte(command), 1)
			}
			if path.Ext(i.name) == ".md" {
				content = a.page(i, target, content)
			}
			files = append(files, file{i.name, plain, content})
		}
	}
	return files, nil
}

// files returns the item itself, or where it is a folder an item for each of its files.
func (i item) files(root string) ([]item, error) {
	switch info, err := os.Stat(filepath.Join(root, i.from)); {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return []item{i}, nil
	}
	entries, err := os.ReadDir(filepath.Join(root, i.from))
	var all []item
	for _, e := range entries {
		all = append(all, item{path.Join(i.name, e.Name()), path.Join(i.from, e.Name())})
	}
	return all, err
}

// readText returns a text with LF line ends, which git replaces on Windows.
func readText(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), err
}

// compile builds an executable. Tests that ask for more than one replace it, since that takes minutes.
var compile = gobuild.Executable

// build returns the executable called name for target, or an error if it has maxSize bytes or more. Its main package
// is in dir.
func build(dir, name string, target gobuild.Target, maxSize int) (file, error) {
	temp, err := os.MkdirTemp("", "tahoun-release-")
	if err != nil {
		return file{}, err
	}
	defer os.RemoveAll(temp)
	name = target.File(name)
	out := filepath.Join(temp, path.Base(name))
	if err := compile(dir, target, out); err != nil {
		return file{}, err
	}
	content, err := os.ReadFile(out)
	if err != nil {
		return file{}, err
	}
	return file{name, program, content}, checkSize(name, target, len(content), maxSize)
}

// writeAll writes files to dir, which it makes if needed. It keeps other files there.
func writeAll(dir string, files []file) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		to := filepath.Join(dir, f.name)
		err := onDisk.Refused(afero.NewOsFs(), to)
		if err == nil {
			err = os.WriteFile(to, f.content, f.mode)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
