// Package bug makes errors of panics. A panic is a mistake of the program, never
// of a file that it read, so what it says is one sentence, and the trace is kept
// apart for those who mend the program:
//
//	func work() (err error) {
//		defer bug.Catch(&err)
//		...
//	}
//
//	if found := (*bug.Error)(nil); errors.As(err, &found) { fmt.Println(found.Trace) }
//
// It is for where work begins: a call of the program, a worker, a box of rules.
// What a rule does wrong is no panic of the program and does not come here. The
// package writes nothing.
package bug

import (
	"fmt"
	"runtime"
	"strings"
)

// Error is a mistake of the program.
type Error struct {
	Text  string // one sentence
	Trace string // where it happened, for those who mend the program
}

// Error is the sentence.
func (e *Error) Error() string { return e.Text }

// Of is the error of what was thrown, as recover returns it. It is called while
// the trace is still there: in the deferred function itself, or below it.
func Of(thrown any) *Error {
	return &Error{
		Text:  fmt.Sprintf("this is a bug in the program, not in your files: %v", thrown),
		Trace: trace(),
	}
}

// depth is how many calls a trace tells of at most.
const depth = 100

// trace lists the calls that led to a panic, innermost first. It has no numbers
// of goroutines and no addresses, so the same mistake has the same trace whichever
// worker made it.
func trace() string {
	calls := make([]uintptr, depth)
	frames := runtime.CallersFrames(calls[:runtime.Callers(3, calls)])
	var text strings.Builder
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fmt.Fprintf(&text, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
	}
	return text.String()
}

// Catch ends a panic and makes it the error of the function that defers it.
func Catch(err *error) {
	if thrown := recover(); thrown != nil {
		*err = Of(thrown)
	}
}
