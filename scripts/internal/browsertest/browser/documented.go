package browser

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the pictures that the documents show")

// A picture of a document is compared by blocks of so many pixels: fonts and searches differ a little between machines.
const (
	block     = 16   // pixels a side
	farApart  = 24   // of 255, between the mean colours of two blocks
	mayDiffer = 0.06 // of the blocks
)

// Documented checks that the picture in a file, which a document shows, is what the screen shows now.
func (b *Tab) Documented(file string) {
	b.Helper()
	now, err := chromedp.Run(b.Ctx, chromedp.CaptureScreenshot())
	require.NoError(b, err)
	if *update {
		require.NoError(b, os.WriteFile(file, now, 0o644))
		return
	}
	kept, err := os.ReadFile(file)
	require.NoError(b, err)
	differ, err := difference(kept, now)
	require.NoError(b, err)
	const again = "%s no longer shows the page: make it anew by go test ./board -run Documented -update"
	if !assert.Less(b, differ, mayDiffer, again, filepath.Base(file)) {
		b.Picture("documented-" + filepath.Base(file))
	}
}

// difference returns the share of the blocks of two pictures (PNG) whose mean colours are far apart.
func difference(kept, now []byte) (float64, error) {
	var images [2]image.Image
	for i, content := range [][]byte{kept, now} {
		var err error
		if images[i], err = png.Decode(bytes.NewReader(content)); err != nil {
			return 0, err
		}
	}
	bounds := images[0].Bounds()
	if bounds != images[1].Bounds() {
		return 1, nil
	}
	apart, all := 0, 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y += block {
		for x := bounds.Min.X; x < bounds.Max.X; x += block {
			area := image.Rect(x, y, x+block, y+block).Intersect(bounds)
			a, b := mean(images[0], area), mean(images[1], area)
			all++
			if max(a[0]-b[0], b[0]-a[0], a[1]-b[1], b[1]-a[1], a[2]-b[2], b[2]-a[2]) > farApart {
				apart++
			}
		}
	}
	return float64(apart) / float64(all), nil
}

// mean returns the mean red, green and blue of an area, from 0 to 255.
func mean(picture image.Image, area image.Rectangle) (colour [3]int) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			red, green, blue, _ := picture.At(x, y).RGBA()
			colour[0] += int(red >> 8)
			colour[1] += int(green >> 8)
			colour[2] += int(blue >> 8)
		}
	}
	for i := range colour {
		colour[i] /= area.Dx() * area.Dy()
	}
	return colour
}
