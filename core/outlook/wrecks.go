package outlook

import (
	"slices"

	"sandbox/core/board"
)

// wrecks looks one turn further where cars stand in the way that will stand there
// in the next turn too. The tables know the empty board alone.
type wrecks struct {
	look    *Look
	spaces  []board.ID
	near    []bool // by row: one of them stands not far ahead
	traffic *board.Traffic
	spot    spot
	// known is, by what it depends on and by place, what it is worth to stand there,
	// by mode.
	known map[stakes]map[int32][]int32
	now   map[int32][]int32 // of the question under way
}

// stakes are what else than wrecks it depends on what a space behind them is worth.
type stakes struct {
	table                *table
	brakes, skids, crash int
}

// wrecksAhead is how many rows ahead of the end of a move a wreck is looked at.
const wrecksAhead = 14

func (w *wrecks) init(l *Look) {
	w.look, w.traffic, w.known = l, board.NewTraffic(l.ahead.plan.Board), map[stakes]map[int32][]int32{}
	w.near = make([]bool, l.ahead.plan.Board.Rows+1)
	w.spot.init(l)
	modes := l.ahead.Modes()
	w.spot.stand = func(place int32, mode int) int { return int(l.table.later[int(place)*modes+mode]) }
}

// mostStakes is for how many of them what is known is kept; when there are more,
// all is worked out anew.
const mostStakes = 500

// begin takes up a question: what is known holds while the same cars stand there.
func (w *wrecks) begin(t *table) {
	if !slices.Equal(w.spaces, w.look.now.Wrecks) {
		for i, id := range w.spaces {
			w.traffic.Take(i, id)
		}
		w.spaces = append(w.spaces[:0], w.look.now.Wrecks...)
		for i, id := range w.spaces {
			w.traffic.Put(i, id)
		}
		w.mark()
		clear(w.known)
	}
	if len(w.spaces) == 0 {
		return
	}
	if len(w.known) >= mostStakes {
		clear(w.known)
	}
	l := w.look
	key := stakes{t, l.left(l.ahead.plan.Brake), l.left(l.ahead.plan.Skid), l.driver.Crash}
	if w.now = w.known[key]; w.now == nil {
		w.now = map[int32][]int32{}
		w.known[key] = w.now
	}
}

// mark notes the rows not far ahead of which a wreck stands.
func (w *wrecks) mark() {
	clear(w.near)
	b := w.look.ahead.plan.Board
	for _, id := range w.spaces {
		for rows := range min(wrecksAhead+1, b.Rows) {
			row := b.RowOf(id) - rows
			if row < 1 {
				row += b.Rows
			}
			w.near[row] = true
		}
	}
}

// stand is what it is worth that the next turn begins on a place.
func (w *wrecks) stand(place int32, mode int) int {
	l := w.look
	if l.table.turns < 2 || len(w.spaces) == 0 || !w.near[l.ahead.ways[l.ahead.places.spaces[place]].row] {
		return l.afterwards(place, mode)
	}
	worth := w.now[place]
	if worth == nil {
		worth = w.worth(place)
		w.now[place] = worth
	}
	return int(worth[mode])
}

// worth is what it is worth that the next turn begins on a place, by mode.
func (w *wrecks) worth(place int32) []int32 {
	l := w.look
	id, modes := l.ahead.places.spaces[place], l.ahead.Modes()
	w.spot.begin(id, l.ahead.places.stops[place], max(0, l.table.turns-2), w.traffic, nil)
	list := make([]int32, modes)
	w.spot.walkTo(1)
	if w.spot.deep[l.ahead.plan.Overtaking] == 0 { // who cannot move may wait, and begins again
		for mode := range list {
			list[mode] = l.table.later[int(place)*modes]
		}
		return list
	}
	late := l.ahead.plan.ground(id).Late
	var mean [MaxModes]int
	if !late {
		for to := range modes {
			mean[to] = w.spot.expected(to, -1, 0)
		}
	}
	for from := range list {
		best := never
		for to := range modes {
			cost := l.table.shifts[from][to]
			if cost == never {
				continue
			}
			if late {
				mean[to] = w.spot.expected(to, from, 0)
			}
			best = max(best, mean[to]-int(cost))
		}
		list[from] = int32(best)
	}
	return list
}
