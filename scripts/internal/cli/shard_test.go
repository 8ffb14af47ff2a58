package cli

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "3/16": {3, 16}, "16/16": {16, 16}} {
		s, err := ParseShard(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, s)
		assert.Equal(t, text, s.String())
	}
	for _, text := range []string{
		"", "3", "/", "3/", "/16", "0/16", "17/16", "-1/16", "3/0", "3/-16", "3/16/1", " 3/16", "+3/16", "03/16", "3/x",
		"3/99999999999999999999",
	} {
		s, err := ParseShard(text)
		assert.EqualError(t, err, "want a shard such as 3/16, from 1/16 to 16/16", text)
		assert.Zero(t, s)
	}
}

// Every item is in exactly one of the shards, each shard has every N-th, and the whole has all.
func TestShardsAreTheWhole(t *testing.T) {
	for count := 1; count <= 5; count++ {
		for n := range 20 {
			var in []int
			for index := 1; index <= count; index++ {
				s, err := ParseShard(fmt.Sprintf("%d/%d", index, count))
				require.NoError(t, err)
				if s.Has(n) {
					in = append(in, index)
				}
				assert.True(t, s.Has(s.Nth(n)))
				assert.Equal(t, count, s.Nth(n+1)-s.Nth(n))
			}
			assert.Equal(t, []int{n%count + 1}, in)
		}
	}
	for n := range 20 {
		assert.True(t, Shard{}.Has(n))
		assert.Equal(t, n, Shard{}.Nth(n))
	}
	assert.Empty(t, Shard{}.String())
	assert.Equal(t, 2, Shard{3, 16}.Nth(0))
}
