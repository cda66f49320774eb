package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"sandbox/core/sim"
)

// differences are the tables of a comparison.
func differences(r *sim.Result) []Table {
	p, a := r.Pairs, &r.Subjects[0]
	if p.Races == 0 {
		return nothing()
	}
	family := len(sim.Figures()) + len(p.Counted)
	if len(p.Out) > 1 {
		family += len(p.Out)
	}
	race := differenceTable("races", "Per race", "figure")
	for i, name := range sim.Figures() {
		race.difference(p.Figures[i].Estimate(family), name)
	}
	race.note("pairing: how many races without the same luck say as much as one with it")
	tables := []Table{race}
	for _, named := range []struct {
		name, title, of string
		diffs           map[string]sim.Diff
	}{{"retirements", "Retired cars per race, by cause", "cause", p.Out}, {"counted", "Counted by the rules, per race", "what", p.Counted}} {
		if len(named.diffs) == 0 || named.name == "retirements" && len(named.diffs) == 1 {
			continue // one cause is all retired cars, which are told already
		}
		t := differenceTable(named.name, named.title, named.of)
		for _, name := range byCount(named.diffs, func(d sim.Diff) int64 { return d.A + d.B }) {
			d := named.diffs[name]
			d.N = p.Races // where the name did not come up it is 0
			t.difference(d.Estimate(family), cause(name))
		}
		tables = append(tables, t)
	}
	if len(p.Slots) > 0 {
		tables = append(tables, carDifferences("by_slot", "By grid slot", "slot", numbers(len(p.Slots)), p.Slots, 1))
	}
	if len(p.Cars) > 0 {
		tables = append(tables, carDifferences("by_car", "By car", "car", a.Cars, p.Cars, 1))
	}
	if len(p.Bots) > 1 {
		tables = append(tables, carDifferences("by_bot", "By bot, its cars together", "bot", a.Bots, p.Bots, float64(len(a.Cars))/float64(len(a.Bots))))
	}
	return tables
}

func differenceTable(name, title string, of ...string) Table {
	t := Table{Name: name, Title: title}
	for _, text := range of {
		t.Columns = append(t.Columns, Column{text, text, Text})
	}
	t.Columns = append(t.Columns, []Column{
		{"a", "A", Fine}, {"b", "B", Fine}, {"difference", "B - A", Change}, {"difference_of", "95 %", Changes},
		{"verdict", "", Text}, {"worth", "pairing", Multiple},
	}...)
	return t
}

// difference adds a row.
func (t *Table) difference(d sim.Difference, of ...string) {
	var values []any
	for _, text := range of {
		values = append(values, text)
	}
	values = append(values, d.A, d.B, d.D, d.Of, verdict(d), d.Worth)
	t.add(values...)
}

func verdict(d sim.Difference) string {
	switch {
	case d.Equal:
		return "the same in every race"
	case d.Differs && d.D > 0:
		return "more"
	case d.Differs:
		return "less"
	}
	return "not distinguishable"
}

// told is how many differences of cars people read in one table.
const told = 12

// carDifferences is how groups of cars fare differently. People read those
// that are surest. A group has so many cars: its place is the mean of theirs.
func carDifferences(name, title, of string, groups []string, diffs []sim.CarDiff, cars float64) Table {
	t := differenceTable(name, title, of, "figure")
	all := len(diffs) * len(sim.CarFigures())
	sure := map[int]float64{} // by row that differs: its difference in widths of its interval
	for i := range diffs {
		if diffs[i][0].N == 0 {
			continue // a slot that no car took in both races
		}
		for k, figure := range sim.CarFigures() {
			d := diffs[i][k].Estimate(all)
			if k == 0 {
				d = perCar(d, cars)
			}
			if d.Differs {
				sure[len(t.Rows)] = math.Abs(d.D) / (d.Of.High - d.Of.Low)
			}
			t.difference(d, groups[i], figure)
		}
	}
	surest := slices.SortedFunc(maps.Keys(sure), func(a, b int) int { return cmp.Or(cmp.Compare(sure[b], sure[a]), cmp.Compare(a, b)) })
	t.Shown = surest[:min(len(surest), told)]
	slices.Sort(t.Shown)
	t.Brief = true
	switch {
	case len(surest) == 0:
		t.note("none of %d differences can be told from nothing", all)
	case len(surest) > told:
		t.note("%d of %d differences can be told from nothing; these are the surest, -o csv has all", len(surest), all)
	}
	return t
}

// perCar is a difference between sums over so many cars as one of means.
func perCar(d sim.Difference, cars float64) sim.Difference {
	d.A, d.B, d.D = d.A/cars, d.B/cars, d.D/cars
	d.Of = sim.Interval{Low: d.Of.Low / cars, High: d.Of.High / cars}
	return d
}

// finite is a number that JSON can hold.
func finite(v float64) any {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return v
}

// Facts are the lines that stand above the tables of a run.
func Facts(r *sim.Result) []string {
	var lines []string
	for i := range r.Subjects {
		line := ""
		if len(r.Subjects) > 1 {
			line = string(rune('A'+i)) + ": "
		}
		s := &r.Subjects[i]
		line += fmt.Sprintf("%s on %s, %d %s, %d cars", s.Name, s.Track, s.Laps, plural(s.Laps, cmp.Or(s.Unit, "lap")), len(s.Cars))
		for _, set := range s.Settings {
			line += ", " + set
		}
		lines = append(lines, line)
	}
	races := fmt.Sprintf("%s %s", grouped(r.Done()), plural(int(r.Done()), "race"))
	if r.Pairs != nil {
		races = fmt.Sprintf("%s %s of races under the same luck", grouped(r.Pairs.Races), plural(int(r.Pairs.Races), "pair"))
	}
	if r.From > 1 || !r.Whole() || r.To < r.Races {
		races += fmt.Sprintf(" of %s", grouped(r.Races))
	}
	return append(lines, races+", seed "+r.Seed)
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
