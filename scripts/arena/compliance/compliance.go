// Package compliance checks whether a program keeps the protocol that it speaks. It talks with the program as managers
// do, one check after another, always in the same order. It reports each check: the lines that were sent, the answer
// that a manager expects, and the one that came. Every check starts the program anew, so that none depends on the state
// that another left.
package compliance

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

// A Verdict is the result of a check.
type Verdict string

// The verdicts. Only Fail makes a program fail.
const (
	Pass        Verdict = "pass"
	Fail        Verdict = "FAIL"
	Warning     Verdict = "warning"
	Unsupported Verdict = "not supported" // an optional command, refused as the protocol asks
	Skipped     Verdict = "skipped"
)

// A Result is the outcome of a check.
type Result struct {
	Name, Want, Why string
	Verdict         Verdict
	Detail          string   // why the verdict is not Pass, or a remark
	Talk            []string // the conversation: "> " to the program, "< " from it
}

// Options are the program under check and its surroundings.
type Options struct {
	Spec    player.Spec
	Disk    afero.Fs
	Verbose bool // print the conversations of passed checks too
	Brief   bool // fewer moves in games, and one at each limit of time
	Launch  Launch
}

// A check is a test of one property with a probe of its protocol.
type check[P prober] struct {
	name  string
	want  string   // the property
	why   string   // who needs it
	needs []string // checks without which this one says nothing
	run   func(p P)
}

// seenCheck is a check of an observation of all checks before it: a warning with text, unless that is "".
func seenCheck[P prober](name string, needs []string, want, why string, text func(p P) string) check[P] {
	return check[P]{name, want, why, needs, func(p P) {
		if said := text(p); said != "" {
			p.warn("%s", said)
		}
	}}
}

// A prober is a probe of a protocol, which embeds a probe.
type prober interface {
	warn(format string, args ...any)
	finish()
}

type checker struct {
	Options
	ctx     context.Context
	results []Result
	stderr  string // the first text on standard error
}

// Run checks a program, writes the report to out while it goes on, and returns the results. An error means that the
// check itself failed, not the program.
func Run(ctx context.Context, o Options, out io.Writer) ([]Result, error) {
	if o.Launch == nil {
		o.Launch = launchProcess
	}
	o.Spec.Startup = cmp.Or(o.Spec.Startup, 10*time.Second)
	o.Spec.Files = cmp.Or(o.Spec.Files, manager.NativeStyle())
	c := &checker{Options: o, ctx: ctx}
	begun := time.Now()
	fmt.Fprintf(out, "Compliance of %s:%s; every check starts the program anew.\n\n", o.Spec.Protocol, o.Spec.Label)
	var err error
	switch o.Spec.Protocol {
	case player.File:
		err = runAll(c, fileChecks(), new(fileNotes).probe, out)
	case player.Koth:
		err = runAll(c, kothChecks(), newKothProbe, out)
	default:
		err = runAll(c, pipeChecks(), new(pipeNotes).probe, out)
	}
	if err == nil {
		writeSummary(out, c.results, time.Since(begun))
	}
	return c.results, err
}

// runAll runs the checks of a protocol, each with a probe of its own, which begin makes.
func runAll[P prober](c *checker, checks []check[P], begin func(*probe) P, out io.Writer) error {
	for _, k := range checks {
		p := &probe{checker: c, result: Result{Name: k.name, Want: k.want, Why: k.why, Verdict: Pass}}
		if missing := c.missing(k.needs); missing != "" {
			p.stop(Skipped, "needs %s", missing)
		} else {
			whole := begin(p)
			k.run(whole)
			warned := p.result.Verdict == Warning
			if whole.finish(); warned {
				p.result.Talk = p.warned
			}
		}
		if p.err != nil {
			return fmt.Errorf("check %s: %w", k.name, p.err)
		}
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		c.results = append(c.results, p.result)
		p.result.write(out, c.Verbose)
	}
	return nil
}

// moves returns a number of moves, that of a brief check if it is one.
func (c *checker) moves(whole, brief int) int {
	if c.Brief {
		return brief
	}
	return whole
}

// missing returns the first of the needed checks that has not passed, "" if there is none.
func (c *checker) missing(needs []string) string {
	for _, r := range c.results {
		if slices.Contains(needs, r.Name) && (r.Verdict == Fail || r.Verdict == Skipped) {
			return r.Name
		}
	}
	return ""
}

// Failed reports whether a check failed.
func Failed(results []Result) bool {
	return slices.ContainsFunc(results, func(r Result) bool { return r.Verdict == Fail })
}

// A Program is a program under check. player.Raw is one; tests have others.
type Program interface {
	Start(piped bool) error
	Input() io.WriteCloser
	Output() io.Reader
	Ended() <-chan struct{}
	Exit() (code int, crashed bool, status string) // it has ended
	Took() time.Duration                           // it has ended
	Stderr() string
	CPU() (used time.Duration, known bool)
	Memory() int64 // peak, in bytes; 0: not known
	UseFolder(name string) error
	Folder() string     // its working folder
	Persistent() string // the folder of INFO folder
	Kill() error
	Close() error // also removes its folders
}

// A Launch prepares a program; its Start starts it.
type Launch func(player.Spec) (Program, error)

func launchProcess(spec player.Spec) (Program, error) {
	if spec.Protocol == player.Koth { // the judge tells the opponent's name and a seed
		spec.Args = append(slices.Clone(spec.Args), "opponent", "1")
	}
	return player.NewRaw(spec)
}
