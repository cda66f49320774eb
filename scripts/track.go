package scripts

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
)

// circuit is a track as its file describes it.
type circuit struct {
	name     string
	board    *board.Board // nil for a track without: places are all there is
	laps     int          // or turns
	lanes    []string     // names, or numbers
	sections []Section
	hills    []string // by space: "up", "down", or "" on level ground
	surfaces []string // by space: what its section says, such as "ice"
	limits   []int    // by space, in mph; 0 for none
	line     []bool   // by space: it lies on the line
	flags    []string // by space: "" for none
	flagged  map[string]board.ID
	weather  []Forecast // its chart, lowest face first; none when it is dry
	data     *Data      // of its own, for single games; nil for none
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
		"straight":  section("straight"),
		"corner":    section("corner"),
		"circuit":   s.trackMade("circuit", (*drawer).draw),
		"positions": s.trackMade("positions", (*drawer).positions),
	})
}

// trackMade is a function that makes a track of a table.
func (s *state) trackMade(function string, draw func(d *drawer, name string) *circuit) lua.LGFunction {
	return func(L *lua.LState) int {
		t := s.checkTable(1, "track."+function)
		s.currentUnit("track." + function)
		s.circuits[t] = draw
		L.Push(t)
		return 1
	}
}

// loadTrack reads a track's file and builds its board.
func (s *state) loadTrack(name string) (c *circuit, err error) {
	value, err := s.protectedLoad(Tracks + "/" + name)
	if err != nil {
		return nil, err
	}
	u := s.units.known[Tracks+"/"+name]
	defer s.rescueIn(u.source.Path, &err)
	t, _ := value.(*lua.LTable)
	draw := s.circuits[t]
	if draw == nil {
		return nil, &Error{File: u.source.Path, Msg: fmt.Sprintf("a track ends with `return track.circuit { ... }`, or track.positions for one without a board; this file returns %s", article(value))}
	}
	d := &drawer{state: s, unit: u, table: t}
	c = draw(d, name)
	if len(d.wrong) > 0 {
		return nil, d.wrong.inOrder()
	}
	return c, nil
}

// Track is a track by itself.
type Track struct {
	*board.Board          // nil when it has none
	Title        string   // its name as people read it
	Laps         int      // 0 when the track does not say; without a board, turns
	Data         *Data    // of its own, for single games; nil for none
	LaneNames    []string // from lane 1 on; numbers where the track gives no names
	Ground       Ground
	Sections     []Section  // in the order of the race
	Weather      []Forecast // its chart, lowest face first; none when it is dry
}

// Ground is what a track's file says of its spaces, by space; "" where it says
// nothing.
type Ground struct {
	Surfaces []string // such as "ice"
	Flags    []string
}

// Ground is what the track says of its spaces.
func (p *Program) Ground() Ground { return p.circuit.ground() }

func (c *circuit) ground() Ground { return Ground{c.surfaces, c.flags} }

// LoadTrack checks a track by itself.
func LoadTrack(files Files, name string) (*Track, error) {
	c, err := newState(newUnits(files)).loadTrack(name)
	if err != nil {
		return nil, err
	}
	return &Track{Board: c.board, Title: c.name, Laps: c.laps, Data: c.data, LaneNames: c.lanes, Ground: c.ground(), Sections: c.sections, Weather: c.weather}, nil
}

// drawer turns sections into spaces and collects what is wrong.
type drawer struct {
	*state
	unit  *unit
	table *lua.LTable
	wrong Errors

	closed    bool
	lanes     []string // names; "" for numbers
	side      []int    // the lanes, from 0, that only widened sections have
	points    []point  // the middle of each row, and its heading
	turned    float64  // degrees, right is positive
	stretches []stretch
	at        point
	ids       [][]board.ID   // by lane and row, both from 0; None where the row lacks the lane
	byID      []*board.Space // those of the rows
}

// point is a place and a heading. Lengths are in spaces, X to the right, Y
// down, the heading in degrees, 0 to the right and clockwise from there.
type point struct{ x, y, heading float64 }

// The keys that a circuit and its sections have.
var (
	circuitKeys = []string{"name", "lanes", "side_lanes", "laps", "closed", "marks", "grid", "pit_lane", "weather", "data"}
	sectionKeys = map[string][]string{
		"straight": {"spaces", "name", "hill", "surface", "limit", "line", "widened", "arrows", "flags"},
		"corner":   {"spaces", "turn", "stops", "name", "hill", "surface", "limit", "line", "widened", "arrows", "flags"},
	}
	maxRows = 5000
)

func (d *drawer) flaw(path, format string, args ...any) {
	d.wrong.add(d.unit.source.Path, d.unit.lines.line(path), format, args...)
}

func (d *drawer) draw(name string) *circuit {
	d.checkKeys("", d.table, circuitKeys)
	title := d.title("a circuit")
	d.closed = true
	switch v := d.table.RawGetString("closed").(type) {
	case *lua.LNilType:
	case lua.LBool:
		d.closed = bool(v)
	default:
		d.flaw("closed", "closed is true or false, not %s", article(v))
	}
	d.readLanes()
	d.readSideLanes()
	for i := 1; i <= d.table.Len(); i++ {
		d.section(strconv.Itoa(i), d.table.RawGetInt(i))
	}
	if len(d.points) < 2 {
		d.flaw("", "a circuit needs sections: straight { spaces = 12 }, corner { turn = 90, spaces = 5 }, ...")
	}
	if len(d.wrong) > 0 {
		return nil
	}
	if d.closed {
		d.close()
	}
	plan := board.Plan{Name: title, Lanes: len(d.lanes), Closed: d.closed, Right: d.right(), Rows: d.rows(), Corners: d.corners()}
	d.link()
	flags, flagged := d.raiseFlags()
	limits, line := d.speeds()
	d.marks(plan.Rows)
	plan.Grid = d.grid(plan.Rows)
	d.pitLane(&plan)
	weather, data := d.weather(), d.data()
	laps := d.wholeKey(d.table, "", "laps", 0, 0, 1000)
	if laps > 1 && !d.closed {
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
	c := &circuit{name: title, board: b, laps: laps, weather: weather, data: data, flagged: flagged}
	for lane := range d.lanes {
		c.lanes = append(c.lanes, d.laneName(lane))
	}
	for _, s := range d.stretches {
		c.sections = append(c.sections, s.Section)
	}
	c.hills = c.bySpace(func(s *Section) string { return s.Hill })
	c.surfaces = c.bySpace(func(s *Section) string { return s.Surface })
	c.flags, c.limits, c.line = withPit(flags, b), withPit(limits, b), withPit(line, b)
	return c
}

// title is the name of the track as people read it.
func (d *drawer) title(what string) string {
	title, ok := d.table.RawGetString("name").(lua.LString)
	if !ok {
		d.flaw("name", "%s needs a name, not %s", what, article(d.table.RawGetString("name")))
	}
	return string(title)
}

// positions is a track without a board, track.positions { name, turns, data }.
func (d *drawer) positions(string) *circuit {
	d.checkKeys("", d.table, []string{"name", "turns", "data"})
	if d.table.Len() > 0 {
		d.flaw("1", "a track without a board has no sections; track.circuit makes one of them")
	}
	if d.table.RawGetString("turns") == lua.LNil {
		d.flaw("", "a track without a board needs its length: turns = 50")
	}
	return &circuit{name: d.title("a track"), laps: d.wholeKey(d.table, "", "turns", 0, 1, 1000), data: d.data()}
}

// unit is what the length of a race is counted in.
func (c *circuit) unit() string {
	if c.board == nil {
		return "turn"
	}
	return "lap"
}

// bySpace is what the section of each space says; a space of the pit lane lies
// in the section beside it.
func (c *circuit) bySpace(says func(s *Section) string) []string {
	var rows []string
	for i := range c.sections {
		s := &c.sections[i]
		rows = append(rows, slices.Repeat([]string{says(s)}, s.To-s.From+1)...)
	}
	list := make([]string, c.board.Len())
	for id := range list {
		list[id] = rows[c.board.RowOf(board.ID(id))-1]
	}
	return list
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

// right is by how much the lane number changes one lane to the right: lane 1 is
// on the inside, which is the right of a circuit that turns right.
func (d *drawer) right() int {
	if d.turned < 0 {
		return 1
	}
	return -1
}

// rows builds the spaces, row by row and lane by lane.
func (d *drawer) rows() [][]board.Space {
	rows := make([][]board.Space, len(d.points))
	for i := range d.stretches {
		s := &d.stretches[i]
		for lane, n := range s.Spaces {
			for i := 1; i <= n; i++ {
				r := s.row(i, n)
				rows[r-1] = append(rows[r-1], d.space(s, lane, i, n))
			}
		}
	}
	d.ids = make([][]board.ID, len(d.lanes))
	for lane := range d.ids {
		d.ids[lane] = slices.Repeat([]board.ID{board.None}, len(rows))
	}
	for r := range rows {
		for i := range rows[r] {
			s := &rows[r][i]
			d.ids[s.Lane-1][r] = board.ID(len(d.byID))
			d.byID = append(d.byID, s)
		}
	}
	return rows
}

// space is the i-th of a lane's n spaces in a section. They are spread along
// the section, whatever rows they lie in.
func (d *drawer) space(s *stretch, lane, i, n int) board.Space {
	p := d.along(float64(s.From-1) + (float64(i)-0.5)*float64(s.To-s.From+1)/float64(n))
	side := float64(-d.right()) * laneWidth * (float64(len(d.lanes)-1)/2 - float64(lane))
	space := board.Space{Lane: lane + 1}
	space.X, space.Y = p.beside(side)
	if d.lanes[lane] != "" {
		space.Name = strconv.Itoa(s.row(i, n)) + "/" + d.lanes[lane]
	}
	return space
}

// along is the point so many rows from the line.
func (d *drawer) along(rows float64) point {
	whole, part := math.Modf(rows - 0.5)
	p := d.points[int(whole)]
	if part == 0 {
		return p
	}
	q := d.points[int(whole)+1]
	return point{p.x + part*(q.x-p.x), p.y + part*(q.y-p.y), p.heading + part*(q.heading-p.heading)}
}

// beside is the place a distance to the right of a point, in hundredths of a
// space.
func (p point) beside(right float64) (x, y int) {
	sin, cos := math.Sincos(p.heading * math.Pi / 180)
	return int(math.Round((p.x - sin*right) * 100)), int(math.Round((p.y + cos*right) * 100))
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
// side from the inside, row by row backwards, none in a side lane. The row of
// pole position is the last before the line unless the track says otherwise.
func (d *drawer) grid(rows [][]board.Space) []board.ID {
	t, ok := d.table.RawGetString("grid").(*lua.LTable)
	if !ok {
		d.flaw("", "a circuit needs a grid: grid = { places = 24 }")
		return nil
	}
	d.checkKeys("grid", t, []string{"places", "row"})
	places := d.wholeKey(t, "grid", "places", 0, 1, len(d.byID))
	if t.RawGetString("places") == lua.LNil {
		d.flaw("grid", "the grid needs places = N")
	}
	first := d.wholeKey(t, "grid", "row", len(rows), 1, len(rows))
	var list []board.ID
	for r := first - 1; len(list) < places; r-- {
		if r < 0 {
			d.flaw("grid", "the grid has %d places, but there are only %d rows behind its first", places, first)
			return nil
		}
		for lane := range d.lanes {
			if id := d.ids[lane][r]; id != board.None && len(list) < places && !slices.Contains(d.side, lane) {
				list = append(list, id)
			}
		}
	}
	return list
}
