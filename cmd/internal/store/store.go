// Package store keeps race journals on disk: one file for each race, one
// program at a time writing to it, and nothing but whole lines left in it.
//
// It knows lines, not what they mean: reading a journal, and playing it again,
// is core/race's. Home is where a user's races lie.
//
//	dir, err := store.Home(set.Path("folder")).Races()
//	journal, err := store.Create(filepath.Join(dir, store.NewName(variant, now)))
//	if err != nil {
//		return err
//	}
//	defer journal.Close()
//	game, err := race.Start(book, head, journal)
//
// To go on with a race:
//
//	journal, err := store.Open(path)
//	lines := race.NewReader(f) // the same file, opened to be read
//	game, err := race.Replay(lines, open, nil)
//	err = journal.Truncate(lines.Whole()) // a line torn by a crash
//	game.Continue(journal)
package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sandbox/cmd/internal/door"
)

// ErrInUse is returned for a journal that another program, or another File,
// has open for writing.
var ErrInUse = errors.New("in use by another program")

// File is a journal open for writing. It is locked until it is closed or the
// program ends, however it ends. It serves one goroutine at a time.
type File struct {
	disk  disk
	path  string
	whole int64 // bytes of whole lines
	made  bool  // the file was not there before
	err   error // why it takes no more lines

	lost   *Lost  // why the file does not hold the race any more
	memory memory // all lines
}

// disk is what File needs of an *os.File.
type disk interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Stat() (fs.FileInfo, error)
	Sync() error
	Close() error
}

// Create makes a new journal, readable by its owner alone, since it holds the
// seed and the answers that others may not see yet. It makes the folders on
// the way to it. A file that is already there is left alone: the error is
// fs.ErrExist.
func Create(path string) (*File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("no folder for the race: %w", err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if err := door.Free(path); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w: choose another name with --save, or go on with that race: sandbox play --resume %s",
			path, fs.ErrExist, path)
	}
	if err != nil {
		return nil, err
	}
	f, err := locked(file)
	if err == nil {
		f.made = true
	}
	return f, err
}

// Open opens a journal to go on with it. A torn last line is the caller's to
// find and to Truncate. The error is ErrInUse when another program writes to
// the journal, fs.ErrNotExist when there is none.
func Open(path string) (*File, error) {
	if err := door.Ordinary(path); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	f, err := locked(file)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	f.whole = info.Size()
	return f, nil
}

// locked locks the file, or closes it.
func locked(file *os.File) (*File, error) {
	err := lock(file)
	if err == nil {
		return &File{disk: file, path: file.Name()}, nil
	}
	file.Close()
	if errors.Is(err, ErrInUse) {
		return nil, fmt.Errorf("%s is %w: close the race there first", file.Name(), err)
	}
	return nil, fmt.Errorf("%s cannot be locked, choose another place with --save: %w", file.Name(), err)
}

// Path is the journal's path as it was given.
func (f *File) Path() string { return f.path }

// Truncate cuts the journal off after its first whole bytes, and what is
// written next follows them. It fails when there are not so many.
func (f *File) Truncate(whole int64) error {
	if whole > f.whole {
		return fmt.Errorf("%s has %d bytes, not %d", f.path, f.whole, whole)
	}
	if err := f.disk.Truncate(whole); err != nil {
		return err
	}
	f.memory, f.whole = memory{}, whole
	_, err := io.Copy(writerFunc(f.memory.add), io.NewSectionReader(f.disk, 0, whole))
	return err
}

// Write appends one whole line, its line break included, with one write. When
// that fails, on a full disk for instance, the part that was written is taken
// back, and this and every later Write return the same error, which says how
// to go on. A file that is lost, as Check has it, is left alone: the line is
// remembered, and written when the race moves to another file.
func (f *File) Write(line []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	if f.Check() != nil {
		f.memory.add(line)
		return len(line), nil
	}
	n, err := f.disk.WriteAt(line, f.whole)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err != nil {
		// When this fails too, a torn line stays. Readers leave it out.
		_ = f.disk.Truncate(f.whole)
		f.err = f.kept(err)
		return 0, f.err
	}
	f.whole += int64(n)
	f.memory.add(line)
	return n, nil
}

// kept tells the players what they have after a failure.
func (f *File) kept(err error) error {
	var place *fs.PathError
	if errors.As(err, &place) {
		err = place.Err // the path is named once, below
	}
	return fmt.Errorf("%w; everything up to the last committed step is kept in %s: free space, then sandbox play --resume %s",
		err, f.path, f.path)
}

// Sync has the system bring all lines to the disk, so that they outlast a
// power cut too. When that fails nobody can say which lines did, so the
// journal takes no more.
func (f *File) Sync() error {
	if f.err != nil || f.lost != nil {
		return f.err // a lost file is told of by Lost
	}
	if err := f.disk.Sync(); err != nil {
		f.err = fmt.Errorf("the last lines may not have reached the disk; see what is there with sandbox play --resume %s: %w", f.path, err)
	}
	return f.err
}

// Close lets go of the journal. One that Create made and that holds no line is
// removed: no race began in it.
func (f *File) Close() error {
	if err := f.disk.Close(); err != nil {
		return err
	}
	if f.made && f.whole == 0 && f.lost == nil {
		return os.Remove(f.path)
	}
	return nil
}
