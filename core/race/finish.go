package race

import (
	"maps"
	"slices"
)

// Finish says who of several cars that come home is ahead.
type Finish uint8

// FirstAcross places cars in the order in which they cross the line.
// FurthestBeyond places those of one round by how far they drive beyond it,
// and of two level ones the first across: places may change until the round
// ends.
const (
	FirstAcross Finish = iota
	FurthestBeyond
)

// finishes are the orders of finish by name.
var finishes = map[string]Finish{"first across": FirstAcross, "furthest beyond": FurthestBeyond}

// FinishNamed is the order of finish of a name.
func FinishNamed(name string) (finish Finish, ok bool) {
	finish, ok = finishes[name]
	return finish, ok
}

// FinishNames lists the names that FinishNamed knows, sorted.
func FinishNames() []string { return slices.Sorted(maps.Keys(finishes)) }

// crossings of the line until a car is home.
func (r *Race) crossings(c *Car) int { return max(1, r.laps+1-c.lap) }

// home takes a car off the track that drove so many spaces beyond its last
// line.
func (r *Race) home(c *Car, beyond int) {
	r.moves++
	c.status, c.arrived = Finished, r.moves
	r.place(c, beyond, r.round)
	r.lift(c)
}

// place gives a car that is home its place, behind those that are home already
// but for those of its round that did not get as far.
func (r *Race) place(c *Car, beyond, round int) {
	r.finished++
	c.place = r.finished
	if r.order == FirstAcross {
		return
	}
	c.beyond, c.ended = beyond, round
	for behind := c; behind != nil; {
		behind = nil
		for i := range r.cars {
			o := &r.cars[i]
			if o.status == Finished && o.place == c.place-1 && o.ended == round && o.beyond < beyond {
				behind = o
			}
		}
		if behind != nil {
			behind.place, c.place = c.place, behind.place
			r.touch(behind.index)
		}
	}
}

func (r *Race) tellFinish(c *Car) {
	if r.record == nil {
		return
	}
	fields := []Field{Int("place", c.place)}
	if r.order == FurthestBeyond {
		fields = append(fields, Int("beyond", c.beyond))
	}
	r.Tell(c.index, "finish", fields...)
	if r.order == FurthestBeyond && r.displaced {
		r.tellDisplaced(c)
	}
}

// tellDisplaced tells of the cars that were home in the place of one that has
// come home, or behind it: each is a place further back than before.
func (r *Race) tellDisplaced(by *Car) {
	for place := by.place + 1; place <= r.finished; place++ {
		for i := range r.cars {
			if c := &r.cars[i]; c.status == Finished && c.place == place {
				r.Tell(i, "displaced", Int("place", place), Text("other", by.name))
			}
		}
	}
}
