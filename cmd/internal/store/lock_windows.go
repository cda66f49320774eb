package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks one byte far behind the journal's end, for as long as it is
// open: a locked byte cannot be read by others, and all may read a journal.
func lock(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrInUse
	}
	return err
}
