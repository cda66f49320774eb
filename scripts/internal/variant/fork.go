package variant

import (
	"fmt"
	"strings"

	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// spot is a place in the tables of a fork: as people name it, and as Lua
// reaches it in the variant.
type spot struct{ path, lua string }

func (s spot) field(name string) spot {
	return spot{source.Join(s.path, name), source.Join(s.lua, name)}
}

func (s spot) item(i int, name string) spot {
	return spot{source.Join(s.path, name), fmt.Sprintf("%s[%d]", s.lua, i)}
}

// foreign notes something that the base does not have.
func (v *Variant) foreign(s spot, format string, args ...any) {
	v.wrong = append(v.wrong, v.Flaw(s.path, fmt.Sprintf("`%s`: ", s.path)+fmt.Sprintf(format, args...)))
}

// letter is what the table of a fork is called in messages.
func (v *Variant) letter() string {
	if v.house != nil {
		return "R"
	}
	return "V"
}

// checkNames notes what a fork names inside a table that its base does not
// have there: most often a slip of the pen. Inside the keys that have a meaning
// to the program, tables with names may have new ones.
func (r *Reader) checkNames(v *Variant, s spot, old, patch luabox.Value) {
	defer r.box.Deeper()()
	into, _ := old.Table()
	from, _ := patch.Table()
	switch r.wayOf(old, patch) {
	case byFace:
		r.checkFaces(v, s, r.tables[into], from)
	case byField:
		r.checkFields(v, s, into, from)
	case byItem:
		r.checkItems(v, s, into, from)
	case byName:
		r.checkNamed(v, s, into, from)
	}
}

func (r *Reader) checkFields(v *Variant, s spot, into, from luabox.Table) {
	top, _, _ := strings.Cut(s.path, ".")
	_, open := keys[top]
	for _, k := range r.box.Keys(from) {
		if v.wrong.Full() {
			return
		}
		at, there := s.field(k.String()), into.Get(k)
		if !there.IsNil() {
			r.checkNames(v, at, there, from.Get(k))
		} else if !open {
			v.foreign(at, "no such key in %s%s; what is new is assigned afterwards: %s.%s = ...",
				v.Base.name, source.Suggest(k.String(), r.box.Names(into)), v.letter(), at.lua)
		}
	}
}

// checkItems notes items that a list of roll tables does not have, and those
// whose removal would leave a hole.
func (r *Reader) checkItems(v *Variant, s spot, into, from luabox.Table) {
	last := into.Len()
	for last > 0 && r.isNone(from.Item(last)) {
		last--
	}
	for _, k := range r.box.Keys(from) {
		if v.wrong.Full() {
			return
		}
		i, _ := k.Whole()
		at, there := s.item(i, k.String()), into.Get(k)
		switch {
		case there.IsNil():
			v.foreign(at, "no such item in %s, whose list has %d; what is new is assigned afterwards: %s.%s[%d] = ...",
				v.Base.name, into.Len(), v.letter(), s.lua, into.Len()+1)
		case i <= last && r.isNone(from.Get(k)):
			v.foreign(at, "only the last items of a list can be removed: write the list anew")
		default:
			r.checkNames(v, at, there, from.Get(k))
		}
	}
}

// checkNamed notes names that no row of a list has.
func (r *Reader) checkNamed(v *Variant, s spot, into, from luabox.Table) {
	numbers := names(into)
	for _, k := range r.box.Keys(from) {
		if v.wrong.Full() {
			return
		}
		name := k.String()
		at := s.item(numbers[name], name)
		switch _, isRow := from.Get(k).Table(); {
		case numbers[name] == 0:
			v.foreign(at, "no row of that name in %s%s; what is new is assigned afterwards: %s.%s[%d] = { name = %q, ... }",
				v.Base.name, source.SuggestOrList(name, source.SortedKeys(numbers)), v.letter(), s.lua, into.Len()+1, name)
		case !isRow:
			v.foreign(at, "it must be a table of fields, or racing.none, not %s", from.Get(k).Article())
		default:
			r.checkNames(v, at, into.Item(numbers[name]), from.Get(k))
		}
	}
}

func (r *Reader) checkFaces(v *Variant, s spot, rt *RollTable, from luabox.Table) {
	for _, k := range r.box.Keys(from) {
		if v.wrong.Full() {
			return
		}
		if face, _, err := faces.Range(k, rt.Dice); err == nil {
			r.checkRow(v, s.field(k.String()), rt.Table.Item(face), from.Get(k))
		}
	}
}

// checkRow notes fields of a patched row that neither the row has nor the
// program knows.
func (r *Reader) checkRow(v *Variant, s spot, old, patch luabox.Value) {
	row, ok1 := old.Table()
	from, ok2 := patch.Table()
	if !ok1 || !ok2 || r.isNone(patch) {
		return
	}
	for _, k := range r.box.Keys(from) {
		if v.wrong.Full() {
			return
		}
		name := k.String()
		if row.Get(k).IsNil() && !effectFields[name] {
			known := append(r.box.Names(row), source.SortedKeys(effectFields)...)
			v.foreign(s.field(name), "the row has no such field in %s%s", v.Base.name, source.Suggest(name, known))
		}
	}
}
