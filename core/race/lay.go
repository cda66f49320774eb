package race

import (
	"fmt"

	"sandbox/core/board"
)

// Position is where a car is and what has become of it.
type Position struct {
	Status Status
	Space  board.ID // where it runs, or stands as a wreck; otherwise board.None
	Lap    int
	Grid   int // 0 for none
	Turn   int // the last round in which it had its turn
	Stops  int // made in the corner it stands in
	Place  int // among those home; without a board, of a running car
	Beyond int // spaces driven beyond the line when it came home, under FurthestBeyond
	Ended  int // the round in which it came home, under FurthestBeyond
	Why    string
}

// Position is where the car is now.
func (c *Car) Position() Position {
	return Position{
		Status: c.status, Space: c.space, Lap: c.lap, Grid: c.grid, Turn: c.turn,
		Stops: c.stops, Place: c.place, Beyond: c.beyond, Ended: c.ended, Why: c.why,
	}
}

// Lay puts a car where no rule put it: a position laid down for a spec, or a
// game master's correction. Stops are those of a running car, Why is that of one
// that is out; of those that are home, Beyond and Ended decide the place. A
// retired car with a space stands there as a wreck. It fails when there is no
// such car, status or space, or the space is another car's. Without a board a
// running car takes the place given, 0 for the last; those behind make room.
func (r *Race) Lay(car int, as Position) error {
	c := r.Car(car)
	if c == nil {
		return r.noCar(car)
	}
	if as.Status > Retired {
		return fmt.Errorf("%s has status %d, and there is none", c.name, as.Status)
	}
	if r.board == nil {
		as.Space = board.None
	} else if as.Status == Running && as.Space == board.None {
		return fmt.Errorf("%s runs, so it needs a space", c.name)
	}
	stands := as.Status == Running && r.board != nil || as.Status == Retired && as.Space != board.None
	if stands && !r.isSpace(as.Space) {
		return r.noSpace(as.Space)
	}
	if stands {
		if r.crowded(c, as.Space) {
			return fmt.Errorf("%s cannot stand on %s: %s stands there", c.name, r.board.Space(as.Space).Name, r.cars[r.traffic.Car(as.Space)].name)
		}
	}
	r.unplace(c)
	r.lift(c)
	c.lap, c.grid, c.turn, c.why, c.place, c.gone, c.beyond, c.ended = as.Lap, as.Grid, as.Turn, "", 0, 0, 0, 0
	switch {
	case stands:
		r.put(c, as.Space)
	case as.Status == Running:
		r.join(c, as.Place)
	}
	c.status = as.Status
	switch as.Status {
	case Waiting:
		c.row, c.arrived = 0, 0
	case Running:
		c.stops = as.Stops
	case Finished:
		r.place(c, as.Beyond, as.Ended)
	case Retired:
		r.retired++
		c.gone, c.why = r.retired, as.Why
	}
	r.queue.stale = true
	r.touch(car)
	return nil
}

// unplace takes a car's place among those home or out from it; those behind it
// move up.
func (r *Race) unplace(c *Car) {
	for i := range r.cars {
		other := &r.cars[i]
		if c.status == Finished && other.status == Finished && other.place > c.place {
			other.place--
			r.touch(i)
		}
		if c.status == Retired && other.status == Retired && other.gone > c.gone {
			other.gone--
		}
	}
	switch c.status {
	case Running:
		if r.board == nil {
			r.leave(c)
		}
	case Finished:
		r.finished--
	case Retired:
		r.retired--
	}
}

// LayRound puts the race into a round, with so many sessions done. It fails
// when one of them is negative, and beyond MaxRounds.
func (r *Race) LayRound(round, sessions int) error {
	if err := checkRound(round); err != nil {
		return err
	}
	if sessions < 0 {
		return fmt.Errorf("%d sessions cannot have been driven", sessions)
	}
	r.round, r.sessions, r.queue.stale = round, sessions, true
	r.touch(Nobody)
	return nil
}
