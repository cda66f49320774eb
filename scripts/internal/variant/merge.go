package variant

import (
	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/luabox"
)

// way is how a value of a fork is laid over the one of its base.
type way uint8

const (
	replaces way = iota // it takes its place
	byFace              // rows over those of a roll table
	byField             // fields over those of a table with names
	byItem              // items over those of a list of roll tables, by number
	byName              // rows over those of a list, by their `name`
)

// wayOf says how a value of a fork is laid over the one of its base.
func (r *Reader) wayOf(old, patch luabox.Value) way {
	into, ok1 := old.Table()
	from, ok2 := patch.Table()
	switch {
	case !ok1 || !ok2 || r.isNone(patch) || r.tables[from] != nil || r.box.IsFrozen(into):
		return replaces
	case r.tables[into] != nil:
		return byFace
	case into.Len() == 0 && from.Len() == 0:
		return byField
	case r.patchesItems(into, from):
		return byItem
	case from.Len() == 0 && onlyNames(from) && names(into) != nil:
		return byName
	}
	return replaces
}

// merge lays a value of a fork over the one of its base: name-keyed tables
// merge field by field, roll tables by face, lists of roll tables by number,
// lists of rows by name where the fork has names; everything else replaces,
// and racing.none removes.
func (r *Reader) merge(old, patch luabox.Value) luabox.Value {
	if r.isNone(patch) {
		return luabox.Value{}
	}
	defer r.box.Deeper()()
	into, _ := old.Table()
	from, _ := patch.Table()
	switch r.wayOf(old, patch) {
	case byFace:
		r.mergeRows(r.tables[into], from)
	case byField, byItem:
		for _, k := range r.box.Keys(from) {
			into.Set(k, r.merge(into.Get(k), from.Get(k)))
		}
	case byName:
		r.mergeNamed(into, from)
	default:
		return patch
	}
	return old
}

// isNone says that a value is racing.none.
func (r *Reader) isNone(v luabox.Value) bool { return v == r.box.None().Value() }

// mergeRows lays a patch of rows over a roll table, face by face and field by
// field. Faces that had one row together still do where the patch has one too.
func (r *Reader) mergeRows(rt *RollTable, patch luabox.Table) {
	spans, wrong := faces.Spans(r.box, rt.Dice, patch)
	rt.wrong = append(rt.wrong, wrong...)
	for _, s := range spans {
		merged := map[luabox.Value]luabox.Value{} // by the old row
		for face := s.From; face <= s.To; face = rt.Dice.Next(face) {
			old := rt.Table.Item(face)
			if _, done := merged[old]; !done {
				merged[old] = r.merge(r.box.Copy(old), s.Row)
			}
			rt.Table.SetItem(face, merged[old])
		}
	}
}

// mergeNamed lays rows over those of a list that have their names. Rows that
// are removed leave no hole; one of another name comes behind the last.
func (r *Reader) mergeNamed(into, from luabox.Table) {
	at, list := names(into), items(into)
	for _, k := range r.box.Keys(from) {
		i, ok := at[k.String()]
		if !ok {
			list, i = append(list, r.rowNamed(k)), len(list)+1
		}
		list[i-1] = r.merge(list[i-1], from.Get(k))
	}
	n := 0
	for _, v := range list {
		if !v.IsNil() {
			n++
			into.SetItem(n, v)
		}
	}
	for n++; !into.Item(n).IsNil(); n++ {
		into.SetItem(n, luabox.Value{})
	}
}

// rowNamed is a row that has a name and nothing else.
func (r *Reader) rowNamed(name luabox.Value) luabox.Value {
	row := r.box.NewTable(0, 1)
	row.SetField("name", name)
	return row.Value()
}

// patchesItems says that a table of a fork changes items of a list of roll
// tables and does not stand for the whole list: it leaves out items before its
// last one, or has rows where the list has a roll table.
func (r *Reader) patchesItems(into, from luabox.Table) bool {
	if !r.allRoll(into) {
		return false
	}
	if from.Len() == 0 {
		return hasNumbers(from)
	}
	for i := 1; i <= from.Len(); i++ {
		item := from.Item(i)
		if item.IsNil() || r.isNone(item) || r.patchesRoll(into.Item(i), item) {
			return true
		}
	}
	return false
}

// patchesRoll says that a value of a fork changes rows of a roll table which
// the base's has there, or somewhere in it.
func (r *Reader) patchesRoll(old, patch luabox.Value) (found bool) {
	defer r.box.Deeper()()
	r.box.Charge(1)
	into, ok1 := old.Table()
	from, ok2 := patch.Table()
	if !ok1 || !ok2 || r.isNone(patch) || r.tables[from] != nil {
		return false
	}
	if r.tables[into] != nil {
		return true
	}
	from.Each(func(k, v luabox.Value) { found = found || r.patchesRoll(into.Get(k), v) })
	return found
}

// allRoll says that each item of a list is a roll table, or has one in it.
func (r *Reader) allRoll(list luabox.Table) bool {
	for i := 1; i <= list.Len(); i++ {
		if !r.rolls(list.Item(i)) {
			return false
		}
	}
	return list.Len() > 0
}

// rolls says that a value is a roll table, or has one in it.
func (r *Reader) rolls(v luabox.Value) (found bool) {
	defer r.box.Deeper()()
	r.box.Charge(1)
	t, ok := v.Table()
	if !ok || r.tables[t] != nil {
		return ok
	}
	t.Each(func(_, inner luabox.Value) { found = found || r.rolls(inner) })
	return found
}

// hasNumbers says that a table has a number for a key.
func hasNumbers(t luabox.Table) (some bool) {
	t.Each(func(k, _ luabox.Value) { some = some || k.Kind() == luabox.Number })
	return some
}

// onlyNames says that a table has names for keys, one at least.
func onlyNames(t luabox.Table) bool {
	some, all := false, true
	t.Each(func(k, _ luabox.Value) { some, all = true, all && k.Kind() == luabox.Text })
	return some && all
}

// items are those of a list.
func items(t luabox.Table) []luabox.Value {
	list := make([]luabox.Value, t.Len())
	for i := range list {
		list[i] = t.Item(i + 1)
	}
	return list
}

// names are the numbers of the items of a list by their field `name`; nil when
// one has none, or one that another has as well.
func names(list luabox.Table) map[string]int {
	at := map[string]int{}
	for i, v := range items(list) {
		row, ok := v.Table()
		if !ok || row.TextField("name") == "" {
			return nil
		}
		at[row.TextField("name")] = i + 1
	}
	if len(at) < list.Len() || len(at) == 0 {
		return nil
	}
	return at
}
