package store

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A journal may be deleted, replaced or cut off by somebody while its race is
// played. What was written to it is remembered, so that it can move to another
// file.

// Lost is why a file does not hold a race any more.
type Lost struct {
	Path string
	What string // what somebody did to it
	Gone bool   // nothing is there under its name
}

// Error is the path and what was done.
func (l *Lost) Error() string { return l.Path + " " + l.What }

// Lost is what the last Write or Check has found out; nil when all was well.
func (f *File) Lost() *Lost { return f.lost }

// Check looks whether the file is as it was written. Once it is lost, lines are
// only remembered until it moves.
func (f *File) Check() *Lost {
	if f.lost == nil {
		f.lost = f.look()
	}
	return f.lost
}

func (f *File) look() *Lost {
	now, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Lost{f.path, "is gone: somebody has deleted it, or given it another name", true}
	case err != nil:
		return nil // a write will say what is wrong
	}
	mine, err := f.disk.Stat()
	switch {
	case err != nil:
		return nil
	case !os.SameFile(now, mine):
		return &Lost{f.path, "is another file now: somebody has put it in the place of the race", false}
	case now.Size() < f.whole:
		return &Lost{f.path, fmt.Sprintf("was cut off by somebody: it has %d of %d bytes", now.Size(), f.whole), false}
	case now.Size() > f.whole:
		return &Lost{f.path, fmt.Sprintf("was written to by somebody: it has %d bytes too many", now.Size()-f.whole), false}
	}
	return nil
}

// Move has a new file hold the race from now on, with all that was written so
// far. The error is fs.ErrExist for a file that is there.
func (f *File) Move(path string) error {
	to, err := Create(path)
	if err != nil {
		return err
	}
	size, err := io.Copy(&appended{to.disk, 0}, f.memory.all())
	if err == nil {
		err = to.disk.Sync()
	}
	if err != nil {
		return errors.Join(err, to.disk.Close(), os.Remove(path))
	}
	_ = f.disk.Close() // nobody can find it any more
	f.disk, f.path, f.whole, f.lost, f.err = to.disk, to.path, size, nil, nil
	return nil
}

// Spare is a path at which a lost file can be kept: its own where that is free,
// or else one like it.
func (l *Lost) Spare() string {
	extension := filepath.Ext(l.Path)
	stem := strings.TrimSuffix(l.Path, extension)
	for n, path := 2, l.Path; ; n++ {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return path
		}
		path = fmt.Sprintf("%s-%d%s", stem, n, extension)
	}
}

// appended writes at the end of a file that is written at places.
type appended struct {
	io.WriterAt
	size int64
}

// Write implements io.Writer.
func (a *appended) Write(text []byte) (int, error) {
	n, err := a.WriteAt(text, a.size)
	a.size += int64(n)
	return n, err
}

// memory is the lines of a journal, packed: about a tenth of their length.
type memory struct {
	packed *bytes.Buffer
	pack   *flate.Writer
}

func (m *memory) add(lines []byte) {
	if m.pack == nil {
		m.packed = &bytes.Buffer{}
		m.pack, _ = flate.NewWriter(m.packed, flate.BestSpeed) // it fails for no level that there is
	}
	_, _ = m.pack.Write(lines) // to a buffer in memory
}

// writerFunc is a function that takes all that is written.
type writerFunc func(text []byte)

// Write implements io.Writer.
func (w writerFunc) Write(text []byte) (int, error) {
	w(text)
	return len(text), nil
}

// all reads what was added.
func (m *memory) all() io.Reader {
	if m.pack == nil {
		return strings.NewReader("")
	}
	_ = m.pack.Flush()
	return &unpacked{flate.NewReader(bytes.NewReader(m.packed.Bytes()))}
}

// unpacked ends where its stream was flushed, but not closed.
type unpacked struct{ io.Reader }

// Read implements io.Reader.
func (u *unpacked) Read(buffer []byte) (int, error) {
	n, err := u.Reader.Read(buffer)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
