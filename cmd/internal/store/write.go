package store

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sandbox/cmd/internal/door"
)

// Write writes a file whole or not at all: it is written under another name in
// the same folder, and takes its own when everything is on the disk. A file
// that was there is replaced. An error of the function's is returned.
func Write(path string, write func(w io.Writer) error) error {
	return writeAs(path, 0o644, write)
}

// WriteNew is Write for a file that its owner alone may read, as he may read
// journals. A file that is already there is left alone: the error is
// fs.ErrExist.
func WriteNew(path string, write func(w io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	}
	return writeAs(path, 0o600, write)
}

// HalfWritten says that something in a folder is what a program which was killed
// has left of writing a file: its name is the one that Write writes under.
func HalfWritten(there fs.DirEntry, file string) bool {
	number, ok := strings.CutPrefix(there.Name(), "."+file+".")
	return ok && there.Type().IsRegular() && number != "" && strings.Trim(number, "0123456789") == ""
}

func writeAs(path string, mode fs.FileMode, write func(w io.Writer) error) error {
	if err := door.Free(path); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		if at := (*fs.PathError)(nil); errors.As(err, &at) {
			at.Path = path // nobody asked for the other name
		}
		return err
	}
	err = errors.Join(fill(file, mode, write), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// fill has everything written and on the disk.
func fill(file *os.File, mode fs.FileMode, write func(w io.Writer) error) error {
	buffered := bufio.NewWriterSize(file, 1<<16)
	if err := write(buffered); err != nil {
		return err
	}
	return errors.Join(buffered.Flush(), file.Chmod(mode), file.Sync())
}
