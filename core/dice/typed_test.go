package dice

import (
	"errors"
	"fmt"
	"testing"
)

func TestTyped(t *testing.T) {
	src := NewTyped()
	throw := func(step, roller, purpose string, nth, sides int) *Throw {
		return &Throw{NewLabel(step), NewLabel(roller), NewLabel(purpose), nth, sides}
	}
	src.Type(throw("T1", "A", "move", 1, 6), 3)
	src.Type(throw("T1", "A", "move", 2, 6), 5)
	src.Type(throw("T2", "A", "move", 1, 6), 6)
	src.Type(throw("T2", "A", "move", 1, 6), 2)
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

	src.Type(throw("T1", "A", "move", 1, 6), 4)
	look("4 false 4", throw("T1", "A", "move", 1, 6))
	look("0 true 5", throw("T1", "A", "move", 2, 6))
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
