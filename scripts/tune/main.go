// Tune sets the engine's numbers from games: its subcommands play the games and learn from them. README.md beside this file shows their use.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/tune/duel"
	"tahoun/scripts/tune/even"
	"tahoun/scripts/tune/factors"
	"tahoun/scripts/tune/fit"
	"tahoun/scripts/tune/selfplay"
	"tahoun/scripts/tune/spsa"
	"tahoun/scripts/tune/trials"
	"tahoun/scripts/tune/weights"
)

// A command is a subcommand. Its main returns the exit code: 0 done, 1 failed or interrupted, 2 wrong use.
type command struct {
	name, does string
	main       func(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int
}

var commands = []command{
	{"selfplay", "plays games of the engine against itself and records them", selfplay.Main},
	{"duel", "plays the engine against itself with other search numbers", duel.Main},
	{"factors", "weighs many other search numbers by the same games", factors.Main},
	{"spsa", "turns the search's numbers towards where games are won", spsa.Main},
	{"even", "tells open openings from decided ones", even.Main},
	{"fit", "fits the numbers to such games and writes them for search", fit.Main},
	{"trials", "prints what was tried on the engine, and what came of it", trials.Main},
	{"weights", "tells where files of weights come from", weights.Main},
}

func main() {
	os.Exit(run(cli.Interruptible(), afero.NewOsFs(), os.Args[1:], os.Stdout, os.Stderr))
}

// run is the program but for its end: it returns the exit code.
func run(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	for _, c := range commands {
		if len(args) > 0 && args[0] == c.name {
			return c.main(ctx, disk, args[1:], stdout, stderr)
		}
	}
	usage := "usage: go run ./scripts/tune COMMAND [flags]; -h behind a command lists its flags\n"
	for _, c := range commands {
		usage += fmt.Sprintf("  %-10s %s\n", c.name, c.does)
	}
	return cli.NoCommand(args, usage, stdout, stderr)
}
