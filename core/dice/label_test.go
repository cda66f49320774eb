package dice

import "testing"

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
	if none := (Label{}); !none.Same(NewLabel("")) {
		t.Error("no label is not the label of no text")
	}
}
