package scripts

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/race"
)

// What the core owns and shows in the Lua tables. The rules read it; a step
// that wrote it is refused.
var (
	reservedCar  = map[string]bool{"name": true, "space": true, "lap": true, "status": true, "grid": true, "place": true, "stops": true}
	reservedRace = map[string]bool{"round": true, "laps": true, "track": true, "rows": true}
)

// spaceKeys are the fields of a space.
var spaceKeys = map[string]bool{"name": true, "row": true, "lane": true, "mark": true, "corner": true, "pit": true, "box": true, "hill": true, "surface": true, "flag": true, "limit": true, "line": true}

func init() {
	for _, f := range raceAPI {
		reservedRace[f.name] = true
	}
}

// mirror is what a car's Lua table shows now.
type mirror struct {
	space  board.ID
	status race.Status
	lap    int
	grid   int
	place  int
	stops  int
}

var statusText = [...]lua.LValue{
	race.Waiting: lua.LString("waiting"), race.Running: lua.LString("running"),
	race.Finished: lua.LString("finished"), race.Retired: lua.LString("retired"),
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
		h.raceTable.RawSetString("round", num(h.race.Round()))
	}
	for _, car := range h.touched {
		h.behind[car] = false
		h.syncCar(h.cars[car], &h.mirrors[car], h.race.Car(car))
	}
	h.touched = h.touched[:0]
}

func (h *Host) syncCar(t *lua.LTable, m *mirror, c *race.Car) {
	if m.space != c.Space() {
		m.space = c.Space()
		t.RawSetString("space", h.spaceValue(c.Space()))
	}
	if m.status != c.Status() {
		m.status = c.Status()
		t.RawSetString("status", statusText[c.Status()])
	}
	if m.lap != c.Lap() {
		m.lap = c.Lap()
		t.RawSetString("lap", num(c.Lap()))
	}
	if m.grid != c.Grid() {
		m.grid = c.Grid()
		t.RawSetString("grid", num(c.Grid()))
	}
	if m.place != c.Place() {
		m.place = c.Place()
		t.RawSetString("place", h.placeValue(c.Place()))
	}
	if m.stops != c.Stops() {
		m.stops = c.Stops()
		t.RawSetString("stops", num(c.Stops()))
	}
}

// placeValue is a place as rules see it. Without a board, where a running car
// has one, no place is false.
func (h *Host) placeValue(place int) lua.LValue {
	if place == 0 && h.race.Board() == nil {
		return lua.LFalse
	}
	return num(place)
}

func (h *Host) spaceValue(id board.ID) lua.LValue {
	if id == board.None {
		return lua.LNil
	}
	return h.space(id)
}

// checkMirrors finds a mirror that a rule wrote.
func (h *Host) checkMirrors() error {
	places := "a car is home when it crosses the line"
	if h.race.Board() == nil {
		places = "race:gain and race:place give places"
	}
	for i, t := range h.cars {
		c := h.race.Car(i)
		for _, m := range []struct {
			name string
			want lua.LValue
			use  string
		}{
			{"space", h.spaceValue(c.Space()), "race:advance moves a car"},
			{"lap", num(c.Lap()), "race:advance counts laps"},
			{"status", statusText[c.Status()], "race:retire takes a car out"},
			{"grid", num(c.Grid()), "race:grid sets the grid"},
			{"place", h.placeValue(c.Place()), places},
			{"stops", num(c.Stops()), "a stop is a turn that ends in a corner"},
			{"name", lua.LString(c.Name()), "it is the entry's"},
		} {
			if t.RawGetString(m.name) != m.want {
				return h.stepError(fmt.Errorf("a rule wrote `car.%s` of %s, which belongs to the race: %s", m.name, c.Name(), m.use))
			}
		}
	}
	for _, m := range h.ownFields() {
		if h.raceTable.RawGetString(m.name) != m.want {
			return h.stepError(fmt.Errorf("a rule wrote `race.%s`, which belongs to the race itself", m.name))
		}
	}
	for i, f := range raceAPI {
		if h.raceTable.RawGetString(f.name) != h.methods[i] {
			return h.stepError(fmt.Errorf("a rule wrote `race.%s`, which belongs to the race itself", f.name))
		}
	}
	if step := h.race.Step(); step.Kind == race.Turn && h.lookedOver == h.race.Round() {
		return nil // spaces are many; they are looked over once a round
	}
	h.lookedOver = h.race.Round()
	for id, t := range h.spaces {
		for _, m := range h.spaceMirrors[id] {
			if t.RawGetString(m.name) != m.want {
				return h.stepError(fmt.Errorf("a rule wrote `%s` of the space %s, and %s", m.name, h.race.Board().Space(board.ID(id)).Name, spacesBelong))
			}
		}
	}
	return nil
}

// field is a field of a Lua table and what the core has there.
type field struct {
	name string
	want lua.LValue
}

func (h *Host) ownFields() []field {
	rows := 0
	if h.race.Board() != nil {
		rows = h.race.Board().Rows
	}
	return []field{
		{"round", num(h.race.Round())}, {"laps", num(h.race.Laps())}, {"rows", num(rows)}, {"track", lua.LString(h.program.circuit.name)},
	}
}

func (h *Host) spaceFields(id board.ID) []field {
	s := h.race.Board().Space(id)
	// What a space does not have is false, not nil: to miss is to enter the guard.
	corner, box := lua.LValue(lua.LFalse), lua.LValue(lua.LFalse)
	if s.Corner != 0 {
		corner = num(s.Corner)
	}
	if s.Bay != 0 {
		box = num(s.Bay)
	}
	return []field{{"name", lua.LString(s.Name)}, {"row", num(s.Row)}, {"lane", num(s.Lane)}, {"mark", orFalse(s.Mark)},
		{"corner", corner}, {"pit", lua.LBool(s.Side)}, {"box", box},
		{"hill", orFalse(h.program.circuit.hills[id])}, {"surface", orFalse(h.program.circuit.surfaces[id])},
		{"flag", orFalse(h.program.circuit.flags[id])}}
}

func orFalse(text string) lua.LValue {
	if text == "" {
		return lua.LFalse
	}
	return lua.LString(text)
}

const spacesBelong = "spaces belong to the track: keep what happens on them in a field of the race"

// makeSpaces makes room for the Lua tables of the spaces. Each is built when it
// is first asked for: a step needs few of them, and a fresh state is often made
// for a single one.
func (h *Host) makeSpaces() {
	if h.race.Board() == nil {
		return
	}
	n := h.race.Board().Len()
	h.spaces, h.spaceMirrors = make([]*lua.LTable, n), make([][]field, n)
	h.spaceGuard = h.guard("a space", nil, spacesBelong)
}

// space is the Lua table of a space.
func (h *Host) space(id board.ID) *lua.LTable {
	if t := h.spaces[id]; t != nil {
		return t
	}
	t, fields := h.L.CreateTable(0, len(spaceKeys)), append(h.spaceFields(id), h.limitFields(id)...)
	for _, f := range fields {
		t.RawSetString(f.name, f.want)
	}
	t.Metatable = h.spaceGuard
	h.spaces[id], h.spaceMirrors[id], h.spaceIndex[t] = t, fields, id
	return t
}

// makeCars builds a Lua table for each car.
func (h *Host) makeCars() {
	guard := h.guard("a car", h.def.car, "declare it first: car = { %s = ... }")
	for i := range h.race.Cars() {
		t := h.L.CreateTable(0, 8)
		t.RawSetString("name", lua.LString(h.race.Car(i).Name()))
		t.RawSetString("status", statusText[race.Waiting])
		for _, name := range []string{"lap", "grid", "stops"} {
			t.RawSetString(name, num(0))
		}
		t.RawSetString("place", h.placeValue(0))
		t.Metatable = guard
		h.cars = append(h.cars, t)
		h.carIndex[t] = i
	}
	h.behind = make([]bool, len(h.cars))
	h.mirrors = make([]mirror, len(h.cars))
	for i := range h.mirrors {
		h.mirrors[i].space = board.None
	}
}

// makeRace builds the Lua table of the race with its methods.
func (h *Host) makeRace() {
	t := h.L.CreateTable(0, len(reservedRace)+len(h.def.race.names))
	for _, f := range raceAPI {
		h.methods = append(h.methods, h.L.NewFunction(h.bindAPI(f)))
		t.RawSetString(f.name, h.methods[len(h.methods)-1])
	}
	for _, m := range h.ownFields() {
		t.RawSetString(m.name, m.want)
	}
	t.Metatable = h.guard("the race", h.def.race, "declare it first: race = { %s = ... }")
	h.raceTable = t
}

// guard is a metatable that is reached only by a miss: it lets declared fields
// that are nil pass and names what was meant otherwise.
func (h *Host) guard(what string, declared *fields, remedy string) *lua.LTable {
	known := spaceKeys
	if declared != nil {
		known = reservedCar
		if declared == h.def.race {
			known = reservedRace
		}
	}
	miss := func(key lua.LValue) {
		names := sortedKeys(known)
		if declared != nil {
			names = append(names, declared.names...)
		}
		hint := suggest(key.String(), names)
		if hint == "" && declared != nil {
			hint = "; " + fmt.Sprintf(remedy, key.String())
		}
		raise("%s has no `%s`%s", what, key.String(), hint)
	}
	m := h.L.CreateTable(0, 2)
	m.RawSetString("__index", h.L.NewFunction(func(L *lua.LState) int {
		key := L.Get(2)
		if name := key.String(); !known[name] && (declared == nil || !declared.has(name)) {
			miss(key)
		}
		L.Push(lua.LNil)
		return 1
	}))
	m.RawSetString("__newindex", h.L.NewFunction(func(L *lua.LState) int {
		t, key := L.Get(1).(*lua.LTable), L.Get(2)
		name := key.String()
		if declared == nil {
			raise("%s", remedy)
		}
		if known[name] {
			raise("`%s` belongs to the race itself and cannot be written", name)
		}
		if !declared.has(name) {
			miss(key)
		}
		t.RawSet(key, L.Get(3))
		return 0
	}))
	return m
}

// isThing ranks cars and spaces as table keys.
func (h *Host) isThing(t *lua.LTable) (kind, number int, ok bool) {
	if car, ok := h.carIndex[t]; ok {
		return 3, car, true
	}
	if id, ok := h.spaceIndex[t]; ok {
		return 4, int(id), true
	}
	return 0, 0, false
}
