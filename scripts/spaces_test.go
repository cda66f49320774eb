package scripts_test

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/spec"
)

// ring is a circuit of which a test gives the keys; the sections begin on line 3.
func ring(keys, sections string) string {
	return `local track = require "track"; local straight, corner = track.straight, track.corner` + "\nreturn track.circuit { " + keys + "\n" + sections + "\n}"
}

const (
	named = `name = "Ring", grid = { places = 4 },`
	oval  = "straight { spaces = 6 },\ncorner { spaces = 14, turn = 180 },\nstraight { spaces = 6 },\ncorner { spaces = 14, turn = 180 },"
)

const hairpin = "corner { spaces = { 4, 8 }, turn = 180, stops = 2, name = \"Hairpin\" }"

// banked is a ring of two lanes and one more on either side in some sections;
// the sections begin on line 3, the second of them on line 4.
func banked(keys, second string) string {
	return ring(`name = "Bank", grid = { places = 4 }, lanes = { "low", "in", "out", "high" }, side_lanes = { "low", "high" },`+keys,
		"straight { spaces = 6 },\n"+second+",\nstraight { spaces = 26 },\ncorner { spaces = 6, turn = 180 },\nstraight { spaces = 20 },")
}

// say runs a rule's lines in the turn of a car that stands on 6/in and returns
// the text that they leave in s.
func say(t *testing.T, track, lines string) (string, error) {
	t.Helper()
	p := load(t, scripts.Options{Variant: "my", Track: "ring"}, map[string]string{
		"my":   turn(`local s = ""; ` + lines + `; race:tell(car, "say", { text = s })`),
		"ring": strings.Replace(track, "places = 4", "places = 4, row = 6", 1),
	})
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err == nil {
		_, err = g.Play() // the grid
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Play()
	if err != nil {
		return "", err
	}
	return fmt.Sprint(c.Events[len(c.Events)-1].Get("text")), nil
}

// Rules find a space by its flag, read the flag of a space, and drive along
// lanes that begin and end.
func TestSideLanesInRules(t *testing.T) {
	track := banked("", "straight { spaces = 2, widened = true, flags = { low = { false, \"red\" }, high = { \"blue\" }, out = { [2] = \"white\" } } },\n"+hairpin)
	for _, test := range []struct{ name, lines, want string }{
		{"flag", `s = race:flag("red").name .. " " .. race:flag("blue").name .. " " .. race:flag("white").name`, "8/low 7/high 8/out"},
		{"no flag", `s = tostring(race:flag("green")) .. tostring(race:flag(""))`, "nilnil"},
		{"flag of a space", `s = race:space("8/low").flag .. tostring(race:space("7/low").flag) .. tostring(race:space("1/in").flag)`, "rednilnil"},
		{"paths", `for _, p in ipairs(race:paths(car, 3, { changes = 1 }):list()) do s = s .. p.id .. ">" .. p.to.name .. p.changes .. " " end`, "3>10/in0 1R1>10/in1 2L>9/out1 "},
		{"written with the way back", `s = race:paths(car, 3, { changes = 1 }):find("1RL").id`, "1R1"},
		{"not straight over", `local p, why = race:paths(car, 3, { changes = 2 }):find("RR1"); s = why`, "RR1: from 7/low no step leads to the right (step 2)"},
		{"ahead", `s = race:ahead(race:space("8/low")).name .. " " .. race:ahead(race:space("8/high")).name`, "10/in 9/out"},
		{"corners ahead", `race:drive(car, race:paths(car, 1, { changes = 1 }):find("R")); local c = race:corners_ahead(car, 1)[1]; s = car.space.name .. " " .. c.entry .. "-" .. c.exit`, "7/low 2-5"},
		{"distance", `local far = race:distance(car); race:drive(car, race:paths(car, 3, { changes = 1 }):find("R2")); s = tostring(race:distance(car) - far)`, "4"},
	} {
		if got, err := say(t, track, test.lines); err != nil || got != test.want {
			t.Errorf("%s: %q (%v), want %q", test.name, got, err, test.want)
		}
	}
	for lines, want := range map[string]string{
		`race:flag(3)`:                   "race:flag: argument 1 must be a text, not the number 3",
		`race:flag("red").flag = "blue"`: "a rule wrote `flag` of the space 8/low",
	} {
		if _, err := say(t, track, lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", lines, err, want)
		}
	}
}

// limited has a limit for each lane of a corner that the line crosses, and one
// for all of another.
var limited = ring(`name = "Fast", grid = { places = 4 }, lanes = { "in", "out" }, pit_lane = { from = 34, to = 3, boxes = 2 },`,
	`straight { spaces = 10 },
corner { spaces = { 4, 8 }, turn = 180, limit = { 80, 120 }, line = { ["in"] = ". x x x", out = "x x x . . . . ." } },
straight { spaces = 10, limit = 120 },
corner { spaces = 8, turn = 180, limit = 120 },`)

// Rules read the limit and the line of a space; where there is none, and in

func TestLimitsOfSpaces(t *testing.T) {
	spec := `local spec = require "spec"
spec.it("reads them", function()
  local race = spec.race { variant = "my", track = "ring", cars = { { name = "A", at = 1 } } }
  race:turn("A")
  spec.expect(race:field("any")).equals("%s")
end)`
	body := `for _, name in ipairs { "1/in", "12/in", "14/in", "11/out", "13/out", "14/out", "19/in", "36/pit" } do
  local s = race:space(name)
  race.any = race.any .. name .. " " .. tostring(s.limit) .. " " .. tostring(s.line) .. ", "
end`
	want := "1/in nil nil, 12/in 80 nil, 14/in 80 true, 11/out 120 true, 13/out 120 true, 14/out 120 nil, 19/in 120 nil, 36/pit nil nil, "
	passes(t, map[string]string{"my": turn(body), "ring": limited, "my_spec": fmt.Sprintf(spec, want)})
}

// Straight ahead of a car lie runs of spaces with one limit; where one limit
// goes on in the next section it is one run, and the next lap is looked at too.
func TestLimitsAhead(t *testing.T) {
	body := `for _, run in ipairs(race:limits_ahead(car, race.n)) do
  race.any = race.any .. run.limit .. " " .. run.entry .. "-" .. run.exit .. ", "
end`
	spec := `local spec = require "spec"
for _, case in ipairs {
  { "1/in",   3, "80 10-13, 120 14-31, " },
  { "1/in",   1, "80 10-13, " },
  { "1/in",   0, "" },
  { "1/out",  3, "120 10-35, " },
  { "14/in",  2, "80 0-2, 120 3-20, " },
  { "36/out", 2, "120 0-0, 120 11-35, " },
  { "36/pit", 1, "80 11-14, " },
} do
  spec.it("from " .. case[1] .. ", " .. case[2], function()
    local race = spec.race { variant = "my", track = "ring", cars = { { name = "A", at = case[1] } }, race = { n = case[2] } }
    race:turn("A")
    spec.expect(race:field("any")).equals(case[3])
  end)
end`
	passes(t, map[string]string{"my": turn(body), "ring": limited, "my_spec": spec})
}

// passes runs the specs my_spec, which must all pass.
func passes(t *testing.T, own map[string]string) {
	t.Helper()
	results, err := spec.Run(files(own), scripts.Variants+"/my_spec", func(string) bool { return true })
	if err != nil || len(results) == 0 {
		t.Fatalf("%d specs, %v", len(results), err)
	}
	for _, r := range results {
		if r.Err != nil {
			t.Errorf("%s: %v", r.Name, r.Err)
		}
	}
}
