package report

import (
	"slices"

	"sandbox/core/sim"
)

// noValue is how people read the value of a field that holds nothing.
const noValue = "(none)"

func valueText(value string) string {
	if value == "" {
		return noValue
	}
	return value
}

// groupsTable is how the cars fared by the value that a field of theirs had when
// the race began.
func groupsTable(by string, c *sim.Counts) Table {
	t := Table{Name: "by " + by, Title: "By " + by + " when the race begins", Columns: []Column{
		{"value", by, Text}, {"starts", "starts", Count}, {"wins", "wins", Count}, {"win_share", "win %", Share}, {"win", "95 %", Range},
		{"mean_place", "place", Mean}, {"place", "95 %", Means}, {"out_share", "out %", Share}, {"out", "95 %", Range},
	}}
	scored := scored(c)
	if scored {
		t.Columns = append(t.Columns, Column{"mean_points", "points", Mean}, Column{"points", "95 %", Means})
	}
	for _, value := range sim.Values(c.By) {
		p := &c.By[value].Places
		row := []any{valueText(value), p.Starts, p.Wins()}
		for _, figure := range []int{2, 0, 3, 1} { // of sim.CarFigures
			if mean, of := c.Figure(value, figure); scored || figure != 1 {
				row = append(row, mean, of)
			}
		}
		t.add(row...)
	}
	return t
}

// scored says that some car has points.
func scored(c *sim.Counts) bool {
	for _, g := range c.By {
		if g.Places.Points != 0 {
			return true
		}
	}
	return false
}

// betweenTable is how the cars with one value differ from those with another. As
// the cars of a race are not independent of each other, the differences are taken
// race by race.
func betweenTable(by string, c *sim.Counts) Table {
	t := differenceTable("between "+by, "Differences by "+by+": A has the one, B the other", "A", "B", "figure")
	t.Columns[0].Name, t.Columns[1].Name = "value_a", "value_b"
	values, scored := sim.Values(c.By), scored(c)
	pairs, figures := len(values)*(len(values)-1)/2, len(sim.CarFigures())
	if !scored {
		figures--
	}
	s := surest{of: pairs * figures}
	for i, a := range values {
		for _, b := range values[i+1:] {
			for k, figure := range sim.CarFigures() {
				if figure == "points" && !scored {
					continue
				}
				s.add(&t, c.Between(a, b, k, s.of), valueText(a), valueText(b), figure)
			}
		}
	}
	s.chooseOfMany(&t)
	return t.without("worth") // there is one race, not a pair of them
}

// groupDifferences is how the cars with each value fare differently.
func groupDifferences(by string, p *sim.Pairs) Table {
	t := differenceTable("by "+by, "By "+by+" when the race begins", by, "figure")
	t.Columns[0].Name = "value"
	s := surest{of: len(p.By) * len(sim.CarFigures())}
	for _, value := range sim.Values(p.By) {
		d := p.By[value]
		if d.A.Cars == 0 || d.B.Cars == 0 {
			t.note("no car has %s in both", valueText(value))
			continue
		}
		for k, figure := range sim.CarFigures() {
			s.add(&t, d.Estimate(k, p.Races, s.of), valueText(value), figure)
		}
	}
	s.chooseOfMany(&t)
	return t
}

// chooseOfMany is choose, but people read all differences where they are few.
func (s *surest) chooseOfMany(t *Table) {
	if s.of > told {
		s.choose(t)
	}
}

// without is a table without one of its columns.
func (t Table) without(column string) Table {
	at := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == column })
	t.Columns = slices.Delete(t.Columns, at, at+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], at, at+1)
	}
	return t
}
