package board

import (
	"fmt"
	"slices"
)

// link checks where the spaces lead and works out, for each, the next and the
// last space of its lane, those beside it and those a lane change away.
func (b *Board) link() error {
	reached := make([]bool, len(b.spaces))
	for id := range b.spaces {
		if err := b.linkSpace(ID(id)); err != nil {
			return err
		}
		for _, n := range b.spaces[id].Next {
			reached[n] = true
		}
	}
	for id, s := range b.spaces {
		if !reached[id] && (s.Row > 1 || b.Closed || s.Side) {
			return fmt.Errorf("no space leads to %s", s.Name)
		}
	}
	b.evenOut()
	b.lookBack()
	b.lookAround()
	return nil
}

func (b *Board) linkSpace(id ID) error {
	s := &b.spaces[id]
	for _, n := range s.Next {
		if err := b.checkStep(s, n); err != nil {
			return err
		}
	}
	s.Next = slices.Clone(s.Next)
	slices.SortStableFunc(s.Next, func(x, y ID) int { return b.rank(s, x) - b.rank(s, y) })
	s.Ahead = b.straightOn(s)
	if s.Ahead == None && (s.Row < b.Rows || b.Closed || s.Side) {
		return fmt.Errorf("space %s is a dead end", s.Name)
	}
	return nil
}

// checkStep refuses a step that is not one ahead.
func (b *Board) checkStep(s *Space, n ID) error {
	if n < 0 || int(n) >= len(b.spaces) {
		return fmt.Errorf("space %s leads to a space that is not on the track", s.Name)
	}
	to := &b.spaces[n]
	switch gap := b.gap(s.Row, to.Row); {
	case s.Ends && to.Lane == s.Lane:
		return fmt.Errorf("space %s ends its lane, yet leads on in it to %s", s.Name, to.Name)
	case gap == 0:
		return fmt.Errorf("space %s leads to %s, which is level with it", s.Name, to.Name)
	case gap < 0:
		return fmt.Errorf("space %s leads back to %s", s.Name, to.Name)
	case s.Side || to.Side:
		return nil
	}
	if first := b.inLane(s.Row, to.Lane); first != n {
		return fmt.Errorf("space %s leads over %s to %s", s.Name, b.spaces[first].Name, to.Name)
	}
	return nil
}

// gap is how many rows one row lies ahead of another; negative when it lies
// behind. On a closed board what is more than half a lap ahead lies behind.
func (b *Board) gap(from, to int) int {
	gap := to - from
	if b.Closed && gap < 0 {
		gap += b.Rows
	}
	if b.Closed && gap > b.Rows/2 {
		gap -= b.Rows
	}
	return gap
}

// inLane is the first space of a lane in the rows after one, None when the
// lane does not go on.
func (b *Board) inLane(row, lane int) ID {
	for range b.Rows - 1 {
		next, on := b.NextRow(row)
		if !on {
			return None
		}
		if id := b.At(next, lane); id != None {
			return id
		}
		row = next
	}
	return None
}

// rank sorts successors: straight on, other lanes, the side lane, bays.
func (b *Board) rank(s *Space, n ID) int {
	switch to := &b.spaces[n]; {
	case to.Bay != 0:
		return 3
	case to.Side && !s.Side:
		return 2
	case to.Lane != s.Lane:
		return 1
	}
	return 0
}

// straightOn is the next space of a space's own lane. Arrows may forbid it;
// otherwise a lane that does not lead to itself ends there.
func (b *Board) straightOn(s *Space) ID {
	if len(s.Next) == 0 || b.rank(s, s.Next[0]) > 1 {
		return None
	}
	first := s.Next[0]
	if s.Arrows && !s.Ends && !s.Side && b.spaces[first].Lane != s.Lane {
		if own := b.inLane(s.Row, s.Lane); own != None {
			return own
		}
	}
	return first
}

// evenOut finds out whether the board is even and, if so, makes the masks that
// the searches of even boards are fast with.
func (b *Board) evenOut() {
	b.ahead, b.open = make([]uint32, b.main), make([]bool, b.Rows+1)
	for r := 1; r <= b.Rows; r++ {
		next, on := b.NextRow(r)
		b.open[r] = on
		if b.full[r]&(b.full[r]+1) != 0 {
			return
		}
		for id := b.first[r]; id < b.first[r+1]; id++ {
			for _, n := range b.spaces[id].Next {
				if b.OnSide(n) {
					continue
				}
				if b.spaces[n].Row != next {
					return
				}
				b.ahead[id] |= b.place[n].bit
			}
			b.open[r] = b.open[r] && b.ahead[id] == b.full[next]
		}
	}
	b.even, b.wide = true, !slices.Contains(b.open[1:b.Rows], false)
}

// lookBack finds the space before each in its own lane; where a lane begins,
// the nearest in the row before.
func (b *Board) lookBack() {
	b.back = make([]ID, b.main)
	for id := range b.back {
		b.back[id] = None
		if row := b.spaces[id].Row; row > 1 || b.Closed {
			row = (row+b.Rows-2)%b.Rows + 1
			b.back[id] = b.nearestIn(row, b.full[row], b.spaces[id].Lane-1)
		}
	}
	for id, s := range b.spaces[:b.main] {
		if to := s.Ahead; to != None && !b.OnSide(to) && b.spaces[to].Lane == s.Lane {
			b.back[to] = ID(id)
		}
	}
}

// lookAround finds the spaces beside each: one step away along its lane or
// along an arrow, either way, or in its row in a neighbouring lane.
func (b *Board) lookAround() {
	b.near = make([][]ID, len(b.spaces))
	join := func(x, y ID) {
		if y != None && !b.OnSide(y) && !slices.Contains(b.near[x], y) {
			b.near[x], b.near[y] = append(b.near[x], y), append(b.near[y], x)
		}
	}
	for i, s := range b.spaces[:b.main] {
		id := ID(i)
		join(id, s.Ahead)
		join(id, b.At(s.Row, s.Lane+1))
		if s.Arrows {
			for _, to := range s.Next {
				join(id, to)
			}
		}
	}
	for _, near := range b.near {
		slices.Sort(near)
	}
	b.lookAcross()
}

// lookAcross finds the spaces that a legal lane change leads to from each, or
// from which one leads to it, and which are not beside it.
func (b *Board) lookAcross() {
	b.across = make([][]ID, len(b.spaces))
	for i, s := range b.spaces[:b.main] {
		id := ID(i)
		for _, to := range s.Next {
			if !b.OnSide(to) && !slices.Contains(b.near[id], to) {
				b.across[id], b.across[to] = append(b.across[id], to), append(b.across[to], id)
			}
		}
	}
	for _, across := range b.across {
		slices.Sort(across)
	}
}
