package road

import (
	"sync"

	"sandbox/core/board"
)

// end is where a move of some spaces can lead, and the least that costs.
type end struct {
	at   spot
	toll int32
	paid int32 // the toll of the way up to the line
	home bool  // over the line on the way
}

type ends []end

// from lists where a car can come from a spot with so many spaces at a mode:
// blocked spaces are not entered. Where all are blocked it drives as far as it
// can; it says how far. Into and spare are written over.
func (r *Road) from(over *[Steps]int32, at spot, mode int32, spaces int, blocked func(board.ID) bool, into, spare ends) (reached, other ends, driven int) {
	now, next := append(into[:0], end{at: at}), spare[:0]
	for n := range spaces {
		next = next[:0]
		for i := range now {
			next = r.on(over, &now[i], mode, n == 0, blocked, next)
		}
		if len(next) == 0 {
			return now, next, n
		}
		now, next = next, now
	}
	return now, next, spaces
}

// on adds the ends one space on from another; first says that a turn begins there.
func (r *Road) on(over *[Steps]int32, e *end, mode int32, first bool, blocked func(board.ID) bool, list ends) ends {
	from := e.at.id()
	for _, to := range r.ways[from] {
		if blocked != nil && blocked(to) {
			continue
		}
		var held bool
		var toll int32
		if first {
			held, toll = r.begin(over, mode, from, to, e.at.held())
		} else {
			held, toll = r.step(over, mode, from, to, e.at.held())
		}
		far := end{spotOf(to, held), e.toll + toll, e.paid, e.home}
		if !e.home && r.board.RowOf(to) < r.board.RowOf(from) {
			far.home, far.paid = true, e.toll
		}
		list = list.least(far)
	}
	return list
}

// least adds an end, or makes one that is there already cheaper.
func (l ends) least(e end) ends {
	for i := range l {
		if l[i].at == e.at {
			l[i].toll, l[i].paid = min(l[i].toll, e.toll), min(l[i].paid, e.paid)
			return l
		}
	}
	return append(l, e)
}

// free says that none of some ends costs anything.
func (l ends) free() bool {
	for i := range l {
		if l[i].toll > 0 {
			return false
		}
	}
	return true
}

// reach is the ends of a mode on the empty road, from each spot.
type reach struct {
	once  sync.Once
	first []int32 // by spot: its first in list; one more ends the last
	list  ends
}

func (r *reach) from(at spot) ends { return r.list[r.first[at]:r.first[at+1]] }

// fare is a mode and the prices that can be asked of it.
type fare struct {
	mode int32
	over [Steps]int32
}

// fareOf leaves out prices of limits lower than any.
func (r *Road) fareOf(mode int32, over [Steps]int32) fare {
	for i := max(0, mode-r.least); i < Steps; i++ {
		over[i] = 0
	}
	return fare{mode, over}
}

// mostEnds is how many ends a road keeps, 16 bytes each: beyond it all are found
// anew.
const mostEnds = 1 << 21

// reach is that of a mode; it is remembered.
func (r *Road) reach(mode int, over [Steps]int32) *reach {
	f := r.fareOf(int32(mode), over)
	r.mu.Lock()
	found := r.reached[f]
	if found == nil {
		found = new(reach)
		if r.kept > mostEnds {
			clear(r.reached)
			r.kept = 0
		}
		r.reached[f] = found
	}
	r.mu.Unlock()
	found.once.Do(func() {
		found.find(r, &f)
		r.mu.Lock()
		r.kept += len(found.list)
		r.mu.Unlock()
	})
	return found
}

// find walks from every spot.
func (r *reach) find(road *Road, f *fare) {
	r.first = make([]int32, 2*road.board.Len()+1)
	var a, b ends
	next := 0
	for at := range spot(2 * road.board.Len()) {
		r.first[at] = int32(len(r.list))
		if next == len(road.spots) || road.spots[next] != at {
			continue
		}
		next++
		var driven int
		if a, b, driven = road.from(&f.over, at, f.mode, int(f.mode), nil, a, b); driven == int(f.mode) {
			r.list = append(r.list, a...)
		}
	}
	r.first[len(r.first)-1] = int32(len(r.list))
}
