package pages_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/search/pages"
)

// New tables are zero, in memory that was used before too, and none lies in another.
func TestNewTablesAreZeroAndApart(t *testing.T) {
	type table [1 << 16]uint64
	var all [20]*table
	for i := range 60 {
		fresh := pages.New[table]()
		if i%2 == 0 {
			fresh = pages.Filled[table]()
		}
		assert.True(t, *fresh == table{})
		for k := range fresh {
			fresh[k] = uint64(i)
		}
		all[i%len(all)] = fresh
	}
	for i, table := range all {
		for _, number := range table {
			if number != uint64(40+i) {
				t.Fatalf("table %d holds %d", 40+i, number)
			}
		}
	}
	assert.Zero(t, *pages.New[int]())
	assert.Zero(t, *pages.Filled[[9 << 20]byte]())
}

// Memory that the garbage collector does not look into cannot hold pointers.
func TestPointersAreRefused(t *testing.T) {
	assert.Panics(t, func() { pages.New[*int]() })
	assert.Panics(t, func() { pages.New[[4]struct{ names []string }]() })
	assert.Panics(t, func() { pages.Filled[struct{ f func() }]() })
	assert.NotPanics(t, func() { pages.New[struct{ of [3]struct{ a, b uint8 } }]() })
}
