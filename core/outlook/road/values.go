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
	size := r.stands * r.modes
	now, later := make([]int32, size), make([]int32, size)
	driven, sets := make([]int32, size), make([]int32, r.stands)
	for turn := range t.Turns {
		now, later = later, now
		for mode := range v.reach {
			v.drive(driven, later, sets, mode, turn)
		}
		modes := len(v.reach)
		if turn == t.Turns-1 {
			modes = r.modes // a car may come from a mode higher than its terms allow
		}
		for at := 0; at < size; at += r.modes {
			t.choose(driven[at:][:len(v.reach)], now[at:][:modes])
		}
	}
	v.value = now
}

// drive works out what driving at a mode is worth, from everywhere: to the best of
// its ends, of which it is known what they are worth. Worth is scratch.
func (v *Values) drive(driven, later, worth []int32, mode int, turn int32) {
	modes, reach := v.road.modes, v.reach[mode]
	for set := range len(reach.first) - 1 {
		best := int32(stuck)
		for i := reach.first[set]; i < reach.first[set+1]; i++ {
			if e := &reach.list[i]; e.home && v.terms.Last {
				best = max(best, turn*pace-e.paid)
			} else {
				best = max(best, later[int(e.at)*modes+mode]-e.toll)
			}
		}
		worth[set] = best + int32(mode)*Space
	}
	for at, set := range reach.set {
		driven[at*modes+mode] = worth[set]
	}
}

// choose fills in the worth of the best mode after each other.
func (t *Terms) choose(driven, worth []int32) {
	var most, at [MaxModes]int32 // of the modes up to one: what the best is worth, and the highest that is
	for n, w := range driven {
		if most[n], at[n] = w, int32(n); n > 0 && most[n-1] > w {
			most[n], at[n] = most[n-1], at[n-1]
		}
	}
	for i := range worth {
		free, slow := min(int32(i)+t.More, t.Most, int32(len(driven))-1), int32(i)-t.Less
		best := most[free]
		if at[free] < slow {
			best = t.slow(driven[:free+1], most[:], slow)
		}
		if free+1 < int32(len(driven)) {
			best = max(best, driven[free+1]-t.Up)
		}
		worth[i] = best
	}
}

// slow is the worth of the best of some modes, of which those below one cost. Most
// is the best of those up to each.
func (t *Terms) slow(driven, most []int32, below int32) int32 {
	best, n := int32(stuck), 0
	if last := min(int(below-Steps), len(driven)-1); last >= 0 {
		best, n = most[last]-t.Down[Steps-1], last+1
	}
	for ; n < len(driven); n++ {
		best = max(best, driven[n]-price(&t.Down, below-int32(n)))
	}
	return best
}

// At is the worth of standing on a space with a mode, on the line or not.
func (v *Values) At(id board.ID, mode int, held bool) int32 {
	return v.at(v.road.spotOf(id, held), mode)
}

// at is that of a spot, 0 in the side lane.
func (v *Values) at(at spot, mode int) int32 {
	if int(at) >= v.road.stands {
		return 0
	}
	return v.value[int(at)*v.road.modes+mode]
}
