package player

import (
	"os"
	"syscall"
)

// openLock opens the lock file called name for this process alone, which takes the lock; if create is set, it makes it
// first. It returns an error if somebody holds the lock.
func openLock(name string, create bool) (*os.File, error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	how := uint32(syscall.OPEN_EXISTING)
	if create {
		how = syscall.OPEN_ALWAYS
	}
	const shared = 0
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, shared, nil, how,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(handle), name), nil
}
