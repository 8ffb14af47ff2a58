// Release builds Tahoun for every system it is released for and packs each executable with the
// README and the licence: the same source and Go version give the same bytes everywhere.
//
//	go run ./scripts/release           # dist/ in the module's root
//	go run ./scripts/release -o DIR
//
// Beside the zips it writes SHA256SUMS, in the form that `sha256sum -c` reads. Nothing is written
// unless everything was built.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"tahoun/scripts/internal/gobuild"
	"tahoun/search"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program but for its end: it returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("o", "", "write the zips to this `folder` (default: dist in the module's root)")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "release: %q: want flags only, see -h\n", flags.Arg(0))
		return 2
	}
	if err := release(*dir, stdout); err != nil {
		fmt.Fprintf(stderr, "release: %v\n", err)
		return 1
	}
	return 0
}

// release builds and packs every target, writes all of it to dir and tells the sizes on stdout.
func release(dir string, stdout io.Writer) error {
	root, err := gobuild.Root()
	if err != nil {
		return err
	}
	if dir == "" {
		dir = filepath.Join(root, "dist")
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "bytes (%s)\tfile brain\tpipe brain\tzip\t\n", runtime.Version())
	zips := make([]file, 0, len(gobuild.Targets))
	for _, target := range gobuild.Targets {
		contents, err := collect(root, target)
		if err != nil {
			return err
		}
		content, err := pack(contents)
		if err != nil {
			return err
		}
		zips = append(zips, file{"tahoun-" + search.Version + "-" + target.String() + ".zip", plain, content})
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", target, len(contents[0].content), len(contents[1].content), len(content))
	}
	if err := writeAll(dir, append(zips, file{"SHA256SUMS", plain, sums(zips)})); err != nil {
		return err
	}
	return table.Flush()
}

// brains are the executables of a zip: their names, and the folders of their main packages. Managers take
// one whose name begins with pbrain- for a brain that speaks through pipes, any other for one of files.
var brains = []struct{ name, folder string }{
	{"tahoun", "."},
	{"pbrain-tahoun", "scripts/pbrain"},
}

// collect returns the files of one zip in their order: the executables built for target, then the
// texts beside them. All lie at the top, where a manager that unpacks brains looks for the executable.
func collect(root string, target gobuild.Target) ([]file, error) {
	var files []file
	for _, brain := range brains {
		f, err := build(filepath.Join(root, brain.folder), brain.name, target)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	for _, name := range []string{"README.md", "LICENSE"} {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, plain, content})
	}
	return files, nil
}

// build returns the executable called name for target, an error if it is too large. Its main package lies
// in dir.
func build(dir, name string, target gobuild.Target) (file, error) {
	temp, err := os.MkdirTemp("", "tahoun-release-")
	if err != nil {
		return file{}, err
	}
	defer os.RemoveAll(temp)
	name = target.File(name)
	out := filepath.Join(temp, name)
	if err := gobuild.Executable(dir, target, out); err != nil {
		return file{}, err
	}
	content, err := os.ReadFile(out)
	if err != nil {
		return file{}, err
	}
	return file{name, program, content}, checkSize(target, len(content))
}

// writeAll writes files to dir, which it makes if need be. Other files there are left alone.
func writeAll(dir string, files []file) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.content, f.mode); err != nil {
			return err
		}
	}
	return nil
}
