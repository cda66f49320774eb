package track

import (
	"strings"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// arrows reads what a section says on lane changes: for each lane a text with
// a word for each of its spaces, "S SL SR". Where it need not bind them all
// the words are those of the last spaces.
func (d *drawer) arrows(s *stretch, t luabox.Table) [][]string {
	list := make([][]string, len(s.Spaces))
	for lane, n := range s.Spaces {
		list[lane] = make([]string, max(n, 0))
	}
	v := t.Field("arrows")
	if v.IsNil() {
		return list
	}
	path := source.Join(s.path, "arrows")
	said, ok := v.Table()
	if !ok {
		d.flaw(path, "arrows is a table with a text for each lane, such as %s = \"S SL SR\", not %s", d.writtenKey(0), v.Article())
		return list
	}
	d.eachLane(s, path, said, func(path string, lane int, v luabox.Value) {
		d.arrowsOf(s, path, lane, v, list[lane])
	})
	return list
}

// arrowsOf reads the arrows of one lane into a list with a place for each of
// its spaces.
func (d *drawer) arrowsOf(s *stretch, path string, lane int, v luabox.Value, list []string) {
	text, ok := v.Text()
	if !ok {
		d.flaw(path, "the arrows of lane %s are a text such as \"S SL SR\", not %s", d.laneName(lane), v.Article())
		return
	}
	words := strings.Fields(text)
	if len(words) > len(list) || len(words) == 0 || s.Stops > 0 && len(words) < len(list) {
		d.flaw(path, "lane %s has %d spaces here, and %d have arrows%s", d.laneName(lane), len(list), len(words), arrowsNeeded(s))
		return
	}
	for i, word := range words {
		if bad := strings.Trim(word, "SLR"); bad != "" || len(word) > 3 || repeats(word) {
			d.flaw(path, "lane %s: %q is no arrow: write S for straight on, L and R for one lane to the left and right, or more of them in one word", d.laneName(lane), word)
			return
		}
		list[len(list)-len(words)+i] = word
	}
}

func arrowsNeeded(s *stretch) string {
	if s.Stops > 0 {
		return "; a corner with stops needs one for each"
	}
	return "; they bind the last spaces of the lane"
}

func repeats(word string) bool {
	for i, c := range word {
		if strings.ContainsRune(word[i+1:], c) {
			return true
		}
	}
	return false
}

// link leads each space on.
func (d *drawer) link() {
	ahead, reached := d.ahead(), map[board.ID]bool{}
	for i := range d.stretches {
		s := &d.stretches[i]
		d.each(s, func(lane, i int, id board.ID) {
			d.steps(s, lane, i, d.byID[id], ahead)
			for _, to := range d.byID[id].Next {
				reached[to] = true
			}
		})
	}
	for i := range d.stretches {
		s := &d.stretches[i]
		d.each(s, func(lane, i int, id board.ID) {
			if !reached[id] && (d.closed || s.row(i, s.Spaces[lane]) > 1) {
				d.flaw(source.Join(s.path, "arrows"), "no space leads to space %d of lane %s here: let an arrow before it do so", i, d.laneName(lane))
			}
		})
	}
}

// ahead is the first space of each lane, from 0, in the rows after each row;
// none where the lane ends.
func (d *drawer) ahead() [][]board.ID {
	list := make([][]board.ID, len(d.lanes))
	n := len(d.points)
	for lane := range list {
		list[lane] = make([]board.ID, n)
		has := d.rowsWith(lane)
		last, laps := board.None, 1
		if d.closed {
			laps = 2
		}
		for i := laps*n - 1; i >= 0; i-- {
			list[lane][i%n] = last
			if id := d.ids[lane][i%n]; id != board.None {
				last = id
			} else if !has[i%n] {
				last = board.None
			}
		}
	}
	return list
}

// steps are where a space leads: straight on and one lane to either side, or
// as its arrows say.
func (d *drawer) steps(s *stretch, lane, i int, space *board.Space, ahead [][]board.ID) {
	row, word := s.row(i, s.Spaces[lane]), s.arrows[lane][i-1]
	last := row == len(d.points) && !d.closed
	space.Ends = ahead[lane][row-1] == board.None && !last
	if word == "" && s.Stops > 0 && !space.Ends {
		word = d.usual(s, lane, i, ahead)
	}
	space.Arrows = word != ""
	for _, side := range []int{0, -1, 1} {
		to, letter := lane+side, d.letter(side)
		on := to >= 0 && to < len(d.lanes)
		switch {
		case space.Arrows && !strings.Contains(word, letter):
		case on && ahead[to][row-1] != board.None:
			space.Next = append(space.Next, ahead[to][row-1])
		case space.Arrows && !(on && last):
			d.flaw(source.Join(s.path, "arrows."+d.laneName(lane)), "space %d of lane %s: the arrow %s leads off the track", i, d.laneName(lane), letter)
		}
	}
}

// letter is that of an arrow to a lane with a number so much higher.
func (d *drawer) letter(side int) string {
	switch side {
	case 0:
		return "S"
	case d.right():
		return "R"
	}
	return "L"
}

// usual are the arrows of a corner that lists none: straight on, one lane
// inwards in its first half, one lane outwards in its second.
func (d *drawer) usual(s *stretch, lane, i int, ahead [][]board.ID) string {
	inwards := -1
	if d.inside(s) > d.lanesOf(s)[0] {
		inwards = 1
	}
	if 2*i > s.Spaces[lane] {
		inwards = -inwards
	}
	if to := lane + inwards; to < 0 || to >= len(d.lanes) || ahead[to][s.row(i, s.Spaces[lane])-1] == board.None {
		return "S"
	}
	return "S" + d.letter(inwards)
}
