package race

import (
	"fmt"
	"slices"

	"sandbox/core/board"
)

// Grid stands the cars on the starting spaces in the order given, pole
// position first. Until the first round begins a car that stands there already
// is stood anew; after that all must have waited until now. It fails when the
// track has too few starting spaces, when another car stands on one and when there is no
// such car. Without a board it gives them their first places.
func (r *Race) Grid(order []int) error {
	if r.board == nil {
		return r.line(order)
	}
	if len(order) > len(r.board.Grid) {
		return fmt.Errorf("%d cars, but the grid of %s has %d places: give the track a longer grid or the race fewer entries",
			len(order), r.board.Name, len(r.board.Grid))
	}
	r.clearGrid(order)
	for i, car := range order {
		c := r.Car(car)
		if c == nil {
			return r.noCar(car)
		}
		if c.status != Waiting {
			return fmt.Errorf("%s cannot take place %d on the grid: it is %s already", c.name, i+1, c.status)
		}
		if r.traffic.Taken(r.board.Grid[i]) {
			return fmt.Errorf("%s cannot take place %d on the grid: %s stands there", c.name, i+1, r.cars[r.traffic.Car(r.board.Grid[i])].name)
		}
		c.grid, c.lap = i+1, 0
		if !r.board.Closed {
			c.lap = 1
		}
		r.put(c, r.board.Grid[i])
		if r.record != nil {
			r.Tell(car, "grid", Int("place", i+1), Text("space", r.board.Space(c.space).Name))
		}
	}
	return nil
}

// clearGrid has cars that stand on the grid wait again, if there are all of the
// order.
func (r *Race) clearGrid(order []int) {
	if slices.ContainsFunc(order, func(car int) bool { return r.Car(car) == nil }) {
		return
	}
	for _, car := range order {
		if c := r.Car(car); r.round == 0 && c != nil && c.status == Running {
			r.lift(c)
			c.status = Waiting
		}
	}
}

// put stands a car on a free space.
func (r *Race) put(c *Car, to board.ID) {
	if c.space == board.None {
		r.traffic.Put(c.index, to)
	} else {
		r.traffic.Move(c.index, c.space, to)
	}
	if c.stops != 0 && (c.space == board.None || r.board.Space(c.space).Corner != r.board.Space(to).Corner) {
		c.stops = 0
	}
	r.moves++
	r.mark(int(to))
	c.space, c.row, c.arrived, c.status = to, r.board.RowOf(to), r.moves, Running
	r.moved(c.index)
}

// crowded says that a space has no room for a car that does not stand there.
func (r *Race) crowded(c *Car, to board.ID) bool { return c.space != to && r.traffic.Taken(to) }

// lift takes a car off the track.
func (r *Race) lift(c *Car) {
	if c.space != board.None {
		r.traffic.Take(c.index, c.space)
		c.space = board.None
	}
	c.stops = 0
	r.moved(c.index)
}

func (r *Race) moved(car int) {
	if car != r.step.Car {
		r.queue.stale = true
	}
	r.touch(car)
}

// Advanced is what became of an Advance.
type Advanced struct {
	Rows   int      // spaces driven, which on an even board are rows; negative for a step back
	Missed board.ID // the space aimed at, when its row was full; otherwise board.None
}

// Advance drives a car n spaces on, or as far as the cars ahead let it: nobody
// passes a full row. A negative n steps it back, past anything, onto the first
// row that is not full. A car that crosses the line after its last lap is home
// and leaves the track. It fails for a car that does not run, and for one in
// the side lane, which only drives along paths.
func (r *Race) Advance(car, n int) (Advanced, error) {
	c, err := r.driver(car)
	if err != nil {
		return Advanced{}, err
	}
	if r.board.OnSide(c.space) {
		return Advanced{}, fmt.Errorf("%s cannot just advance: it stands in the side lane and drives along a path there", c.name)
	}
	from, lap, drive := c.space, c.lap, Advanced{Missed: board.None}
	if n < 0 {
		way := r.traffic.Behind(from, -n)
		drive.Rows = -way.Steps
		c.lap -= way.Crossed
		if way.Steps != 0 {
			r.put(c, way.To)
		}
		r.tellMove(c, from, lap, n, drive)
		return drive, nil
	}
	left := r.crossings(c)
	way := r.traffic.Ahead(from, n, left)
	if way.Steps < n {
		drive.Missed = r.traffic.Aimed(from, n, left)
	}
	drive.Rows = way.Steps
	c.lap += way.Crossed
	if way.To == board.None {
		r.home(c, n-way.Steps+1)
		r.tellMove(c, from, lap, n, drive)
		r.tellFinish(c)
		return drive, nil
	}
	if way.Steps > 0 {
		r.put(c, way.To)
	}
	r.tellMove(c, from, lap, n, drive)
	return drive, nil
}

// tellMove is short so that it is inlined: a simulator, which keeps no record,
// makes no call.
func (r *Race) tellMove(c *Car, from board.ID, lap, n int, d Advanced) {
	if r.record != nil {
		r.moveEvent(c, from, lap, n, d)
	}
}

func (r *Race) moveEvent(c *Car, from board.ID, lap, n int, d Advanced) {
	to := "the finish"
	if c.space != board.None {
		to = r.board.Space(c.space).Name
	}
	fields := []Field{Text("from", r.board.Space(from).Name), Text("to", to), Int("rows", d.Rows)}
	if d.Rows != n && c.space != board.None {
		fields = append(fields, Int("aimed", n))
	}
	if c.lap != lap && c.status == Running {
		fields = append(fields, Int("lap", c.lap))
	}
	r.Tell(c.index, "move", fields...)
}

// Retire takes a car out of the race and off the track. It fails for a car
// that is home or out already.
func (r *Race) Retire(car int, why string) error {
	c := r.Car(car)
	switch {
	case c == nil:
		return r.noCar(car)
	case c.status == Finished || c.status == Retired:
		return fmt.Errorf("%s cannot retire: it is %s", c.name, c.status)
	}
	if len(why) > MaxName {
		return named("why "+c.name+" is out", why)
	}
	at := Text("space", "beside the track")
	switch {
	case c.space != board.None:
		at.Value = r.board.Space(c.space).Name
	case c.status == Running:
		at = Int("place", c.place)
		r.leave(c)
		c.turn = r.round
	}
	r.out(c, why)
	r.lift(c)
	if r.record != nil {
		r.Tell(car, "retire", Text("why", why), at)
	}
	return nil
}

func (r *Race) out(c *Car, why string) {
	r.retired++
	c.gone, c.status, c.why, c.stops = r.retired, Retired, why, 0
}

// Wreck takes a car out of the race, but leaves it on its space, where nobody
// can drive through it, until Remove. It fails for a car that does not run.
func (r *Race) Wreck(car int, why string) error {
	c := r.Car(car)
	switch {
	case c == nil:
		return r.noCar(car)
	case r.board == nil:
		return errNoBoard
	case c.status != Running:
		return fmt.Errorf("%s cannot be a wreck on the track: it is %s", c.name, c.status)
	}
	if len(why) > MaxName {
		return named("why "+c.name+" is out", why)
	}
	r.out(c, why)
	r.moved(car)
	if r.record != nil {
		r.Tell(car, "retire", Text("why", why), Text("space", r.board.Space(c.space).Name), Field{"stands", true})
	}
	return nil
}

// Remove takes a wreck off the track. It fails for a car that is none.
func (r *Race) Remove(car int) error {
	c := r.Car(car)
	switch {
	case c == nil:
		return r.noCar(car)
	case c.status != Retired || c.space == board.None:
		return fmt.Errorf("%s cannot be removed: it is no wreck on the track", c.name)
	}
	at := r.board.Space(c.space).Name
	r.lift(c)
	if r.record != nil {
		r.Tell(car, "remove", Text("space", at))
	}
	return nil
}
