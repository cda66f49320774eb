package road

import (
	"math"

	"sandbox/core/board"
)

// Now is a car that chooses.
type Now struct {
	At      board.ID
	Held    bool         // it is on the line
	Mode    int32        // of the turn before
	Free    int32        // the highest mode without a test
	Tested  int32        // and with one
	Up      int32        // what a test costs
	Over    [Steps]int32 // as in Terms, of what it can pay now
	Down    [Steps]int32
	Extra   int // spaces more than those of its mode that it may drive
	Blocked func(board.ID) bool
	Company func(board.ID) int32 // what it is worth to end on a space for the cars that are near it
}

// Best is the mode that promises most; of equal ones the highest. It also says
// how much more it is worth than the second best.
func (v *Values) Best(c *Now) (mode int, ahead int32) {
	best, second := int32(math.MinInt32), int32(math.MinInt32)
	for n := range min(c.Tested+1, int32(v.road.modes)) {
		worth, _ := v.posted(c, n)
		if n > c.Free {
			worth -= c.Up
		}
		if worth >= best {
			best, second, mode = worth, best, int(n)
		} else {
			second = max(second, worth)
		}
	}
	if second == math.MinInt32 {
		return mode, 0
	}
	return mode, best - second
}

// Leads is where a car that chooses a mode is likely to end its turn.
func (v *Values) Leads(c *Now, mode int) board.ID {
	_, at := v.posted(c, int32(mode))
	return at
}

// posted is the worth of a mode, with the spaces that come to it where they are
// worth it, and where it leads.
func (v *Values) posted(c *Now, mode int32) (worth int32, to board.ID) {
	worth, to = v.move(c, mode, int(mode))
	if mode > 0 && c.Extra > 0 {
		if more, further := v.move(c, mode, int(mode)+c.Extra); more > worth {
			worth, to = more, further
		}
	}
	return worth - price(&c.Down, c.Mode-v.terms.Less-mode), to
}

// Move is the worth of driving so many spaces at a mode now. Where cars stand in
// the way on all sides it is that of stopping behind them.
func (v *Values) Move(c *Now, mode int32, spaces int) int32 {
	worth, _ := v.move(c, mode, spaces)
	return worth
}

func (v *Values) move(c *Now, mode int32, spaces int) (worth int32, to board.ID) {
	var into, spare [usualEnds]end
	near, driven := v.near(c, mode, spaces, into[:0], spare[:0])
	left := max(0, mode-int32(spaces-driven))
	worth = math.MinInt32
	for i := range near {
		if w := v.ended(c, &near[i], left); w > worth {
			worth, to = w, v.road.spots[near[i].at].id
		}
	}
	return worth + int32(driven)*Space - price(&c.Down, mode-v.terms.Less-left), to
}

// usualEnds is how many ends a move hardly ever has more of.
const usualEnds = 16

// near is where so many spaces at a mode lead now, or as many as there are free;
// it says how many. Where nothing has to be paid on the empty road, whatever
// prices are, that is known.
func (v *Values) near(c *Now, mode int32, spaces int, into, spare ends) (list ends, driven int) {
	at := v.road.spotOf(c.At, c.Held)
	if c.Blocked == nil && v.dear && spaces == int(mode) && spaces < len(v.reach) && int(at) < v.road.stands {
		if list := v.reach[mode].from(at); len(list) > 0 && list.free() {
			return list, spaces
		}
	}
	list, _, driven = v.road.from(&c.Over, at, mode, spaces, c.Blocked, into, spare)
	return list, driven
}

// ended is the worth of an end of this turn's move at a mode.
func (v *Values) ended(c *Now, e *end, mode int32) int32 {
	if e.home && v.terms.Last {
		return v.terms.Turns*pace - e.paid
	}
	worth := v.at(e.at, int(mode)) - e.toll
	if c.Company != nil {
		worth += c.Company(v.road.spots[e.at].id)
	}
	return worth
}

// Way is the worth of driving along spaces at a mode and ending on the last of
// them; home says that it leads over the last line.
func (v *Values) Way(c *Now, mode int32, spaces []board.ID, home bool) int32 {
	at, held, cost := c.At, c.Held, int32(0)
	for i, to := range spaces {
		var asks due
		if i == 0 {
			held, asks = v.road.begin(at, to, held)
		} else {
			held, asks = v.road.step(at, to, held)
		}
		at, cost = to, cost+asks.toll(&c.Over, mode)
	}
	if home {
		return v.terms.Turns*pace - cost
	}
	return v.At(at, int(mode), held) - cost
}
