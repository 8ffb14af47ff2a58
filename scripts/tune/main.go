// Tune sets the engine's numbers from games: its subcommands play the games and learn from them. README.md beside this
// file shows their use.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/tune/arenagames"
	"tahoun/scripts/tune/balance"
	"tahoun/scripts/tune/levels"
	"tahoun/scripts/tune/match"
	"tahoun/scripts/tune/screen"
	"tahoun/scripts/tune/selfplay"
	"tahoun/scripts/tune/spsa"
	"tahoun/scripts/tune/train"
	"tahoun/scripts/tune/trials"
	"tahoun/scripts/tune/weights"
)

// A command is a subcommand. Its main returns the exit code: 0 done, 1 failed or interrupted, 2 wrong use.
type command struct {
	name, does string
	main       func(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int
}

var commands = []command{
	{"selfplay", "plays and records games of the engine against itself", selfplay.Main},
	{"import", "turns games of the arena into such games", arenagames.Main},
	{"match", "plays the engine against itself with other search parameters", match.Main},
	{"screen", "measures many parameter changes with the same games", screen.Main},
	{"spsa", "tunes search parameters by SPSA", spsa.Main},
	{"balance", "selects the balanced openings of a file", balance.Main},
	{"levels", "measures the steps between the levels of the board page", levels.Main},
	{"train", "trains the weights on such games and writes them for search", train.Main},
	{"trials", "prints what was tried on the engine, and what came of it", trials.Main},
	{"weights", "prints the origin of files of weights", weights.Main},
}

func main() { os.Exit(run(cli.Interruptible(), afero.NewOsFs(), os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program; it returns the exit code.
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
