package report_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/arena/report/sample"
	"tahoun/scripts/internal/game"
)

// TestSorting sorts both tables by clicks on their heads.
func TestSorting(t *testing.T) {
	run := sample.Run(200, 1)
	b := open(t, run, 1280, 900, false, "")
	moves := func() []int {
		return eval[[]int](b, `[...document.querySelectorAll('#games tbody tr')].map(tr => +tr.cells[5].textContent)`)
	}
	b.Click("#games th:nth-child(6) button")
	got := moves()
	assert.True(t, slices.IsSortedFunc(got, func(a, b int) int { return b - a }), "%v", got)
	longest := slices.MaxFunc(run.Games, func(a, b *game.Game) int { return a.Stones() - b.Stones() })
	assert.Equal(t, longest.Stones(), got[0])
	b.Click("#games th:nth-child(6) button")
	assert.True(t, slices.IsSorted(moves()))
	assert.Equal(t, []string{"none", "none", "none", "none", "none", "ascending"},
		eval[[]string](b, `[...document.querySelectorAll('#games th')].map(th => th.ariaSort)`))
	b.Click("#games th:nth-child(2) button")
	players := `[...document.querySelectorAll('#games tbody tr')].map(tr => tr.cells[1].textContent)`
	assert.True(t, slices.IsSorted(eval[[]string](b, players)))

	labels := func() []string {
		return eval[[]string](b, `[...document.querySelectorAll('#ratings tbody th')].map(th => th.textContent)`)
	}
	for column, value := range map[int]func(report.Player) float64{
		2: func(p report.Player) float64 { return p.Elo }, 4: func(p report.Player) float64 { return p.Score },
		9: func(p report.Player) float64 { return float64(p.Faults) },
	} {
		want := slices.Clone(run.Players)
		slices.SortStableFunc(want, func(a, b report.Player) int { return cmp.Compare(value(b), value(a)) })
		b.Click(fmt.Sprintf("#ratings th:nth-child(%d) button", column))
		assert.Equal(t, []string{want[0].Label, want[1].Label, want[2].Label}, labels(), "column %d", column)
		b.Click(fmt.Sprintf("#ratings th:nth-child(%d) button", column))
		assert.Equal(t, []string{want[2].Label, want[1].Label, want[0].Label}, labels(), "column %d", column)
	}
}

// TestScores: the page draws and tells what programs said, and a click on the curve leads to the move.
func TestScores(t *testing.T) {
	run := report.Run{SGF: func(*game.Game) string { return "sgf/game-00001.sgf" }}
	g := &game.Game{Width: 15, Height: 15, X: "one", O: "two", Result: game.Result{Winner: board.X, Reason: game.Row}}
	for i, said := range []string{"score 40", "score -60", "", "score 900", "score win in 7", "score loss in 6"} {
		g.Add(game.Move{At: board.Point{X: i, Y: i}, Side: board.X + board.Stone(i%2), Left: -1, Message: said})
	}
	silent := &game.Game{ID: 1, Width: 15, Height: 15, Moves: []game.Move{{Side: board.X, Left: -1}}}
	run.Games = []*game.Game{g, silent}
	b := open(t, run, 1280, 900, false, "game=1&move=1")
	for n, want := range []string{"+40", "−60", "–", "+900", "win in 7", "loss in 6"} {
		b.Click(fmt.Sprintf(`#moves [data-move="%d"]`, n+1))
		assert.Equal(t, want, eval[string](b, `document.querySelector('#move-score').textContent`))
	}
	// x is at 40 and wins; o is at 60, -900 and loses: on the screen all but one of x's points are above the middle.
	ys := func(kind string) []float64 {
		return eval[[]float64](b, fmt.Sprintf(`document.querySelector('#curve path.%s').getAttribute('d')
			.slice(1).split('L').map(p => +p.split(' ')[1])`, kind))
	}
	x, o := ys("by-x"), ys("by-o")
	require.Len(t, x, 2)
	require.Len(t, o, 3)
	assert.Greater(t, x[0], o[0], "60 for x is higher than 40")
	assert.Less(t, o[0], o[1], "900 for o is low")
	assert.InDelta(t, x[1], o[2], .2, "both say that x wins")
	assert.Less(t, x[1], o[0])
	label := eval[string](b, `document.querySelector('#curve svg').getAttribute('aria-label')`)
	assert.Contains(t, label, "The last by x: win in 7, by o: win in 6")
	assert.Equal(t, "sgf/game-00001.sgf", eval[string](b, `document.querySelector('#sgf').getAttribute('href')`))
	b.Click("#curve svg") // in its middle
	at := eval[int](b, `+document.querySelector('#moves [aria-current]').dataset.move`)
	assert.Contains(t, []int{3, 4}, at)

	b.Click(`#games tr[data-index="1"]`)
	assert.True(t, eval[bool](b, `document.querySelector('#curve').hidden`), "nobody said a score")
}

// clock is a script that stops the time of the page, and holds its intervals back. later(ms) moves the time on, ends
// each interval once, and returns how often the page has begun to load itself anew.
const clock = `(() => {
	const began = Date.now(), intervals = new Map();
	let skipped = 0, loads = 0;
	Date.now = () => began + skipped;
	setInterval = f => {
		intervals.set(intervals.size + 1, f);
		return intervals.size;
	};
	clearInterval = n => { intervals.set(n, () => {}); };
	navigation.addEventListener('navigate', e => { if (e.navigationType === 'reload') loads++; });
	window.later = ms => {
		skipped += ms;
		for (const f of intervals.values()) f();
		return loads;
	};
})()`

// later moves the time of a page on, and returns how often the page has begun to load itself anew.
func (b *tab) later(d time.Duration) int {
	b.Helper()
	return eval[int](b, fmt.Sprintf(`later(%d)`, d.Milliseconds()))
}

// TestRefresh: the page of an unfinished run shows new games by itself, and the reader finds all as it was. The page of
// a finished run stays.
func TestRefresh(t *testing.T) {
	for _, width := range []int{1280, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			run := sample.Run(300, 1)
			all := run.Games
			run.Games, run.Refresh = all[:200], time.Minute
			b := open(t, run, width, 844, false, "game=101&move=3", clock)
			b.Choose("#by-player", sample.Labels[1])
			b.Choose("#by-result", "player won")
			b.Click("#games th:nth-child(6) button")
			b.Click(`#moves [data-move="4"]`)
			b.Do(chromedp.Evaluate[chromedp.Void](`(() => {
				document.querySelector('#numbers').click();
				document.querySelector('#games-box').scrollTop = 333;
				scrollTo(0, 222);
			})()`))
			type place struct {
				Hash, Player, Result, Focus, Numbers string
				Sort                                 []string
				Y, List                              float64
			}
			const look = `({
				Hash: location.hash, Y: scrollY, List: document.querySelector('#games-box').scrollTop,
				Player: document.querySelector('#by-player').selectedOptions[0].text,
				Result: document.querySelector('#by-result').selectedOptions[0].text,
				Focus: document.activeElement.dataset.move || '',
				Numbers: String(document.querySelector('#numbers').checked),
				Sort: [...document.querySelectorAll('#games th')].map(th => th.ariaSort),
			})`
			b.Until(`location.hash === '#game=101&move=4'`)
			before := eval[place](b, look)
			require.Equal(t, 222.0, before.Y)

			run.Games = all[:250]
			run.Players = slices.Clone(run.Players)
			run.Players[0], run.Players[1] = run.Players[1], run.Players[0]
			run.Cross = nil
			b.rewrite(run)
			assert.Zero(t, b.later(59*time.Second), "too early")
			assert.Equal(t, 1, b.later(time.Hour))
			const loaded = `document.readyState === 'complete' && `
			b.Until(loaded + `document.querySelector('#running').textContent.includes('250 games')`)
			assert.Equal(t, before, eval[place](b, look))
			b.Picture(fmt.Sprintf("refreshed-on-%d", width))

			run.Games, run.Refresh = all, 0
			b.rewrite(run)
			assert.Equal(t, 1, b.later(time.Hour))
			b.Until(loaded + fmt.Sprintf(`document.title === %q`, run.Title+" – 300 games"))
			assert.Zero(t, b.later(time.Hour), "a finished run does not load itself anew")
		})
	}
}

// TestRefreshWaits: the page does not load itself anew while it plays a game by itself, or a reader uses it.
func TestRefreshWaits(t *testing.T) {
	run := sample.Run(20, 1)
	run.Refresh = time.Minute
	longest := slices.MaxFunc(run.Games, func(a, b *game.Game) int { return a.Stones() - b.Stones() })
	b := open(t, run, 1280, 844, false, fmt.Sprintf("game=%d&move=0", longest.Number()), clock)
	b.Click("#play")
	assert.Zero(t, b.later(time.Hour), "it plays")
	b.Until(`document.querySelector('#moves [data-move="1"][aria-current]')`)
	b.Click("#play")
	assert.Zero(t, b.later(time.Second), "just now it was clicked on")
	eval[bool](b, `document.querySelector('#by-player').focus() || true`)
	assert.Zero(t, b.later(time.Hour), "a choice may be open")
	eval[bool](b, `document.activeElement.blur() || true`)
	eval[bool](b, `getSelection().selectAllChildren(document.querySelector('#lead')) || true`)
	assert.Zero(t, b.later(time.Hour), "text is selected")
	eval[bool](b, `getSelection().removeAllRanges() || true`)
	assert.Equal(t, 1, b.later(time.Hour))
}
