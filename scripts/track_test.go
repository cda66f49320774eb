package scripts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// ring is a circuit of which a test gives the keys; the sections begin on line 3.
func ring(keys, sections string) string {
	return `local track = require "track"; local straight, corner = track.straight, track.corner` + "\nreturn track.circuit { " + keys + "\n" + sections + "\n}"
}

const (
	named = `name = "Ring", grid = { places = 4 },`
	oval  = "straight { spaces = 6 },\ncorner { spaces = 14, turn = 180 },\nstraight { spaces = 6 },\ncorner { spaces = 14, turn = 180 },"
)

func TestTrackRefuses(t *testing.T) {
	for _, test := range []refusal{
		{"closes", ring(named, oval), ""},
		{"closes to the left", ring(named, strings.ReplaceAll(oval, "180", "-180")), ""},
		{"turns too little", ring(named, strings.Replace(oval, "180", "90", 1)),
			"test/ring.lua:2: the circuit does not close: its corners turn +270 degrees in all; 360 to one side are needed (or say closed = false)"},
		{"turns both ways", ring(named, strings.Replace(oval, "180", "-180", 1)),
			"test/ring.lua:2: the circuit does not close: its corners turn +0 degrees in all; 360 to one side are needed (or say closed = false)"},
		{"turns twice", ring(named, strings.ReplaceAll(oval, "180", "360")), "test/ring.lua:2: the circuit does not close: its corners turn +720 degrees in all; ..."},
		{"gap", ring(named, strings.Replace(oval, "spaces = 6", "spaces = 12", 1)),
			"test/ring.lua:2: the circuit does not close: it ends 6.0 spaces to the right of the line and 0.0 below it, seen with the first straight going right; lengthen or shorten straights (or say closed = false)"},
		{"open", ring(`closed = false, `+named, "straight { spaces = 6 },"), ""},
		{"open with laps", ring(`closed = false, laps = 3, `+named, "straight { spaces = 6 },"), "test/ring.lua:2: laps: a track that does not close has one lap, not 3"},
		{"closed is a text", ring(`closed = "no", `+named, oval), "test/ring.lua:2: closed is true or false, not the text \"no\""},
		{"unknown key", ring(named+"\nlane = 2,", oval), "test/ring.lua:3: `lane`: no such key here; did you mean `lanes`?"},
		{"unknown key of a straight", ring(named, "straight { spaces = 6, turn = 3 },\n"+oval), "test/ring.lua:3: `turn`: no such key here"},
		{"unknown key of a corner", ring(named, oval+"\ncorner { spaces = 6,\n tun = 3 }"), "test/ring.lua:7: a corner needs turn = DEGREES: 90 is to the right, -90 to the left\ntest/ring.lua:8: `tun`: no such key here; did you mean `turn`?"},
		{"no name", ring(`grid = { places = 4 },`, oval), "test/ring.lua:2: a circuit needs a name, not nothing (nil)"},
		{"name is a number", ring(`grid = { places = 4 }, name = 4,`, oval), "test/ring.lua:2: a circuit needs a name, not the number 4"},
		{"no grid", ring(`name = "Ring",`, oval), "test/ring.lua:2: a circuit needs a grid: grid = { places = 24 }"},
		{"grid is a number", ring(`name = "Ring", grid = 24,`, oval), "test/ring.lua:2: a circuit needs a grid: grid = { places = 24 }..."},
		{"grid without places", ring(`name = "Ring", grid = { row = 3 },`, oval), "test/ring.lua:2: the grid needs places = N"},
		{"grid too big", ring(`name = "Ring", grid = { places = 41 },`, oval), "test/ring.lua:2: places must be a whole number from 1 to 40, not the number 41"},
		{"grid too far", ring(`name = "Ring", lanes = 2, grid = {`+"\nplaces = 9, row = 4 },", oval), "test/ring.lua:2: the grid has 9 places, but there are only 4 rows behind its first"},
		{"grid's row", ring(`name = "Ring", grid = { places = 4, row = 41 },`, oval), "test/ring.lua:2: row must be a whole number from 1 to 40, not the number 41"},
		{"grid's key", ring(`name = "Ring", grid = { places = 4, rows = 3 },`, oval), "test/ring.lua:2: `rows`: no such key here; did you mean `row`?"},
		{"marks is a number", ring(named+" marks = 10,", oval), "test/ring.lua:2: marks is { every = 10 } or a list of rows, not the number 10"},
		{"mark beyond", ring(named+"\nmarks = { 10,\n41 },", oval), "test/ring.lua:4: the number 41 cannot be marked: the track has rows 1 to 40"},
		{"mark is a text", ring(named+"\nmarks = { \"10\" },", oval), "test/ring.lua:3: the text \"10\" cannot be marked: the track has rows 1 to 40"},
		{"marks every 0", ring(named+"\nmarks = { every = 0 },", oval), "test/ring.lua:3: every must be a whole number from 1 to 40, not the number 0"},
		{"marks' key", ring(named+"\nmarks = { evry = 5 },", oval), "test/ring.lua:3: `evry`: no such key here; did you mean `every`?"},
		{"corner without a turn", ring(named, oval+"\ncorner { spaces = 3 }"), "test/ring.lua:7: a corner needs turn = DEGREES: 90 is to the right, -90 to the left"},
		{"corner of a turn and more", ring(named, oval+"\ncorner { spaces = 3, turn = 400 }"), "test/ring.lua:7: turn must be a whole number from -360 to 360, not the number 400"},
		{"straight without spaces", ring(named, oval+"\nstraight {}"), "test/ring.lua:7: a straight needs spaces = N, the rows it is long"},
		{"straight of half a space", ring(named, oval+"\nstraight { spaces = 0.5 }"), "test/ring.lua:7: spaces must be a whole number from 1 to 5000, not the number 0.5"},
		{"section that is a table", ring(named, oval+"\n{ spaces = 4 }"), "test/ring.lua:7: section 5 must be made by straight { ... } or corner { ... }, not be a table"},
		{"section that is a text", ring(named, oval+"\n\"straight\""), "test/ring.lua:7: section 5 must be made by straight { ... } or corner { ... }, not be the text \"straight\""},
		{"no sections", ring(named, ""), "test/ring.lua:2: a circuit needs sections: straight { spaces = 12 }, corner { turn = 90, spaces = 5 }, ..."},
		{"too long", ring(`closed = false, `+named, "straight { spaces = 5000 },\nstraight { spaces = 1 }"), "test/ring.lua:4: the track has more than 5000 rows"},
		{"lanes 0", ring(named+" lanes = 0,", oval), "test/ring.lua:2: lanes must be a whole number from 1 to 32, not the number 0"},
		{"lanes 33", ring(named+" lanes = 33,", oval), "test/ring.lua:2: lanes must be a whole number from 1 to 32, not the number 33"},
		{"lanes as a text", ring(named+" lanes = \"two\",", oval), "test/ring.lua:2: lanes must be a whole number from 1 to 32, not the text \"two\""},
		{"lane name with a space", ring(named+" lanes = { \"in side\" },", oval), "test/ring.lua:2: \"1/in side\" cannot be a space's name: write it in one word"},
		{"lane names twice", ring(named+" lanes = { \"in\", \"in\" },", oval), "test/ring.lua:2: two spaces are called \"1/in\""},
		{"lane is a number", ring(named+"\nlanes = { 1, 2 },", oval), "test/ring.lua:3: lane 1 needs a name, not the number 1\ntest/ring.lua:3: lane 2 needs a name, not the number 2"},
		{"no lanes", ring(named+"\nlanes = {},", oval), "test/ring.lua:3: a track has 1 to 32 lanes"},
		{"laps", ring(named+"\nlaps = -1,", oval), "test/ring.lua:3: laps must be a whole number from 0 to 1000, not the number -1"},
		{"pit_lane", ring(named+" pit_lane = { from = 38, to = 4, offset = 2 },", oval), ""},
		{"pit_lane beyond", ring(named+" pit_lane = { from = 41, to = 4 },", oval), "test/ring.lua:2: from must be a whole number from 1 to 40, not the number 41"},
		{"pit_lane is a number", ring(named+" pit_lane = 4,", oval), "test/ring.lua:2: pit_lane is { from = ROW, to = ROW, offset = SPACES }, not the number 4"},
		{"pit_lane's key", ring(named+" pit_lane = { form = 3, to = 4 },", oval), "test/ring.lua:2: `form`: no such key here; did you mean `from`?"},
		{"two in the order of lines", ring(named+"\nlane = 2,\nmarks = {},", "straight {},\n"+oval), "test/ring.lua:3: `lane`: no such key here; did you mean `lanes`?\ntest/ring.lua:5: a straight needs spaces = N, the rows it is long"},
		{"no circuit", "return { name = \"Ring\" }", "test/ring.lua: a track ends with `return track.circuit { ... }`, or track.positions for one without a board; this file returns a table"},
		{"nothing", "", "test/ring.lua: a track ends with `return track.circuit { ... }`, or track.positions for one without a board; this file returns nothing (nil)"},
		{"circuit of a number", "local track = require \"track\"\nreturn track.circuit(4)", "test/ring.lua:2: track.circuit: argument 1 must be a table, not the number 4"},
		{"misspelled", "local track = require \"track\"\nreturn track.circut {}", "test/ring.lua:2: this calls what is not a function: `circut`"},
		{"function as a key", ring(named+"\n[error] = 3,", oval), "test/ring.lua:2: it has a function as a key; use names and numbers as keys"},
		{"syntax", ring(named+" lanes 2,", oval), "test/ring.lua:2: syntax error near `2`"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := scripts.LoadTrack(files(map[string]string{"ring": test.source}), "ring")
			said(t, err, test.want)
			if _, err := scripts.Load(files(map[string]string{"ring": test.source}), scripts.Options{Variant: "paper_f1", Track: "ring"}); (err == nil) != (test.want == "") {
				t.Errorf("with a variant: %v", err)
			}
		})
	}
}

func TestTrackSpaces(t *testing.T) {
	b, err := scripts.LoadTrack(files(map[string]string{"ring": ring(`name = "Ring", lanes = { "in", "mid", "out" }, marks = { every = 20, name = "oil" }, grid = { places = 4, row = 38 },`, oval)}), "ring")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, id := range b.Grid {
		got = append(got, b.Space(id).Name)
	}
	for _, name := range []string{"1/in", "40/out", "20/mid", "7/in"} {
		s := b.Space(b.Find(name))
		next := ""
		for _, to := range s.Next {
			next += " " + b.Space(to).Name
		}
		got = append(got, fmt.Sprintf("%s:%s %q", name, next, s.Mark))
	}
	want := `38/in, 38/mid, 38/out, 37/in, 1/in: 2/in 2/mid "", 40/out: 1/out 1/mid "oil", 20/mid: 21/mid 21/in 21/out "oil", 7/in: 8/in 8/mid ""`
	if strings.Join(got, ", ") != want {
		t.Errorf("\n got %s\nwant %s", strings.Join(got, ", "), want)
	}
	if !b.Closed || b.Rows != 40 || b.Lanes != 3 {
		t.Errorf("%d rows, %d lanes, closed %v", b.Rows, b.Lanes, b.Closed)
	}
}

// On an open track a race ends at its end.
func TestOpenTrack(t *testing.T) {
	p := load(t, scripts.Options{Variant: "my", Track: "hill"}, map[string]string{
		"my":   turn("race:advance(car, 7)"),
		"hill": ring(`name = "Hill", closed = false, lanes = 1, grid = { places = 2, row = 2 },`, "straight { spaces = 10 }, corner { spaces = 10, turn = 45 },"),
	})
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	for err == nil {
		_, err = g.Play()
	}
	if !errors.Is(err, race.ErrOver) || !strings.Contains(g.State(), "A home 1") || !strings.Contains(g.State(), "B home 2") {
		t.Errorf("%v in %s", err, g.State())
	}
}
