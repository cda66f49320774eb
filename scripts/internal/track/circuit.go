package track

import (
	"math"
	"slices"
	"strconv"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// drawer turns a file's table into a track and collects what is wrong.
type drawer struct {
	box   *luabox.Box
	unit  *luabox.Unit
	table luabox.Table
	wrong source.Errors

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

// circuitKeys are the keys of a circuit beside its charts.
var circuitKeys = []string{"name", "lanes", "side_lanes", "laps", "closed", "marks", "grid", "pit_lane", "data"}

// MaxRows is the length of the longest track.
const MaxRows = 5000

// circuit is a track with a board, track.circuit { ... }.
func (d *drawer) circuit() *Track {
	d.checkKeys("", d.table, append(slices.Clone(circuitKeys), chartNames()...))
	title := d.title("a circuit")
	d.closed = d.table.Field("closed").IsNil() || d.boolKey(d.table, "", "closed")
	d.readLanes()
	d.readSideLanes()
	for i := 1; i <= d.table.Len(); i++ {
		d.section(strconv.Itoa(i), d.table.Item(i))
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
	plan := d.plan(title)
	t := &Track{Title: title, charts: d.readCharts(), Data: d.data(), Laps: d.laps()}
	if len(d.wrong) > 0 {
		return nil
	}
	b, err := board.New(plan)
	if err != nil {
		d.flaw("", "%v", err)
		return nil
	}
	t.Board, t.attributes = b, d.attributes(b)
	for lane := range d.lanes {
		t.LaneNames = append(t.LaneNames, d.laneName(lane))
	}
	for _, s := range d.stretches {
		t.Sections = append(t.Sections, s.Section)
	}
	return t
}

// plan is what the board is built from.
func (d *drawer) plan(title string) board.Plan {
	plan := board.Plan{Name: title, Lanes: len(d.lanes), Closed: d.closed, Right: d.right(), Rows: d.rows(), Corners: d.corners()}
	d.link()
	d.checkSaid()
	d.marks(plan.Rows)
	plan.Grid = d.grid(plan.Rows)
	d.pitLane(&plan)
	return plan
}

// positions is a track without a board, track.positions { name, turns, data }.
func (d *drawer) positions() *Track {
	d.checkKeys("", d.table, []string{"name", "turns", "data"})
	if d.table.Len() > 0 {
		d.flaw("1", "a track without a board has no sections; track.circuit makes one of them")
	}
	if d.table.Field("turns").IsNil() {
		d.flaw("", "a track without a board needs its length: turns = 50")
	}
	return &Track{
		Title: d.title("a track"), Laps: d.wholeKey(d.table, "", "turns", 0, 1, 1000), Data: d.data(),
		attributes: d.attributes(nil), charts: newCharts(),
	}
}

// title is the name of the track as people read it.
func (d *drawer) title(what string) string {
	v := d.table.Field("name")
	title, ok := v.Text()
	if !ok {
		d.flaw("name", "%s needs a name, not %s", what, v.Article())
	}
	return title
}

// laps are those of a race, 0 where the track does not say.
func (d *drawer) laps() int {
	laps := d.wholeKey(d.table, "", "laps", 0, 0, 1000)
	if laps > 1 && !d.closed {
		d.flaw("laps", "laps: a track that does not close has one lap, not %d", laps)
	}
	return laps
}

// readLanes reads lanes = 2 or lanes = { "inside", "outside" }.
func (d *drawer) readLanes() {
	if t, ok := d.table.Field("lanes").Table(); ok {
		d.checkList("lanes", t, t.Len())
		for i := 1; i <= t.Len(); i++ {
			name, ok := t.Item(i).Text()
			if !ok {
				d.flaw("lanes", "lane %d needs a name, not %s", i, t.Item(i).Article())
			}
			d.lanes = append(d.lanes, name)
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
	space := board.Space{Lane: lane + 1, Capacity: s.Capacity}
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
	v := d.table.Field("marks")
	if v.IsNil() {
		return
	}
	t, ok := v.Table()
	if !ok {
		d.flaw("marks", "marks is { every = 10 } or a list of rows, not %s", v.Article())
		return
	}
	d.checkKeys("marks", t, []string{"every", "name"})
	name := t.TextField("name")
	if name == "" {
		name = "mark"
	}
	if every := d.wholeKey(t, "marks", "every", 0, 1, len(rows)); every > 0 {
		for r := every; r <= len(rows); r += every {
			mark(rows[r-1], name)
		}
	}
	for i := 1; i <= t.Len(); i++ {
		r, ok := t.Item(i).Whole()
		if !ok || r < 1 || r > len(rows) {
			d.flaw(source.Join("marks", strconv.Itoa(i)), "%s cannot be marked: the track has rows 1 to %d", t.Item(i).Article(), len(rows))
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

// room is how many cars the spaces hold.
func (d *drawer) room() (n int) {
	for _, s := range d.byID {
		n += s.Capacity
	}
	return n
}

// grid lists the starting spaces of grid = { places = 24, row = 100, apart = 2 },
// each as often as it holds cars: side by side from the inside, row by row backwards, or in every second one,
// none in a side lane. The row of pole position is the last before the line unless
// the track says otherwise.
func (d *drawer) grid(rows [][]board.Space) []board.ID {
	t, ok := d.table.Field("grid").Table()
	if !ok {
		d.flaw("", "a circuit needs a grid: grid = { places = 24 }")
		return nil
	}
	d.checkKeys("grid", t, []string{"places", "row", "apart"})
	places := d.wholeKey(t, "grid", "places", 0, 1, d.room())
	if t.Field("places").IsNil() {
		d.flaw("grid", "the grid needs places = N")
	}
	first := d.wholeKey(t, "grid", "row", len(rows), 1, len(rows))
	apart := d.wholeKey(t, "grid", "apart", 1, 1, len(rows))
	var list []board.ID
	for r := first - 1; len(list) < places; r -= apart {
		if r < 0 {
			d.flaw("grid", "the grid has %d places, but there are only %d rows behind its first", places, first)
			return nil
		}
		for lane := range d.lanes {
			id := d.ids[lane][r]
			if id == board.None || slices.Contains(d.side, lane) {
				continue
			}
			for n := d.byID[id].Capacity; n > 0 && len(list) < places; n-- {
				list = append(list, id)
			}
		}
	}
	return list
}
