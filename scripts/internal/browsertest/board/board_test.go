// Package board_test uses the page of scripts/board in a browser.
package board_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/browsertest/browser"
)

// program is the page's executable, built once.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "board-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "board")
		if runtime.GOOS == "windows" {
			program += ".exe"
		}
		build := exec.Command("go", "build", "-o", program, "./scripts/board")
		build.Dir = "../../../.."
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v: %s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// A page is a running program and its page.
type page struct {
	*browser.Tab
	address string
}

// start starts the program and returns its address.
func start(t *testing.T, args ...string) string {
	t.Helper()
	address, _ := run(t, args...)
	return address
}

// run starts the program and returns its address and how to kill it.
func run(t *testing.T, args ...string) (address string, kill func()) {
	t.Helper()
	own := []string{"-show=false", "-threads", "1", "-settings", filepath.Join(t.TempDir(), "settings.json")}
	command := exec.Command(program, append(own, args...)...)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	command.Stderr = os.Stderr
	require.NoError(t, command.Start())
	killed := false
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		if err := command.Wait(); !killed {
			assert.NoError(t, err)
		}
	})
	said := bufio.NewScanner(out)
	require.True(t, said.Scan())
	address, found := strings.CutPrefix(said.Text(), "The page is at ")
	require.True(t, found, said.Text())
	go func() {
		for said.Scan() {
		}
	}()
	return address, func() {
		killed = true
		require.NoError(t, command.Process.Kill())
	}
}

var desktop = browser.Screen{Width: 1280, Height: 950}

func open(t *testing.T, screen browser.Screen, args ...string) *page {
	t.Helper()
	address := start(t, args...)
	return visit(t, address, screen)
}

// visit opens a page in a browser of its own; scripts run before those of the page.
func visit(t *testing.T, address string, screen browser.Screen, scripts ...string) *page {
	t.Helper()
	b := &page{browser.Open(t, address, screen, scripts...), address}
	b.until("true")
	return b
}

// another opens the page in a further tab.
func (b *page) another(screen browser.Screen) *page {
	b.Helper()
	other := &page{b.Another(b.address, screen), b.address}
	other.until("true")
	return other
}

// ready tells that the page shows all that follows from what was done: no question waits for its answer, see link.js.
// Searches and moves of players may still come.
const ready = `document.body?.hasAttribute('data-ready')`

// eval returns the value of a JavaScript expression when the page is ready.
func eval[T any](b *page, expression string) T {
	b.Helper()
	return when[T](b, "true", expression)
}

// until waits until the page is ready and a JavaScript condition holds.
func (b *page) until(condition string) {
	b.Helper()
	when[bool](b, condition, "true")
}

// when returns the value that an expression has when the page is ready and a condition holds.
func when[T any](b *page, condition, expression string) T {
	b.Helper()
	return browser.When[T](b.Tab, ready+" && ("+condition+")", expression,
		`document.querySelector('#status').textContent`,
		`document.querySelector('#problem').textContent`)
}

// clickSquare clicks on a square of the board, as a mouse does.
func (b *page) clickSquare(column, row int) {
	b.Helper()
	b.ClickAt(fmt.Sprintf(`() => {
		const svg = document.querySelector('#board');
		svg.scrollIntoView({block: 'nearest'});
		const p = new DOMPoint(%d * 20 + 10, %d * 20 + 10).matrixTransform(svg.getScreenCTM());
		return [p.x, p.y];
	}`, column, row), fmt.Sprintf(`(target, x, y) => {
		const svg = document.querySelector('#board');
		const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
		return svg.contains(target) && Math.floor(p.x / 20) === %d && Math.floor(p.y / 20) === %d;
	}`, column, row))
}

// text returns the text of an element.
func (b *page) text(selector string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`document.querySelector(%q).textContent`, selector))
}

func (b *page) set(selector, value string) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (e.type === 'checkbox') e.checked = %[2]q === 'on';
		else e.value = %[2]q;
		e.dispatchEvent(new Event('change', {bubbles: true}));
		return true;
	})()`, selector, value))
}

// stones reads the stones on the board: "x 7,7" and so on, sorted by row and column.
func (b *page) stones() []string {
	b.Helper()
	return eval[[]string](b, `(() => {
		const kinds = {hash: '#', x: 'x', o: 'o'};
		const kind = e => kinds[Object.keys(kinds).find(name => e.classList.contains(name))];
		const all = [...document.querySelectorAll('#board .squares [data-at]')];
		return all.map(e => kind(e) + ' ' + e.dataset.at).sort();
	})()`)
}

// pieces is the number of stones and walls on the board.
const pieces = `document.querySelectorAll('#board .squares [data-at]').length`

const moves = `(document.querySelectorAll('#moves li').length - 1)`

// untilMoves waits until the game has n moves and the rules are known. No player may be about to add another one.
func (b *page) untilMoves(n int) {
	b.Helper()
	b.until(fmt.Sprintf(`%s === %d`, moves, n))
}

// TestGame plays a game to its end by clicks. The weak levels lose to a person who attacks, and the person
// here does so badly that either side may win.
func TestGame(t *testing.T) {
	b := open(t, desktop)
	b.set("#level", "easy")
	over := `/has won|draw/.test(document.querySelector('#status').textContent)`
	n := 0
	for row := 4; row < 11 && !eval[bool](b, over); row++ {
		for column := 3; column < 12 && !eval[bool](b, over); column++ {
			square, stones := fmt.Sprintf(" %d,%d", column, row), b.stones()
			if slices.ContainsFunc(stones, func(stone string) bool { return strings.HasSuffix(stone, square) }) {
				continue
			}
			b.clickSquare(column, row)
			b.until(fmt.Sprintf(`%s || %s >= %d`, over, pieces, len(stones)+2))
			n = eval[int](b, moves)
		}
	}
	require.True(t, eval[bool](b, over), "after %d moves", n)
	assert.NotZero(t, eval[int](b, `document.querySelectorAll('#board .row').length`), "the row is not drawn")
	b.Picture("game-over")
	all := b.stones()
	b.clickSquare(0, 0) // the game is over
	assert.Equal(t, all, b.stones())
	b.Click("#first")
	b.until(`document.querySelector('#status').textContent.startsWith('Black to move')`)
	assert.Empty(t, b.stones())
	b.Click("#last")
	b.until(over)
	assert.Equal(t, all, b.stones())
	b.Click("#undo")
	b.until(fmt.Sprintf(`!(%s) && %s < %d`, over, moves, n))
	assert.Less(t, len(b.stones()), len(all))
}

func TestAnalysis(t *testing.T) {
	b := open(t, desktop)
	b.set("#seat-o", "-1")
	b.set("#width", "20")
	b.set("#height", "20")
	b.Click("#new-game .main")
	for _, at := range [][2]int{{10, 10}, {11, 11}, {10, 11}, {10, 9}} {
		b.clickSquare(at[0], at[1])
	}
	b.untilMoves(4)
	b.Click("#tab-analyse")
	b.Click("#rated")
	b.Click("#threats")
	eval[bool](b, `(() => {
		window.longTasks = [];
		const note = list => window.longTasks.push(...list.getEntries().map(e => e.duration));
		new PerformanceObserver(note).observe({type: 'longtask'});
		document.querySelector('#live').addEventListener('click', () => { window.clickedAt = performance.now(); });
		new MutationObserver((_, me) => {
			window.firstAfter = performance.now() - window.clickedAt;
			me.disconnect();
		}).observe(document.querySelector('#best tbody'), {childList: true});
		return true;
	})()`)
	b.Click("#live")
	b.until(`document.querySelectorAll('#best tbody tr').length === 5`)
	b.until(`/depth \d/.test(document.querySelector('#depth').textContent)`)
	depth := b.text("#depth")
	b.until(fmt.Sprintf(`document.querySelector('#depth').textContent !== %q`, depth))
	assert.Equal(t, 5, b.number("#board .candidate"))
	b.until(`document.querySelectorAll('#board .rating').length > 5`)
	b.Click("#best tbody tr:first-child button")
	b.until(`document.querySelectorAll('#board .ghost').length > 1`)
	b.until(`document.querySelector('#threat-list').textContent.includes('Black ')`)
	b.Picture("analysis")
	after, long := eval[float64](b, `window.firstAfter`), eval[[]float64](b, `window.longTasks`)
	t.Logf("first analysis %.0f ms after the click; tasks over 50 ms: %v", after, long)

	// It follows the position.
	b.clickSquare(12, 12)
	b.untilMoves(5)
	b.until(`!document.querySelector('#curve').hidden`) // it knows the chances of two positions

	// It lists balanced moves instead.
	b.Click("#rated")
	b.Click("#balanced")
	b.until(`document.querySelectorAll('#best tbody tr').length === 5 && /depth \d/.test(document.querySelector('#depth').textContent)`)
	assert.Equal(t, 5, b.number("#board .candidate"))
	b.until(`/^[3-6]\d%$/.test(document.querySelector('#best tbody tr:first-child td:nth-child(3)').textContent)`)
	b.Picture("balanced")

	// And pairs of moves, with the progress of a search that a time ends.
	b.set("#engine-time", "3600")
	b.Click("#pairs")
	b.until(`/^[a-t]\d+ [a-t]\d+$/.test(document.querySelector('#best tbody tr:first-child td')?.textContent)`)
	b.until(`document.querySelector('#progress').value > 0 && !document.querySelector('#progress').hidden`)
	b.Picture("pairs")
	b.Click("#live")
	assert.Equal(t, "Analyse", b.text("#live"))
	assert.Empty(t, b.text("#problem"))
}

func TestForbidden(t *testing.T) {
	b := open(t, desktop)
	b.beforeFoul()
	assert.Equal(t, "forbidden: double three", b.text("#board .forbidden title"))
	b.Picture("forbidden")
	b.askFoul()
	assert.Equal(t, 2, eval[int](b, `document.querySelectorAll('#board .foul-row').length`))
	b.Picture("foul")
	b.Click("#foul-leave")
	b.until(`document.querySelector('#foul').hidden && !document.querySelector('#board .foul-row')`)
	assert.Equal(t, 8, eval[int](b, moves))
	b.clickSquare(9, 7)
	b.Click("#foul-play")
	b.until(`document.querySelector('#status').textContent.includes('Black played a forbidden square')`)
}

// beforeFoul plays a game of renju up to a double three on j8.
func (b *page) beforeFoul() {
	b.Helper()
	b.set("#rule", "4")
	b.set("#seat-o", "-1")
	b.Click("#new-game .main")
	for _, at := range [][2]int{{7, 7}, {0, 0}, {8, 7}, {0, 14}, {9, 8}, {14, 0}, {9, 9}, {14, 14}} {
		b.clickSquare(at[0], at[1])
	}
	b.untilMoves(8)
	b.until(`document.querySelectorAll('#board .forbidden').length > 0`)
}

// askFoul clicks on that square: the page names the foul, shows its rows and asks.
func (b *page) askFoul() {
	b.Helper()
	b.clickSquare(9, 7)
	b.until(`!document.querySelector('#foul').hidden`)
	assert.Equal(b, "j8 is forbidden, double three: White wins if Black plays there.", b.text("#foul-says"))
}

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	empty := strings.Repeat("-", 10) + "\n"
	write("PLOCHA.DAT", strings.Repeat(empty, 4)+"----xo----\n"+strings.Repeat(empty, 5))
	write("TAH.DAT", "x\n")
	write("TIMEOUTS.DAT", "3\n100000\n")
	write("INFO.DAT", "timeout_turn 3000\ntimeout_match 0\nrule 1\n")
	b := open(t, desktop, folder)
	assert.Equal(t, []string{"o 5,4", "x 4,4"}, b.stones())
	assert.Equal(t, "1", eval[string](b, `document.querySelector('#rule').value`))
	assert.Equal(t, "3", eval[string](b, `document.querySelector('#turn').value`))

	// Changed and saved.
	b.Click("#tab-edit")
	b.Click(`#tools input[value="#"]`)
	b.clickSquare(0, 0)
	b.until(`document.querySelectorAll('#board .hash').length === 1`)
	b.Click(`#tools input[value="o"]`)
	b.clickSquare(9, 9)
	b.until(`document.querySelectorAll('#board .stone').length === 3`)
	b.Click("#tab-files")
	b.Picture("files")
	b.Click("#save-home")
	b.until(`document.querySelector('#status').textContent.startsWith('saved')`)
	text, err := os.ReadFile(filepath.Join(folder, "PLOCHA.DAT"))
	require.NoError(t, err)
	rows := strings.Fields(string(text))
	require.Len(t, rows, 10)
	assert.Equal(t, "#---------", rows[0])
	assert.Equal(t, "----xo----", rows[4])
	assert.Equal(t, "---------o", rows[9])
	info, err := os.ReadFile(filepath.Join(folder, "INFO.DAT"))
	require.NoError(t, err)
	assert.Contains(t, string(info), "rule 1")
	assert.Contains(t, string(info), "timeout_turn 3000")

	// Texts, and files that are wrong.
	b.set("#text", "h8i9h9")
	b.Click("#read-text")
	b.until(`document.querySelectorAll('#board .stone').length === 3 && !document.querySelector('#board .hash')`)
	assert.Equal(t, []string{"o 8,1", "x 7,1", "x 7,2"}, b.stones()) // on the board of ten rows
	b.set("#text", "h8h8")
	b.Click("#read-text")
	b.until(`!document.querySelector('#problem').hidden`)
	assert.Contains(t, b.text("#problem"), "move 2: h8 already holds x")
}

func TestSwap2(t *testing.T) {
	b := open(t, desktop)
	b.openSwap2()
	if eval[bool](b, `!document.querySelector('#swap2-choice').hidden`) {
		assert.Equal(t, 5, eval[int](b, moves))
		b.Picture("swap2")
		b.Click("#swap2-choice button")
	}
	seats := eval[[]string](b, `['#seat-x', '#seat-o'].map(id => document.querySelector(id).value).sort()`)
	assert.Equal(t, []string{"-1", "0"}, seats)
	b.until(`/^Swap2: (Tahoun|you) chose (Black|White), the sides (have changed|stay): (you now play|Tahoun now plays) /
		.test(document.querySelector('#said').textContent)`)

	// Tahoun opens, a person chooses.
	b.set("#seat-x", "0")
	b.set("#seat-o", "-1")
	b.Click("#new-game .main")
	b.until(`!document.querySelector('#swap2-choice').hidden`)
	b.Click("#tab-analyse")
	assert.True(t, eval[bool](b, `document.querySelector('#swap2-choice').checkVisibility()`), "on every tab")
	b.Click("#tab-play")
	assert.Equal(t, 3, eval[int](b, moves))
	b.Click("#swap2-choice button:last-child") // two more
	b.until(`document.querySelector('#status').textContent.startsWith('Swap2: place 2')`)
	b.clickSquare(0, 0)
	b.untilMoves(4)
	b.clickSquare(14, 14)
	b.until(moves + ` >= 5 && !document.querySelector('#status').textContent.startsWith('Swap2')`)
}

// openSwap2 places three stones. Tahoun takes a side or places two more, and then it is a person's turn.
func (b *page) openSwap2() {
	b.Helper()
	b.set("#opening", "swap2")
	b.set("#turn", "0.1")
	b.Click("#new-game .main")
	b.until(`document.querySelector('#status').textContent.startsWith('Swap2: place 3')`)
	for i, at := range [][2]int{{7, 7}, {8, 8}, {9, 7}} {
		b.clickSquare(at[0], at[1])
		b.until(fmt.Sprintf(`%s > %d`, moves, i)) // after the third Tahoun may place two more at once
	}
	b.until(`!document.querySelector('#swap2-choice').hidden
		|| !document.querySelector('#status').textContent.startsWith('Swap2')`)
}

// In Swap1 the second player takes a side after one stone.
func TestSwap1(t *testing.T) {
	b := open(t, desktop)
	b.set("#opening", "swap1")
	b.set("#turn", "0.1")
	b.Click("#new-game .main")
	b.untilStatus("Swap1: place 1 stone, the next is Black")
	b.clickSquare(7, 7)
	const said = "Swap1: Tahoun chose Black, the sides have changed: you now play White."
	b.until(fmt.Sprintf(`document.querySelector('#said').textContent.startsWith(%q)`, said))
	b.untilStatus("White to move")
	assert.Regexp(t, `The opening (is even: Black|favours (Black|White):) \d\d%\.$`, b.text("#said"))
	b.Picture("swap1")
	b.Click("#undo")
	b.untilStatus("Swap1: place 1 stone, the next is Black")
	assert.Equal(t, "-1", eval[string](b, `document.querySelector('#seat-x').value`))

	// Tahoun places, a person chooses, with no more stones to place.
	b.set("#seat-x", "0")
	b.set("#seat-o", "-1")
	b.Click("#new-game .main")
	b.until(`document.querySelectorAll('#swap2-choice:not([hidden]) button').length === 2`)
	assert.Equal(t, 1, eval[int](b, moves))
	b.Click("#swap2-choice button:last-child") // play Black: Tahoun is to move
	b.untilMoves(2)
	assert.Equal(t, "-1", eval[string](b, `document.querySelector('#seat-x').value`))
}

// The opening goes on with what else a person does meanwhile.
func TestSwap2Disturbed(t *testing.T) {
	b := open(t, desktop)
	b.Click("#tab-analyse")
	b.Click("#live")
	b.Click("#tab-play")
	b.set("#opening", "swap2")
	b.set("#turn", "0.1")
	b.set("#seat-x", "0")
	b.set("#seat-o", "-1")
	eval[bool](b, `['click', 'click'].forEach(kind => document.querySelector('#new-game .main')[kind]()) || true`)
	b.until(`!document.querySelector('#swap2-choice').hidden`)
	assert.Equal(t, 3, eval[int](b, moves))
	b.Click("#first")
	b.until(`document.querySelectorAll('#board .stone').length === 0`)
	assert.Equal(t, "Swap2: choose", strings.TrimSpace(b.text("#status")))
	b.Click("#swap2-choice button") // "play White" means the side to move after the three stones
	b.until(`!document.querySelector('#status').textContent.startsWith('Swap2')`)
	assert.Equal(t, 3, eval[int](b, moves))
	assert.Equal(t, "-1", eval[string](b, `document.querySelector('#seat-o').value`))
	assert.Empty(t, b.text("#problem"))
	b.until(`document.querySelectorAll('#best tbody tr').length > 0`) // the analysis goes on

	// Another player takes the seat in the middle.
	b.set("#seat-x", "-1")
	b.Click("#new-game .main")
	b.until(`document.querySelector('#status').textContent.startsWith('Swap2: place 3')`)
	b.set("#seat-x", "0")
	b.until(`!document.querySelector('#swap2-choice').hidden`)
}

// While a program thinks the page says so, and no other search takes its place.
func TestWhileAProgramThinks(t *testing.T) {
	b := open(t, desktop, "-time", "1h")
	b.set("#level", "full")
	thinks := `document.querySelector('#status').textContent.startsWith('Tahoun thinks …')`
	b.clickSquare(7, 7)
	b.until(thinks)
	b.set("#names", "top")
	b.until(`document.querySelector('#moves li:last-child').textContent.includes('h8')`)
	assert.True(t, eval[bool](b, thinks))
	b.Click("#hint")
	assert.Equal(t, "a player is thinking: wait for its move", b.text("#problem"))
	b.Click("#tab-analyse")
	b.Click("#live")
	b.Click("#review")
	assert.True(t, eval[bool](b, thinks))
	b.Click("#tab-play")
	b.Click("#undo")
	b.until(`document.querySelector('#status').textContent === 'Black to move'`)
	assert.Empty(t, b.text("#problem"))
	b.until(`document.querySelectorAll('#best tbody tr').length === 5`)

	// A hint has the place of the analysis for a while.
	b.Click("#hint")
	b.until(`document.querySelector('#status').textContent.startsWith('hint: h8, ')`)
	b.until(`document.querySelectorAll('#best tbody tr').length === 5`)
	b.Click("#tab-analyse")
	b.Click("#live")
	b.set("#seat-o", "-1")
	b.Click("#tab-play")
	b.hold("analyse")
	b.Click("#hint")
	b.untilStatus("looking for a hint")
	b.clickSquare(8, 8)
	b.until(`document.querySelector('#status').textContent.startsWith('White to move')`)
	b.until(`document.querySelectorAll('#board .candidate').length === 0`)

	// Two programs wait for a person's word.
	b.set("#seat-x", "0")
	b.set("#seat-o", "0")
	b.until(`document.querySelector('#status').textContent.startsWith('White to move: press Step')`)
}

// Nothing is lost by undo, and a game that was set up or opened is no obstacle for the next one.
func TestChanges(t *testing.T) {
	b := open(t, desktop, filepath.Join("testdata", "blunder.psq"))
	require.Equal(t, 8, eval[int](b, moves))
	b.Click("#tab-analyse")
	b.set("#review-time", "0.1")
	b.Click("#review")
	b.until(`document.querySelectorAll('#mistakes li').length > 0`)
	b.Click("#tab-play")
	b.Click("#first")
	b.Click("#next")
	b.until(`document.querySelectorAll('#board .stone').length === 1`)
	b.Click("#undo")
	assert.Contains(t, b.text("#problem"), "Undo works after the last move")
	b.Click("#last")
	b.until(`document.querySelectorAll('#board .stone').length === 8`)
	b.Click("#undo")
	b.until(moves + ` === 6`)
	assert.Empty(t, b.text("#mistakes"), "of another game")
	b.Click("#tab-edit")
	b.Click("#undo-edit")
	b.until(moves + ` === 8 && !document.querySelector('#redo-edit').disabled`)
	b.Click("#redo-edit")
	b.until(moves + ` === 6`)

	// The rule of a game can be changed.
	assert.Equal(t, "15×15, five or more", b.text("#terms"))
	b.Choose("#game-rule", "renju")
	b.until(`document.querySelector('#terms').textContent === '15×15, renju'`)
	assert.Equal(t, 6, eval[int](b, moves))

	// A comment belongs to the move that was shown when it was typed.
	b.set("#seat-o", "-1")
	b.Click("#comment")
	b.Do(chromedp.KeyEvent("why"))
	b.clickSquare(14, 14)
	b.until(moves + ` === 7`)
	b.Click("#tab-files")
	assert.Empty(t, b.text("#message"))
	b.Click("#previous")
	b.until(`document.querySelector('#message').textContent === 'why'`)

	// The keyboard's cursor stays where stones are put.
	b.Click("#tab-edit")
	b.Click(`#tools input[value="x"]`)
	eval[bool](b, `document.querySelector('#board').focus({focusVisible: true}) || true`)
	b.Do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown))
	for range 2 {
		before := len(b.stones())
		b.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
		b.until(fmt.Sprintf(`document.querySelectorAll('#board .stone').length === %d`, before+1))
	}
	assert.Contains(t, b.stones(), "x 9,10")

	// A game that is started plays by itself again.
	b.Click("#tab-play")
	b.set("#turn", "0.1")
	b.set("#seat-o", "0")
	b.set("#rule", "0")
	b.Click("#new-game .main")
	b.until(moves + ` === 0`)
	b.clickSquare(7, 7)
	b.untilMoves(2)

	// A reload shows the same game.
	all := b.stones()
	b.reload()
	assert.Equal(t, all, b.stones())

	// The clock of a person runs out.
	b.set("#match", "0.001")
	b.until(`document.querySelector('#status').textContent.startsWith('White has won: Black ran out of time')`)
}

// A finger's first tap on small squares only shows the square.
func TestTouch(t *testing.T) {
	b := open(t, browser.Screen{Width: 390, Height: 844})
	b.set("#seat-o", "-1")
	tap := `(() => {
		const svg = document.querySelector('#board'), p = new DOMPoint(70, 70).matrixTransform(svg.getScreenCTM());
		svg.dispatchEvent(new PointerEvent('click', {pointerType: 'touch', clientX: p.x, clientY: p.y, bubbles: true}));
		return true;
	})()`
	eval[bool](b, tap)
	b.until(`document.querySelector('#status').textContent.startsWith('d12: tap it again')`)
	assert.Empty(t, b.stones())
	eval[bool](b, tap)
	b.untilMoves(1)
	assert.Equal(t, []string{"x 3,3"}, b.stones())

	// The square that was played is not chosen any more: a first tap there in a new game asks again.
	assert.NotContains(t, b.status(), "tap it again")
	b.Click("#undo")
	b.untilMoves(0)
	eval[bool](b, tap)
	b.until(`document.querySelector('#status').textContent.startsWith('d12: tap it again')`)
	assert.Empty(t, b.stones())
}

// A browser opens only a few connections to one host. So many pages work at once as the program lets open.
func TestManyPages(t *testing.T) {
	b := open(t, desktop)
	for range 4 {
		other := b.another(desktop)
		other.Click("#tab-analyse")
		other.Click("#live")
		other.until(`document.querySelectorAll('#best tbody tr').length === 5`)
	}
	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(`document.querySelectorAll('#best tbody tr').length === 5`)
	more := b.Another(b.address, desktop)
	const full = "5 pages are open already: close one and load this one again"
	more.Until(fmt.Sprintf(`document.querySelector('#problem').textContent === %q`, full))
}

func TestLostProgram(t *testing.T) {
	address, kill := run(t)
	b := visit(t, address, desktop)
	b.set("#seat-o", "-1")
	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(`document.querySelectorAll('#best tbody tr').length === 5`)
	b.Forgive() // the console tells of the lost connections
	kill()
	const ended = "the program has ended: start it again, and open the address that it prints"
	b.until(`document.querySelector('#problem').textContent.startsWith('the program has ended')`)
	b.clickSquare(7, 7)
	b.untilMoves(1)
	assert.Equal(t, ended, b.text("#problem"), "the question of the move has failed too")
}

func TestKeyboard(t *testing.T) {
	b := open(t, desktop)
	b.set("#seat-o", "-1")
	b.Do(chromedp.KeyEvent(kb.Tab)) // the board comes first
	assert.Equal(t, "board", eval[string](b, `document.activeElement.id`))
	b.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowUp))
	assert.Equal(t, "i9, empty", b.text("#cursor-says"))
	b.Do(chromedp.KeyEvent(kb.Enter))
	b.untilMoves(1)
	assert.Equal(t, []string{"x 8,6"}, b.stones())
	b.until(`document.querySelector('#cursor-says').textContent === 'i9, Black, move 1'`)
	eval[bool](b, `document.activeElement.blur() || true`)
	b.Do(chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`document.querySelectorAll('#board .stone').length === 0`)
}

func TestPhone(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark=%t", dark), func(t *testing.T) {
			b := open(t, browser.Screen{Width: 390, Height: 844, Dark: dark})
			assert.Zero(t, b.Overflow())
			b.clickSquare(7, 7)
			b.untilMoves(2)
			for _, tab := range []string{"analyse", "edit", "files", "play"} {
				b.Click("#tab-" + tab)
				assert.Zero(t, b.Overflow(), tab)
			}
			b.Click("#tab-analyse")
			b.Click("#live")
			b.until(`document.querySelectorAll('#best tbody tr').length > 0`)
			assert.Zero(t, b.Overflow())
			b.Picture(fmt.Sprintf("phone-dark=%t", dark))
		})
	}
}

// TestRefusals opens the page of another server in the same browser, which cannot reach the program.
func TestRefusals(t *testing.T) {
	address := start(t)
	u, err := url.Parse(address)
	require.NoError(t, err)
	for _, c := range []struct {
		what, path, host, origin string
		status                   int
	}{
		{"the page", u.Path, u.Host, "", http.StatusOK},
		{"no secret", "/", u.Host, "", http.StatusNotFound},
		{"wrong secret", "/" + strings.Repeat("a", 26) + "/", u.Host, "", http.StatusNotFound},
		{"foreign Host", u.Path, "example.org", "", http.StatusForbidden},
		{"foreign Host with the port", u.Path, "example.org:" + u.Port(), "", http.StatusForbidden},
		{"foreign Origin", u.Path, u.Host, "http://example.org", http.StatusForbidden},
	} {
		ask, err := http.NewRequest(http.MethodGet, "http://"+u.Host+c.path, nil)
		require.NoError(t, err)
		ask.Host = c.host
		if c.origin != "" {
			ask.Header.Set("Origin", c.origin)
		}
		got, err := http.DefaultClient.Do(ask)
		require.NoError(t, err, c.what)
		got.Body.Close()
		assert.Equal(t, c.status, got.StatusCode, c.what)
	}
}
