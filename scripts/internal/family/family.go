// Package family ends a program together with everything that it started, and measures what they took. What a system
// knows of them is in a Family, of which there is one kind per system, with these steps:
//
//	New() *Family       before the start
//	Prepare(*exec.Cmd)  so that its children can be told from others
//	Adopt(*os.Process)  right after the start
//	Resident() int64    peak bytes as far as they can be seen while it runs; 0: not known
//	ResidentAtEnd(*os.ProcessState) int64
//	Stop()              kills the program while it runs, and at least those of its group
//	Clear()             kills what is left right after the program's end; Linux tells when that is done, and it waits
//	Release()           when all is over
package family

import "time"

// KillWait is how long those who were killed may take to be gone. Longer, and they are stuck in the system.
const KillWait = 10 * time.Second
