package sim

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sandbox/core/race"
)

var byFuel, fasterByFuel = oval{bots: plain.bots, by: "fuel"}, oval{bots: plain.bots, bonus: 1, by: "fuel"}

// finishes is a race of cars as "tyres place points", those with a ! out.
func finishes(text string) *outcome {
	o := &outcome{}
	for _, car := range strings.Split(text, ", ") {
		f := finish{out: strings.HasSuffix(car, "!")}
		fmt.Sscanf(strings.TrimSuffix(car, "!"), "%s %d %d", &f.by, &f.place, &f.points)
		o.cars = append(o.cars, f)
	}
	return o
}

// counted are hand-made races, compared by tyres.
func counted(races ...*outcome) *Counts {
	c := newCounts(&Subject{Cars: make([]string, len(races[0].cars)), By: "tyres"})
	for _, o := range races {
		c.Races++
		c.By.take(o)
	}
	return c
}

// Three races of three cars, in which as many have studs as want to.
func TestGroups(t *testing.T) {
	races := []*outcome{finishes("studs 1 9, chains 2 6, chains 3 0!"), finishes("studs 1 9, studs 2 6, chains 3 4"), finishes("chains 1 9, studs 2 6, chains 3 0!")}
	c := counted(races...)
	if got := Values(c.By); !slices.Equal(got, []string{"chains", "studs"}) {
		t.Fatalf("values %v", got)
	}
	studs := c.By["studs"]
	if got := studs.Places.sums(); got != (Sums{4, [4]int64{6, 30, 2, 0}}) {
		t.Errorf("studs: %+v", got)
	}
	if got := c.By["chains"].Places.sums(); got != (Sums{5, [4]int64{12, 19, 1, 2}}) {
		t.Errorf("chains: %+v", got)
	}
	// cars with studs by race 1, 2, 1 and their places 1, 3, 2; of chains 2, 1, 2 and 5, 3, 4
	if p := studs.With["studs"]; p.NN != 6 || p.NY[0] != 9 || p.YN[0] != 9 || p.YY[0] != 14 {
		t.Errorf("studs with studs: %+v", p)
	}
	if p := c.By["chains"].With["studs"]; p.NN != 6 || p.NY[0] != 9 || p.YN[0] != 15 || p.YY[0] != 22 {
		t.Errorf("chains with studs: %+v", p)
	}
	if len(studs.With) != 1 {
		t.Errorf("products are there twice: %v", studs.With)
	}
	// place: studs 1.5, so by race 1 - 1.5, 3 - 3 and 2 - 1.5; chains 2.4, so 5 - 4.8, 3 - 2.4 and 4 - 4.8
	a, b := []float64{-0.5, 0, 0.5}, []float64{0.2, 0.6, -0.8}
	sum := 0.0
	for i := range a {
		sum += 2 * (b[i]/10 - a[i]/8) * (b[i]/10 - a[i]/8) // each race is there twice
	}
	reach := deviations(1) * math.Sqrt(1.2*sum)
	c = counted(append(races, races...)...)
	e := c.Between("studs", "chains", 0, 1)
	if !near(e.A, 1.5) || !near(e.B, 2.4) || !near(e.D, 0.9) || !near(e.Of.Low, 0.9-reach) || !near(e.Of.High, 0.9+reach) {
		t.Errorf("%+v, want 0.9 within %v", e, reach)
	}
	back := c.Between("chains", "studs", 0, 1)
	if !near(back.D, -0.9) || !near(back.Of.High-back.Of.Low, 2*reach) {
		t.Errorf("the other way round %+v", back)
	}
}

// Where each race has one car of each group, a difference is that of pairs.
func TestBetweenIsThatOfPairs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	var races []*outcome
	var place Diff
	for range 50 {
		p := rnd.Perm(3)
		races = append(races, finishes(fmt.Sprintf("a %d 0, b %d 0, c %d 0", p[0]+1, p[1]+1, p[2]+1)))
		place.take(p[0]+1, p[1]+1)
	}
	got, want := counted(races...).Between("a", "b", 0, 3), place.Estimate(3)
	if !near(got.A, want.A) || !near(got.B, want.B) || !near(got.D, want.D) || !near(got.Of.Low, want.Of.Low) || !near(got.Of.High, want.Of.High) || !near(got.Worth, want.Worth) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

// Cars of one race share its luck, and there are more of them in the one than in
// the other: the intervals hold all the same.
func TestIntervalsOfGroupsHold(t *testing.T) {
	sample := func(rnd *rand.Rand) *Counts {
		var races []*outcome
		for range 80 {
			o, wild := &outcome{}, rnd.IntN(2) == 0 // on a wild day more go out
			for car := range 8 {
				f := finish{by: "studs", place: 1 + rnd.IntN(8), out: rnd.IntN(10) < 3+2*one(wild)}
				if car == 0 || car > 1 && rnd.IntN(3) == 0 { // one of each at least
					f.by, f.place = "chains", min(f.place+1, 8)
				}
				o.cars = append(o.cars, f)
			}
			races = append(races, o)
		}
		return counted(races...)
	}
	covered(t, "a share", func(rnd *rand.Rand) bool { _, of := sample(rnd).Figure("studs", 3); return of.holds(0.4) })
	covered(t, "a mean", func(rnd *rand.Rand) bool { _, of := sample(rnd).Figure("studs", 0); return of.holds(4.5) })
	covered(t, "a difference", func(rnd *rand.Rand) bool {
		return sample(rnd).Between("studs", "chains", 0, 1).Of.holds(7.0 / 8) // of those on 8 none is a place further back
	})
}

// The value is that of the beginning of the race, when the sessions are over; what
// the rules change later is of no matter.
func TestValuesOfTheStart(t *testing.T) {
	r := whole(t, "s", 60, byFuel, nil)
	cars := int64(0)
	for value, g := range r.Counts[0].By {
		if n, err := strconv.Atoi(value); err != nil || n < 2 || n > 12 {
			t.Errorf("fuel %q", value)
		}
		cars += g.Places.Starts
	}
	if cars != 4*60 || len(r.Counts[0].By) < 8 {
		t.Errorf("%d cars with %d values", cars, len(r.Counts[0].By))
	}
	if got := Values(r.Counts[0].By); got[0] != "2" && got[0] != "3" || got[len(got)-1] == "9" {
		t.Errorf("values in the order %v", got)
	}
}

// By bot is what the table of bots says, with intervals that know that one car
// alone wins a race.
func TestGroupsAreThoseOfBots(t *testing.T) {
	o := plain
	o.by = "bot"
	c := whole(t, "s", 60, o, nil).Counts[0]
	for i, bot := range plain.bots {
		if got, want := c.By[bot].Places.sums(), c.Bots[i].sums(); got != want {
			t.Errorf("%s: %+v, want %+v", bot, got, want)
		}
	}
}

// Pairs of groups add up to the groups of both variants.
func TestGroupsOfPairs(t *testing.T) {
	a, b := plain, faster
	a.by, b.by = "side", "side"
	r := whole(t, "s", 60, a, &b)
	for _, side := range []string{"left", "right"} {
		d := r.Pairs[0].By[side]
		if d.A != r.Counts[0].By[side].Places.sums() || d.B != r.Counts[1].By[side].Places.sums() {
			t.Errorf("%s: %+v", side, d)
		}
		if own := r.Counts[1].By[side].With[side]; d.BB != own || d.AB.NN != 60*4 {
			t.Errorf("%s: %+v", side, d)
		}
		// two cars of a side in every race: the difference is that of their sums
		place := r.sideDiff(t, side, a, b)
		got, want := d.Estimate(0, 60, 4), place.Estimate(4)
		if !near(got.D, want.D/2) || !near(got.Of.High-got.Of.Low, (want.Of.High-want.Of.Low)/2) || !near(got.Worth, want.Worth) {
			t.Errorf("%s: %+v, want half of %+v", side, got, want)
		}
	}
}

// sideDiff is the places of a side in both variants, from each race by itself.
func (r *Result) sideDiff(t *testing.T, side string, a, b oval) (d Diff) {
	sum := func(o oval, n int64) (places int) {
		s := alone(t, o, r.Seed, n)
		for place, car := range s.order {
			if []string{"left", "right"}[car%2] == side {
				places += place + 1
			}
		}
		return places
	}
	for n := r.From; n <= r.To; n++ {
		d.take(sum(a, n), sum(b, n))
	}
	return d
}

// The same rules twice come to the same in every race.
func TestGroupsOfTheSame(t *testing.T) {
	r := whole(t, "s", 40, byFuel, &byFuel)
	for value, d := range r.Pairs[0].By {
		for k := range carFigureNames {
			if e := d.Estimate(k, 40, 1); !e.Equal || e.D != 0 || e.Differs {
				t.Errorf("%s: %+v", value, e)
			}
		}
	}
	other := whole(t, "s", 40, byFuel, &fasterByFuel).Pairs[0].By["7"]
	if e := other.Estimate(0, 40, 1); e.Equal {
		t.Errorf("other rules: %+v", e)
	}
}

// A single race says nothing of how sure its figures are.
func TestGroupsOfOneRace(t *testing.T) {
	c := counted(finishes("studs 1 9, chains 2 6"))
	if mean, of := c.Figure("studs", 0); mean != 1 || !math.IsInf(of.Low, -1) || !math.IsInf(of.High, 1) {
		t.Errorf("mean %v, interval %v", mean, of)
	}
	if e := c.Between("studs", "chains", 0, 1); e.D != 1 || e.Differs || !math.IsInf(e.Of.High, 1) {
		t.Errorf("%+v", e)
	}
}

// Shares stay between 0 and 1, also where all or none of the cars have it.
func TestSharesOfGroups(t *testing.T) {
	var races []*outcome
	for range 20 {
		races = append(races, finishes("studs 1 9, chains 2 6!"))
	}
	c := counted(races...)
	for value, want := range map[string]Interval{"studs": {0.83887, 1}, "chains": {0, 0.16113}} {
		if _, of := c.Figure(value, 2); !near(of.Low, want.Low) || !near(of.High, want.High) {
			t.Errorf("%s: wins %v, want %v", value, of, want)
		}
	}
}

// A field with as many values as there are cars and races is refused.
func TestTooManyValues(t *testing.T) {
	o := plain
	o.by, o.turn = "fuel", nil
	v := o.variant()
	fresh := v.Fresh
	v.Fresh = func(r *race.Race, recorded bool) (Rules, error) {
		rules, err := fresh(r, recorded)
		return &unlike{Rules: rules}, err
	}
	_, err := Run(context.Background(), Job{Seed: "s", Races: 5000, From: 1, To: 5000, Workers: 1, A: v})
	const want = "cars have more than 30 values of the field that they are compared by: take one that holds names, or few numbers"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// unlike has another value for each car of each race.
type unlike struct {
	Rules
	n int
}

func (u *unlike) Field(int, string) string { u.n++; return strconv.Itoa(u.n) }
