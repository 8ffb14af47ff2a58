// Package report writes the arena's report.html: one self-contained page with the tables and plots of a
// run and a board that replays each of its games. The page loads nothing from any network. It computes no
// statistics and shows the given ones.
package report

import (
	"bufio"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/boardview"
	"tahoun/scripts/internal/game"
)

// A Run is the content of the page. Only Games must be filled; empty fields have no section.
type Run struct {
	Title      string                  // heading of the page
	Settings   []Setting               // in the order in which they are shown
	Findings   []string                // sentences: the verdict of the SPRT, the likelihood of superiority
	Players    []Player                // best first
	Cross      [][]Cell                // row player against column player, in the order of Players
	Progress   []Point                 // by number of games
	ProgressOf string                  // whose Elo Progress is: "A against B"
	Games      []*game.Game            // in any order, IDs distinct
	Refresh    time.Duration           // how often the page of an unfinished run loads itself anew; 0: the run is over
	SGF        func(*game.Game) string // address of a game's SGF beside the page, "" without one; nil: no game has one
	Collection string                  // address of the SGF with all games
}

// A Setting is a line for a person: time per move, board, seed.
type Setting struct{ Name, Value string }

// A Player is a line of the rating list.
type Player struct {
	Label               string // as in Game.X and Game.O
	Games               int
	Wins, Draws, Losses int
	Score               float64 // share of the points, 0 to 1
	Elo, Bar            float64 // Bar is the half width of the 95 % interval; both may be ±Inf or NaN
	Faults              int     // losses by faults of the program
}

// A Cell holds the points of the row player against the column player.
type Cell struct {
	Points float64
	Games  int // 0: they did not meet
}

// A Point is the estimate after some of the games.
type Point struct {
	Games    int
	Elo, Bar float64 // as in Player; points that are not finite are left out of the plot
}

//go:embed page/report.html.tmpl
var pageText string

//go:embed page/report.css
var style string

//go:embed page/*.js
var scripts embed.FS

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"elo":     signed,
	"inc":     func(i int) int { return i + 1 },
	"bar":     bar,
	"seconds": func(d time.Duration) int { return max(1, int(d.Seconds())) },
	"percent": func(share float64) string { return finite(100*share, 1) + " %" },
	"points":  func(p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) },
}).Parse(pageText))

// Write writes the page. The same run gives the same bytes.
func Write(w io.Writer, run Run) error {
	if err := check(run); err != nil {
		return err
	}
	byID := func(a, b *game.Game) int { return cmp.Compare(a.ID, b.ID) }
	games := slices.SortedFunc(slices.Values(run.Games), byID)
	overview, err := json.Marshal(makeOverview(run, games))
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	var text strings.Builder
	if err := page.Execute(&text, struct {
		Run
		Title, Lead       string
		Style             template.CSS
		Script            template.JS
		Overview, Details template.JS
	}{
		run, cmp.Or(run.Title, "Arena"), lead(run.Players), template.CSS(boardview.Style + style),
		script(games), template.JS(overview), detailsPlace,
	}); err != nil {
		return err
	}
	place := strings.LastIndex(text.String(), detailsPlace)
	before, after := text.String()[:place], text.String()[place+len(detailsPlace):]
	out := bufio.NewWriterSize(w, 1<<16)
	_, _ = out.WriteString(before) // Flush returns the first error
	if err := writeDetails(out, games, run.SGF); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	_, _ = out.WriteString(after)
	return out.Flush()
}

// script returns the page's script. Without games the page has no board.
func script(games []*game.Game) template.JS {
	module := "page/report.js"
	if len(games) == 0 {
		module = "page/overview.js"
	}
	return template.JS(boardview.Join(scripts, module))
}

// detailsPlace stands in the template's output where the details follow. Only the page's own script comes later.
const detailsPlace = "\x01"

func check(run Run) error {
	if len(run.Cross) != 0 && len(run.Cross) != len(run.Players) {
		return fmt.Errorf("report: want %d rows in the cross table, got %d", len(run.Players), len(run.Cross))
	}
	for i, row := range run.Cross {
		if len(row) != len(run.Players) {
			return fmt.Errorf("report: want %d columns in row %d of the cross table, got %d",
				len(run.Players), i, len(row))
		}
	}
	seen := map[int]bool{}
	for _, g := range run.Games {
		if w, h := g.Width, g.Height; min(w, h) < 1 || max(w, h) > board.MaxSide {
			return fmt.Errorf("report: game %d: want sides from 1 to %d, got %dx%d", g.Number(), board.MaxSide, w, h)
		}
		if seen[g.ID] {
			return fmt.Errorf("report: want every game once, got game %d twice", g.Number())
		}
		seen[g.ID] = true
	}
	return nil
}

const minus = "−"

// signed formats an Elo difference: a sign, no decimals, ∞ where there is no bound.
func signed(elo float64) string {
	switch rounded := math.Round(elo); {
	case math.IsNaN(elo):
		return "?"
	case rounded > 0:
		return "+" + finite(elo, 0)
	case rounded < 0:
		return minus + finite(-elo, 0)
	}
	return "0"
}

func bar(half float64) string { return "±" + finite(half, 0) }

// finite formats v with so many decimals, or as ∞ or ?.
func finite(v float64, decimals int) string {
	switch {
	case math.IsNaN(v):
		return "?"
	case math.IsInf(v, 0):
		return "∞"
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// A number is a float64 that JSON can hold: null if it is not finite.
type number float64

// MarshalJSON writes the number with two decimals at most.
func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(math.Round(v*100) / 100)
}
