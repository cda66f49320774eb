package scripts

import (
	"slices"
	"strconv"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
)

// A circuit may be wider in some of its sections: its side lanes begin where
// they do and lead into the lane beside them where they end.

// readSideLanes reads side_lanes = { "left verge", "right verge" }.
func (d *drawer) readSideLanes() {
	v := d.table.RawGetString("side_lanes")
	if v == lua.LNil {
		return
	}
	t, ok := v.(*lua.LTable)
	if !ok || t.Len() == 0 {
		d.flaw("side_lanes", "side_lanes is a list of lanes, not %s", article(v))
		return
	}
	d.checkKeys("side_lanes", t, nil)
	for i := 1; i <= t.Len(); i++ {
		d.sideLane(t.RawGetInt(i), join("side_lanes", strconv.Itoa(i)))
	}
	if len(d.side) == len(d.lanes) {
		d.flaw("side_lanes", "a track needs a lane that is no side lane")
	}
	d.checkWidened()
}

func (d *drawer) sideLane(v lua.LValue, path string) {
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
		if t, ok := d.table.RawGetInt(i).(*lua.LTable); ok && t.RawGetString("widened") == lua.LTrue {
			return
		}
	}
	d.flaw("side_lanes", "no section has these side lanes: give one widened = true")
}

// widened reads whether a section has the side lanes.
func (d *drawer) widened(path string, t *lua.LTable) bool {
	v := t.RawGetString("widened")
	wide, ok := v.(lua.LBool)
	if v != lua.LNil && !ok {
		d.flaw(join(path, "widened"), "widened is true or false, not %s", article(v))
	} else if bool(wide) && d.table.RawGetString("side_lanes") == lua.LNil {
		d.flaw(join(path, "widened"), "the circuit has no side lanes to be widened by: side_lanes = { LANE }")
	}
	return bool(wide)
}

// lanesOf are the lanes, from 0, that a section has.
func (d *drawer) lanesOf(s *stretch) []int {
	var list []int
	for lane := range d.lanes {
		if s.Widened || !slices.Contains(d.side, lane) {
			list = append(list, lane)
		}
	}
	return list
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

// widenedAt says whether a row, from 1, has side lanes.
func (d *drawer) widenedAt(row int) bool {
	return slices.ContainsFunc(d.stretches, func(s stretch) bool { return s.Widened && row >= s.From && row <= s.To })
}

// flags reads what a section has on its spaces: for each lane a list with a
// text for each space, "" or false for none.
func (d *drawer) flags(s *stretch, t *lua.LTable) [][]string {
	list := make([][]string, len(d.lanes))
	v := t.RawGetString("flags")
	if v == lua.LNil {
		return list
	}
	path := join(s.path, "flags")
	said, ok := v.(*lua.LTable)
	if !ok {
		d.flaw(path, "flags is a table with a list for each lane, such as %s = { \"blue\", false, \"red\" }, not %s", d.arrowsKey(0), article(v))
		return list
	}
	d.eachLane(s, path, said, func(path string, lane int, v lua.LValue) {
		list[lane] = d.flagsOf(s, path, lane, v)
	})
	return list
}

// flagsOf reads the flags of one lane.
func (d *drawer) flagsOf(s *stretch, path string, lane int, v lua.LValue) []string {
	t, ok := v.(*lua.LTable)
	if !ok {
		d.flaw(path, "the flags of lane %s are a list of texts, not %s", d.laneName(lane), article(v))
		return nil
	}
	d.checkKeys(path, t, nil)
	if n := s.Spaces[lane]; t.MaxN() > n {
		d.flaw(path, "lane %s has %d spaces here, and the list goes on to number %d", d.laneName(lane), n, t.MaxN())
		return nil
	}
	var list []string
	for i := 1; i <= t.MaxN(); i++ {
		v := t.RawGetInt(i)
		text, ok := v.(lua.LString)
		if !ok && v != lua.LFalse && v != lua.LNil {
			d.flaw(join(path, strconv.Itoa(i)), "a flag is a text, or false for none, not %s", article(v))
		}
		list = append(list, string(text))
	}
	return list
}

// raiseFlags says which flag each space has, and which space each flag.
func (d *drawer) raiseFlags() (flags []string, flagged map[string]board.ID) {
	flags, flagged = make([]string, len(d.byID)), map[string]board.ID{}
	for i := range d.stretches {
		s := &d.stretches[i]
		for lane, list := range s.flags {
			for i, flag := range list {
				if flag == "" {
					continue
				}
				id := d.ids[lane][s.row(i+1, s.Spaces[lane])-1]
				if _, twice := flagged[flag]; twice {
					d.flaw(join(s.path, "flags."+d.laneName(lane)+"."+strconv.Itoa(i+1)), "the flag %q stands on a space before; each has one", flag)
				}
				flags[id], flagged[flag] = flag, id
			}
		}
	}
	return flags, flagged
}
