package board

import "math/bits"

// Traffic is which space holds which car. A space holds one car.
type Traffic struct {
	board *Board
	car   []int16  // by space: the car's number, or -1
	free  []uint32 // by row: a bit for each lane without a car
}

// NewTraffic returns an empty board's traffic.
func NewTraffic(b *Board) *Traffic {
	t := &Traffic{board: b, car: make([]int16, len(b.spaces)), free: make([]uint32, b.Rows+1)}
	t.Clear()
	return t
}

// Clear takes every car off.
func (t *Traffic) Clear() {
	for i := range t.car {
		t.car[i] = -1
	}
	copy(t.free, t.board.full)
}

// Car is the car on a space, -1 when it is free.
func (t *Traffic) Car(id ID) int { return int(t.car[id]) }

// Put stands a car on a space, which must be free.
func (t *Traffic) Put(car int, id ID) {
	p := t.board.place[id]
	t.car[id] = int16(car)
	t.free[p.row] &^= 1 << p.lane
}

// Take takes the car off a space.
func (t *Traffic) Take(id ID) {
	p := t.board.place[id]
	t.car[id] = -1
	t.free[p.row] |= 1 << p.lane
}

// Move takes the car on a space to another, which must be free.
func (t *Traffic) Move(from, to ID) {
	p, q := t.board.place[from], t.board.place[to]
	t.car[from], t.car[to] = -1, t.car[from]
	t.free[p.row] |= 1 << p.lane
	t.free[q.row] &^= 1 << q.lane
}

// Full says that every space of a row holds a car.
func (t *Traffic) Full(row int) bool { return t.free[row] == 0 }

// Way is how far a car can drive.
type Way struct {
	To      ID  // where it ends; the space it began on when it cannot move
	Rows    int // rows moved
	Crossed int // how often it drove from the last row into the first, or off an open board's end
}

// Ahead drives from a space up to n rows along the successors through free
// spaces and stops in the last row it can reach. There it takes the lane it
// began in if it can, otherwise the nearest, the inner one of two. When it has
// crossed the line so many times as home says, it is home and To is None.
func (t *Traffic) Ahead(from ID, n, home int) Way {
	b := t.board
	at := b.place[from]
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

// fan is the set of lanes of the next row that some lane of this set leads to.
func (t *Traffic) fan(row int, lanes uint32) uint32 {
	var reach uint32
	for ; lanes != 0; lanes &= lanes - 1 {
		reach |= t.board.ahead[t.board.first[row]+ID(bits.TrailingZeros32(lanes))]
	}
	return reach
}

// Behind steps n rows back from a space and on to the next row behind while
// the row is full. Other cars are no obstacle and arrows do not bind. At the
// first row of an open board it stops and looks forward for a free row.
func (t *Traffic) Behind(from ID, n int) Way {
	b := t.board
	s := &b.spaces[from]
	row, way := s.Row, Way{To: from}
	car := t.Car(from)
	t.Take(from)
	defer t.Put(car, from)
	for way.Rows < n || t.Full(row) {
		if row == 1 && !b.Closed || way.Rows >= b.Rows {
			break
		}
		if row--; row == 0 {
			row, way.Crossed = b.Rows, 1
		}
		way.Rows++
	}
	for t.Full(row) {
		row++
		way.Rows--
	}
	way.To = b.first[row] + ID(nearest(t.free[row], s.Lane-1))
	return way
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
