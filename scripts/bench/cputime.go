package main

import "time"

// An interval is the time between two instants, each counted from the start of a move.
type interval struct{ from, to time.Duration }

// A stop is the interval in which a process was stopped.
type stop struct {
	interval
	unnoticed bool // the program had not started a thread by whose age it would notice the stop
}

type threadSample struct {
	ran    time.Duration
	waited time.Duration // run-queue delay; a wait that lasts is added when it ends
	slices int64         // how often it was given a processor
	ready  bool          // it runs, or waits for a processor
}

// A sample holds the system's figures at one instant.
type sample struct {
	at      time.Duration        // from the start of the move
	threads map[int]threadSample // by number
	steal   time.Duration        // time that the host took from this virtual machine's cores since its start
}

// A cpuAccount measures how long a process was kept from the processor after the instant from: while it was stopped,
// and while its threads were ready and others ran. Stops that the program cannot notice count before that, too.
type cpuAccount struct {
	from  time.Duration
	stops []stop // in order; the last one may not be over

	threads           map[int]*threadHistory
	firstSteal, steal time.Duration
	last              time.Duration // time of the last sample
}

// A threadHistory is a thread from the first sample to the last.
type threadHistory struct {
	first, last threadSample
	since       time.Duration // first sample that equals last
	seen        time.Duration // time of last
}

// add adds a sample. The first one should come at from. A sample without threads came too late and is ignored.
func (a *cpuAccount) add(l sample) {
	if len(l.threads) == 0 {
		return
	}
	first := a.threads == nil
	if first {
		a.threads, a.firstSteal = map[int]*threadHistory{}, l.steal
	}
	for id, t := range l.threads {
		c := a.threads[id]
		if c == nil {
			c = &threadHistory{since: l.at}
			if first && a.from > 0 {
				c.first = t // earlier time does not count
			}
			a.threads[id] = c
		} else if c.last != t {
			c.since = l.at
		}
		c.last, c.seen = t, l.at
	}
	a.steal, a.last = l.steal, l.at
}

// waited returns how long the thread waited for a processor: the system's figure, and the wait that still lasts.
func (h *threadHistory) waited() time.Duration {
	waited := h.last.waited - h.first.waited
	if h.last.ready {
		waited += h.seen - h.since
	}
	return waited
}

// denied returns for how long the process was kept from the processor between from and now. ran is the time that all
// its threads have run; negative: not known yet. The waits of all threads are
// added up, since each may matter. The process was not kept while its busiest thread ran.
func (a *cpuAccount) denied(now, ran time.Duration) time.Duration {
	var waited, busy time.Duration
	unseen, ready := ran, false
	for _, c := range a.threads {
		waited += c.waited()
		busy = max(busy, c.last.ran-c.first.ran)
		unseen -= c.last.ran
		ready = ready || c.last.ready && c.seen == a.last
	}
	if ran >= 0 { // after the last sample
		after := max(0, now-a.last)
		unseen = min(max(unseen, 0), after)
		busy += unseen
		if ready {
			waited += after - unseen
		}
	}
	stopped := a.stopped(interval{a.from, now}, false)
	free := max(0, now-a.from-stopped-busy)
	return stopped + min(waited+a.steal-a.firstSteal, free) + a.stopped(interval{0, a.from}, true)
}

// stopped returns for how much of s the process was stopped, or stopped without notice.
func (a *cpuAccount) stopped(s interval, unnoticed bool) (total time.Duration) {
	for _, t := range a.stops {
		if t.to == 0 { // it lasts
			t.to = s.to
		}
		if t.unnoticed || !unnoticed {
			total += max(0, min(t.to, s.to)-max(t.from, s.from))
		}
	}
	return total
}

const (
	// instantLimit is how long a move at limit 0 may take. A process that was stopped until its limit was over may take
	// as long from then on.
	instantLimit = 100 * time.Millisecond
	tolerance    = 20 * time.Millisecond // error of the account: samples come late, and the system's clock ticks
)

// deadline returns when a move has to be made at the latest if nothing keeps its process from the processor.
func deadline(limit time.Duration) time.Duration { return max(limit, instantLimit) }

// newCPUAccount returns an account for a move. It begins instantLimit before the deadline: a process that gets the
// processor from then on has enough time to end.
func newCPUAccount(limit time.Duration) *cpuAccount {
	return &cpuAccount{from: deadline(limit) - instantLimit}
}

// excess returns by how much more a move is late than its process was kept from the processor.
func (a *cpuAccount) excess(limit, now, ran time.Duration) time.Duration {
	return result{took: now, denied: a.denied(now, ran)}.excess(limit)
}
