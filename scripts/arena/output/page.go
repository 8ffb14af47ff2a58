package output

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/internal/stats"
)

// WritePage writes report.html into the run's folder. If that fails, the page of an earlier run stays.
func (r Result) WritePage(disk afero.Fs) error { return r.page(0)(disk) }

// WriteUnfinishedPage writes a page that looks for a newer one.
func (r Result) WriteUnfinishedPage(disk afero.Fs) error { return r.page(pageRefresh)(disk) }

// page collects the page's content for write.
func (r Result) page(refresh time.Duration) (write func(afero.Fs) error) {
	run := r.report()
	run.Refresh = refresh
	return func(disk afero.Fs) error {
		name := filepath.Join(r.settings.Out, "report.html")
		return file.ReplaceByRename(disk, name, func(w io.Writer) error { return report.Write(w, run) })
	}
}

func (r Result) report() report.Run {
	run := report.Run{
		Title: strings.Join(r.labels, " - "), Settings: conditions(r.settings), Findings: r.findings(),
		SGF: record.SGFName, Collection: record.Collection,
	}
	ratings, err := r.ratings(r.settings.Anchor)
	if err != nil {
		ratings = make([]stats.Estimate, len(r.labels))
	}
	switch {
	case r.OnlyFaults():
		ratings = slices.Repeat([]stats.Estimate{{Value: math.NaN(), Bar: math.NaN()}}, len(r.labels))
	case len(r.labels) == 2:
		// The difference by pairs is more exact than the rating list. The anchor's rating is 0, without an anchor the
		// second player's. So the other rating is the Elo that the match has elsewhere.
		e := r.pairs(0, 1).Elo()
		ratings = []stats.Estimate{e, {}}
		if r.settings.Anchor == 0 {
			ratings = []stats.Estimate{{}, {Value: -e.Value, Bar: e.Bar}}
		}
		run.ProgressOf = r.labels[0] + " against " + r.labels[1]
		var pairs stats.Pairs
		r.eachPair(0, 1, func(first, second float64) {
			pairs.Add(first, second)
			e := pairs.Elo()
			run.Progress = append(run.Progress, report.Point{Games: 2 * pairs.Len(), Elo: e.Value, Bar: e.Bar})
		})
	}
	order := ranking(ratings)
	for _, i := range order {
		c := sum(r.cross[i])
		run.Players = append(run.Players, report.Player{
			Label: r.labels[i], Games: c.games, Wins: c.wins, Draws: c.draws, Losses: c.losses, Score: c.share(),
			Elo: ratings[i].Value, Bar: ratings[i].Bar, Faults: c.faults,
		})
		row := []report.Cell{}
		for _, j := range order {
			c := r.cross[i][j]
			row = append(row, report.Cell{Points: r.settings.WinPoints() * c.points(), Games: c.games})
		}
		run.Cross = append(run.Cross, row)
	}
	for id := range r.end {
		if g := r.games[id]; g != nil {
			run.Games = append(run.Games, g)
		}
	}
	return run
}

func conditions(s settings.Settings) []report.Setting {
	t := s.Plan.Terms
	pairs := strconv.Itoa(s.Plan.Pairs)
	if s.Endless() {
		pairs = "until the test decides"
	}
	all := []report.Setting{
		{Name: "Board", Value: fmt.Sprintf("%dx%d", t.Width, t.Height)},
		{Name: "Rule", Value: t.Rule.String()},
		{Name: "Pairs", Value: pairs},
		{Name: "Seed", Value: fmt.Sprint(s.Plan.Seed)},
		{Name: "Openings", Value: fmt.Sprintf("%s (%d)", s.OpeningsInWords(), len(s.Plan.Openings))},
	}
	if t.Resign.Count > 0 {
		all = append(all, report.Setting{Name: "Resign", Value: t.Resign.String()})
	}
	if t.Draw.Count > 0 {
		all = append(all, report.Setting{Name: "Draw", Value: t.Draw.String()})
	}
	for _, p := range s.Players {
		all = append(all, report.Setting{Name: p.Label, Value: p.Conditions()})
	}
	return all
}

const (
	// pageRefresh is the least time between two pages of an unfinished run.
	pageRefresh = 5 * time.Second
	// pageShare bounds the cost of pages: of so many seconds one goes into them, however long the run is.
	pageShare = 200
)

// A LivePage writes the page of an unfinished run again and again: when the match begins, and then after games, seldom
// enough that long runs with large pages pay no more than short ones. One write runs at a time, beside the games.
type LivePage struct {
	now     func() time.Time
	prepare func() (write func()) // collects the content for write
	writing sync.WaitGroup
	lock    sync.Mutex // guards due and busy
	due     time.Time
	busy    bool
}

// NewLivePage returns the page of a result.
func NewLivePage(disk afero.Fs, r Result) *LivePage {
	return &LivePage{now: time.Now, prepare: func() func() {
		write := r.page(pageRefresh)
		return func() { _ = write(disk) } // the last page tells whether it can be written
	}}
}

// Offer begins to write if that is due. It collects the content before it returns.
func (p *LivePage) Offer() {
	start := p.now()
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.busy || start.Before(p.due) {
		return
	}
	p.busy = true
	write := p.prepare()
	p.writing.Go(func() {
		write()
		end := p.now()
		p.lock.Lock()
		defer p.lock.Unlock()
		p.busy, p.due = false, end.Add(max(pageRefresh, pageShare*end.Sub(start)))
	})
}

// End waits for a write that has begun.
func (p *LivePage) End() { p.writing.Wait() }
