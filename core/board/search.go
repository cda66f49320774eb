package board

import (
	"math/bits"
	"slices"
)

// The search goes step by step. A node is a space reached in so many steps at
// a certain cost; nodes of one space, step and cost are one node, so there are
// few of them however many ways lead there.

// way is a space as the search needs it.
type way struct {
	ahead    ID // Space.Ahead
	row      int32
	corner   int32 // Space.Corner
	from, to int32 // its legal steps in Board.outs
	barred   bool  // arrows forbid to drive straight on
	bay      bool
}

// out is a legal step.
type out struct {
	to     ID
	change int16 // 1 when it counts as a lane change
	side   bool  // it turns into the side lane or into a bay
}

// pack makes the ways and their outs.
func (b *Board) pack() {
	for i := range b.spaces {
		s := &b.spaces[i]
		w := way{ahead: s.Ahead, row: int32(s.Row), corner: int32(s.Corner), from: int32(len(b.outs)), barred: true, bay: s.Bay != 0}
		for _, n := range s.Next {
			w.barred = w.barred && n != s.Ahead
			b.outs = append(b.outs, out{to: n, change: b.change(s, n), side: b.rank(s, n) > 1})
		}
		w.to = int32(len(b.outs))
		b.ways = append(b.ways, w)
	}
}

// change is 1 when a step counts as a lane change.
func (b *Board) change(s *Space, n ID) int16 {
	if to := &b.spaces[n]; n == s.Ahead || to.Lane == s.Lane || s.Arrows || s.Side || to.Side {
		return 0
	}
	return 1
}

// Paths finds the legal paths from a space, one for each end and cost. It
// writes over the result given, whose memory it uses again; nil makes a new
// one. It gives up after Search.Most: see Paths.GaveUp.
func (t *Traffic) Paths(s Search, into *Paths) *Paths {
	p := into
	if p == nil {
		p = &Paths{}
	}
	p.begin(t, s)
	for p.step = 1; p.step <= s.Steps; p.step++ {
		first, end := p.layers[p.step-1], int32(len(p.nodes))
		if first == end {
			break
		}
		p.layers = append(p.layers, end)
		clear(p.crowd)
		for i := first; i < end; i++ {
			p.drive(i)
			if p.GaveUp() {
				return p
			}
		}
	}
	p.collect()
	return p
}

func (p *Paths) begin(t *Traffic, s Search) {
	b := t.board
	p.Search, p.traffic, p.from = s, t, &b.ways[s.From]
	if len(p.head) != len(b.spaces) {
		p.head = make([]int32, len(b.spaces))
	} else {
		clear(p.head)
	}
	p.nodes = append(p.nodes[:0], node{id: s.From})
	p.layers = append(p.layers[:0], 0)
	p.exits = append(p.exits[:0], exit{})
	p.List, p.homes, p.overran = p.List[:0], p.homes[:0], p.overran[:0]
	p.Longest, p.Looked = 0, 0
	clear(p.crowd)
}

// GaveUp says that there is more to look at than Search.Most.
func (p *Paths) GaveUp() bool { return p.Search.Most > 0 && p.Looked > p.Search.Most }

// drive makes the nodes one step on from another.
func (p *Paths) drive(i int32) {
	b := p.traffic.board
	n := &p.nodes[i]
	w := &b.ways[n.id]
	if w.bay && p.step > 1 {
		return
	}
	c, short := n.cost, b.missing(&p.Search, w)
	if w.ahead == None || p.Search.Home == 1 && b.ways[w.ahead].row < w.row {
		p.arrive(i, w, c, short)
		if w.ahead == None {
			return
		}
	}
	if c.exit != 0 || p.Search.StraightOnly {
		p.reach(i, w, w.ahead, c, short)
		return
	}
	for _, o := range b.outs[w.from:w.to] {
		next := c
		next.changes += o.change
		if o.side && !p.Search.Side || int(next.changes) > p.Search.Changes || short > 0 && o.to != w.ahead && b.leaves(w, o.to) {
			continue
		}
		p.reach(i, w, o.to, next, short)
	}
	if short > 0 && w.barred && b.leaves(w, w.ahead) {
		p.reach(i, w, w.ahead, c, short)
	}
}

// missing is how many stops a car on a space still owes its corner.
func (b *Board) missing(s *Search, w *way) int {
	if w.corner == 0 {
		return 0
	}
	owed := b.Corners[w.corner-1].Stops
	if from := &b.ways[s.From]; w.corner == from.corner && w.row >= from.row {
		owed -= s.Stops
	}
	return max(owed, 0)
}

// leaves says that a step leads out of the corner it begins in.
func (b *Board) leaves(w *way, to ID) bool {
	next := &b.ways[to]
	return w.corner != 0 && (next.corner != w.corner || next.row < w.row)
}

// reach makes a node unless a car stands there, the line is the last, the lap
// is full, or there is such a node.
func (p *Paths) reach(i int32, w *way, to ID, c cost, short int) {
	b := p.traffic.board
	next := &b.ways[to]
	if p.traffic.Taken(to) || p.Search.Home == 1 && next.row < w.row || b.driven(p.from, next) <= b.driven(p.from, w) {
		return
	}
	if p.Search.Hazard.Has(to) {
		c.hazards++
	}
	c.areas |= p.Search.areas(to)
	if short > 0 && b.leaves(w, to) {
		c.exit = p.exit(w, short, c.exit)
	}
	nth, head := int32(0), p.head[to]
	if first := p.layers[p.step]; head > first {
		if nth = p.nodes[head-1].nth + 1; p.met(to, c, nth, first) {
			return
		}
	}
	p.nodes = append(p.nodes, node{id: to, parent: i, sibling: head, nth: nth, cost: c})
	p.head[to] = int32(len(p.nodes))
	p.Looked++
}

// fewSiblings is how many nodes of one space and step are looked through one by
// one: where there are more, they are found by what they cost.
const fewSiblings = 16

// met says that there is a node of a space and a cost among the nth that the
// step, whose nodes begin behind the first, has on that space.
func (p *Paths) met(to ID, c cost, nth, first int32) bool {
	if nth > fewSiblings {
		key := crowded{to, c}
		_, met := p.crowd[key]
		p.crowd[key] = struct{}{}
		return met
	}
	for at := p.head[to]; at > first; at = p.nodes[at-1].sibling {
		if p.nodes[at-1].cost == c {
			return true
		}
	}
	if nth == fewSiblings {
		p.gather(to, c)
	}
	return false
}

// gather begins the crowd of a space with the nodes that it has, and one more.
func (p *Paths) gather(to ID, c cost) {
	if p.crowd == nil {
		p.crowd = map[crowded]struct{}{}
	}
	p.crowd[crowded{to, c}] = struct{}{}
	for at := p.head[to]; at > p.layers[p.step]; at = p.nodes[at-1].sibling {
		p.crowd[crowded{to, p.nodes[at-1].cost}] = struct{}{}
	}
}

// driven is how many rows a space lies ahead of the one the search began on.
func (b *Board) driven(from, w *way) int32 {
	d := w.row - from.row
	if d < 0 {
		d += int32(b.Rows)
	}
	return d
}

// exit is the number of the exit that this step makes after another.
func (p *Paths) exit(w *way, short int, before int32) int32 {
	e := exit{corner: w.corner, missing: int32(short), step: int32(p.step), before: before}
	last := len(p.exits) - 1
	i := last
	for ; i > 0 && p.exits[i].step == e.step; i-- {
		if p.exits[i] == e {
			return int32(i)
		}
	}
	p.Looked += (last - i) / fewSiblings
	p.exits = append(p.exits, e)
	return int32(len(p.exits) - 1)
}

// arrive notes that the step straight on from a node is over the last line.
func (p *Paths) arrive(i int32, w *way, c cost, short int) {
	if short > 0 {
		c.exit = p.exit(w, short, c.exit)
	}
	last := len(p.homes) - 1
	j := last
	for ; j >= 0 && p.homes[j].step == p.step; j-- {
		if p.homes[j].cost == c {
			return
		}
	}
	p.Looked += (last - j) / fewSiblings
	p.homes = append(p.homes, arrival{p.step, i, c})
}

// collect lists the paths of the lengths wanted.
func (p *Paths) collect() {
	s := &p.Search
	last := len(p.layers) - 1
	if int(p.layers[last]) == len(p.nodes) {
		last--
	}
	if p.Longest = last; len(p.homes) > 0 {
		p.Longest = s.Steps
	}
	for steps := p.Longest; steps >= max(0, s.Steps-s.Shorter); steps-- {
		first := len(p.List)
		for i := range p.homes {
			if h := &p.homes[i]; h.step <= steps && !p.GaveUp() {
				p.list(None, steps, steps-h.step+1, h.parent, h.cost)
			}
		}
		if steps <= last {
			for i := p.layers[steps]; i < p.layerEnd(steps) && !p.GaveUp(); i++ {
				p.list(p.nodes[i].id, steps, 0, i, p.nodes[i].cost)
			}
		}
		if p.GaveUp() {
			return
		}
		p.sort(p.List[first:])
	}
}

func (p *Paths) layerEnd(steps int) int32 {
	if steps+1 < len(p.layers) {
		return p.layers[steps+1]
	}
	return int32(len(p.nodes))
}

// listed is what a path that is listed counts as among what was looked at.
const listed = 4

// list adds a path that ends at a node or, beyond the line, after it, unless it
// is too short for its areas.
func (p *Paths) list(to ID, steps, beyond int, at int32, c cost) {
	if p.Search.tooShort(c.areas, steps) > 0 {
		return
	}
	path := Path{To: to, Steps: steps, Changes: int(c.changes), Hazards: int(c.hazards), Areas: c.areas, Home: to == None, Beyond: beyond, node: at}
	if path.Home || p.traffic.board.ways[to].row < p.from.row {
		path.Crossed = 1
	}
	if c.exit != 0 {
		first := len(p.overran)
		p.overrun(c.exit, steps-beyond)
		path.Overran = p.overran[first:len(p.overran):len(p.overran)]
	}
	p.List = append(p.List, path)
	p.Looked += listed + len(path.Overran)
}

// overrun appends the corners of an exit and those before it, the first first.
func (p *Paths) overrun(i int32, steps int) {
	e := &p.exits[i]
	if e.before != 0 {
		p.overrun(e.before, steps)
	}
	p.overran = append(p.overran, Overrun{int(e.corner), int(e.missing), steps - int(e.step) + 1})
}

// fewPaths is how many are put into order one by one.
const fewPaths = 64

// sort orders paths of one length. Most often there are few of them, nearly in
// order.
func (p *Paths) sort(list []Path) {
	if len(list) > fewPaths {
		slices.SortStableFunc(list, func(x, y Path) int {
			switch {
			case p.before(&x, &y):
				return -1
			case p.before(&y, &x):
				return 1
			}
			return 0
		})
		return
	}
	for i := 1; i < len(list); i++ {
		path, j := list[i], i
		for ; j > 0 && p.before(&path, &list[j-1]); j-- {
			list[j] = list[j-1]
		}
		list[j] = path
	}
}

// before says that a path is listed before another of its length: the fewest
// lane changes, the fewest hazards, the fewest areas, home, the lane nearest to
// the one it began in. What is level stays in the order it was found in.
func (p *Paths) before(x, y *Path) bool {
	switch {
	case x.Changes != y.Changes:
		return x.Changes < y.Changes
	case x.Hazards != y.Hazards:
		return x.Hazards < y.Hazards
	case x.Areas != y.Areas && bits.OnesCount32(x.Areas) != bits.OnesCount32(y.Areas):
		return bits.OnesCount32(x.Areas) < bits.OnesCount32(y.Areas)
	case x.Home || y.Home:
		return x.Beyond > y.Beyond
	}
	spaces := p.traffic.board.spaces
	lane := spaces[p.Search.From].Lane
	return aside(spaces[x.To].Lane-lane) < aside(spaces[y.To].Lane-lane)
}
