package sim

import (
	"strconv"
	"testing"

	"sandbox/core/race"
)

func TestCause(t *testing.T) {
	for _, c := range []struct {
		why, text string
		number    int
	}{
		{"overshot by 7", "overshot by #", 7},
		{"12 points short", "# points short", 12},
		{"7", "#", 7},
		{"engine failure", "", 0},
		{"", "", 0},
		{"from 5 down to 2", "", 0},
		{"by 99999999999999999999", "", 0},
	} {
		if text, number, ok := Cause(c.why); text != c.text || number != c.number || ok != (c.text != "") {
			t.Errorf("%q: %q, %d, %v", c.why, text, number, ok)
		}
	}
}

// Where causes differ by a number, their sums are those of every race: who went
// out by 3 here and by 5 there makes no difference.
func TestAlikeCauses(t *testing.T) {
	out := func(by int) oval {
		o := plain
		o.turn = once(func(r *race.Race, car, deal int) { _ = r.Retire(car, "overshot by "+strconv.Itoa(by+deal)) })
		return o
	}
	b := out(4)
	p := whole(t, "s", 30, out(1), &b).Pairs[0]
	if d := p.Alike["overshot by #"]; len(p.Alike) != 1 || d.N != 30 || d.A != 30 || d.D != 0 || d.DD != 0 {
		t.Errorf("%+v", p.Alike)
	}
	if len(p.Out) < 6 {
		t.Errorf("single causes are lost: %v", p.Out)
	}
}
