//go:build !js

package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A guard lets only the page itself in. Other pages in the same browser, and other programs and users of the machine,
// know the address of the server but not its secret.
type guard struct {
	next   http.Handler
	secret string
	port   string
	// invitation is a name of the page that is good for one request, "" for none. A browser's command line, which other
	// users can read, holds this one instead of the secret.
	invitation string
	used       *atomic.Bool
	admit      func(*http.Request) // is told of each request with the secret; may be nil
}

// newSecret returns a secret of 26 letters and digits, 130 bits.
func newSecret() string { return strings.ToLower(rand.Text()) }

// policy is the page's content security policy: nothing from elsewhere, no inline scripts, no frames. Not every browser
// counts a WebSocket to the own host as 'self'.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
	"connect-src 'self' ws://127.0.0.1:%[1]s ws://localhost:%[1]s; img-src data: blob:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP checks a request, and passes it on without the secret in its path.
func (g guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", fmt.Sprintf(policy, g.port))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	if refusal, status := g.refusal(r); status != 0 {
		header.Set("Connection", "close")
		_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // the body is not waited for
		http.Error(w, refusal, status)
		return
	}
	if g.admit != nil {
		g.admit(r)
	}
	if page := "/" + g.secret + "/"; strings.HasPrefix(r.URL.Path, page) {
		http.StripPrefix("/"+g.secret, g.next).ServeHTTP(w, r)
	} else {
		http.Redirect(w, r, page, http.StatusSeeOther)
	}
}

// same compares two secrets in a time that tells nothing of them.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// refusal returns why a request is refused, and 0 if it is not. A foreign Host is how a page elsewhere reaches this
// machine under its own name (DNS rebinding); a foreign Origin or site is a request that another page makes.
func (g guard) refusal(r *http.Request) (string, int) {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil || port != g.port || host != loopback && host != "localhost" {
		return "foreign Host: open the address that the program printed", http.StatusForbidden
	}
	origins := r.Header["Origin"] // a header that is given twice is refused
	none := len(origins) == 0 && r.Method == http.MethodGet
	if !none && !slices.Equal(origins, []string{"http://" + r.Host}) {
		return "foreign Origin", http.StatusForbidden
	}
	sites := r.Header["Sec-Fetch-Site"]
	if len(sites) > 1 || len(sites) == 1 && sites[0] != "same-origin" && sites[0] != "none" {
		return "request from another site", http.StatusForbidden
	}
	secret, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	invited := g.invitation != "" && same(secret, g.invitation)
	if same(secret, g.secret) || invited && g.used.CompareAndSwap(false, true) {
		return "", 0
	}
	return "not found: open the address that the program printed", http.StatusNotFound
}

// mostStrangers is how many connections may be open that have not shown the secret. One more closes the oldest of them,
// so that another program of the machine cannot use up the descriptors of this one.
const mostStrangers = 32

// strangers are the connections that have not shown the secret, the oldest first.
type strangers struct {
	mu   sync.Mutex
	open []net.Conn
}

// watch is a server's hook for the states of its connections.
func (s *strangers) watch(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.add(c)
	case http.StateHijacked, http.StateClosed:
		s.remove(c)
	}
}

func (s *strangers) add(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open = append(s.open, c); len(s.open) > mostStrangers {
		_ = s.open[0].Close() // its reader is told, and there is nobody else to tell
		s.open = slices.Delete(s.open, 0, 1)
	}
}

func (s *strangers) remove(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.open, c); i >= 0 {
		s.open = slices.Delete(s.open, i, i+1)
	}
}

type connectionKey struct{}

// withConnection is a server's hook for the contexts of its connections.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// admit notes that a request's connection has shown the secret.
func (s *strangers) admit(r *http.Request) {
	if c, ok := r.Context().Value(connectionKey{}).(net.Conn); ok {
		s.remove(c)
	}
}
