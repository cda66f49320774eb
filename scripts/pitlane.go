package scripts

import (
	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
)

// pits is a pit lane as a track's file describes it.
type pits struct {
	from, to int // the rows where it leaves the track and comes back
	offset   int // spaces to the right of the middle; negative to the left
	boxes    int // 0 for one that is only drawn
}

// pitLane reads pit_lane = { from = 96, to = 4, offset = 2, boxes = 10 }: a
// lane beside the rows from one to another, so many spaces to the right of the
// middle (negative: to the left). Without boxes it is a drawing.
func (d *drawer) pitLane(plan *board.Plan) {
	v := d.table.RawGetString("pit_lane")
	if v == lua.LNil {
		return
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		d.flaw("pit_lane", "pit_lane is { from = ROW, to = ROW, offset = SPACES }, not %s", article(v))
		return
	}
	d.checkKeys("pit_lane", t, []string{"from", "to", "offset", "boxes"})
	n := len(d.points)
	p := pits{
		from:   d.wholeKey(t, "pit_lane", "from", 1, 1, n),
		to:     d.wholeKey(t, "pit_lane", "to", 1, 1, n),
		offset: d.wholeKey(t, "pit_lane", "offset", 2, -20, 20),
		boxes:  d.wholeKey(t, "pit_lane", "boxes", 0, 1, maxBoxes),
	}
	if p.boxes > 0 {
		d.layPits(plan, p)
		return
	}
	line := board.Line{Name: "pit lane"}
	for r := p.from; ; r = r%n + 1 {
		x, y := d.points[r-1].beside(float64(p.offset))
		line.Points = append(line.Points, [2]int{x, y})
		if r == p.to {
			break
		}
	}
	plan.Lines = []board.Line{line}
}

// maxBoxes is the most boxes of a pit lane.
const maxBoxes = 100

// layPits lays a pit lane that cars can drive through: a space beside each row
// between the two, and the boxes beside those, as evenly as they fit. A car
// turns into a box from the space before it and comes out on the one after.
func (d *drawer) layPits(plan *board.Plan, p pits) {
	n, lane := len(d.points), d.edge(p.offset)
	entry, exit := d.ids[lane][p.from-1], d.ids[lane][p.to-1]
	length := (p.to-p.from+n)%n - 1
	switch {
	case p.offset == 0:
		d.flaw("pit_lane.offset", "a pit lane with boxes lies beside the track: offset 2 to its right, -2 to its left")
		return
	case !plan.Closed && p.to < p.from:
		d.flaw("pit_lane", "on a track that does not close the pit lane cannot lead back from row %d to row %d", p.from, p.to)
		return
	case length <= p.boxes:
		d.flaw("pit_lane", "a pit lane from row %d to row %d has room for %d boxes, not %d: make it longer", p.from, p.to, max(length-1, 0), p.boxes)
		return
	case entry == board.None:
		d.flaw("pit_lane.from", "row %d has no space in lane %s, from which the pit lane would leave; choose another row", p.from, d.laneName(lane))
		return
	case exit == board.None:
		d.flaw("pit_lane.to", "row %d has no space in lane %s, to which the pit lane would lead; choose another row", p.to, d.laneName(lane))
		return
	}
	first := board.ID(0)
	for r := range plan.Rows {
		first += board.ID(len(plan.Rows[r]))
	}
	after := func(i int) board.ID { // the space after the i-th of the lane
		if i+1 == length {
			return exit
		}
		return first + board.ID(i+1)
	}
	for i := range length {
		s := board.Space{Row: (p.from+i)%n + 1, Next: []board.ID{after(i)}}
		s.X, s.Y = d.points[s.Row-1].beside(float64(p.offset))
		plan.Pit = append(plan.Pit, s)
	}
	for i := range p.boxes {
		beside := 1 + i*(length-1)/p.boxes
		s := board.Space{Row: plan.Pit[beside].Row, Box: i + 1, Next: []board.ID{after(beside)}}
		s.X, s.Y = d.points[s.Row-1].beside(float64(p.offset + p.offset/max(p.offset, -p.offset)))
		plan.Pit[beside-1].Next = append(plan.Pit[beside-1].Next, first+board.ID(len(plan.Pit)))
		plan.Pit = append(plan.Pit, s)
	}
	row := plan.Rows[p.from-1]
	for i := range row {
		if row[i].Lane == lane+1 {
			row[i].Next = append(row[i].Next, first)
		}
	}
}

// edge is the lane, from 0, at the right edge of the track, or at the left one
// for a negative side.
func (d *drawer) edge(side int) int {
	if (side > 0) == (d.right() > 0) {
		return len(d.lanes) - 1
	}
	return 0
}
