package board_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/gif"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keepFiles keeps the files that the page saves, in window.files: name and content.
const keepFiles = `
	window.files = [];
	const blobs = new Map(), address = URL.createObjectURL;
	URL.createObjectURL = blob => {
		const url = address.call(URL, blob);
		blobs.set(url, blob);
		return url;
	};
	HTMLAnchorElement.prototype.click = function () {
		const reader = new FileReader();
		reader.onload = () => window.files.push([this.download, reader.result]);
		reader.readAsDataURL(blobs.get(this.href));
	};`

// saved returns the newest file that the page has saved, once it has saved so many.
func (b *page) saved(n int) (name string, content []byte) {
	b.Helper()
	b.until(fmt.Sprintf(`window.files.length >= %d`, n))
	file := eval[[]string](b, fmt.Sprintf(`window.files[%d]`, n-1))
	_, text, _ := strings.Cut(file[1], ",")
	content, err := base64.StdEncoding.DecodeString(text)
	require.NoError(b, err)
	return file[0], content
}

// A game of 60 moves is saved as pictures and as a library, a won position with its proof; the files are read by others.
func (b *page) savesFiles() {
	b.Helper()
	eval[bool](b, `(() => {`+keepFiles+`return true; })()`)
	b.Click("#tab-files")
	b.set("#text", "h8g9i7h9g8i8i9g7f9h7g6f8h10f6j9f10j7j10h6i6f7j6g10j8e7i10k8k9f5e10e11h5k10k5i11g5e9k11j11h11i5g11e5e8j5"+
		"e6k6k7f11j12h12e4d4j4g12i12l10d11l12f4")
	b.Click("#read-text")
	b.untilMoves(60)
	b.set("#gif-time", "0.5")
	b.Click("#save-gif")
	name, content := b.saved(1)
	assert.Equal(b, "game.gif", name)
	film, err := gif.DecodeAll(bytes.NewReader(content))
	require.NoError(b, err)
	b.Logf("GIF of %d pictures, %dx%d: %d bytes", len(film.Image), film.Config.Width, film.Config.Height, len(content))
	assert.Len(b, film.Image, 61)
	assert.Zero(b, film.LoopCount, "it begins anew for ever")
	assert.Equal(b, 50, film.Delay[0])
	assert.Equal(b, 150, film.Delay[60])
	assert.Less(b, len(content), 300_000)
	assert.LessOrEqual(b, max(film.Config.Width, film.Config.Height), 600)
	b.Keep("game.gif", content)

	b.Click("#save-png")
	_, content = b.saved(2)
	_, err = png.Decode(bytes.NewReader(content))
	require.NoError(b, err)
	b.Keep("board.png", content)

	b.set("#game-rule", "1")
	b.until(`document.querySelector('#terms').textContent.includes('exactly five')`)
	b.Click(`[data-save=lib]`)
	b.until(`!document.querySelector('#lost').hidden`)
	assert.Contains(b, b.text("#lost-list"), "RenLib knows the rules of renju alone")
	b.Click("#lost-save")
	name, content = b.saved(3)
	assert.Equal(b, "game.lib", name)
	assert.Equal(b, "\xFFRenLib\xFF\x03\x00", string(content[:10]))
	assert.Len(b, content, 20+2*60)

	b.set("#text", "h8a1i8c1g8e1")
	b.Click("#read-text")
	b.untilMoves(6)
	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(`!document.querySelector('#proof').hidden`)
	b.Picture("proof")
	b.Click(`[data-proof=sgf]`)
	name, content = b.saved(4)
	assert.Equal(b, "proof.sgf", name)
	assert.Contains(b, string(content), "Black wins (five or more). This is the whole proof")
	b.untilStatus("proof.sgf: ")
	assert.Empty(b, b.text("#problem"))
}

// The page saves pictures, libraries and proofs.
func TestSavedFiles(t *testing.T) { open(t, desktop).savesFiles() }

// The page that is a single file saves the same.
func TestSavedFilesOfTheSingleFile(t *testing.T) {
	visit(t, singlePage(t), desktop).savesFiles()
}
