package luabox

import (
	"cmp"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts/internal/source"
)

// openEnv builds the table of globals that all files share.
func (b *Box) openEnv() {
	L := b.state
	for _, open := range []lua.LGFunction{lua.OpenBase, lua.OpenString, lua.OpenTable, lua.OpenMath} {
		L.Push(L.NewFunction(open))
		L.Call(0, 0)
	}
	b.env = L.CreateTable(0, len(source.Globals()))
	for _, name := range source.Globals() {
		b.env.RawSetString(name, L.GetGlobal(name))
	}
	keep := func(lib string) *lua.LTable {
		names := source.Library(lib)
		from, to := L.GetGlobal(lib).(*lua.LTable), L.CreateTable(0, len(names))
		for _, name := range names {
			to.RawSetString(name, from.RawGetString(name))
		}
		return to
	}
	text := b.textFunctions(L.GetGlobal("string").(*lua.LTable))
	L.GetMetatable(lua.LString("")).(*lua.LTable).RawSetString("__index", text)
	b.share("math", keep("math"))
	b.share("string", text)
	b.share("table", b.functions(map[string]lua.LGFunction{
		"concat": b.tableConcat, "insert": b.tableInsert, "remove": b.tableRemove, "sort": b.tableSort,
	}))
	b.readNumber = L.GetGlobal("tonumber").(*lua.LFunction).GFunction
	b.nextItem = L.NewFunction(b.itemAfter)
	for name, fn := range map[string]lua.LGFunction{
		"error": b.error, "require": b.require, "pairs": b.pairs, "next": b.next, "tostring": b.tostring, "unpack": b.unpack,
		"ipairs": b.ipairs, "tonumber": b.tonumber, source.JoinName: b.textJoin,
	} {
		b.env.RawSetString(name, L.NewFunction(fn))
	}
}

// keys lists a table's keys in the order that every run has: the list, other
// numbers, texts, booleans, then cars and spaces as they are numbered.
func (b *Box) keys(t *lua.LTable) []lua.LValue {
	var keys []lua.LValue
	t.ForEach(func(k, _ lua.LValue) { keys = append(keys, k) })
	return b.ordered(keys)
}

// ordered sorts keys of a table.
func (b *Box) ordered(keys []lua.LValue) []lua.LValue {
	b.budget.sorted(len(keys))
	if len(keys) == 1 {
		b.rank(keys[0]) // refuses a key without an order
	}
	slices.SortFunc(keys, func(x, y lua.LValue) int {
		rx, nx, tx := b.rank(x)
		ry, ny, ty := b.rank(y)
		return cmp.Or(cmp.Compare(rx, ry), cmp.Compare(nx, ny), strings.Compare(tx, ty))
	})
	return keys
}

// oddKey is a key of a table that has no order, nil when there is none.
func (b *Box) oddKey(t *lua.LTable) (odd lua.LValue) {
	t.ForEach(func(k, _ lua.LValue) {
		switch k := k.(type) {
		case lua.LNumber, lua.LString, lua.LBool:
			return
		case *lua.LTable:
			if thing, ok := b.thing(k); ok && thing.Sort != TheRace {
				return
			}
		}
		odd = k
	})
	return odd
}

// rank sorts keys by kind, then number, then text.
func (b *Box) rank(k lua.LValue) (kind int, number float64, text string) {
	switch k := k.(type) {
	case lua.LNumber:
		return 0, float64(k), ""
	case lua.LString:
		return 1, 0, string(k)
	case lua.LBool:
		if k {
			return 2, 1, ""
		}
		return 2, 0, ""
	case *lua.LTable:
		if thing, ok := b.thing(k); ok && thing.Sort != TheRace {
			return 3 + int(thing.Sort), float64(thing.Number), ""
		}
	}
	Raise("pairs: a table with a %s as a key has no order; use names, numbers, cars or spaces as keys", k.Type())
	return
}

func (b *Box) pairs(L *lua.LState) int {
	t := b.checkTable(1, "pairs")
	keys, i := b.keys(t), 0
	L.Push(b.holding(keys, func(L *lua.LState) int {
		for i < len(keys) {
			k := keys[i]
			i++
			if v := t.RawGet(k); v != lua.LNil {
				L.Push(k)
				L.Push(v)
				return 2
			}
		}
		L.Push(lua.LNil)
		return 1
	}))
	return 1
}

// fewKeys is how many keys a function of Go's can hold that is not asked for
// them when the box is measured.
const fewKeys = 64

// holding is a function of Go's that holds on to keys.
func (b *Box) holding(keys []lua.LValue, fn lua.LGFunction) *lua.LFunction {
	if len(keys) <= fewKeys {
		return b.state.NewFunction(fn)
	}
	t := b.state.CreateTable(len(keys), 0)
	for _, k := range keys {
		t.Append(k)
	}
	return b.state.NewClosure(fn, t)
}

func (b *Box) next(L *lua.LState) int {
	t, after := b.checkTable(1, "next"), L.Get(2)
	keys := b.keys(t)
	i := 0
	if after != lua.LNil {
		i = slices.Index(keys, after) + 1
	}
	if i >= len(keys) {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(keys[i])
	L.Push(t.RawGet(keys[i]))
	return 2
}

// error names the line that calls it or, with 2, the line that called the
// function around it.
func (b *Box) error(L *lua.LState) int {
	msg, level := b.show(L.CheckAny(1)), L.OptInt(2, 1)
	file, line := b.placeOf(max(level, 1))
	if line == 0 {
		file, line = b.place()
	}
	RaiseError(&source.Error{File: file, Line: line, Msg: msg, Via: b.via()})
	return 0
}

// tostring shows no addresses.
func (b *Box) tostring(L *lua.LState) int {
	L.Push(lua.LString(b.show(L.CheckAny(1))))
	return 1
}

// Show is a value as people read it, without addresses.
func (b *Box) Show(v Value) string { return b.show(v.raw()) }

// Keys lists a table's keys in the order that every run has: the list, other
// numbers, texts, booleans, then cars and spaces as they are numbered.
func (b *Box) Keys(t Table) []Value {
	keys := b.keys(b.seen(t.t))
	list := make([]Value, len(keys))
	for i, k := range keys {
		list[i] = of(k)
	}
	return list
}

// Ordered sorts keys of tables in that order.
func (b *Box) Ordered(keys []Value) []Value {
	raw := make([]lua.LValue, len(keys))
	for i, k := range keys {
		raw[i] = k.raw()
	}
	for i, k := range b.ordered(raw) {
		keys[i] = of(k)
	}
	return keys
}

// OddKey is a key of a table that has no order; odd is false when there is
// none.
func (b *Box) OddKey(t Table) (key Value, odd bool) {
	k := b.oddKey(b.seen(t.t))
	if k == nil {
		return Value{}, false
	}
	return of(k), true
}

// show is a value as people read it.
func (b *Box) show(v lua.LValue) string {
	switch v := v.(type) {
	case *lua.LTable:
		if thing, ok := b.thing(v); ok && thing.Sort == TheRace {
			return "the race"
		}
		if name, ok := v.RawGetString("name").(lua.LString); ok {
			return string(name)
		}
		return "a table"
	case *lua.LFunction:
		return "a function"
	}
	return v.String()
}

// MaxUnpack is how many values unpack returns at most.
const MaxUnpack = 200

func (b *Box) unpack(L *lua.LState) int {
	t := b.checkTable(1, "unpack")
	from, to := L.OptInt(2, 1), L.OptInt(3, t.Len())
	if from < 1-MaxUnpack || to >= from+MaxUnpack {
		Raise("unpack: at most %d values at once, not those from %d to %d", MaxUnpack, from, to)
	}
	n := max(0, to-from+1)
	for i := range n {
		L.Push(t.RawGetInt(from + i))
	}
	return n
}

func (b *Box) checkTable(n int, function string) *lua.LTable {
	return b.seen(b.givenTable(n, function))
}

// givenTable is argument n as it was given, which must be a table.
func (b *Box) givenTable(n int, function string) *lua.LTable {
	t, ok := b.state.Get(n).(*lua.LTable)
	if !ok {
		Raise("%s: argument %d must be a table, not %s", function, n, article(b.state.Get(n)))
	}
	return t
}
