package main

import (
	"sync"
	"time"
)

const (
	// pageRefresh is the least time between two pages of an unfinished run.
	pageRefresh = 5 * time.Second
	// pageShare bounds the cost of pages: of so many seconds one goes into them, however long the run is.
	pageShare = 200
)

// A livePage writes the page of an unfinished run again and again: when the match begins, and then after games, seldom
// enough that long runs with large pages pay no more than short ones. One write runs at a time, beside the games.
type livePage struct {
	now     func() time.Time
	writing sync.WaitGroup
	lock    sync.Mutex // guards due and busy
	due     time.Time
	busy    bool
}

// offer begins to write if that is due. prepare collects what it writes, before offer returns.
func (p *livePage) offer(prepare func() (write func())) {
	start := p.now()
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.busy || start.Before(p.due) {
		return
	}
	p.busy = true
	write := prepare()
	p.writing.Go(func() {
		write()
		end := p.now()
		p.lock.Lock()
		defer p.lock.Unlock()
		p.busy, p.due = false, end.Add(max(pageRefresh, pageShare*end.Sub(start)))
	})
}

// end waits for a write that has begun.
func (p *livePage) end() { p.writing.Wait() }
