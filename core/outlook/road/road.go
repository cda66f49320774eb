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
	"math"

	"sandbox/core/board"
)

// Road is a board on which a car chooses a mode each turn and then drives as many
// spaces as the mode has: no dice decide how far. Runs of spaces have limits, the
// highest mode that drives them free of charge; who comes onto the line at the
// beginning of a corner and stays on it has More modes more there. It is
// used by one goroutine at a time.
type Road struct {
	board *board.Board
	limit []int32
	line  []bool
	more  int32
	modes int

	tables map[Terms]*Values
	reach  map[[Steps]int32][]ends

	found, spare ends // of the move that is looked at
}

// New lays limits and a line on a board. Modes are 0 to modes-1; a limit of 0
// is none.
func New(b *board.Board, modes int, limit []int, line []bool, more int) *Road {
	r := &Road{
		board: b, line: line, more: int32(more), modes: modes, limit: make([]int32, len(limit)),
		tables: map[Terms]*Values{}, reach: map[[Steps]int32][]ends{},
	}
	for i, n := range limit {
		r.limit[i] = int32(n)
	}
	return r
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

// step is one space on from where a car is in a turn: whether it is on the line
// afterwards, and what it costs.
func (r *Road) step(over *[Steps]int32, mode int32, from, to board.ID, held bool) (now bool, toll int32) {
	limit := r.limit[to]
	if limit == 0 {
		return false, 0
	}
	now = r.line[to] && (held || r.limit[from] == 0)
	if limit != r.limit[from] {
		return now, r.toll(over, mode, limit, now)
	}
	if held && !now {
		toll = r.toll(over, mode, limit, false) - r.toll(over, mode, limit, true)
	}
	return now, toll
}

// begin is what the first space of a turn costs: a run is paid for in each turn
// anew.
func (r *Road) begin(over *[Steps]int32, mode int32, from, to board.ID, held bool) (now bool, toll int32) {
	limit := r.limit[to]
	if limit == 0 {
		return false, 0
	}
	now = r.line[to] && (held || r.limit[from] == 0)
	return now, r.toll(over, mode, limit, now)
}

func (r *Road) toll(over *[Steps]int32, mode, limit int32, held bool) int32 {
	if held {
		limit += r.more
	}
	return price(over, mode-limit)
}

// spot is a space with or without the line's benefit.
type spot int32

func spotOf(id board.ID, held bool) spot {
	if held {
		return spot(id)<<1 | 1
	}
	return spot(id) << 1
}

func (s spot) id() board.ID { return board.ID(s >> 1) }
func (s spot) held() bool   { return s&1 != 0 }

// end is where a move of some spaces can lead, and the least that costs.
type end struct {
	at   spot
	toll int32
	home bool  // over the line on the way
	paid int32 // the toll of the way up to the line
}

type ends []end

// from lists where a car can come from a spot with so many spaces at a mode:
// blocked spaces are not entered. Into is written over.
func (r *Road) from(over *[Steps]int32, at spot, mode int32, spaces int, blocked func(board.ID) bool, into, spare ends) (reached, other ends) {
	now, next := append(into[:0], end{at: at}), spare[:0]
	for n := range spaces {
		next = next[:0]
		for _, e := range now {
			from := r.board.Space(e.at.id())
			for _, to := range from.Next {
				if r.board.OnSide(to) || blocked != nil && blocked(to) {
					continue
				}
				held, toll := false, int32(0)
				if n == 0 {
					held, toll = r.begin(over, mode, e.at.id(), to, e.at.held())
				} else {
					held, toll = r.step(over, mode, e.at.id(), to, e.at.held())
				}
				far := end{spotOf(to, held), e.toll + toll, e.home, e.paid}
				if !e.home && r.board.RowOf(to) < from.Row {
					far.home, far.paid = true, e.toll
				}
				next = next.least(far)
			}
		}
		now, next = next, now
	}
	return now, next
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

// reachable are the ends of each spot and mode on the empty road.
func (r *Road) reachable(over [Steps]int32) []ends {
	if list, ok := r.reach[over]; ok {
		return list
	}
	list := make([]ends, 2*r.board.Len()*r.modes)
	var a, b ends
	for at := range spot(2 * r.board.Len()) {
		if r.board.OnSide(at.id()) || at.held() && !r.line[at.id()] {
			continue
		}
		for mode := range r.modes {
			a, b = r.from(&over, at, int32(mode), mode, nil, a, b)
			list[int(at)*r.modes+mode] = append(ends(nil), a...)
		}
	}
	r.reach[over] = list
	return list
}

// Values are what it is worth to stand somewhere with a mode before a turn, in
// thousandths of a space, on the empty road.
type Values struct {
	road  *Road
	terms Terms
	value []int32 // by spot and mode
}

// stuck is the worth of what leads nowhere.
const stuck = math.MinInt32 / 4

// pace is how many thousandths of a space a turn is worth to who is home already.
const pace = 9 * Space

// mostKept is how many tables a road keeps: beyond it all are made anew.
const mostKept = 2000

// Values are those of some terms; they are remembered.
func (r *Road) Values(t Terms) *Values {
	if v, ok := r.tables[t]; ok {
		return v
	}
	if len(r.tables) >= mostKept {
		clear(r.tables)
	}
	v := &Values{road: r, terms: t, value: make([]int32, 2*r.board.Len()*r.modes)}
	before, reach := make([]int32, len(v.value)), r.reachable(t.Over)
	for turn := range t.Turns {
		before, v.value = v.value, before
		v.back(before, reach, turn)
	}
	r.tables[t] = v
	return v
}

// back works out the worth of everything from that of one turn later.
func (v *Values) back(later []int32, reach []ends, turn int32) {
	r, t := v.road, &v.terms
	driven := make([]int32, r.modes)
	for at := range spot(2 * r.board.Len()) {
		if r.board.OnSide(at.id()) || at.held() && !r.line[at.id()] {
			continue
		}
		from := int(at) * r.modes
		for n := range r.modes {
			driven[n] = v.driven(later, reach[from+n], n, turn)
		}
		for mode := range int32(r.modes) {
			v.value[from+int(mode)] = t.choose(driven, mode)
		}
	}
}

// driven is the worth of driving at a mode: to the best of some ends.
func (v *Values) driven(later []int32, reach ends, mode int, turn int32) int32 {
	best := int32(stuck)
	for _, e := range reach {
		if e.home && v.terms.Last {
			best = max(best, turn*pace-e.paid)
		} else {
			best = max(best, later[int(e.at)*v.road.modes+mode]-e.toll)
		}
	}
	return best + int32(mode)*Space
}

// choose is the worth of the best mode after another.
func (t *Terms) choose(driven []int32, after int32) int32 {
	free := min(after+t.More, t.Most)
	best := int32(stuck)
	for n := range min(free+1, int32(len(driven))) {
		best = max(best, driven[n]-price(&t.Down, after-t.Less-n))
	}
	if free+1 < int32(len(driven)) {
		best = max(best, driven[free+1]-t.Up)
	}
	return best
}

// At is the worth of standing on a space with a mode, on the line or not.
func (v *Values) At(id board.ID, mode int, held bool) int32 {
	return v.value[int(spotOf(id, held && v.road.line[id]))*v.road.modes+mode]
}
