// Package wall runs the rules of others in a process of their own: which rules
// are the user's own, a command line that runs in a child, the files of races,
// which the parent keeps for it, and the mend of a race whose rules have brought
// the child down.
//
// The parent:
//
//	if stranger := wall.Folders(home).Rules(called...); stranger != "" { ... }
//	w := wall.Parent{Verb: "child", Args: args, Memory: 512, Silence: 60, In: in, Out: out, Err: errOut}
//	code, err := w.Run(ctx)
//
// The child, and a program without a wall, for which it is nil:
//
//	child, err := wall.Enter(in, out)
//	journal, err := child.Create(path)
//	heard, err := child.Keyboard().Hear(ctx, prompt, changes)
//
// How a child is watched over and limited is the business of package isolate;
// what a command does, that of the command. No rules are read here.
package wall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/isolate"
	"sandbox/cmd/internal/visible"
)

// Settings of what a child may take, and what they are when nobody says.
const (
	MemoryKey  = "isolate_memory"  // MB
	SilenceKey = "isolate_seconds" // for one step, or one piece of other work

	Memory  = 512
	Silence = 60
)

// Parent is the side without the wall. It outlives the child.
type Parent struct {
	Verb            string   // what the program calls itself with, to be the child
	Args            []string // the command line that the child runs
	Memory, Silence int64    // MB and seconds that the child may take
	In              io.Reader
	Out, Err        io.Writer
	Printer         console.Printer

	// For a race at a terminal, which goes on when its rules are mended.
	Race *Race
}

// Race is what a race at a terminal needs to go on after its child's death.
type Race struct {
	Keys  console.Keyboard              // where people type
	GoOn  func(journal string) []string // the command line that goes on with it
	Watch bool                          // a file that is saved is the mend
}

// Run runs the command line to its end and returns its exit code. When the
// context is done before that, the child ends, and the error is the context's
// where the child could not say so itself. Where the
// child dies of it, the error says of what, and what can be done; a race at a
// terminal waits for the mend instead, and the code is 0 when people leave.
func (w *Parent) Run(ctx context.Context) (code int, err error) {
	d := &desk{}
	defer func() { err = errors.Join(err, d.close()) }()
	start := isolate.Start{
		Args: w.Args, Memory: w.Memory << 20, InTerminal: console.IsTerminal(w.In),
		OutTerminal: console.IsTerminal(w.Out), ErrTerminal: console.IsTerminal(w.Err),
	}
	for {
		code, err := w.child(ctx, start, d)
		if ctx.Err() != nil && err != nil && d.last != "" { // it had no time to say so
			err = errors.Join(err, d.close())
			if fileThere(d.last) {
				visible.Printf(w.Out, "\nsaved in %s; go on with: sandbox play --resume %s\n", d.last, d.last)
			}
		}
		var death *isolate.Death
		if !errors.As(err, &death) {
			return code, err
		}
		if err := d.close(); err != nil {
			return 0, errors.Join(epitaph(death), err)
		}
		switch {
		case d.last == "" || !fileThere(d.last):
			return 0, epitaph(death)
		case w.Race == nil:
			return 0, errors.Join(epitaph(death), fmt.Errorf("the race is kept in %s; go on with: sandbox play --resume %s", d.last, d.last))
		}
		w.Printer.Problem(w.Out, epitaph(death))
		m := &mending{Race: w.Race, out: w.Out, journal: d.last}
		if start.Word, err = m.wait(ctx); start.Word == "" || err != nil {
			return 0, err
		}
		start.Args = w.Race.GoOn(d.last)
	}
}

func fileThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// child runs the program once more.
func (w *Parent) child(ctx context.Context, start isolate.Start, d *desk) (int, error) {
	command, err := self(w.Verb)
	if err != nil {
		return 0, err
	}
	p := isolate.Parent{Command: command, Start: start, Silence: time.Duration(w.Silence) * time.Second, Out: w.Out, Err: w.Err, Serve: d.serve}
	if start.OutTerminal {
		p.Size = func() (size isolate.Size) {
			size.Columns, size.Lines = console.Size(w.Out)
			return size
		}
		p.Start.Size = p.Size()
	}
	if w.Race != nil {
		p.Hear = w.Race.hear
	}
	return p.Run(ctx)
}

// hear asks people for what a child wants to hear.
func (r *Race) hear(ctx context.Context, prompt []byte) (line string, err error) {
	var p console.Prompt
	if err := json.Unmarshal(prompt, &p); err != nil {
		return "", err
	}
	heard, err := r.Keys.Hear(ctx, p, nil)
	if err == nil && heard.End {
		err = io.EOF
	}
	return heard.Line, err
}

// self is a command that runs the program that runs now, even if its file was
// replaced since.
func self(args ...string) (*exec.Cmd, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("--isolate: the program does not find itself: %w", err)
	}
	command := exec.Command(path, args...)
	if runtime.GOOS == "linux" {
		command.Path = "/proc/self/exe"
	}
	return command, nil
}

// epitaph says what a child died of, and what can be done.
func epitaph(d *isolate.Death) error {
	switch d.Cause {
	case isolate.Memory:
		return fmt.Errorf("the process of the rules was stopped: %w; mend them, or set %s to more", d, MemoryKey)
	case isolate.Time:
		return fmt.Errorf("the process of the rules was stopped: %w; is there a loop without an end? Mend it, or set %s to more", d, SilenceKey)
	}
	return fmt.Errorf("the process of the rules is gone: %w", d)
}
