package host

import (
	"fmt"

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
			t.SetField(name, h.box.Copy(row.Get(k)))
		default:
			return fmt.Errorf("`%s` is no field that the variant declares%s", name, source.Suggest(name, f.Names))
		}
	}
	return nil
}

// Sessions is how many qualifying sessions the variant has.
func (h *Host) Sessions() int { return len(h.plan.Sessions) }
