package luabox

import (
	"strings"
	"testing"
)

// lazyBox is a box with a lazy table, a function that rules get it with, and what
// was read of it.
func lazyBox(t *testing.T, text string) (b *Box, f Function, lazy Table, read *[]string) {
	t.Helper()
	b, f = rule(t, text)
	read = new([]string)
	kind := b.NewLazy([]string{"a", "b", "list"}, func(lazy Table, name string) Value {
		*read = append(*read, name)
		switch name {
		case "a":
			return Num(1)
		case "list":
			list := b.NewTable(1, 0)
			list.Append(Str("x"))
			return lazy.Keep(name, list.Value())
		}
		return Value{}
	})
	return b, f, kind.NewTable(b), read
}

// A lazy table is to rules what a table with its fields would be, however they
// look at it first.
func TestLazy(t *testing.T) {
	for _, test := range []struct{ name, body, want, read string }{
		{"one field", `return tostring(t.a)`, "1", "a"},
		{"twice", `return t.a + t.a`, "2", "a a"},
		{"nothing", `return tostring(t.b)`, "nil", "b"},
		{"another name", `return tostring(t.c)`, "nil", "c"},
		{"a table is the same one", `return tostring(t.list == t.list)`, "true", "list"},
		{"all", `local s = "" for k, v in pairs(t) do s = s .. k end return s`, "alist", "a b list"},
		{"a list in it", `local s = "" for _, v in ipairs(t.list) do s = s .. v end return s`, "x", "list"},
		{"no list", `for _ in ipairs(t) do return "some" end return "none"`, "none", "a b list"},
		{"a new field", `t.d = 4 return t.a + t.d`, "5", "a b list"},
		{"another value", `t.a = 4 return t.a`, "4", "a b list"},
		{"removed", `t.a = nil return tostring(t.a)`, "nil", "a b list"},
		{"a table that was read, removed", `local l = t.list t.list = nil return tostring(t.list)`, "nil", "list"},
		{"the same, and over all", `local l, s = t.list, "" t.list = nil for k in pairs(t) do s = s .. k end return s`, "a", "list a b"},
		{"the same, and written again", `local l = t.list t.list = nil t.list = 5 return t.list + t.a`, "6", "list a b"},
		{"inserted", `table.insert(t, 7) return t[1] + t.a`, "8", "a b list"},
		{"length", `return #t`, "0", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, f, lazy, read := lazyBox(t, "local t = ... "+test.body)
			if v := b.Eval(f, lazy.Value()); v.String() != test.want || strings.Join(*read, " ") != test.read {
				t.Errorf("%s, read %v", v, *read)
			}
		})
	}
}

// A copy has all fields; what outlives a step cannot be a lazy table.
func TestLazyKept(t *testing.T) {
	b, _, lazy, _ := lazyBox(t, "return 1")
	v := lazy.Value()
	if _, err := note(b, v); err == nil || !strings.Contains(err.Error(), "good for one step") {
		t.Error(err)
	}
	if text, err := note(b, b.Copy(v)); text != `{a=1 list=["x"]}` {
		t.Error(text, err)
	}
}

// What Go is handed, and reads, stays lazy.
func TestLazyHanded(t *testing.T) {
	b, f, lazy, read := lazyBox(t, "local f, t = ... return f(t)")
	handed := b.Func(func() int {
		t := b.TableArg(1, "handed")
		b.Push(t.Field("a"))
		return 1
	})
	if v := b.Eval(f, handed.Value(), lazy.Value()); v != Num(1) || strings.Join(*read, " ") != "a" {
		t.Error(v, *read)
	}
}

// What was set of a lazy table is forgotten when it is used again; one that is
// like others by now is not.
func TestLazyRenew(t *testing.T) {
	b := noteBox()
	kind := b.NewLazy([]string{"a"}, func(Table, string) Value { return Num(1) })
	lazy := kind.NewTable(b)
	if kind.Touched(lazy, "a") {
		t.Error("touched by nobody")
	}
	lazy.Keep("a", Num(7))
	if !kind.Touched(lazy, "a") {
		t.Error("not touched")
	}
	if lazy.SetField("a", Value{}); !kind.Touched(lazy, "a") {
		t.Error("removed, and not touched")
	}
	if !kind.Renew(lazy) || lazy.Field("a") != Num(1) {
		t.Error(lazy.Field("a"))
	}
	if b.Keys(lazy); kind.Renew(lazy) || kind.Renew(b.NewTable(0, 0)) || kind.Renew(Table{}) {
		t.Error("renewed")
	}
}
