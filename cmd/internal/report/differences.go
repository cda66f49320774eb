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
	p, a := r.Pairs[0], &r.Subjects[0]
	if p.Races == 0 {
		return nothing()
	}
	family := len(sim.Figures()) + len(p.Counted)
	if len(p.Out) > 1 {
		family += len(p.Out)
	}
	race := differenceTable("races", "Per race", "figure")
	names := sim.Figures()
	for i, name := range names[:len(names)-len(sim.CourseFigures())] {
		if i != leadChanges {
			race.difference(p.Figures[i].Estimate(family), name)
		}
	}
	race.note("pairing: how many races without the same luck say as much as one with it")
	tables := []Table{gameDifferences(a, p, family), race}
	for _, named := range []struct {
		name, title, of string
		diffs           map[string]sim.Diff
	}{{"retirements", "Retired cars per race, by cause", "cause", p.Out}, {"counted", "Counted by the rules, per race", "what", p.Counted}} {
		if len(named.diffs) == 0 || named.name == "retirements" && len(named.diffs) == 1 {
			continue // one cause is all retired cars, which are told already
		}
		t := differenceTable(named.name, named.title, named.of)
		t.differences(named.diffs, p.Races, family)
		if found := alikeCauses(r.Counts[0].Out, r.Counts[1].Out); named.name == "retirements" && len(found) > 0 {
			read := differenceTable("", "", "")
			read.differences(merged(p.Out, found, func(text string) sim.Diff { return p.Alike[text] }), p.Races, family)
			t.Read = read.Rows
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
	if len(p.By) > 0 {
		tables = append(tables, groupDifferences(a.By, p))
	}
	return tables
}

// differences adds a row for each name, the most frequent first.
func (t *Table) differences(diffs map[string]sim.Diff, races int64, family int) {
	for _, name := range byCount(diffs, func(d sim.Diff) int64 { return d.A + d.B }) {
		d := diffs[name]
		d.N = races // where the name did not come up it is 0
		t.difference(d.Estimate(family), cause(name))
	}
}

func differenceTable(name, title string, of ...string) Table {
	t := Table{Name: name, Title: title}
	for _, text := range of {
		t.Columns = append(t.Columns, Column{text, text, Text})
	}
	t.Columns = append(t.Columns, []Column{
		{"a", "A", Fine}, {"b", "B", Fine}, {"difference", "B - A", Change}, {"difference_of", "95 %", Changes},
		{verdictColumn, "", Text}, {"worth", "pairing", Multiple},
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
		return equal
	case d.Differs && d.D > 0:
		return "more"
	case d.Differs:
		return "less"
	}
	return unclear
}

// verdictColumn is the name of the column with verdicts, and two of those.
const (
	verdictColumn = "verdict"
	equal         = "the same in every race"
	unclear       = "not distinguishable"
)

// told is how many differences of cars people read in one table.
const told = 12

// surest chooses the differences that people read of many that are told together.
type surest struct {
	of   int             // how many there are
	sure map[int]float64 // by row that differs: its difference in widths of its interval
}

// add adds a row.
func (s *surest) add(t *Table, d sim.Difference, of ...string) {
	if s.sure == nil {
		s.sure = map[int]float64{}
	}
	if d.Differs {
		s.sure[len(t.Rows)] = math.Abs(d.D) / (d.Of.High - d.Of.Low)
	}
	t.difference(d, of...)
}

// choose has people read the rows that are surest.
func (s *surest) choose(t *Table) {
	rows := slices.SortedFunc(maps.Keys(s.sure), func(a, b int) int {
		return cmp.Or(cmp.Compare(s.sure[b], s.sure[a]), cmp.Compare(a, b))
	})
	t.Shown = rows[:min(len(rows), told)]
	slices.Sort(t.Shown)
	t.Brief = true
	switch {
	case len(rows) == 0:
		t.note("none of %d differences can be told from nothing", s.of)
	case len(rows) > told:
		t.note("%d of %d differences can be told from nothing; these are the surest, -o csv has all", len(rows), s.of)
	}
}

// carDifferences is how groups of cars fare differently. A group has so many
// cars: its place is the mean of theirs.
func carDifferences(name, title, of string, groups []string, diffs []sim.CarDiff, cars float64) Table {
	t := differenceTable(name, title, of, "figure")
	s := surest{of: len(diffs) * len(sim.CarFigures())}
	for i := range diffs {
		if diffs[i][0].N == 0 {
			continue // a slot that no car took in both races
		}
		for k, figure := range sim.CarFigures() {
			d := diffs[i][k].Estimate(s.of)
			if k == 0 {
				d = perCar(d, cars)
			}
			s.add(&t, d, groups[i], figure)
		}
	}
	s.choose(&t)
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
	races := Races(r)
	guest, _, visited := r.Guest()
	switch {
	case len(r.Swept) > 0:
		lines = []string{sweptFact(r)}
		races = fmt.Sprintf("%d combinations, the same luck for each: %s", len(r.Subjects), races)
	case len(r.Pairs) == 0:
		lines = []string{fact(&r.Subjects[0], r.Subjects[0].Settings)}
	case visited:
		lines = []string{fact(&r.Subjects[0], r.Subjects[0].Settings), "each race once more under the same luck, with " + guest + " in one car, every car in turn"}
	default:
		for i := range r.Subjects {
			lines = append(lines, string(rune('A'+i))+": "+fact(&r.Subjects[i], r.Subjects[i].Settings))
		}
		races = fmt.Sprintf("%s %s of races under the same luck", grouped(r.Pairs[0].Races), plural(int(r.Pairs[0].Races), "pair"))
	}
	if r.From > 1 || !r.Whole() || r.To < r.Races {
		races += fmt.Sprintf(" of %s", grouped(r.Races))
	}
	return append(lines, races+", seed "+r.Seed)
}

// fact says what was simulated.
func fact(s *sim.Subject, settings []string) string {
	line := fmt.Sprintf("%s on %s, %d %s, %d cars", s.Name, s.Track, s.Laps, plural(s.Laps, cmp.Or(s.Unit, "lap")), len(s.Cars))
	for _, set := range settings {
		line += ", " + set
	}
	return line
}

// Races is how many races were played, in words.
func Races(r *sim.Result) string {
	return fmt.Sprintf("%s %s", grouped(r.Done()), plural(int(r.Done()), "race"))
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
