package check_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/scripts"
	"sandbox/scripts/check"
)

// files are the project's variants and tracks, with files of the test before them.
func files(own map[string]string) scripts.Roots {
	mem := fstest.MapFS{}
	for name, text := range own {
		mem[name+".lua"] = &fstest.MapFile{Data: []byte(text)}
	}
	return scripts.Roots{
		{Folder: scripts.Variants, FS: mem, Label: "test/"},
		{Folder: scripts.Variants, FS: os.DirFS("../../variants"), Label: "variants/"},
		{Folder: scripts.Tracks, FS: os.DirFS("../../tracks"), Label: "tracks/"},
	}
}

// game is a fork of the Isloppet with a branch that no race takes.
func game(branch string) string {
	return `local racing = require "racing"
local gears = require "gears"
local V = racing.extend("isloppet", { name = "F" })
V.notes = { "a" }
V.never = false
V.luck = racing.table("d2", { "a", "b" })
function V:damage(race, car, a, b, c)
  if self.never then ` + branch + ` end
  return V.base.damage(self, race, car, a, b, c, gears)
end
return V`
}

// What is misspelt in a branch that no race takes is found.
func TestNames(t *testing.T) {
	for _, c := range []struct{ branch, wrong string }{
		{`race:tel(car, "x", {})`, "the race has no `tel`; did you mean `tell`?"},
		{`race.rond = 3`, "the race has no `rond`; did you mean `round`?"},
		{`race:fly(car)`, "the race has no `fly`"},
		{`return race.weight`, "the race has no `weight`; declare it first: race = { weight = ... }"},
		{`return car.spaec`, "a car has no `spaec`; did you mean `space`?"},
		{`car.tires = "soft"`, "a car has no `tires`; did you mean `tyres`?"},
		{`self:damagee(race, car)`, "the variant has no `damagee`; did you mean `damage`?"},
		{`return self.movment[3]`, "the variant has no `movment`; did you mean `movement`?"},
		{`V:damagee(race, car)`, "the variant has no `damagee`; did you mean `damage`?"},
		{`V.base.trun(self, race, car)`, "what the variant extends has no `trun`; did you mean `turn`?"},
		{`self.base.trun(self, race, car)`, "what the variant extends has no `trun`; did you mean `turn`?"},
		{`race:apply(car, self.luck:rol(race, car))`, "a roll table has no `rol`; did you mean `roll`?"},
		{`self.pit_fast:rol(race, car)`, "a roll table has no `rol`; did you mean `roll`?"},
		{`racing.tabel("d6", {})`, "`racing` has no `tabel`; did you mean `table`?"},
		{`gears.nothing()`, "`gears` has no `nothing`"},
		{`return math.flor(1.5)`, "`math` has no `flor`; did you mean `floor`?"},
		{`return ("x").flor, string.fomat("x")`, "`string` has no `fomat`; did you mean `format`?"},

		{`self:damage(race, car, "T", 1, 1)`, ""},
		{`return racing.none, self.notes[1], race.laps, car.wp.T, car.gear`, ""},
		{`if self.guest then self:guest() end`, ""},
		{`return self.guest and self.guest[1]`, ""},
		{`for _, car in ipairs({ {} }) do return car.model end`, ""},
	} {
		own := map[string]string{"fork": game(c.branch)}
		_, err := check.File(files(own), "fork")
		if c.wrong == "" {
			if err != nil {
				t.Errorf("%s: %v", c.branch, err)
			}
			continue
		}
		if want := "test/fork.lua:8: " + c.wrong; err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", c.branch, err, want)
		}
		if _, err := scripts.Load(files(own), scripts.Options{Variant: "fork"}); err != nil {
			t.Errorf("%s: a race does not load it: %v", c.branch, err)
		}
	}
}

// So is what is misspelt in the specs beside a variant.
func TestNamesInSpecs(t *testing.T) {
	own := map[string]string{"fork": game(""), "fork_spec": `local spec = require "spec"
spec.it("x", function()
  local race = spec.race { variant = "fork" }
  race:trun "Sweden"
  spec.expct(race:car("Sweden").lap).equals(1)
end)`}
	_, err := check.File(files(own), "fork")
	want := "test/fork_spec.lua:4: a race in a spec has no `trun`; did you mean `turn`?\n" +
		"test/fork_spec.lua:5: `spec` has no `expct`; did you mean `expect`?"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// Nothing is found in what the project has.
func TestNoFalseAlarm(t *testing.T) {
	all := files(nil)
	names := append(all.Names(scripts.Variants), all.Names(scripts.Tracks)...)
	if len(names) < 15 {
		t.Fatal("only", strings.Join(names, " "))
	}
	for _, name := range names {
		if _, err := check.File(all, name); err != nil {
			t.Error(err)
		}
	}
}
