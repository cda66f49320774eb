package luabox

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts/internal/source"
)

// share makes a standard table one that all files can use and none can change.
func (b *Box) share(lib string, from *lua.LTable) {
	for _, name := range source.Library(lib) {
		b.env.RawSetString(source.Direct(lib, name), from.RawGetString(name))
	}
	b.env.RawSetString(lib, b.frozen(lib, source.Frozen, from))
}

// Frozen is a table of the library as files see it: they read it like any other,
// and a write is an error that has the name.
func (b *Box) Frozen(name string, t Table) Table { return Table{b.frozen(name, source.Frozen, t.t)} }

// FrozenVariant is Frozen for what the file of a variant returned.
func (b *Box) FrozenVariant(name string, t Table) Table {
	return Table{b.frozen(name, fmt.Sprintf(source.FrozenVariant, name), t.t)}
}

// Thawed is the table that files see as a frozen one; any other is itself.
func (b *Box) Thawed(t Table) Table {
	if from := b.thawed[t.t]; from != nil {
		return Table{from}
	}
	return t
}

// IsFrozen says that a table is one that files share.
func (b *Box) IsFrozen(t Table) bool { return b.behind[t.t] != nil }

// frozenTable is what it costs to freeze a table, beside what is in it.
const frozenTable = 20

// frozen is a table as files see one that they share: they read it like any
// other, with the tables in it, and a write is an error that ends with why.
func (b *Box) frozen(name, why string, t *lua.LTable) *lua.LTable {
	if p, ok := b.proxies[t]; ok {
		return p
	}
	if b.behind[t] != nil { // it is frozen
		return t
	}
	defer b.Deeper()()
	b.budget.Charge(frozenTable)
	p, inside := b.state.NewTable(), b.state.NewTable()
	b.proxies[t], b.behind[p], b.thawed[p] = p, inside, t
	fill(t).ForEach(func(k, v lua.LValue) {
		b.budget.Charge(1)
		if inner, ok := v.(*lua.LTable); ok && inner != b.none {
			v = b.frozen(name+"."+k.String(), why, inner)
		}
		inside.RawSet(k, v)
	})
	meta := b.functions(map[string]lua.LGFunction{
		"__newindex": b.refuseWrite(name, why),
		"__len":      func(L *lua.LState) int { L.Push(rawNum(inside.Len())); return 1 },
	})
	meta.RawSetString("__index", inside)
	p.Metatable = meta
	return p
}

// refuseWrite is what writing to a table that files share comes to.
func (b *Box) refuseWrite(name, why string) lua.LGFunction {
	return func(L *lua.LState) int {
		Raise("`%s.%s` %s", name, b.show(L.Get(2)), why)
		return 0
	}
}

// seen is the table that reading a table reads: another for a frozen one.
func (b *Box) seen(t *lua.LTable) *lua.LTable {
	if t.Metatable != lua.LNil {
		if inside := b.behind[t]; inside != nil {
			return inside
		}
	}
	return fill(t)
}

// ipairs goes over a list, a frozen one too.
func (b *Box) ipairs(L *lua.LState) int {
	t, ok := L.Get(1).(*lua.LTable)
	if !ok {
		Raise("ipairs: argument 1 must be a table, not %s", article(L.Get(1)))
	}
	if list := b.seen(t); list.RawGetInt(1) == lua.LNil {
		b.refuseHole(list)
	}
	L.Push(b.nextItem)
	L.Push(t)
	L.Push(rawNum(0))
	return 3
}

// refuseHole fails for a table without a first item that has a later one: what
// goes over it from 1 on would find nothing.
func (b *Box) refuseHole(t *lua.LTable) {
	first, keys := 0, 0
	t.ForEach(func(k, _ lua.LValue) {
		keys++
		if n, ok := whole(k); ok && n > 1 && (first == 0 || n < first) {
			first = n
		}
	})
	b.budget.Charge(keys)
	if first > 0 {
		Raise("ipairs: the table has nothing under 1, but something under %d: it is no list, and this would go over none of it; "+
			"use pairs, which has numbers in their order, or leave no hole", first)
	}
}

func (b *Box) itemAfter(L *lua.LState) int {
	t, i := b.checkTable(1, "ipairs"), L.CheckInt(2)+1
	v := t.RawGetInt(i)
	if v == lua.LNil {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(rawNum(i))
	L.Push(v)
	return 2
}
