package wall

import (
	"encoding/json"
	"io"

	"sandbox/cmd/internal/store"
)

// File is a file that a race is kept in: a *store.File, or one of the parent's,
// which is used in the same way.
type File interface {
	io.Writer
	Path() string
	Truncate(whole int64) error
	Sync() error
	Close() error
}

// Create is store.Create, by the parent where there is one.
func (c *Child) Create(path string) (File, error) {
	if c != nil {
		return c.call(request{Do: doCreate, Path: path})
	}
	f, err := store.Create(path)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Open is store.Open, by the parent where there is one.
func (c *Child) Open(path string) (File, error) {
	if c != nil {
		return c.call(request{Do: doOpen, Path: path})
	}
	f, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// theirs is a file that the parent keeps.
type theirs struct {
	child *Child
	path  string
	file  int
}

// call has the parent do something with a file, and returns the file.
func (c *Child) call(r request) (*theirs, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	reply, err := c.talk.Call(text)
	if err != nil {
		return nil, err
	}
	f := &theirs{child: c, path: r.Path}
	return f, json.Unmarshal(reply, &f.file)
}

func (f *theirs) Path() string { return f.path }

// Write implements io.Writer, with one line at a time, as store.File has it.
func (f *theirs) Write(line []byte) (int, error) {
	_, err := f.child.call(request{Do: doWrite, File: f.file, Line: line})
	if err != nil {
		return 0, err
	}
	return len(line), nil
}

func (f *theirs) Truncate(whole int64) error {
	_, err := f.child.call(request{Do: doTruncate, File: f.file, Whole: whole})
	return err
}

func (f *theirs) Sync() error {
	_, err := f.child.call(request{Do: doSync, File: f.file})
	return err
}

func (f *theirs) Close() error {
	_, err := f.child.call(request{Do: doClose, File: f.file})
	return err
}
