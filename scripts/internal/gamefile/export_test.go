package gamefile

import "testing"

// LimitNodes gives trees another largest number of moves until a test ends.
func LimitNodes(t *testing.T, n int) {
	before := maxNodes
	maxNodes = n
	t.Cleanup(func() { maxNodes = before })
}
