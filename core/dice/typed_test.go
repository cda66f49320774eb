package dice

import (
	"errors"
	"fmt"
	"testing"
)

func TestTyped(t *testing.T) {
	src := NewTyped("")
	throw := func(step, roller, purpose string, nth, sides int) *Throw {
		return &Throw{NewLabel(step), NewLabel(roller), NewLabel(purpose), nth, sides}
	}
	src.Type([]Throw{*throw("T1", "A", "move", 1, 6)}, []int{3}, false)
	src.Type([]Throw{*throw("T1", "A", "move", 2, 6)}, []int{5}, false)
	src.Type([]Throw{*throw("T2", "A", "move", 1, 6)}, []int{6}, false)
	src.Type([]Throw{*throw("T2", "A", "move", 1, 6)}, []int{2}, false)
	look := func(want string, th *Throw) {
		t.Helper()
		face, err := src.Face(th)
		if got := fmt.Sprint(face, errors.Is(err, ErrUnknown), src.Before(th)); got != want || err != nil && face != 0 {
			t.Errorf("%s %s %s %d d%d: %s, want %s", th.Step, th.Roller, th.Purpose, th.Nth, th.Sides, got, want)
		}
	}
	look("3 false 3", throw("T1", "A", "move", 1, 6))
	look("5 false 5", throw("T1", "A", "move", 2, 6))
	look("2 false 2", throw("T2", "A", "move", 1, 6))
	look("0 true 0", throw("T1", "A", "move", 3, 6))
	look("0 true 0", throw("T1", "B", "move", 1, 6))
	look("0 true 0", throw("T1", "A", "gear", 1, 6))
	look("0 true 0", throw("T3", "A", "move", 1, 6))
	look("0 true 0", throw("T1", "A", "move", 1, 20)) // another die

	src.Forget("T1")
	look("0 true 3", throw("T1", "A", "move", 1, 6))
	look("0 true 5", throw("T1", "A", "move", 2, 6))
	look("0 true 0", throw("T1", "A", "move", 1, 20))
	look("2 false 2", throw("T2", "A", "move", 1, 6))

	src.ForgetAll()
	look("0 true 2", throw("T2", "A", "move", 1, 6))

	src.Type([]Throw{*throw("T1", "A", "move", 1, 6)}, []int{4}, false)
	look("4 false 4", throw("T1", "A", "move", 1, 6))
	look("0 true 5", throw("T1", "A", "move", 2, 6))
}

// A line is forgotten as a whole, and nothing else with it.
func TestTypedLine(t *testing.T) {
	src := NewTyped("s")
	throw := func(roller string, nth int) Throw {
		return Throw{NewLabel("T1"), NewLabel(roller), NewLabel("grid"), nth, 6}
	}
	a, a2, b, c := throw("A", 1), throw("A", 2), throw("B", 1), throw("C", 1)
	src.Type([]Throw{a, a2, b}, []int{3, 5, 2}, false)
	src.Type([]Throw{c}, []int{6}, false)
	src.ForgetLine(&a2)
	for _, x := range []struct {
		throw Throw
		known bool
		old   int
	}{{a, false, 3}, {a2, false, 5}, {b, false, 2}, {c, true, 6}} {
		_, err := src.Face(&x.throw)
		if (err == nil) != x.known || src.Before(&x.throw) != x.old {
			t.Errorf("%s %d: known %v, before %d", x.throw.Roller, x.throw.Nth, err == nil, src.Before(&x.throw))
		}
	}
}

// What the program throws follows from the seed, and is no reminder of what
// people threw.
func TestTypedOwn(t *testing.T) {
	throw := Throw{NewLabel("T1"), NewLabel("A"), NewLabel("grid"), 1, 6}
	src := NewTyped("s")
	want, _ := NewKeyed("s").Face(&throw)
	if src.Own(&throw) != want {
		t.Errorf("it throws %d, the seed %d", src.Own(&throw), want)
	}
	src.Type([]Throw{throw}, []int{want}, true)
	if face, err := src.Face(&throw); face != want || err != nil || !src.IsOwn(&throw) || src.Before(&throw) != 0 {
		t.Errorf("%d, %v, own %v, before %d", face, err, src.IsOwn(&throw), src.Before(&throw))
	}
}

func TestReal(t *testing.T) {
	for text, real := range map[string]bool{
		"d4": true, "d6": true, "2d6": true, "d8": true, "d10": true, "3d12": true, "d20": true, "d66": true, "d100": true,
		"d2": false, "d3": false, "d7": false, "2d7": false, "d24": false, "d1000": false,
	} {
		d := parsed(t, text)
		if d.Real() != real || !NewTyped("").Takes(d) || NewTyped("s").Takes(d) != real {
			t.Errorf("%s: real %v, taken %v", d, d.Real(), NewTyped("s").Takes(d))
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		dice  string
		faces []int
		err   string
	}{
		{"d6", []int{1}, ""},
		{"d6", []int{6}, ""},
		{"2d6", []int{3, 5}, ""},
		{"d6", []int{7}, "a d6 has no face 7"},
		{"d6", []int{0}, "a d6 has no face 0"},
		{"d6", []int{-1}, "a d6 has no face -1"},
		{"2d6", []int{3, 9}, "a d6 has no face 9"},
		{"d10", []int{0}, "a d10 has no face 0: where it shows 0, type 10"},
		{"d100", []int{0}, "a d100 has no face 0: where it shows 0, type 100"},
		{"d100", []int{100}, ""},
		{"d6", nil, "d6 needs one face, such as 3"},
		{"d6", []int{1, 2}, "d6 needs one face, such as 3"},
		{"2d6", []int{8}, "2d6 needs two faces, such as 3 5"},
		{"3d4", []int{1, 2}, "3d4 needs three faces, such as 3 1 3"},
		{"5d2", []int{1, 2}, "5d2 needs 5 faces, such as 1 1 1 1 1"},
	} {
		d, err := Parse(c.dice)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := d.Check(c.faces); err != nil {
			got = err.Error()
		}
		if got != c.err {
			t.Errorf("%s %v: %q, want %q", d, c.faces, got, c.err)
		}
	}
}
