package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sandbox/core/sim"
)

// by are the cars of four races compared by tyres, and by none at all: one of
// each in every race, and those with chains lose all but one.
func by(r *sim.Result) *sim.Result {
	figures := func(place, points, wins, out int64) [4]int64 { return [4]int64{place, points, wins, out} }
	for _, c := range r.Counts {
		c.Races = 4
		c.By = sim.Groups{
			"studs":  {Places: places(36, "3 0", "0 1"), With: map[string]sim.Products{"studs": {NN: 4, NY: figures(5, 36, 3, 1), YN: figures(5, 36, 3, 1), YY: figures(7, 324, 3, 1)}}},
			"chains": {Places: places(28, "1 3", "0 0"), With: map[string]sim.Products{"chains": {NN: 4, NY: figures(7, 28, 1, 0), YN: figures(7, 28, 1, 0), YY: figures(13, 196, 1, 0)}, "studs": {NN: 4, NY: figures(5, 36, 3, 1), YN: figures(7, 28, 1, 0), YY: figures(8, 252, 0, 0)}}},
			"":       {Places: places(0, "0 0", "0 4"), With: map[string]sim.Products{"": {NN: 4, NY: figures(8, 0, 0, 4), YN: figures(8, 0, 0, 4), YY: figures(16, 0, 0, 4)}}},
		}
	}
	for i := range r.Subjects {
		r.Subjects[i].By = "tyres"
	}
	return r
}

// only are the tables of these names.
func only(tables []Table, names ...string) (list []Table) {
	for _, t := range tables {
		if slices.Contains(names, t.Name) {
			list = append(list, t)
		}
	}
	return list
}

// Four races are too few to tell any of four differences from nothing.
func TestTablesOfGroups(t *testing.T) {
	r := by(result())
	delete(r.Counts[0].By, "")
	tablesAre(t, only(Of(r), "by tyres", "between tyres"), `
[by tyres] By tyres when the race begins
tyres | starts | wins | win % | 95 % | place | 95 % | out % | 95 % | points | 95 %
chains | 4 | 1 | 25.0 | 3.7-74.4 | 1.75 | 1.26-2.24 | 0.0 | 0.0-49.0 | 7.00 | 7.00-7.00
studs | 4 | 3 | 75.0 | 25.6-96.3 | 1.25 | 0.76-1.74 | 25.0 | 3.7-74.4 | 9.00 | 9.00-9.00

[between tyres] Differences by tyres: A has the one, B the other
A | B | figure | A | B | B - A | 95 % | 
chains | studs | place | 1.750 | 1.250 | -0.500 |  | not distinguishable
chains | studs | points | 7.000 | 9.000 | +2.000 |  | not distinguishable
chains | studs | wins | 0.250 | 0.750 | +0.500 |  | not distinguishable
chains | studs | retirements | 0.000 | 0.250 | +0.250 |  | not distinguishable
`)
	for _, g := range r.Counts[0].By {
		g.Places.Points = 0
	}
	for _, table := range only(Of(r), "by tyres", "between tyres") {
		if text := fmt.Sprint(table); strings.Contains(text, "points") {
			t.Errorf("nobody scores, and points are told: %s", text)
		}
	}
	r.Counts[0].By = sim.Groups{"studs": r.Counts[0].By["studs"]}
	if left := only(Of(r), "between tyres"); len(left) != 0 {
		t.Errorf("one value differs from itself: %v", left)
	}
}

// A field may hold nothing; of many differences people read the surest.
func TestTablesOfManyGroups(t *testing.T) {
	tables := only(Of(by(result())), "by tyres", "between tyres")
	if name := tables[0].Rows[0][0]; name != "(none)" {
		t.Errorf("no value is called %v", name)
	}
	if n := len(tables[1].Rows); n != 12 || tables[1].Brief {
		t.Errorf("%d differences, brief %v", n, tables[1].Brief)
	}
	r := by(result())
	for _, value := range []string{"1", "10", "9"} {
		r.Counts[0].By[value] = r.Counts[0].By["studs"]
	}
	tables = only(Of(r), "by tyres", "between tyres")
	var names []any
	for _, row := range tables[0].Rows {
		names = append(names, row[0])
	}
	if !slices.Equal(names, []any{"1", "9", "10", "(none)", "chains", "studs"}) {
		t.Errorf("values in the order %v", names)
	}
	if n := len(tables[1].Rows); n != 60 || !tables[1].Brief || len(tables[1].Shown) > told {
		t.Errorf("%d differences, %d read", n, len(tables[1].Shown))
	}
}

func TestGroupsOfAComparison(t *testing.T) {
	r := by(compared())
	sums := func(n int64, figures ...int64) sim.Sums { return sim.Sums{Cars: n, Figures: [4]int64(figures)} }
	same := sim.Products{NN: 200, NY: [4]int64{300, 0, 100, 0}, YN: [4]int64{300, 0, 100, 0}, YY: [4]int64{500, 0, 100, 0}}
	r.Pairs[0].By = map[string]sim.GroupDiff{
		"studs": {A: sums(100, 150, 0, 50, 0), B: sums(100, 150, 0, 50, 0), AA: same, BB: same, AB: same},
		"ice":   {A: sums(0, 0, 0, 0, 0), B: sums(100, 150, 0, 50, 0), BB: same},
	}
	tablesAre(t, only(Of(r), "by tyres"), `
[by tyres] By tyres when the race begins
tyres | figure | A | B | B - A | 95 % |  | pairing
studs | place | 1.500 | 1.500 | 0.000 | 0.000 to 0.000 | the same in every race | 
studs | points | 0.000 | 0.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
studs | wins | 0.500 | 0.500 | 0.000 | 0.000 to 0.000 | the same in every race | 
studs | retirements | 0.000 | 0.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
no car has ice in both
`)
}
