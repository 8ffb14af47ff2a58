// Package browser opens a page in a headless Chromium, for tests that use it as a person would. The module is one of
// its own, so that the library that drives the browser reaches no other go.mod.
package browser

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var pictures = flag.String("pictures", "", "folder for screenshots, none if empty")

// A busy machine needs much of them.
const (
	patience = 20 * time.Minute // for a test
	soon     = 5 * time.Minute  // for a condition to hold
)

// chromium returns the browser's path, or skips the test and says why.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium on the path: install it (Debian: apt-get install chromium) to run this test")
	return ""
}

// A Tab is a page in a browser of its own, and its complaints.
type Tab struct {
	*testing.T
	Ctx context.Context

	origin, socket string // the page's own addresses begin so

	mu         sync.Mutex
	complaints []string
	forgiven   bool
}

// A Screen shows the page.
type Screen struct {
	Width, Height int
	Dark          bool
}

// Open opens address; scripts run before those of each page. At the end of the test the page must have had nothing to
// complain about, and must have asked for nothing but itself.
func Open(t *testing.T, address string, screen Screen, scripts ...string) *Tab {
	t.Helper()
	path := chromium(t)
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.Headless,
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.WSURLReadTimeout(time.Minute),
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience) // t.Context ends before the clean-up
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)

	return show(t, ctx, address, screen, scripts...)
}

// Another opens address in a further tab of the same browser.
func (b *Tab) Another(address string, screen Screen) *Tab {
	b.Helper()
	ctx, cancel := chromedp.NewContext(b.Ctx)
	b.Cleanup(cancel)
	return show(b.T, ctx, address, screen)
}

func show(t *testing.T, ctx context.Context, address string, screen Screen, scripts ...string) *Tab {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	b := &Tab{T: t, Ctx: ctx, origin: u.Scheme + "://" + u.Host, socket: "ws://" + u.Host}
	t.Cleanup(func() { // runs first
		require.NoError(t, chromedp.Cancel(ctx)) // waits for the browser, which still writes into its folder
		b.mu.Lock()
		defer b.mu.Unlock()
		if !b.forgiven {
			assert.Empty(t, b.complaints)
		}
	})
	scheme := "light"
	if screen.Dark {
		scheme = "dark"
	}
	require.NoError(t, chromedp.Listen(ctx, b.hear))
	Tell(b, log.Enable, cdp.Empty{})
	Tell(b, network.Enable, network.EnableParams{})
	Tell(b, runtime.Enable, cdp.Empty{})
	Tell(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	Tell(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(screen.Width), Height: int64(screen.Height), DeviceScaleFactor: 1, Mobile: screen.Width < 500})
	for _, script := range scripts {
		Tell(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}
	b.Do(chromedp.Navigate(address))
	return b
}

// Forgive lets the page complain from now on.
func (b *Tab) Forgive() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgiven = true
}

// hear records errors and requests of a page, which it should not have.
func (b *Tab) hear(event any) {
	said := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		said = "exception: " + e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			said += " " + thrown.Description
		}
	case *runtime.EventConsoleAPICalled:
		said = fmt.Sprint("console: ", e.Type)
	case *log.EventEntryAdded:
		said = fmt.Sprint(e.Entry.Level, ": ", e.Entry.Text)
	case *network.EventRequestWillBeSent:
		own := func(prefix string) bool { return strings.HasPrefix(e.Request.URL, prefix) }
		if !slices.ContainsFunc([]string{b.origin, b.socket, "data:", "blob:"}, own) {
			said = "asks for " + e.Request.URL
		}
	}
	if said != "" {
		b.mu.Lock()
		b.complaints = append(b.complaints, said)
		b.mu.Unlock()
	}
}

// Tell gives the browser a command of its protocol.
func Tell[P, R any](b *Tab, command cdp.Command[P, R], params P) {
	b.Helper()
	_, err := chromedp.Call(b.Ctx, command, params)
	require.NoError(b, err)
}

// Do runs actions.
func (b *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	require.NoError(b, chromedp.Do(b.Ctx, actions...))
}

// Eval returns the value of a JavaScript expression.
func Eval[T any](b *Tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.Ctx, chromedp.Evaluate[T](expression))
	require.NoError(b, err)
	return v
}

// When waits for a JavaScript condition, also while another page is loaded, and returns the value that an expression has
// at that moment. If the condition never holds, the test fails and tells the values of some expressions.
func When[T any](b *Tab, condition, expression string, told ...string) (value T) {
	b.Helper()
	script := fmt.Sprintf("(%s) ? {Value: %s} : null", condition, expression)
	var last error
	for began := time.Now(); time.Since(began) < soon; time.Sleep(20 * time.Millisecond) {
		var got *struct{ Value T }
		if got, last = chromedp.Run(b.Ctx, chromedp.Evaluate[*struct{ Value T }](script)); got != nil {
			return got.Value
		}
	}
	for _, expression := range told {
		b.Logf("%s: %q", expression, Eval[string](b, expression))
	}
	require.Fail(b, "never: "+condition, "%s: %v", expression, last)
	return value
}

// Until waits for a JavaScript condition as When does.
func (b *Tab) Until(condition string, told ...string) {
	b.Helper()
	When[bool](b, condition, "true", told...)
}

// Click clicks on the middle of the element of a selector, once it is in sight and nothing covers it.
func (b *Tab) Click(selector string) {
	b.Helper()
	b.ClickAt(fmt.Sprintf(`hits => {
		const e = document.querySelector(%q), r = e && e.getBoundingClientRect();
		if (!r || !r.width || e.disabled) return null;
		e.scrollIntoViewIfNeeded();
		const {x, y, width, height} = e.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
		if (hits(document.elementFromPoint(...at))) return at;
		e.scrollIntoView({block: 'center', behavior: 'instant'});
		return null;
	}`, selector), fmt.Sprintf(`target => {
		const e = document.querySelector(%q);
		return Boolean(e) && [e, ...e.labels || []].some(on => on.contains(target));
	}`, selector))
}

// ClickAt clicks where the JavaScript function place puts the mouse, [x, y], or null while it cannot. hits, which place
// may call, tells from the element and the place of a click whether it is the one that is meant. Where the page has
// moved meanwhile the click is kept from the page, and the mouse tries again.
func (b *Tab) ClickAt(place, hits string) {
	b.Helper()
	aim := fmt.Sprintf(`(() => {
		const hits = %s, at = (%s)(hits);
		window.hit = false;
		window.guard = e => {
			window.hit = hits(e.target, e.clientX, e.clientY);
			if (window.hit) return;
			e.stopImmediatePropagation();
			e.preventDefault();
		};
		if (at) addEventListener('click', window.guard, {capture: true, once: true});
		return at;
	})()`, hits, place)
	const hit = `(removeEventListener('click', window.guard, true), window.hit)`
	for began := time.Now(); time.Since(began) < soon; time.Sleep(20 * time.Millisecond) {
		at := Eval[[]float64](b, aim)
		if at == nil {
			continue
		}
		b.Do(chromedp.MouseClickXY(at[0], at[1]))
		if Eval[bool](b, hit) {
			return
		}
	}
	require.Fail(b, "no click: "+place)
}

// Choose picks an option of a select by its text, as a person would.
func (b *Tab) Choose(selector, text string) {
	b.Helper()
	require.True(b, Eval[bool](b, fmt.Sprintf(`(() => {
		const s = document.querySelector(%q), o = [...s.options].find(o => o.text === %q);
		if (!o) return false;
		s.value = o.value;
		s.dispatchEvent(new Event('change', {bubbles: true}));
		return true;
	})()`, selector, text)), "no option %q in %s", text, selector)
}

// Picture keeps a screenshot for a person.
func (b *Tab) Picture(name string) {
	b.Helper()
	if *pictures == "" {
		return
	}
	png, err := chromedp.Run(b.Ctx, chromedp.FullScreenshot(100))
	require.NoError(b, err)
	b.Keep(name+".png", png)
}

// Keep keeps a file for a person.
func (b *Tab) Keep(name string, content []byte) {
	b.Helper()
	if *pictures == "" {
		return
	}
	require.NoError(b, os.MkdirAll(*pictures, 0o755))
	require.NoError(b, os.WriteFile(filepath.Join(*pictures, name), content, 0o644))
}

// Overflow returns the pixels by which the page is wider than the screen.
func (b *Tab) Overflow() int {
	b.Helper()
	return Eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`)
}
