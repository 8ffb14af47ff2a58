package selfplay

import (
	"fmt"
	"io"
	"time"

	"tahoun/scripts/internal/bar"
)

// A progress says how far the run is.
type progress struct {
	*bar.Bar
	o      options
	before count
	start  time.Time
}

func newProgress(o options, before count, stderr io.Writer) *progress {
	return &progress{bar.New(stderr), o, before, time.Now()}
}

// tell says now and then how far the run is.
func (p *progress) tell(all count) {
	if !p.Due() {
		return
	}
	done := all.positions - p.before.positions
	text := fmt.Sprintf("%d of %d positions, %.0f a second%s", all.positions, p.o.positions,
		float64(done)/time.Since(p.start).Seconds(), bar.Left(p.start, done, p.o.positions-all.positions))
	p.Draw(all.positions, p.o.positions, text)
}
