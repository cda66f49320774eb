package console

import (
	"bufio"
	"context"
	"io"

	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
)

// Prompt is what somebody is asked to type.
type Prompt struct {
	Text   string   `json:"text"`             // stands before the line
	Words  []string `json:"words,omitempty"`  // what the Tab key makes of the beginning of a line
	Secret bool     `json:"secret,omitempty"` // what is typed is not kept in the history
	Keys   string   `json:"keys,omitempty"`   // letters that are a whole line when one is typed first

	// Names are what the Tab key makes of the beginning of a name at the end of a
	// line that begins with After, by what stands before it, such as "race:"; "."
	// and ":" are those after anything else, and "" those after nothing.
	Names map[string][]string `json:"names,omitempty"`
	After string              `json:"after,omitempty"`

	// Apart has what was typed at another prompt and not sent wait for that.
	Apart bool `json:"apart,omitempty"`

	Until <-chan struct{} `json:"-"` // closed when there is more to tell before it is answered; nil for never
}

// Keyboard is where people type.
type Keyboard interface {
	// Hear writes a prompt and waits for a line, for a change, which a nil channel
	// never has, or for the end of what the prompt is Until. It fails when the
	// context is done.
	Hear(ctx context.Context, p Prompt, changes <-chan watch.Change) (Heard, error)
}

// Heard is what came first of a line that somebody typed, the change of a file,
// the end of what the prompt is Until, and the end of all lines.
type Heard struct {
	Line   string
	Change *watch.Change // nil when no file changed
	Until  bool          // there is more to tell
	End    bool          // those who typed are gone
}

// Typed says that it is a line.
func (h Heard) Typed() bool { return h.Change == nil && !h.Until && !h.End }

// Lines is a Keyboard of whole lines, which the terminal, or whoever writes
// them, has put together.
type Lines struct {
	out   io.Writer
	typed <-chan string // closed when nobody is there any more
}

// NewLines reads lines, and writes prompts.
func NewLines(in io.Reader, out io.Writer) *Lines {
	typed := make(chan string)
	go func() {
		defer close(typed)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			typed <- scanner.Text()
		}
	}()
	return &Lines{out, typed}
}

// Hear implements Keyboard.
func (l *Lines) Hear(ctx context.Context, p Prompt, changes <-chan watch.Change) (Heard, error) {
	visible.Printf(l.out, "%s", visible.Shown(p.Text))
	select {
	case <-ctx.Done():
		return Heard{}, ctx.Err()
	case line, ok := <-l.typed:
		return Heard{Line: line, End: !ok}, nil
	case c := <-changes:
		return Heard{Change: &c}, nil
	case <-p.Until:
		return Heard{Until: true}, nil
	}
}
