package scripts

import "testing"

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
		{"2P1", "2P1", "", 4},
		{"KKT", "KKT", "", 0},
		{"", "", "", 0},
		{"1-2", "", `"-" is no part of a path: write numbers for straight on, R and L`, 0},
		{"1 2", "", `" " is no part of a path: write numbers for straight on, R and L`, 0},
		{"0R", "", `"0" is no number of spaces`, 0},
		{"99999", "", `"99999" is no number of spaces`, 0},
		{"1001", "", `"1001" is no number of spaces`, 0},
		{"1000R", "", "a path has at most 1000 spaces", 0},
	} {
		r, err := parseRoute(test.text)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != test.err || len(r.turns) != test.spaces || r.String() != test.again {
			t.Errorf("%q: %q with %d spaces, error %q; want %q, %d, %q", test.text, r, len(r.turns), said, test.again, test.spaces, test.err)
		}
	}
}

// What is written is read as it was meant, and nothing that is read panics.
func FuzzRoute(f *testing.F) {
	for _, text := range []string{"1R2", "8K", "KR9", "RRLL12KT", "P", "1R5K or 1R5R", "é"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseRoute(text)
		if err != nil {
			return
		}
		again, err := parseRoute(r.String())
		if err != nil || again.String() != r.String() || len(again.turns) != len(r.turns) || again.unused != r.unused {
			t.Errorf("%q is written %q, which is read as %q, %v", text, r, again, err)
		}
	})
}
