package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/arena/report/sample"
	"tahoun/scripts/internal/game"
)

func written(t testing.TB, run report.Run) string {
	t.Helper()
	var page bytes.Buffer
	require.NoError(t, report.Write(&page, run))
	return page.String()
}

// block returns the content of the script element with that id.
func block(t testing.TB, page, id string) string {
	t.Helper()
	found := regexp.MustCompile(`(?s)<script type="application/json" id="` + id + `">(.*?)</script>`).FindStringSubmatch(page)
	require.NotNil(t, found, "no %s in the page", id)
	return found[1]
}

// A detail has the fields of a game's line that tests check.
type detail struct {
	W, H    int
	R, E, S string
	C       bool
	A, O, M []int
	T, L, K []int64
	P       map[string]string
	F       map[string][]int
	Q       bool
	V       []*int
	U       string
}

// details returns the lines of all games.
func details(t testing.TB, page string) []detail {
	t.Helper()
	text := block(t, page, "details")
	if text == "" {
		return nil
	}
	var all []detail
	for line := range strings.SplitSeq(text, "\n") {
		var d detail
		require.NoError(t, json.Unmarshal([]byte(line), &d))
		all = append(all, d)
	}
	return all
}

func TestSameBytesEveryTime(t *testing.T) {
	run := sample.Run(30, 7)
	page := written(t, run)
	assert.Equal(t, page, written(t, sample.Run(30, 7)))
	run.Games[3], run.Games[20] = run.Games[20], run.Games[3]
	assert.Equal(t, page, written(t, run), "the order of the games")
}

func TestEveryGameIsThere(t *testing.T) {
	run := sample.Run(50, 7)
	page := written(t, run)
	all := details(t, page)
	require.Len(t, all, len(run.Games))
	for i, g := range run.Games {
		d := all[i]
		require.Equal(t, []int{g.Width, g.Height}, []int{d.W, d.H})
		require.Equal(t, g.Rule&board.Continuous != 0, d.C)
		require.Len(t, d.M, len(g.Moves))
		for j, m := range g.Moves {
			at := board.Point{X: d.M[j] / 2 % d.W, Y: d.M[j] / 2 / d.W}
			require.Equal(t, m.At, at)
			require.Equal(t, m.Side, board.X+board.Stone(d.M[j]%2))
			require.InDelta(t, float64(m.Time)/1e5, d.T[j], 0.51)
			require.Equal(t, m.Left.Milliseconds(), d.L[j])
			require.InDelta(t, float64(m.Memory)/1024, d.K[j], 1)
		}
		for _, said := range d.P {
			assert.Contains(t, said, "tahoun 0.3")
		}
	}
	var overview struct{ Games [][]int }
	require.NoError(t, json.Unmarshal([]byte(block(t, page, "overview")), &overview))
	require.Len(t, overview.Games, len(run.Games))
	for i, g := range run.Games {
		require.Equal(t, g.Stones(), overview.Games[i][5], "moves of a game count the opening")
	}
	assert.Contains(t, page, "<title>Tahoun 0.3 against the others – 50 games</title>")
}

// TestAsksForNothing holds the page against every way to name something outside it.
func TestAsksForNothing(t *testing.T) {
	page := written(t, sample.Run(10, 7))
	page = strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")
	for _, outside := range []string{"http:", "https:", "//www", "@import", "url(", "<iframe", "fetch(", "XMLHttpRequest", "src="} {
		assert.NotContains(t, page, outside)
	}
	for _, link := range regexp.MustCompile(`href="[^"]*"`).FindAllString(page, -1) {
		assert.Equal(t, `href="data:,"`, link)
	}
}

// TestScores: evaluations are numbers, forced ends are beyond all others, and a move without one has none.
func TestScores(t *testing.T) {
	g := &game.Game{Width: 9, Height: 9}
	for _, said := range []string{"score 12", "", "score win in 7", "score loss in 4", "score -1000000000"} {
		g.Add(game.Move{Message: said})
	}
	d := details(t, written(t, report.Run{Games: []*game.Game{g}}))[0]
	v := func(n int) *int { return &n }
	assert.Equal(t, []*int{v(12), nil, v(10_000_007), v(-10_000_004), v(-9_999_999)}, d.V)
	g.Moves = g.Moves[1:2]
	assert.Nil(t, details(t, written(t, report.Run{Games: []*game.Game{g}}))[0].V, "no program said any")
}

// TestDroppedMessages: a message that is not in memory takes no room, and the page knows that there was one.
func TestDroppedMessages(t *testing.T) {
	g := &game.Game{Width: 9, Height: 9, Moves: []game.Move{{Message: game.Cut}, {Message: "said"}}}
	d := details(t, written(t, report.Run{Games: []*game.Game{g}}))[0]
	assert.True(t, d.Q)
	assert.Equal(t, map[string]string{"1": "said"}, d.P)
}

func TestLinks(t *testing.T) {
	run := sample.Run(3, 7)
	run.Collection = "games.sgf"
	run.SGF = func(g *game.Game) string { return strings.Repeat("x", g.ID) }
	page := written(t, run)
	assert.Contains(t, page, `<a href="games.sgf">`)
	for i, d := range details(t, page) {
		assert.Equal(t, strings.Repeat("x", i), d.U)
	}
}

// TestRefresh: only the page of an unfinished run loads itself anew, with and without scripts.
func TestRefresh(t *testing.T) {
	run := sample.Run(3, 7)
	page := written(t, run)
	assert.NotContains(t, page, "http-equiv=\"refresh\"")
	assert.NotContains(t, page, `<html lang="en" data-refresh`)
	run.Refresh = 10 * time.Second
	page = written(t, run)
	assert.Contains(t, page, `<html lang="en" data-refresh="10">`)
	assert.Contains(t, page, `<noscript><meta http-equiv="refresh" content="10"></noscript>`)
	assert.Contains(t, page, "The run goes on: 3 games so far.")
}

func TestLead(t *testing.T) {
	a := report.Player{Label: "A", Games: 200, Score: .612, Elo: 79, Bar: 31}
	b := report.Player{Label: "B", Games: 200, Score: .388}
	level := report.Player{Label: "A", Games: 2, Score: .5, Bar: 400}
	for want, players := range map[string][]report.Player{
		"": {a},
		"A is ahead of B: Elo +79 ±31, 61.2 % of 200 games.":        {a, b},
		"A is ahead of B: Elo +80 ±31, 61.2 % of 200 games.":        {{Label: "A", Games: 200, Score: .612}, {Label: "B", Elo: -80, Bar: 31}},
		"A leads: Elo +79 ±31 after 200 games, before B with 0 ±0.": {a, b, b},
		"A and B are level after 2 games: Elo 0 ±400.":              {level, {Label: "B", Games: 2, Score: .5}},
	} {
		page := written(t, report.Run{Players: players})
		assert.Equal(t, want != "", strings.Contains(page, `id="lead"`), want)
		assert.Contains(t, strings.ReplaceAll(page, "&#43;", "+"), want)
	}
	page := written(t, report.Run{Players: []report.Player{{Label: "A", Games: 2, Elo: math.NaN()}, {Label: "B", Games: 2, Elo: math.NaN()}}})
	assert.NotContains(t, page, `id="lead"`, "every game ended by a fault")
}

// TestDetailsHaveTheirPlace: no text of a run is taken for the place of the details.
func TestDetailsHaveTheirPlace(t *testing.T) {
	run := sample.Run(2, 7)
	run.Title, run.Players[0].Label, run.Games[0].X = "a\x01b", "\x01", "\x01"
	assert.Len(t, details(t, written(t, run)), 2)
}

func TestHostileTexts(t *testing.T) {
	evil := "</script><b onclick=\"x\">'`${1}<!--\u2028\x00\xff"
	run := sample.Run(6, 7)
	run.Title, run.ProgressOf, run.Findings = evil, evil, []string{evil}
	run.Settings = []report.Setting{{Name: evil, Value: evil}}
	run.Players[1].Label = evil
	for _, g := range run.Games {
		g.X, g.Result.Detail, g.Moves[0].Message = evil, evil, evil
	}
	page := written(t, run)
	assert.NotContains(t, page, "</script><b")
	assert.NotContains(t, page, "<b onclick")
	assert.NotContains(t, page, "<!--")
	assert.Equal(t, 3, strings.Count(page, "</script>"), "overview, details and the program")
	assert.NotContains(t, block(t, page, "overview")+block(t, page, "details"), "<")
	clean := strings.ToValidUTF8(evil, "\ufffd")
	for _, d := range details(t, page) {
		assert.Equal(t, clean, d.P["0"])
	}
}

func TestEndings(t *testing.T) {
	tests := []struct {
		name   string
		result game.Result
		want   string
	}{
		{"row of x", game.Result{Winner: board.X, Reason: game.Row}, "A (x) won with a row."},
		{"row of o", game.Result{Winner: board.O, Reason: game.Row}, "B (o) won with a row."},
		{"full", game.Result{Reason: game.Full}, "A draw: the board is full."},
		{"adjudged", game.Result{Reason: game.Adjudged, Detail: "200 moves"}, "A draw by adjudication (200 moves)."},
		{"resigned", game.Result{Winner: board.O, Reason: game.Resigned, Detail: "3 moves"}, "B (o) won: A (x) resigned (3 moves)."},
		{"more rows", game.Result{Winner: board.O, Reason: game.MoreRows, Detail: "3 against 2"}, "B (o) won with more rows (3 against 2)."},
		{"as many rows", game.Result{Reason: game.MoreRows}, "A draw: as many rows for both."},
		{"stopped", game.Result{Reason: game.Stopped}, "Broken off, no result."},
		{"not finished", game.Result{}, "Not finished."},
		{"illegal", game.Result{Winner: board.O, Reason: game.Illegal, Detail: "99,1"}, "B (o) won: A (x) made an illegal move (99,1)."},
		{"foul", game.Result{Winner: board.O, Reason: game.Foul}, "B (o) won: A (x) made a forbidden move."},
		{"no answer", game.Result{Winner: board.X, Reason: game.NoAnswer}, "A (x) won: B (o) gave no answer."},
		{"crash", game.Result{Winner: board.X, Reason: game.Crash}, "A (x) won: B (o) crashed."},
		{"time", game.Result{Winner: board.X, Reason: game.OutOfTime}, "A (x) won: B (o) ran out of time."},
		{"memory", game.Result{Winner: board.X, Reason: game.OutOfSpace}, "A (x) won: B (o) used too much memory."},
		{"a reason of tomorrow", game.Result{Winner: board.X, Reason: "rain"}, "A (x) won: rain."},
		{"a draw of tomorrow", game.Result{Reason: "rain"}, "A draw: rain."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := &game.Game{Width: 3, Height: 3, X: "A", O: "B", Result: tt.result}
			all := details(t, written(t, report.Run{Games: []*game.Game{g}}))
			require.Len(t, all, 1)
			assert.Equal(t, tt.want, all[0].E)
		})
	}
}

func TestRules(t *testing.T) {
	for rule, want := range map[board.Rule]string{
		0: "five or more", 1: "exactly five", 2: "continuous", 3: "exactly five and continuous", 4: "renju", 8: "caro", 9: "exactly five and caro",
	} {
		g := &game.Game{Width: 3, Height: 3, Rule: rule}
		assert.Equal(t, want, details(t, written(t, report.Run{Games: []*game.Game{g}}))[0].R)
	}
}

// TestNumbersWithoutBounds writes infinities and NaN, as a perfect score gives them. JSON has no numbers for them.
func TestNumbersWithoutBounds(t *testing.T) {
	inf := math.Inf(1)
	run := report.Run{
		Players: []report.Player{
			{Label: "all won", Elo: inf, Bar: inf, Score: 1},
			{Label: "all lost", Elo: -inf, Bar: math.NaN()},
			{Label: "none", Elo: math.NaN(), Score: math.NaN()},
			{Label: "nearly nought", Elo: -0.4, Bar: 12.3},
		},
		Progress: []report.Point{{Games: 1, Elo: inf, Bar: inf}},
	}
	page := written(t, run)
	for _, want := range []string{"<b>&#43;∞</b>", "<b>−∞</b>", "<b>?</b>", "±∞", "±?", "<b>0</b>", "±12", "100.0 %"} {
		assert.Contains(t, strings.ReplaceAll(page, "<b>+", "<b>&#43;"), want)
	}
	assert.Contains(t, block(t, page, "overview"), `"ratings":[[null,null],[null,null],[null,0],[-0.4,12.3]],"progress":[[1,null,null]]`)
}

func TestTimesByMoveNumber(t *testing.T) {
	ms := func(n float64) time.Duration { return time.Duration(n * 1e6) }
	one := &game.Game{ID: 0, Width: 9, Height: 9, X: "A", O: "B", Moves: []game.Move{
		{Side: board.X, Time: ms(10)}, {Side: board.O, Time: ms(0.26)}, {Side: board.X, Time: ms(30)},
	}}
	two := &game.Game{ID: 1, Width: 9, Height: 9, X: "B", O: "A", Moves: []game.Move{
		{Side: board.X, Time: ms(5)}, {Side: board.O, Time: ms(20)},
	}}
	page := written(t, report.Run{Games: []*game.Game{one, two}})
	assert.Contains(t, block(t, page, "overview"), `"times":[[[150,200],[300,300]],[[26,50]]]`)
}

func TestSquaresOffTheBoard(t *testing.T) {
	g := &game.Game{
		Width: 4, Height: 2, Walls: []board.Point{{X: 3, Y: 1}, {X: 4, Y: 1}},
		Moves: []game.Move{{At: board.Point{X: -1}, Side: board.X, Left: -1}, {At: board.Point{Y: 2}, Side: board.O, Left: -1}},
	}
	d := details(t, written(t, report.Run{Games: []*game.Game{g}}))[0]
	assert.Equal(t, []int{7, -1}, d.A)
	assert.Equal(t, []int{-2, -1}, d.M)
	assert.Nil(t, d.L, "no limit was set")
	assert.Nil(t, d.K, "nothing was measured")
}

func TestEmptyRun(t *testing.T) {
	page := written(t, report.Run{})
	assert.Contains(t, page, "<title>Arena – 0 games</title>")
	assert.NotContains(t, page, `id="board"`)
	assert.NotContains(t, page, `id="ratings"`)
	assert.Empty(t, details(t, page))
}

func TestRefusals(t *testing.T) {
	g := func(id, width, height int) *game.Game { return &game.Game{ID: id, Width: width, Height: height} }
	two := make([]report.Player, 2)
	tests := []struct {
		name string
		run  report.Run
		want string
	}{
		{"too few rows", report.Run{Players: two, Cross: make([][]report.Cell, 1)}, "report: want 2 rows in the cross table, got 1"},
		{"too few columns", report.Run{Players: two, Cross: make([][]report.Cell, 2)}, "report: want 2 columns in row 0 of the cross table, got 0"},
		{"no board", report.Run{Games: []*game.Game{g(5, 0, 15)}}, "report: game 6: want sides from 1 to 120, got 0x15"},
		{"board too large", report.Run{Games: []*game.Game{g(5, 15, 121)}}, "report: game 6: want sides from 1 to 120, got 15x121"},
		{"a game twice", report.Run{Games: []*game.Game{g(5, 9, 9), g(5, 9, 9)}}, "report: want every game once, got game 6 twice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var page bytes.Buffer
			require.EqualError(t, report.Write(&page, tt.run), tt.want)
			assert.Zero(t, page.Len(), "half a page was written")
		})
	}
}

// A shutPipe refuses everything written to it.
type shutPipe struct{}

var errShut = errors.New("shut")

func (shutPipe) Write([]byte) (int, error) { return 0, errShut }

func TestWriteReportsErrors(t *testing.T) {
	assert.ErrorIs(t, report.Write(shutPipe{}, sample.Run(1, 1)), errShut)
}

// TestSizeOfAGame keeps long runs openable: beside its messages a move may take few bytes.
func TestSizeOfAGame(t *testing.T) {
	size := func(games int) (bytes, moves, said int) {
		run := sample.Run(games, 3)
		for _, g := range run.Games {
			moves += len(g.Moves)
			for _, m := range g.Moves {
				said += len(m.Message)
			}
		}
		return len(written(t, run)), moves, said
	}
	few, fewMoves, fewSaid := size(20)
	many, manyMoves, manySaid := size(220)
	perGame := float64(many-few-(manySaid-fewSaid)) / 200
	perMove := float64(many-few-(manySaid-fewSaid)) / float64(manyMoves-fewMoves)
	t.Logf("%.0f bytes per game, %.1f per move, messages not counted; the page itself takes %d", perGame, perMove, len(written(t, report.Run{})))
	assert.Less(t, perMove, 50.0)
	assert.Less(t, len(written(t, report.Run{})), 70_000)
}

// TestScriptDeclaresNamesOnce: its modules share one scope, in which a name that is declared twice is a syntax error.
func TestScriptDeclaresNamesOnce(t *testing.T) {
	for _, run := range []report.Run{{}, sample.Run(2, 7)} {
		page := written(t, run)
		_, script, found := strings.Cut(page, `<script type="module">`)
		require.True(t, found)
		seen := map[string]bool{}
		declaration := regexp.MustCompile(`(?m)^(?:const|let|class|function) ([^=]+?)(?: =| \{)`)
		for _, declared := range declaration.FindAllStringSubmatch(script, -1) {
			for _, name := range regexp.MustCompile(`[\w$]+`).FindAllString(declared[1], -1) {
				assert.False(t, seen[name], "%s is declared twice", name)
				seen[name] = true
			}
		}
		assert.True(t, seen["drawPlots"], "%v", seen)
		assert.Equal(t, len(run.Games) > 0, seen["MoveList"])
	}
}
