package selfplay

import (
	"fmt"
	"io"
	"time"

	"tahoun/scripts/internal/progress"
)

// A runProgress says how far the run is.
type runProgress struct {
	*progress.Bar
	o      options
	before count
	start  time.Time
}

func newRunProgress(o options, before count, stderr io.Writer) *runProgress {
	return &runProgress{progress.New(stderr), o, before, time.Now()}
}

// tell says now and then how far the run is.
func (p *runProgress) tell(all count) {
	if !p.Due() {
		return
	}
	done := all.positions - p.before.positions
	text := fmt.Sprintf("%d of %d positions, %.0f a second%s", all.positions, p.o.positions,
		float64(done)/time.Since(p.start).Seconds(), progress.Left(p.start, done, p.o.positions-all.positions))
	p.Draw(all.positions, p.o.positions, text)
}
