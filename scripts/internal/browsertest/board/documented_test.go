package board_test

import (
	"path/filepath"
	"testing"

	"tahoun/scripts/internal/browsertest/browser"
)

// The pictures in README and on the board's page show the page as it is.
func TestDocumentedPictures(t *testing.T) {
	for file, screen := range map[string]browser.Screen{
		"page.png":  {Width: 1180, Height: 800},
		"phone.png": {Width: 390, Height: 844, Dark: true},
	} {
		t.Run(file, func(t *testing.T) {
			b := open(t, screen, filepath.Join("testdata", "picture.sgf"))
			b.Click("#tab-analyse")
			b.set("#review-time", "0.1")
			b.Click("#review")
			b.until(`document.querySelector('#mistakes button')`)
			b.until(`document.querySelector('#review').textContent === 'Review the game'`)
			b.Click("#mistakes [data-move='21']") // gives away a win by fours
			b.until(`document.querySelectorAll('#board .ghost').length > 0`)
			eval[bool](b, `(scrollTo(0, 0), document.activeElement.blur(), true)`)
			b.Documented(filepath.Join("..", "..", "..", "board", file))
		})
	}
}
