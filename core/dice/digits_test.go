package dice

import (
	"fmt"
	"slices"
	"testing"
)

// parsed reads notation that is right.
func parsed(t *testing.T, text string) Dice {
	t.Helper()
	d, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDigits(t *testing.T) {
	d := parsed(t, "d66")
	if d.String() != "d66" || d.Count != 2 || d.Sides != 6 || d.Min() != 11 || d.Max() != 66 {
		t.Errorf("%+v is %s from %d to %d", d, d, d.Min(), d.Max())
	}
	for _, c := range []struct {
		faces []int
		total int
	}{{[]int{1, 1}, 11}, {[]int{1, 6}, 16}, {[]int{2, 1}, 21}, {[]int{5, 3}, 53}, {[]int{6, 6}, 66}} {
		if got := d.Total(c.faces); got != c.total {
			t.Errorf("%v comes to %d, want %d", c.faces, got, c.total)
		}
		if got := parsed(t, "2d6").Total(c.faces); got != c.faces[0]+c.faces[1] {
			t.Errorf("as 2d6 %v comes to %d", c.faces, got)
		}
	}
	if err := d.Check([]int{3, 7}); err == nil || err.Error() != "a d6 has no face 7" {
		t.Errorf("face 7: %v", err)
	}
	if err := d.Check([]int{35}); err == nil || err.Error() != "d66 needs two faces, such as 3 5" {
		t.Errorf("one face: %v", err)
	}
}

// Each total that Can names has odds, and no other.
func TestDigitsTotals(t *testing.T) {
	d := parsed(t, "d66")
	var can []int
	for total := range 100 {
		odds := 0.0
		if i := total - d.Min(); i >= 0 && i < len(d.Odds()) {
			odds = d.Odds()[i]
		}
		if d.Can(total) != (odds == 1) || odds != 0 && odds != 1 {
			t.Errorf("%d: can %v, odds %v", total, d.Can(total), odds)
		}
		if d.Can(total) {
			can = append(can, total)
		}
	}
	next := []int{}
	for total := d.Min(); total <= d.Max(); total = d.Next(total) {
		next = append(next, total)
	}
	if !slices.Equal(next, can) {
		t.Errorf("one after the other %v, want %v", next, can)
	}
	if len(can) != 36 || !slices.Equal(can[:8], []int{11, 12, 13, 14, 15, 16, 21, 22}) || can[35] != 66 {
		t.Errorf("totals %v", can)
	}
	for total, want := range map[int]bool{1: false, 2: true, 12: true, 13: false} {
		if got := parsed(t, "2d6").Can(total); got != want {
			t.Errorf("2d6 can come to %d: %v", total, got)
		}
	}
}

// Of a keyed and of a sealed source each of the 36 totals comes as often.
func TestDigitsAreUniform(t *testing.T) {
	d := parsed(t, "d66")
	for kind, src := range map[string]Source{"keyed": NewKeyed("d66"), "sealed": NewSealed("d66")} {
		counts := make([]int, 36)
		for turn := range 400 {
			for car := range 43 {
				step, roller := fmt.Sprintf("T%d", turn+1), fmt.Sprintf("#%02d", car+1)
				a := fall(t, src, step, roller, "escape", 1, d.Sides)
				b := fall(t, src, step, roller, "escape", 2, d.Sides)
				total := d.Total([]int{a, b})
				counts[(total/10-1)*6+total%10-1]++
			}
		}
		if chi := chiSquare(counts); chi > likely[35] {
			t.Errorf("%s: chi-square %.1f of %v", kind, chi, counts)
		}
	}
}
