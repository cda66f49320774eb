package dice

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want Dice
		err  string
	}{
		{"d6", Dice{Count: 1, Sides: 6}, ""},
		{"1d6", Dice{Count: 1, Sides: 6}, ""},
		{"2d6", Dice{Count: 2, Sides: 6}, ""},
		{"d2", Dice{Count: 1, Sides: 2}, ""},
		{"20d1000", Dice{Count: 20, Sides: 1000}, ""},
		{"", Dice{}, "is no dice"},
		{"6", Dice{}, "is no dice"},
		{"d", Dice{}, "is no dice"},
		{"2d", Dice{}, "is no dice"},
		{"D6", Dice{}, "is no dice"},
		{"d6d6", Dice{}, "is no dice"},
		{"2d6+1", Dice{}, "is no dice"},
		{"+2d6", Dice{}, "is no dice"},
		{"d+6", Dice{}, "is no dice"},
		{"-1d6", Dice{}, "is no dice"},
		{" d6", Dice{}, "is no dice"},
		{"99999999999999999999d6", Dice{}, "is no dice"},
		{"0d6", Dice{}, "1 to 20 dice"},
		{"21d6", Dice{}, "1 to 20 dice"},
		{"d1", Dice{}, "2 to 1000 sides"},
		{"d0", Dice{}, "2 to 1000 sides"},
		{"d1001", Dice{}, "2 to 1000 sides"},
	} {
		got, err := Parse(c.text)
		if got != c.want || (err == nil) != (c.err == "") {
			t.Errorf("Parse(%q) = %v, %v; want %v, error %q", c.text, got, err, c.want, c.err)
		} else if err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("Parse(%q): error %q does not say %q", c.text, err, c.err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"d6", "2d6", "d66", "1d66", "d066", "02d020", "0d6", "d", "2d6+1", "٣d6"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text)
		if err != nil {
			return
		}
		if d.Count < 1 || d.Count > MaxCount || d.Sides < 2 || d.Sides > MaxSides {
			t.Errorf("Parse(%q) = %#v", text, d)
		}
		if again, err := Parse(d.String()); again != d || err != nil {
			t.Errorf("Parse(%q) = %v, %v; want %v", d.String(), again, err, d)
		}
	})
}

func TestOdds(t *testing.T) {
	for _, c := range []struct {
		dice string
		min  int
		max  int
		want []float64
	}{
		{"d4", 1, 4, []float64{1, 1, 1, 1}},
		{"2d6", 2, 12, []float64{1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1}},
		{"3d2", 3, 6, []float64{1, 3, 3, 1}},
	} {
		d, err := Parse(c.dice)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Odds(); !slices.Equal(got, c.want) || d.Min() != c.min || d.Max() != c.max {
			t.Errorf("%s: odds %v of %d..%d, want %v of %d..%d", d, got, d.Min(), d.Max(), c.want, c.min, c.max)
		}
	}
	sum := 0.0
	for _, ways := range (Dice{Count: 20, Sides: 6}).Odds() {
		sum += ways
	}
	if want := math.Pow(6, 20); sum != want {
		t.Errorf("20d6 has %v throws, want %v", sum, want)
	}
}
