package host

import (
	"fmt"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// What specs lay down and look at.

// CarTable is a car as the rules see it, up to date.
func (h *Host) CarTable(car int) luabox.Table {
	h.sync()
	return h.cars[car]
}

// RaceField is a field of the race as the rules see it. It panics, as under Lua,
// where there is no such field.
func (h *Host) RaceField(name string) luabox.Value {
	h.sync()
	return h.box.Visible(h.raceTable, name)
}

// LayCar writes declared fields of a car from a row, which may be one of another
// box; keys that are known to the caller are left out. It fails for others.
func (h *Host) LayCar(car int, row luabox.Table, known map[string]bool) error {
	return h.lay(h.cars[car], h.def.Car, row, known)
}

// LayRace is LayCar for the fields of the race.
func (h *Host) LayRace(row luabox.Table) error { return h.lay(h.raceTable, h.def.Race, row, nil) }

func (h *Host) lay(t luabox.Table, f *variant.Fields, row luabox.Table, known map[string]bool) error {
	for _, k := range h.box.Keys(row) {
		name := k.String()
		switch {
		case known[name]:
		case f.Has(name):
			v, err := h.things(h.box.Copy(row.Get(k)))
			if err != nil {
				return fmt.Errorf("`%s`: %w", name, err)
			}
			t.SetField(name, v)
		default:
			return fmt.Errorf("`%s` is no field that the variant declares%s", name, source.Suggest(name, f.Names))
		}
	}
	return nil
}

// The hidden key of a table that stands for a car or a space of the race that is
// laid down, by the name beside it, and what it says of either.
const (
	thingMark  = "\x00thing"
	thingCar   = "car"
	thingSpace = "space"
)

// LaidCar is a table of any box that stands for the car of a name in a race that is
// laid down.
func LaidCar(box *luabox.Box, name string) luabox.Table { return laidThing(box, thingCar, name) }

// LaidSpace is LaidCar for a space.
func LaidSpace(box *luabox.Box, name string) luabox.Table { return laidThing(box, thingSpace, name) }

func laidThing(box *luabox.Box, sort, name string) luabox.Table {
	t := box.NewTable(0, 2)
	t.SetField(thingMark, luabox.Str(sort))
	t.SetField("name", luabox.Str(name))
	return t
}

// things is a value with the cars and spaces that tables in it stand for.
func (h *Host) things(v luabox.Value) (luabox.Value, error) {
	t, ok := v.Table()
	if !ok {
		return v, nil
	}
	name := t.TextField("name")
	switch t.TextField(thingMark) {
	case thingCar:
		if i := h.race.Find(name); i != race.Nobody {
			return h.cars[i].Value(), nil
		}
		return v, fmt.Errorf("no car is called %q", name)
	case thingSpace:
		if b := h.race.Board(); b != nil && b.Find(name) != board.None {
			return h.spaceValue(b.Find(name)), nil
		}
		return v, fmt.Errorf("%s has no space %q", h.cast.Track.Title, name)
	}
	for _, k := range h.box.Keys(t) {
		inner, err := h.things(t.Get(k))
		if err != nil {
			return v, err
		}
		t.Set(k, inner)
	}
	return v, nil
}

// Sessions is how many qualifying sessions the variant has.
func (h *Host) Sessions() int { return len(h.plan.Sessions) }
