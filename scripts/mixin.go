package scripts

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// racingUse is racing.use(V, name): a variant takes over what it lacks of a
// mixin, a file of the library with rules that several games share. Tables
// with names are filled up, what the variant has already stays.
func (s *state) racingUse(L *lua.LState) int {
	s.currentUnit("racing.use")
	v, name := s.variants[s.checkTable(1, "racing.use")], L.CheckString(2)
	if v == nil {
		raise("racing.use: its first argument is the variant, as in racing.use(V, %q)", name)
	}
	if known := s.units.files.Names(Lib); !slices.Contains(known, name) {
		raise("racing.use: the library has no %q%s", name, suggest(name, known))
	}
	value, err := s.load(Lib + "/" + name)
	if err != nil {
		raiseError(err)
	}
	mixin, ok := value.(*lua.LTable)
	if !ok {
		raise("racing.use: %s is no mixin", name)
	}
	copied := s.copyValue(mixin, map[*lua.LTable]*lua.LTable{}).(*lua.LTable)
	for _, k := range s.keys(copied) {
		v.table.RawSet(k, s.fill(v.table.RawGet(k), copied.RawGet(k)))
	}
	v.mixins = append(v.mixins, s.units.known[Lib+"/"+name])
	L.Push(s.frozen(name, mixin))
	return 1
}

// fill is what a variant has of a name, or else the mixin's; tables with names
// are laid over the mixin's.
func (s *state) fill(own, mixin lua.LValue) lua.LValue {
	if own == lua.LNil {
		return mixin
	}
	return s.merge(mixin, own)
}

// written are the files that write a variant, what matters most first: its own,
// its mixins', and those of what it extends.
func (v *variant) written() []*unit {
	var list []*unit
	for w := v; w != nil; w = w.base {
		list = append(append(list, w.unit), w.mixins...)
	}
	return list
}
