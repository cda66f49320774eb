// Package entries reads and writes entry lists: YAML and TOML files that name
// the cars of a race and give them starting values.
//
//	entries:                        [[entries]]
//	  - name: Vettel                name = "Vettel"
//	    team: Red Bull              team = "Red Bull"
//
// It knows no variant: which fields there are, and of what kind, is for the
// rules to say. What they find wrong gets its place in the file here:
//
//	list, err := entries.Read("drivers.yaml")
//	err = list.Wrong(3, "taem", "cars have no field `taem`")
package entries

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"sandbox/cmd/internal/door"
	"sandbox/core/race"
)

// topKey is the one key that an entry list has at its top.
const topKey = "entries"

// List is an entry list that was read from a file.
type List struct {
	Entries []race.Entry
	file    string
	rows    []row // where they are written, entry by entry
}

// Wrong is an error about an entry, counted from 0, with its line: that of one
// of its fields, or that of the entry itself when it has no such field.
func (l *List) Wrong(entry int, field, msg string) error {
	line := l.rows[entry].line
	for _, f := range l.rows[entry].fields {
		if f.name == field {
			line = f.line
		}
	}
	return &Error{l.file, line, msg}
}

// Error is something wrong in an entry list.
type Error struct {
	File string // as people call it
	Line int    // from 1
	Msg  string
}

// Error is "file:line: message".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// row is one entry as it stands in a file.
type row struct {
	line   int
	fields []field
	odd    odd // what stands there if it is no table
}

// field is one field of an entry: its value is a string, an int, a finite
// float64 or a bool as in an entry of a variant, or odd.
type field struct {
	name  string
	line  int
	value any
}

// odd says what a value is that does not fit: "a list".
type odd string

// format is a language that entry lists are written in.
type format struct {
	parse func(*reader) []row
	begin string // how an entry begins
}

var formats = map[string]format{
	".yaml": {(*reader).yaml, "- name: Vettel"},
	".yml":  {(*reader).yaml, "- name: Vettel"},
	".toml": {(*reader).toml, `name = "Vettel"`},
}

// reader reads one file and collects what is wrong with it.
type reader struct {
	file   string
	text   []byte
	format format
	wrong  []*Error
}

// Read reads the entry list in a file. It returns everything that is wrong
// with it, each an *Error, as far as the file can be read.
func Read(path string) (*List, error) {
	if _, err := formatOf(path); err != nil {
		return nil, err
	}
	text, err := door.Read(path, door.Entries)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse is Read for a text at hand; the file's name says what language it is.
func Parse(file string, text []byte) (*List, error) {
	format, err := formatOf(file)
	if err != nil {
		return nil, err
	}
	if len(text) > door.Entries {
		return nil, fmt.Errorf("%s: it is longer than %d KB: an entry list names cars and little else", file, door.Entries>>10)
	}
	r := &reader{file: file, text: bytes.TrimPrefix(text, []byte("\ufeff")), format: format}
	list := &List{file: file}
	if r.isText() {
		list.rows = format.parse(r)
		list.Entries = r.entries(list.rows)
	}
	if len(r.wrong) > 0 {
		return nil, r.flaws()
	}
	return list, nil
}

func formatOf(file string) (format, error) {
	f, ok := formats[strings.ToLower(filepath.Ext(file))]
	if !ok {
		return f, fmt.Errorf("%s: the name of an entry list ends in .yaml, .yml or .toml", file)
	}
	return f, nil
}

func (r *reader) flaw(line int, form string, args ...any) {
	r.wrong = append(r.wrong, &Error{r.file, line, fmt.Sprintf(form, args...)})
}

func (r *reader) noSuchKey(key string, line int) {
	r.flaw(line, "`%s`: no such key; an entry list has only `%s`", key, topKey)
}

// flaws is all that is wrong, in the order of lines.
func (r *reader) flaws() error {
	slices.SortStableFunc(r.wrong, func(a, b *Error) int { return a.Line - b.Line })
	list := make([]error, len(r.wrong))
	for i, e := range r.wrong {
		list[i] = e
	}
	return errors.Join(list...)
}

func (r *reader) isText() bool {
	if utf8.Valid(r.text) {
		return true
	}
	lines := bytes.SplitAfter(r.text, []byte("\n"))
	bad := slices.IndexFunc(lines, func(line []byte) bool { return !utf8.Valid(line) })
	r.flaw(bad+1, "it is not UTF-8: save the file as UTF-8")
	return false
}

// entries checks rows and makes entries of them.
func (r *reader) entries(rows []row) []race.Entry {
	if len(rows) == 0 && len(r.wrong) == 0 {
		r.flaw(1, "nobody is entered: put a list under `%s`, whose entries begin with `%s`", topKey, r.format.begin)
	}
	var list []race.Entry
	taken := map[string]int{} // the line of each name
	for _, row := range rows {
		if row.odd != "" {
			r.flaw(row.line, "an entry has fields and begins with `%s`; this is %s", r.format.begin, row.odd)
			continue
		}
		e := r.entry(row)
		if first := taken[e.Name]; first > 0 {
			r.flaw(row.line, "%q is entered already, on line %d", e.Name, first)
		}
		if e.Name != "" {
			taken[e.Name] = row.line
		}
		list = append(list, e)
	}
	return list
}

// entry makes an entry of a row; its name is "" if that is wrong.
func (r *reader) entry(row row) race.Entry {
	e, lines := race.Entry{}, map[string]int{}
	for _, f := range row.fields {
		what, isOdd := f.value.(odd)
		switch first := lines[f.name]; {
		case first > 0:
			r.flaw(f.line, "`%s` stands twice in this entry, first on line %d", f.name, first)
		case f.name == "name":
			e.Name = r.name(f)
		case isOdd:
			r.flaw(f.line, "`%s` must be a text, a number or true or false, not %s", f.name, what)
		default:
			if e.Fields == nil {
				e.Fields = map[string]any{}
			}
			e.Fields[f.name] = f.value
		}
		lines[f.name] = f.line
	}
	if lines["name"] == 0 {
		r.flaw(row.line, "this entry has no `name`%s: begin it with `%s`", has(lines), r.format.begin)
	}
	return e
}

// name is the name of an entry, "" if it is wrong.
func (r *reader) name(f field) string {
	switch value := f.value.(type) {
	case string:
		if value == "" {
			r.flaw(f.line, "a name cannot be empty")
		}
		return value
	case odd:
		r.flaw(f.line, "a name is a text, not %s", value)
	default:
		r.flaw(f.line, "a name is a text: write \"%v\" in quotes", value)
	}
	return ""
}

// has lists the fields that an entry has, as it may be a slip of the pen that
// one is missing.
func has(lines map[string]int) string {
	if len(lines) == 0 {
		return ""
	}
	return " (it has `" + strings.Join(slices.Sorted(maps.Keys(lines)), "`, `") + "`)"
}

// number is a number as a variant's own entries have it: whole ones are ints.
func number(n float64) any {
	switch {
	case math.IsNaN(n):
		return odd("nan")
	case math.IsInf(n, 0):
		return odd("an infinite number")
	case n == math.Trunc(n) && math.Abs(n) <= 1<<52:
		return int(n)
	}
	return n
}

// lines finds the lines of places in a text.
type lines []int // where each line ends

func linesOf(text []byte) lines {
	var ends lines
	for i, c := range text {
		if c == '\n' {
			ends = append(ends, i)
		}
	}
	return ends
}

// at is the line of the byte at an offset, from 1.
func (l lines) at(offset int) int { return sort.SearchInts(l, offset) + 1 }
