package board_test

import (
	"fmt"
	"testing"

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
		"size=0x15&rule=0&at=0", "size=15x15&rule=-1&at=0", "size=15x15&rule=0&moves=h16&at=0", "size=15x15&rule=0&moves=h8h8&at=0",
		"size=15x15&rule=0&moves=h8(h9&at=0", "size=15x15&rule=0&moves=h8)&at=0", "size=15x15&rule=0&moves=8&at=0",
		"size=15x15&rule=0&moves=h8&at=2", "size=3x3&rule=0&start=10-&at=0", "size=3x3&rule=0&start=x8-&moves=a3&at=0",
	} {
		said := await[string](b, modules+`try { readLink('`+damaged+`'); return 'read'; } catch (e) { return e.message; }`)
		assert.Equal(t, "this link holds no game, or a damaged one", said, damaged)
	}
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
}

// await returns the value of the body of an asynchronous function.
func await[T any](b *page, body string) T {
	b.Helper()
	b.until(`(window.awaited = undefined, (async () => {` + body + `})().then(
		value => { window.awaited = {value}; }, error => { window.awaited = {value: String(error.stack)}; }), true)`)
	b.until(`window.awaited`)
	return browser.Eval[T](b.Tab, `window.awaited.value`)
}
