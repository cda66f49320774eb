// Package road looks ahead for drivers of games in which no dice decide how far
// a car drives: it chooses a mode, say a speed, and drives as many spaces. What
// that costs stands on the way: runs of spaces have limits.
//
//	r := road.New(b, 12, limits, line, 1)
//	values := r.Values(terms)
//	mode, ahead := values.Best(&road.Now{At: at, Mode: 7, Free: 8, Tested: 9})
//
// All worth is in thousandths of a space, in whole numbers, so that every
// processor finds the same. The package sees no dice to come and no answer that
// is not given, and knows no game: what modes are and what a price stands for
// is for the rules to say.
package road

import (
	"sync"

	"sandbox/core/board"
)

// Road is a board on which a car chooses a mode each turn and then drives as many
// spaces as the mode has: no dice decide how far. Runs of spaces have limits, the
// highest mode that drives them free of charge; who comes onto the line at the
// beginning of a corner and stays on it has More modes more there. Several
// goroutines may use it at once.
type Road struct {
	board *board.Board
	limit []int32
	line  []bool
	more  int32
	modes int
	least int32 // no mode up to it is over a limit

	first  []spot  // by space
	spots  []place // by spot, those of the side lane last
	stands int     // how many of them are on the road
	begins [][]way // by spot, of a turn that begins there
	steps  [][]way // and of one that goes on

	mu      sync.Mutex
	tables  map[Terms]*Values
	reached map[fare]*reach
	kept    int // ends in all of reached
}

// MaxModes is how many modes a road can have.
const MaxModes = 16

// spot is the number of a place where a car can stand. Those of a space of the line
// are two, the second with its benefit.
type spot int32

type place struct {
	id   board.ID
	held bool // the car is on the line
}

// spotOf is the spot of a car on a space; held counts on the line alone.
func (r *Road) spotOf(id board.ID, held bool) spot {
	if held && r.line[id] {
		return r.first[id] + 1
	}
	return r.first[id]
}

// New lays limits and a line on a board. Modes are 0 to modes-1, of which there
// can be MaxModes; a limit of 0 is none.
func New(b *board.Board, modes int, limit []int, line []bool, more int) *Road {
	r := &Road{
		board: b, line: line, more: int32(more), modes: modes, least: int32(modes),
		limit: make([]int32, b.Len()), first: make([]spot, b.Len()),
		tables: map[Terms]*Values{}, reached: map[fare]*reach{},
	}
	for id := range board.ID(b.Len()) {
		if r.limit[id] = int32(limit[id]); limit[id] > 0 {
			r.least = min(r.least, r.limit[id], r.limit[id]+r.more)
		}
		r.first[id] = spot(len(r.spots))
		if r.spots = append(r.spots, place{id, false}); line[id] {
			r.spots = append(r.spots, place{id, true})
		}
		if !b.OnSide(id) {
			r.stands = len(r.spots)
		}
	}
	for _, at := range r.spots {
		r.begins, r.steps = append(r.begins, r.ways(at, r.begin)), append(r.steps, r.ways(at, r.step))
	}
	return r
}

// way is a step that a car can take on the road.
type way struct {
	to   spot
	due  due
	home bool // it leads over the line
}

// ways are those from a place, where take says what a step asks.
func (r *Road) ways(from place, take func(from, to board.ID, held bool) (bool, due)) (list []way) {
	for _, to := range r.board.Space(from.id).Next {
		if !r.board.OnSide(to) {
			held, due := take(from.id, to, from.held)
			list = append(list, way{r.spotOf(to, held), due, r.board.RowOf(to) < r.board.RowOf(from.id)})
		}
	}
	return list
}

// Steps is how many prices Over and Down have: the last holds for all beyond.
const Steps = 4

// Space is what one space is worth.
const Space = 1000

// Terms are what a car can do and what things cost it, in thousandths of a space.
type Terms struct {
	Over  [Steps]int32 // a run of spaces driven 1, 2, ... modes over its limit
	Down  [Steps]int32 // a mode 1, 2, ... lower than Less allows
	Up    int32        // a mode one higher than More or Most allow
	More  int32        // how much higher a mode can be than the one before
	Less  int32        // how much lower
	Most  int32        // the highest mode
	Turns int32        // how many turns are looked ahead
	Last  bool         // the next time over the line is the last
}

// price is that of so many modes beyond.
func price(list *[Steps]int32, beyond int32) int32 {
	if beyond <= 0 {
		return 0
	}
	return list[min(beyond, Steps)-1]
}

// due is what a step asks: the price of a mode over one limit, less that over
// another, which was asked before. A limit of 0 asks nothing.
type due struct{ limit, paid int32 }

func (d due) toll(over *[Steps]int32, mode int32) int32 {
	if d.limit == 0 {
		return 0
	}
	toll := price(over, mode-d.limit)
	if d.paid > 0 {
		toll -= price(over, mode-d.paid)
	}
	return toll
}

// step is one space on from where a car is in a turn: whether it is on the line
// afterwards, and what it asks.
func (r *Road) step(from, to board.ID, held bool) (now bool, asks due) {
	limit := r.limit[to]
	if limit == 0 {
		return false, due{}
	}
	now = r.line[to] && (held || r.limit[from] == 0)
	if limit != r.limit[from] {
		return now, due{limit: r.allowed(limit, now)}
	}
	if held && !now {
		return now, due{limit, limit + r.more}
	}
	return now, due{}
}

// begin is what the first space of a turn asks: a run is paid for in each turn
// anew.
func (r *Road) begin(from, to board.ID, held bool) (now bool, asks due) {
	limit := r.limit[to]
	if limit == 0 {
		return false, due{}
	}
	now = r.line[to] && (held || r.limit[from] == 0)
	return now, due{limit: r.allowed(limit, now)}
}

// allowed is the highest mode that a limit lets pass.
func (r *Road) allowed(limit int32, held bool) int32 {
	if held {
		return limit + r.more
	}
	return limit
}
