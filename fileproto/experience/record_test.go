package experience

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// randomRecord returns a record with every field set at random within its range.
func randomRecord(t testing.TB, rng *rand.Rand) record {
	size := sizes[rng.IntN(len(sizes))]
	p, _ := mustPosition(t, sparse(rng, size.width, size.height), board.X, freestyle)
	cells := size.width * size.height
	signed := func() int { return rng.IntN(1<<16) - 1<<15 }
	p.images = nil // are not kept
	r := record{
		number: rng.Uint32(), position: p, move: uint16(rng.IntN(cells)), total: rng.IntN(2) == 0,
		seen: signed(), won: signed(), lost: signed(), drawn: signed(), day: rng.IntN(1 << 16),
	}
	if rng.IntN(2) == 0 {
		r.searched, r.score, r.depth, r.nodes = true, signed(), rng.IntN(256), rng.Uint32()
	}
	if rng.IntN(2) == 0 {
		r.returned, r.reply, r.back, r.backDepth = true, uint16(rng.IntN(cells)), signed(), rng.IntN(256)
		if rng.IntN(4) == 0 {
			r.reply = noCell
		}
	}
	return r
}

func TestRecordRoundTrip(t *testing.T) {
	rng := seeded()
	for range 500 {
		want := randomRecord(t, rng)
		b := want.append([]byte("before"))
		require.Len(t, b, 6+recordSize)
		require.Equal(t, "before", string(b[:6]))
		got, ok := parse(b[6:])
		require.True(t, ok)
		require.Equal(t, want, got)
		require.Equal(t, want.position.key, keyOf(b[6:]))
	}
}

// Any flipped bit, and any other length, is noticed.
func TestRecordDamaged(t *testing.T) {
	rng := seeded()
	for range 20 {
		b := randomRecord(t, rng).append(nil)
		for bit := range 8 * recordSize {
			b[bit/8] ^= 1 << (bit % 8)
			_, ok := parse(b)
			require.False(t, ok, "bit %d", bit)
			b[bit/8] ^= 1 << (bit % 8)
		}
		for n := range recordSize {
			_, ok := parse(b[:n])
			require.False(t, ok)
		}
		_, ok := parse(append(b, 0))
		require.False(t, ok)
	}
	_, ok := parse(make([]byte, recordSize))
	assert.False(t, ok)
}

// sum writes the checksum of a record's bytes into them.
func sum(b []byte) { binary.LittleEndian.PutUint32(b, crc32.Checksum(b[4:], castagnoli)) }

// Whatever the bytes are: what is taken for a record names squares of its board, and survives being written and read.
func FuzzRecord(f *testing.F) {
	rng := seeded()
	for range 8 {
		f.Add(randomRecord(f, rng).append(nil))
	}
	f.Add(make([]byte, recordSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		check := func(b []byte) {
			r, ok := parse(b)
			if !ok {
				return
			}
			p := r.position
			turned := frame{int(p.width), int(p.height), 0}
			for _, cell := range append([]uint16{r.move}, p.stones...) {
				require.Less(t, turned.point(cell).Y, int(p.height))
			}
			require.LessOrEqual(t, p.own, len(p.stones))
			again, ok := parse(r.append(nil))
			require.True(t, ok)
			require.Equal(t, r.append(nil), again.append(nil))
			require.True(t, p.equal(again.position))
			_ = movesOf([]*record{&r, &again}, turned)
		}
		check(b)
		if len(b) >= recordSize {
			b = append([]byte(nil), b[:recordSize]...)
			sum(b)
			check(b)
		}
	})
}
