package main

// startReaper does nothing: the system ends brains with the arena, and the next start removes their folders.
func startReaper() (stop func()) { return func() {} }

func runReaper() {}
