package scripts

import (
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
)

// Posted speeds: what a section says of how fast it can be driven, and where
// the line runs that is faster. Both are the track's; what they cost is for
// the rules to say.

// limitStep is what limits are multiples of, in mph; maxLimit is the highest.
const (
	limitStep = 20
	maxLimit  = 400
)

// onLine is the word for a space on the line, offLine that for another.
const (
	onLine  = "x"
	offLine = "."
)

// speeds reads the limits and the line of all sections. It returns them by
// space; a limit of 0 is none.
func (d *drawer) speeds() (limits []int, line []bool) {
	limits, line = make([]int, len(d.byID)), make([]bool, len(d.byID))
	for i := range d.stretches {
		s := &d.stretches[i]
		n, _ := strconv.Atoi(s.path)
		t, _ := d.table.RawGetInt(n).(*lua.LTable)
		s.Limits = d.limits(s, t)
		marked := d.line(s, t)
		d.each(s, func(lane, i int, id board.ID) {
			if s.Limits != nil {
				limits[id] = s.Limits[lane]
			}
			line[id] = marked[lane] != nil && marked[lane][i-1]
		})
		d.follow(s, line)
	}
	return limits, line
}

// limits reads limit = 100 or limit = { 80, 100, 120 }, one for each lane that
// the section has. It returns nil where there is none.
func (d *drawer) limits(s *stretch, t *lua.LTable) []int {
	v, path := t.RawGetString("limit"), join(s.path, "limit")
	if v == lua.LNil {
		return nil
	}
	said, _ := v.(*lua.LTable)
	if said == nil {
		return slices.Repeat([]int{d.limit(path, v)}, len(s.Spaces))
	}
	list := make([]int, len(s.Spaces))
	lanes := d.lanesOf(s)
	if d.checkKeys(path, said, nil); said.Len() != len(lanes) {
		d.flaw(path, "limit lists %d speeds; it needs one for each of %d lanes%s", said.Len(), len(lanes), d.lanesNeeded(s))
		return list
	}
	for i, lane := range lanes {
		list[lane] = d.limit(join(path, strconv.Itoa(i+1)), said.RawGetInt(i+1))
	}
	return list
}

// limit is one speed.
func (d *drawer) limit(path string, v lua.LValue) int {
	n, ok := wholeNumber(v)
	if !ok || n < limitStep || n > maxLimit || n%limitStep != 0 {
		d.flaw(path, "a limit is a speed from %d to %d in steps of %d, not %s", limitStep, maxLimit, limitStep, article(v))
		return 0
	}
	return n
}

// line reads line = { inside = ". x .", outside = "x . x" }: for each lane that
// the line touches a word for each of its spaces. Other lanes are nil.
func (d *drawer) line(s *stretch, t *lua.LTable) [][]bool {
	list := make([][]bool, len(s.Spaces))
	v, path := t.RawGetString("line"), join(s.path, "line")
	if v == lua.LNil {
		return list
	}
	said, ok := v.(*lua.LTable)
	if !ok {
		d.flaw(path, "line is a table with a text for each lane that it touches, such as %s = \". x .\", not %s", d.arrowsKey(0), article(v))
		return list
	}
	d.eachLane(s, path, said, func(path string, lane int, v lua.LValue) {
		list[lane] = d.lineOf(s, path, lane, v)
	})
	return list
}

// lineOf reads the line in one lane.
func (d *drawer) lineOf(s *stretch, path string, lane int, v lua.LValue) []bool {
	text, ok := v.(lua.LString)
	words := strings.Fields(string(text))
	if !ok || len(words) != s.Spaces[lane] {
		d.flaw(path, "the line in lane %s is a text with a word for each of its %d spaces, such as \". x .\", not %s", d.laneName(lane), s.Spaces[lane], article(v))
		return nil
	}
	list := make([]bool, len(words))
	for i, word := range words {
		if word != onLine && word != offLine {
			d.flaw(path, "lane %s: %q is no word of a line: write %s for a space on it and %s for another", d.laneName(lane), word, onLine, offLine)
			return nil
		}
		list[i] = word == onLine
	}
	return list
}

// follow notes the lanes of the line, and refuses one that nobody can drive: in
// the order of the race each of its spaces leads to the next.
func (d *drawer) follow(s *stretch, line []bool) {
	before, called := board.None, ""
	for row := s.From; row <= s.To; row++ {
		for lane := range s.Spaces {
			id := d.ids[lane][row-1]
			if id == board.None || !line[id] {
				continue
			}
			name := strconv.Itoa(row) + "/" + d.laneName(lane)
			if before != board.None && !slices.Contains(d.byID[before].Next, id) {
				d.flaw(join(s.path, "line"), "the line breaks here: %s does not lead to %s", called, name)
			}
			before, called = id, name
			s.Line = append(s.Line, lane+1)
		}
	}
}

// withPit is a list of what the spaces of the rows have, and of the zero value
// for those of a pit lane.
func withPit[T any](list []T, b *board.Board) []T {
	return append(list, make([]T, b.Len()-len(list))...)
}

// limitFields are what a space's Lua table shows of its limit and the line.
func (h *Host) limitFields(id board.ID) []field {
	limit := lua.LValue(lua.LFalse)
	if n := h.program.circuit.limits[id]; n != 0 {
		limit = num(n)
	}
	return []field{{"limit", limit}, {"line", lua.LBool(h.program.circuit.line[id])}}
}

// apiLimitsAhead drives straight on in its thoughts, once round at most.
func (h *Host) apiLimitsAhead() int {
	car, most := h.carArg(2, "race:limits_ahead"), h.wholeArg(3, "race:limits_ahead")
	b, limits := h.race.Board(), h.program.circuit.limits
	list := h.L.NewTable()
	h.L.Push(list)
	at, last := h.race.Car(car).Space(), 0
	for steps := 0; steps < b.Rows && at != board.None; steps++ {
		if limits[at] != last && limits[at] != 0 {
			if list.Len() >= most {
				break
			}
			list.Append(h.limitAhead(limits[at], steps))
		}
		if last = limits[at]; last != 0 {
			list.RawGetInt(list.Len()).(*lua.LTable).RawSetString("exit", num(steps))
		}
		at = b.Space(at).Ahead
	}
	h.budget.charge(b.Rows / 4)
	return 1
}

func (h *Host) limitAhead(limit, steps int) *lua.LTable {
	row := h.L.CreateTable(0, 3)
	row.RawSetString("limit", num(limit))
	row.RawSetString("entry", num(steps))
	return row
}
