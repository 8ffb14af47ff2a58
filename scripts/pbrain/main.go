// Pbrain is Tahoun for managers that speak Gomocup's pipe protocol: commands on standard input, answers on
// standard output, one process for many games.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto"
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

Plays gomoku for a manager that speaks Gomocup's pipe protocol: reads commands from standard input
and writes the answers to standard output, until END or the end of the input.

%s
A file pbrain-tahoun.cfg beside the executable may set threads and margin_ms, a "key value" per line.

Exit codes: 0 the input has ended or said END, 1 the answers could not be written, 2 wrong use.
`

func main() {
	complaints := file.Lossy(os.Stderr, 100*time.Millisecond) // the manager may read none
	os.Exit(run(os.Args, os.Stdin, os.Stdout, complaints))
}

// run is the program but for its end: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	disk := afero.NewOsFs()
	settings, warnings := fileproto.ReadSettings(disk, process.OwnPath(disk, args)+".cfg")
	for _, w := range warnings {
		fmt.Fprintln(stderr, "pbrain-tahoun:", w)
	}
	o := session.Options{
		About:    fmt.Sprintf(`name="Tahoun", version="%s", author="The Tahoun authors"`, search.Version),
		Prepare:  process.Prepare,
		Resident: func() (int64, bool) { return process.Resident(disk) },
		Margin:   settings.Margin,
		Memory:   process.Allowed(disk),
	}
	flags := flag.NewFlagSet("pbrain-tahoun", flag.ContinueOnError)
	flags.Uint64Var(&o.Nodes, "nodes", 0, "visit `N` positions a move at most, with one thread and whatever the time: the same answers everywhere")
	flags.IntVar(&o.Threads, "threads", settings.Threads, "let `N` threads search at most; 0: one for each processor")
	flags.BoolVar(&o.Suggest, "suggest", false, "answer SUGGEST x,y and let the manager decide with PLAY x,y")
	flags.BoolVar(&o.Debug, "debug", false, "write DEBUG lines")
	files := flags.String("weights", "", "evaluate by the weights in `FILE`, or in several with commas between them")
	version := flags.Bool("version", false, "print the version, the commit where it is known, and the names of the weights")
	err := cli.Parse(flags, args[min(1, len(args)):], usage, stdout)
	if err == nil && o.Threads < 0 {
		err = fmt.Errorf("-threads %d: want 0 or more", o.Threads)
	}
	var weights weights.Sets
	if err == nil {
		weights, err = sets.Load(disk, *files)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "pbrain-tahoun: %v; pbrain-tahoun -h shows the use\n", err)
		return 2
	case *version:
		fmt.Fprintln(stdout, "Tahoun", search.Build(weights))
		return 0
	}
	o.NewEngine = func(rule board.Rule) thinking.Engine { return thinking.NewWith(rule, weights) }
	return session.Run(stdin, stdout, o)
}
