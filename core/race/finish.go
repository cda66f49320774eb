package race

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

// Finishes are the orders of finish by name.
var Finishes = map[string]Finish{"first across": FirstAcross, "furthest beyond": FurthestBeyond}

// crossings of the line until a car is home.
func (r *Race) crossings(c *Car) int { return max(1, r.Laps+1-c.Lap) }

// home takes a car off the track that drove so many spaces beyond its last
// line.
func (r *Race) home(c *Car, beyond int) {
	r.moves++
	c.Status, c.Arrived = Finished, r.moves
	r.place(c, beyond, r.Round)
	r.lift(c)
}

// place gives a car that is home its place, behind those that are home already
// but for those of its round that did not get as far.
func (r *Race) place(c *Car, beyond, round int) {
	r.finished++
	c.Place = r.finished
	if r.order == FirstAcross {
		return
	}
	c.Beyond, c.Ended = beyond, round
	for behind := c; behind != nil; {
		behind = nil
		for i := range r.cars {
			o := &r.cars[i]
			if o.Status == Finished && o.Place == c.Place-1 && o.Ended == round && o.Beyond < beyond {
				behind = o
			}
		}
		if behind != nil {
			behind.Place, c.Place = c.Place, behind.Place
			r.touch(behind.Index)
		}
	}
}

func (r *Race) tellFinish(c *Car) {
	if r.record == nil {
		return
	}
	fields := []Field{Int("place", c.Place)}
	if r.order == FurthestBeyond {
		fields = append(fields, Int("beyond", c.Beyond))
	}
	r.Tell(c.Index, "finish", fields...)
}
