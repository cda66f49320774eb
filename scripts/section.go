package scripts

import (
	"math"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
)

// Section is a straight or a corner.
type Section struct {
	Kind     string // "straight" or "corner"
	Name     string // "" where the track gives none
	From, To int    // its rows
	Turn     int    // degrees, to the right; 0 for a straight
	Spaces   []int  // of each lane, 0 of one that it lacks; there are as many rows as the longest lane has
	Stops    int    // that it asks; a corner that asks none leads on like a straight
	Corner   int    // index in Board.Corners from 1; 0 when it asks no stop
	Hill     string // "up", "down", or "" on level ground
	Surface  string // such as "ice"; "" where the track says nothing
	Limits   []int  // of each lane, in mph; nil for none
	Line     []int  // the lanes of the spaces on the line, in driving order
	Widened  bool   // it has the side lanes too
}

// row is where the i-th of n spaces of a lane lies: the last of each lane lies
// in the last row.
func (s *Section) row(i, n int) int {
	m := s.To - s.From + 1
	return s.From + (i*m+n-1)/n - 1
}

// stretch is a section with what only the drawer needs.
type stretch struct {
	Section
	path   string     // in the circuit
	arrows [][]string // by lane and space: letters of straight, left and right; "" for whatever a straight allows
	flags  [][]string // by lane and space; "" for none
}

// maxStops is the most stops that a corner may ask.
const maxStops = 9

// section adds the rows of a section.
func (d *drawer) section(path string, v lua.LValue) {
	t, _ := v.(*lua.LTable)
	if t == nil || t.RawGetString(sectionMark) == lua.LNil {
		d.flaw(path, "section %s must be made by straight { ... } or corner { ... }, not be %s", path, article(v))
		return
	}
	s := stretch{path: path, Section: Section{Kind: t.RawGetString(sectionMark).String()}}
	d.checkKeys(path, t, sectionKeys[s.Kind])
	s.Widened = d.widened(path, t)
	rows := d.spaces(&s, t)
	s.Name, s.Surface = d.textKey(t, path, "name"), d.textKey(t, path, "surface")
	if s.Hill = d.textKey(t, path, "hill"); s.Hill != "" && s.Hill != "up" && s.Hill != "down" {
		d.flaw(join(path, "hill"), "hill is \"up\" or \"down\", not the text %q", s.Hill)
	}
	if s.Kind == "corner" {
		s.Stops = d.wholeKey(t, path, "stops", 0, 0, maxStops)
		s.Turn = d.wholeKey(t, path, "turn", 0, -360, 360)
		if v := t.RawGetString("turn"); v == lua.LNil || v == lua.LNumber(0) {
			d.flaw(path, "a corner needs turn = DEGREES: 90 is to the right, -90 to the left")
		}
	}
	if len(d.points)+rows > maxRows {
		d.flaw(path, "the track has more than %d rows", maxRows)
		return
	}
	s.From, s.To = len(d.points)+1, len(d.points)+rows
	s.arrows, s.flags = d.arrows(&s, t), d.flags(&s, t)
	d.stretches = append(d.stretches, s)
	d.lay(rows, s.Turn)
}

// spaces reads spaces = 12 or, of a corner, spaces = { 4, 6, 8 }, and returns
// how many rows they make.
func (d *drawer) spaces(s *stretch, t *lua.LTable) int {
	v := t.RawGetString("spaces")
	list, _ := v.(*lua.LTable)
	if list == nil || s.Kind != "corner" {
		if v == lua.LNil {
			d.flaw(s.path, "a %s needs spaces = N, the rows it is long", s.Kind)
		}
		n := d.wholeKey(t, s.path, "spaces", 0, 1, maxRows)
		s.Spaces = make([]int, len(d.lanes))
		for _, lane := range d.lanesOf(s) {
			s.Spaces[lane] = n
		}
		return n
	}
	path, lanes := join(s.path, "spaces"), d.lanesOf(s)
	if d.checkKeys(path, list, nil); list.Len() != len(lanes) {
		d.flaw(path, "spaces lists %d numbers; it needs one for each of %d lanes%s", list.Len(), len(lanes), d.lanesNeeded(s))
		return 0
	}
	s.Spaces = make([]int, len(d.lanes))
	for i, lane := range lanes {
		n, ok := wholeNumber(list.RawGetInt(i + 1))
		if !ok || n < 1 || n > maxRows {
			d.flaw(join(path, strconv.Itoa(i+1)), "lane %s needs a whole number of spaces from 1 to %d, not %s", d.laneName(lane), maxRows, article(list.RawGetInt(i+1)))
		}
		s.Spaces[lane] = n
	}
	return slices.Max(append([]int{0}, s.Spaces...)) // a circuit may have forgotten its lanes
}

// lanesNeeded says which lanes a list of numbers is for.
func (d *drawer) lanesNeeded(s *stretch) string {
	if len(d.side) == 0 {
		return ", from lane 1 on"
	}
	var names []string
	for _, lane := range d.lanesOf(s) {
		names = append(names, d.laneName(lane))
	}
	return ": " + strings.Join(names, ", ")
}

// laneName is how a file calls a lane, counted from 0.
func (d *drawer) laneName(lane int) string {
	if d.lanes[lane] != "" {
		return d.lanes[lane]
	}
	return strconv.Itoa(lane + 1)
}

// textKey is a text in a table; "" when it is not there.
func (d *drawer) textKey(t *lua.LTable, path, key string) string {
	v := t.RawGetString(key)
	if text, ok := v.(lua.LString); ok && text != "" {
		return string(text)
	}
	if v != lua.LNil {
		d.flaw(join(path, key), "%s must be a text of a letter or more, not %s", key, article(v))
	}
	return ""
}

// lay draws the middle of a section's rows.
func (d *drawer) lay(rows, turn int) {
	for range rows {
		half := float64(turn) / float64(rows) / 2
		d.at.heading += half
		sin, cos := math.Sincos(d.at.heading * math.Pi / 180)
		d.points = append(d.points, point{d.at.x + cos/2, d.at.y + sin/2, d.at.heading})
		d.at.x, d.at.y = d.at.x+cos, d.at.y+sin
		d.at.heading += half
	}
	d.turned += float64(turn)
}

// arrows reads what a section says on lane changes: for each lane a text with
// a word for each of its spaces, "S SL SR". Where it need not bind them all
// the words are those of the last spaces.
func (d *drawer) arrows(s *stretch, t *lua.LTable) [][]string {
	list := make([][]string, len(s.Spaces))
	for lane, n := range s.Spaces {
		list[lane] = make([]string, max(n, 0))
	}
	v := t.RawGetString("arrows")
	if v == lua.LNil {
		return list
	}
	path := join(s.path, "arrows")
	said, ok := v.(*lua.LTable)
	if !ok {
		d.flaw(path, "arrows is a table with a text for each lane, such as %s = \"S SL SR\", not %s", d.arrowsKey(0), article(v))
		return list
	}
	d.eachLane(s, path, said, func(path string, lane int, v lua.LValue) {
		d.arrowsOf(s, path, lane, v, list[lane])
	})
	return list
}

// eachLane calls a function for what a table has under each lane of a section.
func (d *drawer) eachLane(s *stretch, path string, t *lua.LTable, do func(path string, lane int, v lua.LValue)) {
	d.checkLanes(s, path, t)
	for _, lane := range d.lanesOf(s) {
		key := d.laneKey(lane)
		if v := t.RawGet(key); v != lua.LNil {
			do(join(path, key.String()), lane, v)
		}
	}
}

// laneKey is a lane, from 0, as a Lua value: its name, or its number.
func (d *drawer) laneKey(lane int) lua.LValue {
	if d.lanes[lane] != "" {
		return lua.LString(d.lanes[lane])
	}
	return lua.LNumber(lane + 1)
}

// arrowsKey is how a file writes a lane as a key.
func (d *drawer) arrowsKey(lane int) string {
	if d.lanes[lane] != "" {
		return d.lanes[lane]
	}
	return "[" + strconv.Itoa(lane+1) + "]"
}

// checkLanes refuses keys that are no lane, or none of this section.
func (d *drawer) checkLanes(s *stretch, path string, t *lua.LTable) {
	if k := d.oddKey(t); k != nil {
		d.flaw(path, "it has %s as a key; use the lanes as keys", article(k))
		return
	}
	for _, k := range d.keys(t) {
		lane := d.lane(k, join(path, k.String()))
		if lane >= 0 && !s.Widened && slices.Contains(d.side, lane) {
			d.flaw(join(path, k.String()), "lane %s is a side lane, which only sections with widened = true have", d.laneName(lane))
		}
	}
}

// lane is the number, from 0, of a lane that a file names; -1 for none.
func (d *drawer) lane(v lua.LValue, path string) int {
	var known []string
	for lane := range d.lanes {
		if d.laneKey(lane) == v {
			return lane
		}
		known = append(known, d.laneName(lane))
	}
	d.flaw(path, "`%s`: no such lane%s", v, suggestOrList(v.String(), known))
	return -1
}

// arrowsOf reads the arrows of one lane into a list with a place for each of
// its spaces.
func (d *drawer) arrowsOf(s *stretch, path string, lane int, v lua.LValue, list []string) {
	text, ok := v.(lua.LString)
	if !ok {
		d.flaw(path, "the arrows of lane %s are a text such as \"S SL SR\", not %s", d.laneName(lane), article(v))
		return
	}
	words := strings.Fields(string(text))
	if len(words) > len(list) || len(words) == 0 || s.Stops > 0 && len(words) < len(list) {
		d.flaw(path, "lane %s has %d spaces here, and %d have arrows%s", d.laneName(lane), len(list), len(words), d.arrowsNeeded(s))
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

func (d *drawer) arrowsNeeded(s *stretch) string {
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

// corners are the sections that ask stops.
func (d *drawer) corners() []board.Corner {
	var list []board.Corner
	for i := range d.stretches {
		s := &d.stretches[i]
		if s.Stops == 0 {
			continue
		}
		list = append(list, board.Corner{Name: s.Name, Stops: s.Stops, From: s.From, To: s.To, Inside: d.inside(s) + 1})
		s.Corner = len(list)
	}
	return list
}

// inside is the lane, from 0, on the inside of a section: its first where it
// turns as the circuit does.
func (d *drawer) inside(s *stretch) int {
	lanes := d.lanesOf(s)
	if (s.Turn > 0) == (d.right() < 0) {
		return lanes[0]
	}
	return lanes[len(lanes)-1]
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
				d.flaw(join(s.path, "arrows"), "no space leads to space %d of lane %s here: let an arrow before it do so", i, d.laneName(lane))
			}
		})
	}
}

// each calls a function for each space of a section: its lane, from 0, and its
// number in the lane, from 1.
func (d *drawer) each(s *stretch, do func(lane, i int, id board.ID)) {
	for lane, n := range s.Spaces {
		for i := 1; i <= n; i++ {
			do(lane, i, d.ids[lane][s.row(i, n)-1])
		}
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
			d.flaw(join(s.path, "arrows."+d.laneName(lane)), "space %d of lane %s: the arrow %s leads off the track", i, d.laneName(lane), letter)
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
