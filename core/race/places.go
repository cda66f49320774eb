package race

import (
	"errors"
	"fmt"
	"slices"
)

// A race whose Setup has no board keeps its running cars in an order and
// nothing else: their places are 1, 2, 3, ... without a gap. Such a race is as
// long as it has laps, which are turns of all cars at once.

// errNoBoard is why a car cannot drive where there is nothing to drive on.
var errNoBoard = errors.New("this track has no board: cars have places and nothing else")

// errBoard is why places cannot be given where they follow from the spaces.
var errBoard = errors.New("this track has a board: places follow from where the cars stand")

// Places lists the running cars of a race without a board, first place first.
// The list is the race's own: it must not be written, and holds until the next
// change.
func (r *Race) Places() []int { return r.places }

// SetPlaces gives the running cars their places, in the order listed. It fails
// unless the list is exactly the running cars, naming all that is wrong.
func (r *Race) SetPlaces(order []int) error {
	if r.board != nil {
		return errBoard
	}
	if err := r.checkPlaces(order); err != nil {
		return err
	}
	var moved []int
	if r.record != nil {
		moved = overtaken(r.places, order)
	}
	from := make([]int, len(moved))
	for i, car := range moved {
		from[i] = r.cars[car].place
	}
	copy(r.places, order)
	r.number(0, len(order))
	for i, car := range moved {
		r.tellPlace(&r.cars[car], from[i])
	}
	return nil
}

// checkPlaces says who is missing in an order, in it twice, or not running.
func (r *Race) checkPlaces(order []int) error {
	var wrong []error
	seen := r.seen()
	for _, car := range order {
		c := r.Car(car)
		if c == nil {
			return r.noCar(car)
		}
		switch {
		case c.status != Running:
			wrong = append(wrong, fmt.Errorf("%s cannot have a place: it is %s", c.name, c.status))
		case seen[car]:
			wrong = append(wrong, fmt.Errorf("%s is in the order twice", c.name))
		}
		seen[car] = true
	}
	for _, car := range r.places {
		if !seen[car] {
			wrong = append(wrong, fmt.Errorf("%s is missing in the order", r.cars[car].name))
		}
	}
	return errors.Join(wrong...)
}

// seen is a mark for each car, not set.
func (r *Race) seen() []bool {
	if r.marks == nil {
		r.marks = make([]bool, len(r.cars))
	}
	clear(r.marks)
	return r.marks
}

// Gain moves a running car n places forward, or back for a negative n, as far
// as there are places; those between close up. It returns the places moved.
func (r *Race) Gain(car, n int) (int, error) {
	c := r.Car(car)
	switch {
	case c == nil:
		return 0, r.noCar(car)
	case r.board != nil:
		return 0, errBoard
	case c.status != Running:
		return 0, c.cannotMove()
	}
	from := c.place
	to := min(max(from-n, 1), len(r.places))
	switch {
	case to < from:
		copy(r.places[to:from], r.places[to-1:from-1])
	case to > from:
		copy(r.places[from-1:to-1], r.places[from:to])
	default:
		return 0, nil
	}
	r.places[to-1] = car
	r.number(min(from, to)-1, max(from, to))
	if r.record != nil {
		r.tellPlace(c, from)
	}
	return from - to, nil
}

// number writes the places of part of the order, counted from 0, into its
// cars.
func (r *Race) number(from, to int) {
	for i := from; i < to; i++ {
		if c := &r.cars[r.places[i]]; c.place != i+1 {
			c.place = i + 1
			r.touch(c.index)
		}
	}
}

// tellPlace tells that the rules moved a car. Of those that only close up
// nothing is told.
func (r *Race) tellPlace(c *Car, from int) {
	r.Tell(c.index, "place", Int("from", from), Int("to", c.place))
}

// join puts a car into the order at a place, the last for 0 and for one beyond
// it.
func (r *Race) join(c *Car, place int) {
	if place < 1 || place > len(r.places) {
		place = len(r.places) + 1
	}
	r.places = slices.Insert(r.places, place-1, c.index)
	c.status = Running
	r.number(place-1, len(r.places))
	r.touch(c.index)
}

// leave takes a running car out of the order; those behind it close up.
func (r *Race) leave(c *Car) {
	r.places = slices.Delete(r.places, c.place-1, c.place)
	r.number(c.place-1, len(r.places))
	c.place = 0
	r.touch(c.index)
}

// line stands waiting cars in their first order or, until the first turn, all
// those that have one in another.
func (r *Race) line(order []int) error {
	if len(r.places) > 0 && (r.round > 0 || !sameCars(order, r.places)) {
		return errors.New("the cars have their places already")
	}
	for _, car := range r.places {
		r.cars[car].status = Waiting
	}
	r.places = r.places[:0]
	for i, car := range order {
		c := r.Car(car)
		if c == nil {
			return r.noCar(car)
		}
		if c.status != Waiting {
			return fmt.Errorf("%s cannot take place %d on the grid: it is %s already", c.name, i+1, c.status)
		}
		c.grid = i + 1
		r.join(c, 0)
		if r.record != nil {
			r.Tell(car, "grid", Int("place", i+1))
		}
	}
	return nil
}

// sameCars says that two lists are of the same cars, in whatever order.
func sameCars(one, other []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(one)), slices.Sorted(slices.Values(other)))
}

// flag ends a race without a board: the running cars are home as they stand.
func (r *Race) flag() {
	for _, car := range r.places {
		c := &r.cars[car]
		c.status = Finished
		r.finished++
		r.touch(car)
		r.tellFinish(c)
	}
	r.places = r.places[:0]
}

// overtaken are the cars of which it can be said that they were moved, when
// one order becomes another: the fewest that, taken out, leave the others as
// they were, and of two neighbours that change places the one that gains. They
// are listed in their new order.
func overtaken(before, after []int) []int {
	was := map[int]int{}
	for i, car := range before {
		was[car] = i
	}
	best, length := make([]int, len(after)), make([]int, len(after)) // of the longest run that ends here
	end := -1
	for i := range after {
		best[i], length[i] = -1, 1
		for j := range i {
			if was[after[j]] < was[after[i]] && length[j]+1 >= length[i] {
				best[i], length[i] = j, length[j]+1
			}
		}
		if end < 0 || length[i] >= length[end] {
			end = i
		}
	}
	kept := map[int]bool{}
	for i := end; i >= 0; i = best[i] {
		kept[i] = true
	}
	var moved []int
	for i, car := range after {
		if !kept[i] {
			moved = append(moved, car)
		}
	}
	return moved
}

// readPlaces makes the order of the places that a state gave the cars.
func (r *Race) readPlaces() error {
	if r.board != nil {
		return nil
	}
	running := 0
	for i := range r.cars {
		if r.cars[i].status == Running {
			running++
		}
	}
	r.places = slices.Repeat([]int{Nobody}, running)
	for i := range r.cars {
		c := &r.cars[i]
		if c.status != Running {
			continue
		}
		if c.place < 1 || c.place > running || r.places[c.place-1] != Nobody {
			return fmt.Errorf("state: %s has place %d, but the %d running cars have places from 1 on, each its own", c.name, c.place, running)
		}
		r.places[c.place-1] = i
	}
	return nil
}
