package track_test

import (
	"slices"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/scripts/internal/source"
)

// twisty is a ring of two lanes whose corners ask stops and differ in length;
// the sections begin on line 3.
func twisty(keys, first string) string {
	return ring(`name = "Bends", grid = { places = 4 }, lanes = { "in", "out" }, `+keys,
		"straight { spaces = 10 },\n"+first+",\nstraight { spaces = 10 },\ncorner { spaces = 8, turn = 180 },")
}

const hairpin = "corner { spaces = { 4, 8 }, turn = 180, stops = 2, name = \"Hairpin\" }"

func TestSectionRefuses(t *testing.T) {
	corner := func(keys string) string { return twisty("", "corner { spaces = { 4, 8 }, turn = 180, "+keys+" }") }
	refuse(t, []refusal{
		{"good", twisty("", hairpin), ""},
		{"arrows", corner("stops = 1,\narrows = { [\"in\"] = \"S S SL SL\", out = \"SR SR SR SR S S S S\" }"), ""},
		{"arrows of one lane", corner("stops = 1, arrows = { out = \"S S S S S S S S\" }"), ""},
		{"arrows of the last spaces", corner("arrows = { out = \"S\" }"), ""},
		{"arrows before a corner", twisty("", "straight { spaces = 2, arrows = { [\"in\"] = \"S\" } },\n"+hairpin+",\nstraight { spaces = 2 }"), ""},
		{"lanes missing", twisty("", "corner {\nspaces = { 4 }, turn = 180 }"), "test/ring.lua:5: spaces lists 1 numbers; it needs one for each of 2 lanes, from lane 1 on"},
		{"lanes of a circuit without", ring(`name = "Ring", grid = { places = 4 }, lanes = {},`, "corner { spaces = {}, turn = 360 }"), "test/ring.lua:2: a track has 1 to 32 lanes\ntest/ring.lua:2: a circuit needs sections: ..."},
		{"lane of half a space", twisty("", "corner { spaces = { 4,\n0.5 }, turn = 180 }"), "test/ring.lua:5: lane out needs a whole number of spaces from 1 to 5000, not the number 0.5"},
		{"lane of no space", twisty("", "corner { spaces = { 0, 3 }, turn = 180 }"), "test/ring.lua:4: lane in needs a whole number of spaces from 1 to 5000, not the number 0"},
		{"a lane 0", twisty("", "corner {\nspaces = { 4, 5, [0] = 3 }, turn = 180 }"), "test/ring.lua:5: `0`: no such key here; this is a list, which begins at 1 and has no holes"},
		{"lanes by name", twisty("", "corner { spaces = { [\"in\"] = 4, out = 5 }, turn = 180 }"), "test/ring.lua:4: `in`: no such key here\ntest/ring.lua:4: `out`: no such key here\ntest/ring.lua:4: spaces lists 0 numbers; ..."},
		{"straight of a list", twisty("", "straight { spaces = { 4, 5 } }"), "test/ring.lua:4: spaces must be a whole number from 1 to 5000, not a table"},
		{"stops of a straight", twisty("", "straight { spaces = 4, stops = 1 }"), "test/ring.lua:4: `stops`: no such key here"},
		{"too many stops", corner("stops = 10"), "test/ring.lua:4: stops must be a whole number from 0 to 9, not the number 10"},
		{"name is a number", corner("name = 5"), "test/ring.lua:4: name must be a text of a letter or more, not the number 5"},
		{"empty name", corner("name = \"\""), "test/ring.lua:4: name must be a text of a letter or more, not the text \"\""},
		{"hill", corner("\nhill = \"high\""), "test/ring.lua:5: hill is \"up\" or \"down\", not the text \"high\""},
		{"hill is true", corner("hill = true"), "test/ring.lua:4: hill must be a text of a letter or more, not true"},
		{"surface is a number", corner("surface = 5"), "test/ring.lua:4: surface must be a text of a letter or more, not the number 5"},
		{"arrows is a text", corner("arrows = \"S S\""), "test/ring.lua:4: arrows is a table with a text for each lane, such as in = \"S SL SR\", not the text \"S S\""},
		{"arrows of a lane that is none", corner("arrows = {\nou = \"S S\" }"), "test/ring.lua:5: `ou`: no such lane; there are in, out"},
		{"arrows of a function", corner("arrows = { [error] = \"S\" }"), "test/ring.lua:4: it has a function as a key; use the lanes as keys"},
		{"arrows of a lane by number", corner("arrows = { [1] = \"S\" }"), "test/ring.lua:4: `1`: no such lane; there are in, out"},
		{"arrows are a number", corner("arrows = { out = 4 }"), "test/ring.lua:4: the arrows of lane out are a text such as \"S SL SR\", not the number 4"},
		{"too few arrows", corner("stops = 1, arrows = {\nout = \"S S\" }"), "test/ring.lua:5: lane out has 8 spaces here, and 2 have arrows; a corner with stops needs one for each"},
		{"too many arrows", corner("arrows = { [\"in\"] = \"S S S S S\" }"), "test/ring.lua:4: lane in has 4 spaces here, and 5 have arrows; they bind the last spaces of the lane"},
		{"no arrows", corner("arrows = { [\"in\"] = \" \" }"), "test/ring.lua:4: lane in has 4 spaces here, and 0 have arrows; they bind the last spaces of the lane"},
		{"arrow of another letter", corner("arrows = { [\"in\"] = \"S SO\" }"), "test/ring.lua:4: lane in: \"SO\" is no arrow: write S for straight on, L and R for one lane to the left and right, or more of them in one word"},
		{"arrow twice", corner("arrows = { [\"in\"] = \"SS\" }"), "test/ring.lua:4: lane in: \"SS\" is no arrow: ..."},
		{"arrow off the track", corner("arrows = {\n[\"in\"] = \"R\" }"), "test/ring.lua:5: space 4 of lane in: the arrow R leads off the track"},
		{"arrows that cut off a space", corner("stops = 1,\narrows = { [\"in\"] = \"L L SL SL\", out = \"S S S S S S S S\" }"),
			"test/ring.lua:5: no space leads to space 2 of lane in here: let an arrow before it do so\ntest/ring.lua:5: no space leads to space 3 of lane in here: ..."},
		{"two corners at once", twisty("", "corner { spaces = { 4 }, turn = 180 },\ncorner { spaces = 4, turn = 1, stops = -1 }"),
			"test/ring.lua:4: spaces lists 1 numbers; it needs one for each of 2 lanes, from lane 1 on\ntest/ring.lua:5: stops must be a whole number from 0 to 9, not the number -1"},
	})
}

func TestPitLaneRefuses(t *testing.T) {
	pits := func(keys string) string { return twisty("\npit_lane = { "+keys+" },\n", hairpin) }
	refuse(t, []refusal{
		{"over the line", pits("from = 30, to = 6, boxes = 5"), ""},
		{"on the left", pits("from = 30, to = 6, boxes = 5, offset = -3"), ""},
		{"as many boxes as fit", pits("from = 30, to = 6, boxes = 10"), ""},
		{"one box too many", pits("from = 30, to = 6, boxes = 11"), "test/ring.lua:3: from row 30 to row 6 there is room for 10 boxes, not 11: make the pit lane longer"},
		{"no length", pits("from = 30, to = 30, boxes = 1"), "test/ring.lua:3: from row 30 to row 30 there is room for 0 boxes, not 1: make the pit lane longer"},
		{"no boxes", pits("from = 30, to = 6, boxes = 0"), "test/ring.lua:3: boxes must be a whole number from 1 to 100, not the number 0"},
		{"on the track", pits("from = 30, to = 6, boxes = 5, offset = 0"), "test/ring.lua:3: a pit lane with boxes lies beside the track: offset = 2 is to its right, -2 to its left"},
		{"from where the lane is not", pits("from = 13, to = 20, boxes = 3"), "test/ring.lua:3: from: row 13 has no space in lane in, which the pit lane lies beside; take another row"},
		{"to where the lane is not", pits("from = 30, to = 13, boxes = 3"), "test/ring.lua:3: to: row 13 has no space in lane in, which the pit lane lies beside; take another row"},
		{"the other lane is there", pits("from = 13, to = 20, boxes = 3, offset = -2"), ""},
		{"open and backwards", ring(`name = "Hill", closed = false, grid = { places = 2 }, pit_lane = { from = 8, to = 3, boxes = 1 },`, "straight { spaces = 10 },"),
			"test/ring.lua:2: the track does not close, so its pit lane cannot lead from row 8 to row 3"},
		{"open", ring(`name = "Hill", closed = false, grid = { places = 2 }, pit_lane = { from = 3, to = 8, boxes = 1 },`, "straight { spaces = 10 },"), ""},
	})
}

func TestTrackDataRefuses(t *testing.T) {
	refuse(t, []refusal{
		{"weather", twisty(`weather = { ["1-8"] = "good", [9] = "changeable", ["10-20"] = "rain" },`, hairpin), ""},
		{"weather is a text", twisty(`weather = "good",`, hairpin), "test/ring.lua:2: weather is a table for a d20, { [\"1-12\"] = \"good\", [\"13-20\"] = \"rain\" }, not the text \"good\""},
		{"weather twice", twisty("weather = {\n[\"1-9\"] = \"good\",\n[\"9-20\"] = \"rain\" },", hairpin), "test/ring.lua:4: weather: 9 is covered twice (\"1-9\" and \"9-20\")"},
		{"weather with a gap", twisty("weather = {\n[\"1-8\"] = \"good\",\n[\"10-20\"] = \"rain\" },", hairpin), "test/ring.lua:2: weather: no row for 9: d20 rolls 1 to 20"},
		{"weather that ends early", twisty("weather = { [\"1-19\"] = \"good\" },", hairpin), "test/ring.lua:2: weather: no row for 20: d20 rolls 1 to 20"},
		{"weather of nothing", twisty("weather = {},", hairpin), "test/ring.lua:2: weather: no row for 1: d20 rolls 1 to 20"},
		{"weather off the die", twisty("weather = { [\"1-20\"] = \"good\",\n[21] = \"rain\" },", hairpin), "test/ring.lua:3: weather: a d20 has no face 21"},
		{"weather by a word", twisty("weather = { often = \"good\" },", hairpin), "test/ring.lua:2: weather: \"often\" is no face: write a number, or a range such as \"3-11\""},
		{"weather by a function", twisty("weather = { [error] = \"good\" },", hairpin), "test/ring.lua:2: it has a function as a key; use names and numbers as keys"},
		{"weather of any word", twisty("weather = { [\"1-9\"] = \"good\", [\"10-20\"] = \"hail\" },", hairpin), ""},
		{"weather without a word", twisty("weather = { [\"1-9\"] = \"good\",\n[\"10-20\"] = \"\" },", hairpin), "test/ring.lua:3: weather: a row is a text of a letter or more, not the text \"\""},
		{"weather of a number", twisty("weather = { [\"1-20\"] = 4 },", hairpin), "test/ring.lua:2: weather: a row is a text of a letter or more, not the number 4"},
		{"data", twisty(`data = { chips = { 1, 2 }, name = "x", wet = true },`, hairpin), ""},
		{"data is a number", twisty("data = 4,", hairpin), "test/ring.lua:2: data is a table, { chips = 12 }, not the number 4"},
		{"data with a function", twisty("data = {\nchips = error },", hairpin), "test/ring.lua:3: data.chips: a function cannot be kept: data is finite numbers, texts, true, false, and tables of them"},
		{"data without end", twisty("data = { chips = 1/0 },", hairpin), "test/ring.lua:2: data.chips: the number +Inf cannot be kept: ..."},
		{"data with a hole", twisty("data = { [3] = 1 },", hairpin), "test/ring.lua:2: data: the number 3 cannot be a key here: use names, or a list without holes"},
		{"data by a function", twisty("data = { [error] = 1 },", hairpin), "test/ring.lua:2: it has a function as a key; use names and numbers as keys"},
		{"data by true", twisty("data = { [true] = 1 },", hairpin), "test/ring.lua:2: data: true cannot be a key here: ..."},
		{"data twice", "local one = { 1 }\n" + twisty("\ndata = { a = one,\nb = one },", hairpin), "test/ring.lua:5: data.b: this table stands in the data already; each has one place"},
	})
}

// leads lists where spaces lead: "12/in: 14/in 13/out".
func leads(b *board.Board, names ...string) string {
	var list []string
	for _, name := range names {
		s := b.Space(b.Find(name))
		line := name + ":"
		for _, to := range s.Next {
			line += " " + b.Space(to).Name
		}
		list = append(list, line)
	}
	return strings.Join(list, "\n")
}

// A corner of 4 and 8 spaces has 8 rows; the spaces of the short lane lie in
// every other row, and what follows does not depend on them.
func TestUnevenCorner(t *testing.T) {
	got := loadRing(t, twisty("", hairpin))
	want := `10/in: 12/in 11/out
10/out: 11/out 12/in
12/in: 14/in
14/in: 16/in
16/in: 18/in 17/out
18/in: 19/in 19/out
11/out: 12/out 12/in
14/out: 15/out 16/in
15/out: 16/out
18/out: 19/out`
	if got := leads(got.Board, "10/in", "10/out", "12/in", "14/in", "16/in", "18/in", "11/out", "14/out", "15/out", "18/out"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	corner := board.Corner{Name: "Hairpin", Stops: 2, From: 11, To: 18, Inside: 1, Shortest: 4, Longest: 8}
	if len(got.Corners) != 1 || got.Corners[0] != corner {
		t.Errorf("corners %+v, want %+v", got.Corners, corner)
	}
	if s := got.Sections[1]; !slices.Equal(s.Spaces, []int{4, 8}) || s.Corner != 1 || s.Stops != 2 {
		t.Errorf("section %+v", s)
	}
}

// The inside of a corner is lane 1 where it turns as the circuit does, and the
// last lane where it turns the other way; L and R are the driver's.
func TestInsideAndArrows(t *testing.T) {
	left := "corner { spaces = 4, turn = -40, stops = 1, arrows = { [\"in\"] = \"S SL L L\" } }, corner { spaces = 4, turn = 220 }"
	for _, test := range []struct {
		name, source string
		inside       int
		want         string
	}{
		{"right", twisty("closed = false, ", "corner { spaces = 4, turn = 180, stops = 1 }"), 1, "11/in: 12/in\n13/in: 14/in 14/out\n11/out: 12/out 12/in\n13/out: 14/out"},
		{"left in a circuit to the right", twisty("closed = false, ", left), 2, "11/in: 12/in\n13/in: 14/out\n11/out: 12/out\n13/out: 14/out 14/in"},
		{"right in a circuit to the left", strings.NewReplacer("-40", "40", "220", "-220", "180", "-180", "L", "R").Replace(twisty("closed = false, ", left)), 2,
			"11/in: 12/in\n13/in: 14/out\n11/out: 12/out\n13/out: 14/out 14/in"},
	} {
		got := loadRing(t, test.source)
		if got := leads(got.Board, "11/in", "13/in", "11/out", "13/out"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
		if got := got.Corners[0].Inside; got != test.inside {
			t.Errorf("%s: lane %d is inside, want %d", test.name, got, test.inside)
		}
	}
}

// Arrows may bind the last spaces of a straight; the others are free.
func TestArrowsBeforeACorner(t *testing.T) {
	b := loadRing(t, ring(`name = "Ring", grid = { places = 4 }, lanes = 2,`,
		"straight { spaces = 6, arrows = { \"S SL\", [2] = \"S\" } },\n"+strings.TrimPrefix(oval, "straight { spaces = 6 },\n"))).Board
	want := "4/1: 5/1 5/2\n5/1: 6/1\n6/1: 7/1 7/2\n5/2: 6/2 6/1\n6/2: 7/2\n7/2: 8/2 8/1"
	if got := leads(b, "4/1", "5/1", "6/1", "5/2", "6/2", "7/2"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	for name, want := range map[string]bool{"4/1": false, "5/1": true, "5/2": false, "6/2": true, "7/1": false} {
		if got := b.Space(b.Find(name)).Arrows; got != want {
			t.Errorf("%s has arrows: %v, want %v", name, got, want)
		}
	}
}

func TestPitLane(t *testing.T) {
	b := loadRing(t, twisty("pit_lane = { from = 34, to = 3, boxes = 2 },", hairpin)).Board
	want := "34/in: 35/in 35/out 35/pit\n35/pit: 36/pit box-1\n36/pit: 1/pit\n1/pit: 2/pit box-2\n2/pit: 3/in\nbox-1: 1/pit\nbox-2: 3/in"
	if got := leads(b, "34/in", "35/pit", "36/pit", "1/pit", "2/pit", "box-1", "box-2"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	left := loadRing(t, twisty("pit_lane = { from = 34, to = 3, boxes = 2, offset = -2 },", hairpin)).Board
	if got, want := leads(left, "34/out", "34/in", "2/pit"), "34/out: 35/out 35/in 35/pit\n34/in: 35/in 35/out\n2/pit: 3/out"; got != want {
		t.Errorf("on the left:\n got %s\nwant %s", got, want)
	}
}

// The project's own tracks can be driven: every space leads on round the whole
// lap, each lane is as long as its sections say, and a grand prix has what the
// games of this kind ask for.
func TestOwnTracks(t *testing.T) {
	for _, name := range (source.Roots{own}).Names(source.Tracks) {
		got, err := ownTrack(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Board == nil {
			continue // nobody drives there
		}
		for id := range got.Len() {
			if n := reached(got.Board, board.ID(id)); n != got.Len() {
				t.Errorf("%s: %d of %d spaces can be reached from %s", name, n, got.Len(), got.Space(board.ID(id)).Name)
			}
		}
		for lane := 1; lane <= got.Lanes; lane++ {
			if got.At(got.Rows, lane) == board.None {
				continue // a side lane does not lead round the track
			}
			want := 0
			for _, s := range got.Sections {
				want += s.Spaces[lane-1]
			}
			if got := laneLength(got.Board, lane); got != want {
				t.Errorf("%s: lane %d has %d spaces round the track, its sections say %d", name, lane, got, want)
			}
		}
	}
}

// reached counts the spaces that can be reached from one.
func reached(b *board.Board, from board.ID) int {
	seen, todo := map[board.ID]bool{from: true}, []board.ID{from}
	for len(todo) > 0 {
		id := todo[0]
		todo = todo[1:]
		for _, next := range b.Space(id).Next {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return len(seen)
}

// laneLength counts the spaces of a lane by following it once round.
func laneLength(b *board.Board, lane int) int {
	from := b.At(b.Rows, lane)
	n, id := 1, b.Space(from).Ahead
	for ; id != from; id = b.Space(id).Ahead {
		n++
	}
	return n
}

func TestGrandPrix(t *testing.T) {
	for _, test := range []struct {
		name           string
		corners, stops int
		hills          bool
	}{
		{"monaco", 10, 11, true},
		{"avus", 2, 4, false},
		{"donington", 8, 9, true},
	} {
		got, err := ownTrack(test.name)
		if err != nil {
			t.Fatal(err)
		}
		stops, boxes, hills := 0, 0, false
		for _, c := range got.Corners {
			stops += c.Stops
		}
		for id := range got.Len() {
			boxes = max(boxes, got.Space(board.ID(id)).Bay)
		}
		for _, s := range got.Sections {
			hills = hills || s.Said["hill"].Text != ""
		}
		if len(got.Corners) != test.corners || stops != test.stops || hills != test.hills || boxes != 10 || len(got.Grid) < 10 || len(got.Chart("weather").Rows) != 3 {
			t.Errorf("%s: %d corners, %d stops, hills %v, %d boxes, %d places, %d forecasts", test.name, len(got.Corners), stops, hills, boxes, len(got.Grid), len(got.Chart("weather").Rows))
		}
		for lane := 1; lane <= 3; lane++ {
			if n := laneLength(got.Board, lane); n < 130 || n > 170 {
				t.Errorf("%s: lane %d has %d spaces", test.name, lane, n)
			}
		}
	}
}
