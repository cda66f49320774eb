package luabox

import lua "github.com/yuin/gopher-lua"

// Lazy is a kind of table whose fields are worked out when they are first looked
// at. The machine takes longest for writing fields by name, and most of what Go
// has to tell is never read.
type Lazy struct{ meta *lua.LTable }

// lazyKind is what stands behind tables of a kind.
type lazyKind struct {
	names   []string
	read    func(t Table, name string) Value
	guarded bool // they stay under their guard when their fields are set
}

// lazyKey is where the table that guards those of a kind has the kind.
const lazyKey = "lazy"

// NewLazy makes a kind of table with such fields. Read works one out, the same
// each time, or is nothing for a name that is none of them; what is a table, or is
// likely to be read again, it sets itself. To rules these are tables like others:
// what goes over the fields, or writes one that is not set, has all of them set
// first. They are good for a step: notes refuse them.
func (b *Box) NewLazy(names []string, read func(t Table, name string) Value) Lazy {
	m, kind := b.state.CreateTable(0, 3), &lazyKind{names: names, read: read}
	m.RawSetString("__index", b.state.NewFunction(func(L *lua.LState) int {
		t, _ := L.Get(1).(*lua.LTable)
		L.Push(kind.field(t, L.Get(2)).raw())
		return 1
	}))
	m.RawSetString("__newindex", b.state.NewFunction(func(L *lua.LState) int {
		t := fill(L.Get(1).(*lua.LTable))
		t.RawSet(L.Get(2), L.Get(3))
		return 0
	}))
	m.RawSetString(lazyKey, &lua.LUserData{Value: kind})
	return Lazy{m}
}

// Lazy says which fields of the tables under a guard are not set until somebody
// looks at them, for those of Go's who do: as NewLazy has it, but that the guard
// itself answers rules.
func (g Guard) Lazy(names []string, read func(t Table, name string) Value) {
	g.meta.RawSetString(lazyKey, &lua.LUserData{Value: &lazyKind{names, read, true}})
}

// NewTable makes a table of the kind.
func (l Lazy) NewTable(b *Box) Table {
	t := b.state.CreateTable(0, 0)
	t.Metatable = l.meta
	return Table{t}
}

// Renew has a lazy table forget what was set of its fields, for another use; ok is
// false when it is like others by now and cannot be.
func (l Lazy) Renew(t Table) (ok bool) {
	if t.t == nil || t.t.Metatable != l.meta {
		return false
	}
	for _, name := range lazyOf(t.t).names {
		t.t.RawSetString(name, lua.LNil)
	}
	return true
}

// Touched says that a field of a table is set, or that the table is none of the kind
// any more: rules may have written it.
func (l Lazy) Touched(t Table, name string) bool {
	return t.t.Metatable != l.meta || t.t.RawGetString(name) != lua.LNil
}

// field is what a table that has nothing under a key has there in truth.
func (k *lazyKind) field(t *lua.LTable, key lua.LValue) Value {
	if name, ok := key.(lua.LString); ok {
		return k.read(Table{t}, string(name))
	}
	return Value{}
}

// lazyOf is the kind of a table, nil for one that has its fields.
func lazyOf(t *lua.LTable) *lazyKind {
	meta, ok := t.Metatable.(*lua.LTable)
	if !ok {
		return nil
	}
	if mark, ok := meta.RawGetString(lazyKey).(*lua.LUserData); ok {
		return mark.Value.(*lazyKind)
	}
	return nil
}

// fill sets all fields of a lazy table, which then is one like others, or under
// its guard; any other table it leaves as it is.
func fill(t *lua.LTable) *lua.LTable {
	kind := lazyOf(t)
	if kind == nil {
		return t
	}
	for _, name := range kind.names {
		if t.RawGetString(name) != lua.LNil {
			continue
		}
		if v := kind.read(Table{t}, name); !v.IsNil() {
			t.RawSetString(name, v.raw())
		}
	}
	if !kind.guarded {
		t.Metatable = lua.LNil
	}
	return t
}
