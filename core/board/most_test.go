package board

import (
	"math/rand/v2"
	"testing"
)

// crowded is a search in which many ways lead to one space that differ in what
// they touch.
func crowdedSearch(rnd *rand.Rand, b *Board, steps, areas int) Search {
	s := Search{From: b.Find("1/2"), Steps: steps, Shorter: 2, Changes: steps, Hazard: randomSet(rnd, b)}
	for range areas {
		s.Areas = append(s.Areas, randomSet(rnd, b))
	}
	return s
}

// Where many ways that cost differently lead to one space, each is found, and
// once.
func TestCrowdedSpaces(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	b := build(t, circuit(true, stretch{[]int{12, 12, 12}, -1}))
	tr := traffic(t, b, "1/2 4/1 6/3")
	var p Paths
	for range 40 {
		w := walker{b: b, t: tr, s: crowdedSearch(rnd, b, 7, 8), costs: map[string][]ID{}}
		w.walk([]ID{w.s.From}, Path{}, 0)
		tr.Paths(w.s, &p)
		got := map[string]bool{}
		for i := range p.List {
			got[costText(b, &p.List[i])] = true
			if i > 0 && before(&p.List[i], &p.List[i-1]) {
				t.Fatalf("%s is listed after %s", p.text(i), p.text(i-1))
			}
		}
		if len(p.List) < 100 || len(got) != len(p.List) || len(got) != len(w.costs) {
			t.Fatalf("%d paths, %d of them different; there are %d", len(p.List), len(got), len(w.costs))
		}
	}
}

// A search with a limit finds what one without finds, or gives up soon after the
// limit.
func TestSearchGivesUp(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	b := build(t, circuit(true, stretch{[]int{200, 200, 200}, -1}))
	tr := traffic(t, b, "1/2")
	var p Paths
	for _, c := range []struct {
		steps, areas int
		givesUp      bool
	}{{8, 2, false}, {20, MaxAreas, true}, {60, MaxAreas, true}, {190, 0, true}} {
		s := crowdedSearch(rnd, b, c.steps, c.areas)
		s.Most = 50_000
		tr.Paths(s, &p)
		if p.GaveUp() != c.givesUp || p.Looked > s.Most+50 {
			t.Errorf("%d steps, %d areas: looked at %d, gave up: %v", c.steps, c.areas, p.Looked, p.GaveUp())
		}
		if c.givesUp {
			continue
		}
		limited := p.List
		s.Most = 0
		if free := tr.Paths(s, nil); len(free.List) != len(limited) {
			t.Errorf("%d paths with a limit, %d without", len(limited), len(free.List))
		}
	}
}
