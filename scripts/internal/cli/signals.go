//go:build !js

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// moment is how long signals that follow the first one are the same request: a terminal that is closed sends several,
// and so does a Ctrl-C that was hit twice.
const moment = time.Second

// Interruptible returns a context that ends when the program is asked to: by Ctrl-C, by SIGTERM, or by the end of its
// terminal, from which nohup protects a program. A second request ends the program at once, unless it comes within a
// moment.
func Interruptible() context.Context { return interruptible(moment) }

func interruptible(moment time.Duration) context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() {
		time.Sleep(moment)
		stop()
	})
	return ctx
}
