package search

import (
	"math/bits"
	"time"

	"tahoun/search/table"
)

// Peak memory of a process without its table, in bytes, rounded up.
const (
	processBytes = 12 << 20
	growthBytes  = 7 << 20 // the part of processBytes that comes on top of Limits.Occupied
	threadBytes  = 5 << 20 // 2.3 MB on 20x20, 4.2 on 120x120
)

// processMemory returns the peak memory of the process without its table and threads.
func (l Limits) processMemory() int64 { return max(processBytes, l.Occupied+growthBytes) }

// affordableThreads returns how many threads may search. Each needs memory for itself and more than that again for the
// table. Under MaxNodes each thread but the first needs enough nodes to check their number 16 times, so that together
// they exceed the limit by a few percent at most.
func (l Limits) affordableThreads() int {
	threads := max(l.Threads, 1)
	if l.MaxNodes > 0 {
		const looks = 16
		threads = int(min(uint64(threads), 1+l.MaxNodes/(looks*checkEvery)))
	}
	if l.Memory == 0 {
		return threads
	}
	const each = 8 << 20
	return max(1, int(min(int64(threads), (l.Memory-l.processMemory())/each)))
}

// LargestTable is the size in bytes of the largest table: 1 GB, or ttMax32, 256 MB, if words have 32 bits. Such a
// process has 2 GB of addresses, seldom more than half of them in one piece.
const (
	ttMax32      = 1 << 28
	LargestTable = ttMax32 << (bits.UintSize / 64 * 2)
)

// tableSize returns the size in bytes of a new transposition table, and the most that an old one may have. A page costs
// time when it is first touched, so a short search gets no more than it can fill. The peak of the whole process counts
// against the memory limit. With a node limit the answer depends on the size: no old table is used, and none is
// larger than a system with words of 32 bits could have.
func (j *Job) tableSize() (size, most int64) {
	const (
		perSecond = 24 << 20 // five times the most entries of a second, see persist.go, to keep collisions rare
		least     = 1 << 20
	)
	threads := int64(j.limits.Threads)
	most = LargestTable
	if m := j.limits.Memory; m > 0 {
		most = max(least, min((m-j.limits.processMemory()-threads*threadBytes)/4*3, LargestTable))
	}
	if h := j.limits.Hash; h > 0 {
		most = max(least, min(most, h))
	}
	if j.limits.Nodes != 0 {
		size = int64(min(j.limits.Nodes, ttMax32/16)) * 16
		return max(least, min(size, most)), 0
	}
	size = LargestTable
	if span := j.timeMan.Load().span; span < time.Minute {
		size = span.Milliseconds() * perSecond / 1000 * threads
	}
	if n := j.limits.MaxNodes; n > 0 {
		size = min(size, int64(min(n, LargestTable/16))*16)
	}
	return max(least, min(size, most)), most
}

// prepareTable gives the engine its table. It keeps one of size/2 to most bytes with its content, empties one of
// exactly size bytes, and replaces any other by a new one.
func (e *Engine) prepareTable(size, most int64) {
	switch have := e.table.Size(); {
	case have >= size/2 && have <= most:
	case have == table.WholeBuckets(size):
		e.table.Reset()
	default:
		e.table = nil // so that both need not be in memory at once
		e.table = table.New(size)
	}
	e.table.Age()
}
