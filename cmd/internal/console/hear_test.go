package console

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"sandbox/cmd/internal/watch"
)

// What a wait ends with: a line, a file that changed, more that is to be told, the
// end of the lines, or the end of all.
func TestHear(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	typed, none, saved := make(chan string, 1), make(chan string), make(chan watch.Change, 1)
	typed <- "gear 3"
	close(none)
	more := make(chan struct{})
	close(more)
	saved <- watch.Change{Path: "a.lua"}
	for _, c := range []struct {
		name    string
		ctx     context.Context
		until   <-chan struct{}
		lines   <-chan string
		changes <-chan watch.Change
		line    string
		path    string
		end     bool
		err     error
	}{
		{"a line", t.Context(), nil, typed, nil, "gear 3", "", false, nil},
		{"a file", t.Context(), nil, nil, saved, "", "a.lua", false, nil},
		{"nobody types any more", t.Context(), nil, none, nil, "", "", true, nil},
		{"more", t.Context(), more, nil, nil, "", "", false, nil},
		{"the end", ended, nil, nil, nil, "", "", false, context.Canceled},
	} {
		heard, err := (&Lines{io.Discard, c.lines}).Hear(c.ctx, Prompt{Until: c.until}, c.changes)
		path := ""
		if heard.Change != nil {
			path = heard.Change.Path
		}
		if heard.Line != c.line || path != c.path || heard.End != c.end || heard.Until != (c.until != nil) || !errors.Is(err, c.err) {
			t.Errorf("%s: %v, %v", c.name, heard, err)
		}
	}
}

// A command without its colon is asked about, unless the prompt knows the word.
func TestHearCommand(t *testing.T) {
	for _, c := range []struct{ typed, want, out string }{
		{"quit\ny\n", ":quit", "> is :quit meant? y for yes, anything else for no > "},
		{" undo 3 \nYES\n", ":undo 3", "> is :undo 3 meant? y for yes, anything else for no > "},
		{"undo\n\n", "undo", "> is :undo meant? y for yes, anything else for no > "},
		{":quit\n", ":quit", "> "},
		{"Keep\n", "Keep", "> "},
		{"keep\n", "keep", "> "},
		{"quitting\n", "quitting", "> "},
		{"\n", "", "> "},
	} {
		var out strings.Builder
		heard, err := HearCommand(t.Context(), NewLines(strings.NewReader(c.typed), &out), Prompt{Text: "> ", Words: []string{"keep"}}, []string{"quit", "undo", "keep"}, nil)
		if err != nil || heard.Line != c.want || out.String() != c.out {
			t.Errorf("%q: %q, %v; it says %q", c.typed, heard.Line, err, out.String())
		}
	}
	if heard, err := HearCommand(t.Context(), NewLines(strings.NewReader("quit\n"), io.Discard), Prompt{}, []string{"quit"}, nil); err != nil || !heard.End {
		t.Errorf("%v, %v", heard, err)
	}
}
