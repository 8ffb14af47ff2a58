package output

import (
	"fmt"
	"strings"
	"time"

	"tahoun/scripts/internal/game"
)

// RowHead is the head of a table in Markdown, as Row returns its rows.
const RowHead = "| player | against | rule, board | a move | games | points | Elo, 95 % | faults | late moves | day | settings |\n" +
	"|---|---|---|---|---|---|---|---|---|---|---|\n"

// Row returns a match of two as a row of a table: points and faults are the player's and the other's, and the late
// moves the player's alone. settings is the last cell.
func (r Result) Row(settings string) string {
	c, terms := r.cross[0][1], r.settings.Plan.Terms
	cells := []string{
		r.labels[0], r.labels[1], fmt.Sprintf("%v, %dx%d", terms.Rule, terms.Width, terms.Height), r.TimeInWords(),
		fmt.Sprint(c.games), r.points(c), r.elo(), fmt.Sprintf("%d : %d", c.faults, r.cross[1][0].faults),
		r.overruns()[0].String(), r.day(), settings,
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// Cell returns points and Elo of a match of two, for a smaller table.
func (r Result) Cell() string { return r.points(r.cross[0][1]) + ", " + r.elo() }

func (r Result) elo() string {
	if pairs := r.pairs(0, 1); pairs.Len() > 0 && !r.OnlyFaults() {
		return estimate(pairs.Elo(), " ")
	}
	return "not measured"
}

// TimeInWords returns the time of a move of two players.
func (r Result) TimeInWords() string {
	own, other := r.settings.Players[0], r.settings.Players[1]
	if own.Turn == other.Turn {
		return inWords(own.Turn)
	}
	return inWords(own.Turn) + " against " + inWords(other.Turn)
}

func inWords(d time.Duration) string {
	if d%time.Second == 0 {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%g ms", d.Seconds()*1000)
}

// day returns the day of the first game, "" if there is none.
func (r Result) day() string {
	var first *game.Game
	for _, g := range r.games {
		if first == nil || g.Start.Before(first.Start) {
			first = g
		}
	}
	if first == nil {
		return ""
	}
	return first.Start.Format(time.DateOnly)
}
