package host

import (
	"fmt"
	"slices"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// What the core owns and shows in the Lua tables. The rules read it; a step
// that wrote it is refused.
var (
	carKeys  = map[string]bool{"name": true, "space": true, "lap": true, "status": true, "grid": true, "place": true, "stops": true}
	raceKeys = map[string]bool{"round": true, "laps": true, "track": true, "rows": true}
)

// Reserved are the names of fields that rules cannot declare: those that the
// race keeps, and its methods.
func Reserved() variant.Reserved { return variant.Reserved{Car: carKeys, Race: reservedRace} }

// CarKeys are the fields of a car that the race keeps, sorted.
func CarKeys() []string { return source.SortedKeys(carKeys) }

// RaceKeys are the fields of the race that it keeps, sorted, without its
// methods.
func RaceKeys() []string { return source.SortedKeys(raceKeys) }

// mirrored are the fields of a car that change, in the order of a mirror.
var mirrored = [...]string{"space", "status", "lap", "grid", "place", "stops"}

// mirror is what a car's Lua table shows now of the fields that rules look at.
type mirror [len(mirrored)]int

// mirrorOf is what it should show.
func mirrorOf(c *race.Car) mirror {
	return mirror{int(c.Space()), int(c.Status()), c.Lap(), c.Grid(), c.Place(), c.Stops()}
}

// shown is field i of a mirror as rules see it: a place that a car does not have is
// nil.
func (h *Host) shown(i, n int) luabox.Value {
	switch mirrored[i] {
	case "space":
		return h.spaceValue(board.ID(n))
	case "status":
		return statusText[n]
	case "place", "grid":
		if n == 0 {
			return luabox.Value{}
		}
	}
	return luabox.Num(n)
}

var statusText = [...]luabox.Value{
	race.Waiting: luabox.Str(race.Waiting.String()), race.Running: luabox.Str(race.Running.String()),
	race.Finished: luabox.Str(race.Finished.String()), race.Retired: luabox.Str(race.Retired.String()),
}

// touch notes that the core changed a car, or the race itself.
func (h *Host) touch(car int) {
	if car == race.Nobody {
		h.raceBehind = true
		return
	}
	if !h.behind[car] {
		h.behind[car] = true
		h.touched = append(h.touched, car)
	}
}

// sync brings the mirrors up to date; it is called before Lua runs and after
// each call that changes the race.
func (h *Host) sync() {
	h.noted = false
	if h.raceBehind {
		h.raceBehind = false
		h.raceTable.Put("round", luabox.Num(h.race.Round()))
	}
	for _, car := range h.touched {
		h.behind[car] = false
		h.syncCar(h.cars[car], &h.mirrors[car], h.race.Car(car))
	}
	h.touched = h.touched[:0]
}

func (h *Host) syncCar(t luabox.Table, m *mirror, c *race.Car) {
	now := mirrorOf(c)
	if now == *m {
		return
	}
	for i, looked := range h.looked {
		if looked && now[i] != m[i] {
			t.SetField(mirrored[i], h.shown(i, now[i]))
		}
	}
	*m = now
}

// look has a field of all cars kept up from here on, and says whether it was not:
// writing one costs more than most of what is done with a car, and few rules look at
// all of them.
func (h *Host) look(name string) (first bool) {
	i := slices.Index(mirrored[:], name)
	if i < 0 || h.looked[i] {
		return false
	}
	h.looked[i] = true
	for car, t := range h.cars {
		t.SetField(name, h.shown(i, h.mirrors[car][i]))
	}
	return true
}

// field is a field of a Lua table and what the core has there.
type field struct {
	name string
	want luabox.Value
}

// checkMirrors finds a mirror that a rule wrote.
func (h *Host) checkMirrors() error {
	for i := range h.cars {
		if err := h.checkCar(i); err != nil {
			return h.StepError(err)
		}
	}
	if err := h.checkRace(); err != nil {
		return h.StepError(err)
	}
	if step := h.race.Step(); step.Kind == race.Turn && h.lookedOver == h.race.Round() {
		return nil // spaces are many; they are looked over once a round
	}
	h.lookedOver = h.race.Round()
	if err := h.checkSpaces(); err != nil {
		return h.StepError(err)
	}
	return nil
}

func (h *Host) checkCar(i int) error {
	places := "a car is home when it crosses the line"
	if h.race.Board() == nil {
		places = "race:gain and race:place give places"
	}
	c := h.race.Car(i)
	wrote := func(name, use string) error {
		return fmt.Errorf("a rule wrote `car.%s` of %s, which belongs to the race: %s", name, c.Name(), use)
	}
	now := mirrorOf(c)
	for n, use := range [...]string{
		"race:advance moves a car", "race:retire takes a car out", "race:advance counts laps",
		"race:grid sets the grid", places, "a stop is a turn that ends in a corner",
	} {
		if h.looked[n] && h.cars[i].Field(mirrored[n]) != h.shown(n, now[n]) {
			return wrote(mirrored[n], use)
		}
	}
	if h.cars[i].Field("name") != luabox.Str(c.Name()) {
		return wrote("name", "it is the entry's")
	}
	return nil
}

func (h *Host) checkRace() error {
	wrote := func(name string) error {
		return fmt.Errorf("a rule wrote `race.%s`, which belongs to the race itself", name)
	}
	for _, m := range h.ownFields() {
		if h.raceTable.Field(m.name) != m.want {
			return wrote(m.name)
		}
	}
	for i := range methods {
		if name := methods[i].name; h.raceTable.Field(name) != h.methods[i] {
			return wrote(name)
		}
	}
	return nil
}

// ownFields are the fields of the race itself.
func (h *Host) ownFields() [4]field {
	rows := 0
	if b := h.race.Board(); b != nil {
		rows = b.Rows
	}
	return [...]field{
		{"round", luabox.Num(h.race.Round())}, {"laps", luabox.Num(h.race.Laps())},
		{"rows", luabox.Num(rows)}, {"track", luabox.Str(h.cast.Track.Title)},
	}
}

// makeCars builds a Lua table for each car.
func (h *Host) makeCars() {
	guard := h.guard("a car", carKeys, h.def.Car, "declare it first: car = { %s = ... }", h.look)
	guard.Lazy(mirrored[:], func(t luabox.Table, name string) luabox.Value {
		h.look(name)
		return t.Raw(name)
	})
	for i := range h.race.Cars() {
		t := h.box.NewTable(0, 8)
		t.Put("name", luabox.Str(h.race.Car(i).Name()))
		t.SetGuard(guard)
		h.cars = append(h.cars, t)
		h.carIndex[t] = i
		h.mirrors = append(h.mirrors, mirrorOf(h.race.Car(i)))
	}
	h.behind = make([]bool, len(h.cars))
}

// theRace is what the table of the race is called.
const theRace = "the race"

// Renamed is what a method that the race once had is called now, "" for any other
// name.
func Renamed(method string) string { return map[string]string{"beside": "cars_beside"}[method] }

// makeRace builds the Lua table of the race with its methods.
func (h *Host) makeRace() {
	t := h.box.NewTable(0, len(raceKeys)+len(methods)+len(h.def.Race.Names))
	h.raceTable, h.raceValue = t, t.Value()
	for i := range methods {
		fn := h.bound(&methods[i]).Value()
		h.methods = append(h.methods, fn)
		t.SetField(methods[i].name, fn)
	}
	for _, m := range h.ownFields() {
		t.SetField(m.name, m.want)
	}
	t.SetGuard(h.guard(theRace, reservedRace, h.def.Race, "declare it first: race = { %s = ... }", func(string) bool { return false }))
}

// guard is reached only by a miss: it lets declared fields that are nil pass, has
// what nobody looked at before be shown, and names what was meant otherwise.
func (h *Host) guard(what string, known map[string]bool, declared *variant.Fields, remedy string, look func(name string) bool) luabox.Guard {
	miss := func(name string) {
		if now := Renamed(name); now != "" && what == theRace {
			luabox.Raise("race:%s goes by another name now: race:%s", name, now)
		}
		hint := source.Suggest(name, append(source.SortedKeys(known), declared.Names...))
		if hint == "" {
			hint = "; " + fmt.Sprintf(remedy, name)
		}
		luabox.Raise("%s has no `%s`%s", what, name, hint)
	}
	read := func(t luabox.Table, key luabox.Value) luabox.Value {
		name := key.String()
		if look(name) {
			return t.Raw(name)
		}
		if !known[name] && !declared.Has(name) {
			miss(name)
		}
		return luabox.Value{}
	}
	write := func(t luabox.Table, key, v luabox.Value) {
		name := key.String()
		switch {
		case look(name) && !t.Raw(name).IsNil():
			// the end of the step finds it, as where somebody has looked before
		case known[name]:
			luabox.Raise("`%s` belongs to the race itself and cannot be written", name)
		case !declared.Has(name):
			miss(name)
		}
		t.Set(key, v)
	}
	return h.box.NewGuard(read, write)
}
