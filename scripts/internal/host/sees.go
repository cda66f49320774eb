package host

import (
	"sandbox/core/board"
	"sandbox/core/outlook"
	"sandbox/core/race"
	"sandbox/scripts/internal/drivers"
	"sandbox/scripts/internal/luabox"
)

// sees is what the driver of a car sees: what stands in fields, unless V:seen has
// said otherwise.
func (h *Host) sees(s *sight, driver *drivers.Driver, car int, now luabox.Table) outlook.Now {
	search, traffic, err := h.race.Sight(car)
	if err != nil {
		luabox.Raise("looking ahead: %w", err)
	}
	rows, fields, table := h.race.Board().Rows, &s.plan.Sees, h.cars[car]
	n := outlook.Now{
		From: search.From, Stops: search.Stops, Home: search.Home == 1, Traffic: traffic, Car: car, Of: rows * (h.race.Laps() + 1), Tows: s.tows,
		Mode:   seenNumber(now, "mode", fieldOf(table, fields.Mode), 0) - 1,
		Factor: seenNumber(now, "factor", luabox.Value{}, 1), More: seenNumber(now, "more", luabox.Value{}, 0),
		Extra: max(0, seenNumber(now, "extra", luabox.Value{}, 0)), Free: seenValue(now, "free", h.ofSpace(search.From, fields.Free)).True(),
	}
	n.ToGo = max(0, n.Of-h.race.Distance(h.race.Car(car)))
	n.Mode, n.More = min(n.Mode, s.plan.Modes()-1), max(-outlook.MaxSpaces, min(n.More, outlook.MaxSpaces))
	left, _ := seenValue(now, "left", fieldOf(table, fields.Left)).Table()
	h.seenAmounts(&n, s, left, driver.Scarce, seenValue(now, "start", fieldOf(table, fields.Start)))
	if v := seenValue(now, "hazards", fieldOf(h.raceTable, fields.Hazards)); !v.IsNil() {
		n.Hazard = h.hazards.of(h, v)
	}
	hazard, touch := driver.Hazard, driver.Touch
	if !driver.Minds(h.race.Round()-1, n.Of-rows-n.ToGo, n.ToGo) {
		hazard, touch = 0, 0
	}
	n.Hurt = seenWorth(now, "hazard", fields.Hazard, hazard, left)
	n.Touch = seenWorth(now, "touch", fields.Touch, touch, left)
	n.Wrecks = s.wrecks[:0]
	for i := range h.race.Cars() {
		if c := h.race.Car(i); c.Status() == race.Retired && c.Space() != board.None {
			n.Wrecks = append(n.Wrecks, c.Space())
		}
	}
	s.wrecks = n.Wrecks
	return n
}

// seenAmounts are the amounts that a car has, and those that it had at the start
// where they matter.
func (h *Host) seenAmounts(n *outlook.Now, s *sight, left luabox.Table, scarce bool, began luabox.Value) {
	start, known := began.Table()
	for i, name := range s.plan.Amounts {
		n.Left[i] = seenNumber(luabox.Table{}, name, fieldOf(left, name), 0)
		if n.Start[i] = n.Left[i]; scarce && known {
			n.Start[i] = seenNumber(luabox.Table{}, name, fieldOf(start, name), n.Left[i])
		}
	}
}

// fieldOf is a field of a table; nothing for none.
func fieldOf(t luabox.Table, name string) luabox.Value {
	if t.IsNone() || name == "" {
		return luabox.Value{}
	}
	return t.Field(name)
}

// ofSpace is a field of a space.
func (h *Host) ofSpace(id board.ID, name string) luabox.Value {
	if name == "" {
		return luabox.Value{}
	}
	return h.space(id).Field(name)
}

// seenValue is what V:seen says under a name, or else what a field has.
func seenValue(now luabox.Table, name string, field luabox.Value) luabox.Value {
	if v := fieldOf(now, name); !v.IsNil() {
		return v
	}
	return field
}

// seenNumber is a whole number from -1000 to 1000.
func seenNumber(now luabox.Table, name string, field luabox.Value, otherwise int) int {
	v := seenValue(now, name, field)
	if v.IsNil() {
		return otherwise
	}
	n, ok := v.Whole()
	if !ok || n < -1000 || n > 1000 {
		luabox.Raise("looking ahead: %s must be a whole number from -1000 to 1000, not %s", name, v.Article())
	}
	return n
}

// seenWorth is what something costs, in thousandths of a space: what V:seen says,
// from 0 to 1000 spaces, or what it is worth to the driver with what is left of an
// amount.
func seenWorth(now luabox.Table, name, amount string, worth int, left luabox.Table) int {
	v := fieldOf(now, name)
	if v.IsNil() {
		if amount == "" {
			return 0
		}
		return drivers.Scarce(worth, seenNumber(luabox.Table{}, amount, fieldOf(left, amount), 0))
	}
	n, ok := v.Number()
	if !ok || !(n >= 0 && n <= 1000) {
		luabox.Raise("looking ahead: %s must be a number of spaces from 0 to 1000, not %s", name, v.Article())
	}
	return int(n * outlook.Space)
}
