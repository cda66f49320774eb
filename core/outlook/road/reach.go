package road

import (
	"slices"
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
	now, next, ways := append(into[:0], end{at: at}), spare[:0], r.begins
	for n := range spaces {
		next = next[:0]
		for i := range now {
			next = r.on(over, &now[i], mode, ways[now[i].at], blocked, next)
		}
		if len(next) == 0 {
			return now, next, n
		}
		now, next, ways = next, now, r.steps
	}
	return now, next, spaces
}

// on adds the ends one space on from another.
func (r *Road) on(over *[Steps]int32, e *end, mode int32, ways []way, blocked func(board.ID) bool, list ends) ends {
	for i := range ways {
		w := &ways[i]
		if blocked != nil && blocked(r.spots[w.to].id) {
			continue
		}
		far := end{w.to, e.toll + w.due.toll(over, mode), e.paid, e.home}
		if w.home && !e.home {
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

// reach is the ends of a mode on the empty road, from each spot. Those of spots
// beside each other are often the same.
type reach struct {
	once  sync.Once
	set   []int32 // by spot: the number of its ends
	first []int32 // by that: the first of them in list; one more ends the last
	list  ends
}

func (r *reach) from(at spot) ends { return r.numbered(int(r.set[at])) }

func (r *reach) numbered(set int) ends { return r.list[r.first[set]:r.first[set+1]] }

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
	r.first = []int32{0}
	var a, b ends
	for at := range spot(road.stands) {
		var driven int
		a, b, driven = road.from(&f.over, at, f.mode, int(f.mode), nil, a, b)
		if driven < int(f.mode) {
			a = a[:0]
		}
		r.set = append(r.set, int32(r.add(a)))
	}
}

// beside is among how many spots before one those are that may have its ends.
const beside = 6

// add returns the number of some ends.
func (r *reach) add(list ends) int {
	slices.SortFunc(list, func(x, y end) int { return int(x.at - y.at) })
	sets := len(r.first) - 1
	for n := sets - 1; n >= max(0, sets-beside); n-- {
		if slices.Equal(r.numbered(n), list) {
			return n
		}
	}
	r.list = append(r.list, list...)
	r.first = append(r.first, int32(len(r.list)))
	return sets
}
