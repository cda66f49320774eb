// Package door is where files come in that people name and programs find. What
// is no file - a folder, a pipe, a device, a socket - is refused in a sentence
// before anything waits for it, and what is read whole has a size.
//
//	text, err := door.Read(path, door.Entries)
//	f, err := door.Open(path) // to be read piece by piece
//
// What stands in a file is the business of those who read it. Lua files are
// found by package source, which refuses the same.
package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// The longest files that are read whole, in bytes. Journals are read line by
// line: their limits are core/race's. Those of Lua files are package source's.
const (
	Settings     = 64 << 10  // room for a thousand settings
	Entries      = 256 << 10 // thousands of cars; the time of TOML grows with the square of its keys
	Championship = 2 << 20   // a thousand races of a thousand cars
	Part         = 64 << 20  // of a simulation: two variants with a thousand cars each
)

// Open opens a file to be read. Links are followed. The error is that of
// Ordinary for what is none.
func Open(path string) (*os.File, error) {
	if err := Ordinary(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// Until is what is read until a context is done; nil for never.
func Until(ctx context.Context, in io.Reader) io.Reader {
	if ctx == nil {
		return in
	}
	return until{ctx, in}
}

type until struct {
	context.Context
	in io.Reader
}

// Read implements io.Reader.
func (u until) Read(text []byte) (int, error) {
	if err := u.Err(); err != nil {
		return 0, err
	}
	return u.in.Read(text)
}

// Read reads a file that has at most so many bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Size() > most {
		return nil, tooLong(path, most)
	}
	text, err := io.ReadAll(io.LimitReader(f, most+1)) // it may grow meanwhile
	if err == nil && int64(len(text)) > most {
		return nil, tooLong(path, most)
	}
	return text, err
}

func tooLong(path string, most int64) error {
	return fmt.Errorf("%s: it is longer than %d KB: is it the right file?", path, most>>10)
}

// Ordinary fails for what is no file that can be read and written from its
// beginning to its end, saying what it is, and for what is not there.
func Ordinary(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		if at := (*fs.PathError)(nil); errors.As(err, &at) {
			at.Op = "open" // that is what people wanted
		}
		return err
	}
	if mode := info.Mode(); !mode.IsRegular() {
		return fmt.Errorf("%s is %s: give a file", path, kind(mode))
	}
	return nil
}

// Free fails where a file cannot be written whole, because what lies there is
// none.
func Free(path string) error {
	if err := Ordinary(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// kind is what something is that is no file, in words.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no ordinary file"
}
