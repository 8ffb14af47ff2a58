package board_test

import (
	"path/filepath"
	"testing"

	"tahoun/scripts/internal/browsertest/browser"
)

// The pictures in README and on the board's page show the page as it is.
func TestDocumentedPictures(t *testing.T) {
	for file, screen := range map[string]browser.Screen{
		"page.png":  {Width: 1180, Height: 760},
		"phone.png": {Width: 390, Height: 844, Dark: true},
	} {
		t.Run(file, func(t *testing.T) {
			b := open(t, screen, filepath.Join("testdata", "picture.sgf"))
			b.Click("#tab-analyse")
			b.set("#review-time", "0.1")
			b.Click("#review")
			b.until(`document.querySelectorAll('#mistakes li').length > 0`)
			b.until(`document.querySelector('#review').textContent !== 'Stop'`)
			b.Picture(file)
			b.Documented(filepath.Join("..", "..", "..", "board", file))
		})
	}
}
