package track_test

import (
	"slices"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/scripts/internal/track"
)

// banked is a ring of two lanes and one more on either side in some sections;
// the sections begin on line 3, the second of them on line 4.
func banked(keys, second string) string {
	return ring(`name = "Bank", grid = { places = 4 }, lanes = { "low", "in", "out", "high" }, side_lanes = { "low", "high" },`+keys,
		"straight { spaces = 6 },\n"+second+",\nstraight { spaces = 26 },\ncorner { spaces = 6, turn = 180 },\nstraight { spaces = 20 },")
}

const wideBend = `corner { widened = true, spaces = { 2, 3, 4, 5 }, turn = 180 }`

func TestSideLanesRefuse(t *testing.T) {
	wide := func(keys string) string {
		return banked("", "corner { widened = true, spaces = { 2, 3, 4, 5 }, turn = 180,"+keys+" }")
	}
	other := func(from, to string) string { return strings.Replace(banked("", wideBend), from, to, 1) }
	list := `side_lanes = { "low", "high" }`
	refuse(t, []refusal{
		{"good", banked("", wideBend), ""},
		{"all round", ring(named+` lanes = 3, side_lanes = { 3 },`, strings.ReplaceAll(oval, "{ spaces", "{ widened = true, spaces")), ""},
		{"not widened", banked("", "corner { widened = false, spaces = { 3, 4 }, turn = 180 }, straight { spaces = 2, widened = true }"), ""},
		{"a text", other(list, `side_lanes = "low"`), "test/ring.lua:2: side_lanes is a list of lanes, not the text \"low\""},
		{"none", other(list, `side_lanes = {}`), "test/ring.lua:2: side_lanes is a list of lanes, not a table..."},
		{"by name", other(list, `side_lanes = { "high", low = true }`), "test/ring.lua:2: `low`: no such key here..."},
		{"half a place", other(list, `side_lanes = { "high", [1.5] = "low" }`), "test/ring.lua:2: `1.5`: no such key here..."},
		{"flags before the first", wide(`flags = { low = { [0] = "red" } }`), "test/ring.lua:4: `0`: no such key here..."},
		{"lanes before the first", other(`lanes = { "low"`, `lanes = { [0] = "verge", "low"`), "test/ring.lua:2: `0`: no such key here..."},
		{"no lane", other(list, `side_lanes = { "hihg" }`), "test/ring.lua:2: `hihg`: no such lane; did you mean `high`?..."},
		{"no lane by number", other(list, `side_lanes = { 1 }`), "test/ring.lua:2: `1`: no such lane; there are low, in, out, high..."},
		{"twice", other(list, `side_lanes = { "low", "low" }`), "test/ring.lua:2: lane low is among the side lanes twice..."},
		{"between others", other(list, `side_lanes = { "in" }`), "test/ring.lua:2: lane in lies between others; a side lane is the first lane or the last..."},
		{"no other", ring(named+` lanes = 2, side_lanes = { 1, 2 },`, oval+"\nstraight { spaces = 2, widened = true }"), "test/ring.lua:2: a track needs a lane that is no side lane..."},
		{"nowhere", banked("", "corner { spaces = 4, turn = 180 }"), "test/ring.lua:2: no section has these side lanes: give one widened = true"},
		{"without", ring(named, oval+"\nstraight { spaces = 2,\nwidened = true }"), "test/ring.lua:8: the circuit has no side lanes to be widened by: side_lanes = { LANE }"},
		{"widened by a number", banked("", wideBend+",\nstraight { spaces = 1, widened = 4 }"), "test/ring.lua:5: widened is true or false, not the number 4"},
		{"too many lanes", banked("", wideBend+",\ncorner { spaces = { 1, 2, 3, 4 }, turn = 1 }"), "test/ring.lua:5: spaces lists 4 numbers; it needs one for each of 2 lanes: in, out"},
		{"too few lanes", banked("", "corner { widened = true, spaces = { 1, 2 }, turn = 180 }"), "test/ring.lua:4: spaces lists 2 numbers; it needs one for each of 4 lanes: low, in, out, high"},
		{"half a space", banked("", "corner { widened = true, spaces = { 1, 2, 3, 0.5 }, turn = 180 }"), "test/ring.lua:4: lane high needs a whole number of spaces from 1 to 5000, not the number 0.5"},
		{"arrows of a lane that is not there", banked("", wideBend+",\nstraight { spaces = 2, arrows = { low = \"S\" } }"), "test/ring.lua:5: lane low is a side lane, which only sections with widened = true have"},
		{"arrow on where the lane ends", wide("\narrows = { low = \"S\" }"), "test/ring.lua:5: space 2 of lane low: the arrow S leads off the track"},
		{"arrow into a lane that ends", wide("\narrows = { out = \"SL\" }"), "test/ring.lua:5: space 4 of lane out: the arrow L leads off the track"},
		{"flags of a straight", banked("", wideBend+", straight { spaces = 1, widened = true, flags = { low = { \"a\" } } }"), ""},
		{"flags", wide(`flags = { low = { "red", "blue" }, high = { false, "", "white", [5] = "black" } }`), ""},
		{"flags of a text", wide(`flags = "red"`), "test/ring.lua:4: flags is a table with a list for each lane, such as low = { \"blue\", false, \"red\" }, not the text \"red\""},
		{"flag of a text", wide(`flags = { low = "red" }`), "test/ring.lua:4: the flags of lane low are a list of texts, not the text \"red\""},
		{"flag of a number", wide("flags = { low = { \"red\",\n3 } }"), "test/ring.lua:5: a flag is a text, or false for none, not the number 3"},
		{"flag that is true", wide(`flags = { low = { true } }`), "test/ring.lua:4: a flag is a text, or false for none, not true"},
		{"flags too long", wide("flags = {\nlow = { \"red\", false, false } }"), "test/ring.lua:5: lane low has 2 spaces here, and the list goes on to number 3"},
		{"flags by name", wide(`flags = { low = { first = "red" } }`), "test/ring.lua:4: `first`: no such key here"},
		{"flags of no lane", wide(`flags = { hihg = { "red" } }`), "test/ring.lua:4: `hihg`: no such lane; did you mean `high`?"},
		{"flags of a lane that is not there", banked("", wideBend+",\nstraight { spaces = 2, flags = { high = { \"red\" } } }"), "test/ring.lua:5: lane high is a side lane, which only sections with widened = true have"},
		{"flag twice", wide("flags = { low = { \"red\" },\nhigh = { \"blue\",\n\"red\" } }"), "test/ring.lua:6: the flag \"red\" stands on a space before; each has one"},
		{"pit lane beyond side lanes", banked("pit_lane = { from = 22,\nto = 8, offset = -3, boxes = 2 },", wideBend), "test/ring.lua:3: to: row 8 has side lanes, and the pit lane would lie beyond them; take another row"},
	})
}

// Side lanes begin and end with their sections: a car turns into them from the
// lane beside them, and where they end it is led back there.
func TestSideLanes(t *testing.T) {
	bend := strings.Replace(wideBend, "turn", "stops = 1, turn", 1)
	for _, test := range []struct{ name, second, want string }{
		{"straight", "straight { spaces = 2, widened = true },\ncorner { spaces = 8, turn = 180 }",
			"5/in: 6/in 6/out; 6/in: 7/in 7/low 7/out; 7/low: 8/low 8/in; 7/in: 8/in 8/low 8/out; 8/low: 9/in; 8/in: 9/in 9/out; 8/high: 9/out"},
		{"two sections", "straight { spaces = 1, widened = true },\ncorner { spaces = { 1, 1, 2, 2 }, turn = 180, widened = true }",
			"5/in: 6/in 6/out; 6/in: 7/in 7/low 7/out; 7/low: 9/low 9/in; 7/in: 9/in 9/low 8/out; 9/low: 10/in; 9/in: 10/in 10/out; 9/high: 10/out"},
		{"corner", bend, "5/in: 6/in 6/out; 6/in: 8/in 9/low 8/out; 9/low: 11/low; 10/in: 11/in 11/out; 11/low: 12/in; 11/in: 12/in 12/out; 11/high: 12/out"},
		{"arrows", strings.Replace(bend, "turn", `arrows = { low = "SL L", ["in"] = "SR S S" }, turn`, 1),
			"6/in: 8/in 9/low 8/out; 8/in: 10/in 9/low; 9/low: 11/low 10/in; 10/in: 11/in; 11/in: 12/in; 11/low: 12/in"},
	} {
		b := loadRing(t, banked("", test.second)).Board
		var names []string
		for _, step := range strings.Split(test.want, "; ") {
			names = append(names, step[:strings.Index(step, ":")])
		}
		if got := strings.ReplaceAll(leads(b, names...), "\n", "; "); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
		if got := b.Space(b.Space(b.Find(names[len(names)-1])).Ahead); got.Lane != 2 && got.Lane != 3 {
			t.Errorf("%s: %s leads on to %s", test.name, names[len(names)-1], got.Name)
		}
	}
}

// The inside of a corner is a lane that is there, and the grid is on the lanes
// that lead all the way round.
func TestInsideOfSideLanes(t *testing.T) {
	turns := func(keys string, first string) *track.Track {
		return loadRing(t, banked(keys, "corner { stops = 1, "+first+" }, corner { spaces = 4, turn = 200 }, straight { spaces = 2, widened = true }"))
	}
	for first, want := range map[string]int{
		"spaces = 4, turn = 20": 2, "spaces = 4, turn = 20, widened = true": 1,
		"spaces = 4, turn = -20": 3, "spaces = 4, turn = -20, widened = true": 4,
	} {
		if got := turns("closed = false,", first).Corners[0].Inside; got != want {
			t.Errorf("%s: lane %d is inside, want %d", first, got, want)
		}
	}
	got := loadRing(t, banked("", strings.Replace(wideBend, "corner", "straight { spaces = 3, widened = true }, corner", 1)))
	for i, id := range got.Grid {
		if lane := got.Space(id).Lane; lane != 2+i%2 {
			t.Errorf("place %d is on %s", i+1, got.Space(id).Name)
		}
	}
	grid := strings.Replace(banked("", "straight { spaces = 2, widened = true }, corner { spaces = 4, turn = 180 }"), "places = 4", "places = 6, row = 8", 1)
	for _, test := range []struct{ keys, want string }{
		{"row = 8", "8/in 8/out 7/in 7/out 6/in 6/out"},
		{"row = 8, apart = 2", "8/in 8/out 6/in 6/out 4/in 4/out"},
	} {
		got := loadRing(t, strings.Replace(grid, "row = 8", test.keys, 1))
		var names []string
		for _, id := range got.Grid {
			names = append(names, got.Space(id).Name)
		}
		if names := strings.Join(names, " "); names != test.want {
			t.Errorf("%s: the grid is %s, not %s", test.keys, names, test.want)
		}
	}
}

func TestGround(t *testing.T) {
	got := loadRing(t, banked("pit_lane = { from = 21, to = 2, offset = -2, boxes = 1 },", strings.Replace(wideBend, "turn", `surface = "ice", flags = { high = { "blue" } }, turn`, 1)))
	flags, surfaces := got.Attribute("flag").Texts(), got.Attribute("surface").Texts()
	if n := got.Len(); len(flags) != n || len(surfaces) != n {
		t.Fatalf("%d spaces, %d flags, %d surfaces", n, len(flags), len(surfaces))
	}
	for name, want := range map[string][2]string{"7/high": {"ice", "blue"}, "8/high": {"ice", ""}, "6/in": {}, "22/pit": {}, "box-1": {}} {
		id := got.Find(name)
		if id == board.None {
			t.Fatalf("no space %s", name)
		}
		if there := [2]string{surfaces[id], flags[id]}; there != want {
			t.Errorf("%s has %q, want %q", name, there, want)
		}
	}
}

// Laxforsen has what its variant needs: ice, pits for all on land and half a
// lap from the grid, which is on the ice.
func TestLaxforsen(t *testing.T) {
	got, err := ownTrack("laxforsen")
	if err != nil {
		t.Fatal(err)
	}
	flags, surfaces := got.Attribute("flag").Texts(), got.Attribute("surface").Texts()
	pits := map[int]int{}
	for id, flag := range flags {
		if s := got.Space(board.ID(id)); flag != "" {
			pits[s.Lane]++
			if surfaces[id] != "" || len(got.Row(s.Row)) != 4 {
				t.Errorf("the pit of %s is on %q in a row of %d", flag, surfaces[id], len(got.Row(s.Row)))
			}
			if far := got.Rows/2 - s.Row; far < -5 || far > 10 {
				t.Errorf("the pit of %s is in row %d of %d", flag, s.Row, got.Rows)
			}
		}
	}
	if pits[1] != 7 || pits[4] != 7 || got.Laps != 3 || len(got.Grid) != 24 || got.Rows < 80 || got.Rows > 115 {
		t.Errorf("pits %v, %d laps, %d places, %d rows", pits, got.Laps, len(got.Grid), got.Rows)
	}
	for _, id := range got.Grid {
		if surfaces[id] != "ice" {
			t.Errorf("the grid is on %q in %s", surfaces[id], got.Space(id).Name)
		}
	}
	ways := map[string]bool{}
	for i, s := range got.Sections {
		wet := s.Said["surface"].Text == "ice"
		if last := got.Sections[(i+len(got.Sections)-1)%len(got.Sections)].Said["surface"].Text == "ice"; wet != last {
			ways[s.Name] = true
		}
	}
	if len(ways) != 2 {
		t.Errorf("the ice begins and ends %d times", len(ways))
	}
	if stops := slices.MaxFunc(got.Corners, func(a, b board.Corner) int { return a.Stops - b.Stops }).Stops; stops != 2 {
		t.Errorf("the hardest corner asks %d stops", stops)
	}
}
