package scripts

import (
	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/race"
)

// What rules can ask of the spaces around a car.

func (h *Host) apiBeside() int {
	list := h.race.Beside(h.carArg(2, "race:beside"))
	t := h.L.CreateTable(len(list), 0)
	for i, car := range list {
		t.RawSetInt(i+1, h.cars[car])
	}
	h.L.Push(t)
	return 1
}

// spaceArg is an argument that must be a space.
func (h *Host) spaceArg(n int, function string) board.ID {
	t, _ := h.L.Get(n).(*lua.LTable)
	id, ok := h.spaceIndex[t]
	if !ok {
		raise("%s: argument %d must be a space, not %s", function, n-1, article(h.L.Get(n)))
	}
	return id
}

func (h *Host) apiAhead() int {
	h.L.Push(h.spaceValue(h.race.Board().Space(h.spaceArg(2, "race:ahead")).Ahead))
	return 1
}

func (h *Host) apiCorner() int {
	b, n := h.race.Board(), h.wholeArg(2, "race:corner")
	if n < 1 || n > len(b.Corners) {
		raise("race:corner: %s has no corner %d; they are numbered 1 to %d", b.Name, n, len(b.Corners))
	}
	c := &b.Corners[n-1]
	t := h.L.CreateTable(0, 8)
	t.RawSetString("number", num(n))
	t.RawSetString("name", lua.LString(cornerName(b, n)))
	t.RawSetString("stops", num(c.Stops))
	t.RawSetString("from", num(c.From))
	t.RawSetString("to", num(c.To))
	t.RawSetString("inside", num(c.Inside))
	t.RawSetString("shortest", num(c.Shortest))
	t.RawSetString("longest", num(c.Longest))
	h.L.Push(t)
	return 1
}

// apiCornersAhead drives straight on in its thoughts, once round at most.
func (h *Host) apiCornersAhead() int {
	car, most := h.carArg(2, "race:corners_ahead"), h.wholeArg(3, "race:corners_ahead")
	c, b := h.race.Car(car), h.race.Board()
	list := h.L.CreateTable(4, 0)
	h.L.Push(list)
	if c.Space() == board.None || most < 1 {
		return 1
	}
	var row *lua.LTable // of the corner that the space looked at lies in
	at, last := c.Space(), 0
	for steps := 0; steps < b.Rows && at != board.None; steps++ {
		corner := b.Space(at).Corner
		switch {
		case corner != 0 && corner != last:
			if list.Len() == most {
				return 1
			}
			row = h.cornerAhead(c, corner, steps)
			list.Append(row)
		case corner == 0:
			row = nil
		}
		if row != nil {
			row.RawSetString("exit", num(steps))
		}
		last, at = corner, b.Space(at).Ahead
	}
	h.budget.charge(b.Rows / 4)
	return 1
}

func (h *Host) cornerAhead(c *race.Car, corner, steps int) *lua.LTable {
	owed := h.race.Board().Corners[corner-1].Stops
	if steps == 0 {
		owed = max(0, owed-c.Stops())
	}
	row := h.L.CreateTable(0, 4)
	row.RawSetString("number", num(corner))
	row.RawSetString("owed", num(owed))
	row.RawSetString("entry", num(steps))
	return row
}

// apiPitLane finds the space from which the pit lane can be entered and the one
// on which it comes out.
func (h *Host) apiPitLane() int {
	b := h.race.Board()
	entry, exit, boxes := 0, 0, 0
	for id := range b.Len() {
		s := b.Space(board.ID(id))
		boxes = max(boxes, s.Bay)
		for _, next := range s.Next {
			if in := b.OnSide(next); in && !s.Side {
				entry = s.Row
			} else if s.Side && !in {
				exit = b.RowOf(next)
			}
		}
	}
	h.budget.charge(b.Len())
	if boxes == 0 {
		h.L.Push(lua.LNil)
		return 1
	}
	t := h.L.CreateTable(0, 3)
	t.RawSetString("entry", num(entry))
	t.RawSetString("exit", num(exit))
	t.RawSetString("boxes", num(boxes))
	h.L.Push(t)
	return 1
}

func (h *Host) apiWreck() int {
	if err := h.race.Wreck(h.carArg(2, "race:wreck"), h.textArg(3, "race:wreck")); err != nil {
		raise("race:wreck: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiRemove() int {
	if err := h.race.Remove(h.carArg(2, "race:remove")); err != nil {
		raise("race:remove: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiWeatherChart() int {
	face := h.wholeArg(2, "race:weather_chart")
	if face < weatherDice.Min() || face > weatherDice.Max() {
		raise("race:weather_chart: a %s has no face %d", weatherDice, face)
	}
	for _, row := range h.program.circuit.weather {
		if face >= row.From && face <= row.To {
			h.L.Push(lua.LString(row.Weather))
			return 1
		}
	}
	h.L.Push(lua.LNil)
	return 1
}

func (h *Host) apiFlag() int {
	id, ok := h.program.circuit.flagged[h.textArg(2, "race:flag")]
	if !ok {
		id = board.None
	}
	h.L.Push(h.spaceValue(id))
	return 1
}

func (h *Host) apiTrackData() int {
	h.L.Push(h.luaData(h.program.circuit.data))
	return 1
}
