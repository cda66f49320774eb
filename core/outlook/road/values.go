package road

import (
	"math"
	"slices"
	"sync"

	"sandbox/core/board"
)

// Values are what it is worth to stand somewhere with a mode before a turn, in
// thousandths of a space, on the empty road. Several goroutines may use them at
// once.
type Values struct {
	road  *Road
	terms Terms

	once  sync.Once
	reach []*reach // by mode, of those that the terms allow
	value []int32  // by spot and mode
	dear  bool     // every step over a limit has a price
}

// stuck is the worth of what leads nowhere.
const stuck = math.MinInt32 / 4

// pace is how many thousandths of a space a turn is worth to who is home already.
const pace = 9 * Space

// mostKept is how many tables a road keeps: beyond it all are made anew.
const mostKept = 2000

// Values are those of some terms; they are remembered.
func (r *Road) Values(t Terms) *Values {
	r.mu.Lock()
	v := r.tables[t]
	if v == nil {
		if len(r.tables) >= mostKept {
			clear(r.tables)
		}
		v = &Values{road: r, terms: t}
		r.tables[t] = v
	}
	r.mu.Unlock()
	v.once.Do(v.fill)
	return v
}

// fill works the values out: turn by turn backwards, beginning with no turn left.
func (v *Values) fill() {
	r, t := v.road, &v.terms
	for mode := range min(int(t.Most)+2, r.modes) {
		v.reach = append(v.reach, r.reach(mode, t.Over))
	}
	v.dear = slices.Min(t.Over[:]) > 0
	size := 2 * r.board.Len() * r.modes
	now, later := make([]int32, size), make([]int32, size)
	for turn := range t.Turns {
		now, later = later, now
		modes := len(v.reach)
		if turn == t.Turns-1 {
			modes = r.modes // a car may come from a mode higher than its terms allow
		}
		v.back(now, later, turn, modes)
	}
	v.value = now
}

// back works out the worth of everything from that of one turn later, after each
// of so many modes.
func (v *Values) back(now, later []int32, turn int32, modes int) {
	driven := make([]int32, len(v.reach))
	for _, at := range v.road.spots {
		for mode, reach := range v.reach {
			driven[mode] = v.driven(later, reach.from(at), mode, turn)
		}
		v.terms.choose(driven, now[int(at)*v.road.modes:][:modes])
	}
}

// driven is the worth of driving at a mode: to the best of some ends.
func (v *Values) driven(later []int32, list ends, mode int, turn int32) int32 {
	best := int32(stuck)
	for i := range list {
		if e := &list[i]; e.home && v.terms.Last {
			best = max(best, turn*pace-e.paid)
		} else {
			best = max(best, later[int(e.at)*v.road.modes+mode]-e.toll)
		}
	}
	return best + int32(mode)*Space
}

// choose fills in the worth of the best mode after each other.
func (t *Terms) choose(driven, worth []int32) {
	low := int32(stuck) // of the modes so low that a price less makes no difference
	for i := range worth {
		free, slow := min(int32(i)+t.More, t.Most, int32(len(driven))-1), int32(i)-t.Less
		if n := slow - Steps; n >= 0 && n <= free {
			low = max(low, driven[n]-t.Down[Steps-1])
		}
		best := low
		for n := max(0, slow-Steps+1); n <= free; n++ {
			best = max(best, driven[n]-price(&t.Down, slow-n))
		}
		if free+1 < int32(len(driven)) {
			best = max(best, driven[free+1]-t.Up)
		}
		worth[i] = best
	}
}

// At is the worth of standing on a space with a mode, on the line or not.
func (v *Values) At(id board.ID, mode int, held bool) int32 {
	return v.value[int(spotOf(id, held && v.road.line[id]))*v.road.modes+mode]
}
