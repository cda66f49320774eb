package isolate

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// limitSystem has the system refuse more memory than so many bytes on top of
// what the process has now. Refused, Go says so and ends. Where it does not work
// the looking alone has to do.
func limitSystem(bytes int64) {
	has, err := dataNow()
	if err != nil {
		return
	}
	most := uint64(has + bytes)
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most})
}

// dataNow is what the system counts against RLIMIT_DATA, or a little more.
func dataNow() (int64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var size, resident, shared, code, lib, data int64
	if _, err := fmt.Sscan(string(text), &size, &resident, &shared, &code, &lib, &data); err != nil {
		return 0, err
	}
	return data * int64(os.Getpagesize()), nil
}
