package luabox

import lua "github.com/yuin/gopher-lua"

// Table is a table of the rules: two are equal when they are one table. The
// zero Table is none and cannot be read. Reading and writing go past guards; a
// frozen table is read as files see it.
type Table struct{ t *lua.LTable }

// seen is the table that reading one reads: another for a frozen one.
func (t Table) seen() *lua.LTable {
	if meta, ok := t.t.Metatable.(*lua.LTable); ok {
		if inside, ok := meta.RawGetString("__index").(*lua.LTable); ok {
			return inside
		}
	}
	return fill(t.t)
}

// missed is what a table has under a key that it does not have itself.
func (t Table) missed(key lua.LValue) Value {
	if t.t.Metatable == lua.LNil {
		return Value{}
	}
	if kind := lazyOf(t.t); kind != nil {
		return kind.field(t.t, key)
	}
	return of(t.seen().RawGet(key))
}

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
func (t Table) Get(key Value) Value {
	if v := t.t.RawGet(key.raw()); v != lua.LNil {
		return Value{v}
	}
	return t.missed(key.raw())
}

// Field is what it has under a name.
func (t Table) Field(name string) Value {
	if v := t.t.RawGetString(name); v != lua.LNil {
		return Value{v}
	}
	return t.missed(lua.LString(name))
}

// Raw is what it has under a name itself, whatever stands behind it.
func (t Table) Raw(name string) Value { return of(t.t.RawGetString(name)) }

// Item is what it has under a whole number; lists begin at 1.
func (t Table) Item(i int) Value {
	if v := t.t.RawGetInt(i); v != lua.LNil {
		return Value{v}
	}
	return t.missed(rawNum(i))
}

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
func (t Table) Len() int { return t.seen().Len() }

// MaxN is the highest whole number that it has something under, holes or not.
func (t Table) MaxN() int { return t.seen().MaxN() }

// Count is how many keys it has.
func (t Table) Count() (n int) {
	t.seen().ForEach(func(_, _ lua.LValue) { n++ })
	return n
}

// Each visits all there is in it, in no order that anybody can rely on: use
// Box.Keys for what anybody sees.
func (t Table) Each(visit func(key, v Value)) {
	t.seen().ForEach(func(k, v lua.LValue) { visit(of(k), of(v)) })
}

// TextField is a text under a name, "" when there is none.
func (t Table) TextField(name string) string {
	text, _ := t.Field(name).Text()
	return text
}

// Guarded says that a guard watches over the table.
func (t Table) Guarded() bool { return t.seen() == t.t && t.t.Metatable != lua.LNil }

// Guard is asked where a table has nothing under a key. It fails with Raise.
type Guard struct{ meta *lua.LTable }

// NewGuard makes a guard of what to do when a missing key is read, or written.
func (b *Box) NewGuard(read func(t Table, key Value) Value, write func(t Table, key, v Value)) Guard {
	m := b.state.CreateTable(0, 3)
	m.RawSetString("__index", b.state.NewFunction(func(L *lua.LState) int {
		t, _ := L.Get(1).(*lua.LTable)
		L.Push(read(Table{t}, of(L.Get(2))).raw())
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
