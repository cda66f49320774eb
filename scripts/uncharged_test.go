package scripts_test

import (
	"fmt"
	"strings"

	"sandbox/core/race"
)

// Rules that are short, and would have the program work long for them.

// longRing is a long circuit of three lanes without a corner.
const longRing = "local track = require \"track\"\nreturn track.circuit { name = \"Ring\", lanes = 3, grid = { places = 9 }, laps = 2, track.straight { spaces = 150 }, track.corner { turn = 180, spaces = 20 }, track.straight { spaces = 150 }, track.corner { turn = 180, spaces = 20 } }"

// onRing is a turn on the long circuit.
func onRing(body string) map[string]string {
	return with(longRing, "function V:turn(race, car)\n"+body+"\nend")
}

// with is a variant on a track of its own.
func with(track, body string) map[string]string {
	return map[string]string{"my": evil + "V.track = \"ring\"\n" + body + "\nreturn V", "ring": track}
}

// many has more cars than the oval has room for, which never start.
func many(cars int, body string) map[string]string {
	return map[string]string{"my": fmt.Sprintf("%sV.track = \"talladega\" V.turn = nil\nV.entries = {} for i = 1, %d do V.entries[i] = { name = 'N' .. i } end\n%s\nreturn V", evil, cars, body)}
}

// wrongFork is a fork that names a lot which its base does not have.
func wrongFork(base, patch, fields string) map[string]string {
	return map[string]string{
		"other": fmt.Sprintf(evilFile, "V.m = {} for i = 1, 2000 do "+base+" end"),
		"my":    "local f = {} for i = 1, 2000 do " + patch + " end return require('racing').extend('other', " + fields + ")",
	}
}

// spread are lists of spaces ahead by which many ways can be told apart, and
// hazards a list of those that cost something.
const (
	spread  = ahead + "local areas = {} for a = 1, 32 do areas[a] = { at(a, a % 3 + 1) } end\n"
	hazards = ahead + "local list = {} for k = 1, 200, 2 do list[#list + 1] = at(k, k % 3 + 1) end\n"
	ahead   = "local function at(k, lane) return race:space((car.space.row + k - 1) % race.rows + 1 .. '/' .. lane) end\n"
	free    = "never_home = true, "
)

const (
	manyWays  = "race:paths: there are more ways to drive"
	remembers = "more than 512 KB to remember in one race"
	longName  = "500 are the most"
)

var uncharged = []attack{
	{"ways told apart by 32 areas", onRing(spread + "race:paths(car, 34, { " + free + "changes = 34, areas = areas }) error('it was found')"), manyWays},
	{"ways told apart, with hazards", onRing(spread + hazards + "race:paths(car, 40, { " + free + "changes = 10, hazards = list, areas = areas, shortest = 1 }) error('it was found')"), manyWays},
	{"lane changes and hazards on a long ring", onRing(hazards + "race:paths(car, 250, { " + free + "changes = 250, hazards = list }) error('it was found')"), manyWays},
	{"as many paths as may be, again and again", onRing(hazards + "while true do race:paths(car, 30, { " + free + "changes = 30, hazards = list, shortest = 0 }) end"), ""},
	{"paths written and read again and again", onRing("local p = race:paths(car, 60, { " + free + "changes = 9, shortest = 0 }) while true do p:find('1R2L3') end"), ""},
	{"paths listed again and again", onRing("local p = race:paths(car, 60, { " + free + "changes = 9, shortest = 0 }) while true do p:list() end"), ""},
	{"a path asked for often", onRing("while true do race:ask(car, 'path', race:paths(car, 20, { " + free + "changes = 20, unused = 'KKKKKKKKKKKKKKKKKKKK' })) end"), ""},
	{"tells texts that are one", in(evilTurn, "local t = {} for i = 1, 100 do t['k' .. i] = string.rep('x', 16e3) end while true do race:tell(car, 'k', t) end"), toldMuch},
	{"tells texts that grow when they are written", in(evilTurn, "local s = string.rep('\\1', 16e3) for i = 1, 20 do race:tell(car, 'k', { s = s }) end"), toldMuch},
	{"tells little without an end", in(evilTurn, "while true do race:tell(car, 'k') end"), toldMuch},
	{"rolls with long modifiers", in(evilTurn, "local s = string.rep('x', 16e3) while true do race:roll(car, 'd6', 'x', s, 1, s, 1, s, 1, s, 1) end"), ""},
	{"rows with long texts", in(evilFile, "local row = { text = string.rep('x', 16e3) } for i = 1, 200 do row['k' .. i] = row.text end V.action = racing.table('d6', { ['1-6'] = row })\nfunction V:turn(race, car) while true do self.action:roll(race, car) end end"), ""},
	{"long reasons", in(evilTurn, "race:retire(car, string.rep('x', 16e3))"), longName},
	{"long labels", in(evilNext, "return string.rep('x', 16e3), function() end"), longName},
	{"long names", many(900, "for i = 1, 900 do V.entries[i].name = string.rep('x', 16e3) .. i end function V:race_turn(race) end"), longName},
	{"60,000 options", in(evilTurn, "local list = {} for i = 1, 60000 do list[i] = i end race:ask(car, 'k', list)"), ""},
	{"options with long texts", in(evilTurn, "local list, s = {}, string.rep('x', 16e3) for i = 1, 5000 do list[i] = { id = i, text = s } end race:ask(car, 'k', list)"), ""},
	{"many options for many cars", many(1000, "function V:race_turn(race) local list = {} for i = 1, 1000 do list[i] = i end race:ask(race:cars(), 'k', list) end"), ""},
	{"all asked again and again", many(1000, "function V:race_turn(race) while true do race:ask(race:cars(), 'k', { 1, 2 }) end end"), ""},
	{"asked again and again beside a large state", in(evilFile, "V.race = { list = {} } function V:turn(race, car) for i = 1, 30 do race.list[i] = string.rep('x', 16e3) end while true do race:ask(car, 'k', { 1, 2 }) end end"), ""},
	{"a state of texts that are one", many(1000, "V.car = {} local s = string.rep('x', 16e3) for i = 1, 100 do V.car['k' .. i] = s end function V:race_turn(race) end"), remembers},
	{"tables of their own for many cars", many(1000, "V.car = { t = {} } for i = 1, 5000 do V.car.t[i] = i end function V:race_turn(race) end"), ""},
	{"steps without an end before the first round", in(evilNext, "return 'again', function() end"), fmt.Sprint(race.MaxBetween, " are the most")},
	{"a car called again and again", many(1000, "function V:race_turn(race) while true do race:car('N1000') end end"), ""},
	{"data of the track again and again", with(strings.Replace(longRing, "return track.circuit {", "local d = {} for i = 1, 9000 do d[i] = i end\nreturn track.circuit { data = d,", 1),
		"function V:turn(race, car) while true do race:track_data() end end"), ""},
	{"values that are one long text", in(evilFile, "V.x = {} local s = string.rep('x', 16e3) for i = 1, 9000 do V.x[i] = s end"), tooMuch},
	{"values under long names", in(evilFile, "local t, s = {}, string.rep('x', 16e3) V.x = t for i = 1, 15 do t[s] = {} t = t[s] end for i = 1, 9000 do t[i] = i end"), tooMuch},
	{"a file of many tables, required", map[string]string{"other": "local t = {} for i = 1, 60000 do t[i] = {} end return t", "my": `local o = require "other" ` + evil + "return V"}, ""},
	{"a file of deep tables, required", map[string]string{"other": "local t = {} for i = 1, 60000 do t = { t } end return t", "my": `local o = require "other" ` + evil + "return V"}, "more than 20 deep"},
	{"values that no save keeps, in a list", in(evilFile, "local t = {} for i = 1, 100000 do t[i] = i end function V:turn(race, car) return t end"), "values can be reached"},
	{"wrong teams in an entry list", in(evilFile, "V.car = { team = '' } V.m = {} for i = 1, 9000 do V.m[('aq'):rep(46) .. i] = 1 end V.rows_for = { team = { 'm' } } V.entries = {} for i = 1, 1000 do V.entries[i] = { name = 'N' .. i, team = ('qa'):rep(46) .. i } end"), "has no row for the team"},
	{"long names to choose from", in(evilFile, "V.car = { team = '' } V.m = {} for i = 1, 100 do V.m[('x'):rep(16e3) .. i] = 1 end V.rows_for = { team = { 'm' } } V.entries = {} for i = 1, 1000 do V.entries[i] = { name = 'N' .. i, team = 'y' .. i } end"), "has no row for the team"},
	{"wrong keys in a fork", wrongFork("V.m[('aq'):rep(40) .. i] = 1", "f[('qa'):rep(40) .. i] = 1", "{ m = f }"), "no such key in"},
	{"wrong keys of a fork", wrongFork("V[('aq'):rep(40) .. i] = 1", "f[('qa'):rep(40) .. i] = 1", "f"), "no such key in"},
	{"wrong rows in a fork", wrongFork("V.m[i] = { name = ('aq'):rep(40) .. i }", "f[('qa'):rep(40) .. i] = { x = 1 }", "{ m = f }"), "no row of that name"},
	{"values that no save keeps, one in the other", in(evilFile, "local t = {} for i = 1, 100000 do t = { t } end function V:turn(race, car) return t end"), "values can be reached"},
}
