// Pbrain plays for managers that use Gomocup's pipe protocol: it reads commands from standard input and writes answers
// to standard output, in one process for many games.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/file"
	"tahoun/fileproto/process"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/sets"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/session"
	"tahoun/search"
	"tahoun/search/weights"
)

const usage = `usage: pbrain-tahoun [flags]

Plays gomoku for a manager that uses Gomocup's pipe protocol: reads commands from standard input and
writes answers to standard output, until END or the end of the input.

%s
A file pbrain-tahoun.cfg beside the executable may set threads, margin_ms and experience, a "key value" per line.

Exit codes: 0 END or the end of the input, 1 the answers could not be written, 2 wrong use.
`

func main() {
	stderr := file.Lossy(os.Stderr, 100*time.Millisecond) // the manager may not read it
	os.Exit(run(os.Args, os.Stdin, os.Stdout, stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	disk := afero.NewOsFs()
	settings, warnings := fileproto.ReadSettings(disk, process.OwnPath(disk, args)+".cfg")
	for _, w := range warnings {
		fmt.Fprintln(stderr, "pbrain-tahoun:", w)
	}
	o := session.Options{
		About:   fmt.Sprintf(`name="Tahoun", version="%s", author="The Tahoun authors"`, search.Version),
		Prepare: process.Prepare,
		Learner: func(rule board.Rule, folder string) *experience.Learner {
			name := filepath.Base(process.OwnPath(disk, args))
			return experience.NewLearner(experience.Open(disk, folder, name, rule, settings.Experience))
		},
		Resident: func() (int64, bool) { return process.Resident(disk) },
		Margin:   settings.Margin,
		Memory:   process.Allowed(disk),
	}
	flags := flag.NewFlagSet("pbrain-tahoun", flag.ContinueOnError)
	flags.Uint64Var(&o.Nodes, "nodes", 0,
		"search at most `N` positions a move, with one thread and no time limit: same answers on every machine")
	flags.IntVar(&o.Threads, "threads", settings.Threads, "search with at most `N` threads; 0: one for each processor")
	flags.BoolVar(&o.Suggest, "suggest", false, "answer SUGGEST x,y and wait for the manager's PLAY x,y")
	flags.BoolVar(&o.Debug, "debug", false, "write DEBUG lines")
	files := flags.String("weights", "", "evaluate with the weights in `FILE`, or in several files separated by commas")
	version := flags.Bool("version", false, "print the version, the commit if known, and the names of the weights")
	err := cli.Parse(flags, args[min(1, len(args)):], usage, stdout)
	if err == nil && o.Threads < 0 {
		err = fmt.Errorf("-threads %d: want 0 or more", o.Threads)
	}
	var weights weights.Sets
	if err == nil {
		weights, err = sets.Load(disk, *files)
	}
	if err == nil && *version {
		err = cli.Print(stdout, fmt.Sprintln("Tahoun", search.Build(weights)))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "pbrain-tahoun: %v; pbrain-tahoun -h shows the use\n", err)
		return 2
	}
	o.NewEngine = func(rule board.Rule) thinking.NewJob { return thinking.NewWith(rule, weights) }
	return session.Run(stdin, stdout, o)
}
