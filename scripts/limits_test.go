package scripts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/scripts"
)

func TestLimitRefuses(t *testing.T) {
	const speeds = "a limit is a speed from 20 to 400 in steps of 20, not "
	corner := func(keys string) string { // rows 11 to 14; the other corner is as long
		return strings.Replace(twisty("", "corner { spaces = { 2, 4 }, turn = 180, "+keys+" }"), "spaces = 8", "spaces = 4", 1)
	}
	for _, test := range []refusal{
		{"one", corner("limit = 100"), ""},
		{"one for each lane", corner("limit = { 80, 100 }"), ""},
		{"of a straight", twisty("", "straight { spaces = 2, limit = 60 },\n"+hairpin+",\nstraight { spaces = 2 }"), ""},
		{"a line", corner(`limit = 100, line = { ["in"] = "x .", out = ". . x x" }`), ""},
		{"a line in one lane", corner(`line = { out = ". x x x" }`), ""},
		{"a line through two lanes and back", corner(`line = { ["in"] = "x .", out = "x . x x" }`), ""},
		{"a text", corner("\nlimit = \"fast\""), "test/ring.lua:5: " + speeds + `the text "fast"`},
		{"no step", corner("limit = 90"), "test/ring.lua:4: " + speeds + "the number 90"},
		{"none", corner("limit = 0"), "test/ring.lua:4: " + speeds + "the number 0"},
		{"too high", corner("limit = 420"), "test/ring.lua:4: " + speeds + "the number 420"},
		{"one lane too few", corner("\nlimit = { 80 }"), "test/ring.lua:5: limit lists 1 speeds; it needs one for each of 2 lanes, from lane 1 on"},
		{"one lane wrong", corner("limit = { 80,\n85 }"), "test/ring.lua:5: " + speeds + "the number 85"},
		{"lanes by name", corner("limit = { 80, out = 100 }"), "test/ring.lua:4: `out`: no such key here\ntest/ring.lua:4: limit lists 1 speeds; ..."},
		{"line is a text", corner(`line = "x ."`), `test/ring.lua:4: line is a table with a text for each lane that it touches, such as in = ". x .", not the text "x ."`},
		{"line of no lane", corner("line = {\nou = \"x\" }"), "test/ring.lua:5: `ou`: no such lane; there are in, out"},
		{"line of a number", corner(`line = { out = 4 }`), `test/ring.lua:4: the line in lane out is a text with a word for each of its 4 spaces, such as ". x .", not the number 4`},
		{"line too short", corner(`line = { out = "x . x" }`), `test/ring.lua:4: the line in lane out is a text with a word for each of its 4 spaces, such as ". x .", not the text "x . x"`},
		{"line of other words", corner(`line = { out = "x . o ." }`), `test/ring.lua:4: lane out: "o" is no word of a line: write x for a space on it and . for another`},
		{"a gap", corner("\nline = { out = \"x . x .\" }"), "test/ring.lua:5: the line breaks here: 11/out does not lead to 13/out"},
		{"level spaces", corner(`line = { ["in"] = "x .", out = ". x . ." }`), "test/ring.lua:4: the line breaks here: 12/in does not lead to 12/out"},
		{"against the arrows", corner("stops = 1, line = {\n[\"in\"] = \". x\", out = \". . x .\" }"), "test/ring.lua:4: the line breaks here: 13/out does not lead to 14/in"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := scripts.LoadTrack(files(map[string]string{"ring": test.source}), "ring")
			said(t, err, test.want)
		})
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
// the pit lane, it is false.
func TestLimitsOfSpaces(t *testing.T) {
	track := loadRing(t, limited)
	if s := track.Sections[1]; !slices.Equal(s.Limits, []int{80, 120}) || !slices.Equal(s.Line, []int{2, 2, 2, 1, 1, 1}) {
		t.Errorf("section %+v", s)
	}
	if s := track.Sections[0]; s.Limits != nil || s.Line != nil {
		t.Errorf("section %+v", s)
	}
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
	want := "1/in false false, 12/in 80 false, 14/in 80 true, 11/out 120 true, 13/out 120 true, 14/out 120 false, 19/in 120 false, 36/pit false false, "
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
	results, err := scripts.RunSpecs(files(own), scripts.Variants+"/my_spec", func(string) bool { return true })
	if err != nil || len(results) == 0 {
		t.Fatalf("%d specs, %v", len(results), err)
	}
	for _, r := range results {
		if r.Err != nil {
			t.Errorf("%s: %v", r.Name, r.Err)
		}
	}
}

// The tracks of posted speeds: three abreast, closed, with limits that the
// fastest car must brake for, and a line to follow through the most of them.
func TestPostedTracks(t *testing.T) {
	for _, test := range []struct {
		name                       string
		rows, limited, lined, slow int
	}{
		{"indianapolis", 80, 4, 4, 120},
		{"monza_1933", 108, 7, 4, 60},
	} {
		track, err := scripts.LoadTrack(files(nil), test.name)
		if err != nil {
			t.Fatal(err)
		}
		limits, lines, slow := 0, 0, 400
		for i := range track.Sections {
			s := &track.Sections[i]
			if s.Limits != nil {
				limits++
				slow = min(slow, slices.Min(s.Limits))
			}
			if s.Line != nil {
				lines++
				follows(t, track, s)
			}
		}
		if !track.Closed || track.Laps != 3 || track.Lanes != 3 || len(track.Grid) != 24 || track.Rows != test.rows || limits != test.limited || lines != test.lined || slow != test.slow {
			t.Errorf("%s: closed %v, %d laps, %d lanes, %d places, %d rows, %d limits from %d mph, %d lines",
				test.name, track.Closed, track.Laps, track.Lanes, len(track.Grid), track.Rows, limits, slow, lines)
		}
	}
}

// follows holds that the line of a section runs through all its rows, and from
// each to the next.
func follows(t *testing.T, track *scripts.Track, s *scripts.Section) {
	t.Helper()
	if len(s.Line) != s.To-s.From+1 {
		t.Errorf("%s, %s: the line has %d spaces, the section %d rows", track.Name, s.Name, len(s.Line), s.To-s.From+1)
		return
	}
	for i := 1; i < len(s.Line); i++ {
		from, to := track.At(s.From+i-1, s.Line[i-1]), track.At(s.From+i, s.Line[i])
		if from == board.None || to == board.None || !slices.Contains(track.Space(from).Next, to) {
			t.Errorf("%s, %s: row %d of the line does not lead on", track.Name, s.Name, s.From+i-1)
		}
	}
}
