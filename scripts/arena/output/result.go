package output

import (
	"fmt"
	"strconv"

	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/stats"
)

// A Result is the standings of a match, and all that the arena says about them.
type Result struct {
	*standings
	settings settings.Settings
}

// New returns the result of the games that were played before.
func New(s settings.Settings, before []*game.Game) (Result, error) {
	r := Result{&standings{
		labels: s.Labels(), schedule: s.Plan.Schedule(), games: map[int]*game.Game{}, test: s.SPRT,
	}, s}
	for range s.Players {
		r.cross = append(r.cross, make([]count, len(s.Players)))
		r.duels = append(r.duels, make([]stats.Pairs, len(s.Players)))
	}
	for _, g := range before {
		if all := r.schedule.Len(); g.ID >= all {
			return r, fmt.Errorf("game %d was played, but only %d are wanted: -pairs may grow, not shrink",
				g.Number(), all)
		}
		if x, o := r.players(g); r.labels[x] != g.X || r.labels[o] != g.O {
			x, o = r.schedule.Players(g.ID)
			return r, fmt.Errorf("game %d was %s against %s, but the schedule says %s against %s",
				g.Number(), g.X, g.O, r.labels[x], r.labels[o])
		}
		r.Add(g)
	}
	return r, nil
}

// Line returns how many games were played, and how they ended, in a few words.
func (r Result) Line() string {
	played, all := r.Counts()
	text := fmt.Sprintf("%d of %d", played, all)
	if r.settings.SPRT != nil {
		text = fmt.Sprintf("%d games", played)
	}
	if len(r.labels) == 2 {
		text += ", " + r.points(r.cross[0][1])
		if pairs := r.pairs(0, 1); pairs.Len() > 0 && !r.OnlyFaults() {
			text += ", Elo " + estimate(pairs.Elo(), " ")
		}
	}
	if test := r.settings.SPRT; test != nil {
		games, _ := r.sprtVerdict()
		lower, upper := test.Bounds()
		text += fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", test.Ratio(games), lower, upper)
	}
	return text
}

// pointsOf formats a number of wins as points.
func (r Result) pointsOf(wins float64) string {
	return strconv.FormatFloat(wins*r.settings.WinPoints(), 'f', -1, 64)
}

// points formats a score as the points of both sides: "6 : 0".
func (r Result) points(c count) string {
	return r.pointsOf(c.points()) + " : " + r.pointsOf(float64(c.games)-c.points())
}
