package dice

import (
	"testing"
	"testing/quick"
)

func TestJoinIsTheLabelOfTheJoinedText(t *testing.T) {
	check := func(a, b, c, d string) bool {
		la, lb, lc, ld := NewLabel(a), NewLabel(b), NewLabel(c), NewLabel(d)
		whole := NewLabel(a + b + c + d)
		return la.Join(lb).Same(NewLabel(a+b)) &&
			la.Join(lb).Join(lc).Join(ld).Same(whole) &&
			la.Join(lb.Join(lc.Join(ld))).Same(whole) &&
			la.Join(lb).Join(lc.Join(ld)).Same(whole)
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
	for i, text := range texts {
		for j, other := range texts {
			a, b := NewLabel(text), NewLabel(other)
			if same := a.Same(b); same != (i == j) || (a.hash() == b.hash()) != (i == j) {
				t.Errorf("%q and %q: same %v, hashes %x and %x", text, other, same, a.hash(), b.hash())
			}
		}
	}
	if none := (Label{}); !none.Same(NewLabel("")) || !none.Join(NewLabel("a")).Same(NewLabel("a")) {
		t.Error("no label is not the label of no text")
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
