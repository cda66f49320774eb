package report

import (
	"strings"
	"testing"

	"sandbox/core/sim"
)

// All differences per race are in the table, and of the others those that can be
// told; the surest come first.
func TestSurest(t *testing.T) {
	r := compared()
	r.Pairs[0].Slots = []sim.CarDiff{{pairs(100, 1, 90), pairs(100, 5, 5), {N: 100}, {N: 100}}}
	table := Surest(r)
	var order []string
	for _, row := range table.Rows {
		order = append(order, row[0].(string))
	}
	got := strings.Join(order, "; ")
	if !strings.HasPrefix(got, "place, slot 1; ") || strings.Count(got, "; rounds;") != 1 || !strings.Contains(got, "winner's grid place") {
		t.Error(got)
	}
	for _, want := range []string{"out: fire", "spin"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q is missing", got, want)
		}
	}
	told := true
	for _, row := range table.Rows {
		if verdict := row[5].(string); verdict != "more" && verdict != "less" {
			told = false
		} else if !told {
			t.Errorf("%v comes after what cannot be told", row)
		}
	}
	if text := printed(&table); !strings.Contains(text, "95 % ±") {
		t.Error(text)
	}
}

// A single pair says nothing of its certainty, and no pair nothing at all.
func TestSurestOfFew(t *testing.T) {
	r := compared()
	*r.Pairs[0] = sim.Pairs{Races: 1, Figures: make([]sim.Diff, len(sim.Figures()))}
	for i := range r.Pairs[0].Figures {
		r.Pairs[0].Figures[i] = pairs(1, 3, 4)
	}
	one := Surest(r)
	if text := printed(&one); strings.Contains(text, "Inf") || !strings.Contains(text, "rounds") {
		t.Error(text)
	}
	r.Pairs[0].Races = 0
	if none := Surest(r); len(none.Rows) > 0 {
		t.Error(none.Rows)
	}
}

// What is not sure is named, the least sure first, and not all of it.
func TestUnsure(t *testing.T) {
	r := result()
	if got := Unsure(r); !strings.HasPrefix(got, "wins by ") || !strings.Contains(got, "points, not 1.0), ") || !strings.HasSuffix(got, " more") {
		t.Error(got)
	}
	if got := Races(r); got != "4 races" {
		t.Error(got)
	}
}
