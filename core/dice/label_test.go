package dice

import (
	"testing"
	"testing/quick"
)

// same says that two labels of one text are one label to a Source.
func same(a, b Label) bool {
	return a.hash == b.hash && a.power == b.power && a.String() == b.String()
}

func TestJoinIsTheLabelOfTheJoinedText(t *testing.T) {
	check := func(a, b, c, d string) bool {
		la, lb, lc, ld := NewLabel(a), NewLabel(b), NewLabel(c), NewLabel(d)
		whole := NewLabel(a + b + c + d)
		return same(la.Join(lb), NewLabel(a+b)) &&
			same(la.Join(lb).Join(lc).Join(ld), whole) &&
			same(la.Join(lb.Join(lc.Join(ld))), whole) &&
			same(la.Join(lb).Join(lc.Join(ld)), whole)
	}
	if err := quick.Check(check, nil); err != nil {
		t.Error(err)
	}
	for _, c := range [][4]string{{"", "", "", ""}, {"a", "", "", ""}, {"", "", "", "a"}, {"\x00", "", "\x00", "\xff"}} {
		if !check(c[0], c[1], c[2], c[3]) {
			t.Errorf("%q", c)
		}
	}
}

func TestLabelTellsTextsApart(t *testing.T) {
	texts := []string{"", "\x00", "\x00\x00", "a", "b", "ab", "ba", "aa", "R1 turn Vettel", "R11 turn Vettel", "R1 turn vettel"}
	seen := map[uint64]string{}
	for _, text := range texts {
		h := NewLabel(text).hash
		if other, ok := seen[h]; ok {
			t.Errorf("%q and %q have one hash", text, other)
		}
		seen[h] = text
	}
}

func TestJoinDoesNotAllocate(t *testing.T) {
	turn, name := NewLabel("R4 turn "), NewLabel("Vettel")
	var joined Label
	if n := testing.AllocsPerRun(100, func() { joined = turn.Join(name) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if joined.String() != "R4 turn Vettel" {
		t.Error(joined)
	}
}
