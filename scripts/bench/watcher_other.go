//go:build !linux

package main

// launchWatched is launch: other systems than Linux do not tell how long a process waited for a processor.
var launchWatched = launch
