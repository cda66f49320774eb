package board

import (
	"math/bits"
	"slices"
)

// Traffic is which space holds which cars: one, unless its capacity says more.
type Traffic struct {
	board *Board
	car   []int16   // by space: the number of a car on it, or -1
	more  [][]int16 // by space: the others on it; nil where each space holds one
	free  []uint32  // by row: a bit for each lane with room for a car
	waves waves     // for searches on an uneven board
	wave  wave      // for Fewest
}

// NewTraffic returns an empty board's traffic.
func NewTraffic(b *Board) *Traffic {
	t := &Traffic{board: b, car: make([]int16, len(b.spaces)), free: make([]uint32, b.Rows+1)}
	if b.shared {
		t.more = make([][]int16, len(b.spaces))
	}
	t.Clear()
	return t
}

// Clear takes every car off.
func (t *Traffic) Clear() {
	for i := range t.car {
		t.car[i] = -1
	}
	for i := range t.more {
		t.more[i] = t.more[i][:0]
	}
	copy(t.free, t.board.full)
}

// Car is a car on a space, -1 when there is none.
func (t *Traffic) Car(id ID) int { return int(t.car[id]) }

// Cars lists the cars on a space, in no order.
func (t *Traffic) Cars(id ID) []int { return t.carsOn([]ID{id}) }

// Taken says that a space has no room for another car.
func (t *Traffic) Taken(id ID) bool {
	return t.car[id] >= 0 && (t.more == nil || len(t.more[id])+1 >= t.board.spaces[id].Capacity)
}

// Put stands a car on a space, which must not be taken.
func (t *Traffic) Put(car int, id ID) {
	if t.more != nil && t.car[id] >= 0 {
		t.more[id] = append(t.more[id], int16(car))
	} else {
		t.car[id] = int16(car)
	}
	if t.more == nil || t.Taken(id) {
		p := t.board.place[id]
		t.free[p.row] &^= p.bit
	}
}

// Take takes a car off its space.
func (t *Traffic) Take(car int, id ID) {
	p := t.board.place[id]
	t.free[p.row] |= p.bit
	if t.more == nil || len(t.more[id]) == 0 {
		t.car[id] = -1
		return
	}
	others := t.more[id]
	last := len(others) - 1
	if i := slices.Index(others, int16(car)); i >= 0 {
		others[i] = others[last]
	} else {
		t.car[id] = others[last]
	}
	t.more[id] = others[:last]
}

// Move takes a car on a space to another, which must not be taken.
func (t *Traffic) Move(car int, from, to ID) {
	if t.more != nil {
		t.Take(car, from)
		t.Put(car, to)
		return
	}
	p, q := t.board.place[from], t.board.place[to]
	t.car[from], t.car[to] = -1, int16(car)
	t.free[p.row] |= p.bit
	t.free[q.row] &^= q.bit
}

// Full says that no space of a row has room for a car; the side lane does not
// count.
func (t *Traffic) Full(row int) bool { return t.free[row] == 0 }

// Beside lists the cars that stand beside a space: one step away along a lane
// or along a lane change drawn as an arrow, either way, or in its row in a
// neighbouring lane. The side lane has no neighbours.
func (t *Traffic) Beside(id ID) []int { return t.carsOn(t.board.near[id]) }

// Diagonal lists the cars that stand one legal lane change from a space, ahead
// or behind, and not beside it. The side lane has no neighbours.
func (t *Traffic) Diagonal(id ID) []int { return t.carsOn(t.board.across[id]) }

// carsOn lists the cars on some spaces.
func (t *Traffic) carsOn(spaces []ID) []int {
	var cars []int
	for _, id := range spaces {
		if car := t.Car(id); car >= 0 {
			cars = append(cars, car)
		}
		if t.more != nil {
			for _, car := range t.more[id] {
				cars = append(cars, int(car))
			}
		}
	}
	return cars
}

// CountBeside is how many cars but one Beside lists.
func (t *Traffic) CountBeside(id ID, but int) int { return t.count(t.board.near[id], but) }

// CountDiagonal is how many cars but one Diagonal lists.
func (t *Traffic) CountDiagonal(id ID, but int) int { return t.count(t.board.across[id], but) }

// Company makes a set that of the spaces which have a car beside them, or one
// diagonal to them.
func (t *Traffic) Company(set Set) {
	clear(set)
	for id, car := range t.car {
		if car < 0 {
			continue
		}
		for _, near := range t.board.near[id] {
			set.Put(near)
		}
		for _, across := range t.board.across[id] {
			set.Put(across)
		}
	}
}

// count is how many cars but one stand on some spaces.
func (t *Traffic) count(spaces []ID, but int) int {
	n := 0
	for _, id := range spaces {
		if car := t.Car(id); car >= 0 && car != but {
			n++
		}
		if t.more != nil {
			for _, car := range t.more[id] {
				if int(car) != but {
					n++
				}
			}
		}
	}
	return n
}

// Way is how far a car can drive.
type Way struct {
	To      ID  // where it ends; the space it began on when it cannot move
	Steps   int // spaces driven: rows on an even board
	Crossed int // how often it drove from the last row into the first, or off an open board's end
}

// Ahead drives from a space of the rows up to n spaces along the successors
// through free spaces and stops as many spaces on as it can reach. There it
// takes the lane it began in if it can, otherwise the nearest, the inner one
// of two. When it has crossed the line so many times as home says, it is home
// and To is None. It never turns into the side lane.
func (t *Traffic) Ahead(from ID, n, home int) Way {
	b := t.board
	if !b.even {
		return t.aheadUneven(from, n, home)
	}
	at := b.place[from]
	if b.wide && n <= b.Rows-int(at.row) {
		return t.straight(from, at, n)
	}
	row, lanes := int(at.row), uint32(1)<<at.lane
	rows, crossed := 0, 0
	for rows < n {
		next, crossing := row+1, 0
		if row == b.Rows {
			next, crossing = 1, 1
			if crossed+1 >= home || !b.Closed {
				return Way{None, rows + 1, crossed + 1}
			}
		}
		reach := t.free[next]
		if !b.open[row] {
			reach &= t.fan(row, lanes)
		}
		if reach == 0 {
			break
		}
		row, lanes = next, reach
		rows++
		crossed += crossing
	}
	if rows == 0 {
		return Way{To: from}
	}
	return Way{b.first[row] + ID(nearest(lanes, int(at.lane))), rows, crossed}
}

// straight is Ahead where each space leads to all of the next row and the line is
// further away.
func (t *Traffic) straight(from ID, at place, n int) Way {
	row := int(at.row)
	last := row + n
	for row < last && t.free[row+1] != 0 {
		row++
	}
	steps := row - int(at.row)
	if steps == 0 {
		return Way{To: from}
	}
	return Way{To: t.board.first[row] + ID(nearest(t.free[row], int(at.lane))), Steps: steps}
}

// Aimed is the first space of the row that lies n spaces on from a space in
// its lane if every space of that row holds a car; it is None otherwise, and
// when the row lies beyond so many crossings of the line as home says.
func (t *Traffic) Aimed(from ID, n, home int) ID {
	b := t.board
	row := b.RowOf(from) + n
	if !b.even {
		at, crossed := from, 0
		for range n {
			next := b.spaces[at].Ahead
			if next == None {
				return None
			}
			if b.RowOf(next) < b.RowOf(at) {
				if crossed++; crossed >= home {
					return None
				}
			}
			at = next
		}
		row = b.RowOf(at)
	} else if row > b.Rows {
		if !b.Closed || (row-1)/b.Rows >= home {
			return None
		}
		row = (row-1)%b.Rows + 1
	}
	if !t.Full(row) {
		return None
	}
	return b.first[row]
}

// fan is the set of lanes of the next row that some lane of this set leads to.
func (t *Traffic) fan(row int, lanes uint32) uint32 {
	var reach uint32
	for ; lanes != 0; lanes &= lanes - 1 {
		reach |= t.board.ahead[t.board.first[row]+ID(bits.TrailingZeros32(lanes))]
	}
	return reach
}

// Behind steps n spaces back from a space in its own lane, and on while their
// row is full; in the row it ends in it takes a free lane as Ahead does. Other
// cars are no obstacle and arrows do not bind. At the first row of an open
// board it stops and looks forward for a free row.
func (t *Traffic) Behind(from ID, n int) Way {
	b := t.board
	if !b.even {
		return t.behindUneven(from, n)
	}
	s := &b.spaces[from]
	row, way := s.Row, Way{To: from}
	defer t.makeRoom(from)()
	for way.Steps < n || t.Full(row) {
		if row == 1 && !b.Closed || way.Steps >= b.Rows {
			break
		}
		if row--; row == 0 {
			row, way.Crossed = b.Rows, 1
		}
		way.Steps++
	}
	for t.Full(row) {
		row++
		way.Steps--
	}
	way.To = b.first[row] + ID(nearest(t.free[row], s.Lane-1))
	return way
}

// makeRoom has the space of a car count as one with room, until what it returns is
// called.
func (t *Traffic) makeRoom(id ID) (undo func()) {
	p := t.board.place[id]
	was := t.free[p.row]
	t.free[p.row] |= p.bit
	return func() { t.free[p.row] = was }
}

// nearest is the lane of a set that is nearest to a lane, the inner one of
// two. Lanes count from 0 here.
func nearest(lanes uint32, lane int) int {
	if lanes>>lane&1 != 0 {
		return lane
	}
	for d := 1; ; d++ {
		if in := lane - d; in >= 0 && lanes&(1<<in) != 0 {
			return in
		}
		if out := lane + d; out < MaxLanes && lanes&(1<<out) != 0 {
			return out
		}
	}
}
