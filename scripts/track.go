package scripts

import (
	"fmt"
	"math"
	"strconv"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
)

// circuit is a track as its file describes it.
type circuit struct {
	board    *board.Board
	laps     int
	sections []Section
}

// sectionMark is the hidden key that says what kind a section is.
const sectionMark = "\x00section"

// openTrack builds the table that `require "track"` returns.
func (s *state) openTrack() lua.LValue {
	section := func(kind string) lua.LGFunction {
		return func(L *lua.LState) int {
			t := s.checkTable(1, "track."+kind)
			t.RawSetString(sectionMark, lua.LString(kind))
			L.Push(t)
			return 1
		}
	}
	return s.functions(map[string]lua.LGFunction{
		"straight": section("straight"),
		"corner":   section("corner"),
		"circuit": func(L *lua.LState) int {
			t := s.checkTable(1, "track.circuit")
			s.circuits[t] = s.currentUnit("track.circuit").source.Name
			L.Push(t)
			return 1
		},
	})
}

// loadTrack reads a track's file and builds its board.
func (s *state) loadTrack(name string) (*circuit, error) {
	value, err := s.protectedLoad(Tracks + "/" + name)
	if err != nil {
		return nil, err
	}
	u := s.units.known[Tracks+"/"+name]
	t, _ := value.(*lua.LTable)
	if _, ok := s.circuits[t]; !ok {
		return nil, &Error{File: u.source.Path, Msg: fmt.Sprintf("a track ends with `return track.circuit { ... }`; this file returns %s", article(value))}
	}
	d := &drawer{state: s, unit: u, table: t}
	c := d.draw(name)
	if len(d.wrong) > 0 {
		return nil, d.wrong.inOrder()
	}
	return c, nil
}

// Track is a track by itself.
type Track struct {
	*board.Board
	Laps     int       // 0 when the track does not say
	Sections []Section // in the order of the race
}

// Section is a straight or a corner.
type Section struct {
	Kind     string // "straight" or "corner"
	From, To int    // its rows
	Turn     int    // degrees, to the right; 0 for a straight
}

// LoadTrack checks a track by itself.
func LoadTrack(files Files, name string) (*Track, error) {
	c, err := newState(newUnits(files)).loadTrack(name)
	if err != nil {
		return nil, err
	}
	return &Track{c.board, c.laps, c.sections}, nil
}

// drawer turns sections into spaces and collects what is wrong.
type drawer struct {
	*state
	unit  *unit
	table *lua.LTable
	wrong Errors

	lanes    []string // names; "" for numbers
	points   []point  // the middle of each row, and its heading
	turned   float64  // degrees, right is positive
	sections []Section
	at       point
}

// point is a place and a heading. Lengths are in spaces, X to the right, Y
// down, the heading in degrees, 0 to the right and clockwise from there.
type point struct{ x, y, heading float64 }

// The keys that a circuit and its sections have.
var (
	circuitKeys = []string{"name", "lanes", "laps", "closed", "marks", "grid", "pit_lane"}
	sectionKeys = map[string][]string{"straight": {"spaces"}, "corner": {"spaces", "turn"}}
	maxRows     = 5000
)

func (d *drawer) flaw(path, format string, args ...any) {
	d.wrong = append(d.wrong, &Error{File: d.unit.source.Path, Line: d.unit.lines.line(path), Msg: fmt.Sprintf(format, args...)})
}

func (d *drawer) draw(name string) *circuit {
	d.checkKeys("", d.table, circuitKeys)
	title, ok := d.table.RawGetString("name").(lua.LString)
	if !ok {
		d.flaw("name", "a circuit needs a name, not %s", article(d.table.RawGetString("name")))
	}
	closed := true
	switch v := d.table.RawGetString("closed").(type) {
	case *lua.LNilType:
	case lua.LBool:
		closed = bool(v)
	default:
		d.flaw("closed", "closed is true or false, not %s", article(v))
	}
	d.readLanes()
	for i := 1; i <= d.table.Len(); i++ {
		d.section(strconv.Itoa(i), d.table.RawGetInt(i))
	}
	if len(d.points) < 2 {
		d.flaw("", "a circuit needs sections: straight { spaces = 12 }, corner { turn = 90, spaces = 5 }, ...")
	}
	if len(d.wrong) > 0 {
		return nil
	}
	if closed {
		d.close()
	}
	plan := board.Plan{Name: string(title), Lanes: len(d.lanes), Closed: closed, Rows: d.rows(closed)}
	d.marks(plan.Rows)
	plan.Grid = d.grid(plan.Rows)
	plan.Lines = d.pitLane()
	laps := d.wholeKey(d.table, "", "laps", 0, 0, 1000)
	if laps > 1 && !closed {
		d.flaw("laps", "laps: a track that does not close has one lap, not %d", laps)
	}
	if len(d.wrong) > 0 {
		return nil
	}
	b, err := board.New(plan)
	if err != nil {
		d.flaw("", "%v", err)
		return nil
	}
	return &circuit{board: b, laps: laps, sections: d.sections}
}

// checkKeys refuses names that mean nothing here.
func (d *drawer) checkKeys(path string, t *lua.LTable, known []string) {
	if k := d.oddKey(t); k != nil {
		d.flaw(path, "it has %s as a key; use names and numbers as keys", article(k))
		return
	}
	for _, k := range d.keys(t) {
		if key := k.String(); k.Type() == lua.LTString && key != sectionMark && !contains(known, key) {
			d.flaw(join(path, key), "`%s`: no such key here%s", key, suggest(key, known))
		}
	}
}

// wholeKey is a whole number in a table; the default when it is not there.
func (d *drawer) wholeKey(t *lua.LTable, path, key string, def, least, most int) int {
	v := t.RawGetString(key)
	if v == lua.LNil {
		return def
	}
	n, ok := wholeNumber(v)
	if !ok || n < least || n > most {
		d.flaw(join(path, key), "%s must be a whole number from %d to %d, not %s", key, least, most, article(v))
		return def
	}
	return n
}

// readLanes reads lanes = 2 or lanes = { "inside", "outside" }.
func (d *drawer) readLanes() {
	v := d.table.RawGetString("lanes")
	if t, ok := v.(*lua.LTable); ok {
		for i := 1; i <= t.Len(); i++ {
			name, ok := t.RawGetInt(i).(lua.LString)
			if !ok {
				d.flaw("lanes", "lane %d needs a name, not %s", i, article(t.RawGetInt(i)))
			}
			d.lanes = append(d.lanes, string(name))
		}
	} else {
		d.lanes = make([]string, d.wholeKey(d.table, "", "lanes", 1, 1, board.MaxLanes))
	}
	if len(d.lanes) == 0 || len(d.lanes) > board.MaxLanes {
		d.flaw("lanes", "a track has 1 to %d lanes", board.MaxLanes)
	}
}

// section adds the rows of a section.
func (d *drawer) section(path string, v lua.LValue) {
	t, _ := v.(*lua.LTable)
	if t == nil || t.RawGetString(sectionMark) == lua.LNil {
		d.flaw(path, "section %s must be made by straight { ... } or corner { ... }, not be %s", path, article(v))
		return
	}
	kind := t.RawGetString(sectionMark).String()
	d.checkKeys(path, t, sectionKeys[kind])
	n := d.wholeKey(t, path, "spaces", 0, 1, maxRows)
	if t.RawGetString("spaces") == lua.LNil {
		d.flaw(path, "a %s needs spaces = N, the rows it is long", kind)
	}
	turn := 0
	if kind == "corner" {
		turn = d.wholeKey(t, path, "turn", 0, -360, 360)
		if v := t.RawGetString("turn"); v == lua.LNil || v == lua.LNumber(0) {
			d.flaw(path, "a corner needs turn = DEGREES: 90 is to the right, -90 to the left")
		}
	}
	if len(d.points)+n > maxRows {
		d.flaw(path, "the track has more than %d rows", maxRows)
		return
	}
	d.sections = append(d.sections, Section{kind, len(d.points) + 1, len(d.points) + n, turn})
	for range n {
		half := float64(turn) / float64(n) / 2
		d.at.heading += half
		sin, cos := math.Sincos(d.at.heading * math.Pi / 180)
		d.points = append(d.points, point{d.at.x + cos/2, d.at.y + sin/2, d.at.heading})
		d.at.x, d.at.y = d.at.x+cos, d.at.y+sin
		d.at.heading += half
	}
	d.turned += float64(turn)
}

// gapAllowed is how far the end of a drawing may lie from its beginning, as a
// share of its length; the gap is spread over all rows.
const gapAllowed = 0.06

// close checks that the circuit comes back to its line, and spreads the gap
// that rounding leaves.
func (d *drawer) close() {
	if math.Abs(d.turned) != 360 {
		d.flaw("", "the circuit does not close: its corners turn %+.0f degrees in all; 360 to one side are needed (or say closed = false)", d.turned)
		return
	}
	n := float64(len(d.points))
	if gap := math.Hypot(d.at.x, d.at.y); gap > n*gapAllowed {
		d.flaw("", "the circuit does not close: it ends %.1f spaces to the right of the line and %.1f below it, seen with the first straight going right; lengthen or shorten straights (or say closed = false)", d.at.x, d.at.y)
		return
	}
	for i := range d.points {
		share := (float64(i) + 0.5) / n
		d.points[i].x -= d.at.x * share
		d.points[i].y -= d.at.y * share
	}
}

// laneWidth is how far apart the middles of two lanes are drawn, in spaces.
const laneWidth = 0.5

// rows builds the spaces: each leads straight on and one lane to either side.
func (d *drawer) rows(closed bool) [][]board.Space {
	rows := make([][]board.Space, len(d.points))
	inward := 1.0 // lane 1 is on the inside: to the right of a circuit that turns right
	if d.turned < 0 {
		inward = -1
	}
	n := len(d.lanes)
	for r := range rows {
		p := d.points[r]
		for lane := range n {
			side := inward * laneWidth * (float64(n-1)/2 - float64(lane))
			x, y := p.beside(side)
			s := board.Space{X: int(math.Round(x * 100)), Y: int(math.Round(y * 100))}
			if d.lanes[lane] != "" {
				s.Name = strconv.Itoa(r+1) + "/" + d.lanes[lane]
			}
			if r+1 < len(rows) || closed {
				next := (r + 1) % len(rows) * n
				for _, to := range []int{lane, lane - 1, lane + 1} {
					if to >= 0 && to < n {
						s.Next = append(s.Next, board.ID(next+to))
					}
				}
			}
			rows[r] = append(rows[r], s)
		}
	}
	return rows
}

// beside is the place a distance to the right of a point.
func (p point) beside(right float64) (x, y float64) {
	sin, cos := math.Sincos(p.heading * math.Pi / 180)
	return p.x - sin*right, p.y + cos*right
}

// marks writes the marks: marks = { every = 10 } or marks = { 7, 14, 30 }.
func (d *drawer) marks(rows [][]board.Space) {
	v := d.table.RawGetString("marks")
	if v == lua.LNil {
		return
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		d.flaw("marks", "marks is { every = 10 } or a list of rows, not %s", article(v))
		return
	}
	d.checkKeys("marks", t, []string{"every", "name"})
	name := textField(t, "name")
	if name == "" {
		name = "mark"
	}
	if every := d.wholeKey(t, "marks", "every", 0, 1, len(rows)); every > 0 {
		for r := every; r <= len(rows); r += every {
			mark(rows[r-1], name)
		}
	}
	for i := 1; i <= t.Len(); i++ {
		r, ok := wholeNumber(t.RawGetInt(i))
		if !ok || r < 1 || r > len(rows) {
			d.flaw(join("marks", strconv.Itoa(i)), "%s cannot be marked: the track has rows 1 to %d", article(t.RawGetInt(i)), len(rows))
			continue
		}
		mark(rows[r-1], name)
	}
}

func mark(row []board.Space, name string) {
	for i := range row {
		row[i].Mark = name
	}
}

// grid lists the starting spaces of grid = { places = 24, row = 100 }: side by
// side from the inside, row by row backwards. The row of pole position is the
// last before the line unless the track says otherwise.
func (d *drawer) grid(rows [][]board.Space) []board.ID {
	t, ok := d.table.RawGetString("grid").(*lua.LTable)
	if !ok {
		d.flaw("", "a circuit needs a grid: grid = { places = 24 }")
		return nil
	}
	d.checkKeys("grid", t, []string{"places", "row"})
	places := d.wholeKey(t, "grid", "places", 0, 1, len(rows)*len(d.lanes))
	if t.RawGetString("places") == lua.LNil {
		d.flaw("grid", "the grid needs places = N")
	}
	first := d.wholeKey(t, "grid", "row", len(rows), 1, len(rows))
	var list []board.ID
	for i := range places {
		r := first - 1 - i/len(d.lanes)
		if r < 0 {
			d.flaw("grid", "the grid has %d places, but there are only %d rows behind its first", places, first)
			return nil
		}
		list = append(list, board.ID(r*len(d.lanes)+i%len(d.lanes)))
	}
	return list
}

// pitLane draws pit_lane = { from = 96, to = 4, offset = 2 }: a lane beside
// the rows from one to another, so many spaces to the right of the middle
// (negative: to the left). It is a drawing; no rule uses it.
func (d *drawer) pitLane() []board.Line {
	v := d.table.RawGetString("pit_lane")
	if v == lua.LNil {
		return nil
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		d.flaw("pit_lane", "pit_lane is { from = ROW, to = ROW, offset = SPACES }, not %s", article(v))
		return nil
	}
	d.checkKeys("pit_lane", t, []string{"from", "to", "offset"})
	n := len(d.points)
	from := d.wholeKey(t, "pit_lane", "from", 1, 1, n)
	to := d.wholeKey(t, "pit_lane", "to", 1, 1, n)
	offset := d.wholeKey(t, "pit_lane", "offset", 2, -20, 20)
	line := board.Line{Name: "pit lane"}
	for r := from; ; r = r%n + 1 {
		x, y := d.points[r-1].beside(float64(offset))
		line.Points = append(line.Points, [2]int{int(math.Round(x * 100)), int(math.Round(y * 100))})
		if r == to {
			return []board.Line{line}
		}
	}
}
