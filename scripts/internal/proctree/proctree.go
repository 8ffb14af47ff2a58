// Package proctree ends a program together with everything that it started, and measures what they took. What a system
// knows of them is in a Family, of which there is one kind per system, with these steps:
//
//	New(home) *Family   before the start; home: a folder of this process alone, or "", see EndOrphans
//	Prepare(*exec.Cmd)  so that its children can be told from others
//	Adopt(*os.Process)  right after the start
//	Resident() int64    peak bytes as far as they can be seen while it runs; 0: not known
//	ResidentAtEnd(*os.ProcessState) int64
//	Stop()              kills the program while it runs, and at least those of its group
//	Clear()             kills what is left right after the program's end; Linux tells when that is done, and it waits
//	Release()           when all is over
//
// A process that is killed takes none of these steps any more. What it has left running is ended by
//
//	EndOrphans(home)    kills the process trees that a process which is gone has made with a home; nobody else, even where
//	                    somebody else has the number of one of them by now
package proctree

import "time"

// KillWait is how long those who were killed may take to be gone. Longer, and they are stuck in the system.
const KillWait = 10 * time.Second
