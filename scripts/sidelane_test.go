package scripts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts"
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
	for _, test := range []refusal{
		{"good", banked("", wideBend), ""},
		{"all round", ring(named+` lanes = 3, side_lanes = { 3 },`, strings.ReplaceAll(oval, "{ spaces", "{ widened = true, spaces")), ""},
		{"not widened", banked("", "corner { widened = false, spaces = { 3, 4 }, turn = 180 }, straight { spaces = 2, widened = true }"), ""},
		{"a text", other(list, `side_lanes = "low"`), "test/ring.lua:2: side_lanes is a list of lanes, not the text \"low\""},
		{"none", other(list, `side_lanes = {}`), "test/ring.lua:2: side_lanes is a list of lanes, not a table..."},
		{"by name", other(list, `side_lanes = { "high", low = true }`), "test/ring.lua:2: `low`: no such key here..."},
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
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := scripts.LoadTrack(files(map[string]string{"ring": test.source}), "ring")
			said(t, err, test.want)
		})
	}
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
	turns := func(keys string, first string) *scripts.Track {
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
	track := loadRing(t, banked("", strings.Replace(wideBend, "corner", "straight { spaces = 3, widened = true }, corner", 1)))
	for i, id := range track.Grid {
		if lane := track.Space(id).Lane; lane != 2+i%2 {
			t.Errorf("place %d is on %s", i+1, track.Space(id).Name)
		}
	}
	grid := strings.Replace(banked("", "straight { spaces = 2, widened = true }, corner { spaces = 4, turn = 180 }"), "places = 4", "places = 6, row = 8", 1)
	var names []string
	for _, id := range loadRing(t, grid).Grid {
		names = append(names, loadRing(t, grid).Space(id).Name)
	}
	if got := strings.Join(names, " "); got != "8/in 8/out 7/in 7/out 6/in 6/out" {
		t.Errorf("the grid is %s", got)
	}
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
		{"flag of a space", `s = race:space("8/low").flag .. tostring(race:space("7/low").flag) .. tostring(race:space("1/in").flag)`, "redfalsefalse"},
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

func TestGround(t *testing.T) {
	track := loadRing(t, banked("pit_lane = { from = 21, to = 2, offset = -2, boxes = 1 },", strings.Replace(wideBend, "turn", `surface = "ice", flags = { high = { "blue" } }, turn`, 1)))
	if n := track.Len(); len(track.Ground.Flags) != n || len(track.Ground.Surfaces) != n {
		t.Fatalf("%d spaces, %d flags, %d surfaces", n, len(track.Ground.Flags), len(track.Ground.Surfaces))
	}
	for name, want := range map[string][2]string{"7/high": {"ice", "blue"}, "8/high": {"ice", ""}, "6/in": {}, "22/pit": {}, "box-1": {}} {
		id := track.Find(name)
		if id == board.None {
			t.Fatalf("no space %s", name)
		}
		if got := [2]string{track.Ground.Surfaces[id], track.Ground.Flags[id]}; got != want {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
	}
}

// Laxforsen has what its variant needs: ice, pits for all on land and half a
// lap from the grid, which is on the ice.
func TestLaxforsen(t *testing.T) {
	track, err := scripts.LoadTrack(files(nil), "laxforsen")
	if err != nil {
		t.Fatal(err)
	}
	pits := map[int]int{}
	for id, flag := range track.Ground.Flags {
		if s := track.Space(board.ID(id)); flag != "" {
			pits[s.Lane]++
			if track.Ground.Surfaces[id] != "" || len(track.Row(s.Row)) != 4 {
				t.Errorf("the pit of %s is on %q in a row of %d", flag, track.Ground.Surfaces[id], len(track.Row(s.Row)))
			}
			if far := track.Rows/2 - s.Row; far < -5 || far > 10 {
				t.Errorf("the pit of %s is in row %d of %d", flag, s.Row, track.Rows)
			}
		}
	}
	if pits[1] != 7 || pits[4] != 7 || track.Laps != 3 || len(track.Grid) != 24 || track.Rows < 95 || track.Rows > 115 {
		t.Errorf("pits %v, %d laps, %d places, %d rows", pits, track.Laps, len(track.Grid), track.Rows)
	}
	for _, id := range track.Grid {
		if track.Ground.Surfaces[id] != "ice" {
			t.Errorf("the grid is on %q in %s", track.Ground.Surfaces[id], track.Space(id).Name)
		}
	}
	ways := map[string]bool{}
	for i, s := range track.Sections {
		wet := s.Surface == "ice"
		if last := track.Sections[(i+len(track.Sections)-1)%len(track.Sections)].Surface == "ice"; wet != last {
			ways[s.Name] = true
		}
	}
	if len(ways) != 2 {
		t.Errorf("the ice begins and ends %d times", len(ways))
	}
	if stops := slices.MaxFunc(track.Corners, func(a, b board.Corner) int { return a.Stops - b.Stops }).Stops; stops != 2 {
		t.Errorf("the hardest corner asks %d stops", stops)
	}
}
