package console

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
)

// Output is a stream that results are written to. Who prints looks at no error:
// the first one is remembered here, and nothing is written after it, so that
// what is there has no hole. It may be used by several goroutines at once.
type Output struct {
	to   io.Writer
	mu   sync.Mutex
	lost error
}

// NewOutput is the output that leads to a stream.
func NewOutput(to io.Writer) *Output { return &Output{to: to} }

// Write implements io.Writer.
func (o *Output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lost != nil {
		return 0, o.lost
	}
	n, err := o.to.Write(text)
	o.lost = err
	return n, err
}

// File is the file that the output leads to; nil when it leads to none.
func (o *Output) File() *os.File {
	f, _ := o.to.(*os.File)
	return f
}

// Terminal says that a terminal is at the other end.
func (o *Output) Terminal() bool { return IsTerminal(o.to) }

// Size is how many columns and lines that terminal has, 0 for none.
func (o *Output) Size() (columns, lines int) { return Size(o.to) }

// Lost is why a part of what was written is not there; nil when all of it is.
func (o *Output) Lost() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lost
}

// Unwanted says that what was lost is missed by nobody: its reader has closed
// the pipe, as `head` does.
func Unwanted(lost error) bool { return errors.Is(lost, syscall.EPIPE) }
