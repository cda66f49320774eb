package wall

import (
	"context"
	"encoding/json"
	"io"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/isolate"
	"sandbox/cmd/internal/watch"
)

// What a child that goes on with a race is told about the rules on disk.
const (
	Mended = "mended" // take them up
	Keep   = "keep"   // leave them alone
)

// Child is the side within the wall. A nil *Child is a program without one: it
// keeps its files itself, and nobody wants to hear whether it is alive.
type Child struct {
	talk *isolate.Child
	word string
}

// Enter takes up the talk with the parent. It fails with isolate.ErrNoParent
// when there is none.
func Enter(in io.Reader, out io.Writer) (*Child, error) {
	talk, err := isolate.Enter(in, out)
	if err != nil {
		return nil, err
	}
	return &Child{talk: talk, word: talk.Start().Word}, nil
}

// Run runs the command line that the child is there for, until the parent wants
// no more of it, and tells the parent how it ended.
func (c *Child) Run(run func(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) (code int)) (code int) {
	code = run(c.talk.Context(), c.talk.Start().Args, c.talk.Input(), c.talk.Out(), c.talk.Err())
	c.talk.End(code)
	return code
}

// TakeWord returns what the parent said besides the command line: Mended, Keep,
// or "". It is of the race that is gone on with first, so it is said once.
func (c *Child) TakeWord() string {
	if c == nil {
		return ""
	}
	word := c.word
	c.word = ""
	return word
}

// Alive is to be called now and then by work that takes long, from any
// goroutine: a child that is silent is taken for dead.
func (c *Child) Alive() {
	if c != nil {
		c.talk.Alive()
	}
}

// Change waits for a file to change. It fails when the context is done.
func (c *Child) Change(ctx context.Context, changes <-chan watch.Change) (watch.Change, error) {
	if c != nil {
		c.talk.Waits(nil)
		defer c.talk.Goes(false)
	}
	select {
	case <-ctx.Done():
		return watch.Change{}, ctx.Err()
	case change := <-changes:
		return change, nil
	}
}

// Keyboard is the parent's. A child may be idle in its Hear, and in Change,
// and nowhere else.
func (c *Child) Keyboard() console.Keyboard {
	return &keyboard{c.talk, console.NewLines(c.talk.Input(), io.Discard)}
}

// keyboard leaves the prompt with the parent, and takes the lines from it.
type keyboard struct {
	talk  *isolate.Child
	lines *console.Lines
}

// Hear implements console.Keyboard.
func (k *keyboard) Hear(ctx context.Context, p console.Prompt, changes <-chan watch.Change) (console.Heard, error) {
	prompt, err := json.Marshal(p)
	if err != nil {
		return console.Heard{}, err
	}
	k.talk.Waits(prompt)
	heard, err := k.lines.Hear(ctx, console.Prompt{Until: p.Until}, changes)
	k.talk.Goes(err == nil && heard.Typed())
	return heard, err
}
