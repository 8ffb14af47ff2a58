// Package proctree ends a program together with its children, and measures their memory. Each system has its own Tree,
// with these steps:
//
//	New(dir) *Tree      before the start; dir: a folder of this process alone, or "", see KillOrphans
//	Prepare(*exec.Cmd)  before the start too: marks the program's children
//	Adopt(*os.Process)  right after the start
//	Resident() int64    peak bytes, as far as the system shows them while the program runs; 0: not known
//	CPU() (time.Duration, bool)  processor time so far, and whether the system tells it
//	ResidentAtEnd(*os.ProcessState) int64
//	Kill()              kills the program while it runs, and at least its group
//	KillRest()          kills remaining children right after the program's end; on Linux it waits for their end
//	Release()           last
//
// A killed process takes none of these steps. For its remaining children there is
//
//	KillOrphans(dir)    kills the process trees that a process which has ended made with dir. It spares other
//	                    processes that have got one of their numbers.
package proctree

import "time"

// KillWait is how long killed processes may take to end. After that they are stuck in the system.
const KillWait = 10 * time.Second
