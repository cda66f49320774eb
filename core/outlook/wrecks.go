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
	w.spot.init(l)
	w.spot.towed = nil
	w.spot.end = func(n *node, steps, mode int) int {
		worth := l.driven(&w.spot.walk, n, steps)
		if n.id == board.None {
			return worth + max(0, l.table.turns-2)*l.ahead.cruise
		}
		return worth + l.ahead.value(l.table.later, n.id, w.spot.walk.made(n), mode)
	}
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

// stand is what it is worth that a move ends on a space, with so many stops made.
func (w *wrecks) stand(id board.ID, stops, mode int) int {
	l := w.look
	if l.table.turns < 2 || !w.near(id) {
		return l.afterwards(id, stops, mode)
	}
	place := l.ahead.places.first[id] + int32(stops)
	worth := w.now[place]
	if worth == nil {
		worth = w.worth(id, stops)
		w.now[place] = worth
	}
	return int(worth[mode])
}

// near says that a wreck lies not far ahead of a space.
func (w *wrecks) near(id board.ID) bool {
	for _, wreck := range w.spaces {
		rows := w.look.ahead.plan.Board.RowOf(wreck) - w.look.ahead.plan.Board.RowOf(id)
		if rows < 0 {
			rows += w.look.ahead.plan.Board.Rows
		}
		if rows <= wrecksAhead {
			return true
		}
	}
	return false
}

// worth is what it is worth to stand on a space, by mode.
func (w *wrecks) worth(id board.ID, stops int) []int32 {
	l := w.look
	modes := l.ahead.Modes()
	w.spot.begin(id, stops, w.traffic, nil)
	list := make([]int32, modes)
	w.spot.walkTo(1)
	if w.spot.deep[l.ahead.plan.Overtaking] == 0 { // who cannot move may wait, and begins again
		for mode := range list {
			list[mode] = int32(l.ahead.value(l.table.later, id, stops, 0))
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
