// Arena is Tahoun's manager and match runner: it lets programs play gomoku against each other, referees
// and records the games, and evaluates the results. README.md beside this file shows its use.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
)

func main() {
	// Ignore SIGPIPE so that the match ends its brains and writes its report even if stdout is closed.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	if player.Reaps(os.Args) {
		return
	}
	player.RemoveStale()
	stop := player.StartReaper()
	code := run(cli.Interruptible(), afero.NewOsFs(), player.New, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program. It returns the exit code.
func run(ctx context.Context, disk afero.Fs, open match.Open, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "merge" {
		return runMerge(ctx, disk, args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "change" {
		return runChange(ctx, disk, open, hereVersions, args[1:], stdout, stderr)
	}
	return cli.Main("arena", stderr,
		func() (options, error) { return parse(disk, args, stdout) },
		func(o options) error {
			if o.subject != nil {
				return checkSubject(ctx, disk, *o.subject, o.verbose, stdout)
			}
			return runMatch(ctx, disk, open, o, stdout, stderr)
		})
}

// runMatch plays the match or continues one, and prints its result.
func runMatch(ctx context.Context, disk afero.Fs, open match.Open, o options, stdout, stderr io.Writer) error {
	for _, w := range o.warnings {
		fmt.Fprintf(stderr, "arena: %s\n", w)
	}
	begun, err := afero.Exists(disk, filepath.Join(o.out, record.Name))
	if err != nil {
		return err
	}
	if !begun { // a match that cannot be played leaves no folder
		if err := preflight(ctx, open, o); err != nil {
			return err
		}
	}
	if err := makeOutDir(disk, o.out); err != nil {
		return err
	}
	log, err := record.Open(disk, o.out, o.description())
	if err != nil {
		return err
	}
	t, err := newStandings(o, log.Games)
	if err == nil && !(begun && t.done()) { // showing a finished run changes no settings
		err = o.writeSettings(disk)
	}
	if err == nil && begun && !t.done() {
		err = preflight(ctx, open, o)
	}
	if err != nil {
		return errors.Join(err, log.Close())
	}
	over := t.done()
	err = play(ctx, disk, open, o, log, t, stderr)
	err = errors.Join(err, log.Close())
	err = cmp.Or(err, t.print(stdout, o))
	if o.log != "" && !over && t.done() { // a finished run that is only shown again adds nothing
		err = errors.Join(err, t.keepTrials(disk, o))
	}
	kept := "games, log and report.html"
	if written := writeReport(disk, o, t.report(o)); written != nil {
		kept = "games and log"
		err = cmp.Or(err, written)
	}
	fmt.Fprintf(stdout, "\n%s: %s\n", o.out, kept)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil && !t.done() && o.compared != nil:
		return fmt.Errorf("interrupted; the same command with -out %s goes on", o.out)
	case ctx.Err() != nil && !t.done():
		return fmt.Errorf("interrupted; -continue %s goes on", o.out)
	case t.onlyFaults():
		return errors.New("every game ended by a fault")
	}
	return nil
}

// preflight returns an error that names the players that cannot play.
func preflight(ctx context.Context, open match.Open, o options) error {
	var all []match.Participant
	for _, spec := range o.players {
		all = append(all, match.Participant{Spec: o.located(spec), Open: open})
	}
	return match.Preflight(ctx, o.plan.Terms, all, o.jobs)
}

// makeOutDir makes the run's folder, with a .gitignore that hides its contents.
func makeOutDir(disk afero.Fs, dir string) error {
	if exists, err := afero.DirExists(disk, dir); err != nil || exists {
		return err
	}
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return afero.WriteFile(disk, filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o644)
}

// play plays the rest of the schedule. It stops at the first error in recording.
func play(ctx context.Context, disk afero.Fs, open match.Open, o options, log *record.Log, t *standings, stderr io.Writer) error {
	if t.done() {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failed, faulted error
	keep := func(err error) {
		if err != nil && failed == nil {
			failed = err
			stop()
		}
	}
	bar := newMatchProgress(stderr, o, t)
	defer bar.Clear()
	page := livePage{now: time.Now}
	defer page.end()
	write := func() func() {
		unfinished := t.unfinished(o)
		return func() { _ = writeReport(disk, o, unfinished) } // the last page tells whether it can be written
	}
	page.offer(write)
	r := match.Run{
		Terms:        o.plan.Terms,
		Pairings:     t.left(),
		Participants: o.withLogs(disk, o.participants(open)),
		Jobs:         o.jobs,
		Moved: func(g *game.Game) {
			keep(log.Move(g))
			bar.moved(g)
		},
		Finished: func(g *game.Game) {
			err := record.Files(disk, o.out, g)
			if err == nil { // a game whose files are missing is played again by the next run
				err = log.Game(g)
			}
			keep(err)
			t.add(g)
			bar.finished(g)
			if o.logs.stopOnFault && g.Result.Reason.Fault() && faulted == nil {
				faulted = o.faultError(disk, g)
			}
			page.offer(write)
		},
		Enough: func() bool { return faulted != nil || t.enough() },
	}
	err := r.Play(ctx)
	return errors.Join(failed, err, faulted)
}

// writeReport writes report.html beside the log. If that fails, the page of an earlier run stays.
func writeReport(disk afero.Fs, o options, r report.Run) error {
	return file.ReplaceByRename(disk, filepath.Join(o.out, "report.html"), func(w io.Writer) error { return report.Write(w, r) })
}

// labels returns the players' names.
func (o options) labels() []string {
	all := make([]string, len(o.players))
	for i, p := range o.players {
		all[i] = p.Label
	}
	return all
}

// description returns the run's description, with which the log must agree.
func (o options) description() record.Description {
	p, t := o.plan, o.plan.Terms
	return record.Description{
		Players: slices.Clone(o.players), Seed: p.Seed, Openings: match.Hash(p.Openings), Turned: p.Turned,
		Gauntlet: p.Gauntlet, Width: t.Width, Height: t.Height, Rule: t.Rule, Walls: t.Walls,
		Spare: t.Spare, MaxMoves: t.MaxMoves, Resign: t.Resign.String(), Draw: t.Draw.String(),
		Shard: p.Shard.String(), Order: o.order(), Start: o.start(), OpeningRule: o.openingRule(),
	}
}
