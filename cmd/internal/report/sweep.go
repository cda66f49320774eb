package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sandbox/core/sim"
)

// sweepTables are the tables of a sweep: a line for each combination of its
// values, each figure as a line over them, and how the combinations differ from
// the first.
func sweepTables(r *sim.Result) []Table {
	if !slices.ContainsFunc(r.Pairs, func(p *sim.Pairs) bool { return p.Races > 0 }) {
		return nothing()
	}
	races, game := sweptRaces(r), sweptGame(r)
	return []Table{
		gridTable(r, "sweep", "Sweep", races), gridTable(r, "sweep game", "Sweep: the game", game),
		linesTable(r, append(races, game...)), sweptDifferences(r),
	}
}

// sweptFigure is one figure of each combination; nil of one that has none.
type sweptFigure struct {
	name, title string
	kind        Kind // About, or AboutShare
	of          []any
}

// sweptRaces are the figures of the races as a whole and, where cars are grouped,
// the wins of each group.
func sweptRaces(r *sim.Result) (list []sweptFigure) {
	for k, name := range sim.Figures()[:firstOfCourse()] {
		list = append(list, sweptMeans(r, k, name, 1))
	}
	for _, value := range sweptGroups(r) {
		f := sweptFigure{name: "wins of " + valueText(value), title: "wins % of " + valueText(value), kind: AboutShare}
		for i := range r.Subjects {
			f.of = append(f.of, sweptWins(r.Counts[i], value))
		}
		list = append(list, f)
	}
	return list
}

// sweptGame are the figures that say how good a game is.
func sweptGame(r *sim.Result) (list []sweptFigure) {
	for _, f := range gameFigures[1:] { // the first is one of the races, too
		k := firstOfCourse() + f.course
		seen := slices.ContainsFunc(r.Pairs, func(p *sim.Pairs) bool { return p.Figures[k].A != 0 || p.Figures[k].B != 0 })
		if f.told(seen) {
			list = append(list, sweptMeans(r, k, f.name, f.cars(&r.Subjects[0])))
		}
	}
	return list
}

// firstOfCourse is the place of the first of sim.CourseFigures among sim.Figures.
func firstOfCourse() int { return len(sim.Figures()) - len(sim.CourseFigures()) }

// cars is of how many cars together a figure is that is told as one's.
func (f *gameFigure) cars(s *sim.Subject) float64 {
	if f.driver {
		return float64(len(s.Cars))
	}
	return 1
}

// sweptMeans are the means of figure k, of so many cars.
func sweptMeans(r *sim.Result, k int, name string, cars float64) sweptFigure {
	f := sweptFigure{name: name, title: name, kind: About}
	for i := range r.Subjects {
		e, ok := sweptMean(r, i, k).(sim.Estimate)
		if !ok {
			f.of = append(f.of, nil)
			continue
		}
		f.of = append(f.of, sim.Estimate{Mean: e.Mean / cars, Of: sim.Interval{Low: e.Of.Low / cars, High: e.Of.High / cars}})
	}
	return f
}

// sweptMean is the mean of figure k of a combination. That of the first is of
// the races that it shares with the one that it shares most with.
func sweptMean(r *sim.Result, combination, k int) any {
	best := max(0, combination-1)
	for i, p := range r.Pairs {
		if combination == 0 && p.Races > r.Pairs[best].Races {
			best = i
		}
	}
	d := r.Pairs[best].Figures[k]
	if d.N == 0 {
		return nil
	}
	a, b := d.Means()
	if combination == 0 {
		return a
	}
	return b
}

// sweptGroups are the values that cars are grouped by in any combination.
func sweptGroups(r *sim.Result) []string {
	all := map[string]bool{}
	for _, c := range r.Counts {
		for value := range c.By {
			all[value] = true
		}
	}
	return sim.Values(all)
}

// sweptWins is the share of wins of a group of cars.
func sweptWins(c *sim.Counts, value string) any {
	if c.By[value] == nil || c.By[value].Places.Starts == 0 {
		return nil
	}
	mean, of := c.Figure(value, slices.Index(sim.CarFigures(), "wins"))
	return sim.Estimate{Mean: mean, Of: of}
}

// gridTable is figures of each combination.
func gridTable(r *sim.Result, name, title string, figures []sweptFigure) Table {
	t := Table{Name: name, Title: title}
	for _, path := range r.Swept {
		t.Columns = append(t.Columns, Column{path, path, Text})
	}
	for _, f := range figures {
		t.Columns = append(t.Columns, Column{f.name, f.title, f.kind})
	}
	for i := range r.Subjects {
		row := texts(r.Values(i))
		for _, f := range figures {
			row = append(row, f.of[i])
		}
		t.add(row...)
	}
	return t
}

func texts(list []string) []any {
	values := make([]any, len(list))
	for i, text := range list {
		values[i] = text
	}
	return values
}

// linesTable is each figure as a line over the setting with the most values, one
// for each combination of the others.
func linesTable(r *sim.Result, figures []sweptFigure) Table {
	axis := longest(r)
	t := Table{Name: "lines", Columns: []Column{{"figure", "figure", Text}}}
	for i, path := range r.Swept {
		if i != axis {
			t.Columns = append(t.Columns, Column{path, path, Text})
		}
	}
	t.Columns = append(t.Columns, Column{"first", "from", Fine}, Column{"line", "", Text}, Column{"last", "to", Fine})
	lines, along := sweptLines(r, axis)
	t.Title = "As lines over " + r.Swept[axis] + ": " + strings.Join(along, ", ")
	for _, f := range figures {
		scale := f.scale()
		for _, line := range lines {
			row := append([]any{f.name}, texts(without(r.Values(line[0]), axis))...)
			t.add(append(row, meanOf(f.of[line[0]]), f.line(line, scale), meanOf(f.of[line[len(line)-1]]))...)
		}
	}
	t.note("from the bottom of a line to its top is as far as the intervals of its figure reach: what chance does is flat")
	return t
}

// longest is the setting that takes the most values, the first of them.
func longest(r *sim.Result) int {
	axis, most := 0, 0
	for k := range r.Swept {
		seen := map[string]bool{}
		for i := range r.Subjects {
			seen[r.Values(i)[k]] = true
		}
		if len(seen) > most {
			axis, most = k, len(seen)
		}
	}
	return axis
}

// sweptLines are the combinations that differ in one setting alone, each list
// in the order of its values, and the values.
func sweptLines(r *sim.Result, axis int) (lines [][]int, along []string) {
	at := map[string]int{}
	for i := range r.Subjects {
		values := r.Values(i)
		others := fmt.Sprintf("%q", without(values, axis))
		if _, known := at[others]; !known {
			at[others] = len(lines)
			lines = append(lines, nil)
		}
		line := at[others]
		lines[line] = append(lines[line], i)
		if line == 0 {
			along = append(along, values[axis])
		}
	}
	return lines, along
}

func without(list []string, at int) []string { return slices.Delete(slices.Clone(list), at, at+1) }

// meanOf is the mean of an estimate, nil for none.
func meanOf(figure any) any {
	if e, ok := figure.(sim.Estimate); ok {
		return e.Mean
	}
	return nil
}

// scale is from the lowest to the highest that a figure may be.
func (f *sweptFigure) scale() sim.Interval {
	reach := sim.Interval{Low: math.Inf(1), High: math.Inf(-1)}
	for _, figure := range f.of {
		e, ok := figure.(sim.Estimate)
		if !ok {
			continue
		}
		low, high := e.Of.Low, e.Of.High
		if math.IsInf(high-low, 0) {
			low, high = e.Mean, e.Mean
		}
		reach = sim.Interval{Low: min(reach.Low, low), High: max(reach.High, high)}
	}
	return reach
}

// heights are those of a line, the lowest first.
const heights = "▁▂▃▄▅▆▇█"

// line draws a figure of some combinations.
func (f *sweptFigure) line(combinations []int, scale sim.Interval) string {
	steps := []rune(heights)
	var b strings.Builder
	for _, i := range combinations {
		e, ok := f.of[i].(sim.Estimate)
		if !ok {
			b.WriteRune(' ')
			continue
		}
		at := 0
		if wide := scale.High - scale.Low; wide > 0 {
			share := float64((e.Mean - scale.Low) / wide)
			at = min(int(float64(share*float64(len(steps)))), len(steps)-1)
		}
		b.WriteRune(steps[at])
	}
	return b.String()
}

// sweptDifferences is how the combinations differ from the first in figures,
// causes, what is counted and groups of cars. People read those that are surest.
func sweptDifferences(r *sim.Result) Table {
	var first []string
	for i, value := range r.Values(0) {
		first = append(first, r.Swept[i]+"="+value)
	}
	t := differenceTable("differences", "Differences: A is "+strings.Join(first, ", "), append(slices.Clone(r.Swept), "figure")...)
	s := surest{}
	for _, p := range r.Pairs {
		s.of += len(sim.Figures()) + len(p.Out) + len(p.Counted) + len(p.By)*len(sim.CarFigures())
	}
	for i, p := range r.Pairs {
		if p.Races > 0 {
			sweptPairs(&r.Subjects[0], p, s.of, func(d sim.Difference, figure string) { s.add(&t, d, append(r.Values(i+1), figure)...) })
		}
	}
	s.choose(&t)
	t.note("pairing: how many races without the same luck say as much as one with it")
	return t
}

// sweptPairs adds all differences of a combination.
func sweptPairs(subject *sim.Subject, p *sim.Pairs, of int, add func(d sim.Difference, figure string)) {
	for k, name := range sim.Figures()[:firstOfCourse()] {
		add(p.Figures[k].Estimate(of), name)
	}
	for _, f := range gameFigures[1:] {
		add(perCar(p.Figures[firstOfCourse()+f.course].Estimate(of), f.cars(subject)), f.name)
	}
	for _, named := range []struct {
		what  string
		diffs map[string]sim.Diff
	}{{"out: ", p.Out}, {"counted: ", p.Counted}} {
		if named.what == "out: " && len(named.diffs) == 1 {
			continue // one cause is all retired cars
		}
		for _, name := range byCount(named.diffs, func(d sim.Diff) int64 { return d.A + d.B }) {
			d := named.diffs[name]
			d.N = p.Races // where the name did not come up it is 0
			add(d.Estimate(of), named.what+cause(name))
		}
	}
	for _, value := range sim.Values(p.By) {
		if d := p.By[value]; d.A.Cars > 0 && d.B.Cars > 0 {
			for k, figure := range sim.CarFigures() {
				add(d.Estimate(k, p.Races, of), figure+" of "+valueText(value))
			}
		}
	}
}

// sweptFact says what is the same in all combinations.
func sweptFact(r *sim.Result) string {
	s := &r.Subjects[0]
	return fact(s, s.Settings[:len(s.Settings)-len(r.Swept)])
}
