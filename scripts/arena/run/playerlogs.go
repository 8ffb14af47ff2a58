package run

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// withLogs returns the players with a log for every game.
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
