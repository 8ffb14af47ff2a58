package board_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/browsertest/browser"
)

// game opens a game of the file by a click in its list.
func (b *page) game(number int) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`document.querySelector('#game-list [data-number="%d"]').click() || true`, number))
}

// untilGame waits until the page shows a game of the file that has so many stones, and marks it in the list.
func (b *page) untilGame(number, stones int) {
	b.Helper()
	b.until(fmt.Sprintf(`document.querySelector('#game-list tr[aria-current]').dataset.number === '%d' &&
		document.querySelectorAll('#board .stone').length === %d`, number, stones))
}

// TestGamesOfAFile: the games of a file are found as one types, and opened by clicks, buttons and keys. Only rows in
// sight are made.
func TestGamesOfAFile(t *testing.T) {
	var file strings.Builder
	for n := range 5000 { // game n has 2 or 3 stones; every thousandth is Eva's
		black := "Ann"
		if n%1000 == 999 {
			black = "Eva"
		}
		fmt.Fprintf(&file, "(;SZ[15]PB[%s]PW[Bob]GN[Cup %d]DT[2020-01-02]RU[Renju]RE[B+];B[hh];W[ii]", black, n+1)
		if n%2 == 0 {
			file.WriteString(";B[jj]")
		}
		file.WriteString(")\n")
	}
	b := open(t, browser.Screen{Width: 1366, Height: 650}, write(t, "c.sgf", file.String()))
	b.Click("#tab-files")
	b.untilGame(1, 3)
	rows := `document.querySelectorAll('#game-list [data-number]').length`
	assert.Less(t, eval[int](b, rows), 40)
	assert.Equal(t, "Ann – Bob", b.text("#game-list [data-number] button"))
	assert.Equal(t, "Cup 1 · 2020-01-02 · renju", b.text("#game-list [data-number] .faint"))
	assert.Equal(t, "5,000 games", b.text("#found"))
	b.Picture("games")

	b.Click("#next-game")
	b.untilGame(2, 2)
	b.Do(chromedp.Focus(chromedp.CSS("#games-box")), chromedp.KeyEvent(kb.End))
	b.untilGame(5000, 2)
	assert.Less(t, eval[int](b, rows), 40)
	b.Do(chromedp.KeyEvent(kb.ArrowUp))
	b.untilGame(4999, 3)

	b.Do(chromedp.SendKeys(chromedp.CSS("#find"), "eva cup"))
	b.until(`document.querySelector('#found').textContent === '5 of 5,000 games'`)
	assert.Equal(t, 5, eval[int](b, rows))
	b.game(3000)
	b.untilGame(3000, 2)
	b.Do(chromedp.Focus(chromedp.CSS("#next-game")), chromedp.KeyEvent("j"))
	b.untilGame(4000, 2)
	b.Do(chromedp.KeyEvent("k"), chromedp.KeyEvent("k"))
	b.untilGame(2000, 2)

	// A change of a game stays while others are shown, and over a reload.
	b.Click("#tab-edit")
	b.Do(chromedp.SendKeys(chromedp.CSS("#comment"), "strong"))
	b.Click("#tab-files")
	b.Click("#next-game")
	b.untilGame(3000, 2)
	assert.Empty(t, eval[string](b, `document.querySelector('#comment').value`))
	b.reload()
	b.Click("#tab-files")
	b.Do(chromedp.SendKeys(chromedp.CSS("#find"), "eva cup"))
	b.until(`document.querySelector('#found').textContent === '5 of 5,000 games'`)
	b.game(2000)
	b.untilGame(2000, 2)
	b.until(`document.querySelector('#comment').value === 'strong'`)

	// The list stays over a reload, and undo comes back to the game before.
	b.reload()
	b.Click("#tab-files")
	b.untilGame(2000, 2)
	b.Click("#next-game")
	b.untilGame(2001, 3)
	b.Click("#tab-edit")
	b.Click("#undo-edit")
	b.Click("#tab-files")
	b.untilGame(2000, 2)
}

// Until another game of the file is shown, the list marks the one that is, and what is typed belongs to it. A game that
// is waited for is not shown after all where a person has begun another one.
func TestGameOnItsWay(t *testing.T) {
	b := open(t, desktop, write(t, "c.sgf", "(;SZ[15];B[hh])(;SZ[15];B[hh];W[ii])(;SZ[15];B[hh];W[ii];B[jj])"))
	b.Click("#tab-files")
	b.untilGame(1, 1)
	release := b.hold("game")
	b.Click("#next-game")
	b.Click("#next-game") // the one after that
	const current = `document.querySelector('#game-list tr[aria-current]').dataset.number`
	assert.Equal(t, "1", browser.Eval[string](b.Tab, current), "the board shows it still")
	b.Click("#tab-edit")
	b.Do(chromedp.SendKeys(chromedp.CSS("#comment"), "first"))
	release()
	b.untilGame(3, 3)
	assert.Empty(t, eval[string](b, `document.querySelector('#comment').value`))
	b.Click("#tab-files")
	b.game(1)
	b.untilGame(1, 1)
	assert.Equal(t, "first", eval[string](b, `document.querySelector('#comment').value`))

	release = b.hold("game")
	b.Click("#next-game")
	b.Click("#tab-play")
	b.Click("#new-game .main")
	release()
	assert.Zero(t, eval[int](b, moves))
}
