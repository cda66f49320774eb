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

	Lost() *store.Lost
	Check() *store.Lost
	Move(path string) error
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
	lost  *store.Lost
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
	var done response
	err = json.Unmarshal(reply, &done)
	return &theirs{child: c, path: r.Path, file: done.File, lost: done.Lost}, err
}

// do has the parent do something with the file.
func (f *theirs) do(r request) error {
	r.File = f.file
	now, err := f.child.call(r)
	if err == nil {
		f.lost = now.lost
	}
	return err
}

func (f *theirs) Lost() *store.Lost { return f.lost }

// Check is that of the parent. One that is not to be reached ends the process.
func (f *theirs) Check() *store.Lost {
	_ = f.do(request{Do: doCheck})
	return f.lost
}

func (f *theirs) Move(path string) error {
	err := f.do(request{Do: doMove, Path: path})
	if err == nil {
		f.path = path
	}
	return err
}

func (f *theirs) Path() string { return f.path }

// Write implements io.Writer, with one line at a time, as store.File has it.
func (f *theirs) Write(line []byte) (int, error) {
	if err := f.do(request{Do: doWrite, Line: line}); err != nil {
		return 0, err
	}
	return len(line), nil
}

func (f *theirs) Truncate(whole int64) error {
	return f.do(request{Do: doTruncate, Whole: whole})
}

func (f *theirs) Sync() error { return f.do(request{Do: doSync}) }

func (f *theirs) Close() error { return f.do(request{Do: doClose}) }
