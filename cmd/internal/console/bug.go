package console

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"sandbox/core/bug"
)

// traced is an error and behind it the file with the trace of a bug, if it is
// one. A trace that cannot be kept is told instead.
func traced(err error) error {
	var found *bug.Error
	if !errors.As(err, &found) {
		return err
	}
	kept, wrong := keepTrace(found)
	if wrong != nil {
		lines := []error{err, fmt.Errorf("its trace could not be kept: %w", wrong)}
		for line := range strings.Lines(found.Trace) {
			lines = append(lines, errors.New(strings.TrimSuffix(line, "\n")))
		}
		return errors.Join(lines...)
	}
	return errors.Join(err, fmt.Errorf("its trace is in %s", kept))
}

// keepTrace writes a bug, and from what the program was built, to a file in the
// user's folder for such things, or in that for files that may be lost. It
// returns its path. The same bug is kept once.
func keepTrace(e *bug.Error) (path string, err error) {
	name := fmt.Sprintf("sandbox-bug-%.6x.txt", sha256.Sum256([]byte(e.Text+e.Trace)))
	text := e.Text + "\n\n" + e.Trace
	if info, ok := debug.ReadBuildInfo(); ok {
		text += "\n" + info.String()
	}
	if cache, err := os.UserCacheDir(); err == nil {
		folder := filepath.Join(cache, "sandbox")
		if path, err := filepath.Join(folder, name), os.MkdirAll(folder, 0o700); err == nil {
			if err := writeOnce(path, text); err == nil {
				return path, nil
			}
		}
	}
	path = filepath.Join(os.TempDir(), name)
	return path, writeOnce(path, text)
}

// writeOnce writes a file unless it is there.
func writeOnce(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
