package board_test

import (
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/browsertest/browser"
)

// singlePage builds tahoun.html and returns its address on the disk.
func singlePage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "run", "./scripts/release", "-page", "-o", dir)
	build.Dir = "../../../.."
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dir, "tahoun.html"))}).String()
}

// measure notes when the page was painted first, in ms, and how long the search took to stop.
const measure = `
	new PerformanceObserver(list => { window.firstPaint = list.getEntries()[0].startTime; })
		.observe({type: 'paint', buffered: true});
	const ready = new MutationObserver(() => {
		if (!document.body?.hasAttribute('data-ready')) return;
		window.readyAfter = performance.now();
		ready.disconnect();
	});
	ready.observe(document, {subtree: true, attributes: true, attributeFilter: ['data-ready']});
	window.stops = [];
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (...args) {
		const [{id, path}] = args, asked = performance.now();
		const got = ({data}) => {
			if (data.id !== id || data.line) return;
			window.stops.push(Math.round(performance.now() - asked));
			this.removeEventListener('message', got);
		};
		if (id && !path) this.addEventListener('message', got);
		post.apply(this, args);
	};`

// positions is the number of positions that the analysis has searched.
const positions = `+(/([\d,]+) positions/.exec(document.querySelector('#depth').textContent) || [0, '0'])[1].replaceAll(',', '')`

// The page that is a single file plays, hints, analyses, stops, reviews and reads, from a disk and without a network.
func TestSingleFile(t *testing.T) {
	address := singlePage(t)
	b := visit(t, address, desktop, measure)
	t.Logf("first paint after %.0f ms, ready after %.0f ms",
		eval[float64](b, `window.firstPaint`), eval[float64](b, `window.readyAfter`))
	browser.Tell(b.Tab, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: true})

	assert.Equal(t, []string{"full", "master", "expert"}, eval[[]string](b,
		`Array.from(document.querySelector('#level').options).slice(0, 3).map(o => o.value)`))
	b.set("#level", "good")
	for n, at := range [][2]int{{7, 7}, {0, 0}, {14, 14}} {
		b.clickSquare(at[0], at[1])
		b.untilMoves(2*n + 2)
	}
	assert.Len(t, b.stones(), 6)
	began := time.Now()
	b.Click("#hint")
	b.untilStatus("hint: ")
	t.Logf("hint after %v", time.Since(began).Round(time.Millisecond))
	b.Picture("single-file")

	// Another position is analysed at once: the search hears that it is to stop.
	b.Click("#tab-analyse")
	b.Click("#live")
	b.until(positions + ` > 3000`)
	from := eval[int](b, positions)
	began = time.Now()
	b.until(positions + ` > ` + strconv.Itoa(from+5000))
	t.Logf("%.0f positions a second", float64(eval[int](b, positions)-from)/time.Since(began).Seconds())
	for range 3 {
		b.Click("#previous")
		b.until(`document.querySelectorAll('#best tbody tr').length === 5 && ` + positions + ` > 1000`)
	}
	b.Click("#balanced")
	b.until(`document.querySelectorAll('#best tbody tr').length === 5 && ` + positions + ` > 1000`)
	b.Click("#live")
	b.until(`window.stops.length > 0`)
	t.Logf("stopped after %v ms", eval[[]int](b, `window.stops`))

	b.set("#review-time", "0.1")
	b.Click("#review")
	b.untilStatus("reviewed")
	b.Click("#tab-files")
	b.set("#text", "h8i9j10")
	b.Click("#read-text")
	b.untilMoves(3)
	b.savesAndReads()
	b.Do(chromedp.Navigate(address + "#size=15x15&rule=4&moves=h8i9(j10)(j9k9)&at=1"))
	b.until(pieces + ` === 1 && ` + moves + ` === 3 && location.hash === ''`)
	assert.Empty(t, b.text("#problem"))

	b.Click("#tab-play")
	b.beforeFoul()
	b.askFoul()
	b.Click("#foul-leave")
	b.openSwap2()
	b.set("#language", "ja")
	b.until(`document.documentElement.lang === 'ja'`)
}

// savesAndReads saves the position as a picture and the game as a library of RenLib, which it opens again.
func (b *page) savesAndReads() {
	b.Helper()
	eval[bool](b, `(() => {
		window.saved = [];
		const make = URL.createObjectURL;
		URL.createObjectURL = blob => {
			window.saved.push(blob);
			return make.call(URL, blob);
		};
		navigator.clipboard.write = () => Promise.reject(new Error('no clipboard'));
		return true;
	})()`)
	b.Click("#copy-picture")
	b.until(`window.saved.length === 1 && window.saved[0].type === 'image/png' && window.saved[0].size > 10000`)
	b.Click(`#files [data-save="lib"]`)
	b.until(`window.saved.length === 2`)
	b.set("#text", "h8")
	b.Click("#read-text")
	b.untilMoves(1)
	eval[bool](b, `(() => {
		const clipboardData = new DataTransfer();
		clipboardData.items.add(new File([window.saved[1]], 'a.lib'));
		document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true}));
		return true;
	})()`)
	b.untilMoves(3)
}
