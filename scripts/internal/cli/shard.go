package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Shard is one of Count equal parts of numbered work: several machines share the work without talking to each other.
// The zero value is the whole.
type Shard struct {
	Index, Count int // Index is from 1 to Count
}

// ShardUsage describes -shard; %s names the numbered things.
const ShardUsage = "play only part `I/N` of the %s, every N-th of them: 1/4 to 4/4 are the whole"

// ParseShard reads a shard as in 3/16, with the index from 1.
func ParseShard(text string) (Shard, error) {
	index, count, _ := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	s := Shard{i, n}
	if err1 != nil || err2 != nil || i < 1 || i > n || s.String() != text {
		return Shard{}, errors.New("want a shard such as 3/16, from 1/16 to 16/16")
	}
	return s, nil
}

// Has reports whether the shard has the item numbered n, from 0.
func (s Shard) Has(n int) bool { return s.Count == 0 || n%s.Count == s.Index-1 }

// Nth returns the number of the shard's n-th item, n from 0.
func (s Shard) Nth(n int) int {
	if s.Count == 0 {
		return n
	}
	return n*s.Count + s.Index - 1
}

// String returns the shard as ParseShard reads it, and "" for the whole.
func (s Shard) String() string {
	if s.Count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}
