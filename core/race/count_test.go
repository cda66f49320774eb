package race

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sandbox/core/dice"
)

// tally is a Counter that writes down what it is told.
type tally []string

func (t *tally) Count(car int, what string, n int) {
	*t = append(*t, fmt.Sprintf("%d %s %d", car, what, n))
}
func (t *tally) Row(table, face int) { *t = append(*t, fmt.Sprintf("row %d/%d", table, face)) }

func (t *tally) Decision(car, margin int) {
	*t = append(*t, fmt.Sprintf("%d decides by %d", car, margin))
}

func TestCount(t *testing.T) {
	r := newRace(t, "A", "B")
	r.Count(0, "spin", 1) // where nobody counts, nothing happens
	r.CountRow(0, 6)
	var first, second tally
	for _, c := range []struct {
		who  Counter
		what string
		n    int
		row  int
	}{
		{&first, "spin", 1, 6},
		{&first, "wing, bent", -3, 1},
		{nil, "unseen", 1, 2},
		{&second, "late", 0, 3},
	} {
		r.CountWith(c.who)
		r.Count(1, c.what, c.n)
		r.Count(Nobody, c.what, c.n)
		r.CountRow(2, c.row)
		r.CountDecision(1, c.n)
	}
	want := tally{"1 spin 1", "-1 spin 1", "row 2/6", "1 decides by 1", "1 wing, bent -3", "-1 wing, bent -3", "row 2/1", "1 decides by -3"}
	if !slices.Equal(first, want) {
		t.Errorf("told %q, want %q", first, want)
	}
	if want := (tally{"1 late 0", "-1 late 0", "row 2/3", "1 decides by 0"}); !slices.Equal(second, want) {
		t.Errorf("told %q, want %q", second, want)
	}
}

// A simulator has one counter for all the races that it runs in one Race.
func TestResetKeepsTheCounter(t *testing.T) {
	r := newRace(t, "A")
	var all tally
	r.CountWith(&all)
	r.Reset(dice.NewKeyed("2"))
	r.Count(0, "spin", 1)
	if want := (tally{"0 spin 1"}); !slices.Equal(all, want) {
		t.Errorf("told %q, want %q", all, want)
	}
}

// What is counted is no part of the record: with and without a counter the
// journal's events and states are the same.
func TestCountIsNotInTheRecord(t *testing.T) {
	counting := func(c Counter) bare {
		return func(r *Race) error {
			r.CountWith(c)
			r.Count(0, "spin", 1)
			r.CountRow(0, 1)
			r.Tell(0, "spin")
			return nil
		}
	}
	var told tally
	a, b := newGame(t, counting(nil), nil, "A"), newGame(t, counting(&told), nil, "A")
	commits(t, a, 3, nil)
	commits(t, b, 3, nil)
	if text := sameGame(a, b); text != "" {
		t.Error(text)
	}
	if len(told) != 6 {
		t.Errorf("told %q", told)
	}
}

func TestEvents(t *testing.T) {
	r := newRace(t, "A", "B")
	r.Tell(0, "unseen")
	if e := r.Told(); e != nil {
		t.Errorf("nobody records, and there are events: %v", e)
	}
	line := 0
	r.Record(func() string { line++; return fmt.Sprintf("my.lua:%d", line) })
	kinds := func() string {
		var list []string
		for _, e := range r.Told() {
			list = append(list, strings.Join([]string{e.Step, e.Car, e.Type, e.Where}, " "))
		}
		return strings.Join(list, ", ")
	}
	run := func(label string, f bare) error {
		return r.RunStep(f, &Step{Label: dice.NewLabel(label), Kind: Special, Car: Nobody})
	}
	two := func(r *Race) error { r.Tell(0, "spin"); r.Tell(Nobody, "rain"); return nil }
	for _, c := range []struct {
		name string
		do   func() error
		want string
	}{
		{"nothing yet", func() error { return nil }, ""},
		{"two", func() error { return run("T1", two) }, "T1 A spin my.lua:1, T1  rain my.lua:2"},
		{"asked again", func() error { return nil }, "T1 A spin my.lua:1, T1  rain my.lua:2"},
		{"of the last of two steps", func() error { return errors.Join(run("T2", two), run("T3", two)) },
			"T3 A spin my.lua:5, T3  rain my.lua:6"},
		{"after a reset", func() error { r.Reset(dice.NewKeyed("2")); return run("T1", two) }, "T1 A spin my.lua:7, T1  rain my.lua:8"},
		{"not recorded", func() error { r.RecordNothing(); return run("T4", two) }, ""},
	} {
		if err := c.do(); err != nil {
			t.Fatal(err)
		}
		if got := kinds(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Events that were handed out are the caller's: later ones do not overwrite
// them.
func TestEventsStay(t *testing.T) {
	r := newRace(t, "A")
	r.Record(nil)
	step := &Step{Label: dice.NewLabel("T1"), Kind: Special, Car: Nobody}
	tell := func(kinds ...string) {
		if err := r.RunStep(bare(func(r *Race) error {
			for _, kind := range kinds {
				r.Tell(0, kind)
			}
			return nil
		}), step); err != nil {
			t.Fatal(err)
		}
	}
	tell("one", "two")
	before := r.Told()
	tell("three")
	if after := r.Told(); before[0].Type != "one" || before[1].Type != "two" || len(after) != 1 || after[0].Type != "three" {
		t.Errorf("%v, then %v", before, after)
	}
}
