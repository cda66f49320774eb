package race

import (
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

var statusNames = [...]string{Waiting: "waiting", Running: "running", Finished: "home", Retired: "out"}

// String is the word that rules, records and people use, "" for no status.
func (s Status) String() string {
	if int(s) >= len(statusNames) {
		return ""
	}
	return statusNames[s]
}

// Car is one entry of a race. Only the race changes it.
type Car struct {
	// What a simulator looks at all the time comes first.
	index   int
	status  Status
	space   board.ID
	row     int
	lap     int
	arrived int
	turn    int
	stops   int
	place   int
	grid    int
	beyond  int // kept under FurthestBeyond
	ended   int // kept under FurthestBeyond
	gone    int // 1 for the first car out, 0 before
	rank    int // where the rules have it stand, 1 for the first; 0 where they do not say

	name  string
	why   string
	label dice.Label
	word  string // the name as the state's text has it
}

// Name is what the entry list calls it.
func (c *Car) Name() string { return c.name }

// Index is its place in the entry list, from 0.
func (c *Car) Index() int { return c.index }

// Status is what has become of it.
func (c *Car) Status() Status { return c.status }

// Space is where it stands, board.None when it is off the track.
func (c *Car) Space() board.ID { return c.space }

// Row is where it stands, or stood when it left the track; 0 before.
func (c *Car) Row() int { return c.row }

// Lap is the lap it is on: 0 from the grid to the line, then 1..Laps.
func (c *Car) Lap() int { return c.lap }

// Grid is its place on the grid, 1 for pole; 0 before.
func (c *Car) Grid() int { return c.grid }

// Arrived is the number of the move that brought it to its space: of two cars
// on a level the lower one was there first.
func (c *Car) Arrived() int { return c.arrived }

// Rank is where the rules have it stand among all cars, 1 for the first; 0 where they
// leave that to the race.
func (c *Car) Rank() int { return c.rank }

// Turn is the last round in which it had its turn; without a board, the turn in
// which it went out.
func (c *Car) Turn() int { return c.turn }

// Stops is how many it has made in the corner it stands in, if that asks any; a
// stop is a turn that ends there.
func (c *Car) Stops() int { return c.stops }

// Place is 1 for the first car home, 0 before; without a board that of a
// running car too.
func (c *Car) Place() int { return c.place }

// Why says why it is out, "" when it is not.
func (c *Car) Why() string { return c.why }
