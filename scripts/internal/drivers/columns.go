package drivers

import (
	"slices"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// columns are those of the rows of `drivers`. What most of them mean, the rules
// alone know; a slip of the pen is found by comparing the rows.
type columns struct {
	rows  map[string]luabox.Table // by name
	known []string                // columns that may stand in any row
	in    map[string]int          // in how many rows each column stands with something that is not true or false
	kinds map[string]kinds        // by column
}

// kinds counts the rows in which a column has a value of each kind.
type kinds map[luabox.Kind]int

// words say what a value of a kind is.
var words = map[luabox.Kind]string{
	luabox.Boolean: "true or false", luabox.Number: "a number", luabox.Text: "a text", luabox.TableKind: "a table", luabox.FunctionKind: "a function",
}

// usual is the kind that more of the rows have than all others together, if there
// is one.
func (k kinds) usual() (luabox.Kind, bool) {
	all := 0
	for _, rows := range k {
		all += rows
	}
	for kind, rows := range k {
		if 2*rows > all {
			return kind, true
		}
	}
	return luabox.Nothing, false
}

// checkColumns refuses a column that stands in one row of several, a row that
// lacks what all others have, and a value of another kind than most rows have. The columns that the plans know are fine in any.
func (d *Drivers) checkColumns(box *luabox.Box, v *variant.Variant) {
	drivers, ok := v.Table.Field("drivers").Table()
	if !ok {
		return
	}
	c := columns{rows: map[string]luabox.Table{}, in: map[string]int{}, kinds: map[string]kinds{}}
	for _, plan := range d.Plans {
		c.known = slices.Concat(c.known, []string{"spin", "ruin", "crash", "turns", "rounds", "scarce"}, plan.Amounts, plan.Sees.columns())
	}
	some := map[string]int{}
	for _, k := range box.Keys(drivers) {
		row, ok := drivers.Get(k).Table()
		if !ok {
			continue
		}
		c.rows[k.String()] = row
		for _, column := range box.Names(row) {
			some[column]++
			if c.kinds[column] == nil {
				c.kinds[column] = kinds{}
			}
			kind := row.Field(column).Kind()
			c.kinds[column][kind]++
			if kind != luabox.Boolean && !slices.Contains(c.known, column) {
				c.in[column]++
			}
		}
	}
	for column, rows := range some {
		if rows > 1 || len(c.rows) < 2 {
			c.known = append(c.known, column)
		}
	}
	slices.Sort(c.known)
	for _, name := range source.SortedKeys(c.rows) {
		c.check(&reader{box, v, "drivers." + name}, c.rows[name])
	}
}

func (c *columns) check(r *reader, row luabox.Table) {
	for _, column := range r.box.Names(row) {
		if !slices.Contains(c.known, column) {
			r.fail(column, "no other driver has this column%s", source.Suggest(column, c.known))
		}
		v := row.Field(column)
		if usual, ok := c.kinds[column].usual(); ok && v.Kind() != usual {
			r.fail(column, "it must be %s, as in the other rows, not %s", words[usual], v.Article())
		}
	}
	for _, column := range source.SortedKeys(c.in) {
		if rows := c.in[column]; rows > 1 && rows == len(c.rows)-1 && row.Field(column).IsNil() {
			r.fail(column, "all other drivers have this column")
		}
	}
}
