// Package season works out the standings of a championship from the results of
// its races.
//
//	standings := season.Standings(drivers, races, best)
//
// A race is its classification, with points. What a place scores, and how many
// results count, is the rules' to say; which races there are, and when they are
// driven, is their business who keep the championship.
package season

import (
	"cmp"
	"slices"

	"sandbox/core/race"
)

// Standing is a driver's line of the standings.
type Standing struct {
	Place   int // from 1; drivers who are level share one
	Driver  string
	Points  int // of the results that count
	Wins    int
	Results []Result // one for each race, in order
}

// Result is what a driver had of one race.
type Result struct {
	Place   int // 0 when he was not entered
	Status  race.Status
	Points  int
	Dropped bool // it does not count, because enough better ones do
}

// Classified says that the place was reached: by coming home, or by a
// retirement that the rules give points for.
func (r Result) Classified() bool {
	return r.Status == race.Finished || r.Status == race.Retired && r.Points != 0
}

// Standings are the standings after races. Of each driver the best results
// count, so many as best says, or all for 0; points decide. Level drivers are
// told apart by countback: who has more wins is ahead, then who has more second
// places, and so on, over all races driven, so a result that does not count for
// points does count here. Drivers who are level in all that share a place, and
// stand in the order they are given in. Other cars score for nobody.
func Standings(drivers []string, races [][]race.Placing, best int) []Standing {
	list := make([]Standing, len(drivers))
	index := map[string]int{}
	for i, driver := range drivers {
		list[i] = Standing{Driver: driver, Results: make([]Result, len(races))}
		index[driver] = i
	}
	for n, placings := range races {
		for _, p := range placings {
			if i, ok := index[p.Car]; ok {
				list[i].Results[n] = Result{Place: p.Place, Status: p.Status, Points: p.Points}
			}
		}
	}
	for i := range list {
		list[i].drop(best)
		list[i].add()
	}
	slices.SortStableFunc(list, compare)
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && compare(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}

// drop marks the results that do not count: those with the fewest points, of
// them the worst places, and of equal ones the later.
func (s *Standing) drop(best int) {
	if best == 0 || len(s.Results) <= best {
		return
	}
	order := make([]int, len(s.Results))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return better(s.Results[a], s.Results[b]) })
	for _, i := range order[best:] {
		s.Results[i].Dropped = true
	}
}

// better orders results, the best first.
func better(a, b Result) int {
	return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.rank(), b.rank()))
}

// rank is the place, behind all places for one that was not reached.
func (r Result) rank() int {
	if r.Classified() {
		return r.Place
	}
	return int(^uint(0) >> 1)
}

func (s *Standing) add() {
	for _, r := range s.Results {
		if !r.Dropped {
			s.Points += r.Points
		}
	}
	s.Wins = s.reached(1)
}

// reached counts how often a place was.
func (s *Standing) reached(place int) int {
	n := 0
	for _, r := range s.Results {
		if r.Classified() && r.Place == place {
			n++
		}
	}
	return n
}

// compare orders drivers, who is ahead first; 0 is level.
func compare(a, b Standing) int {
	if order := cmp.Compare(b.Points, a.Points); order != 0 {
		return order
	}
	for place := 1; place <= max(a.lowest(), b.lowest()); place++ {
		if order := cmp.Compare(b.reached(place), a.reached(place)); order != 0 {
			return order
		}
	}
	return 0
}

// lowest is the last place there is anything to count at.
func (s *Standing) lowest() int {
	last := 0
	for _, r := range s.Results {
		if r.Classified() {
			last = max(last, r.Place)
		}
	}
	return last
}
