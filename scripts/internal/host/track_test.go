package host_test

import (
	"strings"
	"testing"
)

// ahead lists what lies ahead as text, in the rules.
const ahead = `local function text(list)
  local parts = {}
  for i, run in ipairs(list) do parts[i] = (run.limit or run.number) .. (run.owed and "/" .. run.owed or "") .. "@" .. run.entry .. "-" .. run.exit end
  return table.concat(parts, " ")
end
`

// What rules are told of the track, and what they are refused.
func TestTrackSays(t *testing.T) {
	for _, test := range []struct{ does, want string }{
		{`error(text(race:corners_ahead(car, 9)))`, "1/1@7-10"},
		{`error("none:" .. text(race:corners_ahead(car, 0)) .. ".")`, "none:."},
		{`error(text(race:limits_ahead(car, 9)))`, "60@11-20"},
		{`error("none:" .. text(race:limits_ahead(car, 0)) .. ".")`, "none:."},
		{`race:shift(car, race:space("12/inside")); error(text(race:corners_ahead(car, 9)) .. " " .. text(race:limits_ahead(car, 1)))`, "1/1@0-3 60@4-13"},
		{`if race.round == 2 then error(text(race:corners_ahead(car, 1))) end if car.name == "A" then race:shift(car, race:space("12/inside")) end`, "1/0@0-3"},
		{`race:shift(car, race:space("20/inside")); error(text(race:corners_ahead(car, 9)) .. "|" .. text(race:limits_ahead(car, 1)))`, "|60@0-5"},
		{`local c = race:corner(1); error(c.name .. c.from .. c.to .. c.stops .. c.inside .. c.shortest .. c.longest)`, "Only11151145"},
		{`race:shift(car, race:space("9/outside")); local off = race:off_inside(car); race:shift(car, race:space("12/inside")); error("off " .. off .. race:off_inside(car))`, "off 10"},
		{`race:shift(car, race:space("20/outside")); error("off " .. race:off_inside(car))`, "off 0"},
		{`race:paths(car, 2, { shortest = 1, short = 2, long = 2 })`, "race:paths: `long`: no such option; there are areas"},
		{`race:corner(2)`, "race:corner: Ring has no corner 2; they are numbered 1 to 1"},
		{`race:row(26)`, "race:row: Ring has no row 26; they are numbered 1 to 25"},
		{`race:space("9/x")`, "race:space: Ring has no space \"9/x\""},
		{`race:ahead(1)`, "race:ahead: argument 1 must be a space or a car, not the number 1"},
		{`error(tostring(race:flag("x")) .. tostring(race:pit_lane()) .. tostring(race:track_data()) .. tostring(race:weather_chart(1)))`, "nilnilnilnil"},
		{`race:weather_chart(21)`, "race:weather_chart: a d20 has no face 21"},
		{`race:places()`, "race:places: this track has a board: places follow from where the cars stand"},
		{`race:tell(car, "seen", { by = race })`, "race:tell: field `by`: a text, a number"},
		{`race:tell(car, "move")`, "race:tell: the program itself tells `move`"},
		{`car.n = race`, "A.n holds the race itself"},
		{`race:count(car, "x", 100001)`, "race:count: it counts something that has a name"},
		{`race:roll(car, "d6", "")`, "race:roll: the purpose is empty"},
		{`race:drive(car, car)`, "race:drive: argument 2 must be a path that race:paths found in this step, not a table"},
		{`race:paths(car, 2):spaces(race:paths(car, 2):list()[1])`, "paths:spaces: that path is one of other paths"},
		{`race:paths(car, 2, { unused = "L" })`, "race:paths: unused is a text of capitals"},
		{`race:paths(car, 2, { change = 1 })`, "race:paths: `change`: no such option; did you mean `changes`?"},
		{`race:paths(car, 2):best { speed = 1 }`, "paths:best: `speed` with the weight the number 1: weights are numbers, by one of areas, steps"},
	} {
		h, r := begin(t, ahead+"function V:turn(race, car) "+test.does+" end")
		if err := rest(h, r); err == nil || !strings.Contains(err.Error(), ": "+test.want) {
			t.Errorf("%s: %v", test.does, err)
		}
	}
}

// A path is good for one step: tables of paths are forgotten with the next.
func TestPathsAreStale(t *testing.T) {
	for does, want := range map[string]string{
		"race:drive(car, self.memo.path)": "a path that race:paths found in this step",
		"car.n = self.memo.path.steps":    "that path was found in an earlier step",
	} {
		h, r := begin(t, `function V:turn(race, car)
  if car.name == "A" then self.memo.path = race:paths(car, 2):list()[1] else `+does+` end
end`)
		if err := rest(h, r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", does, err)
		}
	}
}
