package board_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/browsertest/browser"
)

// write writes a file into a new folder and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// reload loads the page anew. What the old one shows counts no more.
func (b *page) reload() {
	b.Helper()
	eval[bool](b, `window.old = true`)
	b.Do(chromedp.Reload())
	b.until(`!window.old`)
}

// hold keeps the page's questions of a kind back, and returns how to let them go. One that is given up meanwhile fails
// as it would on its way.
func (b *page) hold(kind string) (release func()) {
	b.Helper()
	browser.Eval[bool](b.Tab, fmt.Sprintf(`(() => {
		const ask = window.fetch, held = new Promise(done => { window.release = done; });
		const givenUp = signal => new Promise(done => { signal?.addEventListener('abort', done); });
		window.fetch = async (path, options) => {
			if (path === %q) await Promise.race([held, givenUp(options.signal)]);
			return ask(path, options);
		};
		return true;
	})()`, kind))
	return func() { b.Helper(); browser.Eval[bool](b.Tab, `release() || true`) }
}

func (b *page) status() string { b.Helper(); return b.text("#status") }

func (b *page) untilStatus(start string) {
	b.Helper()
	b.until(`document.querySelector('#status').textContent.startsWith(` + strconv.Quote(start) + `)`)
}

// A reload shows the same game in the same state: an opened game gets no move.
func TestReload(t *testing.T) {
	b := open(t, desktop, write(t, "game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n9,8,0\n"))
	b.reload()
	assert.Equal(t, "White to move: press Step · Move 3 of 3: Black i8", b.status())
	assert.Equal(t, 3, eval[int](b, moves))

	// A variation, the players and their limits.
	b.set("#seat-o", "-1")
	b.set("#level", "easy")
	b.set("#turn", "7")
	b.set("#match", "9")
	b.Click("#previous")
	b.until(`document.querySelectorAll('#board .stone').length === 2`)
	b.clickSquare(0, 0)
	b.until(`document.querySelectorAll('#board .stone').length === 3 && ` + moves + ` === 3`)
	b.Click("#previous")
	b.until(`document.querySelectorAll('#board .stone').length === 2`)
	b.reload()
	assert.Equal(t, "Black to move · Move 2 of 3: White i7", b.status())
	b.Click("#last")
	b.until(`document.querySelectorAll('#board .stone').length === 3`)
	assert.Contains(t, b.stones(), "x 0,0")
	for id, want := range map[string]string{"seat-x": "-1", "seat-o": "-1", "level": "easy", "turn": "7", "match": "9"} {
		assert.Equal(t, want, eval[string](b, `document.querySelector('#`+id+`').value`), id)
	}
	assert.False(t, eval[bool](b, `document.querySelector('#auto').checked`))

	// A resignation.
	b.Click("#resign")
	b.untilStatus("Black has won: White resigned")
	b.reload()
	assert.Equal(t, "Black has won: White resigned · Move 3 of 3: Black a15", b.status())

	// A Swap2 opening.
	b.set("#opening", "swap2")
	b.Click("#new-game .main")
	b.untilStatus("Swap2: place 3")
	b.clickSquare(7, 7)
	b.untilStatus("Swap2: place 2")
	b.reload()
	b.untilStatus("Swap2: place 2 stones, the next is White")
	b.clickSquare(8, 8)
	b.untilStatus("Swap2: place 1 stone, the next is Black")
}

// What an earlier run of the program kept is not shown by the next one, which has its own file.
func TestNextProgram(t *testing.T) {
	address, kill := run(t)
	b := visit(t, address, desktop)
	b.set("#seat-o", "-1")
	b.clickSquare(0, 0)
	b.untilMoves(1)
	b.Forgive()
	kill()
	b.until(`!document.querySelector('#problem').hidden`)
	u, err := url.Parse(address)
	require.NoError(t, err)
	b.address = start(t, "-port", u.Port(), filepath.Join("testdata", "blunder.psq"))
	b.Do(chromedp.Navigate(b.address))
	assert.Equal(t, 8, eval[int](b, moves))
}

// The end of a game is shown whatever the status said before.
func TestResign(t *testing.T) {
	b := open(t, desktop)
	b.Click("#hint")
	b.untilStatus("hint: h8, ")
	b.Click("#resign")
	b.untilStatus("White has won: Black resigned")

	// While a hint is looked for.
	b.Click("#new-game .main")
	b.untilStatus("Black to move")
	b.hold("analyse")
	b.Click("#hint")
	b.untilStatus("looking for a hint")
	b.Click("#resign")
	b.untilStatus("White has won: Black resigned")

	// After the end the status says what is done, and how the game ended.
	b.Click("#tab-files")
	eval[bool](b, `(navigator.clipboard.writeText = async () => {}, true)`)
	b.Click("#copy-text")
	b.untilStatus("copied as text · White has won: Black resigned")
}

// Two programs that sit there only while the players change seats do not stop the game.
func TestChangeOfSeats(t *testing.T) {
	b := open(t, desktop)
	b.set("#turn", "0.1")
	b.set("#seat-x", "0")
	assert.False(t, eval[bool](b, `document.querySelector('#auto').checked`), "two programs wait for Step")
	assert.Equal(t, "Black to move: press Step", b.status())
	b.set("#seat-o", "-1")
	b.untilMoves(1)

	// So too with a new game between.
	b.set("#seat-o", "0")
	b.Click("#new-game .main")
	b.untilStatus("Black to move: press Step")
	b.set("#seat-o", "-1")
	b.untilMoves(1)

	// An opened game is looked at first.
	b.Click("#tab-files")
	b.set("#text", "h8i9h9")
	b.Click("#read-text")
	b.untilMoves(3)
	b.Click("#tab-play")
	b.set("#seat-o", "0")
	b.set("#seat-x", "-1")
	b.untilStatus("White to move: press Step")
	assert.Equal(t, 3, eval[int](b, moves))
}

// minutes returns what the clock of a side shows.
func (b *page) minutes(side string) int {
	b.Helper()
	found := regexp.MustCompile(side + ` \S+ (\d+):`).FindStringSubmatch(b.text("#versus"))
	require.NotNil(b, found, b.text("#versus"))
	n, err := strconv.Atoi(found[1])
	require.NoError(b, err)
	return n
}

// stopped is a script that stops the clocks of the page. skip moves them on.
const stopped = `{
	const began = performance.now();
	window.skipped = 0;
	performance.now = () => began + window.skipped;
}`

// skip lets ten minutes pass.
func (b *page) skip() { b.Helper(); eval[int](b, `window.skipped += 600000`) }

// The clocks run from the second move on, but not in an opened game, and not while the program looks at the position.
func TestClocks(t *testing.T) {
	b := visit(t, start(t), desktop, stopped)
	// The clocks are shown anew when the rules of a position are known, later than the status.
	xThinks := `document.querySelector('#versus').children[0].classList.contains('turn')`
	oThinks := `document.querySelector('#versus').children[1].classList.contains('turn')`
	b.set("#seat-o", "-1")
	b.Click("#new-game .main")
	b.until(xThinks)
	b.skip()
	b.clickSquare(7, 7)
	b.until(oThinks)
	assert.Zero(t, b.minutes("Black"), "before the first move")
	b.skip()
	b.clickSquare(8, 8)
	b.until(xThinks)
	assert.Equal(t, 10, b.minutes("White"))

	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(`document.querySelectorAll('#best tbody tr').length > 0`)
	b.skip()
	b.Click("#live")
	b.Click("#tab-play")
	b.clickSquare(7, 8)
	b.until(oThinks)
	assert.Zero(t, b.minutes("Black"), "during an analysis")

	// A look back does not give time back.
	b.skip()
	b.Click("#previous")
	b.until(`document.querySelectorAll('#board .stone').length === 2`)
	b.Click("#last")
	b.until(`document.querySelectorAll('#board .stone').length === 3 && ` + oThinks)
	b.clickSquare(8, 9)
	b.until(xThinks)
	assert.Equal(t, 20, b.minutes("White"))

	// Neither does a reload.
	b.skip()
	b.reload()
	b.until(xThinks)
	assert.Equal(t, 10, b.minutes("Black"))

	b.Click("#tab-files")
	b.set("#text", "h8i9h9")
	b.Click("#read-text")
	b.until(oThinks)
	b.skip()
	b.clickSquare(0, 0)
	b.until(xThinks)
	assert.Zero(t, b.minutes("White"), "in an opened game")
}

// listen counts the questions that the page asks from now on.
func (b *page) listen() {
	b.Helper()
	eval[bool](b, `(() => {
		window.asked = [];
		const ask = window.plainFetch ||= window.fetch;
		window.fetch = (path, ...rest) => {
			window.asked.push(path);
			return ask(path, ...rest);
		};
		return true;
	})()`)
}

func (b *page) asked() string { b.Helper(); return eval[string](b, `window.asked.join(' ')`) }

// A move asks each question once.
func TestQuestions(t *testing.T) {
	b := open(t, desktop)
	b.set("#turn", "0.1")
	b.listen()
	b.clickSquare(7, 7)
	b.untilMoves(2)
	b.untilStatus("Black to move")
	assert.Equal(t, "check move check", b.asked())

	b.listen()
	b.Click("#previous")
	b.untilStones(1)
	b.Click("#next")
	b.untilStones(2)
	assert.Equal(t, "check check", b.asked())

	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(`/depth \d/.test(document.querySelector('#depth').textContent)`)
	b.listen()
	b.clickSquare(0, 0) // no reply of a program stands so far away
	b.until(moves + ` === 4 && /depth \d/.test(document.querySelector('#depth').textContent)`)
	assert.Equal(t, "check move check analyse", b.asked())

	// What is shown of an analysis is no question, and neither are the names of the squares and a comment.
	b.listen()
	b.Click("#rated")
	b.until(`document.querySelectorAll('#board .rating').length > 5`)
	b.Click("#threats")
	b.until(`document.querySelectorAll('#threat-list li').length > 0`)
	b.set("#names", "file")
	b.until(`/^\d+,\d+$/.test(document.querySelector('#best tbody td').textContent)`)
	b.Click("#rated")
	b.Click("#threats")
	b.until(`document.querySelectorAll('#board .rating, #threat-list li').length === 0`)
	b.set("#comment", "why")
	eval[bool](b, `['input', 'change'].every(e => document.querySelector('#comment').dispatchEvent(new Event(e)))`)
	assert.Contains(t, b.text("#message"), "why")
	assert.Equal(t, "settings", b.asked(), "the names are kept for the next visit")
}

// The moves of a line are numbered alone: the stones show no numbers meanwhile.
func TestLineOnTheBoard(t *testing.T) {
	b := open(t, desktop, filepath.Join("testdata", "blunder.psq"))
	numbers := `[...document.querySelectorAll('#board .squares text')]
		.filter(e => getComputedStyle(e).display !== 'none').length`
	assert.Equal(t, 8, eval[int](b, numbers))
	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(`document.querySelectorAll('#best tbody tr').length === 5`)
	b.Click("#best tbody tr:first-child button")
	b.until(`document.querySelectorAll('#board .ghost').length > 0`)
	assert.Zero(t, eval[int](b, numbers))
	b.Picture("line")
	b.Click("#best tbody tr:first-child button")
	b.hover("#status") // the line under the mouse is shown too
	b.until(numbers + ` === 8`)
}

// A file that was changed meanwhile is replaced only where the person says so.
func TestSaveChangedFile(t *testing.T) {
	path := write(t, "game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n")
	b := open(t, desktop, path)
	b.clickSquare(0, 0)
	b.untilMoves(3)
	b.Click("#tab-files")
	b.Click("#save-home")
	b.untilStatus("saved to game.psq; what was there before is in game.psq.bak")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o644))
	b.reload() // it still knows what it wrote
	b.Click("#tab-files")
	b.Click("#save-home")
	b.until(`!document.querySelector('#home-changed').hidden`)
	b.Picture("changed")
	b.Click("#leave")
	b.until(`document.querySelector('#home-changed').hidden`)
	read := func(path string) string {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return string(text)
	}
	assert.Equal(t, "mine", read(path))
	b.Click("#save-home")
	b.until(`!document.querySelector('#home-changed').hidden`)
	b.Click("#overwrite")
	b.untilStatus("saved to game.psq; what was there before is in game.psq.bak2")
	assert.Equal(t, "mine", read(path+".bak2"))
	assert.True(t, strings.HasPrefix(read(path), "Piskvorky"))
}

// A change that is undone brings the game back as it was: an opened one gets no move, and one that has ended stays so.
func TestUndoneChanges(t *testing.T) {
	b := open(t, desktop, write(t, "game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n9,8,0\n"))
	b.Click("#new-game .main")
	b.until(moves + ` === 0 && document.querySelector('#auto').checked`)
	b.Click("#tab-edit")
	b.until(`!document.querySelector('#undo-edit').disabled`)
	b.Click("#undo-edit")
	b.untilMoves(3)
	b.untilStatus("White to move: press Step")
	b.until(`!document.querySelector('#redo-edit').disabled`)
	b.Click("#redo-edit")
	b.until(moves + ` === 0 && document.querySelector('#auto').checked`)

	b.set("#seat-o", "-1")
	b.clickSquare(7, 7)
	b.untilStatus("White to move")
	b.Click("#tab-play")
	b.Click("#resign")
	b.untilStatus("Black has won: White resigned")
	b.Click("#tab-edit")
	b.Click("#clear")
	b.until(moves + ` === 0`)
	b.until(`!document.querySelector('#undo-edit').disabled`)
	b.Click("#undo-edit")
	b.untilStatus("Black has won: White resigned")

	// What has to wait for the end of an opening says so, and there is nothing to undo.
	b.Click("#tab-play")
	b.set("#opening", "swap2")
	b.Click("#new-game .main")
	b.untilStatus("Swap2: place 3")
	b.Click("#undo")
	b.untilStatus("Swap2: place 3")
	for _, id := range []string{"#step", "#resign"} {
		b.Click(id)
		assert.Equal(t, "the opening is not over", b.text("#problem"), id)
		eval[string](b, `document.querySelector('#problem').textContent = ''`)
	}
}

// The board is as large as the window allows, and what belongs to it is in sight.
func TestSizes(t *testing.T) {
	b := open(t, desktop)
	for _, c := range []struct{ width, height, least int }{{1366, 650, 500}, {1920, 1080, 900}, {390, 844, 360}} {
		screen := browser.Screen{Width: c.width, Height: c.height, Dark: c.width == 1920}
		b := b.another(screen)
		edge := func(id, side string) int {
			return int(eval[float64](b, fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().%s`, id, side)))
		}
		assert.Zero(t, b.Overflow(), c)
		assert.GreaterOrEqual(t, edge("#board", "width"), c.least, c)
		for _, id := range []string{"#first", "#last", "#undo", "#hint"} {
			assert.LessOrEqual(t, edge(id, "bottom"), c.height, "%v: %s", c, id)
		}
		if c.width > 500 {
			assert.Less(t, edge("#side", "left")-edge("#board", "right"), 40, "%v: a gap", c)
		}
		b.Picture(fmt.Sprintf("size-%d", c.width))
	}
}

// The choices of a person are those of the next visit, at another address.
func TestSettings(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "settings.json")
	b := open(t, desktop, "-settings", kept)
	assert.Contains(t, eval[string](b, `document.querySelector('#level').selectedOptions[0].text`), "easy")
	assert.Equal(t, "-1", eval[string](b, `document.querySelector('#seat-x').value`))
	want := map[string]string{
		"level": "good", "turn": "3", "match": "7", "width": "13", "height": "12", "rule": "4",
		"names": "top", "style": "squares", "theme": "dark",
	}
	for id, value := range want {
		b.set("#"+id, value)
	}
	b.set("#numbers", "off")
	b.set("#sound", "on")
	b.until(`getComputedStyle(document.body).backgroundColor === 'rgb(22, 23, 26)'`)
	text, err := os.ReadFile(kept)
	require.NoError(t, err)
	require.Contains(t, string(text), `"sound": "true"`)

	b = open(t, desktop, "-settings", kept)
	for id, value := range want {
		assert.Equal(t, value, eval[string](b, `document.querySelector('#`+id+`').value`), id)
	}
	assert.False(t, eval[bool](b, `document.querySelector('#numbers').checked`))
	assert.True(t, eval[bool](b, `document.querySelector('#sound').checked`))
	assert.Equal(t, "13×12, renju", b.text("#terms"))
	assert.Equal(t, "rgb(22, 23, 26)", eval[string](b, `getComputedStyle(document.body).backgroundColor`))
	assert.False(t, eval[bool](b, `document.querySelector('#board').classList.contains('points')`))
	b.clickSquare(0, 0) // with a sound
	b.untilMoves(2)
	b.Picture("squares-dark")

	// The browser keeps them where the program does not.
	b = open(t, desktop, "-settings", "none")
	b.set("#style", "squares")
	b = b.another(desktop)
	assert.False(t, eval[bool](b, `document.querySelector('#board').classList.contains('points')`))

	// The command line has the last word on the time. A level that is no more is not chosen.
	require.NoError(t, os.WriteFile(kept, []byte(strings.Replace(string(text), `"good"`, `"gone"`, 1)), 0o600))
	b = open(t, desktop, "-settings", kept, "-time", "5s")
	assert.Equal(t, "easy", eval[string](b, `document.querySelector('#level').value`))
	assert.Equal(t, "5", eval[string](b, `document.querySelector('#turn').value`))
}

// Undo in a Swap2 opening, and from the first moves after it, goes back within the opening.
func TestUndoSwap2(t *testing.T) {
	b := open(t, desktop)
	b.set("#seat-o", "-1")
	b.set("#opening", "swap2")
	b.Click("#new-game .main")
	b.untilStatus("Swap2: place 3")
	for i, at := range [][2]int{{7, 7}, {8, 8}, {9, 7}} {
		b.clickSquare(at[0], at[1])
		b.untilMoves(i + 1)
	}
	choice := `!document.querySelector('#swap2-choice').hidden`
	b.until(choice)
	b.Click("#undo")
	b.untilStatus("Swap2: place 1 stone, the next is Black")
	assert.Equal(t, 2, eval[int](b, moves))
	b.reload()
	b.untilStatus("Swap2: place 1 stone, the next is Black")
	b.clickSquare(0, 0)
	b.until(choice)
	b.Click("#swap2-choice button")
	b.untilStatus("White to move")
	const said = "Swap2: the second player chose White, the sides stay: the first player now plays Black."
	assert.Regexp(t, "^"+regexp.QuoteMeta(said)+`\s*The opening (is even: Black|favours (Black|White):) \d\d%\.$`, b.text("#said"))
	b.Picture("said")
	b.Click("#tab-analyse")
	b.set("#review-time", "0.1")
	b.Click("#review")
	b.until(`/^The opening (is even|favours )/.test(document.querySelector('#opening-balance').textContent)`)
	b.untilStatus("reviewed")
	assert.Zero(t, b.number("#curve .fault"), "the stones of the opening are not graded")
	b.Picture("opening-balance")
	b.Click("#tab-play")
	b.clickSquare(1, 1)
	b.untilMoves(4)
	b.Click("#undo")
	b.until(moves + ` === 3`)
	b.untilStatus("White to move")
	b.Click("#undo")
	b.until(choice)
	assert.Equal(t, 3, eval[int](b, moves))
	b.Click("#swap2-choice button:last-child")
	b.untilStatus("Swap2: place 2")
	b.Click("#undo")
	b.until(choice)
}

// Keys work everywhere but in a field; a number outside its range and errors are told, until the next act.
func TestKeysAndFields(t *testing.T) {
	b := open(t, desktop)
	b.set("#seat-o", "-1")
	b.clickSquare(7, 7)
	b.untilMoves(1)
	key := func(k string) { b.Helper(); b.Do(chromedp.KeyEvent(k)) }
	key("h")
	b.untilStatus("hint: ")
	key("u")
	b.until(moves + ` === 0`)
	b.clickSquare(7, 7)
	b.untilMoves(1)
	b.Click("#tab-edit")
	b.Click("#comment")
	key("hun")
	assert.Equal(t, "hun", eval[string](b, `document.querySelector('#comment').value`))
	assert.Equal(t, 1, eval[int](b, moves))
	b.Click("#tab-play")
	b.set("#turn", "90000")
	assert.Equal(t, "seconds a move: want 0 to 86400, got 90000; it is 86400 now", b.text("#problem"))
	assert.Equal(t, "86400", eval[string](b, `document.querySelector('#turn').value`))
	b.Click("#tab-view")
	assert.Empty(t, b.text("#problem"))
	key("n")
	b.until(moves + ` === 0`)

	// Another number of moves is no new analysis if fewer, and what is shown stays if more.
	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(`document.querySelectorAll('#best tbody tr').length === 5`)
	b.listen()
	b.set("#top", "3")
	b.until(`document.querySelectorAll('#best tbody tr').length === 3`)
	assert.Empty(t, b.asked())
	release := b.hold("analyse")
	b.set("#top", "6")
	assert.Equal(t, 3, b.number("#best tbody tr"))
	release()
	b.until(`document.querySelectorAll('#best tbody tr').length === 6`)
	assert.Equal(t, "analyse", b.asked())
}

// A player who changes sides takes the time along that he has used.
func TestClocksOfChangedSeats(t *testing.T) {
	b := visit(t, start(t), desktop, stopped)
	b.set("#level", "beginner")
	b.clickSquare(7, 7)
	b.untilMoves(2)
	b.untilStatus("Black to move")
	b.skip()
	b.clickSquare(0, 0)
	b.untilMoves(4)
	b.untilStatus("Black to move")
	b.until(`/Black you 10:/.test(document.querySelector('#versus').textContent)`)
	b.set("#auto", "off")
	b.set("#seat-x", "0")
	b.set("#seat-o", "-1")
	b.until(`/White you 10:/.test(document.querySelector('#versus').textContent)`)
	assert.Zero(t, b.minutes("Black"))
}
