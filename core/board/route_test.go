package board

import (
	"slices"
	"testing"
)

func TestRoute(t *testing.T) {
	for _, test := range []struct {
		text, again, err string
		spaces           int
	}{
		{"1R2", "1R2", "", 4},
		{"1r5k", "1R5K", "", 7},
		{" KR9 ", "R9K", "", 10},
		{"1R9", "1R9", "", 11},
		{"RL", "RL", "", 2},
		{"3 ", "3", "", 3},
		{"12", "12", "", 12},
		{"=12", "12", "", 12},
		{"=1R2", "1R2", "", 4},
		{"==3", "", `"=" is no part of a path: write numbers for straight on, R and L`, 0},
		{"3=", "", `"=" is no part of a path: write numbers for straight on, R and L`, 0},
		{"2P1", "2P1", "", 4},
		{"KKT", "KKT", "", 0},
		{"", "", "", 0},
		{"1-2", "", `"-" is no part of a path: write numbers for straight on, R and L`, 0},
		{"1 2", "", `" " is no part of a path: write numbers for straight on, R and L`, 0},
		{"0R", "", `"0" is no number of spaces`, 0},
		{"99999", "", `"99999" is no number of spaces`, 0},
		{"1001", "", `"1001" is no number of spaces`, 0},
		{"1000R", "", "a path has at most 1000 spaces", 0},
		{"A1000", "", `"1000" is no number of spaces`, 0},
	} {
		r, err := ParseRoute(test.text)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != test.err || len(r.Turns) != test.spaces || r.String() != test.again {
			t.Errorf("%q: %q with %d spaces, error %q; want %q, %d, %q", test.text, r, len(r.Turns), said, test.again, test.spaces, test.err)
		}
	}
}

// What is written is read as it was meant, and nothing that is read panics.
func FuzzRoute(f *testing.F) {
	for _, text := range []string{"1R2", "8K", "KR9", "RRLL12KT", "P", "1R5K or 1R5R", "é", "A1000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRoute(text)
		if err != nil {
			return
		}
		if again, err := ParseRoute("=" + r.String()); err != nil || again.String() != r.String() {
			t.Errorf("=%s is read as %q, %v", r, again, err)
		}
		again, err := ParseRoute(r.String())
		if err != nil || again.String() != r.String() || len(again.Turns) != len(r.Turns) || again.Unused != r.Unused {
			t.Errorf("%q is written %q, which is read as %q, %v", text, r, again, err)
		}
	})
}

// A route that was written down from a path leads over the spaces of that path
// again, into the side lane and its bays too.
func TestRouteOfPaths(t *testing.T) {
	b, err := New(hairpin(1).side([2]int{3, 3}, [2]int{9, 3}, 2))
	if err != nil {
		t.Fatal(err)
	}
	traffic := NewTraffic(b)
	aside := 0
	for id := range ID(b.Len()) {
		found := traffic.Paths(Search{From: id, Steps: 5, Shorter: 5, Changes: 2, Home: 1, Side: true}, nil)
		for i, path := range found.List {
			spaces := found.Spaces(i, nil)
			r := RouteOf(b, id, spaces, path.Steps)
			again, err := ParseRoute(r.String())
			if err != nil {
				t.Fatal(err)
			}
			got, err := again.Spaces(b, id)
			if err != nil || len(r.Turns) != path.Steps || len(got) < len(spaces) || !slices.Equal(got[:len(spaces)], spaces) {
				t.Errorf("from %s, %s leads over %v (%v), not %v", b.Space(id).Name, r, got, err, spaces)
			}
			if slices.Contains(r.Turns, Aside) {
				aside++
			}
		}
	}
	if aside == 0 {
		t.Error("no path turns aside")
	}
}

// A turn that no step makes is refused.
func TestRouteOffTheTrack(t *testing.T) {
	b, err := New(hairpin(1).side([2]int{3, 3}, [2]int{9, 3}, 2))
	if err != nil {
		t.Fatal(err)
	}
	for route, want := range map[string]string{
		"P":  "from 1/1 no step leads into the side lane (step 1)",
		"1R": "from 2/1 no step leads to the right (step 2)",
	} {
		r, err := ParseRoute(route)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Spaces(b, b.Find("1/1")); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", route, err, want)
		}
	}
}
