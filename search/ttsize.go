package search

import (
	"math/bits"
	"time"
)

// What a process occupies at its peak beside its table, in bytes, rounded up.
const (
	processBytes = 12 << 20
	growthBytes  = 7 << 20 // of processBytes, what comes on top of Limits.Occupied
	threadBytes  = 4 << 20 // 2.2 MB on 20x20, 3.2 on 120x120
)

// besides returns what the process occupies at its peak beside its table and the threads.
func (l Limits) processMemory() int64 { return max(processBytes, l.Occupied+growthBytes) }

// affordable returns how many threads may search: as many as the limits ask for, but none for whom there is not the
// memory that it occupies and more than as much of a table. Under MaxNodes each one but the first needs nodes for 16 looks
// at their number, so that the threads pass it by a few percent.
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

// greatestTable is the size in bytes of the largest table: 1 GB, and where words have 32 bits narrowTable, 256 MB of the
// 2 GB that such a process has to itself, seldom more than half of it in a piece.
const (
	ttMax32 = 1 << 28
	ttMax   = ttMax32 << (bits.UintSize / 64 * 2)
)

// tableSize returns the size in bytes of a new transposition table, and the most that an old one may have.
// A page costs time when it is first touched, so that a short search gets no more than it can fill; and the
// peak of the whole process counts against the memory limit. With a node limit nothing old is kept, and no table is larger
// than it could be anywhere: the answer depends on it.
func (j *Job) tableSize() (size, most int64) {
	const (
		perSecond = 24 << 20 // five times what a second fills at the most, see keep.go, so that few lie in each other's way
		least     = 1 << 20
	)
	threads := int64(j.limits.Threads)
	most = ttMax
	if m := j.limits.Memory; m > 0 {
		most = max(least, min((m-j.limits.processMemory()-threads*threadBytes)/4*3, ttMax))
	}
	if j.limits.Nodes != 0 {
		size = int64(min(j.limits.Nodes, ttMax32/16)) * 16
		return max(least, min(size, most)), 0
	}
	size = ttMax
	if span := j.timeMan.Load().span; span < time.Minute {
		size = span.Milliseconds() * perSecond / 1000 * threads
	}
	if n := j.limits.MaxNodes; n > 0 {
		size = min(size, int64(min(n, ttMax/16))*16)
	}
	return max(least, min(size, most)), most
}

// prepareTable gives the engine its table. One of at least size/2 and at most most bytes is kept with its content,
// another of size bytes is emptied, and any other gives way to a new one of size bytes.
func (e *Engine) prepareTable(size, most int64) {
	switch have := e.table.size(); {
	case have >= size/2 && have <= most:
	case have == bucketsIn(size)*bucketSize:
		e.table.reset()
	default:
		e.table = nil // so that it need not stand beside the new one
		e.table = newTable(size)
	}
	e.table.age()
}
