package outlook

import "sandbox/core/board"

// spot is where a move begins, with what stands in its way: its ends, each
// looked at once.
type spot struct {
	look *Look
	walk walk
	// end is what one of its ends is worth; towed when the car ahead takes this
	// one along from there, nil where none does.
	end, towed func(n *node, steps, mode int) int

	walked int                 // steps of the walk, below 0 before it was made
	deep   [MaxChanges + 1]int // the most steps with so many lane changes
	best   [][MaxModes]int32   // by steps and mode after the move: the best end there
	known  [][MaxModes]bool
}

func (s *spot) init(l *Look) {
	s.look = l
	s.walk = walk{board: l.ahead.plan.Board, ways: l.ahead.ways, changes: l.ahead.plan.Overtaking}
	s.end = func(n *node, steps, mode int) int { return l.node(&s.walk, n, steps, mode) }
	s.towed = func(n *node, steps, mode int) int {
		if n.id == board.None || n.exit != 0 {
			return never
		}
		if worth := l.towed(n.id, mode); worth > never {
			return worth + l.driven(&s.walk, n, steps)
		}
		return never
	}
}

// begin has moves begin on a space.
func (s *spot) begin(from board.ID, stops int, traffic *board.Traffic, hazard board.Set) {
	w := &s.walk
	w.from, w.stops, w.home, w.traffic, w.hazard = from, stops, s.look.now.Home, traffic, hazard
	s.walked = -1
}

// walkTo walks on, for moves of up to so many spaces.
func (s *spot) walkTo(steps int) {
	if s.walked >= steps {
		return
	}
	if s.walked < 0 {
		s.walk.begin()
		s.deep, s.best, s.known = [MaxChanges + 1]int{}, s.best[:0], s.known[:0]
	}
	s.walk.goOn(steps)
	for n := s.walked + 1; n <= steps; n++ {
		least := s.walk.changes + 1
		for _, node := range s.walk.layer(n) {
			least = min(least, int(node.changes))
		}
		for c := least; c <= s.walk.changes; c++ {
			s.deep[c] = n
		}
		s.best, s.known = append(s.best, [MaxModes]int32{}), append(s.known, [MaxModes]bool{})
	}
	s.walked = steps
}

// expected is what the choice of a mode is worth before its price: the mean over
// the throws of the one that moves, below 0 the one chosen, each with so many
// spaces more.
func (s *spot) expected(mode, moving, more int) int {
	if moving < 0 {
		moving = mode
	}
	sum, ways := 0, 0
	for _, t := range s.look.ahead.plan.ground(s.walk.from).Moves[moving] {
		spaces := s.look.ahead.moved(s.walk.from, max(0, t.Spaces+more), s.look.now.Extra)
		sum, ways = sum+t.Ways*s.throw(spaces, mode), ways+t.Ways
	}
	return sum / ways
}

// throw is what a move of so many spaces is worth: the best of its ends.
func (s *spot) throw(spaces, mode int) int {
	s.walkTo(spaces)
	p := &s.look.ahead.plan
	changes, reach := p.Changes, min(spaces, s.deep[p.Changes])
	for c := p.Changes + 1; c <= p.Overtaking && reach < spaces; c++ {
		if far := min(spaces, s.deep[c]); far > reach {
			changes, reach = c, far
		}
	}
	best, brakes := never, min(s.look.left(p.Brake), spaces)
	for left := spaces - reach; left == spaces-reach || left <= brakes; left++ {
		best = max(best, s.at(spaces-left, changes, mode)-s.look.undriven(left))
	}
	if reach == spaces && s.towed != nil {
		layer := s.walk.layer(spaces)
		for i := range layer {
			if n := &layer[i]; int(n.changes) <= changes {
				best = max(best, s.towed(n, spaces, mode))
			}
		}
	}
	return best
}

// at is the worth of the best end of so many steps.
func (s *spot) at(steps, changes, mode int) int {
	usual := changes == s.look.ahead.plan.Changes
	if usual && s.known[steps][mode] {
		return int(s.best[steps][mode])
	}
	best := never
	layer := s.walk.layer(steps)
	for i := range layer {
		if n := &layer[i]; int(n.changes) <= changes {
			best = max(best, s.end(n, steps, mode))
		}
	}
	if usual {
		s.best[steps][mode], s.known[steps][mode] = int32(best), true
	}
	return best
}
