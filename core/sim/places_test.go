package sim

import (
	"context"
	"errors"
	"slices"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// pack is a race without a board: six cars, ten turns, in each of which one
// car moves by up to five places and now and then one goes out.
type pack struct{ seen func(r *race.Race) }

var packPlan = race.Plan{Sessions: []dice.Label{dice.NewLabel("Q1")}}

func (p *pack) State(*race.Race) (race.Notes, error)  { return race.Notes{}, nil }
func (p *pack) SetState(*race.Race, race.Notes) error { return nil }
func (p *pack) Reset(int)                             {}
func (p *pack) Bot(int) int                           { return 0 }
func (p *pack) Field(int, string) string              { return "" }
func (p *pack) Points(f race.Placing) int             { return 7 - f.Place }

func (p *pack) Next(r *race.Race) (*race.Step, error) {
	if step := r.NextStep(&packPlan); step != nil {
		return step, nil
	}
	return nil, race.ErrOver
}

func (p *pack) Run(r *race.Race, s *race.Step) error {
	if s.Kind == race.Session {
		return r.Grid([]int{5, 0, 4, 1, 3, 2})
	}
	if p.seen != nil {
		p.seen(r)
	}
	found, _, _ := r.Roll(race.Nobody, d20, forFate)
	car := r.Places()[found%len(r.Places())]
	if found == 20 {
		r.Count(car, "crash", 1)
		return r.Retire(car, "crash")
	}
	by, _, _ := r.Roll(car, twoD6, forMove)
	_, err := r.Gain(car, by-7)
	return err
}

func (p *pack) variant() Variant {
	return Variant{
		Subject: Subject{Variant: "pack", Name: "Pack", Laps: 10, Cars: []string{"A", "B", "C", "D", "E", "F"}, Bots: []string{"steady"}},
		Setup:   race.Setup{Laps: 10, Entries: []string{"A", "B", "C", "D", "E", "F"}},
		Fresh:   func(*race.Race, bool) (Rules, error) { return p, nil },
	}
}

// The figures of races without a board are those that one finds by looking at
// the order from turn to turn.
func TestWithoutBoard(t *testing.T) {
	const races = 300
	p := &pack{}
	r, err := Run(context.Background(), Job{Seed: "pack", Races: races, From: 1, To: races, Workers: 1, A: p.variant()})
	if err != nil {
		t.Fatal(err)
	}
	want := newCounts(&r.Subjects[0])
	for n := int64(1); n <= races; n++ {
		o := watched(t, n)
		want.take(o)
	}
	got := r.Counts[0]
	if got.Races != races || got.Failed.Races != 0 {
		t.Fatalf("%d races, %+v failed", got.Races, got.Failed)
	}
	for name, pair := range map[string][2]Histogram{
		"overtakes": {got.Overtakes, want.Overtakes}, "lead changes": {got.Leads, want.Leads},
		"retired": {got.Retired, want.Retired}, "rounds": {got.Rounds, want.Rounds},
	} {
		if !sameHistogram(pair[0], pair[1]) || len(pair[0]) == 0 {
			t.Errorf("%s: %v, want %v", name, pair[0], pair[1])
		}
	}
	for i := range got.Slots {
		if g, w := got.Slots[i], want.Slots[i]; g.Starts != races || !slices.Equal(g.Home, w.Home) || !slices.Equal(g.Out, w.Out) {
			t.Errorf("slot %d: %+v, want %+v", i+1, g, w)
		}
	}
	if out := got.Out["crash"]; out == 0 || got.Counted["crash"].Times != out {
		t.Errorf("%d cars out, %+v counted", out, got.Counted["crash"])
	}
}

func sameHistogram(a, b Histogram) bool {
	for n := range 1000 {
		if a[n] != b[n] {
			return false
		}
	}
	return true
}

// watched plays a race of the run by itself and finds its figures from the
// orders seen.
func watched(t *testing.T, number int64) *outcome {
	t.Helper()
	var orders [][]int
	p := &pack{seen: func(r *race.Race) { orders = append(orders, slices.Clone(r.Places())) }}
	r, err := race.New(p.variant().Setup, dice.NewKeyed(Seed("pack", number)))
	for err == nil {
		var step *race.Step
		if step, err = p.Next(r); err == nil {
			err = r.RunStep(p, step)
		}
	}
	if !errors.Is(err, race.ErrOver) {
		t.Fatal(err)
	}
	o := &outcome{cars: make([]finish, r.Cars()), rounds: r.Round()}
	var home []int
	for i, car := range r.Standings() {
		c := r.Car(car)
		o.cars[car] = finish{place: i + 1, grid: c.Grid(), out: c.Status() == race.Retired, why: c.Why()}
		if c.Status() == race.Retired {
			o.retired++
			continue
		}
		home = append(home, car)
	}
	orders = append(orders, home)
	for i := 1; i < len(orders); i++ {
		was, is := orders[i-1], orders[i]
		if is[0] != was[0] {
			o.leads++
		}
		for a := range is {
			for b := range a {
				if slices.Index(was, is[a]) < slices.Index(was, is[b]) {
					o.overtakes++
				}
			}
		}
	}
	return o
}
