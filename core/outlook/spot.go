package outlook

import "sandbox/core/board"

// spot is where a move begins, with what stands in its way: its ends, each
// looked at once.
type spot struct {
	look *Look
	walk walk
	// stand is what it is worth that the next turn begins on a place.
	stand func(place int32, mode int) int
	tows  bool // cars ahead take this one along

	turns  int                 // that follow the move
	walked int                 // steps of the walk, below 0 before it was made
	ends   []ending            // by node of the walk
	deep   [MaxChanges + 1]int // the most steps with so many lane changes
	best   [][MaxModes]int32   // by steps and mode after the move: the best end there
	known  [][MaxModes]bool
}

// ending is an end of a move: what the way there is worth, whatever comes after
// it, and the place where the next turn begins, noPlace when it is home.
type ending struct {
	worth  int
	place  int32
	behind bool // a car stands ahead of it that may take this one along
}

func (s *spot) init(l *Look) {
	s.look = l
	s.walk = walk{board: l.ahead.plan.Board, ways: l.ahead.ways, changes: l.ahead.plan.Overtaking}
}

// begin has moves begin on a space, with so many turns to follow.
func (s *spot) begin(from board.ID, stops, turns int, traffic *board.Traffic, hazard board.Set) {
	w := &s.walk
	w.from, w.stops, w.home, w.traffic, w.hazard = from, stops, s.look.now.Home, traffic, hazard
	s.turns, s.walked = turns, -1
}

// walkTo walks on, for moves of up to so many spaces.
func (s *spot) walkTo(steps int) {
	if s.walked >= steps {
		return
	}
	if s.walked < 0 {
		s.walk.begin()
		s.deep, s.ends, s.best, s.known = [MaxChanges + 1]int{}, s.ends[:0], s.best[:0], s.known[:0]
	}
	s.walk.goOn(steps)
	for n := s.walked + 1; n <= steps; n++ {
		least, layer := s.walk.changes+1, s.walk.layer(n)
		for i := range layer {
			least = min(least, int(layer[i].changes))
			s.ends = append(s.ends, s.ending(&layer[i], n))
		}
		for c := least; c <= s.walk.changes; c++ {
			s.deep[c] = n
		}
		s.best, s.known = append(s.best, [MaxModes]int32{}), append(s.known, [MaxModes]bool{})
	}
	s.walked = steps
}

// ending looks at a node of so many steps.
func (s *spot) ending(n *node, steps int) ending {
	l := s.look
	e := ending{worth: l.driven(&s.walk, n, steps), place: noPlace}
	if n.id == board.None {
		e.worth += s.turns * l.ahead.cruise
		return e
	}
	e.place = l.ahead.places.first[n.id] + int32(s.walk.made(n))
	if s.tows {
		e.worth -= l.touched(n.id)
		e.behind = n.exit == 0 && l.follows(n.id)
	}
	return e
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
	if reach == spaces {
		best = max(best, s.towed(spaces, changes, mode))
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
	for i := s.walk.layers[steps]; i < s.walk.layers[steps+1]; i++ {
		if int(s.walk.nodes[i].changes) > changes {
			continue
		}
		e := &s.ends[i]
		worth := e.worth
		if e.place != noPlace {
			worth += s.stand(e.place, mode)
		}
		best = max(best, worth)
	}
	if usual {
		s.best[steps][mode], s.known[steps][mode] = int32(best), true
	}
	return best
}

// towed is the worth of the best end of so many steps from where a car ahead takes
// this one along, never where none does.
func (s *spot) towed(steps, changes, mode int) int {
	best := never
	for i := s.walk.layers[steps]; i < s.walk.layers[steps+1]; i++ {
		n := &s.walk.nodes[i]
		if !s.ends[i].behind || int(n.changes) > changes {
			continue
		}
		if worth := s.look.towed(n.id, mode); worth > never {
			best = max(best, worth+s.look.driven(&s.walk, n, steps))
		}
	}
	return best
}
