package term

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// What is typed at a question is an option or comes back for the race to
// refuse, and what is typed for dice is numbers or an error.
func FuzzAnswers(f *testing.F) {
	for _, typed := range []string{"", " 2 ", "Soft", "3", "0", "-1", "99999999999999999999", "\x00", "3+5", "3, 5", "35", "٣"} {
		f.Add(typed, "soft", "2")
		f.Add(typed, "pit", "")
	}
	f.Fuzz(func(t *testing.T, typed, first, second string) {
		a := race.Question{Options: []race.Option{{ID: first}, {ID: second, No: "not now"}}, Default: 1}
		id, err := Choose(a, typed)
		said := strings.TrimSpace(typed)
		_, noNumber := strconv.Atoi(said)
		if said == "" && id != second || said != "" && noNumber != nil && a.Find(said) >= 0 && id != said && said[0] != '=' || err == nil && a.Find(id) < 0 && id != said {
			t.Errorf("%q of %q and %q chooses %q", typed, first, second, id)
		}
		for _, d := range []dice.Dice{{Count: 1, Sides: 6}, {Count: 2, Sides: 6, Digits: true}} {
			before := []int{4}
			faces, err := Faces(one("A", "move", d, "", before...), typed)
			if err == nil && typed == "" && !slices.Equal(faces, before) {
				t.Errorf("nothing is %v", faces)
			}
		}
	})
}
