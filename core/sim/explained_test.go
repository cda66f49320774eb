package sim

import (
	"math/rand/v2"
	"testing"
)

func TestExplained(t *testing.T) {
	at := func(home ...int64) (p Places) {
		for _, n := range home {
			p.Home, p.Out, p.Starts = append(p.Home, n), append(p.Out, 0), p.Starts+n
		}
		return p
	}
	for _, c := range []struct {
		name   string
		groups []Places
		want   float64
	}{
		{"it says all", []Places{at(10, 0), at(0, 10)}, 1},
		{"nothing", []Places{at(5, 5), at(5, 5)}, 0},
		{"a part", []Places{at(7, 3), at(3, 7)}, 1 - 4.2/18*19/5}, // of a sum of squares of 5, 4.2 is left
		{"a slot that nobody took", []Places{at(10, 0), at(0, 10), at(0, 0)}, 1},
		{"one race", []Places{at(1, 0), at(0, 1)}, 0},
		{"all in one place", []Places{at(9, 0), at(9, 0)}, 0},
		{"no car", []Places{at(0, 0)}, 0},
	} {
		if got := Explained(c.groups); !near(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Where places are drawn by lot, about as often a little is explained as nothing.
func TestExplainedByChance(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	sum := 0.0
	for range 200 {
		groups := newPlaces(8, 8)
		for range 30 {
			for slot, place := range rnd.Perm(8) {
				groups[slot].Starts++
				groups[slot].Home[place]++
			}
		}
		sum += Explained(groups)
	}
	if mean := sum / 200; mean > 0.01 {
		t.Errorf("chance explains %v", mean)
	}
}
