package track_test

import (
	"slices"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/scripts/internal/track"
)

func TestLimitRefuses(t *testing.T) {
	const speeds = "a limit is a whole number from 1 to 1000, not "
	corner := func(keys string) string { // rows 11 to 14; the other corner is as long
		return strings.Replace(twisty("", "corner { spaces = { 2, 4 }, turn = 180, "+keys+" }"), "spaces = 8", "spaces = 4", 1)
	}
	refuse(t, []refusal{
		{"one", corner("limit = 100"), ""},
		{"any whole number", corner("limit = { 1, 1000 }"), ""},
		{"one for each lane", corner("limit = { 80, 100 }"), ""},
		{"of a straight", twisty("", "straight { spaces = 2, limit = 60 },\n"+hairpin+",\nstraight { spaces = 2 }"), ""},
		{"a line", corner(`limit = 100, line = { ["in"] = "x .", out = ". . x x" }`), ""},
		{"a line in one lane", corner(`line = { out = ". x x x" }`), ""},
		{"a line through two lanes and back", corner(`line = { ["in"] = "x .", out = "x . x x" }`), ""},
		{"a text", corner("\nlimit = \"fast\""), "test/ring.lua:5: " + speeds + `the text "fast"`},
		{"half", corner("limit = 90.5"), "test/ring.lua:4: " + speeds + "the number 90.5"},
		{"none", corner("limit = 0"), "test/ring.lua:4: " + speeds + "the number 0"},
		{"too high", corner("limit = 1001"), "test/ring.lua:4: " + speeds + "the number 1001"},
		{"one lane too few", corner("\nlimit = { 80 }"), "test/ring.lua:5: limit lists 1 speeds; it needs one for each of 2 lanes, from lane 1 on"},
		{"one lane wrong", corner("limit = { 80,\n-85 }"), "test/ring.lua:5: " + speeds + "the number -85"},
		{"one lane too many", corner("\nlimit = { 80, 100, 120 }"), "test/ring.lua:5: limit lists 3 speeds; ..."},
		{"a lane 0", corner("limit = { 80, 100,\n[0] = 80 }"), "test/ring.lua:5: `0`: no such key here; this is a list, which begins at 1 and has no holes"},
		{"a lane 1.5", corner("limit = { 80, 100,\n[1.5] = 80 }"), "test/ring.lua:5: `1.5`: no such key here; ..."},
		{"a lane far off", corner("limit = { 80, 100, [1e9] = 80 }"), "test/ring.lua:4: `1000000000`: no such key here; ..."},
		{"lanes by name", corner("limit = { 80, out = 100 }"), "test/ring.lua:4: `out`: no such key here\ntest/ring.lua:4: limit lists 1 speeds; ..."},
		{"line is a text", corner(`line = "x ."`), `test/ring.lua:4: line is a table with a text for each lane that it touches, such as in = ". x .", not the text "x ."`},
		{"line of no lane", corner("line = {\nou = \"x\" }"), "test/ring.lua:5: `ou`: no such lane; there are in, out"},
		{"line of a number", corner(`line = { out = 4 }`), `test/ring.lua:4: the line in lane out is a text with a word for each of its 4 spaces, such as ". x .", not the number 4`},
		{"line too short", corner(`line = { out = "x . x" }`), `test/ring.lua:4: the line in lane out is a text with a word for each of its 4 spaces, such as ". x .", not the text "x . x"`},
		{"line of other words", corner(`line = { out = "x . o ." }`), `test/ring.lua:4: lane out: "o" is no word of a line: write x for a space on it and . for another`},
		{"a gap", corner("\nline = { out = \"x . x .\" }"), "test/ring.lua:5: the line breaks here: 11/out does not lead to 13/out"},
		{"level spaces", corner(`line = { ["in"] = "x .", out = ". x . ." }`), "test/ring.lua:4: the line breaks here: 12/in does not lead to 12/out"},
		{"against the arrows", corner("stops = 1, line = {\n[\"in\"] = \". x\", out = \". . x .\" }"), "test/ring.lua:4: the line breaks here: 13/out does not lead to 14/in"},
	})
}

// limited has a limit for each lane of a corner that the line crosses, and one
// for all of another.
var limited = ring(`name = "Fast", grid = { places = 4 }, lanes = { "in", "out" }, pit_lane = { from = 34, to = 3, boxes = 2 },`,
	`straight { spaces = 10 },
corner { spaces = { 4, 8 }, turn = 180, limit = { 80, 120 }, line = { ["in"] = ". x x x", out = "x x x . . . . ." } },
straight { spaces = 10, limit = 120 },
corner { spaces = 8, turn = 180, limit = 120 },`)

// A space has a limit and lies on the line or not; where there is neither, and
// in the pit lane, it is nil.
func TestLimitsOfSpaces(t *testing.T) {
	got := loadRing(t, limited)
	if s := got.Sections[1]; !slices.Equal(s.Said["limit"].Numbers, []int{80, 120}) || !slices.Equal(s.Said["line"].Lanes, []int{2, 2, 2, 1, 1, 1}) {
		t.Errorf("section %+v", s)
	}
	if s := got.Sections[0]; s.Said != nil {
		t.Errorf("section %+v", s)
	}
	limit, line := got.Attribute("limit"), got.Attribute("line")
	for name, want := range map[string]string{
		"1/in": "nil nil", "12/in": "80 nil", "14/in": "80 true", "11/out": "120 true", "13/out": "120 true",
		"14/out": "120 nil", "19/in": "120 nil", "36/pit": "nil nil", "box-1": "nil nil",
	} {
		id := got.Find(name)
		if said := limit.Value(id).String() + " " + line.Value(id).String(); said != want {
			t.Errorf("%s: %s, want %s", name, said, want)
		}
		if n, _ := limit.Value(id).Whole(); limit.Numbers()[id] != n {
			t.Errorf("%s: %d, want %d", name, limit.Numbers()[id], n)
		}
	}
	if limit.Texts() != nil || line.Numbers() != nil || line.Where("x") != board.None {
		t.Error("an attribute has what it is not for")
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
		got, err := ownTrack(test.name)
		if err != nil {
			t.Fatal(err)
		}
		limits, lines, slow := 0, 0, 400
		for i := range got.Sections {
			s := &got.Sections[i]
			if said := s.Said["limit"].Numbers; said != nil {
				limits++
				slow = min(slow, slices.Min(said))
			}
			if s.Said["line"].Lanes != nil {
				lines++
				follows(t, got, s)
			}
		}
		if !got.Closed || got.Laps != 3 || got.Lanes != 3 || len(got.Grid) != 24 || got.Rows != test.rows || limits != test.limited || lines != test.lined || slow != test.slow {
			t.Errorf("%s: closed %v, %d laps, %d lanes, %d places, %d rows, %d limits from %d mph, %d lines",
				test.name, got.Closed, got.Laps, got.Lanes, len(got.Grid), got.Rows, limits, slow, lines)
		}
	}
}

// follows holds that the line of a section runs through all its rows, and from
// each to the next.
func follows(t *testing.T, got *track.Track, s *track.Section) {
	t.Helper()
	line := s.Said["line"].Lanes
	if len(line) != s.To-s.From+1 {
		t.Errorf("%s, %s: the line has %d spaces, the section %d rows", got.Name, s.Name, len(line), s.To-s.From+1)
		return
	}
	for i := 1; i < len(line); i++ {
		from, to := got.At(s.From+i-1, line[i-1]), got.At(s.From+i, line[i])
		if from == board.None || to == board.None || !slices.Contains(got.Space(from).Next, to) {
			t.Errorf("%s, %s: row %d of the line does not lead on", got.Name, s.Name, s.From+i-1)
		}
	}
}
