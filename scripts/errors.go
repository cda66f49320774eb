package scripts

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
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

// add takes up what is wrong in a line of a file, if not enough is wrong
// already.
func (es *Errors) add(file string, line int, format string, args ...any) {
	if len(*es) <= mostErrors {
		*es = append(*es, &Error{File: file, Line: line, Msg: shorten(fmt.Sprintf(format, args...), longestError)})
	}
}

// shorten cuts a text that has more than so many bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// inOrder sorts errors by line; the files stay in the order in which they were
// found wrong. Of very many it keeps the first.
func (es Errors) inOrder() Errors {
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

// fault is what a Go function under Lua panics with. The state is thrown away
// afterwards, so nothing has to be unwound.
type fault struct{ err error }

// raise ends the running rule with an error.
func raise(format string, args ...any) { panic(&fault{fmt.Errorf(format, args...)}) }

// raiseError ends the running rule with an error as it is.
func raiseError(err error) { panic(&fault{err}) }

// luaPanic is what an error in Lua code panics with.
type luaPanic struct{ value lua.LValue }

// rescue turns a panic below Lua into an error. The Lua state is not used again
// afterwards.
func (s *state) rescue(err *error) {
	if x := recover(); x != nil {
		*err = s.errorOf(x)
	}
}

// rescueIn is rescue for what reads a file's tables without running it: errors
// without a place are put into that file.
func (s *state) rescueIn(file string, err *error) {
	if x := recover(); x != nil {
		*err = s.errorOf(x)
		if wrong := (*Error)(nil); errors.As(*err, &wrong) && wrong.File == "" {
			wrong.File = file
		}
	}
}

// errorOf is a panic below Lua as an error with a place: what a rule did wrong
// becomes an *Error, a Go error that was raised keeps its identity, and
// anything else is a bug of this program and says so.
func (s *state) errorOf(x any) error {
	switch x := x.(type) {
	case *fault:
		return s.placed(x.err)
	case *luaPanic:
		return s.explain(s.show(x.value))
	case *lua.ApiError: // what luaPanic is below a protected call
		return s.explain(s.show(x.Object))
	}
	stack := debug.Stack()
	if bytes.Contains(stack, []byte(".registryOverflow(")) { // gopher-lua cannot say where, and falls over it
		return s.explain(tooManyValues)
	}
	return fmt.Errorf("%s: this is a bug in the program, not in the rules: %v\n%s", s.at(), x, stack)
}

// attempt calls a function inside Lua and returns what went wrong; the state
// can be used on. It is for specs: rules cannot catch their errors.
func (s *state) attempt(fn *lua.LFunction) (err error) {
	L := s.L
	L.Push(L.NewFunction(func(L *lua.LState) int {
		defer func() {
			if x := recover(); x != nil {
				err = s.errorOf(x)
				panic(x)
			}
		}()
		L.Push(fn)
		L.Call(0, 0)
		return 0
	}))
	_ = L.PCall(0, 0, nil) // err says more
	return err
}

// placed adds the running line to an error that has no place yet. What the
// core waits for goes through as it is.
func (s *state) placed(err error) error {
	var placed *Error
	if errors.As(err, &placed) || errors.Is(err, race.ErrPending) {
		return err
	}
	file, line := s.place()
	return &Error{File: file, Line: line, Msg: err.Error(), Via: s.via()}
}

// tooManyValues is what gopher-lua says when its stack is full.
const tooManyValues = "registry overflow"

// explain reads what gopher-lua made of an error in Lua code.
func (s *state) explain(msg string) error {
	file, line := s.place()
	msg = strings.TrimPrefix(strings.TrimPrefix(msg, fmt.Sprintf("%s:%d:", file, line)), " ")
	switch {
	case s.budget.fault != "":
		msg = s.budget.fault
	case s.budget.spent():
		msg = fmt.Sprintf("the rule did not end within %d instructions: is there a loop without an end?", s.budget.limit)
	case strings.Contains(msg, "attempt to call a non-function object"):
		msg = "this calls what is not a function" + s.called(line)
	case strings.Contains(msg, tooManyValues):
		msg = "too many values at once, in arguments or ...: hand over a table"
	case strings.Contains(msg, "stack overflow"):
		msg = "functions call each other without an end (stack overflow)"
	}
	return &Error{File: file, Line: line, Msg: msg, Via: s.via()}
}

// called names what a line of the running function calls, as ": `a` or `b`".
func (s *state) called(line int) string {
	d, ok := s.L.GetStack(0)
	if !ok {
		return ""
	}
	value, _ := s.L.GetInfo("f", d, lua.LNil)
	fn, ok := value.(*lua.LFunction)
	if !ok || fn.Proto == nil {
		return ""
	}
	var names []string
	for _, call := range fn.Proto.DbgCalls {
		if fn.Proto.DbgSourcePositions[call.Pc] == line && call.Name != "?" {
			names = append(names, "`"+call.Name+"`")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, " or ")
}

// place is the file and line of the innermost Lua function that runs.
func (s *state) place() (file string, line int) { return s.placeOf(1) }

// placeOf is the file and line of the nth Lua function that runs, counted from
// the innermost.
func (s *state) placeOf(n int) (file string, line int) {
	for level := 0; ; level++ {
		d, ok := s.L.GetStack(level)
		if !ok {
			return "", 0
		}
		if _, err := s.L.GetInfo("Sl", d, lua.LNil); err == nil && d.CurrentLine > 0 {
			if n--; n == 0 {
				return d.Source, d.CurrentLine
			}
		}
	}
}

// at is the place as file:line, "" when no rule runs.
func (s *state) at() string {
	if file, line := s.place(); file != "" {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return ""
}

// via lists the Lua functions that run, innermost first.
func (s *state) via() []string {
	var list []string
	for level := 0; ; level++ {
		d, ok := s.L.GetStack(level)
		if !ok {
			return list
		}
		if _, err := s.L.GetInfo("nSl", d, lua.LNil); err == nil && d.CurrentLine > 0 {
			list = append(list, fmt.Sprintf("%s (%s:%d)", d.Name, d.Source, d.CurrentLine))
		}
	}
}
