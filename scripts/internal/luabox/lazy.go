package luabox

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// Lazy is a kind of table whose fields are worked out when they are first looked
// at. The machine takes longest for writing fields by name, and most of what Go
// has to tell is never read.
type Lazy struct{ kind *lazyKind }

// lazyKind is what stands behind tables of a kind.
type lazyKind struct {
	names  []string
	read   func(t Table, name string) Value
	box    *Box
	guards map[uint64]*lua.LTable // by the fields that were set; nil for tables that stay under a guard of their own
}

// lazyState is a kind, and which of its fields were set in a table: one bit for each
// of the names. Such a field that is nil was removed by the rules.
type lazyState struct {
	*lazyKind
	set uint64
}

// lazyKey is where the table that guards a lazy one has its state.
const lazyKey = "lazy"

// NewLazy makes a kind of table with such fields, at most 64. Read works one out,
// the same each time, or is nothing for a name that is none of them; what is a
// table, or is likely to be read again, it keeps: see Table.Keep. To rules these are
// tables like others: what goes over the fields, or writes one that is not set, has
// all of them set first. They are good for a step: notes refuse them.
func (b *Box) NewLazy(names []string, read func(t Table, name string) Value) Lazy {
	return Lazy{&lazyKind{names, read, b, map[uint64]*lua.LTable{}}}
}

// Lazy says which fields of the tables under a guard are not set until somebody
// looks at them, for those of Go's who do: as NewLazy has it, but that the guard
// itself answers rules.
func (g Guard) Lazy(names []string, read func(t Table, name string) Value) {
	g.meta.RawSetString(lazyKey, &lua.LUserData{Value: &lazyState{&lazyKind{names: names, read: read}, 0}})
}

// guard is what guards a table in which some fields were set.
func (k *lazyKind) guard(set uint64) *lua.LTable {
	if m := k.guards[set]; m != nil {
		return m
	}
	state := &lazyState{k, set}
	m, L := k.box.state.CreateTable(0, 3), k.box.state
	m.RawSetString("__index", L.NewFunction(func(L *lua.LState) int {
		t, _ := L.Get(1).(*lua.LTable)
		L.Push(state.field(t, L.Get(2)).raw())
		return 1
	}))
	m.RawSetString("__newindex", L.NewFunction(func(L *lua.LState) int {
		t := fill(L.Get(1).(*lua.LTable))
		t.RawSet(L.Get(2), L.Get(3))
		return 0
	}))
	m.RawSetString(lazyKey, &lua.LUserData{Value: state})
	k.guards[set] = m
	return m
}

// NewTable makes a table of the kind.
func (l Lazy) NewTable(b *Box) Table {
	t := b.state.CreateTable(0, 0)
	t.Metatable = l.kind.guard(0)
	return Table{t}
}

// Renew has a lazy table forget what was set of its fields, for another use; ok is
// false when it is like others by now and cannot be.
func (l Lazy) Renew(t Table) (ok bool) {
	if t.t == nil || !l.has(t) {
		return false
	}
	for _, name := range l.kind.names {
		t.t.RawSetString(name, lua.LNil)
	}
	t.t.Metatable = l.kind.guard(0)
	return true
}

// has says that a table is still one of the kind.
func (l Lazy) has(t Table) bool {
	state := lazyOf(t.t)
	return state != nil && state.lazyKind == l.kind
}

// Touched says that a field of a table was set, or that the table is none of the
// kind any more: rules may have written it.
func (l Lazy) Touched(t Table, name string) bool {
	return !l.has(t) || lazyOf(t.t).bit(name)&lazyOf(t.t).set != 0
}

// bit is the bit of a field, 0 of a name that is none.
func (k *lazyKind) bit(name string) uint64 {
	i := slices.Index(k.names, name)
	if i < 0 {
		return 0
	}
	return 1 << i
}

// Keep puts a field into a table that Go makes; in a lazy one it is worked out once
// from now on. It returns the value.
func (t Table) Keep(name string, v Value) Value {
	t.SetField(name, v)
	if state := lazyOf(t.t); state != nil && state.guards != nil {
		t.t.Metatable = state.guard(state.set | state.bit(name))
	}
	return v
}

// field is what a table that has nothing under a key has there in truth.
func (s *lazyState) field(t *lua.LTable, key lua.LValue) Value {
	if name, ok := key.(lua.LString); ok && (s.set == 0 || s.bit(string(name))&s.set == 0) {
		return s.read(Table{t}, string(name))
	}
	return Value{}
}

// lazyOf is the state of a lazy table, nil for one that has its fields.
func lazyOf(t *lua.LTable) *lazyState {
	meta, ok := t.Metatable.(*lua.LTable)
	if !ok {
		return nil
	}
	if mark, ok := meta.RawGetString(lazyKey).(*lua.LUserData); ok {
		return mark.Value.(*lazyState)
	}
	return nil
}

// fill sets all fields of a lazy table, which then is one like others, or under
// its guard; any other table it leaves as it is.
func fill(t *lua.LTable) *lua.LTable {
	state := lazyOf(t)
	if state == nil {
		return t
	}
	for i, name := range state.names {
		if state.set>>i&1 != 0 || t.RawGetString(name) != lua.LNil {
			continue
		}
		if v := state.read(Table{t}, name); !v.IsNil() {
			t.RawSetString(name, v.raw())
		}
	}
	if state.guards != nil {
		t.Metatable = lua.LNil
	}
	return t
}
