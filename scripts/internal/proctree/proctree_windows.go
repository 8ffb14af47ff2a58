package proctree

import (
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// A Tree is a job object: children of its members are members too, and all end when this process
// does. If the system refuses the job, taskkill finds the children.
type Tree struct {
	pid int

	mu      sync.Mutex
	job     syscall.Handle // 0: none
	program syscall.Handle // 0: none; for the memory, also after the program's end
}

var (
	kernel32                 = syscall.NewLazyDLL("kernel32.dll")
	createJobObject          = kernel32.NewProc("CreateJobObjectW")
	setInformationJobObject  = kernel32.NewProc("SetInformationJobObject")
	assignProcessToJobObject = kernel32.NewProc("AssignProcessToJobObject")
	terminateJobObject       = kernel32.NewProc("TerminateJobObject")
	getProcessMemoryInfo     = kernel32.NewProc("K32GetProcessMemoryInfo")
)

const (
	extendedLimitInformation = 9      // JobObjectExtendedLimitInformation
	limitKillOnJobClose      = 0x2000 // JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	createNewProcessGroup    = 0x200  // CREATE_NEW_PROCESS_GROUP: Ctrl-C is for the arena alone
)

// extendedLimits is JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
type extendedLimits struct {
	processTime, jobTime             int64
	flags                            uint32
	minWorkingSet, maxWorkingSet     uintptr
	activeProcesses                  uint32
	affinity                         uintptr
	priorityClass, schedulingClass   uint32
	_                                [8 - unsafe.Sizeof(uintptr(0))]byte // C aligns numbers of 64 bits to 8 bytes
	ioCounters                       [6]uint64
	processMemory, jobMemory         uintptr
	peakProcessMemory, peakJobMemory uintptr
}

// Compile-time check: it has the length of the system's own struct, for words of either size.
var _ = [1]struct{}{}[unsafe.Sizeof(extendedLimits{})-80-8*unsafe.Sizeof(uintptr(0))]

// memoryCounters is PROCESS_MEMORY_COUNTERS.
type memoryCounters struct {
	size, pageFaults             uint32
	peakWorkingSet, workingSet   uintptr
	pools                        [4]uintptr
	pageFileUse, peakPageFileUse uintptr
}

// KillOrphans has nothing to do: jobs end with the process that made them.
func KillOrphans(string) {}

// New returns the process tree of a program that has not started yet.
func New(string) *Tree {
	t := &Tree{}
	job, _, _ := createJobObject.Call(0, 0)
	if job == 0 {
		return t
	}
	limits := extendedLimits{flags: limitKillOnJobClose}
	ok, _, _ := setInformationJobObject.Call(job, extendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), unsafe.Sizeof(limits))
	if ok == 0 {
		_ = syscall.CloseHandle(syscall.Handle(job))
		return t
	}
	t.job = syscall.Handle(job)
	return t
}

// Prepare has to be called before the program's start.
func (t *Tree) Prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: createNewProcessGroup}
}

// Adopt puts the program into the job. A child that it started before that is not in it.
func (t *Tree) Adopt(p *os.Process) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pid = p.Pid
	joined := false
	_ = p.WithHandle(func(handle uintptr) {
		if t.job != 0 {
			ok, _, _ := assignProcessToJobObject.Call(uintptr(t.job), handle)
			joined = ok != 0
		}
		self, err := syscall.GetCurrentProcess()
		if err == nil {
			_ = syscall.DuplicateHandle(self, syscall.Handle(handle), self, &t.program, 0, false,
				syscall.DUPLICATE_SAME_ACCESS)
		}
	})
	if t.job != 0 && !joined {
		_ = syscall.CloseHandle(t.job)
		t.job = 0
	}
}

// Resident returns the peak working set of the program, its children left out.
func (t *Tree) Resident() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.program == 0 {
		return 0
	}
	var counters memoryCounters
	counters.size = uint32(unsafe.Sizeof(counters))
	ok, _, _ := getProcessMemoryInfo.Call(uintptr(t.program),
		uintptr(unsafe.Pointer(&counters)), uintptr(counters.size))
	if ok == 0 {
		return 0
	}
	return int64(counters.peakWorkingSet)
}

// CPU is not known.
func (t *Tree) CPU() (time.Duration, bool) { return 0, false }

// ResidentAtEnd returns the peak of the program, as resident does.
func (t *Tree) ResidentAtEnd(*os.ProcessState) int64 { return t.Resident() }

// Kill kills the program while it runs, and at least those of its group.
func (t *Tree) Kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.job == 0 {
		_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(t.pid)).Run()
		return
	}
	_, _, _ = terminateJobObject.Call(uintptr(t.job), 1)
}

// KillRest kills the rest of the job. Without a job it cannot find the children.
func (t *Tree) KillRest() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.job != 0 {
		_, _, _ = terminateJobObject.Call(uintptr(t.job), 1)
	}
}

// Release has to be called when all is over.
func (t *Tree) Release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, handle := range []*syscall.Handle{&t.job, &t.program} {
		if *handle != 0 {
			_ = syscall.CloseHandle(*handle)
			*handle = 0
		}
	}
}
