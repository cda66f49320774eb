package host

import (
	"cmp"
	"fmt"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// What rules can ask of the track, around a car and elsewhere.

// apiSpace is race:space(name).
func (h *Host) apiSpace() int {
	name, b := h.textArg(2, "race:space"), h.race.Board()
	id := b.Find(name)
	if id == board.None {
		luabox.Raise("race:space: %s has no space %q; they are called row/lane, such as \"12/1\"", b.Name, name)
	}
	h.box.Push(h.space(id).Value())
	return 1
}

func (h *Host) apiAhead() int {
	at, n, b := h.placeFrom(2, "race:ahead"), 1, h.race.Board()
	if !h.box.Arg(3).IsNil() {
		n = h.wholeArg(3, "race:ahead")
	}
	if n < 0 || n > b.Rows {
		luabox.Raise("race:ahead: %d spaces on; 0 to a lap of %d are looked at", n, b.Rows)
	}
	h.box.Spend(n / 4)
	for ; n > 0 && at != board.None; n-- {
		at = b.Space(at).Ahead
	}
	h.box.Push(h.spaceValue(at))
	return 1
}

// apiSpacesTo is race:spaces_to(car, space, most).
func (h *Host) apiSpacesTo() int {
	car, to, most := h.carArg(2, "race:spaces_to"), h.spaceArg(3, "race:spaces_to"), h.wholeArg(4, "race:spaces_to")
	if most < 0 || most > board.MaxRoute {
		luabox.Raise("race:spaces_to: %d spaces at most; 0 to %d are looked at", most, board.MaxRoute)
	}
	n, ok := h.race.Fewest(car, to, most)
	b := h.race.Board()
	h.box.Charge(10 + min(b.Len(), most*b.Lanes)/4)
	v := luabox.Value{}
	if ok {
		v = luabox.Num(n)
	}
	h.box.Push(v)
	return 1
}

// apiRow is race:row(number).
func (h *Host) apiRow() int {
	b, n := h.race.Board(), h.wholeArg(2, "race:row")
	if n < 1 || n > b.Rows {
		luabox.Raise("race:row: %s has no row %d; they are numbered 1 to %d", b.Name, n, b.Rows)
	}
	list := h.box.NewTable(b.Lanes, 0)
	for _, s := range b.Row(n) {
		list.Append(h.space(b.At(n, s.Lane)).Value())
	}
	h.box.Push(list.Value())
	return 1
}

func (h *Host) apiCorner() int {
	b, n := h.race.Board(), h.wholeArg(2, "race:corner")
	if n < 1 || n > len(b.Corners) {
		luabox.Raise("race:corner: %s has no corner %d; they are numbered 1 to %d", b.Name, n, len(b.Corners))
	}
	c := &b.Corners[n-1]
	t := h.box.NewTable(0, 8)
	t.Put("number", luabox.Num(n))
	t.Put("name", luabox.Str(cornerName(b, n)))
	t.Put("stops", luabox.Num(c.Stops))
	t.Put("from", luabox.Num(c.From))
	t.Put("to", luabox.Num(c.To))
	t.Put("inside", luabox.Num(c.Inside))
	t.Put("shortest", luabox.Num(c.Shortest))
	t.Put("longest", luabox.Num(c.Longest))
	h.box.Push(t.Value())
	return 1
}

func cornerName(b *board.Board, n int) string {
	return cmp.Or(b.Corners[n-1].Name, fmt.Sprintf("corner %d", n))
}

// apiCornersAhead is race:corners_ahead(car, count).
func (h *Host) apiCornersAhead() int {
	car, most := h.carArg(2, "race:corners_ahead"), h.wholeArg(3, "race:corners_ahead")
	c, b := h.race.Car(car), h.race.Board()
	h.box.Push(h.runsAhead(c.Space(), most, func(at board.ID) int {
		return b.Space(at).Corner
	}, func(corner, steps int) luabox.Table { return h.cornerAhead(c, corner, steps) }))
	return 1
}

func (h *Host) cornerAhead(c *race.Car, corner, steps int) luabox.Table {
	owed := h.race.Board().Corners[corner-1].Stops
	if steps == 0 {
		owed = max(0, owed-c.Stops())
	}
	row := h.box.NewTable(0, 4)
	row.Put("number", luabox.Num(corner))
	row.Put("owed", luabox.Num(owed))
	return row
}

// apiOffInside is race:off_inside(car).
func (h *Host) apiOffInside() int {
	c, b := h.race.Car(h.carArg(2, "race:off_inside")), h.race.Board()
	off, at := 0, c.Space()
	for steps := 0; steps < b.Rows && at != board.None; steps++ {
		if n := b.Space(at).Corner; n != 0 {
			off = b.Space(c.Space()).Lane - b.Corners[n-1].Inside
			break
		}
		at = b.Space(at).Ahead
	}
	h.box.Charge(b.Rows / 4)
	h.box.Push(luabox.Num(max(off, -off)))
	return 1
}

// apiLimitsAhead is race:limits_ahead(car, count).
func (h *Host) apiLimitsAhead() int {
	car, most := h.carArg(2, "race:limits_ahead"), h.wholeArg(3, "race:limits_ahead")
	limits := h.cast.Track.Attribute("limit").Numbers()
	h.box.Push(h.runsAhead(h.race.Car(car).Space(), most, func(at board.ID) int {
		return limits[at]
	}, func(limit, _ int) luabox.Table {
		row := h.box.NewTable(0, 3)
		row.Put("limit", luabox.Num(limit))
		return row
	}))
	return 1
}

// runsAhead drives straight on in its thoughts, once round at most, and lists
// the runs of spaces of which one number is true, at most so many; 0 is none.
// Begin makes the row of a run so many steps away.
func (h *Host) runsAhead(at board.ID, most int, of func(at board.ID) int, begin func(number, steps int) luabox.Table) luabox.Value {
	b, list := h.race.Board(), h.box.NewTable(4, 0)
	var row luabox.Table // of the run that the space looked at lies in
	last := 0
	for steps := 0; steps < b.Rows && at != board.None; steps++ {
		now := of(at)
		if now != 0 && now != last {
			if list.Len() >= most {
				break
			}
			row = begin(now, steps)
			row.Put("entry", luabox.Num(steps))
			list.Append(row.Value())
		}
		if now != 0 {
			row.Put("exit", luabox.Num(steps))
		}
		last, at = now, b.Space(at).Ahead
	}
	h.box.Charge(b.Rows / 4)
	return list.Value()
}

// pitLane is where cars can drive through the pits.
type pitLane struct {
	entry, exit int // rows
	first       board.ID
	boxes       int // 0 where there is none
}

// pitLaneOf finds the space from which the pit lane of a board can be entered and
// the one on which it comes out.
func pitLaneOf(b *board.Board) *pitLane {
	lane := &pitLane{first: board.None}
	for id := range b.Len() {
		s := b.Space(board.ID(id))
		lane.boxes = max(lane.boxes, s.Bay)
		for _, next := range s.Next {
			if in := b.OnSide(next); in && !s.Side {
				lane.entry, lane.first = s.Row, next
			} else if s.Side && !in {
				lane.exit = b.RowOf(next)
			}
		}
	}
	return lane
}

// apiPitLane is race:pit_lane(). The lane is looked for once, and each time at the
// same charge.
func (h *Host) apiPitLane() int {
	b := h.race.Board()
	h.box.Charge(b.Len())
	if h.ground.pitLane == nil {
		h.ground.pitLane = pitLaneOf(b)
	}
	lane := h.ground.pitLane
	if lane.boxes == 0 {
		h.box.Push(luabox.Value{})
		return 1
	}
	t := h.box.NewTable(0, 4)
	t.Put("entry", luabox.Num(lane.entry))
	t.SetField("first", h.spaceValue(lane.first))
	t.Put("exit", luabox.Num(lane.exit))
	t.Put("boxes", luabox.Num(lane.boxes))
	h.box.Push(t.Value())
	return 1
}

// apiFlag is race:flag(text).
func (h *Host) apiFlag() int {
	h.box.Push(h.spaceValue(h.cast.Track.Attribute("flag").Where(h.textArg(2, "race:flag"))))
	return 1
}

// apiWeatherChart is race:weather_chart(face).
func (h *Host) apiWeatherChart() int {
	face, chart := h.wholeArg(2, "race:weather_chart"), h.cast.Track.Chart("weather")
	if face < chart.Dice.Min() || face > chart.Dice.Max() {
		luabox.Raise("race:weather_chart: a %s has no face %d", chart.Dice, face)
	}
	v := luabox.Value{}
	if text, ok := chart.Row(face); ok {
		v = luabox.Str(text)
	}
	h.box.Push(v)
	return 1
}

// apiTrackData is race:track_data().
func (h *Host) apiTrackData() int {
	data := h.cast.Track.Data
	h.box.Charge(data.Size())
	h.box.Push(data.Value(h.box))
	return 1
}
