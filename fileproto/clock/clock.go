// Package clock learns how much of a match's time a move costs beside the search: managers count from before the
// process exists until after it has ended, and on a slow system the process itself takes long to begin. The time left
// that a manager tells at the next move shows it.
package clock

import (
	"encoding/binary"
	"hash/crc32"
	"time"
)

// A Record is kept by one side from a move to its next one.
type Record struct {
	Filled  uint16        // squares that were not empty before the move
	Samples uint16        // moves from which this record has learned, at most window
	Left    time.Duration // of the match, as told before the move
	Own     time.Duration // from the creation of the process until the record was written
	Thought time.Duration // the part of Own in which the search could have been stopped

	Outside time.Duration // learned: by how much the time left falls beyond Own; negative where Own counts too much
	Fixed   time.Duration // learned: by how much it falls beyond Thought
}

const (
	// Both learned values are means over about window moves; older ones fade. Moves that cost more than the mean count
	// twice: the more the cost varies, the more there is in reserve.
	window = 16

	// The time told falls by at most unfair less than the process has used: clocks are coarse, and managers round. Nor
	// does a start take longer than longest. Other differences are of another game.
	unfair  = time.Second
	longest = 3 * time.Second

	// A move counts as at most twice the mean and jump, so that a single slow start does not shorten many moves.
	jump = 100 * time.Millisecond
)

// Next returns the record of the next move, before which left is told and filled squares are not empty. Own and Thought
// are still missing in it. If r is not from the same side's last move in the same game, Next learns nothing, but it
// keeps the costs that r has learned: the machine and the manager are likely to be the same.
func (r Record) Next(left time.Duration, filled int) Record {
	next := r
	next.Filled, next.Left, next.Own, next.Thought = uint16(filled), left, 0, 0
	fell := r.Left - left
	outside, fixed := fell-r.Own, fell-r.Thought
	if r == (Record{}) || filled != int(r.Filled)+2 || fell < 0 || outside < -unfair || fixed > longest {
		return next
	}
	next.Samples = min(r.Samples+1, window)
	next.Outside = mean(r.Outside, outside, next.Samples)
	next.Fixed = mean(r.Fixed, fixed, next.Samples)
	return next
}

// mean returns the mean of samples values, the last of which is sample. That of the others is old.
func mean(old, sample time.Duration, samples uint16) time.Duration {
	sample = min(sample, 2*max(old, 0)+jump)
	if sample > old {
		samples = min(samples, window/2)
	}
	return old + (sample-old)/time.Duration(samples)
}

// Costs returns in whole milliseconds how long the manager's clock runs in a move while the process does not exist, and
// how much a move without a search costs in all. Both are 0 as long as they are not known.
func (r Record) Costs() (outside, fixed time.Duration) {
	outside = max(r.Outside, 0).Round(time.Millisecond)
	return outside, max(r.Fixed.Round(time.Millisecond), outside)
}

// Records are those of x and o, which may share a folder.
type Records [2]Record

// Size is how many bytes Records take. Those of x come first, then those of o, little-endian, times in nanoseconds:
//
//	0-3 CRC-32 of the rest | 4-5 Filled | 6-7 Samples | 8 bytes each: Left, Own, Thought, Outside, Fixed
const Size = 2 * slot

const slot = 48

// Parse returns the records in data. One that is damaged, or that this package has not written, is zero.
func Parse(data []byte) (all Records) {
	if len(data) != Size {
		return all
	}
	for i := range all {
		bytes := data[i*slot : (i+1)*slot]
		if binary.LittleEndian.Uint32(bytes) != crc32.ChecksumIEEE(bytes[4:]) {
			continue
		}
		var r Record
		if _, err := binary.Decode(bytes[4:], binary.LittleEndian, &r); err == nil && r.valid() {
			all[i] = r
		}
	}
	return all
}

// valid reports whether r holds values that Next and a process can have made. A forged record can have the right sum.
func (r Record) valid() bool {
	const month = 30 * 24 * time.Hour
	return r.Samples <= window && -month < r.Left && r.Left < month &&
		0 <= r.Thought && r.Thought <= r.Own && r.Own < month &&
		-unfair <= r.Outside && r.Outside <= longest && -unfair <= r.Fixed && r.Fixed <= longest
}

// Bytes returns the bytes that Parse reads. A zero record is no record.
func (r Records) Bytes() []byte {
	data := make([]byte, Size)
	for i, own := range r {
		bytes := data[i*slot : (i+1)*slot]
		if own == (Record{}) {
			continue // its sum does not fit
		}
		_, _ = binary.Encode(bytes[4:], binary.LittleEndian, own)
		binary.LittleEndian.PutUint32(bytes, crc32.ChecksumIEEE(bytes[4:]))
	}
	return data
}
