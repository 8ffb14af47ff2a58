package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// logFlags are the flags about the players' logs and faults.
type logFlags struct {
	io          bool // keep input and output, not only standard error
	stopOnFault bool
}

// register adds the flags to a set.
func (l *logFlags) register(flags *flag.FlagSet) {
	flags.BoolVar(&l.io, "log-io", false,
		"keep all input and output of every player, in logs/ of the run's folder; without it only standard error")
	flags.BoolVar(&l.stopOnFault, "stop-on-fault", false,
		"end the run after the first game that a player loses by a fault, with exit code 1")
}

// withLogs returns the players with a log for every game.
func (o options) withLogs(disk afero.Fs, all []match.Participant) []match.Participant {
	for i := range all {
		open := all[i].Open
		all[i].Open = func(spec player.Spec, s player.Setting) (player.Player, error) {
			title := fmt.Sprintf("game %d: %s plays %v against %s, %s",
				game.Number(s.Game), spec.Label, s.Side, s.Opponent, spec.Conditions())
			s.Transcript = player.NewTranscript(disk, o.logFile(i, s.Game), title, o.logs.io)
			return open(spec, s)
		}
	}
	return all
}

// logFile returns the name of a player's log of a game. Labels may have characters that names of files cannot have.
func (o options) logFile(number, id int) string {
	label := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_+.", r) {
			return r
		}
		return '_'
	}, o.players[number].Label)
	folder := fmt.Sprintf("%d-%s", number+1, strings.TrimRight(label, "."))
	return filepath.Join(o.out, "logs", folder, fmt.Sprintf("game-%05d.log", game.Number(id)))
}

// faultError returns an error that names a game lost by a fault, its player and where to look.
func (o options) faultError(disk afero.Fs, g *game.Game) error {
	loser := g.Loser()
	number := 0
	for i, p := range o.players {
		if p.Label == loser {
			number = i
		}
	}
	log := o.logFile(number, g.ID)
	if exists, err := afero.Exists(disk, log); err != nil || !exists {
		log = "nothing on standard error; -log-io keeps input and output"
	}
	return fmt.Errorf("game %d: %s lost by a fault, %s: %s; log: %s", g.Number(), loser, g.Result.Reason, g.Result.Detail, log)
}
