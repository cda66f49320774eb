package sim

import (
	"slices"

	"sandbox/core/race"
)

// course is how a race went, in figures that say how good a game it is.
type course struct {
	late      int    // after how much of the race the lead changed last, in per cent
	ahead     int    // for how many rounds up to the end the winner has led
	kept      int    // how much of the grid's order is left at the end, in per cent
	decisions int    // choices that drivers had
	weighed   int    // those of which is known how good each choice was
	real      int    // those of them whose second-best choice was nearly as good
	waits     int    // rounds in which a running car neither moved nor had anything to decide
	right     uint64 // a bit for each number of rounds before the end: who led then has won
}

// closeCall is by how much the second-best choice may be worse than the best
// and the decision still is a real one: half a space, in thousandths.
const closeCall = 500

// Known counts, by the number of rounds before the end, races that had as many,
// and those that the car in the lead then has won.
type Known struct {
	Races [maxKnown]int64 `json:"races"`
	Right [maxKnown]int64 `json:"right"`
}

// maxKnown is how many rounds before the end are looked at: a bit each.
const maxKnown = 64

// courseNames are what the figures of a course are called.
var courseNames = [...]string{"last lead change", "rounds led to the end", "grid kept", "decisions", "real decisions", "turns waited"}

// figures are those that courseNames names.
func (c *course) figures() [len(courseNames)]int {
	return [...]int{c.late, c.ahead, c.kept, min(c.decisions, maxSum), min(c.real, maxSum), min(c.waits, maxSum)}
}

// Decision implements race.Counter.
func (o *outcome) Decision(car, margin int) {
	o.course.decisions++
	if margin != race.Unweighed {
		o.course.weighed++
		o.course.real += one(margin <= closeCall)
	}
	if car != race.Nobody {
		o.cars[car].asked = true
	}
}

// took looks at what a running car did since the last look.
func (p *player) took(car int, c *race.Car, first bool) {
	f := &p.outcome.cars[car]
	if !first && !f.asked && c.Arrived() == p.arrived[car] && p.race.Board() != nil {
		p.outcome.course.waits++
	}
	p.arrived[car], f.asked = c.Arrived(), false
}

// leads notes who is in the lead after a round; race.Nobody when all are out.
func (p *player) leads(car int) {
	round, last := p.race.Round(), len(p.leaders)-1
	if car != race.Nobody && last >= 0 && p.leaders[last] != car {
		p.outcome.leads++
		p.lastLead = round
	}
	for len(p.leaders) <= round {
		p.leaders = append(p.leaders, car)
	}
}

// course works out how a race went that is over.
func (p *player) course() {
	o, rounds := &p.outcome, p.race.Round()
	o.course.late = 100 * p.lastLead / max(1, rounds) // rules of their own may count none
	o.course.kept = gridKept(p.slots)
	winner := o.winner()
	if winner == nil {
		return
	}
	inLead := true
	for k := 0; k <= rounds && k < len(p.leaders); k++ {
		right := &o.cars[p.leaders[len(p.leaders)-1-k]] == winner
		if inLead = inLead && right; inLead {
			o.course.ahead = k
		}
		if right && k < maxKnown {
			o.course.right |= 1 << k
		}
	}
}

// winner is the car that won, nil when none came home.
func (o *outcome) winner() *finish {
	for i := range o.cars {
		if o.cars[i].wins() {
			return &o.cars[i]
		}
	}
	return nil
}

// gridKept is the rank correlation of grid and result (Spearman's), in per cent:
// 100 where the cars come in as they stood on the grid, -100 where it is the other
// way round, 0 for fewer than two cars. It is worked out from the places by slot;
// a slot that nobody took has none.
func gridKept(places []int) int {
	n, apart := 0, 0
	for _, place := range places {
		if place > 0 {
			n++
			apart += (place - n) * (place - n)
		}
	}
	if n < 2 {
		return 0
	}
	all := n * (n*n - 1)
	return (100*all - 600*apart) / all
}

// takeCourse adds how a race went.
func (c *Counts) takeCourse(o *outcome) {
	for i, n := range o.course.figures() {
		c.Course[i][n]++
	}
	c.Weighed += int64(o.course.weighed)
	if o.winner() != nil {
		c.Known.take(&o.course, o.rounds)
	}
}

// take adds a race in which somebody won.
func (k *Known) take(c *course, rounds int) {
	for n := 0; n < maxKnown && n <= rounds; n++ {
		k.Races[n]++
		k.Right[n] += int64(c.right >> n & 1)
	}
}

func (k *Known) add(o *Known) {
	addTo(k.Races[:], o.Races[:])
	addTo(k.Right[:], o.Right[:])
}

// Before is how many rounds before the end the winner is known nine times of
// ten: then, and in every round after it, the car in the lead wins nine races of
// ten at least. It is -1 where not even the last round says it.
func (k *Known) Before() int {
	n := 0
	for n < maxKnown && k.Races[n] > 0 && 10*k.Right[n] >= 9*k.Races[n] {
		n++
	}
	return n - 1
}

// CourseFigures names what Counts.Course is of, per race: after how much of the
// race the lead changed last, in per cent; for how many rounds up to the end the
// winner led; how much of the grid's order the result has, from -100 to 100;
// decisions, and those of them in which the second-best choice was nearly as good;
// rounds in which a running car neither moved nor had anything to decide.
func CourseFigures() []string { return slices.Clone(courseNames[:]) }
