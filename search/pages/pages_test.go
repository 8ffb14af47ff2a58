package pages_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/search/pages"
)

// New returns zeros, in memory that was used before too.
func TestNewIsZero(t *testing.T) {
	for range 20 {
		large := pages.New[[1 << 18]uint64]()
		assert.True(t, *large == [1 << 18]uint64{})
		for i := range large {
			large[i] = 1
		}
	}
	assert.Zero(t, *pages.New[int]())
}
