package scripts

import (
	lua "github.com/yuin/gopher-lua"
)

// frozenWhy is said of what a file cannot change.
const frozenWhy = "belongs to the library, which all files share, and cannot be changed: keep things of your own in your variant's table"

// libraries are the standard tables and what is in them. `math.floor` is
// compiled as the global "math.floor", a name that no source can write, so
// that reading it is fast and nothing can put another function there.
var libraries = map[string]map[string]bool{
	"math": setOf(keptMath), "string": setOf(keptText), "table": setOf(keptTable),
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

// hidden are the globals that only compiled code names.
var hidden = func() map[string]bool {
	set := map[string]bool{joinName: true}
	for lib, names := range libraries {
		for name := range names {
			set[lib+"."+name] = true
		}
	}
	return set
}()

// share makes a standard table one that all files can use and none can change.
func (s *state) share(lib string, from *lua.LTable) {
	for name := range libraries[lib] {
		s.env.RawSetString(lib+"."+name, from.RawGetString(name))
	}
	s.env.RawSetString(lib, s.frozen(lib, from))
}

// frozen is a table as files see one that they share: they read it like any
// other, with the tables in it, and a write is an error.
func (s *state) frozen(name string, t *lua.LTable) *lua.LTable {
	if p, ok := s.proxies[t]; ok {
		return p
	}
	p, inside := s.L.NewTable(), s.L.NewTable()
	s.proxies[t], s.behind[p] = p, inside
	t.ForEach(func(k, v lua.LValue) {
		if inner, ok := v.(*lua.LTable); ok && inner != s.none && s.tables[inner] == nil && s.variants[inner] == nil {
			v = s.frozen(name+"."+k.String(), inner)
		}
		inside.RawSet(k, v)
	})
	meta := s.functions(map[string]lua.LGFunction{
		"__newindex": s.refuseWrite(name),
		"__len":      func(L *lua.LState) int { L.Push(num(inside.Len())); return 1 },
	})
	meta.RawSetString("__index", inside)
	p.Metatable = meta
	return p
}

// refuseWrite is what writing to a table that files share comes to.
func (s *state) refuseWrite(name string) lua.LGFunction {
	return func(L *lua.LState) int {
		raise("`%s.%s` %s", name, s.show(L.Get(2)), frozenWhy)
		return 0
	}
}

// seen is the table that reading a table reads: another for a frozen one.
func (s *state) seen(t *lua.LTable) *lua.LTable {
	if t.Metatable != lua.LNil {
		if inside := s.behind[t]; inside != nil {
			return inside
		}
	}
	return t
}

// ipairs goes over a list, a frozen one too.
func (s *state) ipairs(L *lua.LState) int {
	t, ok := L.Get(1).(*lua.LTable)
	if !ok {
		raise("ipairs: argument 1 must be a table, not %s", article(L.Get(1)))
	}
	L.Push(s.nextItem)
	L.Push(t)
	L.Push(num(0))
	return 3
}

func (s *state) itemAfter(L *lua.LState) int {
	t, i := s.checkTable(1, "ipairs"), L.CheckInt(2)+1
	v := t.RawGetInt(i)
	if v == lua.LNil {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(num(i))
	L.Push(v)
	return 2
}
