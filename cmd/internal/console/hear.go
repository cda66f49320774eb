package console

import (
	"context"

	"sandbox/cmd/internal/watch"
)

// Heard is what came first of a line that somebody typed, the change of a file,
// and the end of all lines.
type Heard struct {
	Line   string
	Change *watch.Change // nil when no file changed
	End    bool          // those who typed are gone
}

// Typed says that it is a line.
func (h Heard) Typed() bool { return h.Change == nil && !h.End }

// Hear waits for a line or a change; a nil channel never has any. It fails when
// the context is done.
func Hear(ctx context.Context, lines <-chan string, changes <-chan watch.Change) (Heard, error) {
	select {
	case <-ctx.Done():
		return Heard{}, ctx.Err()
	case line, ok := <-lines:
		return Heard{Line: line, End: !ok}, nil
	case c := <-changes:
		return Heard{Change: &c}, nil
	}
}
