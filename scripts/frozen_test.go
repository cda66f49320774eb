package scripts_test

import (
	"errors"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// A game whose functions reach its own tables past self, and one that reads it.
const (
	based = `local racing = require "racing"
local V = racing.variant { name = "Based", track = "oval", laps = 1, entries = { { name = "A" } }, sessions = { "Q1" } }
V.gears = { 1, 2, { low = 3 } }
V.action = racing.table("d2", { ["1-2"] = { spaces = 2 } })
function V:session(race) race:grid(race:cars()) end
function V:speed() return V.gears[1] end
function V:turn(race, car) race:advance(car, self:speed()) end
return V`
	forked = `local racing = require "racing"
local B = require "based"
`
)

// What a file reaches of another variant is read and not changed: a fork cannot
// change its base under the eyes of those who compare the two.
func TestVariantsAreFrozen(t *testing.T) {
	const extend = "local V = racing.extend(\"based\", {})\n"
	for name, c := range map[string]struct{ body, want string }{
		"a number in a list":      {"B.gears[1] = 9\n" + extend, "test/my.lua:3: `based.gears.1` belongs to"},
		"after the fork began":    {extend + "B.gears[1] = 9\n", "test/my.lua:4: `based.gears.1` belongs to"},
		"a table in it":           {"B.gears[3].low = 9\n" + extend, "test/my.lua:3: `based.gears.3.low` belongs to"},
		"a row of a roll table":   {"B.action[1] = { spaces = 9 }\n" + extend, "test/my.lua:3: `based.action.1` belongs to"},
		"a field of such a row":   {"B.action[1].spaces = 9\n" + extend, "test/my.lua:3: `based.action.1.spaces` belongs to"},
		"a function":              {"function B:speed() return 9 end\n" + extend, "test/my.lua:3: `based.speed` belongs to"},
		"something new":           {"B.more = 1\n" + extend, "test/my.lua:3: `based.more` belongs to"},
		"sorted":                  {"table.sort(B.gears)\n" + extend, "test/my.lua:3: table.sort: a table is no list"},
		"through base":            {extend + "V.base.gears[1] = 9\n", "test/my.lua:4: `based.gears.1` belongs to"},
		"through base, in a rule": {extend + "function V:turn(race, car) self.base.action[1].spaces = 9 end\n", "test/my.lua:4: `based.action.1.spaces` belongs to"},
		"taken over":              {extend + "V.gears = B.gears\n", "gears: it is a table of another file"},
	} {
		t.Run(name, func(t *testing.T) {
			own := files(map[string]string{"based": based, "my": forked + c.body + "return V"})
			p, err := scripts.Load(own, scripts.Options{Variant: "my"})
			if err == nil {
				var g *race.Game
				if g, err = race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil); err != nil {
					t.Fatal(err)
				}
				for err == nil {
					_, err = g.Play()
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("\n got %v\nwant %s", err, c.want)
			}
		})
	}
}

// What is frozen reads like any other table, in Lua and where the program reads
// it.
func TestFrozenVariantsAreRead(t *testing.T) {
	own := files(map[string]string{"based": based, "my": forked + `local V = racing.extend("based", { gears = { 4, 5 } })
local sum = 0
for i, g in ipairs(B.gears) do if i < 3 then sum = sum + g end end
for k, v in pairs(B.gears[3]) do sum = sum + v + #k end
V.sum = sum + #B.gears
function V:turn(race, car)
  local row = self.base.action:roll(race, car)
  race:apply(car, row)
  if car.status ~= "running" then return end
  race:advance(car, race:ask(car, "gear", self.base.gears[1] == 1 and { 1, 2 } or {}))
  return V.base.turn(self, race, car)
end
return V`})
	p, err := scripts.Load(own, scripts.Options{Variant: "my"})
	if err != nil {
		t.Fatal(err)
	}
	if v := p.Values("sum"); len(v) != 1 || v[0].Text != "12" {
		t.Errorf("sum: %v", v)
	}
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	for err == nil {
		_, err = g.Play()
	}
	if !errors.Is(err, race.ErrOver) {
		t.Error(err)
	}
}
