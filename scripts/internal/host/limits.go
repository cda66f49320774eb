package host

import (
	"fmt"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
)

// What tells the ways of a car at its speed apart: the limits that they break, and
// whether they stay on the line of a corner.

// limitArea is an area that race:limit_areas made, good for one step.
type limitArea struct {
	set  board.Set
	name string
}

// cornering is a corner as the areas of a move are made.
type cornering struct {
	runs  []limitRun
	off   board.Set // its spaces off the line
	most  int       // how much the speed is above their lowest limit
	lined bool      // a car can be on its line
}

// limitRun is the spaces of one limit in a corner, and how much too fast the car
// is there.
type limitRun struct {
	limit, over int
	set         board.Set
}

// apiLimitAreas is race:limit_areas(car, spaces, speed, on_line).
func (h *Host) apiLimitAreas() int {
	car, n, speed := h.carArg(2, "race:limit_areas"), h.wholeArg(3, "race:limit_areas"), h.wholeArg(4, "race:limit_areas")
	if n < 0 || n > board.MaxRoute {
		luabox.Raise("race:limit_areas: %d spaces; a path has 0 to %d", n, board.MaxRoute)
	}
	h.box.Charge(askCharge/2 + n)
	b, at := h.race.Board(), h.race.Car(car).Space()
	list := h.box.NewTable(4, 0)
	limits := h.cast.Track.Attribute("limit").Numbers()
	var now *cornering
	if limits[at] != 0 {
		now = &cornering{lined: h.box.Arg(5).True()}
	}
	row, ok := b.RowOf(at), true
	for range n {
		if row, ok = b.NextRow(row); !ok {
			break
		}
		now = h.corneringRow(list, now, row, speed, limits)
	}
	h.putAreas(list, now)
	h.box.Push(list.Value())
	return 1
}

// corneringRow adds the spaces of a row to the corner that they lie in; a row
// without limits ends one.
func (h *Host) corneringRow(list luabox.Table, c *cornering, row, speed int, limits []int) *cornering {
	b, limited := h.race.Board(), false
	line := h.cast.Track.Attribute("line")
	for _, s := range b.Row(row) {
		id := b.At(row, s.Lane)
		if limits[id] == 0 {
			continue
		}
		if limited = true; c == nil {
			c = &cornering{lined: true}
		}
		over := speed - limits[id]
		if over > 0 {
			c.run(b, limits[id], over).Put(id)
		}
		if c.lined && !line.Value(id).True() {
			if c.off == nil {
				c.off = board.NewSet(b)
			}
			c.off.Put(id)
			c.most = max(c.most, over)
		}
	}
	if !limited {
		h.putAreas(list, c)
		return nil
	}
	return c
}

// run is the set of a corner's spaces with one limit.
func (c *cornering) run(b *board.Board, limit, over int) board.Set {
	for i := range c.runs {
		if c.runs[i].limit == limit {
			return c.runs[i].set
		}
	}
	c.runs = append(c.runs, limitRun{limit, over, board.NewSet(b)})
	return c.runs[len(c.runs)-1].set
}

// putAreas puts the areas of a corner into a list for rules.
func (h *Host) putAreas(list luabox.Table, c *cornering) {
	if c == nil {
		return
	}
	for _, run := range c.runs {
		name := ""
		if h.race.Recording() {
			name = fmt.Sprintf("%d over %d", run.over, run.limit)
		}
		h.putArea(list, limitArea{run.set, name}, run.over)
	}
	if c.off != nil {
		h.putArea(list, limitArea{c.off, "off the line"}, c.most)
	}
}

func (h *Host) putArea(list luabox.Table, area limitArea, over int) {
	row := h.box.NewTable(0, 1)
	row.Put("over", luabox.Num(over))
	if h.paths.areas == nil {
		h.paths.areas = map[luabox.Table]limitArea{}
	}
	h.paths.areas[row] = area
	list.Append(row.Value())
}
