package board_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// reviewed opens a game in which x overlooks an open three of o and its own, and reviews it.
func reviewed(t *testing.T) *page {
	t.Helper()
	b := open(t, desktop, filepath.Join("testdata", "blunder.psq"))
	b.Click("#tab-analyse")
	b.set("#review-time", "0.1")
	b.Click("#review")
	b.until(`document.querySelectorAll('#mistakes li').length > 0`)
	return b
}

// number returns how many elements a selector finds.
func (b *page) number(selector string) int {
	b.Helper()
	return eval[int](b, fmt.Sprintf(`document.querySelectorAll(%q).length`, selector))
}

// A review names the mistakes with their reason, counts the grades, and marks them in the list and on the curve. A
// reload shows it again.
func TestReview(t *testing.T) {
	b := reviewed(t)
	check := func() {
		b.Helper()
		assert.Contains(t, b.text("#mistakes"), "Move 7, Black o1, blunder: gave away a win in 3: ")
		assert.Contains(t, b.text("#moves li:nth-child(8)"), "o1??")
		assert.NotZero(t, b.number("#curve .fault.blunder"))
		assert.Equal(t, 2, b.number("#sums tbody tr"))
		assert.Contains(t, b.text("#sums tbody tr th"), "Black")
	}
	check()
	b.Picture("review")
	b.reload()
	b.Click("#tab-analyse")
	check()
	b.Click("#mistakes li:last-child button")
	b.until(`document.querySelectorAll('#board .ghost').length > 0`)
}

// At a mistake a click tries another move, and any move that keeps the win holds; the game stays as it was.
func TestTryAgain(t *testing.T) {
	b := reviewed(t)
	b.Click("#mistakes li:last-child .again")
	says := `document.querySelector('#try-says').textContent`
	b.until(says + `.startsWith('Black to move: find a better move than o1')`)
	b.clickSquare(14, 14)
	b.until(says + `.startsWith('that is the move of the game: gave away a win in 3')`)
	b.clickSquare(0, 0)
	b.until(says + `.startsWith('a15 does not hold: White wins in ')`)
	b.Picture("try")
	for _, column := range []int{6, 10} {
		b.clickSquare(column, 5)
		b.until(fmt.Sprintf(says+`.startsWith('%c10 holds: ')`, 'a'+column))
	}
	assert.Equal(t, "Next", b.text("#try-skip"))
	b.Click("#try-show")
	b.until(says + `.startsWith('the answer is ')`)
	b.Click("#try-skip")
	b.until(`document.querySelector('#try').hidden`)
	assert.Equal(t, 8, eval[int](b, moves))
	assert.Zero(t, b.number("#variations li"))

	// Elsewhere a click plays again.
	b.Click("#mistakes li:last-child .again")
	b.until(`!document.querySelector('#try').hidden`)
	b.Click("#last")
	b.until(`document.querySelector('#try').hidden`)
}

// The mistakes of a game are saved as puzzles, which the page reads.
func TestPuzzles(t *testing.T) {
	b := reviewed(t)
	eval[bool](b, `(() => {
		URL.createObjectURL = blob => {
			blob.text().then(text => { window.saved = text; });
			return 'data:,';
		};
		return true;
	})()`)
	b.Click("#save-puzzles")
	b.until(`window.saved`)
	text := eval[string](b, `window.saved`)
	assert.Contains(t, text, "Black to move")
	assert.Contains(t, text, "the move of the game, blunder: gave away a win in 3: ")
	puzzles := strings.Count(text, "(;FF[4]GM[4]")
	assert.Equal(t, b.number("#mistakes li"), puzzles)
}

// The end of a game is told to its player, with the ways to go on, and a reload tells it again.
func TestOutcome(t *testing.T) {
	b := open(t, desktop)
	b.set("#turn", "0.1")
	b.clickSquare(7, 7)
	b.untilMoves(2)
	b.Click("#resign")
	b.until(`!document.querySelector('#outcome').hidden`)
	tells := func(title, why string) {
		b.Helper()
		assert.Equal(t, []string{title, why}, []string{b.text("#outcome-title"), b.text("#outcome-why")})
	}
	tells("You lost", "by resignation, after 2 moves")
	b.Picture("outcome")
	b.reload()
	tells("You lost", "by resignation, after 2 moves")

	// Undo takes the resignation back, and no move.
	b.Click("#undo")
	b.until(`document.querySelector('#outcome').hidden`)
	assert.Equal(t, 2, eval[int](b, moves))
	b.untilStatus("Black to move")

	b.Click("#resign")
	b.until(`!document.querySelector('#outcome').hidden`)
	b.Click("#swap-sides")
	b.until(`document.querySelector('#seat-x').value === '0'`)
	b.untilMoves(1)
	assert.True(t, eval[bool](b, `document.querySelector('#outcome').hidden`))
	b.Click("#resign")
	b.until(`!document.querySelector('#outcome').hidden`)
	tells("You lost", "by resignation, after 1 move")
	b.Click("#again")
	b.untilStatus("White to move")
	assert.Equal(t, "0", eval[string](b, `document.querySelector('#seat-x').value`))

	// Two people are not you.
	b.set("#seat-x", "-1")
	b.Click("#resign")
	b.until(`!document.querySelector('#outcome').hidden`)
	assert.Equal(t, "Black won", b.text("#outcome-title"))
	b.Click("#outcome-review")
	b.until(`document.querySelectorAll('#mistakes li').length > 0`)
}

// A row, a foul, a draw, and a result that a file tells, are the end of its game.
func TestOutcomesOfFiles(t *testing.T) {
	games := []struct{ text, title, why string }{
		{"(;SZ[15]RE[B+R];B[aa];W[bb])", "Black won", "by resignation, after 2 moves"},
		{"(;SZ[15]RE[W+T];B[aa])", "White won", "on time, after 1 move"},
		{"(;SZ[3:1];B[aa];W[ba];B[ca])", "A draw", "by a full board, after 3 moves"},
		{"(;SZ[5];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])", "Black won", "by a row, after 9 moves"},
	}
	all := ""
	for _, g := range games {
		all += g.text
	}
	b := open(t, desktop, write(t, "c.sgf", all))
	b.Click("#tab-files")
	for i, g := range games {
		if i > 0 { // the first game is shown already
			b.game(i + 1)
		}
		b.until(fmt.Sprintf(`!document.querySelector('#outcome').hidden &&
			document.querySelector('#outcome-why').textContent === %q`, g.why))
		assert.Equal(t, g.title, b.text("#outcome-title"))
	}

	// Undo lets a game go on that its file calls lost.
	b.game(2)
	b.until(`document.querySelector('#outcome-title').textContent === 'White won'`)
	b.Click("#undo")
	b.until(`document.querySelector('#outcome').hidden`)
	assert.Equal(t, 1, eval[int](b, moves))
}
