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
}

// checkColumns refuses a column that stands in one row of several, and a row that
// lacks what all others have. The columns that the plans know are fine in any.
func (d *Drivers) checkColumns(box *luabox.Box, v *variant.Variant) {
	drivers, ok := v.Table.Field("drivers").Table()
	if !ok {
		return
	}
	c := columns{rows: map[string]luabox.Table{}, in: map[string]int{}}
	for _, plan := range d.Plans {
		c.known = slices.Concat(c.known, []string{"spin", "ruin", "crash", "turns", "scarce"}, plan.Amounts, plan.Sees.columns())
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
			if _, isBool := row.Field(column).Bool(); !isBool {
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
	}
	for _, column := range source.SortedKeys(c.in) {
		if rows := c.in[column]; rows > 1 && rows == len(c.rows)-1 && row.Field(column).IsNil() {
			r.fail(column, "all other drivers have this column")
		}
	}
}
