package race

import (
	"testing"

	"sandbox/core/dice"
)

func TestShift(t *testing.T) {
	for _, c := range []struct {
		say, before, to string
		after           string
		err             string
	}{
		{"forward, past a car", "A @1/1 lap 1 | B @2/1", "3/1", "A @3/1 lap 1 arrived 10 | B @2/1", ""},
		{"aside", "A @1/1 lap 1", "1/2", "A @1/2 lap 1 arrived 10", ""},
		{"back", "A @3/1 lap 1", "2/2", "A @2/2 lap 1 arrived 10", ""},
		{"nowhere", "A @3/1 lap 1 arrived 4", "3/1", "A @3/1 lap 1 arrived 4", ""},
		{"over the line", "A @9/1 lap 1", "2/1", "A @2/1 lap 2 arrived 10", ""},
		{"from the grid", "A @9/1", "1/1", "A @1/1 lap 1 arrived 10", ""},
		{"back over the line", "A @1/1 lap 2", "9/1", "A @9/1 lap 1 arrived 10", ""},
		{"home, whoever stands there", "A @9/1 lap 2 | B @2/1 lap 1", "2/1", "A home 1 row 9 lap 3 arrived 10 | B @2/1 lap 1", ""},

		{"onto a car", "A @9/1 lap 1 | B @2/1 lap 1", "2/1", "A @9/1 lap 1 | B @2/1 lap 1", "A cannot be shifted to 2/1: B stands there"},
		{"into the side lane", "A @7/2 lap 1", "8/side", "A @7/2 lap 1", "A cannot be shifted from 7/2 to 8/side: not in the side lane"},
		{"out of it", "A @8/side lap 1", "2/1", "A @8/side lap 1", "A cannot be shifted from 8/side to 2/1: not in the side lane"},
		{"out of the race", `A out 1 why "" @1/1`, "2/1", `A out 1 why "" @1/1`, "A cannot move: it is out"},
	} {
		r := onBend(t, 1, FirstAcross, c.before)
		err := r.Shift(0, r.board.Find(c.to))
		if got := plain(r); got != c.after || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %s (%v)\nwant %s (%s)", c.say, got, err, c.after, c.err)
		}
	}
}

// Of two ways round that are equally long the one that does not cross the line
// counts; where no two are, the shorter one.
func TestShiftByHalfALap(t *testing.T) {
	for _, c := range []struct {
		rows     int
		from, to string
		after    string
	}{
		{6, "2/1", "5/1", "A @5/1 lap 2"},
		{6, "5/1", "2/1", "A @2/1 lap 2"},
		{6, "6/1", "2/1", "A @2/1 lap 3"},
		{6, "2/1", "6/1", "A @6/1 lap 1"},
		{7, "2/1", "5/1", "A @5/1 lap 2"},
		{7, "5/1", "2/1", "A @2/1 lap 2"},
		{7, "5/1", "1/1", "A @1/1 lap 3"},
		{7, "1/1", "5/1", "A @5/1 lap 1"},
	} {
		b, err := ring(c.rows, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		r, err := New(Setup{Board: b, Laps: 9, Entries: []string{"A"}}, dice.NewKeyed(""))
		if err != nil {
			t.Fatal(err)
		}
		set(t, r, "A @"+c.from+" lap 2")
		if err := r.Shift(0, b.Find(c.to)); err != nil || plain(r) != c.after+" arrived 10" {
			t.Errorf("%d rows, from %s to %s: %s (%v), want %s", c.rows, c.from, c.to, plain(r), err, c.after)
		}
	}
}
