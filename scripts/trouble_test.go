package scripts_test

import (
	"errors"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// pack is a variant with two groups in which nothing but TROUBLE happens.
const pack = `
local racing = require "racing"
local V = racing.variant { name = "Pack", track = "bowl", sessions = { "grid" } }
for n = 1, 9 do V.entries = V.entries or {}; V.entries[n] = { name = "#" .. n } end
function V:group(race, name)
  local cars = {}
  for place, car in ipairs(race:places()) do
    if (place <= 4) == (name == "FRONT") then table.insert(cars, car) end
  end
  return cars
end
function V:session(race) self:lay_out_chips(race); race:grid(race:cars()) end
function V:race_turn(race) if #race:places() > 4 then self:trouble_strikes(race, race.round % 2 == 0 and "FRONT" or "BACK") end end
`

// Any variant with groups can have the three forms of TROUBLE, with numbers,
// forms and a track of its own.
func TestTroubleMixin(t *testing.T) {
	for _, test := range []struct{ name, lua, extra, want string }{
		{"groups of its own", `V.trouble = { accident = { divide = { FRONT = 3, BACK = 1 } } }`, `{ "wreck" }`, ""},
		{"a group without its number", `V.forms = { "accident" }`, `{ "accident" }`, "trouble.accident.divide: there is no number for the group BACK"},
		{"a form of its own", `V.forms = { "fire" }; function V:fire(race, group) self:strike(race, { self:group(race, group)[1] }, "fire") end`, `{ "fire" }`, ""},
		{"a form that is none", `V.forms = { "crash", "wreck" }`, `{ "wreck", "rain" }`, "extra_chips: rain is no form of TROUBLE; there are crash, wreck"},
		{"a track without chips", `V.trouble = { accident = { divide = { FRONT = 3, BACK = 1 } } }`, "nil", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, scripts.Options{Variant: "my"}, map[string]string{
				"my":   pack + test.lua + "\nracing.use(V, \"trouble\")\nreturn V",
				"bowl": `return require("track").positions { name = "The Bowl", turns = 50, data = { extra_chips = ` + test.extra + ` } }`,
			})
			g, err := race.Start(p, race.Head{Variant: "my", Track: "bowl", Laps: 50, Seed: "1", Entries: p.Entries()}, nil)
			for err == nil {
				_, err = g.Play()
			}
			if over := errors.Is(err, race.ErrOver); over != (test.want == "") || !over && !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
