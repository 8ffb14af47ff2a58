package search

import (
	"sync"
	"syscall/js"
	"time"
)

// checkEvery is the number of nodes between two checks of the clock. A browser searches some 15,000 nodes a second.
const checkEvery = 64

// yieldEvery is the time after which a search lets the browser tell this program its messages, among them that the
// search is to stop. Each time costs some 0.1 ms.
const yieldEvery = 10 * time.Millisecond

var yielded time.Time

// Yield waits for a message of its own if yieldEvery has passed: only while all goroutines wait do messages arrive, and
// those that came before it arrive first. A timer would do the same, but takes 4 ms in a browser. A browser runs one
// thread, so yielded has one user at a time.
func Yield() {
	if time.Since(yielded) >= yieldEvery {
		out, in := ports()
		out.Call("postMessage", nil)
		<-in
		yielded = time.Now()
	}
}

// ports returns a port, and a channel that gets a value for each message that was posted to it.
var ports = sync.OnceValues(func() (js.Value, <-chan struct{}) {
	in := make(chan struct{}, 1)
	both := js.Global().Get("MessageChannel").New()
	both.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		in <- struct{}{}
		return nil
	}))
	return both.Get("port2"), in
})
