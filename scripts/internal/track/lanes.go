package track

import (
	"slices"
	"strconv"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Lanes are counted from 0 here; files call them by name, or from 1 on.

// laneName is how a file calls a lane.
func (d *drawer) laneName(lane int) string {
	if d.lanes[lane] != "" {
		return d.lanes[lane]
	}
	return strconv.Itoa(lane + 1)
}

// laneKey is a lane as a value of the file: its name, or its number.
func (d *drawer) laneKey(lane int) luabox.Value {
	if d.lanes[lane] != "" {
		return luabox.Str(d.lanes[lane])
	}
	return luabox.Num(lane + 1)
}

// writtenKey is how a file writes a lane as a key.
func (d *drawer) writtenKey(lane int) string {
	if d.lanes[lane] != "" {
		return d.lanes[lane]
	}
	return "[" + strconv.Itoa(lane+1) + "]"
}

// lane is the lane that a file names; -1 for none.
func (d *drawer) lane(v luabox.Value, path string) int {
	var known []string
	for lane := range d.lanes {
		if d.laneKey(lane) == v {
			return lane
		}
		known = append(known, d.laneName(lane))
	}
	d.flaw(path, "`%s`: no such lane%s", v, source.SuggestOrList(v.String(), known))
	return -1
}

// lanesOf are the lanes that a section has.
func (d *drawer) lanesOf(s *stretch) []int {
	var list []int
	for lane := range d.lanes {
		if s.Widened || !slices.Contains(d.side, lane) {
			list = append(list, lane)
		}
	}
	return list
}

// eachLane calls a function for what a table has under each lane of a section.
func (d *drawer) eachLane(s *stretch, path string, t luabox.Table, do func(path string, lane int, v luabox.Value)) {
	d.checkLanes(s, path, t)
	for _, lane := range d.lanesOf(s) {
		key := d.laneKey(lane)
		if v := t.Get(key); !v.IsNil() {
			do(source.Join(path, key.String()), lane, v)
		}
	}
}

// checkLanes refuses keys that are no lane, or none of this section.
func (d *drawer) checkLanes(s *stretch, path string, t luabox.Table) {
	if d.refuseOdd(path, t, "the lanes") {
		return
	}
	for _, k := range d.box.Keys(t) {
		lane := d.lane(k, source.Join(path, k.String()))
		if lane >= 0 && !s.Widened && slices.Contains(d.side, lane) {
			d.flaw(source.Join(path, k.String()), "lane %s is a side lane, which only sections with widened = true have", d.laneName(lane))
		}
	}
}

// A circuit may be wider in some of its sections: its side lanes begin where
// they do and lead into the lane beside them where they end.

// readSideLanes reads side_lanes = { "left verge", "right verge" }.
func (d *drawer) readSideLanes() {
	v := d.table.Field("side_lanes")
	if v.IsNil() {
		return
	}
	t, ok := v.Table()
	if !ok || t.Len() == 0 {
		d.flaw("side_lanes", "side_lanes is a list of lanes, not %s", v.Article())
		return
	}
	d.checkList("side_lanes", t, t.Len())
	for i := 1; i <= t.Len(); i++ {
		d.sideLane(t.Item(i), source.Join("side_lanes", strconv.Itoa(i)))
	}
	if len(d.side) == len(d.lanes) {
		d.flaw("side_lanes", "a track needs a lane that is no side lane")
	}
	d.checkWidened()
}

func (d *drawer) sideLane(v luabox.Value, path string) {
	switch lane := d.lane(v, path); {
	case lane < 0:
	case slices.Contains(d.side, lane):
		d.flaw(path, "lane %s is among the side lanes twice", d.laneName(lane))
	case lane > 0 && lane < len(d.lanes)-1:
		d.flaw(path, "lane %s lies between others; a side lane is the first lane or the last", d.laneName(lane))
	default:
		d.side = append(d.side, lane)
	}
}

// checkWidened refuses side lanes that no section has.
func (d *drawer) checkWidened() {
	for i := 1; i <= d.table.Len(); i++ {
		if t, ok := d.table.Item(i).Table(); ok && t.Field("widened") == luabox.Bool(true) {
			return
		}
	}
	d.flaw("side_lanes", "no section has these side lanes: give one widened = true")
}

// widened reads whether a section has the side lanes.
func (d *drawer) widened(path string, t luabox.Table) bool {
	wide := d.boolKey(t, path, "widened")
	if wide && d.table.Field("side_lanes").IsNil() {
		d.flaw(source.Join(path, "widened"), "the circuit has no side lanes to be widened by: side_lanes = { LANE }")
	}
	return wide
}

// widenedAt says whether a row, from 1, has side lanes.
func (d *drawer) widenedAt(row int) bool {
	return slices.ContainsFunc(d.stretches, func(s stretch) bool { return s.Widened && row >= s.From && row <= s.To })
}

// rowsWith says of each row, from 0, whether its section has a lane.
func (d *drawer) rowsWith(lane int) []bool {
	var rows []bool
	for i := range d.stretches {
		s := &d.stretches[i]
		rows = append(rows, slices.Repeat([]bool{s.Spaces[lane] > 0}, s.To-s.From+1)...)
	}
	return rows
}
