package track

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
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
	Capacity int    // how many cars each of its spaces holds
	Widened  bool   // it has the side lanes too

	Said map[string]Said // what it says of its spaces, by attribute; nothing under those that it does not name
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
}

// sectionKeys are the keys of sections of each kind.
var sectionKeys = map[string][]string{
	"straight": keysOf("spaces", "name"),
	"corner":   keysOf("spaces", "turn", "stops", "name"),
}

// keysOf are keys and those that all sections have.
func keysOf(own ...string) []string {
	return slices.Concat(own, attributeKeys(), []string{"capacity", "widened", "arrows"})
}

// maxStops is the most stops that a corner may ask.
const maxStops = 9

// section adds the rows of a section.
func (d *drawer) section(path string, v luabox.Value) {
	t, ok := v.Table()
	if !ok || t.Field(sectionMark).IsNil() {
		d.flaw(path, "section %s must be made by straight { ... } or corner { ... }, not be %s", path, v.Article())
		return
	}
	s := stretch{path: path, Section: Section{Kind: t.TextField(sectionMark)}}
	d.checkKeys(path, t, sectionKeys[s.Kind])
	s.Widened = d.widened(path, t)
	s.Capacity = d.wholeKey(t, path, "capacity", 1, 1, board.MaxCapacity)
	rows := d.spaces(&s, t)
	s.Name = d.textKey(t, path, "name")
	if s.Kind == "corner" {
		s.Stops = d.wholeKey(t, path, "stops", 0, 0, maxStops)
		s.Turn = d.wholeKey(t, path, "turn", 0, -360, 360)
		if v := t.Field("turn"); v.IsNil() || v == luabox.Num(0) {
			d.flaw(path, "a corner needs turn = DEGREES: 90 is to the right, -90 to the left")
		}
	}
	if len(d.points)+rows > MaxRows {
		d.flaw(path, "the track has more than %d rows", MaxRows)
		return
	}
	s.From, s.To = len(d.points)+1, len(d.points)+rows
	if s.Spaces != nil { // else it is wrong already
		s.arrows, s.Said = d.arrows(&s, t), d.said(&s, t)
	}
	d.stretches = append(d.stretches, s)
	d.lay(rows, s.Turn)
}

// spaces reads spaces = 12 or, of a corner, spaces = { 4, 6, 8 }, and returns
// how many rows they make.
func (d *drawer) spaces(s *stretch, t luabox.Table) int {
	v := t.Field("spaces")
	list, isTable := v.Table()
	if !isTable || s.Kind != "corner" {
		if v.IsNil() {
			d.flaw(s.path, "a %s needs spaces = N, the rows it is long", s.Kind)
		}
		n := d.wholeKey(t, s.path, "spaces", 0, 1, MaxRows)
		s.Spaces = make([]int, len(d.lanes))
		for _, lane := range d.lanesOf(s) {
			s.Spaces[lane] = n
		}
		return n
	}
	path, lanes := source.Join(s.path, "spaces"), d.lanesOf(s)
	if d.checkList(path, list, list.Len()); list.Len() != len(lanes) {
		d.flaw(path, "spaces lists %d numbers; it needs one for each of %d lanes%s", list.Len(), len(lanes), d.lanesNeeded(s))
		return 0
	}
	s.Spaces = make([]int, len(d.lanes))
	for i, lane := range lanes {
		v := list.Item(i + 1)
		n, ok := v.Whole()
		if !ok || n < 1 || n > MaxRows {
			d.flaw(source.Join(path, strconv.Itoa(i+1)), "lane %s needs a whole number of spaces from 1 to %d, not %s", d.laneName(lane), MaxRows, v.Article())
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

// each calls a function for each space of a section: its lane, from 0, and its
// number in the lane, from 1.
func (d *drawer) each(s *stretch, do func(lane, i int, id board.ID)) {
	for lane, n := range s.Spaces {
		for i := 1; i <= n; i++ {
			do(lane, i, d.ids[lane][s.row(i, n)-1])
		}
	}
}
