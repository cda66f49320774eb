package scripts_test

import (
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// posted has three lanes, a limit of 60 mph on rows 11 to 14, and a line in the
// inside lane there.
const posted = `local track = require "track"
return track.circuit {
  name = "Ring", lanes = { "inside", "center" }, grid = { places = 2, row = 9 },
  track.straight { spaces = 10 },
  track.corner { turn = 180, spaces = 4, limit = 60, line = { inside = "x x x x" } },
  track.straight { spaces = 10 },
  track.corner { turn = 180, spaces = 4 },
}`

// postedGame begins a race of two cars at 80 mph on it and plays the session; a
// turn does what the test says.
func postedGame(t *testing.T, does string) error {
	t.Helper()
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{"posted": posted, "my": `local racing = require "racing"
local V = racing.variant { name = "Posted", track = "posted", sessions = { "grid" }, entries = { { name = "A" }, { name = "B" } },
  car = { speed = 80, acceleration = 20, deceleration = 20, top = 120, line = "" } }
function V:session(race) race:grid(race:cars()) end
V.terms = racing.derived(function(self) return { step = 20, more = 20, turns = 4, up = 3000, tow = 0, tow_speed = 120, beset = 0,
  over = { { 1, 0, 0, 9000 }, { 2, 0 }, { 2, 0 }, { 0, 90000 } }, down = { { 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, 0 } } } end)
local function ids(paths) local s = "" for _, p in ipairs(paths:list()) do s = s .. p.id .. "(" .. table.concat(p.areas, "+") .. ") " end return s end
function V:turn(race, car) if car.name ~= "A" then return end ` + does + " end\nreturn V"})
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	for n := 0; err == nil && n < 4; n++ {
		_, err = g.Play()
	}
	return err
}

// What drivers of posted speeds foresee, and what they are refused.
func TestForeseen(t *testing.T) {
	for _, test := range []struct{ does, want string }{
		{`error(ids(race:paths(car, 3, { changes = 1, areas = race:limit_areas(car, 3, car.speed) })))`, "3(1) 2L(1+2)"},
		{`error(ids(race:paths(car, 3, { changes = 1, areas = race:limit_areas(car, 3, 60) })))`, "3() "},
		{`error("over " .. race:limit_areas(car, 3, 100)[1].over)`, "over 40"},
		{`error("none: " .. #race:limit_areas(car, 1, 80))`, "none: 0"},
		{`race:limit_areas(car, -1, 80)`, "race:limit_areas: -1 spaces; a path has 0 to"},
		{`race:shift(car, race:space("9/inside")); error("posts " .. race:best_speed(car, self.terms, 9000, 9, 100, 120, 0))`, "posts 80"},
		{`race:shift(car, race:space("15/inside")); error("posts " .. race:best_speed(car, self.terms, 1000, 9, 100, 120, 0))`, "posts 100"},
		{`race:shift(car, race:space("10/inside")); error("drives " .. race:paths(car, 4, { changes = 4, areas = race:limit_areas(car, 4, 80) }):foreseen(self.terms, 9000, 9).id)`, "drives 4"},
		{`race:best_speed(car, {}, 1000, 9, 100, 120, 0)`, "race:best_speed: the terms need a whole number `step`, not nothing (nil)"},
		{`race:best_speed(car, { step = 20, turns = 99, up = 0, tow = 0, tow_speed = 0, beset = 0 }, 1000, 9, 100, 120, 0)`, "look 99 turns ahead; it is 1 or more, and 1 to 20 turns"},
		{`race:best_speed(car, { step = 20, turns = 4, up = 0, tow = 0, tow_speed = 0, beset = 0 }, 1000, 9, 100, 120, 0)`, "race:best_speed: `over` of the terms is a list of 4 rows, not nothing (nil)"},
		{`race:best_speed(car, { step = 20, turns = 4, up = 0, tow = 0, tow_speed = 0, beset = 0, over = { { 1 }, {}, {}, {} } }, 1000, 9, 100, 120, 0)`, "race:best_speed: row 1 of `over` holds pairs of whole numbers from 0"},
		{`race:worth_driving(car, self.terms, 1000, 9, 100000)`, "race:worth_driving: 100000 spaces; a path has 0 to"},
	} {
		if err := postedGame(t, test.does); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.does, err)
		}
	}
}
