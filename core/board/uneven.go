package board

import (
	"cmp"
	"math/bits"
	"slices"
)

// waves is the memory of a search that goes on space by space.
type waves struct{ here, next []front }

// front is a space that can be reached in so many steps, by the way with the
// fewest lane changes.
type front struct {
	id      ID
	changes int
	crossed int
}

// aheadUneven is Ahead where as many steps lead to different rows: of two ends
// in one lane it takes the one with fewer lane changes on the way, so that a
// car that nothing hinders follows its lane. A way home is better than all.
func (t *Traffic) aheadUneven(from ID, n, home int) Way {
	w, way := &t.waves, Way{To: from}
	w.here = append(w.here[:0], front{id: from})
	for way.Steps < n {
		w.next = w.next[:0]
		for _, f := range w.here {
			if t.spread(f, home) {
				return Way{None, way.Steps + 1, f.crossed + 1}
			}
		}
		if len(w.next) == 0 {
			break
		}
		w.here, w.next = w.next, w.here
		way.Steps++
	}
	if way.Steps > 0 {
		best := slices.MinFunc(w.here, func(x, y front) int { return t.nearer(from, x, y) })
		way.To, way.Crossed = best.id, best.crossed
	}
	return way
}

// spread adds the free spaces that one leads to to the next wave; it is true
// when a car that drives on from it is home.
func (t *Traffic) spread(f front, home int) bool {
	b := t.board
	s := &b.spaces[f.id]
	if s.Row == b.Rows && !b.Closed {
		return true
	}
	for _, n := range s.Next {
		to := front{n, f.changes, f.crossed}
		if b.spaces[n].Lane != s.Lane {
			to.changes++
		}
		if b.spaces[n].Row < s.Row {
			to.crossed++
		}
		switch {
		case b.OnSide(n):
		case to.crossed >= home:
			return true
		case !t.Taken(n):
			t.waves.add(to)
		}
	}
	return false
}

// add keeps the better of two ways to a space in one lap.
func (w *waves) add(f front) {
	i := slices.IndexFunc(w.next, func(other front) bool { return other.id == f.id && other.crossed == f.crossed })
	if i < 0 {
		w.next = append(w.next, f)
	} else if f.changes < w.next[i].changes {
		w.next[i] = f
	}
}

// nearer orders the ends of ways: nearest to the lane begun in, the inner one
// of two, then the fewest lane changes, then the one further on.
func (t *Traffic) nearer(from ID, x, y front) int {
	spaces := t.board.spaces
	lane := spaces[from].Lane
	return cmp.Or(aside(spaces[x.id].Lane-lane)-aside(spaces[y.id].Lane-lane), x.changes-y.changes, y.crossed-x.crossed, spaces[y.id].Row-spaces[x.id].Row)
}

// aside ranks lanes by how far they are to the side: inwards before outwards.
func aside(lanes int) int {
	return max(2*lanes, -2*lanes-1)
}

// behindUneven is Behind where the spaces before one may lie several rows
// back.
func (t *Traffic) behindUneven(from ID, n int) Way {
	b := t.board
	defer t.makeRoom(from)()
	best, row := Way{To: from}, b.RowOf(from)
	at, way := from, Way{To: from}
	for driven := 0; way.Steps < n || t.Full(b.RowOf(at)); {
		back := b.back[at]
		if back == None {
			break
		}
		gap := (b.RowOf(at) - b.RowOf(back) + b.Rows) % b.Rows
		if driven += gap; driven > b.Rows {
			break
		}
		if b.RowOf(back) > b.RowOf(at) {
			way.Crossed++
		}
		at = back
		if way.Steps++; !t.Full(b.RowOf(at)) {
			best, row = way, b.RowOf(at)
		}
	}
	best.To = b.nearestIn(row, t.free[row], b.spaces[from].Lane-1)
	return best
}

// nearestIn is the space of a row whose lane is the nearest of a set.
func (b *Board) nearestIn(row int, lanes uint32, lane int) ID {
	bit := uint32(1) << nearest(lanes, lane)
	return b.first[row] + ID(bits.OnesCount32(b.full[row]&(bit-1)))
}
