// Package cli is what the programs under scripts/ share in reading their command lines.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"tahoun/board"
)

// Main runs what parse has understood and returns the exit code: 0 done or helped, 1 failed, 2 wrong use.
// Errors go to stderr behind the program's name.
func Main[O any](name string, stderr io.Writer, parse func() (O, error), run func(O) error) int {
	o, err := parse()
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v; -h shows the use\n", name, err)
		return 2
	}
	if err := run(o); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return 1
	}
	return 0
}

// NoCommand prints usage where args begin with no command that the program has, and returns the exit code: 0 if they ask
// for help, by any of the names that package flag knows for it, otherwise 2.
func NoCommand(args []string, usage string, stdout, stderr io.Writer) int {
	if len(args) > 0 && slices.Contains([]string{"-h", "--h", "-help", "--help"}, args[0]) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	fmt.Fprint(stderr, usage)
	return 2
}

// Parse reads args, which are flags only. If they ask for help it prints usage to stdout and returns
// flag.ErrHelp; other errors are left to the caller to print.
func Parse(flags *flag.FlagSet, args []string, usage string, stdout io.Writer) error {
	flags.SetOutput(io.Discard)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return err
	case err != nil:
		return err
	case flags.NArg() > 0:
		return fmt.Errorf("%q: want flags only", flags.Arg(0))
	}
	return nil
}

// Duration adds a flag that is a time to a set, which p then holds: value until it is given.
func Duration(flags *flag.FlagSet, p *time.Duration, name string, value time.Duration) {
	*p = value
	flags.Func(name, "", func(text string) (err error) {
		*p, err = ParseTime(text)
		return err
	})
}

// ParseTime reads a time, which is not negative.
func ParseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, errors.New("want a time such as 2s or 300ms")
	}
	return d, nil
}

// Rule is the rule that -rule names, if the engine plays it as it stands.
func Rule(n uint) (board.Rule, error) {
	rule := board.Rule(n)
	if _, sensible := rule.Sensible(); !sensible || n != uint(rule) {
		return 0, fmt.Errorf("-rule %d: want a sum of 1, 2, 4 and 8, and not of 4 and 8", n)
	}
	return rule, nil
}
