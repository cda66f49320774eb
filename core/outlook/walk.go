package outlook

import "sandbox/core/board"

// way is a space as a walk needs it.
type way struct {
	ahead  board.ID
	row    int32
	corner int32
	outs   []out
	barred bool // arrows forbid to drive straight on
}

// out is a legal step.
type out struct {
	to     board.ID
	change int16 // 1 when it counts as a lane change
	bay    bool
	side   bool // it turns from the road into the side lane
}

// waysOf are the spaces of a board.
func waysOf(b *board.Board) []way {
	ways := make([]way, b.Len())
	for i := range ways {
		s := b.Space(board.ID(i))
		w := way{ahead: s.Ahead, row: int32(s.Row), corner: int32(s.Corner), barred: true}
		for _, n := range s.Next {
			to := b.Space(n)
			w.barred = w.barred && n != s.Ahead
			o := out{to: n, bay: to.Bay != 0, side: to.Side && !s.Side}
			if n != s.Ahead && to.Lane != s.Lane && !s.Arrows && !s.Side && !to.Side {
				o.change = 1
			}
			w.outs = append(w.outs, o)
		}
		ways[i] = w
	}
	return ways
}

// node is a space that a walk has reached in so many steps, or the way home.
type node struct {
	id               board.ID // None when it is home
	exit             int32    // the last corner overrun, in walk.exits; 0 is none
	rows             int32    // driven so far
	home             int16    // the step that crossed the line
	changes, hazards int16    // the fewest changes that lead here, and the hazards on that way
}

// exit is a step out of a corner with stops missing.
type exit struct {
	corner, missing, step int32
	before                int32 // the exit before it
}

// walk is every space that can be reached, by steps: of the ways to one the one
// with the fewest lane changes. It follows the rules of board.Search.
type walk struct {
	board *board.Board
	ways  []way

	from    board.ID
	stops   int // made in the corner that from lies in
	changes int // allowed
	home    bool
	traffic *board.Traffic // nil for an empty board
	hazard  board.Set

	step   int32
	nodes  []node
	layers []int32 // layers[k] is the first node of k steps; one more ends the last
	exits  []exit
}

// run walks so many steps.
func (w *walk) run(steps int) {
	w.begin()
	w.goOn(steps)
}

// begin begins a walk, of no step yet.
func (w *walk) begin() {
	w.nodes = append(w.nodes[:0], node{id: w.from})
	w.layers = append(w.layers[:0], 0, 1)
	w.exits = append(w.exits[:0], exit{})
	w.step = 0
}

// goOn goes on with a walk until it has so many steps.
func (w *walk) goOn(steps int) {
	for int(w.step) < steps {
		first, end := w.layers[w.step], w.layers[w.step+1]
		w.step++
		for i := first; i < end; i++ {
			w.drive(w.nodes[i])
		}
		w.layers = append(w.layers, int32(len(w.nodes)))
	}
}

// layer is the nodes of so many steps.
func (w *walk) layer(steps int) []node {
	return w.nodes[w.layers[steps]:w.layers[steps+1]]
}

// drive makes the nodes one step on from another.
func (w *walk) drive(n node) {
	if n.id == board.None {
		n.rows++
		w.add(n)
		return
	}
	at := &w.ways[n.id]
	short := w.missing(at)
	if at.ahead == board.None || w.home && w.ways[at.ahead].row < at.row {
		w.arrive(n, at, short)
		if at.ahead == board.None {
			return
		}
	}
	if n.exit != 0 {
		w.reach(n, at, at.ahead, short)
		return
	}
	for i := range at.outs {
		o := &at.outs[i]
		next := n
		next.changes += o.change
		if o.bay || o.side || int(next.changes) > w.changes || short > 0 && o.to != at.ahead && w.leaves(at, o.to) {
			continue
		}
		w.reach(next, at, o.to, short)
	}
	if short > 0 && at.barred && w.leaves(at, at.ahead) {
		w.reach(n, at, at.ahead, short)
	}
}

// missing is how many stops a car on a space still owes its corner.
func (w *walk) missing(at *way) int32 {
	if at.corner == 0 {
		return 0
	}
	owed := w.board.Corners[at.corner-1].Stops
	if from := &w.ways[w.from]; at.corner == from.corner && at.row >= from.row {
		owed -= w.stops
	}
	return int32(max(owed, 0))
}

// leaves says that a step leads out of the corner it begins in.
func (w *walk) leaves(at *way, to board.ID) bool {
	next := &w.ways[to]
	return at.corner != 0 && (next.corner != at.corner || next.row < at.row)
}

// reach makes a node unless a car stands there, the line is the last, or the lap
// is full.
func (w *walk) reach(n node, at *way, to board.ID, short int32) {
	next := &w.ways[to]
	rows := next.row - at.row
	if rows < 0 {
		if w.home {
			return
		}
		rows += int32(w.board.Rows)
	}
	if n.rows += rows; int(n.rows) >= w.board.Rows || w.traffic != nil && w.traffic.Taken(to) {
		return
	}
	if short > 0 && w.leaves(at, to) {
		n.exit = w.exit(exit{at.corner, short, w.step, n.exit})
	}
	if w.hazard.Has(to) {
		n.hazards++
	}
	n.id = to
	w.add(n)
}

// arrive makes the node of the step straight on over the last line.
func (w *walk) arrive(n node, at *way, short int32) {
	if short > 0 {
		n.exit = w.exit(exit{at.corner, short, w.step, n.exit})
	}
	n.rows += int32(w.board.Rows) - at.row + 1
	n.id, n.home = board.None, int16(w.step)
	w.add(n)
}

// exit is the number of an exit.
func (w *walk) exit(e exit) int32 {
	for i := len(w.exits) - 1; i > 0 && w.exits[i].step == e.step; i-- {
		if w.exits[i] == e {
			return int32(i)
		}
	}
	w.exits = append(w.exits, e)
	return int32(len(w.exits) - 1)
}

// add adds a node to the layer under way, or keeps the better of two.
func (w *walk) add(n node) {
	for i := w.layers[w.step]; int(i) < len(w.nodes); i++ {
		if m := &w.nodes[i]; m.id == n.id && m.exit == n.exit && m.home == n.home {
			if n.changes < m.changes || n.changes == m.changes && n.hazards < m.hazards {
				*m = n
			}
			return
		}
	}
	w.nodes = append(w.nodes, n)
}

// made is how many stops a car has made in the corner of a node where its turn
// ends.
func (w *walk) made(n *node) int {
	if n.id == board.None || n.exit != 0 {
		return 0
	}
	return w.madeAt(n.id, true)
}

// madeAt is how many stops a car has made in the corner of a space where its turn
// ends; stops says whether the turn counts as one.
func (w *walk) madeAt(id board.ID, stops bool) int {
	at, from := &w.ways[id], &w.ways[w.from]
	if at.corner == 0 || !stops {
		return 0
	}
	made := 1
	if at.corner == from.corner && at.row >= from.row {
		made += w.stops
	}
	return min(made, w.board.Corners[at.corner-1].Stops)
}

// overran lists the corners that a node of so many steps has overrun, the first
// first.
func (w *walk) overran(n *node, steps int, list []over) []over {
	if n.id == board.None {
		steps = int(n.home) - 1
	}
	return w.chain(n.exit, steps, list)
}

func (w *walk) chain(i int32, steps int, list []over) []over {
	if i == 0 {
		return list
	}
	e := &w.exits[i]
	return append(w.chain(e.before, steps, list), over{int(e.missing), steps - int(e.step) + 1})
}

// over is a corner left with stops missing, and the spaces driven beyond it.
type over struct{ missing, beyond int }
