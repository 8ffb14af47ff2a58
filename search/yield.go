//go:build !js

package search

// checkEvery is the number of nodes between two checks of the clock: about a millisecond.
const checkEvery = 1024

func yield() {}
