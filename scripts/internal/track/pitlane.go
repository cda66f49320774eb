package track

import (
	"fmt"

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
	v := d.table.Field("pit_lane")
	if v.IsNil() {
		return
	}
	t, ok := v.Table()
	if !ok {
		d.flaw("pit_lane", "pit_lane is { from = ROW, to = ROW, offset = SPACES }, not %s", v.Article())
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
	if !d.checkPits(p, length, plan.Closed) {
		return
	}
	first := board.ID(len(d.byID))
	after := func(i int) []board.ID { // what lies after the i-th space of the lane
		if i+1 == length {
			return []board.ID{exit}
		}
		return []board.ID{first + board.ID(i+1)}
	}
	for i := range length {
		plan.Side = append(plan.Side, d.pitSpace((p.from+i)%n+1, p.offset, after(i)))
	}
	away := p.offset / max(p.offset, -p.offset)
	for i := range p.boxes {
		beside := 1 + (2*i+1)*(length-1)/(2*p.boxes)
		box := d.pitSpace(plan.Side[beside].Row, p.offset+away, after(beside))
		box.Name, box.Bay = fmt.Sprintf("box-%d", i+1), i+1
		before := &plan.Side[beside-1]
		before.Next = append(before.Next, first+board.ID(len(plan.Side)))
		plan.Side = append(plan.Side, box)
	}
	d.byID[entry].Next = append(d.byID[entry].Next, first)
}

// checkPits says whether a pit lane of so many spaces can be laid.
func (d *drawer) checkPits(p pits, length int, closed bool) bool {
	lane, wrong := d.edge(p.offset), len(d.wrong)
	if p.offset == 0 {
		d.flaw("pit_lane.offset", "a pit lane with boxes lies beside the track: offset = 2 is to its right, -2 to its left")
	}
	if !closed && p.to < p.from {
		d.flaw("pit_lane", "the track does not close, so its pit lane cannot lead from row %d to row %d", p.from, p.to)
	} else if length <= p.boxes {
		d.flaw("pit_lane", "from row %d to row %d there is room for %d boxes, not %d: make the pit lane longer", p.from, p.to, max(length-1, 0), p.boxes)
	}
	for _, end := range []struct {
		key string
		row int
	}{{"from", p.from}, {"to", p.to}} {
		if d.widenedAt(end.row) {
			d.flaw("pit_lane."+end.key, "%s: row %d has side lanes, and the pit lane would lie beyond them; take another row", end.key, end.row)
		} else if d.ids[lane][end.row-1] == board.None {
			d.flaw("pit_lane."+end.key, "%s: row %d has no space in lane %s, which the pit lane lies beside; take another row", end.key, end.row, d.laneName(lane))
		}
	}
	return len(d.wrong) == wrong
}

// pitSpace is a space beside a row.
func (d *drawer) pitSpace(row, offset int, next []board.ID) board.Space {
	s := board.Space{Name: fmt.Sprintf("%d/pit", row), Row: row, Next: next}
	s.X, s.Y = d.points[row-1].beside(float64(offset))
	return s
}

// edge is the lane, from 0, at the right edge of the track where it is not
// widened, or at the left one for a negative offset.
func (d *drawer) edge(offset int) int {
	lanes := d.lanesOf(&stretch{})
	if (offset > 0) == (d.right() > 0) {
		return lanes[len(lanes)-1]
	}
	return lanes[0]
}
