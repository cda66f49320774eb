package race

import (
	"cmp"
	"slices"
)

// Rank has the cars stand in an order of the rules, first to last; all of them are
// in the list, each once. What is no car counts for nothing.
func (r *Race) Rank(order []int) {
	for i, car := range order {
		if c := r.Car(car); c != nil {
			c.rank = i + 1
		}
	}
}

// before orders cars as they stand where rules do not say otherwise: cars home in the order of arrival, then
// the running by distance and arrival, or by place without a board, the waiting
// as entered, the retired by distance and the later first.
func (r *Race) before(a, b *Car) int {
	if a.status != b.status {
		return cmp.Compare(standing[a.status], standing[b.status])
	}
	switch a.status {
	case Finished:
		return cmp.Compare(a.place, b.place)
	case Running:
		if r.board == nil {
			return cmp.Compare(a.place, b.place)
		}
		return foremost(a, b)
	case Retired:
		return cmp.Or(cmp.Compare(r.Distance(b), r.Distance(a)), cmp.Compare(b.gone, a.gone))
	}
	return cmp.Compare(a.index, b.index)
}

var standing = [...]int{Finished: 0, Running: 1, Waiting: 2, Retired: 3}

// Ran says that some car has been stood on the track.
func (r *Race) Ran() bool {
	return slices.ContainsFunc(r.cars, func(c Car) bool { return c.status != Waiting })
}

// Standings lists all cars from first to last as they stand now, as the rules rank
// them if they do; when the race is over it is the order of the result.
func (r *Race) Standings() []int {
	order := r.UsualStandings()
	slices.SortStableFunc(order, func(a, b int) int { return r.cars[a].rank - r.cars[b].rank })
	return order
}

// UsualStandings lists all cars as they stand whatever rank the rules give them.
func (r *Race) UsualStandings() []int {
	order := make([]int, len(r.cars))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.before(&r.cars[a], &r.cars[b]) })
	return order
}

// Placing is one line of a result.
type Placing struct {
	Place  int // 1 for the winner
	Car    string
	Status Status
	Grid   int
	Lap    int    // the lap the car was on
	Row    int    // and the row, when it left the track
	Turn   int    // without a board, the turn in which it went out
	Why    string // for a retired car
	Points int    // filled in by those who know the rules
}

// Classification is the result: cars home in the order of arrival, then the
// others by distance.
func (r *Race) Classification() []Placing {
	var list []Placing
	for i, car := range r.Standings() {
		c := &r.cars[car]
		p := Placing{Place: i + 1, Car: c.name, Status: c.status, Grid: c.grid, Lap: min(c.lap, r.laps), Row: c.row, Why: c.why}
		if r.board == nil {
			p.Turn = c.turn
		}
		list = append(list, p)
	}
	return list
}
