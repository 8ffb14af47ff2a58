package main

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

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
