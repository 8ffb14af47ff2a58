package player

// StartReaper does nothing: the system ends brains with this program, and its next start removes their folders.
func StartReaper() (stop func()) { return func() {} }

// Reaps returns false: there are no reapers.
func Reaps([]string) bool { return false }
