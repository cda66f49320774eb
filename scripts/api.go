package scripts

import (
	"slices"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// Function describes one function that rules can call. The Lua reference, the
// editor's definitions and the checks of arguments all come from these.
type Function struct {
	Of      string // "race", "racing", "track", "table", "spec"
	Args    string // "who, dice, purpose, ..."
	Returns string
	Doc     string

	name    string
	changes bool // it changes the race, which a bot may not
	ground  ground
	run     func(h *Host) int
}

// ground is the kind of track that a function can be called on.
type ground uint8

const (
	anywhere ground = iota
	onBoard
	offBoard // where there is no board
)

// elsewhere says why a function cannot be called in a race, "" when it can.
func (g ground) elsewhere(r *race.Race) string {
	switch {
	case g == onBoard && r.Board() == nil:
		return "this track has no board: cars have places, which race:places, race:place and race:gain know"
	case g == offBoard && r.Board() != nil:
		return "this track has a board: places follow from where the cars stand, and race:standings lists them"
	}
	return ""
}

// Name is the function's name.
func (f Function) Name() string { return f.name }

// raceAPI are the methods of `race`, in the order of the reference. It is
// filled in by an init function because the methods look at it themselves.
var raceAPI []Function

func init() {
	raceAPI = []Function{
		{"race", "who, dice, purpose, ...", "total, face, ...",
			"Throws dice for a car, or for the race itself, and returns the total and each face. Purpose says what for: a name, not built from numbers. Pairs of a name and a number after it are modifiers, which are added and told by name.",
			"roll", true, anywhere, (*Host).apiRoll},
		{"race", "car, spaces", "space, rows, missed",
			"Drives a car forward, or as far as the cars ahead let it: nobody passes a full row. A negative number steps it back, past anything, onto the first row that is not full. Crossing the line after the last lap takes it home. Returns the space it stands on now (nil when it is home), the rows it moved, and the space it was aimed at when that one's row was full (else nil).",
			"advance", true, onBoard, (*Host).apiAdvance},
		{"race", "car, spaces, options", "paths",
			"Finds the legal paths of a car over so many spaces: around other cars, along arrows, and after a corner left with too few stops straight on. Options: changes (lane changes allowed, 0 if left out; those along arrows do not count), unused (one capital letter for each space that may be left undriven, such as \"KK\"; paths may be that much shorter), shortest (how short, instead), hazards (a list of spaces to be counted when driven over or stopped on), areas (lists of spaces, each perhaps with a name: paths that touch other ones of them are told apart), pit (true: it may turn into the pit lane or its box), straight (true: it keeps its lane), never_home (true: the line is no finish). Of paths with one end and one cost there is one. The result has asked, longest (below asked when cars block the way), count, areas (as given), and methods; give it to race:ask to have the driver choose. It is good for this step.",
			"paths", false, onBoard, (*Host).apiPaths},
		{"race", "car, path", "space, driven",
			"Drives a car along a path of race:paths. Returns the space it stands on now (nil when it is home) and the list of the spaces driven on.",
			"drive", true, onBoard, (*Host).apiDrive},
		{"race", "car, space", "space",
			"Stands a car on another space, past anything, where nothing is driven: rules push cars there. Of the two ways round the track the shorter counts; a line crossed on it counts a lap or takes it back, and the last one takes the car home. Returns the space it stands on now (nil when it is home).",
			"shift", true, onBoard, (*Host).apiShift},
		{"race", "car", "cars", "The cars beside a car: one step away along a lane or an arrow, ahead or behind, or level in the next lane; wrecks among them.", "beside", false, onBoard, (*Host).apiBeside},
		{"race", "space", "space", "The next space of the same lane, nil at the end of an open track.", "ahead", false, onBoard, (*Host).apiAhead},
		{"race", "number", "spaces", "The spaces of a row of the track, by lane; those of a pit lane are not among them.", "row", false, onBoard, (*Host).apiRow},
		{"race", "number", "corner", "A corner by its number, as a table: number, name, stops, from and to (rows), inside (lane), shortest and longest (spaces).", "corner", false, onBoard, (*Host).apiCorner},
		{"race", "car, count", "corners", "The corners that lie ahead of a car, at most so many: tables with number, owed (stops still to be made there), entry and exit (spaces in its own lane to the first and to the last space of the corner; entry is 0 for the corner it stands in).", "corners_ahead", false, onBoard, (*Host).apiCornersAhead},
		{"race", "car, count", "runs", "The runs of spaces with one speed limit that lie ahead of a car straight on in its lane, at most so many: tables with limit (mph), entry and exit (spaces to the first and to the last of them; entry is 0 where it stands in one).", "limits_ahead", false, onBoard, (*Host).apiLimitsAhead},
		{"race", "", "pit_lane", "The pit lane that cars can drive through, as a table: entry (the row it leaves the track from), exit (the row it leads to), boxes (how many); nil when the track has none.", "pit_lane", false, onBoard, (*Host).apiPitLane},
		{"race", "face", "weather", "What a face of a d20 says on the track's weather chart: \"good\", \"changeable\" or \"rain\"; nil when the track has no chart.", "weather_chart", false, anywhere, (*Host).apiWeatherChart},
		{"race", "text", "space", "The space that has a flag; nil when the track has none of that text.", "flag", false, onBoard, (*Host).apiFlag},
		{"race", "", "data", "A copy of the track's own data; nil when it has none.", "track_data", false, anywhere, (*Host).apiTrackData},
		{"race", "car, row", "",
			"Does to a car what the row of a table says: `retire` (true, or why) takes it out, `spaces` moves it, `effect` is called as function(self, race, car, row).",
			"apply", true, anywhere, (*Host).apiApply},
		{"race", "car, why", "",
			"Takes a car out of the race and off the track; why is a text. On a track without a board those behind it close up.",
			"retire", true, anywhere, (*Host).apiRetire},
		{"race", "car, why", "",
			"Takes a car out of the race and leaves it standing where it is, in the way of others, until race:remove.",
			"wreck", true, onBoard, (*Host).apiWreck},
		{"race", "car", "", "Takes a wreck off the track.", "remove", true, onBoard, (*Host).apiRemove},
		{"race", "cars", "",
			"Stands waiting cars on the starting spaces, pole position first; on a track without a board it gives them their first places.",
			"grid", true, anywhere, (*Host).apiGrid},
		{"race", "", "cars", "The running cars as a new list, first place first, on a track without a board.", "places", false, offBoard, (*Host).apiPlaces},
		{"race", "cars", "",
			"Gives the running cars the places in which the list has them, on a track without a board. It must be exactly the running cars.",
			"place", true, offBoard, (*Host).apiPlace},
		{"race", "car, places", "places",
			"Moves a running car so many places forward (back for a negative number), on a track without a board, as far as there are places; those between close up. Returns the places moved.",
			"gain", true, offBoard, (*Host).apiGain},
		{"race", "who, key, options, more", "choice",
			"Asks a driver, several drivers at once (a list of cars), or the game master (race). Options is a list of ids, or of tables { id, text, no }, where `no` says why it cannot be chosen now; More is an optional table { text, default, secret }. For several drivers options, and more too, may be a function(car) that returns those of a car. They all answer before any answer is seen; one with secret = true is told to nobody before race:reveal or the end of the step, and must not be kept in a field until then. Returns the option chosen, or for a list of cars the list of choices.",
			"ask", true, anywhere, (*Host).apiAsk},
		{"race", "", "",
			"Tells the answers to secret questions that this step has asked so far; those that are left are told at its end.",
			"reveal", true, anywhere, (*Host).apiReveal},
		{"race", "car, kind, fields", "",
			"Tells an event of a car, or of the race itself. Fields are texts, numbers and true or false by name; how it reads stands in the variant's words under its kind.",
			"tell", true, anywhere, (*Host).apiTell},
		{"race", "who, what, n", "",
			"Counts something about a car, or about the race itself, that a simulation should give figures of; n is how many, 1 if left out, from -100000 to 100000. What is a name, not built from numbers: \"pit visits\".",
			"count", true, anywhere, (*Host).apiCount},
		{"race", "", "cars", "All cars as a new list, in the order of the entries.", "cars", false, anywhere, (*Host).apiCars},
		{"race", "", "cars", "All cars as a new list, as they stand: first to last.", "standings", false, anywhere, (*Host).apiStandings},
		{"race", "name", "car", "The car of a name; an error when there is none.", "car", false, anywhere, (*Host).apiCar},
		{"race", "car", "rows", "How far a car has driven, in rows; it orders cars. Below a lap's rows until the line is first crossed.", "distance", false, onBoard, (*Host).apiDistance},
		{"race", "name", "space", "The space of a name, such as \"12/1\"; an error when there is none.", "space", false, onBoard, (*Host).apiSpace},
		{"race", "space", "car", "The car that stands on a space, nil when it is free.", "car_on", false, onBoard, (*Host).apiCarOn},
	}
	for _, f := range raceAPI {
		reservedRace[f.name] = true
	}
}

// bindAPI makes the Lua function of an API function. Argument 1 is the table
// before the colon.
func (h *Host) bindAPI(f Function) lua.LGFunction {
	called := "race:" + f.name
	if why := f.ground.elsewhere(h.race); why != "" {
		return func(*lua.LState) int {
			raise("%s: %s", called, why)
			return 0
		}
	}
	return func(L *lua.LState) int {
		if L.Get(1) != lua.LValue(h.raceTable) {
			raise("%s:%s: call it with a colon: race:%s(%s)", f.Of, f.name, f.name, f.Args)
		}
		if f.changes {
			h.mayChange(called)
		}
		return f.run(h)
	}
}

// mayChange refuses a change of the race by those who are only asked.
func (h *Host) mayChange(function string) {
	if h.asking != "" {
		raise("%s: %s; it cannot change the race", function, h.asking)
	}
}

// bound is the host of a state that rules run in.
func (s *state) bound(function string) *Host {
	if s.host == nil {
		raise("%s: only while a race runs, not at the top of a file", function)
	}
	return s.host
}

// carOf is the car of a Lua value; ok is false when it is none. Most often it
// is the one whose turn it is.
func (h *Host) carOf(v lua.LValue) (car int, ok bool) {
	t, isTable := v.(*lua.LTable)
	if !isTable {
		return 0, false
	}
	if now := h.race.Step().Car; now != race.Nobody && h.cars[now] == t {
		return now, true
	}
	car, ok = h.carIndex[t]
	return car, ok
}

// carArg is an argument that must be a car.
func (h *Host) carArg(n int, function string) int {
	v := h.L.Get(n)
	car, ok := h.carOf(v)
	if !ok {
		raise("%s: argument %d must be a car, not %s", function, n-1, article(v))
	}
	return car
}

// who is an argument that is a car, or the race itself.
func (h *Host) who(n int, function string) int {
	v := h.L.Get(n)
	if v == lua.LValue(h.raceTable) {
		return race.Nobody
	}
	car, ok := h.carOf(v)
	if !ok {
		raise("%s: argument %d must be a car or the race, not %s", function, n-1, article(v))
	}
	return car
}

func (h *Host) wholeArg(n int, function string) int {
	v := h.L.Get(n)
	i, ok := wholeNumber(v)
	if !ok {
		raise("%s: argument %d must be a whole number, not %s", function, n-1, article(v))
	}
	return i
}

func (h *Host) textArg(n int, function string) string {
	v := h.L.Get(n)
	text, ok := v.(lua.LString)
	if !ok {
		raise("%s: argument %d must be a text, not %s", function, n-1, article(v))
	}
	return string(text)
}

// roll throws dice under the modifiers of h.mods and keeps the faces.
func (h *Host) roll(who int, d dice.Dice, purpose dice.Label) int {
	h.budget.left -= 10 * d.Count
	total, faces, err := h.race.Roll(who, d, purpose, h.mods...)
	if err != nil {
		raiseError(err)
	}
	h.faces = faces
	return total
}

func (h *Host) apiRoll() int {
	L := h.L
	who := h.who(2, "race:roll")
	text := h.textArg(3, "race:roll")
	d := h.notation(text)
	h.mods = h.mods[:0]
	for n := 5; n <= L.GetTop(); n += 2 {
		m := race.Modifier{Name: h.textArg(n, "race:roll"), Value: h.wholeArg(n+1, "race:roll")}
		if h.race.Recording() {
			m.Where = h.program.writtenAt(m.Name, m.Value)
		}
		h.mods = append(h.mods, m)
	}
	total := h.roll(who, d, h.purpose(h.textArg(4, "race:roll")))
	h.mods = h.mods[:0]
	L.Push(num(total))
	for _, f := range h.faces {
		L.Push(num(f))
	}
	return 1 + len(h.faces)
}

// maxPurposes is how many purposes one variant may roll for.
const maxPurposes = 200

func (h *Host) purpose(name string) dice.Label {
	for _, p := range h.purposes {
		if p.String() == name {
			return p
		}
	}
	if name == "" {
		raise("race:roll: the purpose is empty; it says what the dice are for, such as \"move\"")
	}
	if len(h.purposes) >= maxPurposes {
		raise("race:roll: %q is purpose number %d; a purpose is a constant name, not one built from numbers", name, len(h.purposes)+1)
	}
	h.purposes = append(h.purposes, dice.NewLabel(name))
	return h.purposes[len(h.purposes)-1]
}

// notation reads dice notation once.
func (h *Host) notation(text string) dice.Dice {
	for i, known := range h.notations {
		if known == text {
			return h.dices[i]
		}
	}
	d, err := dice.Parse(text)
	if err != nil {
		raise("race:roll: %w", err)
	}
	h.notations, h.dices = append(h.notations, text), append(h.dices, d)
	return d
}

func (h *Host) apiAdvance() int {
	car, n := h.carArg(2, "race:advance"), h.wholeArg(3, "race:advance")
	h.budget.left -= 20
	drive, err := h.race.Advance(car, n)
	if err != nil {
		raise("race:advance: %w", err)
	}
	h.sync()
	h.L.Push(h.spaceValue(h.race.Car(car).Space()))
	h.L.Push(num(drive.Rows))
	h.L.Push(h.spaceValue(drive.Missed))
	return 3
}

func (h *Host) apiApply() int {
	car := h.carArg(2, "race:apply")
	row, ok := h.L.Get(3).(*lua.LTable)
	if !ok {
		raise("race:apply: argument 2 must be a row of a table, not %s", article(h.L.Get(3)))
	}
	if rt := h.tables[row]; rt != nil {
		raise("race:apply: argument 2 is the whole table %s; roll on it first: self.%s:roll(race, car)", rt.name, rt.name)
	}
	e, wrong := readEffect(row)
	if len(wrong) > 0 {
		raise("race:apply: %s", wrong[0].msg)
	}
	h.applyRow(car, row, &e)
	h.sync()
	return 0
}

func (h *Host) apiRetire() int {
	if err := h.race.Retire(h.carArg(2, "race:retire"), h.textArg(3, "race:retire")); err != nil {
		raise("race:retire: %w", err)
	}
	h.sync()
	return 0
}

// carList is an argument that must be a list of cars.
func (h *Host) carList(t *lua.LTable, function string) []int {
	var list []int
	if t.Metatable != lua.LNil {
		raise("%s: it needs a list of cars, not %s", function, h.show(t))
	}
	for i := 1; i <= t.Len(); i++ {
		inner, _ := t.RawGetInt(i).(*lua.LTable)
		car, ok := h.carIndex[inner]
		if !ok {
			raise("%s: item %d of the list must be a car, not %s", function, i, article(t.RawGetInt(i)))
		}
		if slices.Contains(list, car) {
			raise("%s: item %d of the list is %s again", function, i, h.show(inner))
		}
		list = append(list, car)
	}
	return list
}

func (h *Host) apiGrid() int {
	if err := h.race.Grid(h.carList(h.checkTable(2, "race:grid"), "race:grid")); err != nil {
		raise("race:grid: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiTell() int {
	who, kind := h.who(2, "race:tell"), h.textArg(3, "race:tell")
	if builtIn[kind] {
		raise("race:tell: the program itself tells `%s`; choose another kind", kind)
	}
	if !h.race.Recording() {
		return 0
	}
	var list []race.Field
	if h.L.Get(4) != lua.LNil {
		t, ok := h.L.Get(4).(*lua.LTable)
		if !ok {
			raise("race:tell: argument 3 must be a table of fields, not %s", article(h.L.Get(4)))
		}
		for _, k := range h.keys(t) {
			v, ok := plain(t.RawGet(k))
			if thing, isTable := t.RawGet(k).(*lua.LTable); isTable {
				if _, _, ok = h.isThing(thing); ok {
					v = h.show(thing)
				}
			}
			if name := k.String(); !ok || k.Type() != lua.LTString || name == "type" || name == "step" || name == "car" || name == "where" {
				raise("race:tell: field `%s`: a text, a number, true or false, a car or a space, under a name that events do not have already", h.show(k))
			}
			list = append(list, race.Field{Name: k.String(), Value: v})
		}
	}
	h.race.Tell(who, kind, list...)
	return 0
}

// maxCounted bounds what one race:count adds, so that sums stay exact.
const maxCounted = 100_000

func (h *Host) apiCount() int {
	who, what, n := h.who(2, "race:count"), h.textArg(3, "race:count"), 1
	if h.L.Get(4) != lua.LNil {
		n = h.wholeArg(4, "race:count")
	}
	if what == "" || n < -maxCounted || n > maxCounted {
		raise("race:count: it counts something that has a name, %d to %d at a time; not %q, %d", -maxCounted, maxCounted, what, n)
	}
	h.race.Count(who, what, n)
	return 0
}

// builtIn are the kinds of events that the program tells by itself.
var builtIn = map[string]bool{"roll": true, "move": true, "place": true, "row": true, "grid": true, "finish": true, "retire": true, "remove": true, "answer": true}

func (h *Host) pushCars(order func(i int) int) int {
	t := h.L.CreateTable(len(h.cars), 0)
	for i := range h.cars {
		t.RawSetInt(i+1, h.cars[order(i)])
	}
	h.budget.left -= len(h.cars)
	h.L.Push(t)
	return 1
}

func (h *Host) apiCars() int { return h.pushCars(func(i int) int { return i }) }

func (h *Host) apiStandings() int {
	order := h.race.Standings()
	h.budget.left -= 10 * len(order)
	return h.pushCars(func(i int) int { return order[i] })
}

func (h *Host) apiCar() int {
	name := h.textArg(2, "race:car")
	car := h.race.Find(name)
	if car == race.Nobody {
		raise("race:car: no car is called %q%s", name, suggest(name, h.carNames()))
	}
	h.L.Push(h.cars[car])
	return 1
}

func (h *Host) carNames() []string {
	var names []string
	for i := range h.cars {
		names = append(names, h.race.Car(i).Name())
	}
	return names
}

func (h *Host) apiDistance() int {
	h.L.Push(num(h.race.Distance(h.race.Car(h.carArg(2, "race:distance")))))
	return 1
}

func (h *Host) apiSpace() int {
	name := h.textArg(2, "race:space")
	id := h.race.Board().Find(name)
	if id == board.None {
		raise("race:space: %s has no space %q; they are called row/lane, such as \"12/1\"", h.race.Board().Name, name)
	}
	h.L.Push(h.space(id))
	return 1
}

func (h *Host) apiCarOn() int {
	t, _ := h.L.Get(2).(*lua.LTable)
	id, ok := h.spaceIndex[t]
	if !ok {
		raise("race:car_on: argument 1 must be a space, not %s", article(h.L.Get(2)))
	}
	if car := h.race.CarOn(id); car != race.Nobody {
		h.L.Push(h.cars[car])
	} else {
		h.L.Push(lua.LNil)
	}
	return 1
}
