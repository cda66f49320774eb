package scripts_test

import (
	"sandbox/scripts"
	"strings"
	"testing"
)

// Drivers who look ahead, with what a stranger may write: %s changes the tables
// before they are read.
const (
	evilOutlook = evil + `
V.car = { wear = 5 }
V.outlooks = { road = { amounts = { "W" }, brake = "W", skid = "W", beyond = "W", missing = 1, spins = 1, changes = 1, overtaking = 2,
	moves = { { 1, 2 }, { 3, 4 } }, shifts = { up = 1, down = { { W = 1 } } } } }
V.drivers = { steady = { W = 1, spin = 2, ruin = 20, crash = 3, turns = 3 } }
local road, bold = V.outlooks.road, V.drivers.steady
local seen = { mode = 1, left = { W = 3 } }
local function see(self, race) return seen end
%s
function V:seen(race) return see(self, race) end
V.answers.mode, V.answers.path = racing.look_ahead, racing.look_ahead
function V:turn(race, car)
	race:ask(car, "mode", { "1", "2" })
	race:drive(car, race:ask(car, "path", race:paths(car, 2)))
end
return V`
	evilTerms = evil + `
V.car = { speed = 40, acceleration = 20, deceleration = 20, top = 100, line = "" }
local function terms() return { step = 20, more = 20, turns = 4, up = 300, tow = 100, tow_speed = 80, beset = 100,
	over = { { 1, 0 }, { 2, 0 }, { 0, 5000 }, { 0, 9000 } }, down = { { 1, 0 }, { 2, 0 }, { 0, 5000 }, { 0, 9000 } } } end
local function start(car) end
%s
function V:turn(race, car) start(car) race:ask(car, "go", { "1", "2" }) race:advance(car, 3) end
function V.bots:steady(race, car, ask) local t = terms() %s return "1" end
return V`
)

// outlook is a stranger's file of drivers who look ahead.
func outlook(body string) map[string]string {
	return map[string]string{"my": strings.Replace(evilOutlook, "%s", body, 1)}
}

// speeds is one of drivers who post speeds: what stands before the rules, and
// what the bot does with the terms t.
func speeds(body, bot string) map[string]string {
	return map[string]string{"my": strings.Replace(strings.Replace(evilTerms, "%s", body, 1), "%s", bot, 1)}
}

const best = "race:best_speed(car, t, 500, 5, 80, 100, 0)"

// foresight is what strangers may have drivers look ahead with.
var foresight = []attack{
	{"no moves", outlook("road.moves = nil"), "moves: it must be a list"},
	{"moves that are no lists", outlook("road.moves = { 1, 2 }"), "outlooks.road.moves"},
	{"moves of no modes", outlook("road.moves = {}"), "0 modes; there can be 1 to 16"},
	{"too many modes", outlook("for i = 1, 20000 do road.moves[i] = { 1 } end"), "each of 1 to 16 modes; number 17"},
	{"moves that are no numbers", outlook("road.moves[1] = { 0/0 }"), "spaces are whole numbers"},
	{"moves without an end", outlook("road.moves[1] = { 1/0 }"), "spaces are whole numbers"},
	{"moves too far", outlook("road.moves[1] = { 1e9 }"), "0 to 60 can be looked ahead"},
	{"moves backwards", outlook("road.moves[1] = { -1 }"), "0 to 60 can be looked ahead"},
	{"moves are functions", outlook("road.moves[1] = { error }"), "spaces are whole numbers, not a function"},
	{"shifts that are no tables", outlook("road.shifts.down = { 1 } road.moves[3] = { 5 }"), "shifts.down"},
	{"shifts at a huge price", outlook("road.shifts.down[1].W = 1e15 road.moves[3] = { 5 }"), "shifts.down"},
	{"shifts that pay", outlook("road.shifts.down[1].W = -5 road.moves[3] = { 5 }"), "shifts.down"},
	{"shifts at no number", outlook("road.shifts.down[1].W = 0/0 road.moves[3] = { 5 }"), "shifts.down"},
	{"grounds that are no tables", outlook("road.grounds = { 1 }"), "outlooks.road.grounds"},
	{"too many grounds", outlook("road.grounds = {} for i = 1, 300 do road.grounds[i] = { surface = 'ice', moves = road.moves } end"), "outlooks.road.grounds"},
	{"an outlook that is none", outlook("V.outlooks.road = 1"), "outlooks.road: it must be a table"},
	{"a ruin without end", outlook("bold.ruin = 1/0"), "drivers.steady.ruin"},
	{"a price that is no number", outlook("bold.W = 0/0"), "drivers.steady.W"},
	{"a price below 0", outlook("bold.W = -1"), "drivers.steady.W"},
	{"turns without end", outlook("bold.turns = 1e9"), "drivers.steady.turns"},
	{"a driver that is none", outlook("V.drivers.bold = 1"), "drivers.bold"},
	{"nothing seen", outlook("function see() end"), "mode must be that of the move"},
	{"what is seen is no table", outlook("function see() return 1 end"), "V:seen must return a table"},
	{"fields that there are not", outlook("seen.mode = nil road.sees = { mode = 'nowhere' }"), "mode must be that of the move"},
	{"fields that are no names", outlook("road.sees = { mode = {} }"), "sees.mode: it must be the name of a field"},
	{"a figure that nobody sees", outlook("road.sees = { mood = 'mode' }"), "sees.mood: no such key; there are free"},
	{"a column that lacks", outlook("road.sees = { touch = 'W' }"), "drivers.steady.touch"},
	{"who sees looks ahead", outlook("function see(self, race) return racing.look_ahead(self, race, race:car('A'), { options = { '1' } }, self.drivers.steady) end"), "without an end"},
	{"no mode seen", outlook("seen.mode = nil"), "looking ahead: mode"},
	{"a mode far away", outlook("seen.mode = -1000"), "mode must be that of the move"},
	{"a mode that is no number", outlook("seen.mode = 0/0"), "mode must be a whole number"},
	{"amounts that are no numbers", outlook("seen.left = { W = 0/0 }"), "W must be a whole number"},
	{"amounts that are no table", outlook("seen.left = { W = {} }"), "W must be a whole number"},
	{"a touch that is no number", outlook("seen.touch = 0/0"), "looking ahead: touch"},
	{"a touch without end", outlook("seen.touch = 1/0"), "looking ahead: touch"},
	{"a hazard below 0", outlook("seen.hazard = -1/0"), "looking ahead: hazard"},
	{"hazards that are none", outlook("seen.hazards = { 1, error }"), "hazards"},
	{"a look that never ends", outlook("function see() while true do end end"), outOf},
	{"looks again and again", outlook("V.race = { n = 0 } " +
		"function see(_, race) local n = race.n return { mode = 1, factor = n % 900 + 1, extra = n % 50, left = { W = n % 9 } } end " +
		"V.bots.steady = function(self, race, car, ask) while true do race.n = race.n + 1 racing.look_ahead(self, race, car, ask, self.drivers.steady) end end"), ""},

	{"a speed without end", speeds("function start(car) car.speed = 1e9 end", best), "race:best_speed"},
	{"a speed below 0", speeds("function start(car) car.speed = -1000 end", best), "race:best_speed"},
	{"a top below 0", speeds("function start(car) car.top = -1000 end", best), "race:best_speed"},
	{"acceleration without end", speeds("function start(car) car.acceleration = 1e12 end", best), "race:best_speed"},
	{"a tow without end", speeds("", "race:best_speed(car, t, 500, 5, 80, 100, 1e9)"), "race:best_speed"},
	{"a worth without end", speeds("", "race:best_speed(car, t, 1e12, 5, 80, 100, 0)"), "race:best_speed"},
	{"a worth below 0", speeds("", "race:best_speed(car, t, -1e12, 5, 80, 100, 0)"), "race:best_speed"},
	{"points without end", speeds("", "race:best_speed(car, t, 500, 1e15, 80, 100, 0)"), "race:best_speed"},
	{"tests without end", speeds("", "race:best_speed(car, t, 500, 5, 1e15, 1e15, 0)"), "race:best_speed"},
	{"tolls without end", speeds("", "t.over[1][1] = 1e15 "+best), "race:best_speed"},
	{"a loss without end", speeds("", "t.over[4][2] = 1e15 "+best), "race:best_speed"},
	{"a test at a huge price", speeds("", "t.up = 1e15 "+best), "race:best_speed"},
	{"a limit raised without end", speeds("", "t.more = 1e15 "+best), "race:best_speed"},
	{"company without end", speeds("", "t.beset = -1e15 "+best), "race:best_speed"},
	{"terms that are none", speeds("", "t.over = { 1, 2, 3, 4 } "+best), "row 1 of `over` must be a table"},
	{"new terms again and again", speeds("", "local n = 0 while true do n = n + 1 t = terms() t.up = n "+best+" end"), ""},
	{"spaces without end", speeds("", "race:worth_driving(car, t, 500, 5, 1e9)"), "race:worth_driving"},
}

// What drivers look ahead with is looked at like all that strangers write.
func TestAttacksOnForesight(t *testing.T) {
	honest := load(t, scripts.Options{Variant: "paper_f1_quick"}, nil)
	_, before := played(t, honest, "7")
	for _, a := range foresight {
		t.Run(a.name, func(t *testing.T) {
			a.stopped(t)
		})
	}
	if _, after := played(t, honest, "7"); after != before {
		t.Error("an honest race runs otherwise afterwards")
	}
}
