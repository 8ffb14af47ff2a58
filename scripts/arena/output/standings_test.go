package output

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/stats"
)

// after returns the result of a command line's match after games that were played before.
func after(t testing.TB, args string, before ...*game.Game) Result {
	t.Helper()
	s, err := settings.Parse(afero.NewMemMapFs(), strings.Fields(args), io.Discard, nil)
	require.NoError(t, err)
	r, err := New(s, before)
	require.NoError(t, err)
	return r
}

// TestOneElo: two players have one difference, in the table, in the live line and in the report.
func TestOneElo(t *testing.T) {
	const two = "-p file,label=a:go -p file,label=b:go -pairs 3"
	for args, ratings := range map[string][2]float64{two: {1, 0}, two + " -anchor b": {1, 0}, two + " -anchor a": {0, -1}} {
		r := after(t, args, won(0), won(1), won(2), won(3))
		e := r.pairs(0, 1).Elo()
		said := fmt.Sprintf("Elo %+.0f ±%.0f", e.Value, e.Bar)
		assert.Contains(t, NewProgress(io.Discard, r).state(), said)
		var table bytes.Buffer
		require.NoError(t, r.Print(&table))
		assert.Contains(t, strings.Join(strings.Fields(table.String()), " "), strings.TrimPrefix(said, "Elo "))
		page := r.report()
		for i, label := range []string{"a", "b"} {
			assert.Equal(t, label, page.Players[i].Label)
			assert.InDelta(t, ratings[i]*e.Value, page.Players[i].Elo, 1e-9)
		}
		last := page.Progress[len(page.Progress)-1]
		assert.Equal(t, stats.Estimate{Value: last.Elo, Bar: last.Bar}, e)
	}
	assert.Equal(t, "+0 ±10", estimate(stats.Estimate{Value: -0.2, Bar: 10}, " "))
}

// won is a game of two players that a has won.
func won(id int) *game.Game {
	g := &game.Game{ID: id, Width: 20, Height: 20, X: "a", O: "b", Result: game.Result{Winner: board.X, Reason: game.Row}}
	if id%2 == 1 {
		g.X, g.O, g.Result.Winner = "b", "a", board.O
	}
	return g
}

// lost is one that a has lost, for this reason.
func lost(id int, reason game.Reason) *game.Game {
	g := won(id)
	g.Result.Winner, g.Result.Reason = g.Result.Winner.Other(), reason
	return g
}

// The sentence on strength names the leader. Without a leader or without games there is none.
func TestStrength(t *testing.T) {
	tests := []struct {
		name   string
		before []*game.Game
		want   []string
	}{
		{"no game", nil, nil},
		{"no pair", []*game.Game{won(0)}, nil},
		{"the first leads", []*game.Game{won(0), won(1)}, []string{"a is stronger than b with a likelihood of 77.3 %."}},
		{"the second leads", []*game.Game{lost(0, game.Row), lost(1, game.Row)}, []string{"b is stronger than a with a likelihood of 77.3 %."}},
		{"even", []*game.Game{won(0), lost(1, game.Row)}, []string{"Neither player is ahead."}},
		{"nothing but faults", []*game.Game{lost(0, game.Crash), lost(1, game.OutOfTime)}, []string{
			"Every game ended by a fault, so no strength was measured.",
			"a lost games by its own fault: 1 by crash, 1 by time.",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := after(t, "-p file,label=a:go -p file,label=b:go", tt.before...)
			assert.Equal(t, tt.want, r.findings())
		})
	}
	r := after(t, "-p file,label=a:go -p file,label=b:go -sprt 0,20", lost(0, game.Crash), lost(1, game.Crash))
	assert.NotContains(t, strings.Join(r.findings(), "\n"), "SPRT")
}

// TestNoEloOfFaults: where every game ended by a fault there is no Elo, in the table, in the live line, in the report
// and among the trials.
func TestNoEloOfFaults(t *testing.T) {
	for _, players := range []string{"-p file,label=a:go -p file,label=b:go", "-p file,label=a:go -p file,label=b:go -p file,label=c:go"} {
		r := after(t, players+" -log log.jsonl", lost(0, game.Crash), lost(1, game.OutOfTime))
		var table bytes.Buffer
		require.NoError(t, r.Print(&table))
		assert.Contains(t, table.String(), "0/0/2")
		assert.NotContains(t, table.String(), "Elo")
		assert.NotContains(t, NewProgress(io.Discard, r).state(), "Elo")
		page := r.report()
		assert.Empty(t, page.Progress)
		for _, p := range page.Players {
			assert.True(t, math.IsNaN(p.Elo) && math.IsNaN(p.Bar), p.Label)
		}
		disk := afero.NewMemMapFs()
		require.NoError(t, r.KeepTrials(disk))
		kept, err := afero.Exists(disk, "log.jsonl")
		require.NoError(t, err)
		assert.False(t, kept)
	}
}

// TestTested: a test looks at pairs in schedule order and not behind one that is still played.
func TestTested(t *testing.T) {
	r := after(t, "-p file,label=a:go -p file,label=b:go -pairs 9 -sprt 0,100")
	for _, id := range []int{0, 1, 2, 5, 4} {
		r.Add(won(id))
	}
	pairs, _ := r.sprtVerdict()
	assert.Equal(t, 1, pairs.Len())
	assert.Equal(t, 2, r.pairs(0, 1).Len())
	assert.Equal(t, stats.Pairs{4: 2}, r.pairs(0, 1))
	assert.Equal(t, stats.Pairs{0: 2}, r.pairs(1, 0))
	r.Add(won(3))
	pairs, _ = r.sprtVerdict()
	assert.Equal(t, 3, pairs.Len())
}

// TestLiveLineReadsNoGame: the live line and the verdict come from sums, so a move costs the same after any number of
// games.
func TestLiveLineReadsNoGame(t *testing.T) {
	r := after(t, "-p file,label=a:go -p file,label=b:go -pairs 9 -sprt 0,100")
	for _, id := range []int{3, 0, 1, 2, 5} {
		r.Add(lost(id, game.Crash))
		r.sprtVerdict()
	}
	p := NewProgress(io.Discard, r)
	want := p.state()
	for id := range 4 {
		*r.games[id] = game.Game{}
	}
	assert.Equal(t, want, p.state())
	assert.True(t, r.OnlyFaults())
	assert.Equal(t, stats.Pairs{2, 0, 0, 0, 0}, r.pairs(0, 1))
}

// The terms of adjudication stand in the report and in the trials.
func TestTermsInWords(t *testing.T) {
	s := after(t, "-p file,label=a:go -p file,label=b:go -resign score=2000,count=3,sides=one -draw from=40,count=8,score=10").settings
	assert.Contains(t, conditions(s), report.Setting{Name: "Resign", Value: "count=3,score=2000,sides=one"})
	assert.Contains(t, conditions(s), report.Setting{Name: "Draw", Value: "from=40,count=8,score=10"})
	assert.Contains(t, trial(s, 0, 1).Conditions, ", resign count=3,score=2000,sides=one, draw from=40,count=8,score=10")
	assert.NotContains(t, trial(after(t, "-p file,label=a:go -p file,label=b:go").settings, 0, 1).Conditions, "resign")
}
