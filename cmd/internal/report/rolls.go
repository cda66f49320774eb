package report

import (
	"fmt"
	"math"
	"slices"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// RollTable is a table of the rules that dice choose a row of.
type RollTable struct {
	Name string
	Dice dice.Dice
	Rows []RollRow // lowest total first
}

// RollRow is a row for a run of totals.
type RollRow struct {
	From, To int
	Fields   []race.Field
}

// field is the value of a field, nil when the row has none.
func (r *RollRow) field(name string) any {
	for _, f := range r.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Rolls are the roll tables of a variant: first what to expect of each, then
// the rows of each with their odds.
func Rolls(list []RollTable) []Table {
	if len(list) == 0 {
		return nil
	}
	sums := Table{Name: "roll_tables", Title: "Roll tables", Columns: []Column{
		{"table", "table", Text}, {"dice", "dice", Written}, {"rows", "rows", Count}, {"mean", "total", Mean}, {"sd", "spread", Mean},
		{"spaces_mean", "spaces", Mean}, {"spaces_sd", "spread", Mean}, {"spaces_share", "in % of rolls", Share},
	}}
	tables := []Table{sums}
	for i := range list {
		t := &list[i]
		total, spaces := t.expect(func(total int) (int, bool) { return total, true }), t.expect(t.spaces)
		row := []any{t.Name, t.Dice.String(), len(t.Rows), total.mean, total.sd, nil, nil, nil}
		if spaces.share > 0 {
			copy(row[5:], []any{spaces.mean, spaces.sd, spaces.share})
		}
		tables[0].add(row...)
		tables = append(tables, t.table())
	}
	return tables
}

// spaces is how far the row of a total moves a car.
func (t *RollTable) spaces(total int) (int, bool) {
	for i := range t.Rows {
		if r := &t.Rows[i]; r.From <= total && total <= r.To {
			n, ok := r.field("spaces").(int)
			return n, ok
		}
	}
	return 0, false
}

// expectation is what to expect of a value that some totals have.
type expectation struct {
	mean, sd float64 // where there is a value
	share    float64 // how likely there is one
}

func (t *RollTable) expect(value func(total int) (int, bool)) expectation {
	var all, some, sum, squares float64
	for i, ways := range t.Dice.Odds() {
		all += ways
		if n, ok := value(t.Dice.Min() + i); ok {
			v := float64(n)
			some, sum, squares = some+ways, sum+ways*v, squares+ways*v*v
		}
	}
	if some == 0 {
		return expectation{}
	}
	mean := sum / some
	return expectation{mean, math.Sqrt(max(0, squares/some-mean*mean)), some / all}
}

// table is the rows with their odds.
func (t *RollTable) table() Table {
	names := t.fieldNames()
	out := Table{Name: "rows " + t.Name, Title: fmt.Sprintf("%s (%s)", t.Name, t.Dice), Columns: []Column{{"roll", "roll", Text}}}
	for _, name := range names {
		out.Columns = append(out.Columns, Column{fieldColumn(name), name, Written})
	}
	out.Columns = append(out.Columns, Column{"odds", "odds %", Share})
	for i := range t.Rows {
		r := &t.Rows[i]
		row := []any{faces(r.From, r.To)}
		for _, name := range names {
			row = append(row, r.field(name))
		}
		out.add(append(row, odds(t.Dice, r.From, r.To))...)
	}
	out.note("as a path: %s", t.paths())
	return out
}

// paths says how --set calls a field of a row.
func (t *RollTable) paths() string {
	example := t.Rows[0]
	for _, r := range t.Rows {
		if r.field("spaces") != nil {
			example = r
			break
		}
	}
	row := t.Name + "." + faces(example.From, example.To)
	if len(example.Fields) == 0 || example.field("value") != nil {
		return fmt.Sprintf("%s.ROLL, such as %s", t.Name, row)
	}
	field := example.Fields[0].Name
	if example.field("spaces") != nil {
		field = "spaces"
	}
	return fmt.Sprintf("%s.ROLL.FIELD, such as %s.%s", t.Name, row, field)
}

// fieldNames are the fields that rows have, those first that have a meaning to
// the program.
func (t *RollTable) fieldNames() []string {
	var first, others []string
	for i := range t.Rows {
		for _, f := range t.Rows[i].Fields {
			others = append(others, f.Name)
		}
	}
	slices.Sort(others)
	others = slices.Compact(others)
	for _, name := range []string{"text", "spaces", "retire"} {
		if i := slices.Index(others, name); i >= 0 {
			first, others = append(first, name), slices.Delete(others, i, i+1)
		}
	}
	return append(first, others...)
}

// fieldColumn is a field as a column for programs, apart from the columns that
// every table has.
func fieldColumn(name string) string {
	if name == "roll" || name == "odds" {
		return "field_" + name
	}
	return name
}
