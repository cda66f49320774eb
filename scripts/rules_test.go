package scripts_test

import (
	"errors"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// lined is the first line of variants whose two cars line up in Q1.
const lined = `local racing = require "racing"; local V = racing.variant { name = "My", track = "oval", sessions = { "Q1" }, ` +
	`car = { n = 0, t = {}, rival = "", s = "" }, race = { n = 0, list = {}, names = {}, any = "" }, entries = { { name = "A" }, { name = "B" } } } ` +
	`function V:session(race) race:grid(race:cars()) end` + "\n"

// turn is a variant with a turn whose body begins on line 3.
func turn(body string) string {
	return lined + "function V:turn(race, car)\n" + body + "\nend\nreturn V"
}

// start begins a race of the variant "my".
func start(t testing.TB, source string, opts scripts.Options) *race.Game {
	t.Helper()
	opts.Variant = "my"
	p := load(t, opts, map[string]string{"my": source})
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// lineUp begins a race and plays Q1.
func lineUp(t testing.TB, source string, opts scripts.Options) *race.Game {
	t.Helper()
	g := start(t, source, opts)
	if _, err := g.Play(); err != nil {
		t.Fatal(err)
	}
	return g
}

// A rule that fails says where and what, and the race stands as before.
func TestRulesFail(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		// What a designer gets wrong in Lua.
		{"calls nil", "local x = nil\nx()", "test/my.lua:4: this calls what is not a function: `x`"},
		{"calls a method that is not there", "\nself:pit(race)", "test/my.lua:4: this calls what is not a function: `pit`"},
		{"calls nil of two calls", "self:run(math.max(1, 2))", "test/my.lua:3: this calls what is not a function: `math.max` or `run`"},
		{"indexes nil", "local t = self.nothing\n\nlocal x = t.y", "test/my.lua:5: attempt to index a non-table object(nil) with key 'y'"},
		{"indexes a number", "local x = (4).y", "test/my.lua:3: attempt to index a non-table object(number) with key 'y'"},
		{"adds nil", "local x\n\nlocal y = 1 + x", "test/my.lua:5: cannot perform add operation between number and nil"},
		{"joins nil", "local x\nlocal y = \"a\" .. x", "test/my.lua:4: `x` is nothing (nil), and .. joins texts and numbers"},
		{"compares", "\nreturn 1 < \"2\"", "test/my.lua:4: attempt to compare number with string"},
		{"length of nil", "local x\nreturn #x", "test/my.lua:4: __len undefined"},
		{"error", "\nerror(\"no row for \" .. car.name)", "test/my.lua:4: no row for A"},
		{"error of the caller", "local function check(x)\n  error(\"bad x\", 2)\nend\n\ncheck(4)", "test/my.lua:7: bad x"},
		{"error without a place", "\nerror(\"x\", 0)", "test/my.lua:4: x"},
		{"error with a table", "error({ code = 4 })", "test/my.lua:3: a table"},
		{"error with nothing", "error()", "test/my.lua:3: bad argument #1 to error (value expected)"},
		{"inside a helper", "local function f(n)\n  return n.x.y\nend\nf({})", "test/my.lua:4: attempt to index a non-table object(nil) with key 'y'"},
		{"inside a sort", "table.sort({ 1, 2 }, function(a, b)\n  return a.x < b end)", "test/my.lua:4: attempt to index a non-table object(number) with key 'x'"},
		{"argument of string", "string.rep()", "test/my.lua:3: bad argument #1 to string.rep (string expected, got nil)"},

		// Limits.
		{"endless loop", "while true do\nend", "test/my.lua:4: the rule did not end within 1000000 instructions: is there a loop without an end?"},
		{"endless loop in a helper", "local function f()\n  repeat until false\nend\nf()", "test/my.lua:4: the rule did not end within 1000000 instructions: is there a loop without an end?"},
		{"endless recursion", "local function f(n)\n  return 1 + f(n + 1)\nend\nf(1)", "test/my.lua:4: functions call each other without an end (stack overflow)"},
		{"endless recursion through a sort", "local function f(a, b)\n  table.sort({ 1, 2 }, f)\nend\nf()", "test/my.lua:4: functions call each other without an end (stack overflow)"},
		{"endless recursion through gsub", "local function f()\n  return (string.gsub(\"a\", \"a\", f))\nend\nf()", "test/my.lua:4: functions call each other without an end (stack overflow)"},
		{"long text", "return string.rep(\"x\", 1e9)", "test/my.lua:3: string.rep: 1000000000 times 1 bytes; a text has at most 16384"},
		{"longest text", "return string.rep(\"xxxx\", 2^62)", "test/my.lua:3: string.rep: ..."},
		{"long text by a method", "return (\"x\"):rep(1e9)", "test/my.lua:3: string.rep: 1000000000 times 1 bytes; a text has at most 16384"},
		{"long list joined", "local s, t = string.rep(\"x\", 1e4), {}\nfor i = 1, 2000 do t[i] = s end\nreturn table.concat(t)", "test/my.lua:5: table.concat: a text has at most 16384 bytes"},
		{"many values", "unpack({}, 1, 1e6)", "test/my.lua:3: unpack: at most 200 values at once, not those from 1 to 1000000"},
		{"all values", "unpack({}, -2^62, 2^62)", "test/my.lua:3: unpack: ..."},
		{"wide format", "return string.format(\"%100000d\", 1)", "test/my.lua:3: string.format: ..."},
		{"format with a width argument", "return string.format(\"%*d\", 100000, 1)", "test/my.lua:3: string.format: ..."},
		{"far move", "race:advance(car, 1e15)", ""},
		{"far move back", "race:advance(car, -1e15)", ""},
		{"far list", "local t = {}\nt[50000000] = 1\nreturn table.concat(t)", ""},

		// Mirrors and fields.
		{"car.lap", "car.lap = 5", "test/my.lua:2: R1 turn A: a rule wrote `car.lap` of A, which belongs to the race: race:advance counts laps"},
		{"car.space", "car.space = nil", "test/my.lua:2: R1 turn A: a rule wrote `car.space` of A, which belongs to the race: race:advance moves a car"},
		{"car.status", "car.status = \"retired\"", "test/my.lua:2: R1 turn A: a rule wrote `car.status` of A, which belongs to the race: race:retire takes a car out"},
		{"car.name", "car.name = \"C\"", "test/my.lua:2: R1 turn A: a rule wrote `car.name` of A, which belongs to the race: it is the entry's"},
		{"car.grid of another", "race:car(\"B\").grid = 1", "test/my.lua:2: R1 turn A: a rule wrote `car.grid` of B, which belongs to the race: race:grid sets the grid"},
		{"car.stops", "car.stops = 2", "test/my.lua:2: R1 turn A: a rule wrote `car.stops` of A, which belongs to the race: a stop is a turn that ends in a corner"},
		{"race.round", "race.round = 7", "test/my.lua:2: R1 turn A: a rule wrote `race.round`, which belongs to the race itself"},
		{"race.laps", "race.laps = nil", "test/my.lua:2: R1 turn A: a rule wrote `race.laps`, which belongs to the race itself"},
		{"race.move", "\nrace.move = 5", "test/my.lua:4: the race has no `move`; declare it first: race = { move = ... }"},
		{"race.roll", "race.roll = 5", "test/my.lua:2: R1 turn A: a rule wrote `race.roll`, which belongs to the race itself"},
		{"space's row", "car.space.row = 5", "test/my.lua:2: R1 turn A: a rule wrote `row` of the space 40/1, and spaces belong to the track: keep what happens on them in a field of the race"},
		{"space's mark", "race:space(\"10/1\").mark = nil", "test/my.lua:2: R1 turn A: a rule wrote `mark` of the space 10/1, and spaces belong to the track: ..."},
		{"space's new field", "car.space.oil = true", "test/my.lua:3: spaces belong to the track: keep what happens on them in a field of the race"},
		{"table.insert in a car", "table.insert(car, 5)", "test/my.lua:3: table.insert: A is no list"},
		{"table.insert in the race", "table.insert(race, 1, 5)", "test/my.lua:3: table.insert: the race is no list"},
		{"number in a car", "car[1] = 5", "test/my.lua:3: a car has no `1`..."},
		{"unknown field of a car", "return car.lep", "test/my.lua:3: a car has no `lep`; did you mean `lap`?"},
		{"unknown field of a car is written", "car.rivall = 1", "test/my.lua:3: a car has no `rivall`; did you mean `rival`?"},
		{"unknown field, none near", "car.tyres = 1", "test/my.lua:3: a car has no `tyres`; declare it first: car = { tyres = ... }"},
		{"unknown method", "race:advence(car, 1)", "test/my.lua:3: the race has no `advence`; did you mean `advance`?"},
		{"unknown field of the race", "return race.lst", "test/my.lua:3: the race has no `lst`; did you mean `list`?"},
		{"unknown field of a space", "return car.space.marc", "test/my.lua:3: a space has no `marc`; did you mean `mark`?"},

		// What cannot be kept.
		{"function in a field", "car.s = function() end", "test/my.lua:2: R1 turn A: A.s holds a function; what outlives a step is numbers, texts, true and false, cars, spaces, and tables of them"},
		{"not a number", "race.n = 0/0", "test/my.lua:2: R1 turn A: race.n is NaN, which is no number to keep"},
		{"infinite, in a list", "race.list = { 1, { a = -1/0 } }", "test/my.lua:2: R1 turn A: race.list.2.a is -Inf, which is no number to keep"},
		{"one table in two cars", "race:car(\"B\").t = car.t", "test/my.lua:2: R1 turn A: A.t and B.t are one table; each must have its own, or a change to one changes the other"},
		{"list with names", "race.list = { 1, a = 2 }", "test/my.lua:2: R1 turn A: race.list is a list with the text \"a\" as a key; keep lists and names apart"},
		{"list with far holes", "race.list = { [1] = 1, [300] = 2 }", "test/my.lua:2: R1 turn A: race.list is a list with more than 100 holes"},
		{"car as a key", "race.list = { [car] = 1 }", "test/my.lua:2: R1 turn A: race.list has A as a key; a table that outlives a step is a list from 1, or has names as keys"},
		{"function as a key", "race.list = { [error] = 1 }", "test/my.lua:2: R1 turn A: race.list has a function as a key; a table that outlives a step is ..."},
		{"the race in a field", "race.any = race", "test/my.lua:2: R1 turn A: race.any holds the race itself..."},
		{"too deep", "local t = {}\nfor i = 1, 30 do t = { t } end\nrace.any = t", "test/my.lua:2: R1 turn A: race.any.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1 lies more than 20 tables deep"},

		// Arguments.
		{"dot for a colon", "race.advance(car, 1)", "test/my.lua:3: race:advance: call it with a colon: race:advance(car, spaces)"},
		{"colon on a car", "car:advance(1)", "test/my.lua:3: a car has no `advance`..."},
		{"roll for a name", "race:roll(\"A\", \"d6\", \"move\")", "test/my.lua:3: race:roll: argument 1 must be a car or the race, not the text \"A\""},
		{"roll without dice", "race:roll(car, \"move\")", "test/my.lua:3: race:roll: \"move\" is no dice: write d6, 2d6, d20 or d66"},
		{"roll without a purpose", "race:roll(car, \"d6\")", "test/my.lua:3: race:roll: argument 3 must be a text, not nothing (nil)"},
		{"roll for an empty purpose", "race:roll(car, \"d6\", \"\")", "test/my.lua:3: race:roll: the purpose is empty..."},
		{"modifier without its number", "race:roll(car, \"d6\", \"move\", \"rain\")", "test/my.lua:3: race:roll: the modifier \"rain\" must be a whole number, not nothing (nil)"},
		{"modifier that is a fraction", "race:roll(car, \"d6\", \"move\", \"rain\", 0.5)", "test/my.lua:3: race:roll: the modifier \"rain\" must be a whole number, not the number 0.5"},
		{"too many purposes", "for i = 1, 300 do\n  race:roll(car, \"d6\", \"p\" .. i) end", "test/my.lua:4: race:roll: \"p201\" is purpose number 201; a purpose is a constant name, not one built from numbers"},
		{"advance what is no car", "race:advance(nil, 1)", "test/my.lua:3: race:advance: argument 1 must be a car, not nothing (nil)"},
		{"advance half a space", "race:advance(car, 0.5)", "test/my.lua:3: race:advance: argument 2 must be a whole number, not the number 0.5"},
		{"advance a car that is out", "race:retire(car, \"engine\")\nrace:advance(car, 1)", "test/my.lua:4: race:advance: A cannot move: it is out"},
		{"retire twice", "race:retire(car, \"engine\")\nrace:retire(car, \"again\")", "test/my.lua:4: race:retire: A cannot retire: it is out"},
		{"retire without a reason", "race:retire(car)", "test/my.lua:3: race:retire: argument 2 must be a text, not nothing (nil)"},
		{"apply a number", "race:apply(car, 4)", "test/my.lua:3: race:apply: argument 2 must be a row of a table, not the number 4"},
		{"apply a bad row", "race:apply(car, { spaces = \"x\" })", "test/my.lua:3: race:apply: spaces is a whole number of rows, forward or (negative) back, not the text \"x\""},
		{"grid of one", "race:grid(car)", "test/my.lua:3: race:grid: it needs a list of cars, not A"},
		{"grid again", "race:grid(race:cars())", "test/my.lua:3: race:grid: A cannot take place 1 on the grid: it is running already"},
		{"grid of names", "race:grid({ \"A\" })", "test/my.lua:3: race:grid: item 1 of the list must be a car, not the text \"A\""},
		{"car that is not there", "race:car(\"C\")", "test/my.lua:3: race:car: no car is called \"C\"..."},
		{"space that is not there", "race:space(\"41/1\")", "test/my.lua:3: race:space: Oval has no space \"41/1\"; they are called row/lane, such as \"12/1\""},
		{"car on a car", "race:car_on(car)", "test/my.lua:3: race:car_on: argument 1 must be a space, not ..."},
		{"distance of nothing", "race:distance()", "test/my.lua:3: race:distance: argument 1 must be a car, not nothing (nil)"},
		{"tell a kind of the program", "race:tell(car, \"move\", {})", "test/my.lua:3: race:tell: the program itself tells `move`; choose another kind"},
		{"tell a table", "race:tell(car, \"x\", { a = {} })", "test/my.lua:3: race:tell: field `a`: a text, a number, true or false, a car or a space, under a name that events do not have already"},
		{"tell not a number", "race:tell(car, \"x\", { a = 0/0 })", "test/my.lua:3: race:tell: field `a`: a text, a number, ..."},
		{"tell a taken name", "race:tell(car, \"x\", { step = 1 })", "test/my.lua:3: race:tell: field `step`: ..."},
		{"tell under a car", "race:tell(car, \"x\", { [car] = 1 })", "test/my.lua:3: race:tell: field `A`: ..."},
		{"tell a text", "race:tell(car, \"x\", \"y\")", "test/my.lua:3: race:tell: field `y`: ..."},
		{"own table that is not in the variant", "local t = racing.table(\"d2\", { 1, 2 })\nt:roll(race, car)", "test/my.lua:3: racing.table: only at the top of a file, not inside a rule"},
		{"require in a rule", "return require \"paper_f1\"", "test/my.lua:3: require: only at the top of a file, not inside a rule"},
		{"sort what has no order", "table.sort({ 1, \"a\" })", "test/my.lua:3: table.sort: the text \"a\" and the number 1 have no order; give a function that compares them"},
		{"pairs of nothing", "for _ in pairs(nil) do end", "test/my.lua:3: pairs: argument 1 must be a table, not nothing (nil)"},
		{"pairs with tables as keys", "for _ in pairs({ [{}] = 1 }) do end", "test/my.lua:3: pairs: a table with a table as a key has no order; use names, numbers, cars or spaces as keys"},
		{"insert beyond the list", "table.insert({ 1 }, 3, 1)", "test/my.lua:3: table.insert: place 3 is not in a list of 1"},
		{"join what is no text", "table.concat({ 1, {} })", "test/my.lua:3: table.concat: item 2 is a table, not a text or a number"},

		// Questions.
		{"ask without options", "race:ask(car, \"gear\", {})", "test/my.lua:3: A is asked \"gear\" without an option to choose"},
		{"ask with a number for options", "race:ask(car, \"gear\", 4)", "test/my.lua:3: race:ask \"gear\": the options must be a list, not the number 4"},
		{"ask with equal options", "race:ask(car, \"gear\", { 1, { id = 1 } })", "test/my.lua:3: A is asked \"gear\" with two options \"1\""},
		{"ask with all refused", "race:ask(car, \"gear\", { { id = 1, no = \"too fast\" }, { id = 2, no = \"broken\" } })", "test/my.lua:3: A is asked \"gear\" and can choose none of the options"},
		{"ask with a no that says nothing", "race:ask(car, \"gear\", { { id = 1, no = true }, 2 })", "test/my.lua:3: race:ask \"gear\": option 1: no is a text that says why, not true"},
		{"ask with an option without an id", "race:ask(car, \"gear\", { 1, { text = \"up\" } })", "test/my.lua:3: race:ask \"gear\": option 2 has no id"},
		{"ask with a boolean", "race:ask(car, \"gear\", { 1, true })", "test/my.lua:3: race:ask \"gear\": option 2 is true, not a text, a number or a table with an id"},
		{"ask with a hole", "race:ask(car, \"gear\", { 1, nil, 3 })", "test/my.lua:3: race:ask \"gear\": option 2 is nothing (nil), not a text, a number or a table with an id"},
		{"ask with a default that is none", "race:ask(car, \"gear\", { 1, 2 }, { default = 3 })", "test/my.lua:3: race:ask \"gear\": the default the number 3 is not among the options"},
		{"ask with a pair that is none", "race:ask(car, \"gear\", { 1, 2 }, \"defualt\", 2)", "test/my.lua:3: race:ask \"gear\": the text \"defualt\" is nothing that a question has; did you mean `default`?"},
		{"ask with a default in a pair that is none", "race:ask(car, \"gear\", { 1, 2 }, \"text\", \"up\", \"default\", 3)", "test/my.lua:3: race:ask \"gear\": the default the number 3 is not among the options"},
		{"ask without a key", "race:ask(car, { 1, 2 })", "test/my.lua:3: race:ask: argument 2 must be a text, not a table"},
		{"ask a name", "race:ask(\"A\", \"gear\", { 1, 2 })", "test/my.lua:3: race:ask: argument 1 must be a car or the race, not the text \"A\""},
		{"ask a list of names", "race:ask({ \"A\" }, \"gear\", { 1, 2 })", "test/my.lua:3: race:ask: item 1 of the list must be a car, not the text \"A\""},
		{"ask one car with a function", "race:ask(car, \"gear\", function() end)", "test/my.lua:3: race:ask \"gear\": the options must be a list, not a function"},
		{"options of a function", "race:ask({ car }, \"gear\", function(c)\n  return c.name end)", "test/my.lua:3: race:ask \"gear\": the options must be a list, not the text \"A\""},
		{"ask a car twice at once", "race:ask({ car, car }, \"gear\", { 1, 2 })", "test/my.lua:3: race:ask: item 2 of the list is A again"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := lineUp(t, turn(test.body), scripts.Options{})
			before := g.State()
			_, err := g.Play()
			said(t, err, test.want)
			if err == nil {
				return
			}
			if g.State() != before {
				t.Errorf("the race went from %s to %s", before, g.State())
			}
			var placed *scripts.Error
			if !errors.As(err, &placed) || placed.Line == 0 {
				t.Errorf("no place: %#v", err)
			}
			mended := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": turn("race:advance(car, 1)")})
			if err := g.Reload(mended, nil); err != nil {
				t.Fatal(err)
			}
			if c, err := g.Play(); err != nil || c.Step != "R1 turn A" || !strings.Contains(c.State, "A @1/1 lap 1") {
				t.Errorf("after mending: %v %v", c, err)
			}
		})
	}
}

// At the top of a file there is no race yet.
func TestTopLevelRefuses(t *testing.T) {
	refuse(t, []refusal{
		{"roll on a table", my + "V.action = racing.table(\"d2\", { 1, 2 })\nV.x = V.action:roll(nil, nil)\nreturn V", "test/my.lua:3: roll: only while a race runs, not at the top of a file"},
		{"declared turn", my + "V.turn = racing.roll_and_advance { dice = \"d6\", purpose = \"move\" }\nV:turn()\nreturn V", "test/my.lua:3: turn: only while a race runs, not at the top of a file"},
		{"race", my + "race:advance()\nreturn V", "test/my.lua:2: `race` is no name that exists here..."},
	})
}
