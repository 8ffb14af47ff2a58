package search

import "time"

// checkEvery is the number of nodes between two checks of the clock. A browser searches some 15,000 nodes a second.
const checkEvery = 64

// yieldEvery is the time after which a search lets the browser tell this program its messages, among them that the
// search is to stop. Each time costs a millisecond or more.
const yieldEvery = 40 * time.Millisecond

var yielded time.Time

// yield sleeps for a moment if yieldEvery has passed: only when all goroutines wait do messages arrive. A browser runs
// one thread, so yielded has one user at a time.
func yield() {
	if time.Since(yielded) >= yieldEvery {
		time.Sleep(time.Nanosecond)
		yielded = time.Now()
	}
}
