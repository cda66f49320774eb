package variant

import (
	"fmt"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// rowsFor is what `rows_for` says of a field: the tables of the variant that
// must have a row for what an entry gives there.
type rowsFor struct {
	field  string
	tables []keyed
}

// keyed is a table by the names that it has rows for.
type keyed struct {
	name string
	rows []string // sorted
	has  map[string]bool
}

// maxRowsFor is how many tables `rows_for` names for one field at most.
const maxRowsFor = 20

// defineRowsFor reads which tables entries are looked up in.
func (d *definer) defineRowsFor() {
	v := d.get("rows_for")
	t, ok := v.Table()
	if !ok {
		if !v.IsNil() {
			d.flaw("rows_for", "it must be a table of lists of tables' names, such as { team = { \"modifiers\" } }, not %s", v.Article())
		}
		return
	}
	for _, k := range d.box.Keys(t) {
		field, at := k.String(), source.Join("rows_for", k.String())
		if !d.def.Car.Has(field) {
			d.flaw(at, "cars have no field `%s`%s", field, source.SuggestOrList(field, d.def.Car.Names))
			continue
		}
		before := len(d.wrong)
		names := d.textsIn(at, t.Get(k))
		switch {
		case len(d.wrong) > before:
		case len(names) > maxRowsFor:
			d.flaw(at, "it names %d tables: at most %d", len(names), maxRowsFor)
		default:
			rows := rowsFor{field: field}
			for _, name := range names {
				if table, ok := d.keyed(at, name); ok {
					rows.tables = append(rows.tables, table)
				}
			}
			d.def.rowsFor = append(d.def.rowsFor, rows)
		}
	}
}

// keyed reads the names that a table of the variant has rows for; ok is false
// where there is no such table.
func (d *definer) keyed(at, name string) (list keyed, ok bool) {
	t, ok := d.get(name).Table()
	if !ok {
		d.flaw(at, "the variant has no table `%s`%s", name, source.Suggest(name, d.box.Names(d.v.Table)))
		return list, false
	}
	list = keyed{name: name, rows: d.box.Names(t), has: map[string]bool{}}
	for _, row := range list.rows {
		list.has[row] = true
	}
	return list, true
}

// lacks says which table has no row for what an entry gives in a field, or what
// every car begins with there; the text is "" when all have one.
func (r *rowsFor) lacks(car string, given any, start luabox.Value) string {
	value := start.String()
	if given != nil {
		value = luabox.Of(given).String()
	}
	for _, t := range r.tables {
		switch {
		case t.has[value]:
		case value == "":
			return fmt.Sprintf("%s has no %s%s", car, r.field, source.SuggestOrList("", t.rows))
		default:
			return fmt.Sprintf("%s: %s has no row for the %s %q%s", car, t.name, r.field, value, source.SuggestOrList(value, t.rows))
		}
	}
	return ""
}
