package sim

import (
	"context"
	"reflect"
	"strconv"
	"testing"

	"sandbox/core/race"
)

// The differences are those of the races, each pair played by itself.
func TestPairsAreOfTheSameRaces(t *testing.T) {
	const races = 120
	r := simulate(t, "pairs", 1, races, races, 2, troubled, &faster)
	want := newPairs(&r.Subjects[0], &r.Subjects[1])
	type both map[string][2]int
	add := func(into map[string]Diff, values both) {
		for name, v := range values {
			into[name] = plus(into[name], v[0], v[1])
		}
	}
	for n := int64(1); n <= races; n++ {
		sides := [2]*single{alone(t, troubled, "pairs", n), alone(t, faster, "pairs", n)}
		if sides[0].err != nil || sides[1].err != nil {
			continue
		}
		want.Races++
		figures := make([][2]int, len(figureNames))
		causes, things, bots := both{}, both{}, [3][4][2]int{}
		slots := [4][4][2]int{}
		for side, s := range sides {
			figures[0][side] = s.rounds
			for at, car := range s.order {
				c := s.cars[car]
				values := [4]int{at + 1, s.points[car], 0, 0}
				if c.Status() == race.Retired {
					values[3] = 1
					figures[3][side]++
					v := causes[c.Why()]
					v[side]++
					causes[c.Why()] = v
				} else if at == 0 {
					values[2] = 1
					figures[5][side] = c.Grid()
					if c.Grid() == 1 {
						figures[4][side] = 1
					}
				}
				for k, v := range values {
					slots[c.Grid()-1][k][side] = v
					bots[s.bots[car]][k][side] += v
				}
			}
			for what, cars := range s.counted {
				v := things[what]
				for _, list := range cars {
					for _, n := range list {
						v[side] += n
					}
				}
				things[what] = v
			}
		}
		for i, v := range figures {
			want.Figures[i] = plus(want.Figures[i], v[0], v[1])
		}
		for i := range slots {
			for k, v := range slots[i] {
				want.Slots[i][k] = plus(want.Slots[i][k], v[0], v[1])
			}
		}
		for i := range bots {
			for k, v := range bots[i] {
				want.Bots[i][k] = plus(want.Bots[i][k], v[0], v[1])
			}
		}
		for car := range ovalCars {
			for k := range CarFigures() {
				want.Cars[car][k] = plus(want.Cars[car][k], sides[0].figure(car, k), sides[1].figure(car, k))
			}
		}
		add(want.Out, causes)
		add(want.Counted, things)
	}
	got := r.Pairs[0]
	for _, i := range []int{1, 2, 6, 7, 8, 9, 10, 11} { // those of the course of the race: as in Counts, below
		want.Figures[i] = got.Figures[i]
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if want.Races == 0 || want.Races == races {
		t.Errorf("%d pairs of %d are no test", want.Races, races)
	}
}

// plus is a Diff and one more pair, with each sum written out.
func plus(d Diff, a, b int) Diff {
	x, y := int64(a), int64(b)
	return Diff{d.N + 1, d.A + x, d.B + y, d.D + y - x, d.AA + x*x, d.BB + y*y, d.DD + x*x - 2*x*y + y*y}
}

func (s *single) figure(car, k int) int {
	place := 0
	for at, other := range s.order {
		if other == car {
			place = at + 1
		}
	}
	out := s.cars[car].Status() == race.Retired
	return [...]int{place, s.points[car], one(place == 1 && !out), one(out)}[k]
}

// Where no race fails, the sums of both sides are those of Counts.
func TestPairsAgreeWithCounts(t *testing.T) {
	r := simulate(t, "agree", 1, 100, 100, 2, plain, &faster)
	for i, h := range []func(c *Counts) Histogram{
		func(c *Counts) Histogram { return c.Rounds }, func(c *Counts) Histogram { return c.Overtakes },
		func(c *Counts) Histogram { return c.Leads }, func(c *Counts) Histogram { return c.Retired },
		nil, nil,
		func(c *Counts) Histogram { return c.Course[0] }, func(c *Counts) Histogram { return c.Course[1] },
		func(c *Counts) Histogram { return c.Course[2] }, func(c *Counts) Histogram { return c.Course[3] },
		func(c *Counts) Histogram { return c.Course[4] }, func(c *Counts) Histogram { return c.Course[5] },
	} {
		if h == nil {
			continue
		}
		sums, d := [2]int64{}, r.Pairs[0].Figures[i]
		for side, c := range r.Counts {
			for v, n := range h(c) {
				sums[side] += int64(v) * n
			}
		}
		if d.N != 100 || d.A != sums[0] || d.B != sums[1] || d.D != sums[1]-sums[0] {
			t.Errorf("%s: %+v, want sums %v", Figures()[i], d, sums)
		}
	}
	if d := r.Pairs[0].Figures[4]; d.A != r.Counts[0].Slots[0].Wins() || d.B != r.Counts[1].Slots[0].Wins() {
		t.Errorf("wins from pole %+v", d)
	}
	for what, d := range r.Pairs[0].Counted {
		if a, b := r.Counts[0].Counted[what], r.Counts[1].Counted[what]; d.A != a.Sum || d.B != b.Sum || d.N < max(a.Races, b.Races) || d.N > a.Races+b.Races {
			t.Errorf("%s: %+v of %d and %d races", what, d, a.Races, b.Races)
		}
	}
}

// A variant does not differ from itself, whatever it is called.
func TestPairsOfTheSame(t *testing.T) {
	p := whole(t, "same", 50, troubled, &troubled).Pairs[0]
	all := append([]Diff{}, p.Figures...)
	for _, list := range [][]CarDiff{p.Slots, p.Cars, p.Bots} {
		for _, d := range list {
			all = append(all, d[:]...)
		}
	}
	for _, m := range []map[string]Diff{p.Out, p.Counted} {
		for _, d := range m {
			all = append(all, d)
		}
	}
	if len(all) < 6+4*(4+4+3)+2 {
		t.Errorf("only %d differences", len(all))
	}
	for _, d := range all {
		if e := d.Estimate(1); !e.Equal || e.Differs || d.D != 0 || d.A != d.B || d.N < 1 {
			t.Errorf("%+v: %+v", d, e)
		}
	}
}

// What cannot be paired is left out.
func TestPairsOfDifferentFields(t *testing.T) {
	for _, c := range []struct {
		name             string
		a, b             Subject
		slots, cars, bot int
	}{
		{"the same", Subject{Cars: ovalCars, Bots: plain.bots}, Subject{Cars: ovalCars, Bots: plain.bots}, 4, 4, 3},
		{"other names", Subject{Cars: ovalCars, Bots: plain.bots}, Subject{Cars: []string{"A", "B", "C", "E"}, Bots: plain.bots}, 4, 0, 3},
		{"more cars", Subject{Cars: ovalCars, Bots: plain.bots}, Subject{Cars: []string{"A", "B", "C", "D", "E"}, Bots: plain.bots}, 0, 0, 3},
		{"other bots", Subject{Cars: ovalCars, Bots: plain.bots}, Subject{Cars: ovalCars, Bots: []string{"calm", "wild", "bold"}}, 4, 4, 0},
		{"no bots", Subject{Cars: ovalCars}, Subject{Cars: ovalCars}, 4, 4, 0},
	} {
		if p := newPairs(&c.a, &c.b); len(p.Slots) != c.slots || len(p.Cars) != c.cars || len(p.Bots) != c.bot || len(p.Figures) != len(Figures()) {
			t.Errorf("%s: %d slots, %d cars, %d bots", c.name, len(p.Slots), len(p.Cars), len(p.Bots))
		}
	}
}

// A car that has no grid slot in one of the two races is no pair of its slot.
func TestPairsOfSlotsThatNobodyTook(t *testing.T) {
	side := func(grid ...int) *outcome {
		o := &outcome{rounds: 1}
		for i, g := range grid {
			o.cars = append(o.cars, finish{place: i + 1, grid: g})
		}
		return o
	}
	s := Subject{Cars: ovalCars[:3]}
	p := newPairs(&s, &s)
	p.take(side(2, 1, 0), side(1, 0, 0))
	p.take(side(3, 2, 1), side(1, 2, 3))
	var got [3]Diff
	for i := range got {
		got[i] = p.Slots[i][0]
	}
	want := [3]Diff{
		plus(plus(Diff{}, 2, 1), 3, 1), // the first pair's places from pole are 2 and 1, the second's 3 and 1
		plus(Diff{}, 2, 2),
		plus(Diff{}, 1, 3),
	}
	if got != want {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if d := p.Figures[5]; d.A != 5 || d.B != 2 {
		t.Errorf("the winners' slots add up to %d and %d", d.A, d.B)
	}
}

// Several that are compared with one differ from it as each does alone, parts
// of the run included.
func TestPairsOfMany(t *testing.T) {
	const races = 60
	others := []oval{faster, troubled, plain}
	var list []Part
	for k := range int64(2) {
		job := Job{Seed: "many", Races: races, From: 1 + 30*k, To: 30 + 30*k, Workers: 2, Swept: []string{"x"}, A: plain.variant()}
		for _, o := range others {
			job.Others = append(job.Others, o.variant())
		}
		job.A.Settings = []string{"y=1", "x=0"}
		for i := range job.Others {
			job.Others[i].Settings = []string{"y=1", "x=" + strconv.Itoa(i+1)}
		}
		r, err := Run(context.Background(), job)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Part{"part", reread(t, r)})
	}
	all, err := Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	if v := all.Values(3); len(v) != 1 || v[0] != "3" {
		t.Errorf("the last has %q", v)
	}
	for i := range others {
		alone := whole(t, "many", races, plain, &others[i])
		if !reflect.DeepEqual(all.Pairs[i], alone.Pairs[0]) || !reflect.DeepEqual(all.Counts[i+1], alone.Counts[1]) {
			t.Errorf("%d: %+v\nwant %+v", i, all.Pairs[i], alone.Pairs[0])
		}
	}
}
