// Package isolate runs the program once more, as a child with limits on its
// memory and its time, for work that may go wrong in ways the program itself
// would not survive.
//
// The parent:
//
//	p := isolate.Parent{Command: exec.Command(self, "child"), Start: isolate.Start{Args: args, Memory: 512 << 20},
//		Silence: 30 * time.Second, Out: os.Stdout, Err: os.Stderr, Serve: serve}
//	code, err := p.Run(ctx)
//	if death := (*isolate.Death)(nil); errors.As(err, &death) { ... }
//
// The child:
//
//	c, err := isolate.Enter(os.Stdin, os.Stdout)
//	code := run(c.Start().Args, c.Input(), c.Out(), c.Err())
//	c.End(code)
//
// What the child writes goes through the parent, in order; what is typed goes to
// the child one line at a time, when it waits for one; and it may call the
// parent. The package does not know what the work is, keeps nothing, and takes
// no right away from the child: it is about how much it takes, not about what
// it does.
package isolate

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"
)

// Start is what a child begins with.
type Start struct {
	Args   []string
	Memory int64  // bytes that it may take
	Word   string // anything else that the program wants to say to itself

	// Which of its streams are terminals in the end, and how large that is.
	InTerminal, OutTerminal, ErrTerminal bool
	Size                                 Size
}

// Size is that of a terminal; 0 for none.
type Size struct{ Columns, Lines int }

// ErrNoParent is returned to a child that nobody watches over.
var ErrNoParent = errors.New("no parent talks to this process")

// Child is the side of the child.
type Child struct {
	start   Start
	input   *io.PipeReader
	typed   *io.PipeWriter
	replies chan frame
	ctx     context.Context
	stop    func()

	calling sync.Mutex // one call at a time
	writing sync.Mutex
	out     io.Writer
	told    time.Time // when something was last written
	size    atomic.Pointer[Size]
}

// Enter takes up the talk with the parent, and the limits that it sets. When
// the parent is gone, the process ends.
func Enter(in io.Reader, out io.Writer) (*Child, error) {
	r := bufio.NewReader(in)
	f, err := receive(r)
	c := &Child{out: out, replies: make(chan frame)}
	if err != nil || f.kind != kindStart || json.Unmarshal(f.text, &c.start) != nil {
		return nil, ErrNoParent
	}
	c.input, c.typed = io.Pipe()
	c.ctx, c.stop = context.WithCancel(context.Background())
	signal.Ignore(os.Interrupt) // at a terminal both are told: the parent passes it on
	c.size.Store(&c.start.Size)
	limitMemory(c.start.Memory)
	go c.listen(r)
	return c, nil
}

// Start is what the parent said at the beginning.
func (c *Child) Start() Start { return c.start }

// Context is done when the parent wants no more of the child, which has a
// moment to end by itself.
func (c *Child) Context() context.Context { return c.ctx }

// listen takes what the parent says until it is gone. A line finds its reader
// ready, since the next is only sent when the one before was taken.
func (c *Child) listen(r *bufio.Reader) {
	for {
		f, err := receive(r)
		switch {
		case err != nil:
			die("the parent is gone")
		case f.kind == kindLine:
			_, _ = c.typed.Write(append(f.text, '\n')) // nobody may want to read
		case f.kind == kindSize:
			if size := new(Size); json.Unmarshal(f.text, size) == nil {
				c.size.Store(size)
			}
		case f.kind == kindNoMore:
			_ = c.typed.Close()
		case f.kind == kindStop:
			c.stop()
		default:
			c.replies <- f
		}
	}
}

// die ends the process where no error could be returned to anybody.
func die(why string) {
	_, _ = os.Stderr.WriteString(why + "\n")
	os.Exit(1)
}

// send sends a frame. Without its parent the child has nothing to do.
func (c *Child) send(k kind, text []byte) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.told = time.Now()
	if err := send(c.out, k, text); err != nil {
		die(err.Error())
	}
}

// Stream is an output that leads through the parent.
type Stream struct {
	child    *Child
	kind     kind
	terminal bool
}

// Out leads to the parent's output.
func (c *Child) Out() *Stream { return &Stream{c, kindOut, c.start.OutTerminal} }

// Err leads to the parent's stderr. The child's own is for what Go says when it
// crashes.
func (c *Child) Err() *Stream { return &Stream{c, kindErr, c.start.ErrTerminal} }

// Write implements io.Writer.
func (s *Stream) Write(text []byte) (int, error) {
	for rest := text; len(rest) > 0; {
		n := min(len(rest), maxFrame)
		s.child.send(s.kind, rest[:n])
		rest = rest[n:]
	}
	return len(text), nil
}

// Terminal says that a terminal is at the other end.
func (s *Stream) Terminal() bool { return s.terminal }

// Size is how many columns and lines the terminal has now, 0 where there is none.
func (s *Stream) Size() (columns, lines int) {
	size := s.child.size.Load()
	return size.Columns, size.Lines
}

// Input is what people type, line by line.
type Input struct {
	*io.PipeReader
	terminal bool
}

// Input comes from the parent.
func (c *Child) Input() *Input { return &Input{c.input, c.start.InTerminal} }

// Terminal says that a terminal is at the other end.
func (i *Input) Terminal() bool { return i.terminal }

// lineTaken is the text of kindGoes when the wait ended with a line.
const lineTaken = "line"

// Waits tells the parent that from now on time does not count: people are
// waited for, who are asked for a line. The prompt is for the parent's Hear.
func (c *Child) Waits(prompt []byte) { c.send(kindWaits, prompt) }

// Goes tells the parent that time counts again; line says that a line was taken
// from the Input.
func (c *Child) Goes(line bool) {
	if line {
		c.send(kindGoes, []byte(lineTaken))
		return
	}
	c.send(kindGoes, nil)
}

// often is how much time passes between signs of life.
const often = 100 * time.Millisecond

// Alive tells the parent that work of which it sees nothing goes on well. It
// may be called as often as one likes, from any goroutine.
func (c *Child) Alive() {
	c.writing.Lock()
	due := time.Since(c.told) > often
	c.writing.Unlock()
	if due {
		c.send(kindAlive, nil)
	}
}

// Call has the parent's Serve do something and returns its answer. An error is
// Serve's; of what it wraps only the text is left, and fs.ErrNotExist.
func (c *Child) Call(request []byte) ([]byte, error) {
	c.calling.Lock()
	defer c.calling.Unlock()
	c.send(kindCall, request)
	f := <-c.replies
	if f.kind == kindDone {
		return f.text, nil
	}
	return nil, unpackError(f.text)
}

// End tells the parent that the child ends by itself.
func (c *Child) End(code int) { c.send(kindEnd, []byte{byte(code)}) }
