package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Error is something wrong in a Lua file, with its place.
type Error struct {
	File string // as people call it; "" when no file is to blame
	Line int    // from 1; 0 when unknown
	Msg  string
	Via  []string // how the rules got there, innermost first: "turn (variants/my.lua:31)"
}

// Error is "file:line: message".
func (e *Error) Error() string {
	switch {
	case e.File == "":
		return e.Msg
	case e.Line == 0:
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Errors is everything that is wrong in the files of a variant, file by file
// in the order of lines.
type Errors []*Error

// What is told of files that are wrong throughout: so many errors, and so many
// bytes of each.
const (
	mostErrors   = 50
	longestError = 500
)

// Add takes up what is wrong in a line of a file, if not enough is wrong
// already.
func (es *Errors) Add(file string, line int, format string, args ...any) {
	if !es.Full() {
		*es = append(*es, &Error{File: file, Line: line, Msg: Shorten(fmt.Sprintf(format, args...), longestError)})
	}
}

// Full says that no more is taken up: who looks for what is wrong can stop.
func (es *Errors) Full() bool { return len(*es) > mostErrors }

// Shorten cuts a text that has more than so many bytes.
func Shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// InOrder sorts errors by line; the files stay in the order in which they were
// found wrong. Of very many it keeps the first.
func (es Errors) InOrder() Errors {
	rank := map[string]int{}
	for _, e := range es {
		if _, known := rank[e.File]; !known {
			rank[e.File] = len(rank)
		}
	}
	slices.SortStableFunc(es, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(rank[a.File], rank[b.File]), cmp.Compare(a.Line, b.Line))
	})
	if len(es) > mostErrors {
		es = append(es[:mostErrors], &Error{Msg: "and more is wrong: mend these first"})
	}
	return es
}

// Error lists the errors, one a line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find each of them.
func (es Errors) Unwrap() []error {
	list := make([]error, len(es))
	for i, e := range es {
		list[i] = e
	}
	return list
}
