package main

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/level"
	"tahoun/scripts/internal/player"
)

func TestGuard(t *testing.T) {
	passed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) })
	g := guard{next: passed, secret: newSecret(), port: "1234"}
	require.Len(t, g.secret, 26)
	require.NotEqual(t, g.secret, newSecret())
	own, path := "http://127.0.0.1:1234", "/"+g.secret+"/check"
	for name, c := range map[string]struct {
		method, path, host, origin, site string
		status                           int
	}{
		"the page":                  {"GET", "/" + g.secret + "/", "127.0.0.1:1234", "", "", 200},
		"typed into the browser":    {"GET", "/" + g.secret + "/", "127.0.0.1:1234", "", "none", 200},
		"by the other name":         {"GET", "/" + g.secret + "/", "localhost:1234", "", "", 200},
		"a question of the page":    {"POST", path, "127.0.0.1:1234", own, "same-origin", 200},
		"no secret":                 {"GET", "/", "127.0.0.1:1234", "", "", 404},
		"no page":                   {"GET", "/page.js", "127.0.0.1:1234", "", "", 404},
		"the start of the secret":   {"GET", "/" + g.secret[:25] + "/", "127.0.0.1:1234", "", "", 404},
		"more than the secret":      {"GET", "/" + g.secret + "a/", "127.0.0.1:1234", "", "", 404},
		"another name":              {"GET", "/" + g.secret + "/", "example.org", "", "", 403},
		"another name and the port": {"GET", "/" + g.secret + "/", "example.org:1234", "", "", 403},
		"another port":              {"GET", "/" + g.secret + "/", "127.0.0.1:1235", "", "", 403},
		"no port":                   {"GET", "/" + g.secret + "/", "127.0.0.1", "", "", 403},
		"another origin":            {"POST", path, "127.0.0.1:1234", "http://example.org", "", 403},
		"a local file":              {"POST", path, "127.0.0.1:1234", "null", "", 403},
		"another local page":        {"POST", path, "127.0.0.1:1234", "http://127.0.0.1:1235", "", 403},
		"no origin":                 {"POST", path, "127.0.0.1:1234", "", "", 403},
		"a link elsewhere":          {"GET", "/" + g.secret + "/", "127.0.0.1:1234", "", "cross-site", 403},
		"two origins":               {"POST", path, "127.0.0.1:1234", own + "\nhttp://example.org", "", 403},
		"two origins and a link":    {"GET", "/" + g.secret + "/tab", "127.0.0.1:1234", own + "\n" + own, "", 403},
		"an empty origin":           {"GET", "/" + g.secret + "/", "127.0.0.1:1234", "\n", "", 403},
		"two sites":                 {"POST", path, "127.0.0.1:1234", own, "same-origin\ncross-site", 403},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, c.path, nil)
			r.Host = c.host
			for key, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
				if value != "" {
					r.Header[key] = strings.Split(value, "\n")
				}
			}
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)
			assert.Equal(t, c.status, w.Code)
			assert.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'")
			assert.Equal(t, "no-referrer", w.Header().Get("Referrer-Policy"))
			assert.NotContains(t, w.Body.String(), g.secret)
		})
	}
}

// The address that a browser is started with is good once. Then the browser has the page's own.
func TestInvitation(t *testing.T) {
	g := guard{
		next: http.NotFoundHandler(), secret: newSecret(), port: "1234",
		invitation: newSecret(), used: new(atomic.Bool),
	}
	get := func(path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "127.0.0.1:1234"
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{"/" + g.invitation + "/", "/" + g.secret} {
		w := get(path)
		assert.Equal(t, http.StatusSeeOther, w.Code, path)
		assert.Equal(t, "/"+g.secret+"/", w.Header().Get("Location"))
	}
	assert.Equal(t, http.StatusNotFound, get("/"+g.invitation+"/").Code)
}

// Requests that the page does not make are refused, and the next ones are served.
func TestStrangeRequests(t *testing.T) {
	p := openPage(t, newServer(t))
	send := func(kind, tab, body string) (int, string) {
		r, err := http.NewRequest(http.MethodPost, p.address+"check", strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", kind)
		r.Header.Set("X-Tab", tab)
		r.Header.Set("Origin", p.origin())
		got, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer got.Body.Close()
		text, err := io.ReadAll(got.Body)
		require.NoError(t, err)
		return got.StatusCode, string(text)
	}
	for _, c := range []struct {
		kind, tab, body string
		status          int
		says            string
	}{
		{"text/plain", p.tab, "{}", 415, "want application/json"},
		{"application/json", "", "{}", 409, "load it again"},
		{"application/json", "x", "{}", 409, "load it again"},
		{"application/json", p.tab, "{", 400, "the request is damaged"},
		{"application/json", p.tab, `{"width": "wide"}`, 400, "the request is damaged"},
		{"application/json", p.tab, `{"start": "` + strings.Repeat("-", maxLine) + `"}`, 400, "too large"},
		{"application/json", p.tab, `{}`, 200, "want a board of 1 to 120"},
	} {
		status, says := send(c.kind, c.tab, c.body)
		assert.Equal(t, c.status, status, says)
		assert.Contains(t, says, c.says)
	}
	got, failed := ask[checked](p, "check", checkRequest{standard(square(7, 7)), 1})
	require.Empty(t, failed)
	assert.Equal(t, "o", got.Side)
}

// The page asks for nothing from elsewhere, and holds no script and no style of its own that the policy refuses.
func TestPageFiles(t *testing.T) {
	p := openPage(t, newServer(t))
	get := func(file, kind string) string {
		t.Helper()
		got, err := http.Get(p.address + file)
		require.NoError(t, err)
		defer got.Body.Close()
		text, err := io.ReadAll(got.Body)
		require.NoError(t, err)
		assert.Equal(t, http.StatusOK, got.StatusCode, file)
		assert.Contains(t, got.Header.Get("Content-Type"), kind, file)
		foreign := regexp.MustCompile(`https?://(?:[^w]|w[^w]|ww[^w])`)
		assert.NotRegexp(t, foreign, strings.ReplaceAll(string(text), "http://www.w3.org/", ""), file)
		return string(text)
	}
	assert.NotRegexp(t, `(?i)<script>|<style|\son[a-z]+=|style=`, get("", "text/html"))
	get("page.css", "text/css")
	get("boardview/boardview.css", "text/css")
	seen := map[string]bool{}
	var load func(module string)
	load = func(module string) {
		if seen[module] {
			return
		}
		seen[module] = true
		text := get(module, "text/javascript")
		for _, found := range regexp.MustCompile(`(?m)^(?:import|\}) .*'(\..+)';$`).FindAllStringSubmatch(text, -1) {
			load(path.Join(path.Dir(module), found[1]))
		}
	}
	load("page.js")
	scripts, err := fs.Glob(pageFiles, "page/*.js")
	require.NoError(t, err)
	for _, script := range scripts {
		assert.True(t, seen[path.Base(script)], "%s is not loaded", script)
	}
	assert.True(t, seen["boardview/movelist.js"])
}

func TestTabs(t *testing.T) {
	s := newServer(t, player.Spec{Label: "a"}, player.Spec{Label: "b"}, player.Spec{Label: "a"})
	p := openPage(t, s)
	assert.Equal(t, []string{"Tahoun", "a", "b", "a (2)"}, p.first.Players)
	assert.Len(t, p.first.Levels, len(level.All))
	assert.Equal(t, "easy", p.first.Level)
	assert.Len(t, p.first.Rules, 12)
	closeTab := func() {}
	for range mostTabs - 1 {
		closeTab = p.open()
	}
	var full failure
	require.NoError(t, wsjson.Read(context.Background(), p.connect(), &full))
	assert.Equal(t, "5 pages are open already: close one and load this one again", full.Error)

	closeTab()
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.tabs) < mostTabs
	}, waitForever, moment)
	p.open()
}
