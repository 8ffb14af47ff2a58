// Package browsertest opens the arena's report in a headless Chromium and uses it as a person would. It is a
// module of its own, so that the library that drives the browser reaches no other go.mod.
package browsertest

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/arena/report/internal/sample"
)

var pictures = flag.String("pictures", "", "folder for screenshots, none if empty")

// patience is how long one test may take: a busy machine of two cores needs some of it.
const patience = 3 * time.Minute

// chromium returns the browser's path, or skips the test and says why.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium on the path: install it (Debian: apt-get install chromium) to run this test")
	return ""
}

// A tab is a page in a browser of its own, and its complaints.
type tab struct {
	*testing.T
	ctx context.Context

	mu         sync.Mutex
	complaints []string
}

// open writes run into a folder and opens it with a screen of that many pixels. At the end of the test the
// page must have had nothing to complain about and must have asked for nothing but itself.
func open(t *testing.T, run report.Run, width, height int, dark bool, fragment string) *tab {
	t.Helper()
	path := chromium(t)
	var page bytes.Buffer
	require.NoError(t, report.Write(&page, run))
	file := filepath.Join(t.TempDir(), "report.html")
	require.NoError(t, os.WriteFile(file, page.Bytes(), 0o644))

	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.Headless,
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.WSURLReadTimeout(time.Minute),
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience) // t.Context ends before the clean-up
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)

	b := &tab{T: t, ctx: ctx}
	t.Cleanup(func() { // runs first
		require.NoError(t, chromedp.Cancel(ctx)) // waits for the browser, which still writes into its folder
		b.mu.Lock()
		defer b.mu.Unlock()
		assert.Empty(t, b.complaints)
	})
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	require.NoError(t, chromedp.Listen(ctx, b.hear))
	tell(b, log.Enable, cdp.Empty{})
	tell(b, network.Enable, network.EnableParams{})
	tell(b, runtime.Enable, cdp.Empty{})
	tell(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	tell(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: int64(height), DeviceScaleFactor: 1, Mobile: width < 500,
	})
	b.do(
		chromedp.Navigate((&url.URL{Scheme: "file", Path: filepath.ToSlash(file), Fragment: fragment}).String()),
		chromedp.WaitReady(chromedp.CSS("#moves li")),
	)
	return b
}

// hear records errors and requests of a page, which it should not have.
func (b *tab) hear(event any) {
	said := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		said = "exception: " + e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			said += " " + thrown.Description
		}
	case *runtime.EventConsoleAPICalled:
		said = fmt.Sprint("console: ", e.Type)
	case *log.EventEntryAdded:
		said = fmt.Sprint(e.Entry.Level, ": ", e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, "file:") && !strings.HasPrefix(u, "data:") {
			said = "asks for " + u
		}
	}
	if said != "" {
		b.mu.Lock()
		b.complaints = append(b.complaints, said)
		b.mu.Unlock()
	}
}

// tell gives the browser a command of its protocol.
func tell[P, R any](b *tab, command cdp.Command[P, R], params P) {
	b.Helper()
	_, err := chromedp.Call(b.ctx, command, params)
	require.NoError(b, err)
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	require.NoError(b, chromedp.Do(b.ctx, actions...))
}

// eval returns the value of a JavaScript expression.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	require.NoError(b, err)
	return v
}

func (b *tab) click(selector string) {
	b.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// choose picks an option of a select by its text, as a person would.
func (b *tab) choose(selector, text string) {
	b.Helper()
	require.True(b, eval[bool](b, fmt.Sprintf(`(() => {
		const s = document.querySelector(%q), o = [...s.options].find(o => o.text === %q);
		if (!o) return false;
		s.value = o.value;
		s.dispatchEvent(new Event('change', {bubbles: true}));
		return true;
	})()`, selector, text)), "no option %q in %s", text, selector)
}

// picture keeps a screenshot for a person.
func (b *tab) picture(name string) {
	b.Helper()
	if *pictures == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	require.NoError(b, err)
	require.NoError(b, os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o644))
}

// board reads the stones that the page shows as a drawing in the letters of board files.
func (b *tab) board(g *game.Game) string {
	b.Helper()
	shown := board.New(g.Width, g.Height)
	for _, piece := range eval[[][2]string](b, `[...document.querySelectorAll('#board [data-at]:not(.last)')].map(e => [e.dataset.at, e.getAttribute('class')])`) {
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
	assert.Equal(b, fmt.Sprintf("Move %d of %d: %v %v", n, len(g.Moves), m.Side, m.At), got.Title)
	assert.Equal(b, m.Message, got.Message)
	assert.Equal(b, fmt.Sprintf("%.1f MiB", float64(m.Memory)/(1<<20)), got.Memory)
	var ms float64
	_, err := fmt.Sscanf(got.Time, "%f ms", &ms)
	require.NoError(b, err)
	assert.InDelta(b, float64(m.Time)/1e6, ms, 0.6)
}

// overflow returns the pixels by which the page is wider than the screen.
func (b *tab) overflow() int {
	b.Helper()
	return eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`)
}

func TestReplayByMouseAndKeys(t *testing.T) {
	run := sample.Run(60, 1)
	b := open(t, run, 1280, 900, false, "")
	g := run.Games[0]
	want := positions(t, g)
	b.check(g, want, 0)

	for n := 1; n <= len(g.Moves); n++ {
		b.click("#next")
		b.check(g, want, n)
	}
	assert.True(t, eval[bool](b, `document.querySelector('#next').disabled`))
	assert.NotZero(t, eval[int](b, `document.querySelectorAll('#board .row').length`), "the finished row is not drawn")
	assert.Contains(t, eval[string](b, `document.querySelector('#ending').textContent`), "won with a row")
	b.picture("desktop-light")
	for n := len(g.Moves) - 1; n >= 0; n-- {
		b.click("#previous")
		b.check(g, want, n)
	}
	b.click("#last")
	b.check(g, want, len(g.Moves))
	b.click("#first")
	b.check(g, want, 0)
	assert.Equal(t, len(g.Opening), eval[int](b, `document.querySelectorAll('#board .opening').length`))

	for n := 1; n <= len(g.Moves); n++ {
		b.do(chromedp.KeyEvent(kb.ArrowRight))
		b.check(g, want, n)
	}
	for n := len(g.Moves) - 1; n >= 0; n-- {
		b.do(chromedp.KeyEvent(kb.ArrowLeft))
		b.check(g, want, n)
	}
	b.do(chromedp.KeyEvent(kb.End))
	b.check(g, want, len(g.Moves))
	b.do(chromedp.KeyEvent(kb.Home))
	b.check(g, want, 0)

	b.click(`#moves [data-move="5"]`)
	b.check(g, want, 5)
	b.click(fmt.Sprintf(`#board [data-at="%v"]`, g.Moves[2].At)) // a stone leads to its move
	b.check(g, want, 3)
}

func TestContinuousGame(t *testing.T) {
	run := sample.Run(10, 1)
	b := open(t, run, 1280, 900, false, "game=9")
	g := run.Games[9]
	require.NotZero(t, g.Rule&board.Continuous)
	want := positions(t, g)
	for n := 1; n <= len(g.Moves); n++ {
		b.do(chromedp.KeyEvent(kb.ArrowRight))
		b.check(g, want, n)
	}
	assert.NotZero(t, eval[int](b, `document.querySelectorAll('#board .hash').length`), "no row was finished")
	b.picture("continuous")
}

func TestGamesAndFilter(t *testing.T) {
	run := sample.Run(400, 1)
	b := open(t, run, 1280, 900, false, "")
	assert.Equal(t, "400 games", eval[string](b, `document.querySelector('#count').textContent`))

	b.click(`#games tr[data-index="4"]`)
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
	b.choose("#by-player", me)
	assert.Equal(t, count(func(g *game.Game) bool { return g.X == me || g.O == me }), matching())
	b.choose("#by-result", "player lost")
	lost := func(g *game.Game) bool {
		return g.X == me && g.Result.Winner == board.O || g.O == me && g.Result.Winner == board.X
	}
	assert.Equal(t, count(lost), matching())
	fault := slices.IndexFunc(run.Games, func(g *game.Game) bool { return lost(g) && g.Result.Reason != game.Row })
	require.NotEqual(t, -1, fault, "the sample is too tame")
	reason := run.Games[fault].Result.Reason
	b.choose("#by-reason", string(reason))
	assert.Equal(t, count(func(g *game.Game) bool { return lost(g) && g.Result.Reason == reason }), matching())
	assert.NotZero(t, matching())
	b.choose("#by-player", "any")
	b.choose("#by-result", "x won")
	b.choose("#by-reason", "any")
	assert.Equal(t, count(func(g *game.Game) bool { return g.Result.Winner == board.X }), matching())

	b.click(`#cross button[data-row="0"][data-column="2"]`) // leads to the games of the two
	you := sample.Labels[2]
	assert.Equal(t, count(func(g *game.Game) bool { return g.X == me && g.O == you || g.O == me && g.X == you }), matching())
	assert.Contains(t, eval[string](b, `document.querySelector('#versus').textContent`), you)
}

func TestListGrowsAsItIsScrolled(t *testing.T) {
	b := open(t, sample.Run(400, 1), 1280, 900, false, "")
	for range 3 {
		b.do(chromedp.Evaluate[chromedp.Void](`(() => { const box = document.querySelector('#games-box'); box.scrollTop = box.scrollHeight; })()`), chromedp.Sleep(200*time.Millisecond))
	}
	assert.Equal(t, 400, eval[int](b, `document.querySelectorAll('#games tbody tr').length`))
	assert.Equal(t, 400, eval[int](b, `new Set([...document.querySelectorAll('#games tbody tr')].map(r => r.dataset.index)).size`))
}

func TestDeepLinkAndAutoplay(t *testing.T) {
	run := sample.Run(400, 1)
	b := open(t, run, 1280, 900, true, "game=312&move=3")
	g := run.Games[312]
	want := positions(t, g)
	b.check(g, want, 3)
	assert.Equal(t, "312", eval[string](b, `document.querySelector('#games [aria-current]').dataset.index`), "not in the list")

	b.click("#play")
	b.do(chromedp.WaitVisible(chromedp.CSS(`#moves [data-move="5"][aria-current]`)))
	b.click("#play")
	n := eval[int](b, `+document.querySelector('#moves [aria-current]').dataset.move`)
	b.do(chromedp.Sleep(1200 * time.Millisecond))
	b.check(g, want, n)
	assert.Equal(t, fmt.Sprintf("#game=312&move=%d", n), eval[string](b, `location.hash`))
	b.do(chromedp.Evaluate[chromedp.Void](`location.hash = '#game=7&move=2'`), chromedp.Sleep(300*time.Millisecond))
	b.check(run.Games[7], positions(t, run.Games[7]), 2)
	b.picture("desktop-dark")
}

func TestPhone(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark=%t", dark), func(t *testing.T) {
			run := sample.Run(60, 1)
			b := open(t, run, 390, 844, dark, "game=2&move=9")
			assert.Zero(t, b.overflow())
			assert.Less(t, eval[float64](b, `document.querySelector('#board').getBoundingClientRect().top`), 300.0, "the board comes first")
			assert.Greater(t, eval[float64](b, `document.querySelector('#ratings').getBoundingClientRect().top`),
				eval[float64](b, `document.querySelector('#games-box').getBoundingClientRect().bottom`), "the tables come later")
			b.picture(fmt.Sprintf("phone-dark=%t", dark))
			for _, id := range []int{4, 9, 31} { // boards of other shapes
				b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`location.hash = '#game=%d&move=4'`, id)), chromedp.Sleep(200*time.Millisecond))
				assert.Zero(t, b.overflow(), "game %d", id)
			}
		})
	}
}

func TestNarrowestPhone(t *testing.T) {
	b := open(t, sample.Run(12, 1), 320, 568, false, "")
	assert.Zero(t, b.overflow())
}

// TestContrast reads the colours that the page really has.
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark=%t", dark), func(t *testing.T) {
			b := open(t, sample.Run(12, 1), 1280, 900, dark, "")
			contrast := func(of, on string) float64 {
				return eval[float64](b, fmt.Sprintf(`(() => {
					const c = document.createElement('canvas').getContext('2d'), root = getComputedStyle(document.documentElement);
					const light = name => {
						c.fillStyle = root.getPropertyValue(name).trim();
						const [r, g, b] = [1, 3, 5].map(i => parseInt(c.fillStyle.slice(i, i + 2), 16) / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
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
			assert.Equal(t, dark, eval[bool](b, `getComputedStyle(document.body).backgroundColor !== 'rgb(251, 250, 248)'`))
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
			b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`location.hash = '#game=%d&move=1'`, id)), chromedp.Sleep(200*time.Millisecond))
			b.check(g, positions(t, g), 1)
			assert.Zero(t, b.overflow(), "%dx%d", g.Width, g.Height)
			assert.True(t, eval[bool](b, `(() => {
				const a = document.querySelector('#board .last').getBoundingClientRect(), z = document.querySelector('#board-box').getBoundingClientRect();
				return a.left >= z.left - 1 && a.right <= z.right + 1 && a.top >= z.top - 1 && a.bottom <= z.bottom + 1;
			})()`), "%dx%d on %d pixels: the last move is out of sight", g.Width, g.Height, width)
			b.picture(fmt.Sprintf("shape-%dx%d-on-%d", g.Width, g.Height, width))
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
	b := open(t, run, 1280, 900, false, "game=0&move=1")
	assert.Equal(t, evil, eval[string](b, `document.querySelector('h1').textContent`))
	assert.Contains(t, eval[string](b, `document.querySelector('#message').textContent`), evil)
	assert.Contains(t, eval[string](b, `document.querySelector('#games td.name').textContent`), evil)
	assert.Zero(t, eval[int](b, `document.images.length`))
}

// TestThousandsOfGames measures how long a long run takes to open, with much room for busy machines.
func TestThousandsOfGames(t *testing.T) {
	b := open(t, sample.Run(2000, 1), 1280, 900, false, "")
	ready := eval[float64](b, `performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd`)
	t.Logf("2,000 games: ready after %.0f ms", ready)
	assert.Less(t, ready, 10_000.0)
}
