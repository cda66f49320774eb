package luabox

import (
	"math"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts/internal/source"
)

// Value is a value of a rule. The zero Value is nothing, Lua's nil. Two are
// equal when Lua holds them equal.
type Value struct{ v lua.LValue }

// Kind is the type of a Value.
type Kind uint8

// The kinds of value.
const (
	Nothing Kind = iota
	Boolean
	Number
	Text
	TableKind
	FunctionKind
)

// of wraps a value of the machine.
func of(v lua.LValue) Value {
	if _, nothing := v.(*lua.LNilType); nothing {
		return Value{}
	}
	return Value{v}
}

// raw is the machine's value.
func (v Value) raw() lua.LValue {
	if v.v == nil {
		return lua.LNil
	}
	return v.v
}

// boxed are whole numbers as Lua values, made once: converting a number
// allocates.
var boxed = func() (list [2048]lua.LValue) {
	for i := range list {
		list[i] = lua.LNumber(i - 256)
	}
	return list
}()

func rawNum[N int | float64](n N) lua.LValue {
	if i := int(n) + 256; i >= 0 && i < len(boxed) && N(i-256) == n {
		return boxed[i]
	}
	return lua.LNumber(n)
}

// Num is a number as a Value.
func Num[N int | float64](n N) Value { return Value{rawNum(n)} }

// Str is a text as a Value.
func Str(s string) Value { return Value{lua.LString(s)} }

// Bool is true or false as a Value.
func Bool(b bool) Value { return Value{lua.LBool(b)} }

// Of is a Go string, bool, int or float64 as a Value; anything else is nothing.
func Of(v any) Value {
	switch v := v.(type) {
	case string:
		return Str(v)
	case bool:
		return Bool(v)
	case int:
		return Num(v)
	case float64:
		return Num(v)
	}
	return Value{}
}

// Kind is the value's type.
func (v Value) Kind() Kind {
	switch v.v.(type) {
	case lua.LBool:
		return Boolean
	case lua.LNumber:
		return Number
	case lua.LString:
		return Text
	case *lua.LTable:
		return TableKind
	case *lua.LFunction:
		return FunctionKind
	}
	return Nothing
}

// KindName is what Lua calls the value's type: "nil", "number", "table".
func (v Value) KindName() string { return v.raw().Type().String() }

// IsNil says that there is nothing.
func (v Value) IsNil() bool { return v.v == nil }

// Text is a text as a Go string; ok is false for other values, numbers among
// them.
func (v Value) Text() (text string, ok bool) {
	s, ok := v.v.(lua.LString)
	return string(s), ok
}

// Number is a number; ok is false for other values, texts among them.
func (v Value) Number() (n float64, ok bool) {
	f, ok := v.v.(lua.LNumber)
	return float64(f), ok
}

// Whole is a number as an int; ok is false for fractions and for what is too
// large to count.
func (v Value) Whole() (n int, ok bool) { return whole(v.v) }

func whole(v lua.LValue) (int, bool) {
	n, ok := v.(lua.LNumber)
	f := float64(n)
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<52 {
		return 0, false
	}
	return int(f), true
}

// Bool is true or false; ok is false for other values.
func (v Value) Bool() (b, ok bool) {
	l, ok := v.v.(lua.LBool)
	return bool(l), ok
}

// True says that the value counts as true in a condition: all but nil and
// false.
func (v Value) True() bool { return lua.LVAsBool(v.raw()) }

// Table is a table; ok is false for other values.
func (v Value) Table() (t Table, ok bool) {
	l, ok := v.v.(*lua.LTable)
	return Table{l}, ok
}

// Function is a function; ok is false for other values.
func (v Value) Function() (f Function, ok bool) {
	l, ok := v.v.(*lua.LFunction)
	return Function{l}, ok
}

// String is the value as Lua's tostring has it: the text of a key. Of a table
// it shows an address, which people must not see; Box.Show does not.
func (v Value) String() string { return v.raw().String() }

// Article names a value in a sentence: "the number 3", "nothing (nil)".
func (v Value) Article() string { return article(v.raw()) }

func article(v lua.LValue) string {
	switch v.Type() {
	case lua.LTNil:
		return "nothing (nil)"
	case lua.LTString:
		return "the text \"" + source.Shorten(v.String(), 200) + "\""
	case lua.LTNumber:
		return "the number " + v.String()
	case lua.LTBool:
		return v.String()
	}
	return "a " + v.Type().String()
}

// Plain is a text, a finite number, true or false as a Go value; whole numbers
// are ints. ok is false for other values.
func (v Value) Plain() (plain any, ok bool) {
	switch l := v.v.(type) {
	case lua.LString:
		return string(l), true
	case lua.LBool:
		return bool(l), true
	case lua.LNumber:
		if n, ok := v.Whole(); ok {
			return n, true
		}
		return float64(l), !math.IsNaN(float64(l)) && !math.IsInf(float64(l), 0)
	}
	return nil, false
}

// Function is a function of the rules, or one of Go's that rules can call. The
// zero Function is none.
type Function struct{ f *lua.LFunction }

// IsNone says that there is no function.
func (f Function) IsNone() bool { return f.f == nil }

// Value is the function as a value.
func (f Function) Value() Value {
	if f.f == nil {
		return Value{}
	}
	return Value{f.f}
}
