package board_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/browsertest/browser"
)

// drawn counts the elements of a selector on the board.
func (b *page) drawn(selector string) int {
	b.Helper()
	return eval[int](b, `document.querySelectorAll('#board `+selector+`').length`)
}

// untilStones waits until so many stones are on the board.
func (b *page) untilStones(n int) {
	b.Helper()
	b.until(pieces + ` === ` + string(rune('0'+n)))
}

// TestTree: the next moves of a tree are marked on the board, also those that another order of moves reaches, and a
// click on a mark follows it. Marks and comments are shown, changed, undone, and saved as SGF.
func TestTree(t *testing.T) {
	file := write(t, "tree.sgf", "(;SZ[15]RU[Renju]PB[Ann]PW[Bob]DT[2020-01-02]RE[B+]C[the start]LB[hh:good]\n"+
		"(;B[hh]TR[hh]SQ[oo];W[ii](;B[jj]LB[ii:A][aa:B])(;B[gg]))\n(;B[jj];W[ii];B[hh];W[kk]C[by another order]))")
	b := open(t, browser.Screen{Width: 1366, Height: 650}, file)
	assert.Empty(t, b.stones(), "a tree is shown at its first fork")
	assert.Equal(t, "good", b.text("#board .label.leads"))
	assert.Equal(t, 1, b.drawn(".branch"))
	assert.Equal(t, "the start", b.text("#message"))
	b.Picture("tree-start")
	b.Do(chromedp.KeyEvent(kb.Tab)) // to the board
	assert.Equal(t, "h8, empty, the game goes on here, marked: good", b.text("#cursor-says"))
	b.Do(chromedp.KeyEvent(kb.Enter))
	b.untilStones(1)
	assert.Equal(t, 2, b.drawn(".sign"))
	b.clickSquare(8, 8)
	b.untilStones(2)
	assert.Equal(t, 2, b.drawn(".branch"))
	b.clickSquare(9, 9)
	b.untilStones(3)
	assert.Equal(t, "+1", b.text("#moves li:last-child .fork"))
	assert.Equal(t, 1, b.drawn(".branch.elsewhere"))
	b.Picture("tree")
	b.clickSquare(10, 10)
	b.untilStones(4)
	assert.Equal(t, "by another order", b.text("#message"))
	b.Click("#first")
	b.untilStones(0)

	// By keys alone.
	b.Do(chromedp.Focus(chromedp.CSS("#hint")))
	b.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown))
	b.untilStones(1)
	b.until(`document.querySelector('#status').textContent.includes('Black h8')`)
	b.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown))
	b.until(`document.querySelector('#status').textContent.includes('Black g9')`)
	b.Do(chromedp.KeyEvent(kb.ArrowUp))
	b.until(`document.querySelector('#status').textContent.includes('Black j6')`)

	// Marks and a comment are changed, undone and made again.
	b.Click("#tab-edit")
	b.set("#mark-kind", "LB")
	b.Click(`#tools input[value=mark]`)
	b.clickSquare(2, 2)
	b.until(`document.querySelectorAll('#board .label').length === 3`)
	assert.Equal(t, "C", b.text("#board .label:last-child"), "the next letter")
	b.clickSquare(0, 0) // takes B away
	b.until(`document.querySelectorAll('#board .label').length === 2`)
	b.Do(chromedp.SendKeys(chromedp.CSS("#comment"), "strong [here]"))
	b.Picture("tree-edit")
	b.Click("#undo-edit")
	b.until(`document.querySelector('#comment').value === ''`)
	b.Click("#undo-edit")
	b.until(`document.querySelectorAll('#board .label').length === 3`)
	b.Click("#redo-edit")
	b.Click("#redo-edit")
	b.until(`document.querySelector('#comment').value === 'strong [here]'`)
	assert.Equal(t, 2, b.drawn(".label"))
	b.Click("#tab-files")
	b.Click("#save-home")
	b.untilStatus("saved to tree.sgf")
	saved, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(saved), `C[strong [here\]]LB[ii:A][cc:C]`)
	for _, property := range []string{"PB[Ann]", "PW[Bob]", "DT[2020-01-02]", "RU[Renju]", "RE[B+]", "C[the start]", "LB[hh:good]", "TR[hh]", "SQ[oo]"} {
		assert.Contains(t, string(saved), property)
	}
	again := open(t, browser.Screen{Width: 390, Height: 844, Dark: true}, file)
	assert.Equal(t, "good", again.text("#board .label.leads"))
	again.clickSquare(7, 7)
	again.Picture("tree-phone")
}

// TestMerge: the moves, comments and marks of another file become a part of the game, and undo takes them back. A file
// of several games gives those of all; one of another size is refused.
func TestMerge(t *testing.T) {
	b := open(t, desktop, write(t, "game.sgf", "(;SZ[15];B[hh]C[mine];W[ii])"))
	b.Click("#tab-files")
	merge := func(name, content string) {
		b.Do(chromedp.SetUploadFiles(chromedp.CSS("#merge"), []string{write(t, name, content)}))
	}
	merge("more.sgf", "(;SZ[15];B[hh]C[mi];W[ig];B[jj]LB[zz:A])(;SZ[15];B[hh]TR[aa];W[ii];B[kk])")
	b.untilStatus("3 positions were new")
	b.until(`document.querySelector('#problem').textContent.includes('off the board')`)
	assert.Equal(t, []string{"o 8,8", "x 7,7"}, b.stones())
	b.Click("#previous")
	b.untilStones(1)
	assert.Equal(t, "mine\nmi", b.text("#message"), "a part of a comment is another comment")
	assert.Equal(t, []int{2, 1}, []int{b.drawn(".branch"), b.drawn(".sign")})
	b.Click("#tab-edit")
	b.Click("[data-way=shift-up]")
	b.until(`!document.querySelector('#problem').hidden`)
	assert.Equal(t, "a stone or a mark would leave the board", b.text("#problem"))
	b.Click("#undo-edit")
	b.untilStones(2)
	b.Click("#previous")
	b.untilStones(1)
	assert.Equal(t, []int{1, 0}, []int{b.drawn(".branch"), b.drawn(".sign")})
	assert.Equal(t, "mine", b.text("#message"))
	merge("small.sgf", "(;SZ[9];B[aa])")
	b.until(`!document.querySelector('#problem').hidden`)
	assert.Equal(t, "the file has a board of 9×9: want 15×15 as in this game", b.text("#problem"))
}
