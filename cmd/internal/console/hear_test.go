package console

import (
	"context"
	"errors"
	"io"
	"testing"

	"sandbox/cmd/internal/watch"
)

// What a wait ends with: a line, a file that changed, the end of the lines, or
// the end of all.
func TestHear(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	typed, none, saved := make(chan string, 1), make(chan string), make(chan watch.Change, 1)
	typed <- "gear 3"
	close(none)
	saved <- watch.Change{Path: "a.lua"}
	for _, c := range []struct {
		name    string
		ctx     context.Context
		lines   <-chan string
		changes <-chan watch.Change
		line    string
		path    string
		end     bool
		err     error
	}{
		{"a line", t.Context(), typed, nil, "gear 3", "", false, nil},
		{"a file", t.Context(), nil, saved, "", "a.lua", false, nil},
		{"nobody types any more", t.Context(), none, nil, "", "", true, nil},
		{"the end", ended, nil, nil, "", "", false, context.Canceled},
	} {
		heard, err := (&Lines{io.Discard, c.lines}).Hear(c.ctx, Prompt{}, c.changes)
		path := ""
		if heard.Change != nil {
			path = heard.Change.Path
		}
		if heard.Line != c.line || path != c.path || heard.End != c.end || !errors.Is(err, c.err) {
			t.Errorf("%s: %v, %v", c.name, heard, err)
		}
	}
}
