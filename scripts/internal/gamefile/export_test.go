package gamefile

import "testing"

// LimitText makes larger texts than n bytes too large to look at as a whole, until a test ends.
func LimitText(t *testing.T, n int) {
	before := maxTreeBytes
	maxTreeBytes = n
	t.Cleanup(func() { maxTreeBytes = before })
}

// LimitNodes gives trees another largest number of moves until a test ends.
func LimitNodes(t *testing.T, n int) {
	before := maxNodes
	maxNodes = n
	t.Cleanup(func() { maxNodes = before })
}
