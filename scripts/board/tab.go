package main

import (
	"context"
	"errors"
	"sync"

	"tahoun/board"
	"tahoun/search"
)

// A tab is an open page: its engine, its brains, and its one search.
type tab struct {
	mu     sync.Mutex
	cancel context.CancelFunc // of the search that runs or waits; nil: none yet
	newest uint64             // the question of that search
	closed bool

	turn chan struct{} // holds a value while a search runs; its holder owns the fields below
	rule board.Rule    // of engine
	// engine is nil before the first search and after one that failed. It keeps its table from search to search.
	engine *search.Engine
	seats  map[seatKey]*seat
}

func newTab() *tab {
	return &tab{turn: make(chan struct{}, 1), seats: map[seatKey]*seat{}}
}

// A numbered question has a number that grows from question to question of a page. They may arrive in another order.
type numbered struct {
	Question uint64 `json:"question"`
}

var errClosed = errors.New("the page was closed")

// errReplaced is the cause of the end of a search that a newer one of the same tab replaced.
var errReplaced = errors.New("another search of the same page has begun")

// begin ends the tab's search, waits for its end, and begins another, unless a newer question was asked already. The
// caller calls done at the end.
func (t *tab) begin(ctx context.Context, question uint64) (searching context.Context, done func(), err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	if err := t.replace(question, func() { cancel(errReplaced) }); err != nil {
		cancel(nil)
		return nil, nil, err
	}
	select {
	case t.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	}
	return ctx, func() {
		cancel(nil)
		<-t.turn
	}, nil
}

// replace cancels the tab's search and remembers how to cancel the next one. It returns an error if there may be none.
func (t *tab) replace(question uint64, cancel context.CancelFunc) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return errClosed
	case question < t.newest:
		return errReplaced
	case t.cancel != nil:
		t.cancel()
	}
	t.cancel, t.newest = cancel, question
	return nil
}

// engineFor returns the tab's engine for rule. The caller holds the turn.
func (t *tab) engineFor(rule board.Rule) *search.Engine {
	if t.engine == nil || t.rule != rule {
		t.engine, t.rule = search.New(rule), rule
	}
	return t.engine
}

// close ends the tab's search and its brains, for good.
func (t *tab) close() error {
	t.mu.Lock()
	t.closed = true
	if t.cancel != nil {
		t.cancel()
	}
	t.mu.Unlock()
	t.turn <- struct{}{}
	defer func() { <-t.turn }()
	t.engine = nil
	return t.endBrains()
}
