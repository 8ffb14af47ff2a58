// Package weights prints the origin of files of weights.
package weights

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/sets"
	"tahoun/search/weights"
)

const usage = `usage: go run ./scripts/tune weights [FILE ...]

Prints the head of each file of weights: set, date and commit of the fit, its command line, the games that
it learned from, and what it lost; and the SHA-256 of the numbers behind the head, which fits of the same
games give at other commits too. Without a file it prints those that are in force.

Exit codes: 0 printed, 1 failed, 2 wrong use.
`

// Main is the subcommand; it returns the exit code.
func Main(_ context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("tune weights", stderr,
		func() ([]string, error) { return parse(args, stdout) },
		func(files []string) error { return show(disk, files, stdout) })
}

// parse returns the files that the command line names.
func parse(args []string, stdout io.Writer) ([]string, error) {
	return cli.ParseMixed(flag.NewFlagSet("weights", flag.ContinueOnError), args, usage, stdout)
}

func show(disk afero.Fs, names []string, stdout io.Writer) error {
	files := weights.Embedded
	if len(names) > 0 {
		files = nil
	}
	for _, name := range names {
		content, err := sets.Read(disk, name)
		if err != nil {
			return err
		}
		files = append(files, weights.File{Name: name, Content: content})
	}
	for _, f := range files {
		head, err := weights.Read(f.Content)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		_, numbers, _ := bytes.Cut(f.Content, []byte("\n\n"))
		_, err = fmt.Fprintf(stdout, "%s\n%vnumbers: sha256 %x\n\n",
			weights.Name(head, f.Content), head, sha256.Sum256(numbers))
		if err != nil {
			return err
		}
	}
	return nil
}
