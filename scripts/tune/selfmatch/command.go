package selfmatch

import (
	"context"
	"errors"
	"flag"
	"io"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/progress"
	"tahoun/scripts/internal/trials"
)

// A Command is a subcommand of tune that plays a Match. The flags of a match, the progress bar, the interrupt, the log
// of trials and the exit codes are the same for all.
type Command struct {
	Name     string
	Synopsis string               // its own flags that must be given
	About    string               // paragraphs of the help text
	Register func(*flag.FlagSet)  // adds its own flags
	Check    func() error         // checks them after parsing
	Weights  func() (a, b string) // files of weights of the two sides; nil: both have those of the flag -weights
	Play     func(context.Context, Match, *progress.Bar) error
	Print    func(w io.Writer) error // prints the result so far
	Played   func() bool             // reports whether there is a result to print and to log

	// Trials returns the result so far for the log: copies of a trial that has all else.
	Trials func(trials.Trial) []trials.Trial
}

// Main runs the command and returns the exit code. An interrupted run prints and logs the result of the games before.
func (c Command) Main(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	var f flags
	return cli.Main("tune "+c.Name, stderr,
		func() (Match, error) { return c.parse(&f, disk, args, stdout) },
		func(m Match) error {
			bar := progress.New(stderr)
			err := c.Play(ctx, m, bar)
			bar.Clear()
			if err != nil && ctx.Err() == nil || !c.Played() {
				return err
			}
			printed := c.Print(stdout)
			if f.log != "" {
				printed = errors.Join(printed, trials.Append(disk, f.log, c.Trials(f.trial(m, err == nil))...))
			}
			return errors.Join(err, printed)
		})
}

func (c Command) parse(f *flags, disk afero.Fs, args []string, stdout io.Writer) (Match, error) {
	set := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	f.register(set)
	if c.Weights == nil {
		set.StringVar(&f.weightsA, "weights", "",
			"both play with the weights in `FILE`, or in several with commas between them")
	}
	c.Register(set)
	usage := "usage: go run ./scripts/tune " + c.Name + " " + c.Synopsis + " [flags]\n\n" + c.About +
		"\n\n%s\nExit codes: 0 all played, 1 failed or interrupted, 2 wrong use.\n"
	if err := cli.Parse(set, args, usage, stdout); err != nil {
		return Match{}, err
	}
	if err := c.Check(); err != nil {
		return Match{}, err
	}
	f.weightsB = f.weightsA
	if c.Weights != nil {
		f.weightsA, f.weightsB = c.Weights()
	}
	return f.conditions(disk)
}
