package race

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"sandbox/core/dice"
)

// newRace is a bare race: six rows, two lanes, two laps.
func newRace(t testing.TB, names ...string) *Race {
	t.Helper()
	s := bare(nil).Setup()
	s.Entries = names
	r, err := New(s, dice.NewKeyed("seed 1"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// set is a race in a state, written without the words of its first part.
func set(t testing.TB, r *Race, cars string) *Race {
	t.Helper()
	if _, err := r.SetText("round 1 sessions 0 moves 9 | " + cars); err != nil {
		t.Fatal(err)
	}
	return r
}

// plain is what text says after its first part.
func plain(r *Race) string {
	_, cars, _ := strings.Cut(r.Text(Notes{}), " | ")
	return cars
}

// course plays a race by a plan, two rows a turn, and lists its steps. Deeds
// are done in the step of their label, after the move.
func course(t testing.TB, r *Race, p *Plan, deeds map[string]func()) string {
	t.Helper()
	var labels []string
	for {
		step := r.NextStep(p)
		if step == nil || len(labels) > 100 {
			return strings.Join(labels, ", ")
		}
		label := step.Label.String()
		labels = append(labels, strings.Replace(label, " turn ", " ", 1))
		err := r.RunStep(bare(func(r *Race) error {
			if step.Car != Nobody {
				if _, err := r.Advance(step.Car, 2); err != nil {
					return err
				}
			}
			if deed := deeds[label]; deed != nil {
				deed()
			}
			return nil
		}), step)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestNextStep(t *testing.T) {
	foremostFirst := &Plan{Order: orders["foremost first"]}
	for _, c := range []struct {
		say   string
		cars  string // of a race in its last lap, round 1
		plan  *Plan
		label string // of the deed
		deed  func(r *Race) error
		want  string
	}{
		{"foremost first", "A @2/1 lap 2 arrived 1 | B @4/1 lap 2 arrived 2 | C @3/1 lap 2 arrived 3",
			foremostFirst, "", nil,
			"R1 B, R1 C, R1 A, R2 B, R2 C, R2 A, R3 A"},
		{"level cars by arrival", "A @3/1 lap 2 arrived 3 | B @3/2 lap 2 arrived 1 | C @2/1 lap 2 arrived 2",
			foremostFirst, "", nil,
			"R1 B, R1 A, R1 C, R2 B, R2 A, R2 C, R3 C"},
		{"pushed on before its turn", "A @5/1 lap 2 arrived 1 | B @4/1 lap 2 arrived 2 | C @2/1 lap 2 arrived 3",
			foremostFirst, "R1 turn A", func(r *Race) error { _, err := r.Advance(2, 3); return err },
			"R1 A, R1 C, R1 B, R2 B"},
		{"pushed back after its turn", "A @5/1 lap 2 arrived 1 | B @4/1 lap 2 arrived 2 | C @3/1 lap 2 arrived 3",
			foremostFirst, "R1 turn C", func(r *Race) error { _, err := r.Advance(1, -2); return err },
			"R1 A, R1 B, R1 C, R2 C, R2 B, R3 B"},
		{"out before its turn", "A @5/1 lap 2 arrived 1 | B @4/1 lap 2 arrived 2 | C @3/1 lap 2 arrived 3",
			foremostFirst, "R1 turn A", func(r *Race) error { return r.Retire(1, "") },
			"R1 A, R1 C, R2 C"},
		{"home before its turn", "A @5/1 lap 2 arrived 1 | B @4/1 lap 2 arrived 2 | C @3/1 lap 2 arrived 3",
			foremostFirst, "R1 turn A", func(r *Race) error { _, err := r.Advance(1, 9); return err },
			"R1 A, R1 C, R2 C"},
		{"opening steps", "A @4/1 lap 2 arrived 1 | B @3/1 lap 2 arrived 2",
			&Plan{Opened: true, Order: byDistance}, "", nil,
			"R1 A, R1 B, R2 open, R2 A, R2 B"},
		{"pushed in an opening step", "A @4/1 lap 2 arrived 1 | B @3/1 lap 2 arrived 2",
			&Plan{Opened: true, Order: byDistance}, "R2 open", func(r *Race) error { _, err := r.Advance(0, -3); return err },
			"R1 A, R1 B, R2 open, R2 B, R2 A, R3 open, R3 A"},
		{"sessions first", "A @5/1 lap 2 arrived 1 | B @6/1 lap 2 arrived 2",
			&Plan{Sessions: []dice.Label{dice.NewLabel("Q1"), dice.NewLabel("Q2")}, Order: byDistance}, "", nil,
			"Q1, Q2, R1 B, R1 A"},
		{"a waiting car has no turn", "A @5/1 lap 2 arrived 1 | B waiting | C waiting",
			foremostFirst, "", nil,
			"R1 A"},
		{"nobody on the track", "A waiting | B waiting | C out 1",
			foremostFirst, "", nil,
			""},
		{"cars that an order holds level go foremost first", "A @5/1 lap 2 arrived 3 | B @6/1 lap 2 arrived 2 | C @6/2 lap 2 arrived 1",
			&Plan{Order: func(*Race, *Car, *Car) int { return 0 }}, "", nil,
			"R1 C, R1 B, R1 A"},
		{"level cars in an order of theirs", "A @5/1 lap 2 arrived 3 | B @6/1 lap 2 arrived 1 | C @6/2 lap 2 arrived 2",
			&Plan{Level: func(_ *Race, a, b *Car) int { return b.index - a.index }}, "", nil,
			"R1 C, R1 B, R1 A"},
	} {
		names := []string{"A", "B", "C"}[:strings.Count(c.cars, "|")+1]
		r := set(t, newRace(t, names...), c.cars)
		deeds := map[string]func(){}
		if c.deed != nil {
			deeds[c.label] = func() {
				if err := c.deed(r); err != nil {
					t.Errorf("%s: %v", c.say, err)
				}
			}
		}
		if got := course(t, r, c.plan, deeds); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.say, got, c.want)
		}
	}
}

// Cars beside the circuit wait for those on it; of each the foremost is first.
func TestCircuitFirst(t *testing.T) {
	r := onBend(t, 1, FirstAcross, "A @9/side lap 2 | B @8/2 lap 2 arrived 2 | C @8/1 lap 2 arrived 1 | D @bay-1 lap 1")
	named, _ := OrderNamed("circuit first")
	byName := func(_ *Race, a, b *Car) int { return a.index - b.index }
	for want, plan := range map[string]*Plan{
		"[2 1 0 3]": {Order: named}, "[1 2 0 3]": {Order: named, Level: byName}, "[0 2 1 3]": {},
	} {
		var cars []int
		for i := range r.cars {
			r.cars[i].turn = r.round
		}
		for car := r.firstCar(plan); car != Nobody; car = r.firstCar(plan) {
			cars, r.cars[car].turn = append(cars, car), r.round+1
		}
		if got := fmt.Sprint(cars); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// From the first step on: sessions, opening steps, turns, to the end.
func TestWholeCourse(t *testing.T) {
	r := newRace(t, "A", "B")
	r.laps = 1
	plan := &Plan{Sessions: []dice.Label{dice.NewLabel("Q1")}, Opened: true, Order: byDistance}
	got := course(t, r, plan, map[string]func(){"Q1": func() { _ = r.Grid([]int{1, 0}) }})
	want := "Q1, R1 open, R1 B, R1 A, R2 open, R2 B, R2 A, R3 open, R3 B, R3 A, R4 open, R4 B, R4 A"
	if got != want || !r.Over() {
		t.Errorf("over %v after %s, want %s", r.Over(), got, want)
	}
}

// A level order must not depend on what the order was a round ago: that is
// not in the state.
func TestLevelCarsForgetTheRoundBefore(t *testing.T) {
	order := func(r *Race, a, b *Car) int {
		if r.round > 1 {
			return 0
		}
		return foremost(a, b)
	}
	r := set(t, newRace(t, "A", "B"), "A @1/1 lap 1 | B @2/1 lap 1")
	r.round = 0
	var got []string
	for range 6 {
		step := r.NextStep(&Plan{Order: order})
		got = append(got, step.Label.String())
		if err := r.RunStep(bare(func(*Race) error { return nil }), step); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprint(got[4:]), "[R3 turn B R3 turn A]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// An opening can change what a variant's order looks at; the turns then follow
// the order after it.
func TestOrderAfterAnOpening(t *testing.T) {
	sign := 1
	order := func(r *Race, a, b *Car) int { return sign * (a.index - b.index) }
	r := set(t, newRace(t, "A", "B"), "A @5/1 lap 2 turn 1 | B @5/2 lap 2 turn 1")
	got := course(t, r, &Plan{Opened: true, Order: order}, map[string]func(){"R2 open": func() { sign = -1 }})
	if want := "R2 open, R2 B, R2 A"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A spec may play a round that is not the next one; the others' turns go on
// after it.
func TestNextStepAfterAJump(t *testing.T) {
	r := set(t, newRace(t, "A", "B"), "A @1/1 lap 1 arrived 1 | B @2/1 lap 1 arrived 2")
	plan := &Plan{Order: byDistance}
	var got []string
	for _, step := range []*Step{nil, {Car: 0}, nil, nil, nil} {
		if step == nil {
			step = r.NextStep(plan)
		} else {
			step = turnStep(r, 0, 5)
		}
		got = append(got, step.Label.String())
		if err := r.RunStep(bare(func(*Race) error { return nil }), step); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.Join(got, ", "), "R1 turn B, R5 turn A, R5 turn B, R6 turn B, R6 turn A"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// To ask what comes next is no more work in a late round than in an early one,
// for a race that is made afresh: as after each question.
func TestLateRoundsAreNoMoreWork(t *testing.T) {
	for _, state := range []string{
		"round %d sessions 0 moves 9 | A @3/1 lap 1 arrived 9 turn %[1]d | B @2/1 lap 1 arrived 8",
		"round %d sessions 0 moves 9 | A place 1 | B place 2",
	} {
		work := func(round int) uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range 10 {
				r := newRace(t, "A", "B")
				if strings.Contains(state, "place") {
					r = placed(t, 2, MaxRounds)
				}
				if _, err := r.SetText(fmt.Sprintf(state, round)); err != nil {
					t.Fatal(err)
				}
				step := r.NextStep(&Plan{})
				if step == nil || !strings.Contains(step.Label.String(), fmt.Sprint(step.Round)) {
					t.Fatal(round, step)
				}
				later := *step
				if err := r.RunStep(bare(func(*Race) error { return nil }), &later); err != nil {
					t.Fatal(err)
				}
				if next := r.NextStep(&Plan{}); next == nil || next.Label.Same(later.Label) {
					t.Fatal(round, next)
				}
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		early := work(2 * keptRounds)
		if late := work(MaxRounds - 2); late > early*3/2 {
			t.Errorf("%s: %d bytes are taken in a late round, %d in an early one", state, late, early)
		}
	}
}
