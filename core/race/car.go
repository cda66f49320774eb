package race

import (
	"cmp"
	"fmt"
	"slices"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// Status is what has become of a car.
type Status uint8

// A car waits until it is put on the track, then it runs until it is home or
// out.
const (
	Waiting Status = iota
	Running
	Finished
	Retired
)

var statusNames = [...]string{"waiting", "running", "finished", "retired"}

// String is the word that rules and records use.
func (s Status) String() string { return statusNames[s] }

// Car is one entry of a race.
type Car struct {
	Name   string
	Index  int // place in the entry list, from 0
	Status Status

	Space   board.ID // board.None when it is off the track
	Row     int      // where it stands, or stood when it left the track; 0 before
	Lap     int      // the lap it is on: 0 from the grid to the line, then 1..Laps
	Grid    int      // place on the grid, 1 is pole; 0 before
	Arrived int      // number of the move that brought it to its space
	Turn    int      // the last round in which it had its turn; without a board, the turn in which it went out
	Stops   int      // made in the corner it stands in, if that asks any; a stop is a turn that ends there
	Place   int      // 1 for the first car home, 0 before; without a board that of a running car too
	Beyond  int      // spaces beyond the line that it drove when it came home; kept under FurthestBeyond
	Ended   int      // the round in which it came home; kept under FurthestBeyond
	Gone    int      // 1 for the first car out, 0 before
	Why     string   // why it is out

	label dice.Label
	word  string // the name as the state's text has it
}

// Grid stands the cars on the starting spaces in the order given, pole
// position first, all of them waiting until now. It fails when the track has
// too few starting spaces and when another car stands on one. Without a board
// it gives them their first places.
func (r *Race) Grid(order []int) error {
	if r.Board == nil {
		return r.line(order)
	}
	if len(order) > len(r.Board.Grid) {
		return fmt.Errorf("%d cars, but the grid of %s has %d places: give the track a longer grid or the race fewer entries",
			len(order), r.Board.Name, len(r.Board.Grid))
	}
	for i, car := range order {
		c := &r.cars[car]
		if c.Status != Waiting {
			return fmt.Errorf("%s cannot take place %d on the grid: it is %s already", c.Name, i+1, c.Status)
		}
		if other := r.traffic.Car(r.Board.Grid[i]); other != Nobody {
			return fmt.Errorf("%s cannot take place %d on the grid: %s stands there", c.Name, i+1, r.cars[other].Name)
		}
		c.Grid, c.Lap = i+1, 0
		if !r.Board.Closed {
			c.Lap = 1
		}
		r.put(c, r.Board.Grid[i])
		if r.record != nil {
			r.Tell(car, "grid", Int("place", i+1), Text("space", r.Board.Space(c.Space).Name))
		}
	}
	return nil
}

// put stands a car on a free space.
func (r *Race) put(c *Car, to board.ID) {
	if c.Space == board.None {
		r.traffic.Put(c.Index, to)
	} else {
		r.traffic.Move(c.Space, to)
	}
	if c.Stops != 0 && (c.Space == board.None || r.Board.Space(c.Space).Corner != r.Board.Space(to).Corner) {
		c.Stops = 0
	}
	r.moves++
	c.Space, c.Row, c.Arrived, c.Status = to, r.Board.RowOf(to), r.moves, Running
	r.moved(c.Index)
}

// lift takes a car off the track.
func (r *Race) lift(c *Car) {
	if c.Space != board.None {
		r.traffic.Take(c.Space)
		c.Space = board.None
	}
	c.Stops = 0
	r.moved(c.Index)
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
	c := &r.cars[car]
	if err := r.canDrive(c); err != nil {
		return Advanced{}, err
	}
	if r.Board.OnSide(c.Space) {
		return Advanced{}, fmt.Errorf("%s cannot just advance: it stands in the side lane and drives along a path there", c.Name)
	}
	from, lap, drive := c.Space, c.Lap, Advanced{Missed: board.None}
	if n < 0 {
		way := r.traffic.Behind(from, -n)
		drive.Rows = -way.Steps
		c.Lap -= way.Crossed
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
	c.Lap += way.Crossed
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
	if c.Space != board.None {
		to = r.Board.Space(c.Space).Name
	}
	fields := []Field{Text("from", r.Board.Space(from).Name), Text("to", to), Int("rows", d.Rows)}
	if d.Rows != n && c.Space != board.None {
		fields = append(fields, Int("aimed", n))
	}
	if c.Lap != lap && c.Status == Running {
		fields = append(fields, Int("lap", c.Lap))
	}
	r.Tell(c.Index, "move", fields...)
}

// Retire takes a car out of the race and off the track. It fails for a car
// that is home or out already.
func (r *Race) Retire(car int, why string) error {
	c := &r.cars[car]
	if c.Status == Finished || c.Status == Retired {
		return fmt.Errorf("%s cannot retire: it is %s", c.Name, c.Status)
	}
	at := Text("space", "beside the track")
	switch {
	case c.Space != board.None:
		at.Value = r.Board.Space(c.Space).Name
	case c.Status == Running:
		at = Int("place", c.Place)
		r.leave(c)
		c.Turn = r.Round
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
	c.Gone, c.Status, c.Why, c.Stops = r.retired, Retired, why, 0
}

// Wreck takes a car out of the race, but leaves it on its space, where nobody
// can drive through it, until Remove. It fails for a car that does not run.
func (r *Race) Wreck(car int, why string) error {
	c := &r.cars[car]
	switch {
	case r.Board == nil:
		return errNoBoard
	case c.Status != Running:
		return fmt.Errorf("%s cannot be a wreck on the track: it is %s", c.Name, c.Status)
	}
	r.out(c, why)
	r.moved(car)
	if r.record != nil {
		r.Tell(car, "retire", Text("why", why), Text("space", r.Board.Space(c.Space).Name), Field{"stands", true})
	}
	return nil
}

// Remove takes a wreck off the track. It fails for a car that is none.
func (r *Race) Remove(car int) error {
	c := &r.cars[car]
	if c.Status != Retired || c.Space == board.None {
		return fmt.Errorf("%s cannot be removed: it is no wreck on the track", c.Name)
	}
	at := r.Board.Space(c.Space).Name
	r.lift(c)
	if r.record != nil {
		r.Tell(car, "remove", Text("space", at))
	}
	return nil
}

// before orders cars as they stand: cars home in the order of arrival, then
// the running by distance and arrival, or by place without a board, the waiting
// as entered, the retired by distance and the later first.
func (r *Race) before(a, b *Car) int {
	if a.Status != b.Status {
		return cmp.Compare(standing[a.Status], standing[b.Status])
	}
	switch a.Status {
	case Finished:
		return cmp.Compare(a.Place, b.Place)
	case Running:
		if r.Board == nil {
			return cmp.Compare(a.Place, b.Place)
		}
		return foremost(a, b)
	case Retired:
		return cmp.Or(cmp.Compare(r.Distance(b), r.Distance(a)), cmp.Compare(b.Gone, a.Gone))
	}
	return cmp.Compare(a.Index, b.Index)
}

var standing = [...]int{Finished: 0, Running: 1, Waiting: 2, Retired: 3}

// Standings lists all cars from first to last as they stand now; when the
// race is over it is the order of the result.
func (r *Race) Standings() []int {
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
		p := Placing{Place: i + 1, Car: c.Name, Status: c.Status, Grid: c.Grid, Lap: min(c.Lap, r.Laps), Row: c.Row, Why: c.Why}
		if r.Board == nil {
			p.Turn = c.Turn
		}
		list = append(list, p)
	}
	return list
}
