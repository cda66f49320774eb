package luabox

import lua "github.com/yuin/gopher-lua"

// Table is a table of the rules: two are equal when they are one table. The
// zero Table is none and cannot be read. Reading and writing go past guards.
type Table struct{ t *lua.LTable }

// IsNone says that there is no table.
func (t Table) IsNone() bool { return t.t == nil }

// Value is the table as a value.
func (t Table) Value() Value {
	if t.t == nil {
		return Value{}
	}
	return Value{t.t}
}

// Get is what the table has under a key.
func (t Table) Get(key Value) Value { return of(t.t.RawGet(key.raw())) }

// Field is what it has under a name.
func (t Table) Field(name string) Value { return of(t.t.RawGetString(name)) }

// Item is what it has under a whole number; lists begin at 1.
func (t Table) Item(i int) Value { return of(t.t.RawGetInt(i)) }

// Set puts a value under a key; nothing removes the key.
func (t Table) Set(key, v Value) { t.t.RawSet(key.raw(), v.raw()) }

// Put is SetField for a value that is never nothing. Where the name is written
// out in the call, it takes no memory for it.
func (t Table) Put(name string, v Value) { t.t.RawSetString(name, v.v) }

// SetField puts a value under a name; nothing removes the name.
func (t Table) SetField(name string, v Value) { t.t.RawSetString(name, v.raw()) }

// SetItem puts a value under a whole number.
func (t Table) SetItem(i int, v Value) { t.t.RawSetInt(i, v.raw()) }

// Append puts a value behind the last of a list.
func (t Table) Append(v Value) { t.t.Append(v.raw()) }

// Len is the length of the list in it.
func (t Table) Len() int { return t.t.Len() }

// MaxN is the highest whole number that it has something under, holes or not.
func (t Table) MaxN() int { return t.t.MaxN() }

// Each visits all there is in it, in no order that anybody can rely on: use
// Box.Keys for what anybody sees.
func (t Table) Each(visit func(key, v Value)) {
	t.t.ForEach(func(k, v lua.LValue) { visit(of(k), of(v)) })
}

// TextField is a text under a name, "" when there is none.
func (t Table) TextField(name string) string {
	text, _ := t.Field(name).Text()
	return text
}

// Guarded says that something watches over the table: a guard, or that all
// files share it.
func (t Table) Guarded() bool { return t.t.Metatable != lua.LNil }

// Guard is asked where a table has nothing under a key. It fails with Raise.
type Guard struct{ meta *lua.LTable }

// NewGuard makes a guard of what to do when a missing key is read, or written.
func (b *Box) NewGuard(read func(key Value) Value, write func(t Table, key, v Value)) Guard {
	m := b.state.CreateTable(0, 2)
	m.RawSetString("__index", b.state.NewFunction(func(L *lua.LState) int {
		L.Push(read(of(L.Get(2))).raw())
		return 1
	}))
	m.RawSetString("__newindex", b.state.NewFunction(func(L *lua.LState) int {
		t, _ := L.Get(1).(*lua.LTable)
		write(Table{t}, of(L.Get(2)), of(L.Get(3)))
		return 0
	}))
	return Guard{m}
}

// SetGuard puts a table under a guard.
func (t Table) SetGuard(g Guard) { t.t.Metatable = g.meta }
