// Package compliance checks whether a program keeps the protocol that it speaks. It talks with the program as managers
// do, one check after another, always in the same order, and reports each: what was sent, what a manager expects, and
// what came. Every check starts the program anew, so that none depends on the state that another left.
package compliance

import (
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

// Options say what is checked, and how.
type Options struct {
	Spec    player.Spec
	Disk    afero.Fs
	Verbose bool // print the conversations of passed checks too
	Launch  Launch
}

// A check is a test of one property.
type check struct {
	name  string
	want  string   // the property
	why   string   // who needs it
	needs []string // checks without which this one says nothing
	run   func(p *probe)
}

// A checker runs the checks of a program.
type checker struct {
	Options
	ctx  context.Context
	seen observed
}

// patience is how long a checker waits for an answer that needs no thinking.
func (c *checker) patience() time.Duration { return c.Spec.Startup }

// Run checks a program, writes the report to out while it goes on, and returns the results. An error means that the
// check itself failed, not the program.
func Run(ctx context.Context, o Options, out io.Writer) ([]Result, error) {
	if o.Launch == nil {
		o.Launch = launchProcess
	}
	if o.Spec.Startup == 0 {
		o.Spec.Startup = 10 * time.Second
	}
	if o.Spec.Files == "" {
		o.Spec.Files = manager.NativeStyle()
	}
	c := &checker{Options: o, ctx: ctx}
	begun := time.Now()
	fmt.Fprintf(out, "Compliance of %s:%s; every check starts the program anew.\n\n",
		o.Spec.Protocol, o.Spec.Label)
	var results []Result
	for _, k := range checksOf(o.Spec.Protocol) {
		r, err := c.one(k, results)
		if err != nil {
			return results, fmt.Errorf("check %s: %w", k.name, err)
		}
		if ctx.Err() != nil {
			return results, context.Cause(ctx)
		}
		results = append(results, r)
		r.write(out, o.Verbose)
	}
	writeSummary(out, results, time.Since(begun))
	return results, nil
}

// checksOf returns the checks of a protocol, in their order.
func checksOf(protocol player.Protocol) []check {
	switch protocol {
	case player.File:
		return fileChecks()
	case player.Koth:
		return kothChecks()
	}
	return pipeChecks()
}

// Failed reports whether a check failed.
func Failed(results []Result) bool {
	return slices.ContainsFunc(results, func(r Result) bool { return r.Verdict == Fail })
}

// one runs a check, or skips it where a check that it needs has not passed.
func (c *checker) one(k check, before []Result) (Result, error) {
	p := &probe{checker: c, end: c.Spec.Files.LineEnd(), result: Result{Name: k.name, Want: k.want, Why: k.why,
		Verdict: Pass}}
	for _, r := range before {
		if slices.Contains(k.needs, r.Name) && (r.Verdict == Fail || r.Verdict == Skipped) {
			p.stop(Skipped, "needs %s", r.Name)
			return p.result, nil
		}
	}
	k.run(p)
	p.finish()
	return p.result, p.err
}
