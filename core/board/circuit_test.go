package board

import (
	"math/rand/v2"
	"slices"
)

// stretch is a part of a circuit: how many spaces each lane has there, 0 where
// it is missing, and the stops that it asks, -1 for a straight.
type stretch struct {
	lanes []int
	stops int
}

// circuit lays stretches one after the other. Each space leads on in its lane
// and to the first space of either lane beside it in a row strictly ahead, but
// over no stretch that the lane is missing in.
func circuit(closed bool, stretches ...stretch) Plan {
	p, has := Plan{Name: "circuit", Closed: closed, Lanes: len(stretches[0].lanes)}, [][]int(nil)
	for _, s := range stretches {
		start, m := len(p.Rows), slices.Max(s.lanes)
		p.Rows, has = append(p.Rows, make([][]Space, m)...), append(has, slices.Repeat([][]int{s.lanes}, m)...)
		for lane, n := range s.lanes {
			for i := 1; i <= n; i++ {
				row := start + (i*m+n-1)/n - 1
				p.Rows[row] = append(p.Rows[row], Space{Lane: lane + 1})
			}
		}
		if s.stops >= 0 {
			p.Corners = append(p.Corners, Corner{Stops: s.stops, From: start + 1, To: start + m, Inside: 1})
		}
	}
	p.steps(has)
	return p
}

// steps sets the successors of a plan, of which has tells the lanes of each
// row.
func (p *Plan) steps(has [][]int) {
	var ids [][]ID
	next := ID(0)
	for _, row := range p.Rows {
		ids = append(ids, nil)
		for range row {
			ids[len(ids)-1] = append(ids[len(ids)-1], next)
			next++
		}
	}
	for r, row := range p.Rows {
		for i := range row {
			for _, side := range []int{0, -1, 1} {
				if to := p.firstAhead(ids, has, r, row[i].Lane+side); to != None {
					row[i].Next = append(row[i].Next, to)
				} else if side == 0 {
					row[i].Ends = p.Closed || r < len(p.Rows)-1
				}
			}
		}
	}
}

func (p *Plan) firstAhead(ids [][]ID, has [][]int, r, lane int) ID {
	for d := 1; d < len(p.Rows); d++ {
		at := r + d
		if at >= len(p.Rows) && !p.Closed {
			return None
		}
		at %= len(p.Rows)
		if lane < 1 || lane > len(has[at]) || has[at][lane-1] == 0 {
			return None
		}
		for i, s := range p.Rows[at] {
			if s.Lane == lane {
				return ids[at][i]
			}
		}
	}
	return None
}

// spaces is how many spaces the rows of a plan have.
func (p *Plan) spaces() ID {
	n := 0
	for _, row := range p.Rows {
		n += len(row)
	}
	return ID(n)
}

// side adds a side lane beside the rows between two spaces, with bays beside
// all its spaces but the first.
func (p Plan) side(from, to [2]int, bays int) Plan {
	row, next := from[0], p.spaces()
	enter := &p.space(from[0], from[1]).Next
	*enter = append(*enter, next)
	for n := 0; ; n++ {
		row = row%len(p.Rows) + 1
		if row == to[0] {
			break
		}
		s := Space{Row: row}
		if after := row%len(p.Rows) + 1; after == to[0] {
			s.Next = []ID{p.id(to[0], to[1])}
		} else {
			s.Next = []ID{next + 1}
		}
		p.Side = append(p.Side, s)
		next++
	}
	lane := p.Side
	for bay := range min(bays, len(lane)-1) {
		p.Side[bay].Next = append(p.Side[bay].Next, next)
		p.Side = append(p.Side, Space{Row: lane[bay+1].Row, Bay: bay + 1, Next: lane[bay+1].Next[:1]})
		next++
	}
	return p
}

func (p *Plan) space(row, lane int) *Space {
	for i := range p.Rows[row-1] {
		if s := &p.Rows[row-1][i]; s.Lane == lane {
			return s
		}
	}
	return nil
}

func (p *Plan) id(row, lane int) ID {
	id := ID(0)
	for r, spaces := range p.Rows {
		for _, s := range spaces {
			if r == row-1 && s.Lane == lane {
				return id
			}
			id++
		}
	}
	return None
}

// widen gives stretches of the same lanes one lane more on one side or both,
// which few of them have.
func widen(rnd *rand.Rand, list []stretch) {
	left, right := rnd.IntN(2), rnd.IntN(2)
	for i := range list {
		s := &list[i]
		more := make([]int, 2)
		if rnd.IntN(3) == 0 {
			more[0], more[1] = s.lanes[0], s.lanes[len(s.lanes)-1]
		}
		s.lanes = slices.Concat(more[:left], s.lanes, more[:right])
	}
}

// randomCircuit has lanes of uneven lengths, some of which end, arrows, corners
// and now and then a side lane.
func randomCircuit(rnd *rand.Rand) *Board {
	for {
		lanes := 1 + rnd.IntN(3)
		var list []stretch
		for range 2 + rnd.IntN(4) {
			s := stretch{make([]int, lanes), rnd.IntN(5) - 1}
			for i := range s.lanes {
				s.lanes[i] = 2 + rnd.IntN(4)
				if s.stops < 0 || len(list) == 0 { // every lane begins in row 1
					s.lanes[i] = s.lanes[0]
				}
			}
			list = append(list, s)
		}
		if rnd.IntN(2) == 0 {
			widen(rnd, list)
		}
		p := circuit(rnd.IntN(4) > 0, list...)
		if p.Closed && rnd.IntN(2) == 0 {
			from, to := 1+rnd.IntN(len(p.Rows)), 3+rnd.IntN(3)
			to = (from+to-1)%len(p.Rows) + 1
			if p.space(from, lanes) == nil || p.space(to, lanes) == nil {
				continue
			}
			p = p.side([2]int{from, lanes}, [2]int{to, lanes}, rnd.IntN(5))
		}
		for _, row := range p.Rows {
			for i := range row {
				if s := &row[i]; rnd.IntN(5) == 0 {
					s.Arrows = true
					for len(s.Next) > 1 && rnd.IntN(2) == 0 {
						j := rnd.IntN(len(s.Next))
						s.Next = slices.Delete(s.Next, j, j+1)
					}
				}
			}
		}
		if b, err := New(p); err == nil {
			return b
		}
	}
}

// fill puts cars on a random share of the spaces and returns where.
func fill(rnd *rand.Rand, t *Traffic, density float64) []ID {
	var cars []ID
	for id := range ID(t.board.Len()) {
		if rnd.Float64() < density {
			t.Put(len(cars), id)
			cars = append(cars, id)
		}
	}
	return cars
}
