package scripts_test

import (
	"strings"
	"testing"

	"sandbox/scripts"
)

// my is the first line of most variants here: two cars, a die, no qualifying.
// What a test adds begins on line 2.
const my = `local racing = require "racing"; local V = racing.variant { name = "My", track = "oval", entries = { { name = "A" }, { name = "B" } } } ` +
	`function V:turn(race, car) race:advance(car, race:roll(car, "d6", "move")) end` + "\n"

// fork is the first line of a fork of the paper game.
const fork = `local racing = require "racing"` + "\n"

// refusal is a file that cannot be loaded, and all that is said about it.
type refusal struct{ name, source, want string }

// refuse loads each file as the variant "my".
func refuse(t *testing.T, tests []refusal, own ...map[string]string) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Helper()
			all := map[string]string{"my": test.source}
			for _, more := range own {
				for name, text := range more {
					all[name] = text
				}
			}
			_, err := scripts.Load(files(all), scripts.Options{Variant: "my"})
			said(t, err, test.want)
		})
	}
}

// said compares an error's text; a want that ends in "..." is a beginning, ""
// is no error.
func said(t *testing.T, err error, want string) {
	t.Helper()
	got := ""
	if err != nil {
		got = err.Error()
	}
	if begin, ok := strings.CutSuffix(want, "..."); ok && strings.HasPrefix(got, begin) && got != "" {
		return
	}
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestCompileRefuses(t *testing.T) {
	refuse(t, []refusal{
		{"global", my + "\nx = 1", "test/my.lua:3: this sets the global `x`: write `local x`, or keep it in the variant's table"},
		{"field of a text", my + "\n;(\"\").x = 1", "test/my.lua:3: this sets a field of a text, a number or the like: only tables have fields"},
		{"field of a sum", my + "(1 + 2).x = 1", "test/my.lua:2: this sets a field of a text, a number or the like: only tables have fields"},
		{"field of a joined text", my + "V.y, (\"a\" .. \"b\").x = 1, 2", "test/my.lua:2: this sets a field of a text, a number or the like: only tables have fields"},
		{"global function", my + "function f() end", "test/my.lua:2: this sets the global `f`: write `local f`, or keep it in the variant's table"},
		{"global in a function", my + "function V:x()\n  return function()\n    y = 2\n  end\nend",
			"test/my.lua:4: this sets the global `y`: write `local y`, or keep it in the variant's table"},
		{"two globals", my + "function V:x() a = 1 end\nb = 2",
			"test/my.lua:2: this sets the global `a`: write `local a`, or keep it in the variant's table\n" +
				"test/my.lua:3: this sets the global `b`: write `local b`, or keep it in the variant's table"},
		{"two globals at once", my + "\na,\nb = 1, V and 2", "test/my.lua:3: this sets the global `a`: write `local a`, or keep it in the variant's table\n" +
			"test/my.lua:4: this sets the global `b`: write `local b`, or keep it in the variant's table"},
		{"library replaced", my + "math = {}", "test/my.lua:2: this sets the global `math`: ..."},
		{"file's local changed", my + "local n = 0\nfunction V:x()\n  n = n + 1\nend",
			"test/my.lua:4: a function changes the file's local `n`, which no save would keep: declare a field in `race` or `car` instead"},
		{"through two closures", my + "local n = 0\nfunction V:x()\n  return function()\n    return function() n = 1 end\n  end\nend",
			"test/my.lua:5: a function changes the file's local `n`, ..."},
		{"local of a block of the file", my + "do\n  local n = 0\n  function V:x() n = 1 end\nend", "test/my.lua:4: a function changes the file's local `n`, ..."},
		{"local of a loop of the file", my + "for i = 1, 2 do\n  V[\"f\" .. i] = function() i = 3 end\nend", "test/my.lua:3: a function changes the file's local `i`, ..."},
		{"local of a function is its own", my + "function V:x()\n  local n = 0\n  local f = function() n = n + 1 end\n  f()\nend\nreturn V", ""},
		{"local of a function, deeper", my + "function V:x()\n  local n = 0\n  return function() return function() n = n + 1 end end\nend\nreturn V", ""},
		{"parameter shadows", my + "local n = 0\nfunction V:x(n)\n  n = n + 1\n  return function() n = 2 end\nend\nV.y = n\nreturn V", ""},
		{"local shadows", my + "local n = 0\nfunction V:x()\n  local n = n\n  n = n + 1\nend\nreturn V", ""},
		{"file changes its own local", my + "local n = 0\nn = n + 1\nif n then n = 2 end\nV.n = n\nreturn V", ""},
		{"one bad of two locals", my + "local a, b = 0, 0\nfunction V:x()\n  local c = a\n  c = 1\n  b = c\nend", "test/my.lua:6: a function changes the file's local `b`, ..."},
		{"unknown name", my + "V.x = mat.floor(1)", "test/my.lua:2: `mat` is no name that exists here; did you mean `math`?"},
		{"unknown name, none near", my + "V.x = wonderful", "test/my.lua:2: `wonderful` is no name that exists here"},
		{"unknown name in a function", my + "function V:x()\n  return function() return pairz({}) end\nend", "test/my.lua:3: `pairz` is no name that exists here; did you mean `pairs`?"},
		{"two unknown names", my + "V.x = foo\nV.y = bar", "test/my.lua:2: `foo` is no name that exists here\ntest/my.lua:3: `bar` is no name that exists here"},
		{"os", my + "V.x = os.time()", "test/my.lua:2: `os` is not there for rules: rules know no clock and no machine"},
		{"io", my + "V.x = io.open", "test/my.lua:2: `io` is not there for rules: rules read and write no files"},
		{"print", my + "print('x')", "test/my.lua:2: `print` is not there for rules: tell people with race:tell"},
		{"pcall", my + "pcall(error)", "test/my.lua:2: `pcall` is not there for rules: a rule that fails, fails"},
		{"xpcall", my + "xpcall(error)", "test/my.lua:2: `xpcall` is not there for rules: a rule that fails, fails"},
		{"coroutine", my + "coroutine.wrap(error)", "test/my.lua:2: `coroutine` is not there for rules: a step is plain code: race:ask waits for you"},
		{"setmetatable", my + "setmetatable({}, {})", "test/my.lua:2: `setmetatable` is not there for rules: use plain tables"},
		{"getmetatable", my + "getmetatable('')", "test/my.lua:2: `getmetatable` is not there for rules: use plain tables"},
		{"rawset", my + "rawset({}, 1, 1)", "test/my.lua:2: `rawset` is not there for rules: use plain tables"},
		{"syntax", my + "V.x = = 2", "test/my.lua:2: syntax error near `=`"},
		{"syntax, line 4", my + "\n\nlocal 3 = 4", "test/my.lua:4: syntax error near `3`"},
		{"missing end", my + "function V:x()\n  if true then\nend\nreturn V", "test/my.lua: the file ends too early: an `end` or a bracket is missing"},
		{"missing bracket", my + "V.x = {\n  1, 2\n", "test/my.lua: the file ends too early: an `end` or a bracket is missing"},
		{"open text", my + "V.x = \"abc\nreturn V", "test/my.lua:3: unterminated string..."},
		{"break outside a loop", my + "\nbreak", "test/my.lua:3: ..."},
		{"name twice in a table", my + "V.x = {\n  a = 1,\n  b = 2,\n  a = 3,\n}\nreturn V", "test/my.lua:5: a stands twice in this table, first on line 3"},
		{"number twice in a table", my + "V.x = {\n  [1] = 1,\n  [1] = 3,\n}\nreturn V", "test/my.lua:4: 1 stands twice in this table, first on line 3"},
		{"item and number", my + "V.x = {\n  5,\n  [1] = 3,\n}\nreturn V", "test/my.lua:4: 1 stands twice in this table, first on line 3"},
		{"twice in an inner table", my + "V.x = { y = {\n  [\"3-4\"] = 1,\n  [\"3-4\"] = 3 } }\nreturn V", "test/my.lua:4: 3-4 stands twice in this table, first on line 3"},
		{"twice in a call", my + "V.action = racing.table(\"d2\", {\n  [1] = 1,\n  [1] = 3,\n})\nreturn V", "test/my.lua:4: 1 stands twice in this table, first on line 3"},
		{"lines in order", my + "V.x = foo\nV.y = {\n  a = 1,\n  a = 1 }\nV.z = bar\nreturn V",
			"test/my.lua:2: `foo` is no name that exists here\ntest/my.lua:5: a stands twice in this table, first on line 4\ntest/my.lua:6: `bar` is no name that exists here"},
	})
}

func TestRacingVariantRefuses(t *testing.T) {
	const pre = `local racing = require "racing"` + "\n"
	refuse(t, []refusal{
		{"unknown key", pre + "local V = racing.variant {\n  name = \"x\", track = \"oval\", turn = error, entries = { { name = \"A\" } },\n  trak = \"oval\",\n}\nreturn V",
			"test/my.lua:4: `trak`: no such key of a variant; did you mean `track`?; things of your own are assigned afterwards: V.trak = ..."},
		{"unknown key, none near", pre + "local V = racing.variant { name = \"x\", track = \"oval\", turn = error, entries = { { name = \"A\" } },\n  weather_chart = {} }\nreturn V",
			"test/my.lua:3: `weather_chart`: no such key of a variant; things of your own are assigned afterwards: V.weather_chart = ..."},
		{"two unknown keys, in the order of lines", pre + "local V = racing.variant { name = \"x\", track = \"oval\", turn = error, entries = { { name = \"A\" } },\n  trak = 1,\n  naem = 2 }\nreturn V",
			"test/my.lua:3: `trak`: no such key of a variant; did you mean `track`?; things of your own are assigned afterwards: V.trak = ...\n" +
				"test/my.lua:4: `naem`: no such key of a variant; did you mean `name`?; things of your own are assigned afterwards: V.naem = ..."},
		{"no table", pre + "\nreturn racing.variant \"x\"", "test/my.lua:3: racing.variant: argument 1 must be a table, not the text \"x\""},
		{"returns nothing", my, "test/my.lua: a variant ends with `return V`, the table that racing.variant or racing.extend made here; this file returns nothing (nil)"},
		{"returns a number", "return 4", "test/my.lua: a variant ends with `return V`, the table that racing.variant or racing.extend made here; this file returns the number 4"},
		{"returns a plain table", "return { name = \"x\" }", "test/my.lua: a variant ends with `return V`, ..."},
		{"returns another's variant", "return require \"paper_f1\"", "test/my.lua: a variant ends with `return V`, ..."},
		{"unknown library function", pre + "racing.fork \"x\"", "test/my.lua:2: this calls what is not a function: `fork`"},
		{"unknown module", "local x = require \"racin\"", "test/my.lua:1: no variant called \"racin\"..."},
		{"module is no text", "local x = require(nil)", "test/my.lua:1: bad argument #1 to require (string expected, got nil)"},
		{"module outside", "local x = require \"../secrets\"", "test/my.lua:1: no variant called \"../secrets\"..."},
		{"require itself", "local x = require \"my\"", "test/my.lua:1: variants/my needs itself"},
		{"endless file", pre + "while true do\nend", "test/my.lua:3: the rule did not end within 1000000 instructions: is there a loop without an end?"},
	})
}

func TestExtendRefuses(t *testing.T) {
	refuse(t, []refusal{
		{"unknown key", fork + "local V = racing.extend(\"paper_f1\", {\n  name = \"x\",\n  acton = {},\n})\nreturn V",
			"test/my.lua:4: `acton`: no such key in paper_f1; did you mean `action`?"},
		{"unknown key, none near", fork + "return racing.extend(\"paper_f1\", { weather = {} })", "test/my.lua:2: `weather`: no such key in paper_f1"},
		{"base that is not there", fork + "\nlocal V = racing.extend(\"paper_f2\", {})\nreturn V", "test/my.lua:3: no variant called \"paper_f2\"; did you mean `paper_f1`?"},
		{"base is no name", fork + "racing.extend({})", "test/my.lua:2: bad argument #1 to extend (string expected, got table)"},
		{"no patch", fork + "racing.extend(\"paper_f1\")", "test/my.lua:2: racing.extend: argument 2 must be a table, not nothing (nil)"},
		{"no variant", fork + "\nracing.extend(\"numbers\", {})", "test/my.lua:3: racing.extend: numbers returns a table, not a variant"},
		{"itself", fork + "racing.extend(\"my\", {})", "test/my.lua:2: variants/my needs itself"},
		{"circle of two", fork + "\nreturn racing.extend(\"round\", {})", "test/round.lua:2: variants/my needs itself"},
		{"base is broken", fork + "\nreturn racing.extend(\"broken\", {})", "test/broken.lua:2: this sets the global `x`: ..."},
		{"face off the die", fork + "local V = racing.extend(\"paper_f1\", {\n  action = {\n    [7] = { spaces = 1 } } })\nreturn V", "test/my.lua:4: action[7]: a d6 has no face 7"},
		{"backwards range", fork + "return racing.extend(\"paper_f1\", { action = {\n  [\"4-2\"] = { spaces = 1 } } })", "test/my.lua:3: action[4-2]: \"4-2\" runs backwards"},
		{"face is a word", fork + "return racing.extend(\"paper_f1\", { action = {\n  dice = \"d8\" } })", "test/my.lua:3: action[dice]: \"dice\" is no face: write a number, or a range such as \"3-11\""},
		{"row field of wrong type", fork + "return racing.extend(\"paper_f1\", { action = {\n  [2] = {\n    spaces = \"far\" } } })",
			"test/my.lua:4: action[2]: spaces is a whole number of rows, forward or (negative) back, not the text \"far\""},
		{"row removed", fork + "return racing.extend(\"paper_f1\", { action = {\n  [2] = racing.none } })", "test/my.lua:3: action: no row for 2: d6 rolls 1 to 6"},
		{"error of the base keeps its place", fork + "return racing.extend(\"flawed\", {})", "test/flawed.lua:3: action[9]: a d2 has no face 9"},
		{"wrong type over a function", fork + "return racing.extend(\"paper_f1\", {\n  turn = 4 })", "test/my.lua:3: turn: it must be a function, not the number 4"},
		{"turn removed", fork + "return racing.extend(\"paper_f1\", {\n  turn = racing.none })", "test/my.lua:3: turn: a variant needs a turn: function V:turn(race, car) ... end..."},
	}, map[string]string{
		"numbers": "return { 1, 2 }",
		"round":   fork + "return racing.extend(\"my\", {})",
		"broken":  my + "x = 1",
		"flawed":  my + "V.action = racing.table(\"d2\", { 1, 2,\n  [9] = 3 })\nreturn V",
	})
}

func TestRollTableRefuses(t *testing.T) {
	const full = `[1] = { text = "a" }, [2] = { text = "b" }`
	table := func(dice, rows string) string {
		return my + "V.action = racing.table(\"" + dice + "\", {\n" + rows + "\n})\nreturn V"
	}
	refuse(t, []refusal{
		{"gap", table("d6", `["1-4"] = {},`+"\n"+`[6] = {}`), "test/my.lua:2: action: no row for 5: d6 rolls 1 to 6"},
		{"gap at the end", table("d3", full), "test/my.lua:2: action: no row for 3: d3 rolls 1 to 3"},
		{"empty", table("d3", ""), "test/my.lua:2: action: no row for 1: d3 rolls 1 to 3"},
		{"overlap", my + "V.pit_fast = racing.table(\"d20\", {\n  [\"1-2\"] = {},\n  [\"3-11\"] = {},\n  [\"11-20\"] = {},\n})\nreturn V",
			"test/my.lua:5: pit_fast: 11 is covered twice (\"3-11\" and \"11-20\")"},
		{"face and range", table("d6", "[\"1-6\"] = {},\n[3] = {}"), "test/my.lua:4: action: 3 is covered twice (\"1-6\" and 3)"},
		{"face off the die", table("d6", "[\"1-6\"] = {},\n[7] = {}"), "test/my.lua:4: action[7]: a d6 has no face 7"},
		{"face 0", table("d2", full+",\n[0] = {}"), "test/my.lua:4: action[0]: a d2 has no face 0"},
		{"negative face", table("d2", full+",\n[-1] = {}"), "test/my.lua:4: action[-1]: a d2 has no face -1"},
		{"face 1.5", table("d2", full+",\n[1.5] = {}"), "test/my.lua:4: action[1.5]: \"1.5\" is no face: write a number, or a range such as \"3-11\""},
		{"backwards", table("d6", "[\"1-2\"] = {},\n[\"6-3\"] = {}"), "test/my.lua:4: action[6-3]: \"6-3\" runs backwards"},
		{"open range", table("d6", "[\"1-2\"] = {},\n[\"3-\"] = {}"), "test/my.lua:4: action[3-]: \"3-\" is no face: write a number, or a range such as \"3-11\""},
		{"word", table("d6", "[\"1-6\"] = {},\nrest = {}"), "test/my.lua:4: action[rest]: \"rest\" is no face: write a number, or a range such as \"3-11\""},
		{"two flaws, in the order of lines", table("d6", "[9] = {},\n[\"1-6\"] = {},\n[8] = {}"), "test/my.lua:3: action[9]: a d6 has no face 9\ntest/my.lua:5: action[8]: a d6 has no face 8"},
		{"2d6 cannot roll 1", table("2d6", "[1] = {},\n[\"2-12\"] = {}"), "test/my.lua:3: action[1]: 2d6 cannot roll 1"},
		{"2d6 with a gap", table("2d6", "[\"2-11\"] = {}"), "test/my.lua:2: action: no row for 12: 2d6 rolls 2 to 12"},
		{"no dice", my + "V.x = racing.table(\"6\", {})\nreturn V", "test/my.lua:2: racing.table: \"6\" is no dice: write d6, 2d6, d20 or d66"},
		{"dice with a number added", my + "V.x = racing.table(\"d6+1\", {})\nreturn V", "test/my.lua:2: racing.table: \"d6+1\" is no dice: write d6, 2d6, d20 or d66"},
		{"huge die", my + "V.x = racing.table(\"d1000000\", {})\nreturn V", "test/my.lua:2: racing.table: \"d1000000\": a die has 2 to 1000 sides"},
		{"no rows", my + "V.x = racing.table(\"d6\")\nreturn V", "test/my.lua:2: racing.table: argument 2 must be a table, not nothing (nil)"},
		{"spaces is a text", table("d2", "[1] = {},\n[2] = {\n  spaces = \"3\" }"), "test/my.lua:5: action[2]: spaces is a whole number of rows, forward or (negative) back, not the text \"3\""},
		{"spaces is a fraction", table("d2", "[1] = {},\n[2] = { spaces = 1.5 }"), "test/my.lua:4: action[2]: spaces is a whole number of rows, forward or (negative) back, not the number 1.5"},
		{"spaces is far", table("d2", "[1] = {},\n[2] = { spaces = 1001 }"), "test/my.lua:4: action[2]: spaces is a whole number of rows, ..."},
		{"retire is a number", table("d2", "[1] = {},\n[2] = { retire = 1 }"), "test/my.lua:4: action[2]: retire is true, or a text that says why"},
		{"effect is a text", table("d2", "[1] = {},\n[2] = { effect = \"spin\" }"), "test/my.lua:4: action[2]: effect is a function(self, race, car, row)"},
		{"flaw in a row of a range is told once", table("d6", "[1] = {},\n[\"2-6\"] = {\n  spaces = true }"), "test/my.lua:5: action[2]: spaces is a whole number of rows, forward or (negative) back, not true"},
		{"inside another table", my + "V.pits = {\n  fast = racing.table(\"d2\", {\n    [1] = 1,\n    [3] = 2 }),\n}\nreturn V", "test/my.lua:5: pits.fast[3]: a d2 has no face 3"},
		{"assigned later", my + "V.pits = {}\nV.pits.slow = racing.table(\"d2\", {\n  [1] = 1,\n  [3] = 2 })\nreturn V", "test/my.lua:5: pits.slow[3]: a d2 has no face 3"},
		{"row taken away later", table("d2", full)[:len(table("d2", full))-len("return V")] + "V.action[2] = nil\nreturn V", "test/my.lua:5: action: no row for 2: d2 rolls 1 to 2"},
		{"numbers as rows", table("d2", "[1] = 5, [2] = 7"), ""},
		{"list as rows", table("d3", "5, 7, 9"), ""},
		{"2d6 with ranges", table("2d6", "[2] = {}, [\"3 - 11\"] = {}, [12] = {}"), ""},
	})
}
