package output

import (
	"sync"
	"time"

	"github.com/spf13/afero"
)

const (
	// pageRefresh is the least time between two pages of an unfinished run.
	pageRefresh = 5 * time.Second
	// pageShare bounds the cost of pages: of so many seconds one goes into them, however long the run is.
	pageShare = 200
)

// A LivePage writes the page of an unfinished run again and again: when the match begins, and then after games, seldom
// enough that long runs with large pages pay no more than short ones. One write runs at a time, beside the games.
type LivePage struct {
	now     func() time.Time
	prepare func() (write func()) // collects the content for write
	writing sync.WaitGroup
	lock    sync.Mutex // guards due and busy
	due     time.Time
	busy    bool
}

// NewLivePage returns the page of a result.
func NewLivePage(disk afero.Fs, r Result) *LivePage {
	return &LivePage{now: time.Now, prepare: func() func() {
		write := r.page(pageRefresh)
		return func() { _ = write(disk) } // the last page tells whether it can be written
	}}
}

// Offer begins to write if that is due. It collects the content before it returns.
func (p *LivePage) Offer() {
	start := p.now()
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.busy || start.Before(p.due) {
		return
	}
	p.busy = true
	write := p.prepare()
	p.writing.Go(func() {
		write()
		end := p.now()
		p.lock.Lock()
		defer p.lock.Unlock()
		p.busy, p.due = false, end.Add(max(pageRefresh, pageShare*end.Sub(start)))
	})
}

// End waits for a write that has begun.
func (p *LivePage) End() { p.writing.Wait() }
