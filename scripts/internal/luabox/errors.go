package luabox

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/bug"
	"sandbox/core/race"
	"sandbox/scripts/internal/source"
)

// fault is what a Go function under Lua panics with. The state is thrown away
// afterwards, so nothing has to be unwound.
type fault struct{ err error }

// Raise ends the running rule with an error.
func Raise(format string, args ...any) { panic(&fault{fmt.Errorf(format, args...)}) }

// RaiseError ends the running rule with an error as it is.
func RaiseError(err error) { panic(&fault{err}) }

// luaPanic is what an error in Lua code panics with.
type luaPanic struct{ value lua.LValue }

// Rescue turns a panic below Lua into an error. The Lua state is not used again
// afterwards.
func (b *Box) Rescue(err *error) {
	if x := recover(); x != nil {
		*err = b.errorOf(x)
	}
}

// RescueIn is Rescue for what reads a file's tables without running it: errors
// without a place are put into that file.
func (b *Box) RescueIn(file string, err *error) {
	if x := recover(); x != nil {
		*err = b.errorOf(x)
		if wrong := (*source.Error)(nil); errors.As(*err, &wrong) && wrong.File == "" {
			wrong.File = file
		}
	}
}

// errorOf is a panic below Lua as an error with a place: what a rule did wrong
// becomes an *source.Error, a Go error that was raised keeps its identity, and
// anything else is a bug of this program and says so.
func (b *Box) errorOf(x any) error {
	b.budget.note()
	switch x := x.(type) {
	case *fault:
		return b.Placed(x.err)
	case *luaPanic:
		return b.explain(b.show(x.value))
	case *lua.ApiError: // what luaPanic is below a protected call
		return b.explain(b.show(x.Object))
	}
	if bytes.Contains(debug.Stack(), []byte(".registryOverflow(")) { // gopher-lua cannot say where, and falls over it
		return b.explain(tooManyValues)
	}
	return fmt.Errorf("%s: %w", b.At(), bug.Of(x))
}

// Attempt calls a function inside Lua and returns what went wrong; the state
// can be used on. It is for specs: rules cannot catch their errors.
func (b *Box) Attempt(fn Function) (err error) {
	L := b.state
	L.Push(L.NewFunction(func(L *lua.LState) int {
		defer func() {
			if x := recover(); x != nil {
				err = b.errorOf(x)
				panic(x)
			}
		}()
		L.Push(fn.f)
		L.Call(0, 0)
		return 0
	}))
	_ = L.PCall(0, 0, nil) // err says more
	return err
}

// Placed adds the running line to an error that has no place yet. What the
// core waits for goes through as it is, and so does the end of the context.
func (b *Box) Placed(err error) error {
	var placed *source.Error
	if errors.As(err, &placed) || errors.Is(err, race.ErrPending) || errors.Is(err, b.Ended()) {
		return err
	}
	file, line := b.place()
	return &source.Error{File: file, Line: line, Msg: err.Error(), Via: b.via()}
}

// tooManyValues is what gopher-lua says when its stack is full.
const tooManyValues = "registry overflow"

// explain reads what gopher-lua made of an error in Lua code.
func (b *Box) explain(msg string) error {
	if b.budget.ended != nil {
		return b.budget.ended
	}
	file, line := b.place()
	msg = strings.TrimPrefix(strings.TrimPrefix(msg, fmt.Sprintf("%s:%d:", file, line)), " ")
	switch {
	case b.budget.fault != "":
		msg = b.budget.fault
	case b.budget.spent():
		msg = fmt.Sprintf("the rule did not end within %d instructions: is there a loop without an end?", b.budget.limit)
	case strings.Contains(msg, "attempt to call a non-function object"):
		msg = "this calls what is not a function" + b.called(line)
	case strings.Contains(msg, tooManyValues):
		msg = "too many values at once, in arguments or ...: hand over a table"
	case strings.Contains(msg, "stack overflow"):
		msg = "functions call each other without an end (stack overflow)"
	}
	return &source.Error{File: file, Line: line, Msg: msg, Via: b.via()}
}

// called names what a line of the running function calls, as ": `a` or `b`".
func (b *Box) called(line int) string {
	d, ok := b.state.GetStack(0)
	if !ok {
		return ""
	}
	value, _ := b.state.GetInfo("f", d, lua.LNil)
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
func (b *Box) place() (file string, line int) { return b.placeOf(1) }

// placeOf is the file and line of the nth Lua function that runs, counted from
// the innermost.
func (b *Box) placeOf(n int) (file string, line int) {
	for level := 0; ; level++ {
		d, ok := b.state.GetStack(level)
		if !ok {
			return "", 0
		}
		if _, err := b.state.GetInfo("Sl", d, lua.LNil); err == nil && d.CurrentLine > 0 {
			if n--; n == 0 {
				return d.Source, d.CurrentLine
			}
		}
	}
}

// At is the place as file:line, "" when no rule runs.
func (b *Box) At() string {
	if file, line := b.place(); file != "" {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return ""
}

// Where is At apart: "" and 0 outside of any.
func (b *Box) Where() (file string, line int) { return b.place() }

// via lists the Lua functions that run, innermost first.
func (b *Box) via() []string {
	var list []string
	for level := 0; ; level++ {
		d, ok := b.state.GetStack(level)
		if !ok {
			return list
		}
		if _, err := b.state.GetInfo("nSl", d, lua.LNil); err == nil && d.CurrentLine > 0 {
			list = append(list, fmt.Sprintf("%s (%s:%d)", d.Name, d.Source, d.CurrentLine))
		}
	}
}
