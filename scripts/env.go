package scripts

import (
	"cmp"
	"math"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// allowed are the global names that a rule may use.
var allowed = map[string]bool{
	"error": true, "ipairs": true, "next": true, "pairs": true, "require": true, "select": true,
	"tonumber": true, "tostring": true, "type": true, "unpack": true,
	"math": true, "string": true, "table": true,
}

// What is kept of the standard tables; the rest is not there.
var (
	keptMath  = []string{"abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf", "pi", "pow", "sqrt"}
	keptText  = []string{"byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper"}
	keptTable = []string{"concat", "insert", "remove", "sort"}
)

// openEnv builds the table of globals that all files share.
func (s *state) openEnv() {
	L := s.L
	for _, open := range []lua.LGFunction{lua.OpenBase, lua.OpenString, lua.OpenTable, lua.OpenMath} {
		L.Push(L.NewFunction(open))
		L.Call(0, 0)
	}
	s.env = L.CreateTable(0, len(allowed))
	for name := range allowed {
		s.env.RawSetString(name, L.GetGlobal(name))
	}
	keep := func(lib string, names []string) *lua.LTable {
		from, to := L.GetGlobal(lib).(*lua.LTable), L.CreateTable(0, len(names))
		for _, name := range names {
			to.RawSetString(name, from.RawGetString(name))
		}
		return to
	}
	text := s.textFunctions(L.GetGlobal("string").(*lua.LTable))
	L.GetMetatable(lua.LString("")).(*lua.LTable).RawSetString("__index", text)
	s.share("math", keep("math", keptMath))
	s.share("string", text)
	s.share("table", s.functions(map[string]lua.LGFunction{
		"concat": s.tableConcat, "insert": s.tableInsert, "remove": s.tableRemove, "sort": s.tableSort,
	}))
	s.readNumber = L.GetGlobal("tonumber").(*lua.LFunction).GFunction
	s.nextItem = L.NewFunction(s.itemAfter)
	for name, fn := range map[string]lua.LGFunction{
		"error": s.error, "require": s.require, "pairs": s.pairs, "next": s.next, "tostring": s.tostring, "unpack": s.unpack,
		"ipairs": s.ipairs, "tonumber": s.tonumber, joinName: s.textJoin,
	} {
		s.env.RawSetString(name, L.NewFunction(fn))
	}
}

func (s *state) functions(fns map[string]lua.LGFunction) *lua.LTable {
	t := s.L.CreateTable(0, len(fns))
	for name, fn := range fns {
		t.RawSetString(name, s.L.NewFunction(fn))
	}
	return t
}

// keys lists a table's keys in the order that every run has: the list, other
// numbers, texts, booleans, then cars and spaces as they are numbered.
func (s *state) keys(t *lua.LTable) []lua.LValue {
	var keys []lua.LValue
	t.ForEach(func(k, _ lua.LValue) { keys = append(keys, k) })
	return s.ordered(keys)
}

// ordered sorts keys of a table.
func (s *state) ordered(keys []lua.LValue) []lua.LValue {
	s.budget.sorted(len(keys))
	if len(keys) == 1 {
		s.rank(keys[0]) // refuses a key without an order
	}
	slices.SortFunc(keys, func(a, b lua.LValue) int {
		ra, na, ta := s.rank(a)
		rb, nb, tb := s.rank(b)
		return cmp.Or(cmp.Compare(ra, rb), cmp.Compare(na, nb), strings.Compare(ta, tb))
	})
	return keys
}

// oddKey is a key of a table that has no order, nil when there is none.
func (s *state) oddKey(t *lua.LTable) (odd lua.LValue) {
	t.ForEach(func(k, _ lua.LValue) {
		switch k := k.(type) {
		case lua.LNumber, lua.LString, lua.LBool:
			return
		case *lua.LTable:
			if s.thing != nil {
				if _, _, ok := s.thing(k); ok {
					return
				}
			}
		}
		odd = k
	})
	return odd
}

// rank sorts keys by kind, then number, then text.
func (s *state) rank(k lua.LValue) (kind int, number float64, text string) {
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
		if s.thing != nil {
			if kind, n, ok := s.thing(k); ok {
				return kind, float64(n), ""
			}
		}
	}
	raise("pairs: a table with a %s as a key has no order; use names, numbers, cars or spaces as keys", k.Type())
	return
}

func (s *state) pairs(L *lua.LState) int {
	t := s.checkTable(1, "pairs")
	keys, i := s.keys(t), 0
	L.Push(L.NewFunction(func(L *lua.LState) int {
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

func (s *state) next(L *lua.LState) int {
	t, after := s.checkTable(1, "next"), L.Get(2)
	keys := s.keys(t)
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
func (s *state) error(L *lua.LState) int {
	msg, level := s.show(L.CheckAny(1)), L.OptInt(2, 1)
	file, line := s.placeOf(max(level, 1))
	if line == 0 {
		file, line = s.place()
	}
	raiseError(&Error{File: file, Line: line, Msg: msg, Via: s.via()})
	return 0
}

// tostring shows no addresses.
func (s *state) tostring(L *lua.LState) int {
	L.Push(lua.LString(s.show(L.CheckAny(1))))
	return 1
}

// show is a value as people read it.
func (s *state) show(v lua.LValue) string {
	switch v := v.(type) {
	case *lua.LTable:
		if s.host != nil && v == s.host.raceTable {
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

// maxUnpack is how many values unpack returns at most.
const maxUnpack = 200

func (s *state) unpack(L *lua.LState) int {
	t := s.checkTable(1, "unpack")
	from, to := L.OptInt(2, 1), L.OptInt(3, t.Len())
	if from < 1-maxUnpack || to >= from+maxUnpack {
		raise("unpack: at most %d values at once, not those from %d to %d", maxUnpack, from, to)
	}
	n := max(0, to-from+1)
	for i := range n {
		L.Push(t.RawGetInt(from + i))
	}
	return n
}

func (s *state) checkTable(n int, function string) *lua.LTable {
	t, ok := s.L.Get(n).(*lua.LTable)
	if !ok {
		raise("%s: argument %d must be a table, not %s", function, n, article(s.L.Get(n)))
	}
	return s.seen(t)
}

// article names a value's type in a sentence: "a number", "nothing (nil)".
func article(v lua.LValue) string {
	switch v.Type() {
	case lua.LTNil:
		return "nothing (nil)"
	case lua.LTString:
		return "the text \"" + shorten(v.String(), 200) + "\""
	case lua.LTNumber:
		return "the number " + v.String()
	case lua.LTBool:
		return v.String()
	}
	return "a " + v.Type().String()
}

// wholeNumber is a Lua number as an int; ok is false for fractions and for
// what is too large to count.
func wholeNumber(v lua.LValue) (int, bool) {
	n, ok := v.(lua.LNumber)
	f := float64(n)
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<52 {
		return 0, false
	}
	return int(f), true
}
