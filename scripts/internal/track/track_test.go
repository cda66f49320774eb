package track_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
)

// own are the project's tracks.
var own = source.Root{Folder: source.Tracks, FS: os.DirFS("../../../tracks"), Label: "tracks/"}

// files are a track called ring, and the project's own.
func files(ring string) source.Roots {
	mem := fstest.MapFS{"ring.lua": &fstest.MapFile{Data: []byte(ring)}}
	return source.Roots{{Folder: source.Tracks, FS: mem, Label: "test/"}, own}
}

// load reads a track from its text.
func load(text string) (*track.Track, error) {
	return track.New(luabox.New(luabox.NewUnits(files(text)), luabox.Hooks{})).Load("ring")
}

// ownTrack reads one of the project's.
func ownTrack(name string) (*track.Track, error) {
	return track.New(luabox.New(luabox.NewUnits(source.Roots{own}), luabox.Hooks{})).Load(name)
}

func loadRing(t *testing.T, text string) *track.Track {
	t.Helper()
	got, err := load(text)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// refusal is a track's file and what is said of it.
type refusal struct{ name, source, want string }

// refuse loads each.
func refuse(t *testing.T, tests []refusal) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := load(test.source)
			said(t, err, test.want)
		})
	}
}

// said compares an error's text; a want that ends in "..." is a beginning, ""
// is no error.
func said(t *testing.T, err error, want string) {
	t.Helper()
	got := ""
	if err != nil {
		got = err.Error()
	}
	if begin, ok := strings.CutSuffix(want, "..."); ok && strings.HasPrefix(got, begin) && got != "" {
		return
	}
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// ring is a circuit of which a test gives the keys; the sections begin on line 3.
func ring(keys, sections string) string {
	return `local track = require "track"; local straight, corner = track.straight, track.corner` + "\nreturn track.circuit { " + keys + "\n" + sections + "\n}"
}

const (
	named = `name = "Ring", grid = { places = 4 },`
	oval  = "straight { spaces = 6 },\ncorner { spaces = 14, turn = 180 },\nstraight { spaces = 6 },\ncorner { spaces = 14, turn = 180 },"
)

func TestTrackRefuses(t *testing.T) {
	refuse(t, []refusal{
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
	})
}

func TestTrackSpaces(t *testing.T) {
	b := loadRing(t, ring(`name = "Ring", lanes = { "in", "mid", "out" }, marks = { every = 20, name = "oil" }, grid = { places = 4, row = 38 },`, oval))
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

func TestSections(t *testing.T) {
	got, err := load(twisty("laps = 3,", `corner { spaces = { 4, 8 }, turn = 180, stops = 2, name = "Hairpin", hill = "up", surface = "ice" }`))
	if err != nil {
		t.Fatal(err)
	}
	want := []track.Section{
		{Kind: "straight", From: 1, To: 10, Spaces: []int{10, 10}, Capacity: 1},
		{Kind: "corner", Name: "Hairpin", From: 11, To: 18, Turn: 180, Spaces: []int{4, 8}, Capacity: 1, Stops: 2, Corner: 1, Said: map[string]track.Said{"hill": {Text: "up"}, "surface": {Text: "ice"}}},
		{Kind: "straight", From: 19, To: 28, Spaces: []int{10, 10}, Capacity: 1},
		{Kind: "corner", From: 29, To: 36, Turn: 180, Spaces: []int{8, 8}, Capacity: 1},
	}
	if got.Laps != 3 || !reflect.DeepEqual(got.Sections, want) {
		t.Errorf("%d laps\n got %+v\nwant %+v", got.Laps, got.Sections, want)
	}
}

func TestPositionsRefuse(t *testing.T) {
	made := "local track = require \"track\"\nreturn track.positions "
	for _, test := range []struct{ name, source, want string }{
		{"good", made + `{ name = "Bowl", turns = 6 }`, ""},
		{"no name", made + `{ turns = 6 }`, "test/ring.lua:2: a track needs a name, not nothing (nil)"},
		{"no turns", made + `{ name = "Bowl" }`, "test/ring.lua:2: a track without a board needs its length: turns = 50"},
		{"no turn", made + `{ name = "Bowl", turns = 0 }`, "test/ring.lua:2: turns must be a whole number from 1 to 1000, not the number 0"},
		{"a key of circuits", made + `{ name = "Bowl", turns = 6, lanes = 2 }`, "test/ring.lua:2: `lanes`: no such key here..."},
		{"misspelled", made + `{ name = "Bowl", turn = 6 }`, "test/ring.lua:2: `turn`: no such key here; did you mean `turns`?..."},
		{"sections", made + `{ name = "Bowl", turns = 6, track.straight { spaces = 4 } }`, "test/ring.lua:2: a track without a board has no sections; track.circuit makes one of them"},
		{"data of functions", made + `{ name = "Bowl", turns = 6, data = { f = error } }`, "test/ring.lua:2: data.f: a function cannot be kept..."},
		{"of a number", made + `(4)`, "test/ring.lua:2: track.positions: argument 1 must be a table, not the number 4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := load(test.source)
			if test.want == "" && (err != nil || got.Board != nil || got.Title != "Bowl" || got.Laps != 6) {
				t.Errorf("%+v, %v", got, err)
			}
			if test.want != "" {
				said(t, err, test.want)
			}
		})
	}
}

func TestDataValues(t *testing.T) {
	got, err := load(`return (require "track").positions { name = "B", turns = 1,
		data = { chips = { "wreck", "crash" }, miles = 12.5, more = { a = true, list = { { n = 1 }, { n = 2 } } } } }`)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, v := range got.Data.Values() {
		values = append(values, v.Path+"="+v.Text)
	}
	if want := "chips=wreck, crash|miles=12.5|more.a=true|more.list.1.n=1|more.list.2.n=2"; strings.Join(values, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(values, "|"), want)
	}
	if list := (*track.Data)(nil).Values(); list != nil {
		t.Errorf("no data has %v", list)
	}
}

// What a track has for single games is there for every track, said or not.
func TestWhatTracksHave(t *testing.T) {
	bowl, err := load(`return (require "track").positions { name = "B", turns = 1 }`)
	if err != nil {
		t.Fatal(err)
	}
	bends := loadRing(t, twisty(`weather = { ["1-8"] = "good", [9] = "changeable", ["10-20"] = "rain" },`, hairpin))
	for _, got := range []*track.Track{bowl, bends} {
		for i, name := range track.AttributeNames() {
			if a := got.Attribute(name); a == nil || a != got.Attributes()[i] || a.Where("nowhere") != board.None {
				t.Errorf("%s: attribute %s is %+v", got.Title, name, a)
			}
		}
		if c := got.Chart("weather"); c == nil || c != got.Charts()[0] || c.Dice.String() != "d20" {
			t.Errorf("%s: chart %+v", got.Title, c)
		}
		if got.Attribute("weather") != nil || got.Chart("hill") != nil {
			t.Errorf("%s has what there is not", got.Title)
		}
	}
	for face, want := range map[int]string{0: "", 1: "good", 8: "good", 9: "changeable", 10: "rain", 20: "rain", 21: ""} {
		if text, ok := bends.Chart("weather").Row(face); text != want || ok != (want != "") {
			t.Errorf("%d is %q, %v", face, text, ok)
		}
		if text, ok := bowl.Chart("weather").Row(face); text != "" || ok {
			t.Errorf("%d is %q without a chart", face, text)
		}
	}
	if bowl.Unit() != "turn" || bends.Unit() != "lap" {
		t.Errorf("%s, %s", bowl.Unit(), bends.Unit())
	}
}

// A text that stands on one space is found there.
func TestWhere(t *testing.T) {
	got := loadRing(t, banked("", `straight { spaces = 2, widened = true, flags = { low = { false, "red" }, high = { "blue" } } },`+hairpin))
	for flag, want := range map[string]string{"red": "8/low", "blue": "7/high"} {
		if id := got.Attribute("flag").Where(flag); id == board.None || got.Space(id).Name != want {
			t.Errorf("%s is on %d, not %s", flag, id, want)
		}
	}
	for _, flag := range []string{"", "green"} {
		if id := got.Attribute("flag").Where(flag); id != board.None {
			t.Errorf("%q is on %s", flag, got.Space(id).Name)
		}
	}
	if id := got.Attribute("surface").Where("ice"); id != board.None {
		t.Errorf("ice is on %s", got.Space(id).Name)
	}
}

// A section whose spaces are wrong is said to be wrong in them, whatever else it
// says of them.
func TestWrongSpacesAndMore(t *testing.T) {
	refuse(t, []refusal{
		{"all", twisty("", `corner { spaces = { 4 }, turn = 180, arrows = { out = "S" }, limit = { 3 }, line = { out = "x" }, flags = { out = { "red" } } }`),
			"test/ring.lua:4: spaces lists 1 numbers; it needs one for each of 2 lanes, from lane 1 on"},
		{"too many", twisty("", `corner { spaces = { 4, 4503599627370496 }, turn = 180, arrows = { out = "S" } }`),
			"test/ring.lua:4: lane out needs a whole number of spaces from 1 to 5000, not the number 4503599627370496\ntest/ring.lua:4: the track has more than 5000 rows"},
		{"below none", twisty("", `corner { spaces = { 4, -3 }, turn = 180, line = { out = "x" } }`),
			"test/ring.lua:4: lane out needs a whole number of spaces from 1 to 5000, not the number -3\n..."},
	})
}

// A rule gets the data as a table of its own each time.
func TestDataValue(t *testing.T) {
	box := luabox.New(luabox.NewUnits(files(`return (require "track").positions { name = "B", turns = 1, data = { "a", n = 2.5, more = { true } } }`)), luabox.Hooks{})
	got, err := track.New(box).Load("ring")
	if err != nil {
		t.Fatal(err)
	}
	v := got.Data.Value(box)
	table, _ := v.Table()
	more, _ := table.Field("more").Table()
	if n, _ := table.Field("n").Number(); table.Item(1) != luabox.Str("a") || n != 2.5 || more.Item(1) != luabox.Bool(true) {
		t.Error(box.Names(table))
	}
	if got.Data.Value(box) == v {
		t.Error("two rules share one table")
	}
	if !(*track.Data)(nil).Value(box).IsNil() {
		t.Error("no data is something")
	}
}

// A file that returns a track is told from others.
func TestMade(t *testing.T) {
	units := luabox.NewUnits(files(ring(named, oval)))
	box := luabox.New(units, luabox.Hooks{})
	tracks := track.New(box)
	v, err := box.Load("tracks/ring")
	if err != nil || !tracks.Made(v) {
		t.Errorf("%v, %v", v.Article(), err)
	}
	if tracks.Made(luabox.Value{}) || tracks.Made(box.NewTable(0, 0).Value()) {
		t.Error("what is no track was taken for one")
	}
}

// The functions described are those that there are.
func TestFunctions(t *testing.T) {
	for _, f := range track.Functions() {
		if _, err := load(`local track = require "track" if not track.` + f.Name + ` then error("none") end return track.positions { name = "B", turns = 1 }`); err != nil || f.Of != "track" || f.Doc == "" {
			t.Errorf("%+v: %v", f, err)
		}
	}
}
