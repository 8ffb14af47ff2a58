//go:build !js

package search

// checkEvery is the number of nodes between two checks of the clock: about a millisecond.
const checkEvery = 1024

// Yield lets the browser work where there is one.
func Yield() {}
