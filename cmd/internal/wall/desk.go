package wall

import (
	"encoding/json"
	"errors"
	"fmt"

	"sandbox/cmd/internal/store"
)

// request is what a child wants of its parent: something done to a file that a
// race is kept in.
type request struct {
	Do    string `json:"do"`
	Path  string `json:"path,omitempty"`
	File  int    `json:"file,omitempty"`
	Whole int64  `json:"whole,omitempty"`
	Line  []byte `json:"line,omitempty"`
}

// response is the number of the file, and how it was lost if it was.
type response struct {
	File int         `json:"file"`
	Lost *store.Lost `json:"lost,omitempty"`
}

// What can be done.
const (
	doCreate   = "create"
	doOpen     = "open"
	doTruncate = "truncate"
	doWrite    = "write"
	doSync     = "sync"
	doClose    = "close"
	doCheck    = "check"
	doMove     = "move"
)

// desk is where the parent keeps the races of a child.
type desk struct {
	files []*store.File // nil when they were closed
	last  string        // path of the one that was opened last
}

// serve does what a child wants.
func (d *desk) serve(text []byte) ([]byte, error) {
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	err := d.do(&r)
	if err != nil {
		return nil, err
	}
	done := response{File: r.File}
	if f := d.files[r.File]; f != nil {
		done.Lost = f.Lost()
	}
	return json.Marshal(done)
}

func (d *desk) do(r *request) error {
	switch r.Do {
	case doCreate:
		f, err := store.Create(r.Path)
		return d.keep(r, f, err)
	case doOpen:
		f, err := store.Open(r.Path)
		return d.keep(r, f, err)
	}
	if r.File < 0 || r.File >= len(d.files) || d.files[r.File] == nil {
		return fmt.Errorf("%s: there is no file %d", r.Do, r.File)
	}
	f := d.files[r.File]
	switch r.Do {
	case doTruncate:
		return f.Truncate(r.Whole)
	case doWrite:
		_, err := f.Write(r.Line)
		return err
	case doSync:
		return f.Sync()
	case doCheck:
		f.Check()
		return nil
	case doMove:
		err := f.Move(r.Path)
		if err == nil {
			d.last = r.Path
		}
		return err
	case doClose:
		d.files[r.File] = nil
		return f.Close()
	}
	return fmt.Errorf("%q cannot be done", r.Do)
}

// keep numbers a file.
func (d *desk) keep(r *request, f *store.File, err error) error {
	if err != nil {
		return err
	}
	d.files, d.last, r.File = append(d.files, f), r.Path, len(d.files)
	return nil
}

// close closes what a child left open. All that it wrote reaches the disk.
func (d *desk) close() error {
	var wrong []error
	for _, f := range d.files {
		if f != nil {
			wrong = append(wrong, f.Sync(), f.Close())
		}
	}
	d.files = nil
	return errors.Join(wrong...)
}
