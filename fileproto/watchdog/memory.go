package watchdog

import "time"

const (
	// memoryLook is how often the memory in use is looked at: a search that fills memory as fast as one
	// processor can takes some ten MB in that time.
	memoryLook = 5 * time.Millisecond

	// startMemory is the memory that the process may use for an instant answer, however low the limit: below it
	// no program of this kind runs at all.
	startMemory = 64 << 20
)

// Memory holds the process to its memory limit.
type Memory struct {
	Limit    int64                // bytes, 0: none
	Resident func() (int64, bool) // how many the process occupies, if that can be known; may be nil
}

// ticks returns a channel that tells when to look, nil without a limit. stop ends it.
func (m Memory) ticks() (look <-chan time.Time, stop func()) {
	if m.Limit <= 0 || m.Resident == nil {
		return nil, func() {}
	}
	ticker := time.NewTicker(memoryLook)
	return ticker.C, ticker.Stop
}

// over returns how much memory is used and whether that is too much: an eighth of the limit is left for
// the growth until the next look. answered reports whether there is an instant answer.
func (m Memory) over(answered bool) (int64, bool) {
	used, ok := m.Resident()
	limit := m.Limit
	if !answered {
		limit = max(limit, startMemory)
	}
	return used, ok && used > limit-limit/8
}
