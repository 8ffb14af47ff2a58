package board_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/browsertest/browser"
)

// modules loads modules of the page for an expression.
const modules = `const {Game} = await import('./game.js'), {store} = await import('./store.js');
	const {turned} = await import('./turn.js'), {readLink, linkText} = await import('./share.js');`

// The eight symmetries and the shifts move the stones, walls and rows of a whole game, and come back to it.
func TestTurnedGames(t *testing.T) {
	b := open(t, desktop)
	// Squares are numbered row by row: this board has 3 columns and 2 rows.
	got := await[map[string]string](b, modules+`
		const game = new Game({width: 3, height: 2, rule: 0, start: 'x-----', first: 'o', parents: [-1, 0, 0],
			moves: [3, 4, 10], comments: {2: 'here'}});
		game.rows.set(0, [0, 1]);
		const seen = (g, from) => [g.width, g.height, g.start, g.moves, g.comments.get(2), g.rows.get(0)].join(' ');
		const all = {};
		for (const way of ['turn-left', 'turn-right', 'mirror-x', 'mirror-y', 'shift-left', 'shift-down']) {
			const g = turned(game, way);
			all[way] = g ? seen(g) : 'refused';
		}
		const round = ['turn-left', 'mirror-x', 'turn-right', 'mirror-y'].reduce(turned, game);
		all.round = seen(round) === seen(game) ? 'the same' : seen(round);
		return all;`)
	assert.Equal(t, map[string]string{
		"turn-left":  "2 3 ----x- 5,0,2 here 4,2",
		"turn-right": "2 3 -x---- 7,10,8 here 1,3",
		"mirror-x":   "3 2 --x--- 3,0,6 here 2,1",
		"mirror-y":   "3 2 ---x-- 9,10,4 here 3,4",
		"shift-left": "refused",
		"shift-down": "refused",
		"round":      "the same",
	}, got)
}

// A variation moves up, or becomes the main line; both are undone.
func TestPromotedVariations(t *testing.T) {
	b := open(t, desktop)
	b.Do(chromedp.Navigate(b.address + "#size=15x15&rule=0&moves=h8(i9)(j10)(k11(l12)(m13))&at=6"))
	b.until(pieces + ` === 3`)
	link := func() string {
		return await[string](b, modules+`return linkText().slice("size=15x15&rule=0&".length);`)
	}
	for _, step := range []struct{ button, want string }{
		{"#promote", "moves=h8(i9)(j10)(k11(m13)(l12))&at=5"},
		{"#promote", "moves=h8(i9)(k11(m13)(l12))(j10)&at=4"},
		{"#main-line", "moves=h8(k11(m13)(l12))(i9)(j10)&at=3"},
		{"#undo-edit", "moves=h8(i9)(k11(m13)(l12))(j10)&at=4"},
	} {
		b.Click("#tab-edit")
		b.until(`!document.querySelector('` + step.button + `').disabled`)
		b.Click(step.button)
		b.until(pieces + ` === 3`)
		assert.Equal(t, step.want, link(), step.button)
	}
}

// A link holds the game with its variations, and the position. A damaged one is refused, and the game stays.
func TestLink(t *testing.T) {
	b := open(t, desktop)
	const link = "#size=15x15&rule=4&start=112-xo111-&first=o&x=Anna+%26+Bo&moves=h10(j10~k10(l10)(l9))(j9k9)&at=5"
	b.Do(chromedp.Navigate(b.address + link))
	b.untilMoves(4)
	b.until(`location.hash === '' && ` + pieces + ` === 6`)
	assert.Equal(t, []string{"o 11,6", "o 7,5", "o 8,7", "x 10,5", "x 7,7", "x 9,5"}, b.stones())
	assert.Equal(t, link[1:], await[string](b, modules+`return linkText();`))
	assert.Equal(t, "Anna & Bo", await[string](b, modules+`return store.game.x;`))

	for _, damaged := range []string{
		"size=0x15&rule=0&at=0", "size=15x15&rule=-1&at=0", "size=15x15&rule=0&moves=h16&at=0",
		"size=15x15&rule=0&moves=h8h8&at=0",
		"size=15x15&rule=0&moves=h8(h9&at=0", "size=15x15&rule=0&moves=h8)&at=0", "size=15x15&rule=0&moves=8&at=0",
		"size=15x15&rule=0&moves=h8&at=2", "size=3x3&rule=0&start=10-&at=0", "size=3x3&rule=0&start=x8-&moves=a3&at=0",
	} {
		said := await[string](b, modules+`
			try { readLink('`+damaged+`'); return 'read'; } catch (e) { return e.message; }`)
		assert.Equal(t, "this link holds no game, or a damaged one", said, damaged)
	}
	eval[bool](b, `(navigator.clipboard.writeText = async words => { window.copied = words; }, true)`)
	b.Click("#tab-files")
	b.Click("#copy-sgf")
	b.until(`window.copied`)
	assert.Regexp(t, `(?s)^\(;.*PB\[Anna & Bo\].*;B\[jf\]`, eval[string](b, `window.copied`))
	b.Do(chromedp.Navigate(b.address + "#size=15x15&rule=0&moves=h99&at=0"))
	b.until(`/damaged/.test(document.querySelector('#problem').textContent)`)
	assert.Len(t, b.stones(), 6)

	paste := func(text string) {
		eval[bool](b, fmt.Sprintf(`(() => {
			const clipboardData = new DataTransfer();
			clipboardData.setData('text', %q);
			return document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true}));
		})()`, text))
	}
	paste("https://example.org/tahoun.html" + "#size=15x15&rule=0&moves=h8i9&at=1")
	b.until(pieces + ` === 1 && ` + moves + ` === 2`)
	paste("h8 i9 j10")
	b.until(pieces + ` === 3`)
	paste("(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg];B[aa]))")
	b.until(pieces + ` === 1 && ` + moves + ` === 2`) // a tree is shown up to its first fork
}

// The analysis tells its effort and the chance on a bar, previews a line, and plays it up to a move.
func TestLinesOfAnAnalysis(t *testing.T) {
	b := open(t, browser.Screen{Width: 1366, Height: 650})
	press := func(key string) { b.Helper(); b.Do(chromedp.KeyEvent(key)) }
	b.Do(chromedp.Navigate(b.address + "#size=15x15&rule=4&moves=h8i9h9h7i8g10&at=6"))
	b.untilMoves(6)
	assert.True(t, eval[bool](b, `document.querySelector('#chance').hidden`))
	press("a")
	b.until(`/^depth \d+, [\d,]+ positions in [\d.]+ s, [\d,]+ a second$/
		.test(document.querySelector('#depth').textContent)`)
	b.until(`document.querySelector('#chance').getBoundingClientRect().height > 300`)
	b.until(`document.querySelectorAll('#best tbody tr:first-child [data-move]').length > 3`)
	press("a")
	b.hover(`#best tbody tr:first-child [data-move="2"]`)
	b.until(`document.querySelectorAll('#board .ghost').length === 3`)
	b.Picture("analysis-line")
	b.Click(`#best tbody tr:first-child [data-move="2"]`)
	b.untilMoves(9)
	press("?")
	b.until(`document.querySelector('#keys').open`)
	b.Picture("keys")
}

// A person plays on from a position of a game that was opened, and the program answers a move of that game too. A
// replay shows the game, the wheel goes through it, and stones are numbered from any move on.
func TestPlayFromHere(t *testing.T) {
	b := open(t, desktop)
	b.set("#level", "easy")
	b.Do(chromedp.Navigate(b.address + "#size=15x15&rule=0&moves=h8i9h9h7&at=2"))
	b.until(pieces + ` === 2 && ` + moves + ` === 4`)
	b.set("#replay-time", "0.1")
	b.Click("#replay")
	b.until(pieces + ` === 4 && document.querySelector('#replay').getAttribute('aria-pressed') === 'false'`)
	wheel := func(pixels float64) {
		b.Helper()
		browser.Tell(b.Tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseWheel, X: 300, Y: 300, DeltaX: 1, DeltaY: pixels})
	}
	wheel(-100)
	b.until(pieces + ` === 3`)
	b.Click("#tab-view")
	b.Click("#number-here")
	b.Click("#last")
	b.until(`[...document.querySelectorAll('#board .stone text')].map(e => e.textContent).join() === '1'`)
	b.Click("#previous")
	b.Click("#previous")
	b.until(pieces + ` === 2`)

	b.Click("#tab-play")
	b.set("#seat-x", "0")
	b.Click("#practice")
	b.until(moves + ` === 2`)
	b.clickSquare(7, 6) // h9, as in the game
	b.untilMoves(4)
	assert.Equal(t, "-1 0", eval[string](b,
		`['seat-x', 'seat-o'].map(id => document.getElementById(id).value).join(' ')`))
}

// Tahoun at full strength thinks while it waits for a person, if it may, and at no other time.
func TestPonder(t *testing.T) {
	b := open(t, desktop)
	b.Choose("#level", eval[string](b, `document.querySelector('#level').options[0].text`))
	b.set("#turn", "0.1")
	b.set("#ponder", "on")
	await[bool](b, `window.searches = (await import('./search.js')).searches; return true;`)
	b.clickSquare(7, 7)
	b.untilMoves(2)
	b.until(`searches('ponder')`)
	b.Click("#previous")
	b.until(`document.querySelector('#next').disabled === false && !searches('ponder', 'move')`)
	b.Click("#next")
	b.until(`searches('ponder')`)
	b.clickSquare(0, 0)
	b.untilMoves(4)
	b.set("#ponder", "")
	b.until(`!searches('ponder')`)
}

// A click asks, or a stone is slid to its square, as a person chooses; parts of the board are hidden; all settings go
// back to those of the first visit.
func TestChoicesOfTheBoard(t *testing.T) {
	b := open(t, browser.Screen{Width: 390, Height: 844, Dark: true})
	b.Click("#tab-view")
	b.Choose("#taps", "asks always")
	b.clickSquare(7, 7)
	b.until(`document.querySelector('#board .cursor')`)
	assert.Empty(t, b.stones())
	b.clickSquare(7, 7)
	b.untilMoves(2)

	b.Choose("#taps", "plays where it is let go")
	b.set("#seat-o", "-1")
	at := func(column, row int) [2]float64 {
		return eval[[2]float64](b, fmt.Sprintf(`(() => {
			const m = document.querySelector('#board').getScreenCTM();
			const p = new DOMPoint(%d * 20 + 10, %d * 20 + 10).matrixTransform(m);
			return [p.x, p.y];
		})()`, column, row))
	}
	mouse := func(kind input.DispatchMouseEventType, p [2]float64) {
		browser.Tell(b.Tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: p[0], Y: p[1], Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	}
	mouse(input.DispatchMouseEventTypeMousePressed, at(0, 0))
	mouse(input.DispatchMouseEventTypeMouseMoved, at(2, 0))
	b.until(`document.querySelector('#board .cursor')`)
	mouse(input.DispatchMouseEventTypeMouseReleased, at(2, 0))
	b.untilMoves(3)
	assert.Contains(t, b.stones(), "x 2,0")

	b.Choose("#colours", "green")
	b.set("#show-edges", "off")
	b.until(`getComputedStyle(document.querySelector('#board .edge')).display === 'none'`)
	b.Picture("choices-phone")
	b.Click("#tab-edit")
	b.Picture("edit-phone")
	b.Click("#tab-view")
	b.Click("#reset")
	b.until(`getComputedStyle(document.querySelector('#board .edge')).display !== 'none'`)
	assert.Equal(t, "small wood easy", eval[string](b,
		`['taps', 'colours', 'level'].map(id => document.querySelector('#' + id).value).join(' ')`))
	assert.Zero(t, b.Overflow())
}

// hover moves the mouse over an element.
func (b *page) hover(selector string) {
	b.Helper()
	at := eval[[2]float64](b, fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, selector))
	browser.Tell(b.Tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseMoved, X: at[0], Y: at[1]})
}

// await returns the value of the body of an asynchronous function.
func await[T any](b *page, body string) T {
	b.Helper()
	b.until(`(window.awaited = undefined, (async () => {` + body + `})().then(
		value => { window.awaited = {value}; }, error => { window.awaited = {value: String(error.stack)}; }), true)`)
	b.until(`window.awaited`)
	return browser.Eval[T](b.Tab, `window.awaited.value`)
}
