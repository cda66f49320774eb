package host

import (
	"sandbox/core/race"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/luabox"
)

// method is a function of the race's table.
type method struct {
	name, args, returns, doc string

	changes bool // it changes the race, which a bot may not
	needs   needs
	run     func(h *Host) int
}

// needs is the kind of track that a function can be called on.
type needs uint8

const (
	anywhere needs = iota
	onBoard
	offBoard // where there is no board
)

// unmet says why a function cannot be called in a race, "" when it can.
func (n needs) unmet(r *race.Race) string {
	switch {
	case n == onBoard && r.Board() == nil:
		return "this track has no board: cars have places, which race:places, race:place and race:gain know"
	case n == offBoard && r.Board() != nil:
		return "this track has a board: places follow from where the cars stand, and race:standings lists them"
	}
	return ""
}

// bound is the Lua function of a method. Argument 1 is the table before the
// colon.
func (h *Host) bound(m *method) luabox.Function {
	called := "race:" + m.name
	if why := m.needs.unmet(h.race); why != "" {
		return h.box.Func(func() int {
			luabox.Raise("%s: %s", called, why)
			return 0
		})
	}
	return h.box.Func(func() int {
		if t, ok := h.box.Arg(1).Table(); !ok || t != h.raceTable {
			luabox.Raise("%s: call it with a colon: %s(%s)", called, called, api.Names(m.args))
		}
		if m.changes {
			h.mayChange(called)
		}
		return m.run(h)
	})
}

// mayChange refuses a change of the race by those who are only asked.
func (h *Host) mayChange(function string) {
	if h.asking != "" {
		luabox.Raise("%s: %s; it cannot change the race", function, h.asking)
	}
}

// Functions are what rules can call of the race, in the order of the reference.
func Functions() []api.Function {
	list := make([]api.Function, len(methods))
	for i, m := range methods {
		list[i] = api.Function{Of: "race", Name: m.name, Args: m.args, Returns: m.returns, Doc: m.doc}
	}
	return described(list, examples)
}

// reservedRace are the names in the race's table that rules cannot declare.
var reservedRace = map[string]bool{}

// methods are those of `race`, in the order of the reference. They are filled in
// by an init function because they look at the list themselves.
var methods []method

func init() {
	methods = []method{
		{"roll", "who Car|Race, dice string, purpose string, ... any", "total integer, face integer, ... integer",
			"Throws dice for a car, or for the race itself, and returns the total and each face. Purpose says what for: a name, not built from numbers. Pairs of a name and a number after it are modifiers, which are added and told by name. A function after these is for people who throw real dice: it is called only then, with what stands after it and who throws, and returns, as a text, what will do: \"up to 42\".", true, anywhere, (*Host).apiRoll},
		{"roll_each", "cars Car[]|Race, dice string, purpose string, modifiers? table<string, string>|fun(car: Car): ..., will? fun(...: any): string, ... any", "totals integer[]",
			"Throws the same dice for the same purpose for each of a list of cars (or for the race itself), and returns the totals in the order of the list. Modifiers is a function(car) that returns at most four pairs of a name and a number, or, faster, a table with the car's fields by the names of their modifiers: { [\"fast pit\"] = \"fast_pit\" }. Will is a function(car, number) that says what will do, as that of race:roll; what stands after it comes before these. Both may be left out. People who throw real dice are asked for all of them together.", true, anywhere, (*Host).apiRollEach},
		{"advance", "car Car, spaces integer", "space Space?, rows integer, missed Space?",
			"Drives a car forward, or as far as the cars ahead let it: nobody passes a full row. A negative number steps it back, past anything, onto the first row that is not full. Crossing the line after the last lap takes it home. Returns the space it stands on now (nil when it is home), the rows it moved, and the space it was aimed at when that one's row was full (else nil).", true, onBoard, (*Host).apiAdvance},
		{"paths", "car Car, spaces integer, options? PathOptions|string, ... any", "paths Paths",
			"Finds the legal paths of a car over so many spaces: around other cars, along arrows, and after a corner left with too few stops straight on. Of paths with one end and one cost there is one. Give the result to race:ask to have the driver choose; it is good for this step. Instead of a table of options there may be pairs of a name and a value, which is faster.", false, onBoard, (*Host).apiPaths},
		{"drive", "car Car, path Path", "space Space?, driven Space[]",
			"Drives a car along a path of race:paths. Returns the space it stands on now (nil when it is home) and the list of the spaces driven on.", true, onBoard, (*Host).apiDrive},
		{"shift", "car Car, space Space", "space Space?",
			"Stands a car on another space, past anything, where nothing is driven: rules push cars there. Of the two ways round the track the shorter counts; a line crossed on it counts a lap or takes it back, and the last one takes the car home. Returns the space it stands on now (nil when it is home).", true, onBoard, (*Host).apiShift},
		{"ahead", "from Space|Car, n? integer", "space Space?",
			"The space that lies n spaces on in the same lane, the next one if n is left out; nil beyond the end of an open track. From is a space, or a car for the one that it stands on; n is at most a lap.", false, onBoard, (*Host).apiAhead},
		{"spaces_to", "car Car, space Space, most integer", "spaces integer?",
			"The fewest spaces that a car would drive to a space if it were alone on the track, however many lanes it has to change, into the pit lane too; nil when they are more than most.", false, onBoard, (*Host).apiSpacesTo},
		{"row", "number integer", "spaces Space[]",
			"The spaces of a row of the track, by lane; those of a pit lane are not among them.", false, onBoard, (*Host).apiRow},
		{"corner", "number integer", "corner Corner",
			"A corner by its number.", false, onBoard, (*Host).apiCorner},
		{"corners_ahead", "car Car, count integer", "corners CornerAhead[]",
			"The corners that lie ahead of a car in its own lane, at most so many; one that it stands in is the first.", false, onBoard, (*Host).apiCornersAhead},
		{"off_inside", "car Car", "lanes integer",
			"How many lanes a car is off the inside of the corner that it stands in or comes to next; 0 where there is no corner.", false, onBoard, (*Host).apiOffInside},
		{"limits_ahead", "car Car, count integer", "runs LimitAhead[]",
			"The runs of spaces with one speed limit that lie ahead of a car straight on in its lane, at most so many; one that it stands in is the first.", false, onBoard, (*Host).apiLimitsAhead},
		{"limit_areas", "car Car, spaces integer, speed integer, on_line? boolean", "areas Area[]",
			"What tells the paths of a car over so many spaces apart at a speed, as the option areas of race:paths: in each corner the spaces of one limit below the speed, each with over (mph above the limit), and those off the line, for corners that it comes to and, with true for on_line, for the one that it stands in. They are good for this step.", false, onBoard, (*Host).apiLimitAreas},
		{"best_speed", "car Car, terms SpeedTerms, worth integer, points integer, free integer, tested integer, tow integer", "speed integer, ahead integer",
			"The speed that promises a driver most where everybody posts one and drives a space for each step of it, and by how much it is ahead of the second best, in thousandths of a space. Worth is what a point of wear is worth to him, in thousandths of a space, points how many he has; free is the highest speed that he can post, tested the highest with a test, tow how many spaces more he may drive. The car has the fields speed, acceleration, deceleration and top, in mph, and line, which is \"held\" on the line.", false, onBoard, (*Host).apiBestSpeed},
		{"worth_driving", "car Car, terms SpeedTerms, worth integer, points integer, spaces integer", "worth integer",
			"What it is worth to a driver, in thousandths of a space, to drive so many spaces now at the speed he has posted, with the cars that stand in his way; the rest as in race:best_speed.", false, onBoard, (*Host).apiWorthDriving},
		{"pit_lane", "", "pit_lane PitLane?",
			"The pit lane that cars can drive through; nil when the track has none.", false, onBoard, (*Host).apiPitLane},
		{"weather_chart", "face integer", "weather string?",
			"What a face of a d20 says on the track's weather chart: \"good\", \"changeable\" or \"rain\"; nil when the track has no chart.", false, anywhere, (*Host).apiWeatherChart},
		{"flag", "text string", "space Space?",
			"The space that has a flag; nil when the track has none of that text.", false, onBoard, (*Host).apiFlag},
		{"track_data", "", "data table?",
			"A copy of the track's own data; nil when it has none.", false, anywhere, (*Host).apiTrackData},
		{"apply", "car Car, row Row", "",
			"Does to a car what the row of a table says: `retire` (true, or why) takes it out, `spaces` moves it, `effect` is called as function(self, race, car, row).", true, anywhere, (*Host).apiApply},
		{"retire", "car Car, why string", "",
			"Takes a car out of the race and off the track; why is a text. On a track without a board those behind it close up.", true, anywhere, (*Host).apiRetire},
		{"wreck", "car Car, why string", "",
			"Takes a car out of the race and leaves it standing where it is, in the way of others, until race:remove.", true, onBoard, (*Host).apiWreck},
		{"remove", "car Car", "",
			"Takes a wreck off the track.", true, onBoard, (*Host).apiRemove},
		{"grid", "cars Car[]", "",
			"Stands waiting cars on the starting spaces, pole position first; on a track without a board it gives them their first places.", true, anywhere, (*Host).apiGrid},
		{"places", "from? integer, to? integer", "cars Car[]",
			"The running cars as a new list, first place first, on a track without a board. From and to, both of which may be left out, are the first and the last place wanted: race:places(8, 19); none where nobody is in these.", false, offBoard, (*Host).apiPlaces},
		{"car_at", "place integer", "car Car?",
			"The running car in a place, 1 for the first, on a track without a board; nil where nobody is in it.", false, offBoard, (*Host).apiCarAt},
		{"place", "cars Car[]", "",
			"Gives the running cars the places in which the list has them, on a track without a board. It must be exactly the running cars.", true, offBoard, (*Host).apiPlace},
		{"gain", "car Car, places integer", "places integer",
			"Moves a running car so many places forward (back for a negative number), on a track without a board, as far as there are places; those between close up. Returns the places moved.", true, offBoard, (*Host).apiGain},
		{"ask", "who Car|Car[]|Race, key string, options Paths|(string|number|Option)[]|fun(car: Car): any, more? More|string|fun(car: Car): More, ... any", "choice any",
			"Asks a driver, several drivers at once (a list of cars), or the game master (race). Options are paths, or a list of ids or of tables; for several drivers options, and more too, may be a function(car) that returns those of a car. They all answer before any answer is seen. Instead of the table more there may be pairs of a name and a value, which is faster. Returns the option chosen, or for a list of cars the list of choices. A secret answer must not be kept in a field before it is told.", true, anywhere, (*Host).apiAsk},
		{"confirm", "who Car|Car[]|Race, key string, more? More|string|fun(car: Car): More, ... any", "yes boolean|boolean[]",
			"Asks for a yes or a no, as race:ask would with the options \"yes\" and \"no\"; more is as there, with default = \"yes\" or \"no\". Returns true for yes and false for no, or for a list of cars a list of these.", true, anywhere, (*Host).apiConfirm},
		{"reveal", "", "",
			"Tells the answers to secret questions that this step has asked so far; those that are left are told at its end.", true, anywhere, (*Host).apiReveal},
		{"tell", "car Car|Race, kind string, fields? table<string, any>|string, ... any", "",
			"Tells an event of a car, or of the race itself. Fields are texts, numbers and true or false by name; how it reads stands in the variant's words under its kind. Instead of a table there may be pairs of a name and a value, which is faster where nobody keeps a record: race:tell(car, \"pit\", \"places\", 3).", true, anywhere, (*Host).apiTell},
		{"count", "who Car|Race, what string, n? integer", "",
			"Counts something about a car, or about the race itself, that a simulation should give figures of; n is how many, 1 if left out, from -100000 to 100000. What is a name, not built from numbers: \"pit visits\".", true, anywhere, (*Host).apiCount},
		{"cars", "", "cars Car[]",
			"All cars as a new list, in the order of the entries.", false, anywhere, (*Host).apiCars},
		{"attended", "car Car", "attended boolean",
			"Whether a person drives a car, and not a bot: for questions that only a person is asked because bots would keep what the entry has.", false, anywhere, (*Host).apiAttended},
		{"standings", "", "cars Car[]",
			"All cars as a new list, as they stand: first to last.", false, anywhere, (*Host).apiStandings},
		{"car", "name string", "car Car",
			"The car of a name; an error when there is none.", false, anywhere, (*Host).apiCar},
		{"distance", "car Car", "rows integer",
			"How far a car has driven, in rows; it orders cars. Below a lap's rows until the line is first crossed.", false, onBoard, (*Host).apiDistance},
		{"space", "name string", "space Space",
			"The space of a name, such as \"12/1\"; an error when there is none.", false, onBoard, (*Host).apiSpace},
		{"car_on", "space Space", "car Car?",
			"The car that stands on a space, nil when it is free. Of several the one that came first.", false, onBoard, (*Host).apiCarOn},
		{"cars_on", "space Space", "cars Car[]",
			"The cars that stand on a space, wrecks among them, in the order in which they came; none when it is free. How many may is the `capacity` of the space.", false, onBoard, (*Host).apiCarsOn},
		{"cars_beside", "from Space|Car, diagonal? boolean", "cars Car[]",
			"The cars beside a space: one step away along a lane or an arrow, ahead or behind, or level in the next lane; wrecks among them. With true for diagonal, after them those one legal lane change away, ahead or behind, on straights too. From is a space, or a car for the one that it stands on.", false, onBoard, (*Host).apiCarsBeside},
		{"car_ahead", "from Space|Car, most integer", "car Car?",
			"The first car straight ahead in the same lane, within so many spaces; nil when there is none. From is a space, or a car for the one that it stands on.", false, onBoard, (*Host).apiCarAhead},
	}
	for name := range raceKeys {
		reservedRace[name] = true
	}
	for i := range methods {
		reservedRace[methods[i].name] = true
	}
}
