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
func randomRecord(t testing.TB, rng *rand.Rand) Record {
	size := sizes[rng.IntN(len(sizes))]
	p, _ := mustPosition(t, sparse(rng, size.width, size.height), board.X, freestyle)
	cells := size.width * size.height
	signed := func() int { return rng.IntN(1<<16) - 1<<15 }
	p.images = nil // are not kept
	r := Record{
		Number: rng.Uint32(), Position: p, Move: uint16(rng.IntN(cells)), Total: rng.IntN(2) == 0,
		Seen: signed(), Won: signed(), Lost: signed(), Drawn: signed(), Day: rng.IntN(1 << 16),
	}
	if rng.IntN(2) == 0 {
		r.Searched, r.Score, r.Depth, r.Nodes = true, signed(), rng.IntN(256), rng.Uint32()
	}
	if rng.IntN(2) == 0 {
		r.HasValue, r.Reply, r.Value, r.ValueDepth = true, uint16(rng.IntN(cells)), signed(), rng.IntN(256)
		if rng.IntN(4) == 0 {
			r.Reply = NoCell
		}
	}
	return r
}

func TestRecordRoundTrip(t *testing.T) {
	rng := seeded()
	for range 500 {
		want := randomRecord(t, rng)
		b := want.append([]byte("before"))
		require.Len(t, b, 6+RecordSize)
		require.Equal(t, "before", string(b[:6]))
		got, ok := ParseRecord(b[6:])
		require.True(t, ok)
		require.Equal(t, want, got)
		require.Equal(t, want.Position.Key, keyOf(b[6:]))
	}
}

// Any flipped bit, and any other length, is noticed.
func TestRecordDamaged(t *testing.T) {
	rng := seeded()
	for range 20 {
		b := randomRecord(t, rng).append(nil)
		for bit := range 8 * RecordSize {
			b[bit/8] ^= 1 << (bit % 8)
			_, ok := ParseRecord(b)
			require.False(t, ok, "bit %d", bit)
			b[bit/8] ^= 1 << (bit % 8)
		}
		for n := range RecordSize {
			_, ok := ParseRecord(b[:n])
			require.False(t, ok)
		}
		_, ok := ParseRecord(append(b, 0))
		require.False(t, ok)
	}
	_, ok := ParseRecord(make([]byte, RecordSize))
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
	f.Add(make([]byte, RecordSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		check := func(b []byte) {
			r, ok := ParseRecord(b)
			if !ok {
				return
			}
			p := r.Position
			turned := Frame{int(p.Width), int(p.Height), 0}
			for _, cell := range append([]uint16{r.Move}, p.Stones...) {
				require.Less(t, turned.Point(cell).Y, int(p.Height))
			}
			require.LessOrEqual(t, p.Own, len(p.Stones))
			again, ok := ParseRecord(r.append(nil))
			require.True(t, ok)
			require.Equal(t, r.append(nil), again.append(nil))
			require.True(t, p.Equal(again.Position))
			_ = SumUp([]*Record{&r, &again}, turned)
		}
		check(b)
		if len(b) >= RecordSize {
			b = append([]byte(nil), b[:RecordSize]...)
			sum(b)
			check(b)
		}
	})
}
