// Package report_test uses the arena's report in a browser.
package report_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/arena/report/sample"
	"tahoun/scripts/internal/browsertest/browser"
	"tahoun/scripts/internal/game"
)

// A tab shows a report.
type tab struct {
	*browser.Tab
	file string
}

// open writes run into a folder and opens it with a screen of that many pixels. scripts run before the page's own.
func open(t *testing.T, run report.Run, width, height int, dark bool, fragment string, scripts ...string) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	write(t, file, run)
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(file), Fragment: fragment}
	screen := browser.Screen{Width: width, Height: height, Dark: dark}
	b := &tab{browser.Open(t, address.String(), screen, scripts...), file}
	b.Do(chromedp.WaitReady(chromedp.CSS("#moves li")))
	return b
}

// write writes a report as the arena does: beside the old one, which it then replaces.
func write(t *testing.T, file string, run report.Run) {
	t.Helper()
	var page bytes.Buffer
	require.NoError(t, report.Write(&page, run))
	require.NoError(t, os.WriteFile(file+".new", page.Bytes(), 0o644))
	require.NoError(t, os.Rename(file+".new", file))
}

// rewrite replaces the report that the tab shows.
func (b *tab) rewrite(run report.Run) {
	b.Helper()
	write(b.T, b.file, run)
}

// choose opens a game after a move by the address.
func (b *tab) choose(id, move int) {
	b.Helper()
	eval[string](b, fmt.Sprintf(`location.hash = '#game=%d&move=%d'`, id, move))
	b.Until(fmt.Sprintf(`document.querySelector('#versus b').textContent === 'Game %d'`, id))
	b.Until(fmt.Sprintf(`document.querySelector('#moves [data-move="%d"][aria-current]')`, move))
}

// eval returns the value of a JavaScript expression.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	return browser.Eval[T](b.Tab, expression)
}

// board reads the stones that the page shows as a drawing in the letters of board files.
func (b *tab) board(g *game.Game) string {
	b.Helper()
	shown := board.New(g.Width, g.Height)
	for _, piece := range eval[[][2]string](b, `[...document.querySelectorAll('#board [data-at]:not(.last)')]
		.map(e => [e.dataset.at, e.getAttribute('class')])`) {
		var p board.Point
		_, err := fmt.Sscanf(piece[0], "%d,%d", &p.X, &p.Y)
		require.NoError(b, err)
		require.Equal(b, board.Empty, shown.At(p), "two pieces on %v", p)
		switch kind := strings.Fields(piece[1]); {
		case kind[0] == "hash":
			shown.Set(p, board.Wall)
		case kind[1] == "x":
			shown.Set(p, board.X)
		default:
			shown.Set(p, board.O)
		}
	}
	return drawing(shown)
}

func drawing(b *board.Board) string {
	var text bytes.Buffer
	b.Draw(&text, board.Point{X: -1})
	return text.String()
}

// positions returns the board before and after every move of g, as the rules see it.
func positions(t *testing.T, g *game.Game) []string {
	t.Helper()
	b := board.New(g.Width, g.Height)
	for _, p := range g.Walls {
		b.Set(p, board.Wall)
	}
	for i, p := range g.Opening {
		b.Set(p, board.X+board.Stone(i%2))
	}
	all := []string{drawing(b)}
	for _, m := range g.Moves {
		_, err := b.Play(m.At, m.Side, g.Rule)
		require.NoError(t, err)
		all = append(all, drawing(b))
	}
	return all
}

// check holds the page against g after n moves.
func (b *tab) check(g *game.Game, want []string, n int) {
	b.Helper()
	require.Equal(b, want[n], b.board(g), "after %d moves", n)
	type beside struct{ Title, Time, Memory, Message, Last string }
	got := eval[beside](b, `({
		Title: document.querySelector('#move-title').textContent,
		Time: document.querySelector('#move-time').textContent,
		Memory: document.querySelector('#move-memory').textContent,
		Message: document.querySelector('#message').textContent,
		Last: (document.querySelector('#board .last') || {dataset: {at: ''}}).dataset.at,
	})`)
	if n == 0 {
		assert.Empty(b, got.Last)
		assert.Empty(b, got.Message)
		return
	}
	m := g.Moves[n-1]
	assert.Equal(b, m.At.String(), got.Last)
	assert.Equal(b, fmt.Sprintf("Move %d of %d: %v %v", len(g.Opening)+n, g.Stones(), m.Side, m.At), got.Title)
	assert.Equal(b, m.Message, got.Message)
	assert.Equal(b, fmt.Sprintf("%.1f MiB", float64(m.Memory)/(1<<20)), got.Memory)
	var ms float64
	_, err := fmt.Sscanf(got.Time, "%f ms", &ms)
	require.NoError(b, err)
	assert.InDelta(b, float64(m.Time)/1e6, ms, 0.6)
}

func TestReplayByMouseAndKeys(t *testing.T) {
	run := sample.Run(60, 1)
	b := open(t, run, 1280, 900, false, "")
	g := run.Games[0]
	want := positions(t, g)
	b.check(g, want, 0)

	for n := 1; n <= len(g.Moves); n++ {
		b.Click("#next")
		b.check(g, want, n)
	}
	assert.True(t, eval[bool](b, `document.querySelector('#next').disabled`))
	assert.NotZero(t, eval[int](b, `document.querySelectorAll('#board .row').length`), "the finished row is not drawn")
	assert.Contains(t, eval[string](b, `document.querySelector('#ending').textContent`), "won with a row")
	b.Picture("desktop-light")
	for n := len(g.Moves) - 1; n >= 0; n-- {
		b.Click("#previous")
		b.check(g, want, n)
	}
	b.Click("#last")
	b.check(g, want, len(g.Moves))
	b.Click("#first")
	b.check(g, want, 0)
	assert.Equal(t, len(g.Opening), eval[int](b, `document.querySelectorAll('#board .opening').length`))

	for n := 1; n <= len(g.Moves); n++ {
		b.Do(chromedp.KeyEvent(kb.ArrowRight))
		b.check(g, want, n)
	}
	for n := len(g.Moves) - 1; n >= 0; n-- {
		b.Do(chromedp.KeyEvent(kb.ArrowLeft))
		b.check(g, want, n)
	}
	b.Do(chromedp.KeyEvent(kb.End))
	b.check(g, want, len(g.Moves))
	b.Do(chromedp.KeyEvent(kb.Home))
	b.check(g, want, 0)

	b.Click(`#moves [data-move="5"]`)
	b.check(g, want, 5)
	b.Click(fmt.Sprintf(`#board [data-at="%v"]`, g.Moves[2].At)) // a stone leads to its move
	b.check(g, want, 3)
}

func TestContinuousGame(t *testing.T) {
	run := sample.Run(10, 1)
	b := open(t, run, 1280, 900, false, "game=10")
	g := run.Games[9]
	require.NotZero(t, g.Rule&board.Continuous)
	want := positions(t, g)
	for n := 1; n <= len(g.Moves); n++ {
		b.Do(chromedp.KeyEvent(kb.ArrowRight))
		b.check(g, want, n)
	}
	assert.NotZero(t, eval[int](b, `document.querySelectorAll('#board .hash').length`), "no row was finished")
	b.Picture("continuous")
}

func TestGamesAndFilter(t *testing.T) {
	run := sample.Run(400, 1)
	b := open(t, run, 1280, 900, false, "")
	assert.Equal(t, "400 games", eval[string](b, `document.querySelector('#count').textContent`))

	b.Click(`#games tr[data-index="4"]`)
	b.check(run.Games[4], positions(t, run.Games[4]), 0)
	assert.Equal(t, "4", eval[string](b, `document.querySelector('#games [aria-current]').dataset.index`))

	count := func(fits func(*game.Game) bool) (n int) {
		for _, g := range run.Games {
			if fits(g) {
				n++
			}
		}
		return n
	}
	matching := func() (n int) {
		b.Helper()
		_, err := fmt.Sscanf(eval[string](b, `document.querySelector('#count').textContent`), "%d", &n)
		require.NoError(t, err)
		assert.Equal(t, min(n, 150), eval[int](b, `document.querySelectorAll('#games tbody tr').length`))
		return n
	}
	me := sample.Labels[0]
	b.Choose("#by-player", me)
	assert.Equal(t, count(func(g *game.Game) bool { return g.X == me || g.O == me }), matching())
	b.Choose("#by-result", "player lost")
	lost := func(g *game.Game) bool {
		return g.X == me && g.Result.Winner == board.O || g.O == me && g.Result.Winner == board.X
	}
	assert.Equal(t, count(lost), matching())
	fault := slices.IndexFunc(run.Games, func(g *game.Game) bool { return lost(g) && g.Result.Reason != game.Row })
	require.NotEqual(t, -1, fault, "the sample is too tame")
	reason := run.Games[fault].Result.Reason
	b.Choose("#by-reason", string(reason))
	assert.Equal(t, count(func(g *game.Game) bool { return lost(g) && g.Result.Reason == reason }), matching())
	assert.NotZero(t, matching())
	b.Choose("#by-player", "any")
	b.Choose("#by-result", "x won")
	b.Choose("#by-reason", "any")
	assert.Equal(t, count(func(g *game.Game) bool { return g.Result.Winner == board.X }), matching())

	b.Click(`#cross button[data-row="0"][data-column="2"]`) // leads to the games of the two
	you := sample.Labels[2]
	both := func(g *game.Game) bool { return g.X == me && g.O == you || g.O == me && g.X == you }
	assert.Equal(t, count(both), matching())
	assert.Contains(t, eval[string](b, `document.querySelector('#versus').textContent`), you)
}

func TestListGrowsAsItIsScrolled(t *testing.T) {
	b := open(t, sample.Run(400, 1), 1280, 900, false, "")
	for _, rows := range []int{300, 400} {
		eval[float64](b, `document.querySelector('#games-box').scrollTop = 1e6`)
		b.Until(fmt.Sprintf(`document.querySelectorAll('#games tbody tr').length === %d`, rows))
	}
	assert.Equal(t, 400, eval[int](b, `document.querySelectorAll('#games tbody tr').length`))
	places := `[...document.querySelectorAll('#games tbody tr')].map(r => r.dataset.index)`
	assert.Equal(t, 400, eval[int](b, `new Set(`+places+`).size`))
}

func TestDeepLinkAndAutoplay(t *testing.T) {
	run := sample.Run(400, 1)
	b := open(t, run, 1280, 900, true, "game=313&move=3", clock)
	g := run.Games[312]
	want := positions(t, g)
	b.check(g, want, 3)
	marked := eval[string](b, `document.querySelector('#games [aria-current]').dataset.index`)
	assert.Equal(t, "312", marked, "not in the list")

	b.Click("#play")
	for n := 4; n <= 5; n++ {
		b.later(time.Second)
		b.check(g, want, n)
	}
	b.Click("#play")
	b.later(time.Second)
	b.check(g, want, 5)
	b.Until(`location.hash === '#game=313&move=5'`)
	b.choose(8, 2)
	b.check(run.Games[7], positions(t, run.Games[7]), 2)
	b.Picture("desktop-dark")

	// The page notes the game that it shows while another address is on its way.
	eval[bool](b, `(location.hash = '#game=9&move=1', history.replaceState(null, '', '#game=8&move=2'), true)`)
	b.Until(`document.querySelector('#versus b').textContent === 'Game 9'`)
}

func TestPhone(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark=%t", dark), func(t *testing.T) {
			run := sample.Run(60, 1)
			b := open(t, run, 390, 844, dark, "game=3&move=9")
			assert.Zero(t, b.Overflow())
			assert.Zero(t, eval[float64](b, `scrollY`))
			edge := func(selector, side string) float64 {
				expression := fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().%s`, selector, side)
				return eval[float64](b, expression)
			}
			for _, verdict := range []string{"#lead", ".findings"} {
				assert.Less(t, edge(verdict, "bottom"), 300.0, "the verdict is on the first screen")
			}
			assert.Less(t, edge("#board", "top"), 400.0, "the board comes next")
			assert.Greater(t, edge("#ratings", "top"), edge("#games-box", "bottom"), "the tables come later")
			b.Picture(fmt.Sprintf("phone-dark=%t", dark))
			for _, id := range []int{4, 9, 31} { // boards of other shapes
				b.choose(game.Number(id), 4)
				assert.Zero(t, b.Overflow(), "game %d", id)
			}
		})
	}
}

func TestNarrowestPhone(t *testing.T) {
	b := open(t, sample.Run(12, 1), 320, 568, false, "")
	assert.Zero(t, b.Overflow())
}

// TestContrast reads the colours that the page really has.
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark=%t", dark), func(t *testing.T) {
			b := open(t, sample.Run(12, 1), 1280, 900, dark, "")
			contrast := func(of, on string) float64 {
				return eval[float64](b, fmt.Sprintf(`(() => {
					const c = document.createElement('canvas').getContext('2d');
					const root = getComputedStyle(document.documentElement);
					const light = name => {
						c.fillStyle = root.getPropertyValue(name).trim();
						const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
						const [r, g, b] = [1, 3, 5].map(i => linear(parseInt(c.fillStyle.slice(i, i + 2), 16) / 255));
						return .2126 * r + .7152 * g + .0722 * b;
					};
					const [a, z] = [light(%q), light(%q)].sort((a, b) => b - a);
					return (a + .05) / (z + .05);
				})()`, of, on))
			}
			for _, on := range []string{"--page", "--card", "--tint"} {
				assert.GreaterOrEqual(t, contrast("--text", on), 7.0, "text on %s", on)
				assert.GreaterOrEqual(t, contrast("--faint", on), 4.5, "faint on %s", on)
				assert.GreaterOrEqual(t, contrast("--accent", on), 4.5, "accent on %s", on)
			}
			assert.GreaterOrEqual(t, contrast("--on-accent", "--accent"), 4.5)
			assert.GreaterOrEqual(t, contrast("--accent", "--wood"), 3.0, "mark on the board")
			assert.GreaterOrEqual(t, contrast("--x-edge", "--wood"), 3.0)
			assert.GreaterOrEqual(t, contrast("--o-edge", "--wood"), 3.0)
			background := eval[string](b, `getComputedStyle(document.body).backgroundColor`)
			assert.Equal(t, dark, background != "rgb(251, 250, 248)")
		})
	}
}

func TestBoardsOfAllShapes(t *testing.T) {
	run := report.Run{Title: "Shapes"}
	for id, size := range [][2]int{{1, 1}, {1, 120}, {120, 1}, {120, 120}, {5, 7}} {
		corner := board.Point{X: size[0] - 1, Y: size[1] - 1}
		run.Games = append(run.Games, &game.Game{
			ID: id, Width: size[0], Height: size[1], X: "one", O: "two",
			Moves:  []game.Move{{At: corner, Side: board.X, Message: "corner", Left: -1, Memory: 1 << 20}},
			Result: game.Result{Reason: game.Full},
		})
	}
	for _, width := range []int{390, 1280} {
		b := open(t, run, width, 844, false, "")
		for id, g := range run.Games {
			b.choose(game.Number(id), 1)
			b.check(g, positions(t, g), 1)
			assert.Zero(t, b.Overflow(), "%dx%d", g.Width, g.Height)
			assert.True(t, eval[bool](b, `(() => {
				const a = document.querySelector('#board .last').getBoundingClientRect();
				const z = document.querySelector('#board-box').getBoundingClientRect();
				return a.left >= z.left - 1 && a.right <= z.right + 1 && a.top >= z.top - 1 && a.bottom <= z.bottom + 1;
			})()`), "%dx%d on %d pixels: the last move is out of sight", g.Width, g.Height, width)
			b.Picture(fmt.Sprintf("shape-%dx%d-on-%d", g.Width, g.Height, width))
		}
	}
}

func TestHostileTexts(t *testing.T) {
	run := sample.Run(4, 1)
	evil := `</script><img src=x onerror="console.log(1)"><b>`
	run.Title = evil
	run.Players[0].Label = evil
	for _, g := range run.Games {
		g.X, g.Result.Detail, g.Moves[0].Message = evil, evil, evil+"\u2028\x00\xff"
	}
	b := open(t, run, 1280, 900, false, "game=1&move=1")
	assert.Equal(t, evil, eval[string](b, `document.querySelector('h1').textContent`))
	assert.Contains(t, eval[string](b, `document.querySelector('#message').textContent`), evil)
	assert.Contains(t, eval[string](b, `document.querySelector('#games td.name').textContent`), evil)
	assert.Zero(t, eval[int](b, `document.images.length`))
}

// TestThousandsOfGames: a long run opens fast, since few of its rows are made at first. How fast is only told: it is not
// the same on a busy machine.
func TestThousandsOfGames(t *testing.T) {
	b := open(t, sample.Run(2000, 1), 1280, 900, false, "")
	ready := eval[float64](b, `performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd`)
	t.Logf("2,000 games: ready after %.0f ms", ready)
	assert.Less(t, eval[int](b, `document.querySelectorAll('*').length`), 5000)
}
