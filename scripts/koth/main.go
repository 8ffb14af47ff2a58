// Koth plays the code-golf site's Swap2 king-of-the-hill: it reads a judge's messages from standard input and answers
// each with a line on standard output, one process for each game.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/experience"
	"tahoun/fileproto/file"
	"tahoun/fileproto/process"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/koth/session"
	"tahoun/search"
)

const (
	// nodes is the default node limit of an answer. They take 0.07 s as a rule, and 0.2 s at most, on a busy core of an
	// AMD EPYC at 2.6 GHz.
	nodes = 150_000

	// ceiling is the default time limit of an answer.
	ceiling = 450 * time.Millisecond
)

const usage = `usage: koth-tahoun [flags] OPPONENT SEED

Plays a game of Swap2 gomoku on 15x15 for the judge of the code-golf site's king-of-the-hill: reads its
messages from standard input and answers on standard output, until EXIT or the end of the input. The same
seed, messages and koth-tahoun/, the folder with its record of openings, give the same answers.

%s
Exit codes: 0 the game has ended, 1 an answer was not possible or could not be written, 2 wrong use.
`

func main() {
	stderr := file.Lossy(os.Stderr, 100*time.Millisecond) // the judge may not read it
	os.Exit(run(afero.NewOsFs(), os.Args[1:], os.Stdin, os.Stdout, stderr))
}

func run(disk afero.Fs, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	learner := experience.NewLearner(experience.Open(disk, ".", session.Folder, session.Rule, 0))
	learner.Patience = time.Second // the same files give the same answers
	o := session.Options{NewEngine: thinking.New, Learner: learner, Disk: disk}
	flags := flag.NewFlagSet("koth-tahoun", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run reports the errors
	flags.Uint64Var(&o.Nodes, "nodes", nodes, "search at most `N` positions an answer")
	cli.Duration(flags, &o.Ceiling, "ceiling", ceiling, "answer within this `DURATION`, even on a slow machine")
	version := flags.Bool("version", false, "print the version, the commit if known, and the names of the weights")
	before := max(0, len(args)-2) // a bot's name may look like a flag
	words := args[before:]
	if len(words) < 2 {
		before, words = len(args), nil
	}
	err := flags.Parse(args[:before])
	switch {
	case err != nil || *version:
	case flags.NArg() > 0:
		err = fmt.Errorf("%q: want flags, OPPONENT and SEED", flags.Arg(0))
	case words == nil:
		err = errors.New("want OPPONENT and SEED")
	case o.Nodes == 0:
		err = errors.New("-nodes 0: want 1 or more")
	default:
		o.Opponent, o.Seed = words[0], words[1]
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		err = cli.Print(stdout, cli.Help(flags, usage))
	case err == nil && *version:
		err = cli.Print(stdout, fmt.Sprintln("Tahoun", search.Build(nil)))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "koth-tahoun: %v; koth-tahoun -h shows the use\n", err)
		return 2
	}
	process.Prepare(0, 1)
	return session.Run(stdin, stdout, stderr, o)
}
