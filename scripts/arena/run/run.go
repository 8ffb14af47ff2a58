// Package run plays a match, or goes on with one, and shows and writes its result.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/output"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
)

type arena struct {
	settings settings.Settings
	disk     afero.Fs
	open     match.Open
	log      *record.Log
	result   output.Result
	faulted  error // names the game that ended the run under -stop-on-fault
}

// Match plays the match or continues one, and prints its result.
func Match(ctx context.Context, disk afero.Fs, open match.Open, s settings.Settings, stdout, stderr io.Writer) error {
	for _, w := range s.Warnings {
		fmt.Fprintf(stderr, "arena: %s\n", w)
	}
	a := arena{settings: s, disk: disk, open: open}
	if err := a.begin(ctx); err != nil {
		return err
	}
	over := a.result.Done()
	err := a.play(ctx, stderr)
	err = errors.Join(err, a.log.Close())
	err = cmp.Or(err, a.result.Print(stdout))
	if s.Log != "" && !over && a.result.Done() { // a finished run that is only shown again adds nothing
		err = errors.Join(err, a.result.KeepTrials(disk))
	}
	if s.Keep != "" && a.result.Done() {
		err = errors.Join(err, record.Keep(disk, s.Out, s.Keep))
	}
	kept := "games, log and report.html"
	if written := a.result.WritePage(disk); written != nil {
		kept = "games and log"
		err = cmp.Or(err, written)
	}
	fmt.Fprintf(stdout, "\n%s: %s\n", s.Out, kept)
	return cmp.Or(err, a.failure(ctx))
}

// begin opens the run's log, which has the games that were played before. Who cannot play is an error where games are
// left; a match that cannot be played leaves no folder.
func (a *arena) begin(ctx context.Context) error {
	begun, err := afero.Exists(a.disk, filepath.Join(a.settings.Out, record.Name))
	if err != nil {
		return err
	}
	if !begun {
		if err := Preflight(ctx, a.open, a.settings); err != nil {
			return err
		}
	}
	if err := MakeFolder(a.disk, a.settings.Out); err != nil {
		return err
	}
	if a.log, err = record.Open(a.disk, a.settings.Out, a.settings.Description()); err != nil {
		return err
	}
	a.result, err = output.New(a.settings, a.log.Games)
	if err == nil && !(begun && a.result.Done()) { // showing a finished run changes no settings
		err = a.settings.Write(a.disk)
	}
	if err == nil && begun && !a.result.Done() {
		err = Preflight(ctx, a.open, a.settings)
	}
	if err != nil {
		return errors.Join(err, a.log.Close())
	}
	return nil
}

// failure returns why a run without an error has failed, nil if it has not.
func (a *arena) failure(ctx context.Context) error {
	switch {
	case ctx.Err() != nil && !a.result.Done() && a.settings.Against != "":
		return fmt.Errorf("interrupted; the same command with -out %s goes on", a.settings.Out)
	case ctx.Err() != nil && !a.result.Done():
		return fmt.Errorf("interrupted; -continue %s goes on", a.settings.Out)
	case a.result.OnlyFaults():
		return errors.New("every game ended by a fault")
	}
	return nil
}

// Preflight returns an error that names the players that cannot play.
func Preflight(ctx context.Context, open match.Open, s settings.Settings) error {
	var all []match.Participant
	for _, spec := range s.Players {
		all = append(all, match.Participant{Spec: s.Located(spec), Open: open})
	}
	return match.Preflight(ctx, s.Plan.Terms, all, s.Jobs)
}

// Participants returns the players of the match. A koth bot without a folder of its own gets one below the run's
// folder, and keeps it for the whole match.
func Participants(open match.Open, s settings.Settings) []match.Participant {
	var all []match.Participant
	for i, spec := range s.Players {
		spec = s.Located(spec)
		if spec.Protocol == player.Koth && spec.Folder == "" {
			spec.Folder = filepath.Join(s.Out, "players", strconv.Itoa(i+1))
		}
		all = append(all, match.Participant{Spec: spec, Open: open})
	}
	return all
}

// MakeFolder makes a run's folder, with a .gitignore that hides its contents.
func MakeFolder(disk afero.Fs, dir string) error {
	if exists, err := afero.DirExists(disk, dir); err != nil || exists {
		return err
	}
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return afero.WriteFile(disk, filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o644)
}

// play plays the rest of the schedule. It stops at the first error in recording.
func (a *arena) play(ctx context.Context, stderr io.Writer) error {
	if a.result.Done() {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failed error
	keep := func(err error) {
		if err != nil && failed == nil {
			failed = err
			stop()
		}
	}
	bar := output.NewProgress(stderr, a.result)
	defer bar.Clear()
	page := output.NewLivePage(a.disk, a.result)
	defer page.End()
	page.Offer()
	err := match.Run{
		Terms:        a.settings.Plan.Terms,
		Pairings:     a.result.Left(),
		Participants: a.withLogs(Participants(a.open, a.settings)),
		Jobs:         a.settings.Jobs,
		Moved: func(g *game.Game) {
			keep(a.log.Move(g))
			bar.Moved(g)
		},
		Finished: func(g *game.Game) {
			keep(a.record(g))
			bar.Finished(g)
			page.Offer()
		},
		Enough: func() bool { return a.faulted != nil || a.result.Enough() },
	}.Play(ctx)
	return errors.Join(failed, err, a.faulted)
}

// record writes and counts a game. One whose files are missing is played again by the next run.
func (a *arena) record(g *game.Game) error {
	err := record.Files(a.disk, a.settings.Out, g)
	if err == nil {
		err = a.log.Game(g)
	}
	a.result.Add(g)
	if a.settings.StopOnFault && g.Result.Reason.Fault() && a.faulted == nil {
		a.faulted = a.faultError(g)
	}
	return err
}

func (a *arena) withLogs(all []match.Participant) []match.Participant {
	for i := range all {
		open := all[i].Open
		all[i].Open = func(spec player.Spec, s player.Setting) (player.Player, error) {
			title := fmt.Sprintf("game %d: %s plays %v against %s, %s",
				game.Number(s.Game), spec.Label, s.Side, s.Opponent, spec.Conditions())
			s.Transcript = player.NewTranscript(a.disk, a.logFile(i, s.Game), title, a.settings.LogIO)
			return open(spec, s)
		}
	}
	return all
}

// logFile returns the name of a player's log of a game. Labels may have characters that names of files cannot have.
func (a *arena) logFile(number, id int) string {
	label := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_+.", r) {
			return r
		}
		return '_'
	}, a.settings.Players[number].Label)
	folder := fmt.Sprintf("%d-%s", number+1, strings.TrimRight(label, "."))
	return filepath.Join(a.settings.Out, "logs", folder, fmt.Sprintf("game-%05d.log", game.Number(id)))
}

// faultError returns an error that names a game lost by a fault, its player and where to look.
func (a *arena) faultError(g *game.Game) error {
	loser := g.Loser()
	log := a.logFile(max(0, slices.Index(a.settings.Labels(), loser)), g.ID)
	if exists, err := afero.Exists(a.disk, log); err != nil || !exists {
		log = "nothing on standard error; -log-io keeps input and output"
	}
	return fmt.Errorf("game %d: %s lost by a fault, %s: %s; log: %s",
		g.Number(), loser, g.Result.Reason, g.Result.Detail, log)
}
