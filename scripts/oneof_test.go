package scripts_test

import (
	"testing"

	"sandbox/scripts"
)

// pits are rules with values that name something.
const pits = `local racing = require "racing"; local V = racing.variant { name = "My", track = "oval", entries = { { name = "A" } },
  one_of = { ["crew.*.next"] = "waits", ["kinds.*"] = "sorts", ["car.tyres"] = "kinds", ["race.sky"] = "weather.lines", mode = { "all", "none" } },
  car = { tyres = "ice" }, race = { sky = "blue" } }
function V:turn(race, car) race:advance(car, 1) end
V.waits = { ready = function() end, failed = function() end }
V.sorts, V.kinds = { ice = {}, mud = {} }, { "ice", "mud" }
V.weather = { lines = { { name = "blue" }, { name = "grey" } } }
V.mode = "all"
V.crew = racing.table("d6", {
  ["1-2"] = { next = "failed" },
  ["3-5"] = { next = "ready" },
  [6]     = { text = "nothing" },
})
`

// A value that no rule can use is refused where it is written.
func TestOneOfRefuses(t *testing.T) {
	refuse(t, []refusal{
		{"a row", pits + "V.crew[4].next = \"readyy\"\nreturn V",
			"test/my.lua:11: `crew.3.next`: it cannot be the text \"readyy\"; did you mean `ready`?"},
		{"a number", pits + "V.mode = 3\nreturn V", "test/my.lua:14: `mode`: it cannot be the number 3; there are all, none"},
		{"in a list", pits + "V.kinds = {\n\"ice\",\n\"snow\" }\nreturn V", "test/my.lua:16: `kinds.2`: it cannot be the text \"snow\"; there are ice, mud"},
		{"by the names of rows", pits + "V.race.sky = \"gray\"\nreturn V", "test/my.lua:14: `race.sky`: it cannot be the text \"gray\"; did you mean `grey`?"},
		{"no such value", my + "V.one_of = { [\"crw.next\"] = { \"a\" } }\nV.crew = {}\nreturn V", "test/my.lua:2: one_of.crw.next: the variant has no `crw`; did you mean `crew`?"},
		{"no such table", my + "V.crew, V.waits = {}, {}\nV.one_of = { crew = \"wait\" }\nreturn V", "test/my.lua:3: one_of.crew: the variant has no table `wait`; did you mean `waits`?"},
		{"no list", my + "V.crew = {}\nV.one_of = { crew = 3 }\nreturn V", "test/my.lua:3: one_of.crew: it must be a list of texts"},
		{"no table", my + "V.one_of = 3\nreturn V", "test/my.lua:2: one_of: it must be a table such as { [\"pit_fast.*.next\"] = \"standing\" }, not the number 3"},
	})
}

// A fork is held to it, also by what it adds; what is not there is not looked at.
func TestOneOfInForks(t *testing.T) {
	files := map[string]string{"my": pits + "return V"}
	load(t, scripts.Options{Variant: "my"}, files)
	const begin = "local racing = require \"racing\"\nlocal V = racing.extend(\"my\", {\n"
	for _, c := range []struct{ name, source string }{
		{"another of them", begin + "crew = { [5] = { next = \"failed\" } } })\nreturn V"},
		{"one that it adds", begin + "crew = { [5] = { next = \"gone\" } } })\nfunction V.waits.gone() end\nreturn V"},
		{"without the table", begin + "mode = racing.none, crew = racing.none })\nreturn V"},
		{"without the rule", begin + "one_of = { mode = racing.none }, mode = \"few\" })\nreturn V"},
	} {
		load(t, scripts.Options{Variant: "fork"}, map[string]string{"my": files["my"], "fork": c.source})
	}
	refuse(t, []refusal{
		{"a row of a fork", "local racing = require \"racing\"\nreturn racing.extend(\"base\", {\n  crew = {\n    [5] = { next = \"redy\" },\n  },\n})",
			"test/my.lua:4: `crew.5.next`: it cannot be the text \"redy\"; did you mean `ready`?"},
	}, map[string]string{"base": pits + "return V"})
}

// A setting is told as it was given.
func TestOneOfSettings(t *testing.T) {
	for setting, want := range map[string]string{
		"crew.4.next=redy":   "setting \"crew.4.next=redy\": `crew.4.next`: it cannot be the text \"redy\"; did you mean `ready`?",
		"crew.4-5.next=redy": "setting \"crew.4-5.next=redy\": `crew.4.next`: it cannot be the text \"redy\"; did you mean `ready`?",
		"car.tyres=snow":     "setting \"car.tyres=snow\": `car.tyres`: it cannot be the text \"snow\"; there are ice, mud",
		"crew.4.next=failed": "",
		"mode=none":          "",
	} {
		_, err := scripts.Load(files(map[string]string{"my": pits + "return V"}), scripts.Options{Variant: "my", Settings: []string{setting}})
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %q", setting, err, want)
		}
	}
}

// stops are rules with numbers that have a least and a most.
const stops = my + `V.ranges = { ["crew.*.share"] = { 0, 1 }, ["waits.*"] = { 1, 6, whole = true } }
V.waits = { long = 3 }
V.crew = racing.table("d6", { ["1-2"] = { share = 0.5 }, ["3-6"] = {} })
`

// A number that no rule can use is refused where it is written, and as it was set.
func TestRanges(t *testing.T) {
	load(t, scripts.Options{Variant: "my"}, map[string]string{"my": stops + "return V"})
	refuse(t, []refusal{
		{"too much", stops + "V.crew[1].share = 2\nreturn V", "test/my.lua:4: `crew.1.share`: it must be a number from 0 to 1, not the number 2"},
		{"no whole number", stops + "V.waits.short = 1.5\nreturn V", "test/my.lua:5: `waits.short`: it must be a whole number from 1 to 6, not the number 1.5"},
		{"no number", stops + "V.waits.short = \"one\"\nreturn V", "test/my.lua:5: `waits.short`: it must be a whole number from 1 to 6, not the text \"one\""},
		{"a list of one", stops + "V.ranges.waits = { 1 }\nreturn V", "test/my.lua:5: ranges.waits: it must be a list of the least and the most, such as { 0, 1 }"},
		{"the wrong way round", stops + "V.ranges.waits = { 2, 1 }\nreturn V", "test/my.lua:5: ranges.waits: it must be a list of the least and the most, such as { 0, 1 }"},
		{"no list", stops + "V.ranges.waits = 6\nreturn V", "test/my.lua:5: ranges.waits: it must be a list of the least and the most, such as { 0, 1 }, not the number 6"},
		{"no table", my + "V.ranges = 3\nreturn V", "test/my.lua:2: ranges: it must be a table such as { [\"drivers.*.attempt\"] = { 0, 1 } }, not the number 3"},
	})
	_, err := scripts.Load(files(map[string]string{"my": stops + "return V"}), scripts.Options{Variant: "my", Settings: []string{"waits.long=7"}})
	if want := "setting \"waits.long=7\": `waits.long`: it must be a whole number from 1 to 6, not the number 7"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}
