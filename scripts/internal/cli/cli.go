// Package cli has the parts of reading a command line that the programs under scripts/ share.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/fileproto/file"
)

// Main parses the command line, runs the program, and returns the exit code: 0 done or help, 1 failed, 2 wrong use.
// Errors go to stderr after the program's name.
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

// NoCommand prints usage where args do not begin with a known command. It returns the exit code: 0 if they ask for help
// in any form that package flag knows, otherwise 2.
func NoCommand(args []string, usage string, stdout, stderr io.Writer) int {
	if len(args) > 0 && slices.Contains([]string{"-h", "--h", "-help", "--help"}, args[0]) {
		if err := Print(stdout, usage); !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
	fmt.Fprint(stderr, usage)
	return 2
}

// Print writes a text that the command line asks for in the place of a run. It returns flag.ErrHelp, for nothing is
// left to do, or why that was not written.
func Print(stdout io.Writer, text string) error {
	if _, err := io.WriteString(stdout, text); err != nil {
		return errors.New("standard output: " + file.Reason(err))
	}
	return flag.ErrHelp
}

// Parse reads args, which must be flags only. If they ask for help it prints Help to stdout and returns flag.ErrHelp;
// the caller prints other errors.
func Parse(flags *flag.FlagSet, args []string, usage string, stdout io.Writer) error {
	others, err := ParseMixed(flags, args, usage, stdout)
	if err == nil && len(others) > 0 {
		err = fmt.Errorf("%q: want flags only", others[0])
	}
	return err
}

// ParseMixed is Parse for programs that take other arguments, between the flags too. It returns these.
func ParseMixed(flags *flag.FlagSet, args []string, usage string, stdout io.Writer) (others []string, err error) {
	flags.SetOutput(io.Discard)
	for {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			err = Print(stdout, Help(flags, usage))
		}
		if err != nil || flags.NArg() == 0 {
			return others, err
		}
		others, args = append(others, flags.Arg(0)), flags.Args()[1:]
	}
}

// Help returns usage with the list of flags in the place of %s: each with its description and its default. It panics
// where a flag has no description.
func Help(flags *flag.FlagSet, usage string) string {
	flags.VisitAll(func(f *flag.Flag) {
		if f.Usage == "" {
			panic("cli: -" + f.Name + " has no description")
		}
	})
	var list strings.Builder
	flags.SetOutput(&list)
	flags.PrintDefaults()
	flags.SetOutput(io.Discard)
	return strings.Replace(usage, "%s", list.String(), 1)
}

// Given returns the names of the flags that were given.
func Given(flags *flag.FlagSet) map[string]bool {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	return given
}

// Switch reports whether a flag may stand without a value.
func Switch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// Source returns usage with the name of this program in the place of "go run" and its folder, unless it was started so.
func Source(usage, folder string) string {
	if path := filepath.ToSlash(os.Args[0]); !strings.Contains(path, "/go-build") {
		return strings.ReplaceAll(usage, "go run "+folder, filepath.Base(os.Args[0]))
	}
	return usage
}

// Duration adds a flag that is a time to a set; p then holds it.
func Duration(flags *flag.FlagSet, p *time.Duration, name string, value time.Duration, usage string) {
	*p = value
	flags.Var((*duration)(p), name, usage)
}

// A duration is a time that is not negative, as a flag.
type duration time.Duration

func (d *duration) Set(text string) error {
	t, err := ParseTime(text)
	*d = duration(t)
	return err
}

func (d *duration) String() string { return time.Duration(*d).String() }

// ParseTime reads a time that is not negative.
func ParseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, errors.New("want a time such as 2s or 300ms")
	}
	return d, nil
}

// RuleVar adds the flag -rule to a set; p, which is five or more at first, then holds it.
func RuleVar(flags *flag.FlagSet, p *board.Rule) {
	*p = board.Freestyle
	flags.Var((*rule)(p), "rule",
		"`RULE`: "+board.RuleNames()+", or a sum as in \"exactly five and continuous\" or 1+2")
}

// A rule is a flag that board.ParseRule reads.
type rule board.Rule

func (r *rule) Set(text string) error {
	parsed, err := board.ParseRule(text)
	*r = rule(parsed)
	return err
}

func (r *rule) String() string { return board.Rule(*r).String() }

// Rule returns the rule of a number, if the engine plays exactly that rule.
func Rule(n uint) (board.Rule, error) {
	rule := board.Rule(n)
	if _, sensible := rule.Sensible(); !sensible || n != uint(rule) {
		return 0, fmt.Errorf("rule %d: want a sum of 1, 2, 4 and 8, and not of 4 and 8", n)
	}
	return rule, nil
}
