package scripts_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/check"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/spec"
)

// The traps of gopher-lua 1.1.2, and the tests that have each:
//
//	no order in ForEach, pairs by history     TestLanguage (pairs), TestPairsAfterSetState
//	table.sort is not stable                  TestLanguage (sort is stable)
//	table.remove after a nil hole             TestLanguage (remove after a hole)
//	a context does not stop Go's functions    TestAttacks (loops, bombs): rep, find, gsub, unpack, far places
//	a .. b doubles a text in one instruction  TestAttacks (text doubled), TestRulesFail (joins nil)
//	a value is shared in { "a", k = f() }     lastcall_test.go
//	parsing has no context                    TestAttacks (parserBombs)
//	a list of 25,551 in one table is garbled  TestAttacks (one long table)
//	a constant is looked for among all        TestAttacks (many constants)
//	a full stack falls over in a tail call    TestAttacks (arguments that grow)
//	tostring shows addresses                  TestLanguage, TestAttacks (addresses)
//	"attempt to call a non-function object"   TestRulesFail (calls nil)
//	Lua 5.1: unpack, tonumber("1e1")          TestLanguage
//	string.match returns nothing for nil      pattern_test.go

// What an attack may take before it is stopped: instructions charged to its
// rules, bytes allocated in all, and bytes of heap at once, of which the best of a
// few tries counts. No clock: the machine may be busy with other things.
const (
	attackWork  = 30 * int64(luabox.Stepping)
	attackBytes = 3 << 30
	attackHeap  = 150 << 20
	attackTries = 4
)

// attack is a file that a stranger wrote, and what becomes of it.
type attack struct {
	name  string
	files map[string]string // "my" is the variant, "my_spec" its specs, "ring" its track
	want  string            // a part of the error; "" for any of those that stop a rule
}

// Where a rule can stand, with %s for what it does.
const (
	evil = `local racing = require "racing"; local V = racing.variant { name = "My", track = "oval", entries = { { name = "A" }, { name = "B" } }, ` +
		`sessions = { "Q1" } } function V:session(race) race:grid(race:cars()) end function V:turn(race, car) race:advance(car, race:roll(car, "d6", "move")) end` + "\n"
	evilTurn    = evil + "function V:turn(race, car)\n%s\nend\nreturn V"
	evilFile    = evil + "%s\nreturn V"
	evilSession = evil + "V.sessions = { \"Q1\" }\nfunction V:session(race, n)\n%s\nend\nreturn V"
	evilOpen    = evil + "function V:open(race)\n%s\nend\nreturn V"
	evilNext    = evil + "function V:next(race)\n%s\nend\nreturn V"
	evilOrder   = evil + "function V:order(race, a, b)\n%s\nend\nreturn V"
	evilBot     = evil + "function V.bots:steady(race, car, ask)\n%s\nend\nfunction V:turn(race, car) race:ask(car, \"go\", { 1, 2 }) end\nreturn V"
	evilEffect  = evil + "V.action = racing.table(\"d2\", { [\"1-2\"] = { effect = function(self, race, car)\n%s\nend } })\n" +
		"function V:turn(race, car) race:apply(car, (self.action:roll(race, car))) end\nreturn V"
	evilUnits   = evil + "V.turn = racing.roll_and_advance { dice = \"d6\", purpose = \"move\", units = function()\n%s\nend }\nreturn V"
	evilOptions = evil + "function V:turn(race, car)\n  race:ask(race:cars(), \"go\", function()\n%s\n  end)\nend\nreturn V"
	evilWhole   = evil + "V.turn = nil\nV.track = \"talladega\"\nfunction V:race_turn(race)\n%s\nend\nreturn V"
	evilSpec    = "local spec = require \"spec\"\nspec.it(\"x\", function()\n%s\nend)"
	evilRing    = "local track = require \"track\"\n%s\nreturn track.circuit {}"
)

const (
	endless  = "while true do end"
	outOf    = "the rule did not end within"
	tooMuch  = "the rule asks for more work than"
	memory   = "the rules take more than 40 MB of memory"
	tooSlow  = "the rule takes too long"
	tooLong  = "a text has at most"
	toldMuch = "tells takes more than 1 MB"
	isShared = "belongs to the library"
)

// in puts a body into a place where rules stand.
func in(place, body string) map[string]string {
	text := strings.Replace(place, "%s", body, 1)
	switch place {
	case evilSpec:
		return map[string]string{"my": evil + "return V", "my_spec": text}
	case evilRing:
		return map[string]string{"my": evil + "V.track = \"ring\"\nreturn V", "ring": text}
	}
	return map[string]string{"my": text}
}

// endlessAnywhere are loops without an end in every place that runs Lua.
func endlessAnywhere() (list []attack) {
	for name, place := range map[string]string{
		"file": evilFile, "turn": evilTurn, "session": evilSession, "open": evilOpen, "next": evilNext, "order": evilOrder, "bot": evilBot,
		"effect": evilEffect, "units": evilUnits, "options": evilOptions, "race turn": evilWhole, "spec": evilSpec, "track": evilRing,
	} {
		list = append(list, attack{"endless " + name, in(place, endless), outOf})
	}
	return append(list,
		attack{"endless entries", in(evilFile, "V.entries = (function() while true do end end)()"), outOf},
		attack{"endless words", in(evilFile, "V.words.move = (function() repeat until false end)()"), outOf},
		attack{"endless fork", map[string]string{"base": strings.Replace(evilFile, "%s", endless, 1), "my": `return require("racing").extend("base", {})`}, outOf},
		attack{"endless module", map[string]string{"other": endless, "my": `local o = require "other" ` + evil + "return V"}, outOf},
		attack{"endless top of a spec", map[string]string{"my": evil + "return V", "my_spec": endless}, outOf},
		attack{"endless describe", map[string]string{"my": evil + "return V", "my_spec": `require("spec").describe("x", function() while true do end end)`}, outOf},
		attack{"specs without an end", map[string]string{"my": evil + "return V", "my_spec": `local spec = require "spec" while true do spec.it("x", function() end) end`}, "more than 10000 specs"},
		attack{"a rule in a spec's race", map[string]string{"my": fmt.Sprintf(evilTurn, endless),
			"my_spec": fmt.Sprintf(evilSpec, "local r = spec.race { variant = \"my\", seed = 1, bots = \"steady\" } r:play()")}, outOf},
	)
}

// loops are loops that no instruction of the rule's own makes.
var loops = []attack{
	{"sort comparator loops", in(evilTurn, "table.sort({ 2, 1 }, function() while true do end end)"), outOf},
	{"sort comparator lies", in(evilTurn, "local t = {} for i = 1, 60000 do t[i] = i % 7 end table.sort(t, function() return true end) error('sorted')"), outOf},
	{"sorts again and again", in(evilTurn, "local t = {} for i = 1, 6000 do t[i] = -i end while true do table.sort(t) end"), tooMuch},
	{"gsub callback loops", in(evilTurn, "string.gsub('a', 'a', function() while true do end end)"), outOf},
	{"gsub of a long text", in(evilTurn, "local s = string.rep('a', 16e3) while true do s:gsub('a', 'b') end"), tooMuch},
	{"gsub that grows", in(evilTurn, "local s = 'aaaaaaaaaa' while true do s = s:gsub('a', 'aaaaaaaaaa') end"), tooLong},
	{"find of nested ?", in(evilTurn, "string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 40) .. 'b')"), tooMuch},
	{"find of nested -", in(evilTurn, "string.find(string.rep('a', 16e3), string.rep('.-', 20) .. 'b')"), tooMuch},
	{"find of nested *", in(evilTurn, "string.find(string.rep('a', 16e3), string.rep('a*', 20) .. 'b')"), tooMuch},
	{"match of balanced signs", in(evilTurn, "string.match(string.rep('(', 16e3), '%b()')"), tooMuch},
	{"gmatch without an end", in(evilTurn, "while true do for _ in string.gmatch(string.rep('a', 16e3), '') do end end"), ""},
	{"long pattern", in(evilTurn, "string.find('a', string.rep('(', 16e3))"), "a pattern has at most"},
	{"plain find again and again", in(evilTurn, "local s = string.rep('a', 16e3) while true do s:find('b', 1, true) end"), ""},
	{"deep recursion", in(evilTurn, "local function f(n) return 1 + f(n + 1) end f(1)"), "functions call each other without an end"},
	{"tail calls without an end", in(evilTurn, "local function f() return f() end f()"), outOf},
	{"recursion through gsub", in(evilTurn, "local function f() return (string.gsub('a', 'a', f)) end f()"), "functions call each other without an end"},
	{"recursion through sort", in(evilTurn, "local function f() table.sort({ 1, 2 }, f) end f()"), "functions call each other without an end"},
	{"recursion through apply", in(evilTurn, "local row row = { effect = function(self, race, car) race:apply(car, row) end } race:apply(car, row)"), "functions call each other without an end"},
	{"pairs of a large table", in(evilTurn, "local t = {} for i = 1, 50000 do t[i] = i end while true do next(t) end"), ""},
	{"length of holes", in(evilTurn, "local t = {} t[60000] = 1 t[60000] = nil while true do local n = #t end"), ""},
	{"long keys", in(evilTurn, "local s, t = string.rep('k', 16e3), {} while true do t[s] = 1 end"), ""},
	{"long texts compared", in(evilTurn, "local a, b = string.rep('k', 16e3), string.rep('k', 16e3) while true do local x = a == b end"), ""},
	{"numbers read from long texts", in(evilTurn, "local s = string.rep('1', 16e3) while true do tonumber(s) end"), outOf},
	{"format again and again", in(evilTurn, "while true do string.format('%99.99f%99.99f%99.99f', 1e300, 1e300, 1e300) end"), ""},
	{"far paths again and again", in(evilTurn, "while true do race:paths(car, 1000) end"), ""},
	{"far moves again and again", in(evilTurn, "while true do race:advance(car, -1e9) end"), ""},
	{"asks without an end", in(evilTurn, "for i = 1, 1e9 do race:ask(car, 'k', { 1, 2 }) end"), ""},
	{"tells without an end", in(evilTurn, "local s = string.rep('x', 16e3) for i = 1, 1e9 do race:tell(car, 'k', { s = s .. i }) end"), toldMuch},
	{"rolls without an end", in(evilTurn, "while true do race:roll(car, '20d1000', 'x') end"), ""},
}

// hundred tables are made by three hundred instructions.
var hundred = strings.Repeat("{ a = 1 }, ", 100)

// bombs fill the memory.
var bombs = []attack{
	{"text doubled", in(evilTurn, "local s = 'x' while true do s = s .. s end"), tooLong},
	{"text doubled by concat", in(evilTurn, "local s = 'x' while true do s = table.concat({ s, s }) end"), tooLong},
	{"text doubled by format", in(evilTurn, "local s = 'x' while true do s = string.format('%s%s', s, s) end"), tooLong},
	{"text doubled by gsub", in(evilTurn, "local s = 'x' while true do s = s:gsub('.+', '%0%0') end"), tooLong},
	{"text of texts", in(evilTurn, "local s = string.rep(string.rep(string.rep('x', 1e3), 1e3), 1e3)"), tooLong},
	{"rep kept in a table", in(evilTurn, "local t = {} while true do t[#t + 1] = string.rep('x', 16e3) .. #t end"), ""},
	{"upper kept in a table", in(evilTurn, "local t, s = {}, string.rep('x', 16e3) while true do t[#t + 1] = s:upper() end"), ""},
	{"text at the top of a file", in(evilFile, "local s = 'x' while true do s = s .. s .. s end"), tooLong},
	{"empty tables", in(evilTurn, "local t = {} while true do t[#t + 1] = {} end"), ""},
	{"named tables", in(evilTurn, "local t = {} while true do t[#t + 1] = { a = 1 } end"), ""},
	{"tables of tables", in(evilTurn, "local t = {} while true do t[#t + 1] = { "+hundred+"} end"), memory},
	{"closures", in(evilTurn, "local t = {} while true do local a, b, c = 1, 2, 3 t[#t + 1] = function() return a, b, c end end"), ""},
	{"a chain of tables", in(evilTurn, "local t = {} while true do t = { t, {}, n = t } end"), ""},
	{"far places", in(evilTurn, "local t = {} while true do t[#t + 1] = {} t[#t][65000] = 1 end"), memory},
	{"sparse places", in(evilTurn, "local t = {} for i = 1, 1e9 do t[i * 1e6] = i end"), ""},
	{"names that come and go", in(evilTurn, "local t = {} for i = 1, 1e9 do t['k' .. i] = i t['k' .. i] = nil end"), ""},
	{"unpack of much", in(evilTurn, "unpack({}, 1, 1e8)"), "at most 200 values"},
	{"bytes of much", in(evilTurn, "string.byte(string.rep('x', 16e3), 1, -1)"), "at most 200 bytes"},
	{"arguments that grow", in(evilTurn, "local t = {} for i = 1, 150 do t[i] = i end\nlocal function f(...) return f("+strings.Repeat("1, ", 150)+"...) end f()"), "too many values at once"},
	{"select of much", in(evilTurn, "local function f(n, ...) if n > 0 then return (f(n - 1, "+strings.Repeat("1, ", 60)+"...)) end while true do local x = select(2, ...) end end f(100)"), "too many values at once"},
	{"hoard over many turns", in(evilTurn, "self.hoard = self.hoard or {} for i = 1, 900 do self.hoard[#self.hoard + 1] = string.rep('x', 16e3) .. i end"), ""},
	{"hoard in the race", in(strings.Replace(evilTurn, "function", "V.race = { list = {} }\nfunction", 1), "for i = 1, 900 do race.list[#race.list + 1] = string.rep('x', 16e3) .. #race.list end"), "more than 512 KB to remember in one race"},
	{"memory at load", in(evilFile, "local t = {} while true do t[#t + 1] = { "+hundred+"} end"), memory},
	{"memory in a spec", in(evilSpec, "local t = {} while true do t[#t + 1] = { "+hundred+"} end"), memory},
	{"memory in a track", in(evilRing, "local t = {} while true do t[#t + 1] = { "+hundred+"} end"), memory},
	{"many entries", in(evilFile, "V.entries = {} for i = 1, 60000 do V.entries[i] = { name = 'N' .. i } end"), ""},
	{"many words", in(evilFile, "for i = 1, 60000 do V.words['w' .. i] = 'x' end"), ""},
}

// numbered is a text with a number in it, again and again.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, i)
	}
	return b.String()
}

// parserBombs are files that parsers fall over.
var parserBombs = []attack{
	{"brackets", in(evilFile, "V.x = "+strings.Repeat("(", 120_000)), "more than 100 deep"},
	{"tables in tables", in(evilFile, "V.x = "+strings.Repeat("{", 50_000)+strings.Repeat("}", 50_000)), "more than 100 deep"},
	{"functions in functions", in(evilFile, strings.Repeat("V.x = function() ", 5_000)+strings.Repeat("end ", 5_000)), "more than 100 deep"},
	{"blocks in blocks", in(evilFile, strings.Repeat("do ", 15_000)+strings.Repeat("end ", 15_000)), "more than 100 deep"},
	{"long concat", in(evilFile, "V.x = 'a'"+strings.Repeat("..'a'", 20_000)), "in a row"},
	{"long sum", in(evilFile, "V.x = 1"+strings.Repeat("+1", 50_000)), "in a row"},
	{"long and", in(evilFile, "V.x = 1"+strings.Repeat(" and 1", 20_000)), "in a row"},
	{"long not", in(evilFile, "V.x = "+strings.Repeat("not ", 30_000)+"1"), "in a row"},
	{"long minus", in(evilFile, "V.x = "+strings.Repeat("- ", 50_000)+"1"), "in a row"},
	{"long power", in(evilFile, "V.x = 1"+strings.Repeat("^1", 50_000)), "in a row"},
	{"calls of calls", in(evilFile, "V.x = error"+strings.Repeat("()", 50_000)), "in a row"},
	{"fields of fields", in(evilFile, "V.x = V"+strings.Repeat(".x", 50_000)), "in a row"},
	{"places of places", in(evilFile, "V.x = V"+strings.Repeat("[1]", 30_000)), "in a row"},
	{"calls with texts", in(evilFile, "V.x = error"+strings.Repeat("''", 50_000)), "in a row"},
	{"elseif after elseif", in(evilFile, "if V then "+strings.Repeat("elseif V then ", 8_000)+"end"), "elseif in one if"},
	{"locals", in(evilFile, strings.Repeat("local a ", 15_000)), "too many local variables"},
	{"one long table", in(evilFile, "V.x = { "+strings.Repeat("1,", 50_000)+" }"), "fields in one table"},
	{"one long function", in(evilFile, "local a "+strings.Repeat("a() ", 30_000)), "instructions"},
	{"many constants", in(evilFile, numbered("V.x%d=%d ", 7_000)), "different names"},
	{"constants again and again", in(evilFile, numbered("V.x%d=%d ", 1_200)+strings.Repeat("V.z=V ", 17_000)), "more than 10000 values"},
	{"ten million bytes", in(evilFile, strings.Repeat("(", 10_000_000)), "a file has at most"},
	{"no text", map[string]string{"my": "\x1bLua\x51\x00\x01\x04\xff"}, "not UTF-8"},
	{"compiled code", map[string]string{"my": "\x1bLua\x51\x00\x01\x04"}, "Invalid token"},
	{"labels", in(evilFile, "::a:: goto a"), outOf},
	{"one long comment", in(evilFile, "--[["+strings.Repeat("[", 120_000)), "the file ends too early"},
}

// escapes reach for what is not theirs.
var escapes = []attack{
	{"getfenv", in(evilTurn, "getfenv(1).x = 1"), "`getfenv`"},
	{"setfenv", in(evilTurn, "setfenv(1, {})"), "`setfenv`"},
	{"_G", in(evilTurn, "_G.x = 1"), "`_G`"},
	{"_ENV", in(evilTurn, "_ENV.x = 1"), "`_ENV`"},
	{"newproxy", in(evilTurn, "newproxy(true)"), "`newproxy`"},
	{"collectgarbage", in(evilTurn, "collectgarbage()"), "`collectgarbage`"},
	{"debug", in(evilTurn, "debug.getinfo(1)"), "`debug`"},
	{"os", in(evilTurn, "os.exit()"), "`os`"},
	{"io", in(evilTurn, "io.open('/etc/passwd')"), "`io`"},
	{"package", in(evilTurn, "package.loaded.x = 1"), "`package`"},
	{"load", in(evilTurn, "load('x')"), "`load`"},
	{"loadstring", in(evilTurn, "loadstring('x')()"), "`loadstring`"},
	{"dofile", in(evilTurn, "dofile('/etc/passwd')"), "`dofile`"},
	{"pcall", in(evilTurn, "pcall(error)"), "`pcall`"},
	{"xpcall", in(evilTurn, "xpcall(error, error)"), "`xpcall`"},
	{"coroutine", in(evilTurn, "coroutine.wrap(error)"), "`coroutine`"},
	{"setmetatable", in(evilTurn, "setmetatable({}, { __gc = error })"), "`setmetatable`"},
	{"getmetatable of texts", in(evilTurn, "getmetatable('').__index = nil"), "`getmetatable`"},
	{"rawset", in(evilTurn, "rawset(math, 'floor', 1)"), "`rawset`"},
	{"string.dump", in(evilTurn, "string.dump(error)"), "what is not a function: `dump`"},
	{"channel", in(evilTurn, "channel.make()"), "`channel`"},
	{"print", in(evilTurn, "print('x')"), "`print`"},
	{"field of a text", in(evilTurn, "local s = '' s.x = 1"), "attempt to index a non-table object(string)"},
	{"library function replaced", in(evilTurn, "math.floor = error"), "test/my.lua:3: `math.floor` " + isShared},
	{"library function written anew", in(evilFile, "function string.rep() end"), "test/my.lua:2: `string.rep` " + isShared},
	{"library under another name", in(evilTurn, "local m = math m.floor = error"), "test/my.lua:3: `math.floor` " + isShared},
	{"library as an argument", in(evilTurn, "local function f(t) t.insert = error end f(table)"), "test/my.lua:3: `table.insert` " + isShared},
	{"library by a changing name", in(evilTurn, "local k = 'rep' string[k] = error"), "test/my.lua:3: `string.rep` " + isShared},
	{"library behind a parameter", in(evilTurn, "local function f(string) string.rep = error end f(string)"), "test/my.lua:3: `string.rep` " + isShared},
	{"library function taken away", in(evilTurn, "table.remove(table)"), "table.remove: a table is no list"},
	{"racing patched", in(evilFile, "racing.table = error"), "test/my.lua:2: `racing.table` " + isShared},
	{"racing.none filled", in(evilFile, "racing.none.x = 1"), "test/my.lua:2: `racing.none.x` " + isShared},
	{"track patched", map[string]string{"my": evil + "V.track = \"ring\"\nreturn V", "ring": "local track = require \"track\"\ntrack.circuit = error\nreturn track.circuit {}"},
		"test/ring.lua:2: `track.circuit` " + isShared},
	{"spec patched", map[string]string{"my": evil + "return V", "my_spec": "local spec = require \"spec\"\nspec.expect = error"}, "test/my_spec.lua:2: `spec.expect` " + isShared},
	{"library module patched", in(evilFile, "local wear = require \"wear\"\nwear.total = error"), "test/my.lua:3: `wear.total` " + isShared},
	{"list of a module patched", in(evilFile, "local wear = require \"wear\"\nwear.order[1] = 'X'"), "test/my.lua:3: `wear.order.1` " + isShared},
	{"list of a module sorted", in(evilFile, "table.sort(require(\"wear\").order)"), "table.sort: a table is no list"},
	{"list of a module taken over", in(evilFile, "V.order_of_wear = require(\"wear\").order"), "it is a table of another file"},
	{"mixin patched", in(evilFile, "local trouble = racing.use(V, \"trouble\")\ntrouble.crash = error"), "test/my.lua:3: `trouble.crash` " + isShared},
	{"race.move written", in(evilTurn, "race.move = 5"), "test/my.lua:3: the race has no `move`"},
	{"race.advance written", in(evilTurn, "race.advance = error"), "a rule wrote `race.advance`"},
	{"car.space written", in(evilTurn, "car.space = race:space(\"1/1\")"), "a rule wrote `car.space`"},
	{"car.lap written by a loop", in(evilTurn, "for _, k in ipairs { 'lap' } do car[k] = 9 end"), "a rule wrote `car.lap`"},
	{"space written", in(evilTurn, "race:space(\"1/1\").mark = 'oil'"), "spaces belong to the track"},
	{"bot moves its car", in(evilBot, "race:advance(car, 9) return 1"), "cannot change the race"},
	{"next moves a car", in(evilNext, "race:advance(race:car('A'), 9)"), "cannot change the race"},
	{"error with a table", in(evilTurn, "error({ __tostring = error })"), "test/my.lua:3: a table"},
	{"error with a function", in(evilTurn, "error(function() end)"), "test/my.lua:3: a function"},
	{"error with nothing", in(evilTurn, "error(nil)"), "test/my.lua:3: "},
	{"addresses", in(evilTurn, "error(tostring({}) .. tostring(error) .. tostring(race) .. string.format('%s', race.ask))"), "a tablea functionthe racea function"},
	{"pointers by format", in(evilTurn, "string.format('%p', {})"), "is no way to write a value"},
	{"Go's verbs", in(evilTurn, "string.format('%v %#v', 1, 2)"), "is no way to write a value"},
	{"numbers that are none", in(evilTurn, "string.format('%d', 0/0)"), "no whole number"},
	{"wide numbers", in(evilTurn, "string.format('%999d', 1)"), "is no way to write a value"},
	{"require above", in(evilFile, "require \"../secret\""), "no variant called \"../secret\""},
	{"require of a path", in(evilFile, "require \"/etc/passwd\""), "no variant called \"/etc/passwd\""},
	{"require around", in(evilFile, "require \"x/../../secret\""), "no variant called"},
	{"require with backslashes", in(evilFile, "require \"..\\\\secret\""), "no variant called"},
	{"require of a drive", in(evilFile, "require \"c:secret\""), "no variant called"},
	{"require with a NUL", in(evilFile, "require \"paper_f1\\0.lua\""), "no variant called"},
	{"require of a hidden file", in(evilFile, "require \".secret\""), "no variant called"},
	{"require in a rule", in(evilTurn, "require \"wear\""), "only at the top of a file"},
	{"track above", in(evilFile, "V.track = \"../secret\""), "no track called \"../secret\""},
	{"nil joined", in(evilTurn, "local s = \"gear \" .. car.name .. self.gear"), "test/my.lua:3: `self.gear` is nothing (nil), and .. joins texts and numbers"},
}

// hidden keeps state where no save does.
var hidden = []attack{
	{"state in a file's local", in(evilFile, "local n = 0\nfunction V:turn(race, car) n = n + 1 end"), "test/my.lua:3: a function changes the file's local `n`"},
	{"state in a file's table", in(evilFile, "local t = { n = 0 }\nfunction V:turn(race, car) t.n = t.n + 1 race:advance(car, t.n) end"), "it changed the local t of self.turn.n"},
	{"state in a table that no race shows", in(evilFile, "local t = { n = 0 }\nfunction V:turn(race, car) t.n = t.n + 1 race:advance(car, 6) end"), "which no save keeps"},
	{"state in the variant", in(evilTurn, "self.count = (self.count or 0) + 1 race:advance(car, 6)"), "it changed self.count"},
	{"state in an upvalue", in(evilFile, "local function counter() local n = 0 return function() n = n + 1 return n end end\nlocal count = counter()\nfunction V:turn(race, car) count() race:advance(car, 6) end"),
		"it changed the local n of the local count of self.turn"},
	{"state in another module", map[string]string{"other": "local t = { n = 0 } return { add = function() t.n = t.n + 1 end }",
		"my": `local o = require "other" ` + evil + "function V:turn(race, car) o.add() race:advance(car, 6) end return V"}, "which no save keeps"},
}

// Each attack is stopped with a clear error before it does harm, and the
// program goes on.
func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("it fills the memory")
	}
	honest := load(t, scripts.Options{Variant: "paper_f1_quick"}, nil)
	_, before := played(t, honest, "7")
	for _, list := range [][]attack{endlessAnywhere(), loops, bombs, uncharged, parserBombs, escapes, hidden} {
		for _, a := range list {
			t.Run(a.name, func(t *testing.T) {
				a.stopped(t)
				if _, after := played(t, honest, "7"); after != before {
					t.Error("an honest race runs otherwise afterwards")
				}
			})
		}
	}
}

// stopped runs an attack until it has kept within its bounds once.
func (a attack) stopped(t *testing.T) {
	for try := 1; ; try++ {
		took, err := measured(a.run)
		if !a.named(err) {
			t.Fatalf("\n got %v\nwant %s", err, a.want)
		}
		if took.work > attackWork || took.bytes > attackBytes {
			t.Fatalf("stopped after %v, by %v", took, err)
		}
		if took.heap < attackHeap {
			t.Logf("%v  %.150v", took, err)
			return
		}
		if try == attackTries {
			t.Fatalf("stopped after %v, by %v", took, err)
		}
	}
}

// named says that an error is the one wanted, and no bug.
func (a attack) named(err error) bool {
	if err == nil || strings.Contains(err.Error(), "bug in the program") {
		return false
	}
	if a.want != "" && a.want != memory { // of memory and time either may come first
		return strings.Contains(err.Error(), a.want)
	}
	return slices.ContainsFunc([]string{outOf, tooMuch, memory, tooSlow, tooLong}, func(s string) bool { return strings.Contains(err.Error(), s) })
}

// run loads a stranger's files and uses them until something fails.
func (a attack) run() error {
	own := maps.Clone(a.files)
	p, err := scripts.Load(files(own), scripts.Options{Variant: "my"})
	if err != nil {
		return err
	}
	if own["my_spec"] != "" {
		results, err := spec.Run(files(own), "variants/my_spec", func(string) bool { return true })
		for _, r := range results {
			err = errors.Join(err, r.Err)
		}
		return err
	}
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	for range 20 {
		if err == nil {
			_, err = g.Play()
		}
	}
	if errors.Is(err, race.ErrOver) || err == nil {
		_, err = check.Heavy(p, "1")
	}
	return err
}

// taken is what something took.
type taken struct {
	work        int64 // instructions charged to rules
	bytes, heap int64 // allocated in all, and by how much the heap grew at most
}

func (t taken) String() string {
	return fmt.Sprintf("%8d instructions, %4d MB in all, %3d MB at once", t.work, t.bytes>>20, t.heap>>20)
}

// measured runs something.
func measured(run func() error) (took taken, err error) {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() int64 { metrics.Read(sample); return int64(sample[0].Value.Uint64()) }
	before, done, most := heap(), make(chan bool), atomic.Int64{}
	go func() {
		defer close(done)
		for {
			select {
			case done <- true:
				return
			case <-time.After(time.Millisecond):
				most.Store(max(most.Load(), heap()))
			}
		}
	}()
	work, bytes := luabox.Charged(), allocated()
	err = run()
	took = taken{luabox.Charged() - work, allocated() - bytes, 0}
	<-done
	took.heap = most.Load() - before
	return took, err
}

// allocated is how many bytes the program has allocated so far.
func allocated() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// Files that are none, and links that lead away, are not read.
func TestRequireStaysInItsFolder(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.lua")
	folder := filepath.Join(dir, "variants")
	for _, err := range []error{
		os.WriteFile(secret, []byte("return { secret = 1 }"), 0o600),
		os.MkdirAll(filepath.Join(folder, "dir.lua"), 0o700),
		os.WriteFile(filepath.Join(folder, "inside.lua"), []byte("return { inside = 1 }"), 0o600),
		os.Symlink(secret, filepath.Join(folder, "absolute.lua")),
		os.Symlink("../secret.lua", filepath.Join(folder, "above.lua")),
		os.Symlink("inside.lua", filepath.Join(folder, "beside.lua")),
		os.Symlink("/dev/zero", filepath.Join(folder, "zero.lua")),
	} {
		if err != nil {
			t.Skip(err)
		}
	}
	roots := append(files(nil), scripts.Root{Folder: scripts.Variants, FS: os.DirFS(folder), Label: "mine/"})
	for name, want := range map[string]string{
		"absolute": "mine/absolute.lua: a link that leads out of its folder; put the file itself there",
		"above":    "mine/above.lua: a link that leads out of its folder; put the file itself there",
		"zero":     "mine/zero.lua: a link that leads out of its folder; put the file itself there",
		"dir":      "mine/dir.lua: it is no file that can be read",
		"beside":   "", "inside": "",
	} {
		src, err := roots.Open("variants/" + name)
		if said(t, err, want); want == "" && !strings.Contains(src.Text, "inside") {
			t.Errorf("%s: read %q", name, src.Text)
		}
	}
}

// A rule stops at the same instruction on each run.
func TestBudgetIsTheSame(t *testing.T) {
	first := ""
	for range 5 {
		g := start(t, fmt.Sprintf(evilTurn, "local n, t = 0, {}\nwhile true do\nn = n + 1 t[n % 10] = string.rep('x', n % 99) .. n\nif n % 7 == 0 then string.find(t[0] or '', '.-y')\nend end"), scripts.Options{})
		_, err := g.Play()
		for err == nil {
			_, err = g.Play()
		}
		if first == "" {
			first = err.Error()
		}
		said(t, err, first)
	}
}

// A rule that runs out of budget, or that the guard stops, leaves the race at
// the step's start, and mended rules go on from there.
func TestFaultInPlay(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"budget": {"while race.round == 2 do end", "test/my.lua:3: " + outOf},
		"guard":  {"local t = {} while race.round == 2 do t[#t + 1] = { " + hundred + "} end", "test/my.lua:3: the rule"}, // "takes too long", on a busy machine
	} {
		t.Run(name, func(t *testing.T) {
			const turn = evil + "function V:turn(race, car)\n%s race:advance(car, 1)\nend\nreturn V"
			g := start(t, fmt.Sprintf(turn, test.body), scripts.Options{})
			var err error
			for err == nil {
				_, err = g.Play()
			}
			if !strings.HasPrefix(err.Error(), test.want) {
				t.Fatalf("\n got %v\nwant %s", err, test.want)
			}
			state := g.State()
			if _, err := g.Play(); err == nil || g.State() != state || standing(g).Round() != 1 {
				t.Fatalf("%v; the race went on from %s to %s", err, state, g.State())
			}
			mended := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": fmt.Sprintf(turn, "")})
			if err := g.Reload(mended, nil); err != nil {
				t.Fatal(err)
			}
			c, err := g.Play()
			if err != nil || c.Step != "R2 turn A" {
				t.Errorf("after the mend %v (%v)", c, err)
			}
		})
	}
}
