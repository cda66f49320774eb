package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/isolate"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/watch"
)

// childVerb is what the program calls itself with.
const childVerb = "child"

// inside is the talk with the parent in a child, and nil everywhere else.
var (
	inside *isolate.Child
	spoken string // what the parent said besides the command line
)

func newChild() *cobra.Command {
	return &cobra.Command{
		Use:     childVerb,
		Short:   "Run a command for another process of the program",
		Long:    "Runs a command within limits of memory and time for the process that watches over it.\nThe program calls it for --isolate; it is of no use to people.",
		Example: "  sandbox child",
		Args:    needArgs(0, 0, "no argument: sandbox child"),
		Hidden:  true,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if inside, err = isolate.Enter(os.Stdin, os.Stdout); err != nil {
				return usageError{errors.New("sandbox child is what --isolate starts, and of no use by itself")}
			}
			spoken = inside.Start().Word
			code := run(cmd.Context(), inside.Start().Args, inside.Input(), inside.Out(), inside.Err())
			inside.End(code)
			return exitCode(code)
		},
	}
}

// exitCode ends a command that has said all there is to say.
type exitCode int

func (exitCode) Error() string { return "ended" }

// takeWord is what the parent said besides the command line. It is of the race
// that is gone on with first, so it is said once.
func takeWord() string {
	word := spoken
	spoken = ""
	return word
}

// alive is to be called now and then by work that takes long: a child that is
// silent is taken for dead.
func alive() {
	if inside != nil {
		inside.Alive()
	}
}

// await waits for a line that is typed or a file that changes. At the end of
// the lines the error is io.EOF. It is the only place where a child may be idle.
func await(ctx context.Context, lines <-chan string, changes <-chan watch.Change) (line string, change *watch.Change, err error) {
	took := false
	if inside != nil {
		inside.Waits()
		defer func() { inside.Goes(took) }()
	}
	select {
	case <-ctx.Done():
		return "", nil, ctx.Err()
	case line, took = <-lines:
		if !took {
			return "", nil, io.EOF
		}
		return line, nil, nil
	case c := <-changes:
		return "", &c, nil
	}
}

// kept is a file that races are kept in: a *store.File, or one of the parent's.
type kept interface {
	io.Writer
	Path() string
	Truncate(whole int) error
	Sync() error
	Close() error
}

// createKept is store.Create, by the parent where there is one.
func createKept(path string) (kept, error) {
	if inside != nil {
		return call(request{Do: doCreate, Path: path})
	}
	f, err := store.Create(path)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// openKept is store.Open, by the parent where there is one.
func openKept(path string) (kept, []byte, error) {
	if inside == nil {
		f, text, err := store.Open(path)
		if err != nil {
			return nil, nil, err
		}
		return f, text, nil
	}
	f, err := call(request{Do: doOpen, Path: path})
	if err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, text, nil
}

// theirs is a file that the parent keeps.
type theirs struct {
	path string
	file int
}

// call has the parent do something with a file, and returns the file.
func call(r request) (*theirs, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	reply, err := inside.Call(text)
	if err != nil {
		return nil, err
	}
	f := &theirs{path: r.Path}
	return f, json.Unmarshal(reply, &f.file)
}

func (f *theirs) Path() string { return f.path }

// Write implements io.Writer, with one line at a time, as store.File has it.
func (f *theirs) Write(line []byte) (int, error) {
	_, err := call(request{Do: doWrite, File: f.file, Line: line})
	if err != nil {
		return 0, err
	}
	return len(line), nil
}

func (f *theirs) Truncate(whole int) error {
	_, err := call(request{Do: doTruncate, File: f.file, Whole: whole})
	return err
}

func (f *theirs) Sync() error {
	_, err := call(request{Do: doSync, File: f.file})
	return err
}

func (f *theirs) Close() error {
	_, err := call(request{Do: doClose, File: f.file})
	return err
}
