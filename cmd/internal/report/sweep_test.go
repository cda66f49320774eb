package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sandbox/core/sim"
)

// swept is of a hundred races under each of four combinations: in those with
// bonus=4 a race has two rounds more, in the last of them nothing was played.
func swept() *sim.Result {
	r := compared()
	a := r.Subjects[0]
	r.Swept, r.Subjects, r.Counts, r.Pairs = []string{"bonus", "luck"}, nil, nil, nil
	same := sim.Diff{N: 100, A: 1000, B: 1000, AA: 10_020, BB: 10_020}
	for i, settings := range [][]string{{"bonus=2", "luck=no"}, {"bonus=2", "luck=yes"}, {"bonus=4", "luck=no"}, {"bonus=4", "luck=yes"}} {
		a.Settings = append([]string{"pits=true"}, settings...)
		c := result().Counts[0]
		c.Races = 100
		r.Subjects, r.Counts = append(r.Subjects, a), append(r.Counts, c)
		if i == 0 {
			continue
		}
		rounds := same
		if i > 1 {
			rounds.B, rounds.D, rounds.BB, rounds.DD = 1200, 200, 14_420, 410
		}
		p := &sim.Pairs{Races: 100, Figures: []sim.Diff{rounds, same, same, same, same, same, same, same, same, same, {N: 100}, {N: 100}}, Counted: map[string]sim.Diff{"spin": pairs(100, 2, 3)}}
		if i == 3 {
			p = &sim.Pairs{Figures: make([]sim.Diff, 12)}
		}
		r.Pairs = append(r.Pairs, p)
	}
	return r
}

func TestSweep(t *testing.T) {
	tables := Of(swept())
	if len(tables) != 4 {
		t.Fatalf("%d tables", len(tables))
	}
	for i, want := range []string{
		"2 | no | 10.00 ±0.09 |", "2 | yes | 10.00 ±0.09 |", "4 | no | 12.00 ±0.09 | 10.00 ±0.09 |", "4 | yes |  |  |",
	} {
		if got := strings.Split(printed(&tables[0]), "\n")[i+1]; !strings.HasPrefix(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	if got := printed(&tables[1]); !strings.HasPrefix(got, "bonus | luck | last lead change, % of the race | rounds led up to the end | order of the grid kept, % | decisions of a driver\n2 | no | 10.00 ±0.09 | 10.00 ±0.09 | 10.00 ±0.09 | 5.00 ±0.04\n") {
		t.Error(got)
	}
	if got := printed(&tables[2]); !strings.HasPrefix(got, "figure | luck | from |  | to\nrounds | no | 10.000 | ▁█ | 12.000\nrounds | yes | 10.000 | ▁  | \novertakes | no | 10.000 | ▅▅ | 10.000\n") {
		t.Error(got)
	}
	if got, want := printed(&tables[3]), `bonus | luck | figure | A | B | B - A | 95 % |  | pairing
2 | yes | counted: spin | 2.000 | 3.500 | +1.500 | +1.339 to +1.661 | more | x1.0
4 | no | rounds | 10.000 | 12.000 | +2.000 | +1.898 to +2.102 | more | x4.0
4 | no | counted: spin | 2.000 | 3.500 | +1.500 | +1.339 to +1.661 | more | x1.0
pairing: how many races without the same luck say as much as one with it`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if n := len(tables[3].Rows); n != 26 { // thirteen figures of two combinations; one has no races
		t.Errorf("%d differences", n)
	}
}

func TestSweepOfNothing(t *testing.T) {
	r := swept()
	for _, p := range r.Pairs {
		p.Races = 0
	}
	if got := Of(r); len(got) != 1 || printed(&got[0]) != "\nno race was played to its end" {
		t.Errorf("%+v", got)
	}
}

func TestSweepFacts(t *testing.T) {
	want := []string{"Oval on Ring, 1 lap, 2 cars, pits=true", "4 combinations, the same luck for each: 100 races, seed s"}
	if got := Facts(swept()); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// A line goes from the lowest to the highest that its figure may be.
func TestSweepLine(t *testing.T) {
	at := func(mean, reach float64) any {
		return sim.Estimate{Mean: mean, Of: sim.Interval{Low: mean - reach, High: mean + reach}}
	}
	for _, c := range []struct {
		name string
		of   []any
		want string
	}{
		{"sure", []any{at(1, 0), at(2, 0), at(8, 0)}, "▁▂█"},
		{"unsure", []any{at(4, 4), at(5, 3), at(4, 4)}, "▅▆▅"},
		{"the same", []any{at(3, 0), at(3, 0)}, "▁▁"},
		{"one has none", []any{at(1, 0), nil, at(2, 0)}, "▁ █"},
		{"a single race each", []any{at(1, math.Inf(1)), at(2, math.Inf(1))}, "▁█"},
	} {
		f := sweptFigure{of: c.of}
		all := make([]int, len(c.of))
		for i := range all {
			all[i] = i
		}
		if got := f.line(all, f.scale()); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
