package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"sandbox/core/sim"
)

// Surest is a comparison in one table, the surest differences first: all those
// per race, and of those in the other tables the ones that can be told from
// nothing.
func Surest(r *sim.Result) Table {
	type ranked struct {
		sure float64
		row  []any
	}
	var rows []ranked
	t := Table{Name: "surest", Title: "What differs, the surest first", Columns: []Column{
		{"figure", "figure", Text}, {"a", "A", Fine}, {"b", "B", Fine}, {"difference", "B - A", Change}, {"reach", "95 % ±", Fine}, {verdictColumn, "", Text},
	}}
	for _, from := range differences(r) {
		texts := slices.IndexFunc(from.Columns, func(c Column) bool { return c.Kind != Text })
		of := slices.IndexFunc(from.Columns, func(c Column) bool { return c.Kind == Changes })
		if of < 0 {
			continue
		}
		for _, row := range from.Rows {
			if sure := certainty(row[of-1].(float64), row[of].(sim.Interval)); sure > 0 || from.Name == "races" {
				rows = append(rows, ranked{sure, []any{from.whose(row[:texts]), row[of-3], row[of-2], row[of-1], reach(row[of].(sim.Interval)), row[of+1]}})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b ranked) int { return cmp.Compare(b.sure, a.sure) })
	for _, r := range rows {
		t.add(r.row...)
	}
	return t
}

// reach is half of an interval; nil of a single pair, which says nothing.
func reach(of sim.Interval) any {
	if math.IsInf(of.High-of.Low, 0) {
		return nil
	}
	return (of.High - of.Low) / 2
}

// certainty is a difference in widths of its interval, 0 when that holds zero.
func certainty(d float64, of sim.Interval) float64 {
	if of.Low <= 0 && of.High >= 0 {
		return 0
	}
	return math.Abs(d) / (of.High - of.Low)
}

// whose names a row where it stands among those of other tables.
func (t *Table) whose(texts []any) string {
	if len(texts) == 1 && t.Name == "retirements" {
		return "out: " + texts[0].(string)
	}
	words := []string{texts[len(texts)-1].(string)}
	for i, text := range texts[:len(texts)-1] {
		words = append(words, t.Columns[i].Title+" "+text.(string))
	}
	return strings.Join(words, ", ")
}
