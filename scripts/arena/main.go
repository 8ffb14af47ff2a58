// Arena is Tahoun's manager and match runner: it lets programs play gomoku against each other, referees
// and records the games, and evaluates the results. README.md beside this file shows its use.
package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/change"
	"tahoun/scripts/arena/compliance"
	"tahoun/scripts/arena/merge"
	"tahoun/scripts/arena/run"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/arena/table"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

func main() {
	player.Main(func(ctx context.Context) int {
		return command(ctx, afero.NewOsFs(), player.New, os.Args[1:], os.Stdout, os.Stderr)
	})
}

// command is the program. It returns the exit code.
func command(ctx context.Context, disk afero.Fs, open match.Open, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "merge" {
		return merge.Command(ctx, disk, args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "change" {
		return change.Command(ctx, disk, open, args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "table" {
		return table.Command(disk, args[1:], stdout, stderr)
	}
	return cli.Main("arena", stderr,
		func() (settings.Settings, error) { return settings.Parse(disk, args, stdout, nil) },
		func(s settings.Settings) error {
			if s.Subject != nil {
				return check(ctx, disk, s, stdout)
			}
			return run.Match(ctx, disk, open, s, stdout, stderr)
		})
}

// check runs the compliance test.
func check(ctx context.Context, disk afero.Fs, s settings.Settings, stdout io.Writer) error {
	options := compliance.Options{Spec: *s.Subject, Disk: disk, Verbose: s.Verbose}
	results, err := compliance.Run(ctx, options, stdout)
	if err == nil && compliance.Failed(results) {
		err = errors.New("checks failed")
	}
	return err
}
