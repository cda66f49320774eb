package variant

import (
	"fmt"

	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// merge lays a value of a fork over the one of its base: name-keyed tables
// merge field by field, roll tables by face, lists and everything else
// replace, racing.none removes.
func (r *Reader) merge(old, patch luabox.Value) luabox.Value {
	if r.isNone(patch) {
		return luabox.Value{}
	}
	defer r.box.Deeper()()
	into, ok1 := old.Table()
	from, ok2 := patch.Table()
	if !ok1 || !ok2 || r.tables[from] != nil {
		return patch
	}
	if rt := r.tables[into]; rt != nil {
		r.mergeRows(rt, from)
		return old
	}
	if into.Len() > 0 || from.Len() > 0 {
		return patch
	}
	for _, k := range r.box.Keys(from) {
		into.Set(k, r.merge(into.Get(k), from.Get(k)))
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

// checkNames notes what a fork names inside a table that its base does not
// have there: most often a slip of the pen.
func (r *Reader) checkNames(v *Variant, path string, old, patch luabox.Value) {
	into, ok1 := old.Table()
	from, ok2 := patch.Table()
	rt := r.tables[into]
	if !ok1 || !ok2 || r.isNone(patch) || r.tables[from] != nil || rt == nil && (into.Len() > 0 || from.Len() > 0) {
		return
	}
	defer r.box.Deeper()()
	for _, k := range r.box.Keys(from) {
		at, there := source.Join(path, k.String()), into.Get(k)
		if rt != nil {
			if face, _, err := faces.Range(k, rt.Dice); err == nil {
				r.checkRow(v, at, rt.Table.Item(face), from.Get(k))
			}
			continue
		}
		if there.IsNil() {
			v.wrong = append(v.wrong, v.Flaw(at, fmt.Sprintf("`%s`: no such key in %s%s; what is new is assigned afterwards: V.%s = ...",
				at, v.Base.name, source.Suggest(k.String(), r.box.Names(into)), at)))
			continue
		}
		r.checkNames(v, at, there, from.Get(k))
	}
}

// checkRow notes fields of a patched row that neither the row has nor the
// program knows.
func (r *Reader) checkRow(v *Variant, path string, old, patch luabox.Value) {
	row, ok1 := old.Table()
	from, ok2 := patch.Table()
	if !ok1 || !ok2 || r.isNone(patch) {
		return
	}
	for _, k := range r.box.Keys(from) {
		name := k.String()
		if row.Get(k).IsNil() && !effectFields[name] {
			known := append(r.box.Names(row), source.SortedKeys(effectFields)...)
			v.wrong = append(v.wrong, v.Flaw(source.Join(path, name), fmt.Sprintf("`%s`: the row has no such field in %s%s",
				source.Join(path, name), v.Base.name, source.Suggest(name, known))))
		}
	}
}
