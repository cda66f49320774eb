package scripts_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/check"
	"sandbox/scripts/spec"
)

// bowl is a track without a board.
const bowl = `local track = require "track"; return track.positions { name = "Bowl", turns = 6, data = { chips = { "wreck" } } }`

// packed is the first line of variants whose five cars line up on it.
const packed = `local racing = require "racing"; local V = racing.variant { name = "My", track = "bowl", sessions = { "Q1" }, car = { n = 0 }, race = { n = 0, pole = "" }, ` +
	`entries = { { name = "A" }, { name = "B" }, { name = "C" }, { name = "D" }, { name = "E" } } } function V:session(race) race:grid(race:cars()) end` + "\n"

// whole is a variant with a race turn whose body begins on line 3. It has the
// running cars as a, b, ..., and all of them as cars.
func whole(body string) string {
	return packed + "function V:race_turn(race) local cars = race:places(); local a, b, c, d, e = unpack(cars)\n" + body + "\nend\nreturn V"
}

// onBowl begins a race of the variant "my" on the bowl and plays Q1.
func onBowl(t testing.TB, source string, opts scripts.Options) *race.Game {
	t.Helper()
	opts.Variant = "my"
	p := load(t, opts, map[string]string{"my": source, "bowl": bowl})
	g, err := race.Start(p, race.Head{Variant: "my", Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play(); err != nil {
		t.Fatal(err)
	}
	return g
}

// order is the running cars of a game as one text.
func order(g *race.Game) string {
	text := ""
	for _, car := range standing(g).Places() {
		text += standing(g).Car(car).Name()
	}
	return text
}

// What rules do to places, and what they are told of it.
func TestPlacesOfRules(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"as gridded", "", "ABCDE"},
		{"gain", "race:gain(d, 2)", "ADBCE"},
		{"lose", "race:gain(b, -2)", "ACDBE"},
		{"what it gained", "race.n = race:gain(b, 7) * 10 + race:gain(b, 1)\nif race.n ~= 10 then error(race.n) end", "BACDE"},
		{"place", "race:place { e, d, c, b, a }", "EDCBA"},
		{"some places", "local s = ''\nfor _, l in ipairs { race:places(2, 3), race:places(4), race:places(nil, 1), race:places(-3, 9), race:places(4, 3), race:places(9, 12), race:places(1, -1) } do\n" +
			"for _, car in ipairs(l) do s = s .. car.name end s = s .. ' ' end\nif s ~= 'BC DE A ABCDE    ' then error(s) end", "ABCDE"},
		{"the car in a place", "if race:car_at(1) ~= a or race:car_at(5) ~= e or race:car_at(0) or race:car_at(6) or race:car_at(-1) then error() end", "ABCDE"},
		{"the car in a place that moved up", "race:gain(c, 2)\nrace:retire(a, '')\nif race:car_at(1) ~= c or race:car_at(2) ~= b or race:car_at(5) then error() end", "CBDE"},
		{"the list is a copy", "table.remove(cars)\nif #race:places() ~= 5 then error() end", "ABCDE"},
		{"a mirror", "race:gain(e, 3)\nif e.place ~= 2 or b.place ~= 3 or a.place ~= 1 then error() end", "AEBCD"},
		{"out", "race:retire(b, \"engine\")\nif b.place ~= nil or c.place ~= 2 or b.status ~= \"out\" then error() end", "ACDE"},
		{"out and placed", "race:retire(b, \"engine\")\nrace:place { c, a, e, d }", "CAED"},
		{"standings", "race:gain(e, 4)\nrace:retire(a, \"\")\nlocal s = race:standings()\nif s[1] ~= e or s[5] ~= a then error() end", "EBCD"},
		{"no board, no rows", "if race.rows ~= 0 or race.laps ~= 6 or race.round ~= 1 or race.track ~= \"Bowl\" then error() end", "ABCDE"},
		{"track data", "if race:track_data().chips[1] ~= \"wreck\" then error() end", "ABCDE"},
		{"no space", "if a.space ~= nil or a.lap ~= 0 or a.grid ~= 1 or e.grid ~= 5 then error() end", "ABCDE"},
		{"a row that retires", "race:apply(c, { retire = \"engine\" })", "ABDE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := onBowl(t, whole(test.body), scripts.Options{})
			if c, err := g.Play(); err != nil || c.Step != "T1" || order(g) != test.want {
				t.Errorf("%v: %s, want %s", err, order(g), test.want)
			}
		})
	}
}

func TestPlacesRefuse(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"missing", "race:place { a, b, c }", "test/my.lua:3: race:place: D is missing in the order\nE is missing in the order"},
		{"twice", "race:place { a, a, b, c, d }", "test/my.lua:3: race:place: item 2 of the list is A again"},
		{"not running", "\nrace:retire(e, \"x\")\nrace:place { a, b, c, d, e }", "test/my.lua:5: race:place: E cannot have a place: it is out"},
		{"no list", "race:place(a)", "test/my.lua:3: race:place: it needs a list of cars, not A"},
		{"names", "race:place { \"A\" }", "test/my.lua:3: race:place: item 1 of the list must be a car, not the text \"A\""},
		{"gain of a car that is out", "race:retire(e, \"x\")\nrace:gain(e, 1)", "test/my.lua:4: race:gain: E cannot move: it is out"},
		{"half a place", "race:gain(e, 0.5)", "test/my.lua:3: race:gain: argument 2 must be a whole number, not the number 0.5"},
		{"the race gains", "race:gain(race, 1)", "test/my.lua:3: race:gain: argument 1 must be a car, not a table"},
		{"a place is written", "a.place = 3", "test/my.lua:2: T1: a rule wrote `car.place` of A, which belongs to the race: race:gain and race:place give places"},
		{"no name of a field", "race:tell(a, 'pit', 3)", "test/my.lua:3: race:tell: argument 3 must be a table of fields, or the name of one with its value after it, not the number 3"},
		{"a name alone", "race:tell(a, 'pit', 'places')", "test/my.lua:3: race:tell: field `places`: a text, a number, true or false, a car or a space, under a name that events do not have already"},
		{"no place", "race:places('x')", "test/my.lua:3: race:places: argument 1 must be a whole number, not the text \"x\""},
		{"no place of a car", "race:car_at(a)", "test/my.lua:3: race:car_at: argument 1 must be a whole number, not a table"},
		{"advance", "race:advance(a, 3)", "test/my.lua:3: race:advance: this track has no board: cars have places, which race:places, race:place and race:gain know"},
		{"paths", "race:paths(a, 3)", "test/my.lua:3: race:paths: this track has no board..."},
		{"space", "race:space(\"1/1\")", "test/my.lua:3: race:space: this track has no board..."},
		{"wreck", "race:wreck(a, \"x\")", "test/my.lua:3: race:wreck: this track has no board..."},
		{"distance", "race:distance(a)", "test/my.lua:3: race:distance: this track has no board..."},
		{"a row that moves", "race:apply(a, { spaces = 2 })", "test/my.lua:3: A cannot drive: this track has no board: cars have places and nothing else"},
		{"gridded again", "race:grid(cars)", "test/my.lua:3: race:grid: the cars have their places already"},
		{"told", "race:tell(a, \"place\", {})", "test/my.lua:3: race:tell: the program itself tells `place`; choose another kind"},
		{"a bot gains", "race:ask(a, \"x\", { 1, 2 })\nend\nfunction V.bots.steady(_, race, car) race:gain(car, 1)", "test/my.lua:5: race:gain: a bot only answers; it cannot change the race"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := onBowl(t, whole(test.body), scripts.Options{})
			before := g.State()
			_, err := g.Play()
			said(t, err, test.want)
			if g.State() != before {
				t.Errorf("the race went from %s to %s", before, g.State())
			}
		})
	}
	g := lineUp(t, turn("race:gain(car, 1)"), scripts.Options{})
	_, err := g.Play()
	said(t, err, "test/my.lua:3: race:gain: this track has a board: places follow from where the cars stand, and race:standings lists them")
}

// Rules and track have to fit each other.
func TestTrackSuits(t *testing.T) {
	refuseOn := func(name, source, track, want string) {
		t.Helper()
		_, err := scripts.Load(files(map[string]string{"my": source, "bowl": bowl}), scripts.Options{Variant: "my", Track: track})
		t.Log(name)
		said(t, err, want)
	}
	both := packed + "function V:race_turn() end\nfunction V:turn() end\nreturn V"
	refuseOn("both on a bowl", both, "bowl", "")
	refuseOn("both on a board", both, "oval", "")
	refuseOn("turn on a bowl", packed+"function V:turn() end\nreturn V", "",
		"test/my.lua:2: track bowl has no board, so a turn there is of all cars at once: write function V:race_turn(race), or choose a track with a board")
	refuseOn("race turn on a board", whole(""), "oval",
		"test/my.lua:2: track oval has a board, on which cars have turns one by one: write function V:turn(race, car), or choose a track without a board (track.positions)")
	refuseOn("opened", packed+"function V:race_turn() end\nfunction V:open() end\nreturn V", "",
		"test/my.lua:3: track bowl has no board, and a whole race turn is opened by nothing: begin V:race_turn with what open does")
	refuseOn("misspelled", packed+"function V:race_tunr() end\nreturn V", "", "test/my.lua:1: turn: a variant needs a turn: function V:turn(race, car) ... end; did you mean `race_tunr`?")
	refuseOn("next on its own", packed+"function V:next() end\nreturn V", "", "")
	refuseOn("no function", packed+"V.race_turn = 4\nreturn V", "", "test/my.lua:1: turn: a variant needs a turn: function V:turn(race, car) ... end\ntest/my.lua:2: race_turn: it must be a function, not the number 4")
}

// A table on d66 has a row for each of the 36 numbers, and none for another.
func TestDigitsTable(t *testing.T) {
	refuse(t, []refusal{
		{"good", my + "V.x = racing.table(\"d66\", { [\"11-23\"] = 1, [\"24-65\"] = 2, [66] = 3 })\nreturn V", ""},
		{"a number that is none", my + "V.x = racing.table(\"d66\", { [\"11-17\"] = 1, [\"18-66\"] = 2 })\nreturn V",
			"test/my.lua:2: x[11-17]: d66 cannot roll 17\ntest/my.lua:2: x[18-66]: d66 cannot roll 18"},
		{"below", my + "V.x = racing.table(\"d66\", { [\"1-66\"] = 1 })\nreturn V", "test/my.lua:2: x[1-66]: d66 cannot roll 1"},
		{"a gap", my + "V.x = racing.table(\"d66\", { [\"11-16\"] = 1, [\"22-66\"] = 2 })\nreturn V", "test/my.lua:2: x: no row for 21: d66 rolls 11 to 66"},
		{"no gap from 16 to 21", my + "V.x = racing.table(\"d66\", { [\"11-16\"] = 1, [\"21-66\"] = 2 })\nreturn V", ""},
		{"twice", my + "V.x = racing.table(\"d66\", { [\"11-26\"] = 1, [\"26-66\"] = 2 })\nreturn V", "test/my.lua:2: x: 26 is covered twice (\"11-26\" and \"26-66\")"},
	})
	p := load(t, scripts.Options{Variant: "my", Track: "bowl"}, map[string]string{"bowl": bowl, "my": packed +
		"V.range = racing.table(\"d66\", { [\"11-23\"] = { text = \"low\" }, [\"24-36\"] = { text = \"middle\" }, [\"41-66\"] = { text = \"high\" } })\nfunction V:race_turn() end\nreturn V"})
	rows := ""
	for _, row := range p.Info().Tables[0].Rows {
		rows += fmt.Sprintf("%d-%d %s, ", row.From, row.To, row.Text)
	}
	if rows != "11-23 low, 24-36 middle, 41-66 high, " {
		t.Errorf("rows %s", rows)
	}
	fork := map[string]string{"bowl": bowl, "base": whole("") + "\n", "my": `local racing = require "racing"; return racing.extend("base", {})`}
	fork["base"] = strings.Replace(fork["base"], "return V", "V.range = racing.table(\"d66\", { [\"11-66\"] = { text = \"all\" } })\nreturn V", 1)
	forked := load(t, scripts.Options{Variant: "my", Settings: []string{"range.16-21.text=changed"}}, fork)
	rows = ""
	for _, row := range forked.Info().Tables[0].Rows {
		rows += fmt.Sprintf("%d-%d %s, ", row.From, row.To, row.Text)
	}
	if rows != "11-15 all, 16-21 changed, 22-66 all, " {
		t.Errorf("rows of the fork %s", rows)
	}
}

// The game master is asked under the race's name, and answered for where
// nobody plays.
func TestAskRace(t *testing.T) {
	source := whole("local form = race:ask(race, \"form\", { \"x\", { id = \"y\", text = \"why\" }, { id = \"z\", no = \"no chips\" } }, { default = \"y\" })\nrace.pole = form.id or form")
	g := onBowl(t, source, scripts.Options{})
	if c, err := g.Play(); err != nil || !strings.Contains(c.State, `pole="y"`) {
		t.Errorf("nobody there: %v %v", err, c)
	}
	g = onBowl(t, source, scripts.Options{People: []string{"C"}})
	if _, err := g.Play(); !errors.Is(err, race.ErrPending) {
		t.Fatal(err)
	}
	if err := reply(g, "race", "form", "z"); err == nil || err.Error() != "z: no chips" {
		t.Errorf("refused: %v", err)
	}
	if err := reply(g, "race", "form", "x"); err != nil {
		t.Fatal(err)
	}
	if c, err := g.Play(); err != nil || !strings.Contains(c.State, `pole="x"`) {
		t.Errorf("somebody there: %v %v", err, c)
	}
}

// specced runs specs of the variant "my" on the bowl.
func specced(t *testing.T, source, specs string) []spec.Result {
	t.Helper()
	specs = `local spec = require "spec"; local it, expect = spec.it, spec.expect` + "\n" + specs
	results, err := spec.Run(files(map[string]string{"my": source, "bowl": bowl, "my_spec": specs}), scripts.Variants+"/my_spec", func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestSpecPlaces(t *testing.T) {
	source := whole(`race.n = race:roll(race, "d66", "escape")
		if race:ask(race, "form", { "up", "down" }) == "up" then race:gain(cars[#cars], 1) else race:gain(a, -1) end`)
	for _, r := range specced(t, source, `
it("places", function()
  local r = spec.race { variant = "my", places = { "C", "A", "E", "B", "D" }, turn = 5 }
  r:dice { escape = { 3, 5, 6, 1 } }
  r:answer("race", { form = { "up", "down" } })
  r:turn()
  expect(r:field("n")).equals(35)
  expect(r:field("round")).equals(5)
  expect(r:car("D").place).equals(4)
  expect(r:car("B").place).equals(5)
  expect(r:events()).includes { type = "place", car = "D", from = 5, to = 4, step = "T5" }
  r:step()
  expect(r:result()).includes { place = 1, car = "A", status = "home" }
  expect(r:result()).includes { place = 2, car = "C", status = "home" }
end)
it("cars in order", function()
  local r = spec.race { variant = "my", seed = "1", bots = "steady", cars = {
    { name = "X", n = 4 }, { name = "Y" }, { name = "Z", status = "out", why = "engine" }, { name = "W" } } }
  expect(r:state()).includes("X place 1")
  expect(r:state()).includes("W place 3")
  expect(r:car("Z").place).is_nil()
  expect(r:car("X").n).equals(4)
  r:play()
  expect(r:field("round")).equals(6)
end)
it("some of the entries", function()
  local r = spec.race { variant = "my", places = { "B", "A" }, bots = "steady", seed = "1" }
  expect(r:car("C").status).equals("waiting")
  r:round()
  expect(r:car("A").place).equals(1)
end)
it("fields and an order of their own", function()
  local r = spec.race { variant = "my", cars = { { name = "X", n = 4 }, { name = "Y" } }, places = { "Y", "X" } }
  expect(r:car("X").place).equals(2)
end)`) {
		if r.Err != nil {
			t.Errorf("%s: %v\n%s", r.Name, r.Err, r.State)
		}
	}
	wrong := []struct{ spec, want string }{
		{`spec.race { variant = "my", round = 5 }`, "spec.race: track Bowl has no board: write turn = instead of round ="},
		{`spec.race { variant = "my", track = "oval", turn = 5 }`, "track oval has a board"},
		{`spec.race { variant = "my", places = { "Q" } }`, "spec.race: places: no car is called \"Q\""},
		{`spec.race { variant = "my", places = { "A", "A" } }`, "spec.race: places: A is in the order twice"},
		{`spec.race { variant = "my", cars = { { name = "X" }, { name = "Y" } }, places = { "X" } }`, "spec.race: places: Y is missing in the order"},
		{`spec.race { variant = "my", cars = { { name = "X", at = 4 } } }`, "track Bowl has no board, so a car stands nowhere: list the cars in their order"},
		{`spec.race { variant = "my", places = { "A" } }:turn("A")`, "race:turn: this track has no board, so a turn there is of all cars: leave out the name"},
		{`spec.race { variant = "paper_f1", places = { "Vettel" } }`, "track Hungaroring has a board: write where each car stands"},
		{`spec.race { variant = "paper_f1", turn = 3 }`, "track Hungaroring has a board: write round = instead of turn ="},
	}
	text := ""
	for _, w := range wrong {
		text += fmt.Sprintf("it(%q, function() %s end)\n", w.want, w.spec)
	}
	for i, r := range specced(t, source, text) {
		if r.Err == nil || !strings.Contains(r.Err.Error(), wrong[i].want) {
			t.Errorf("%s: %v, want %s", wrong[i].spec, r.Err, wrong[i].want)
		}
	}
}

// A whole race under the rules: replayed from its journal, and each step the
// same from its saved state.
func TestRaceOfPlaces(t *testing.T) {
	source := whole(`local car = cars[race:roll(race, "d20", "finder") % #cars + 1]
		if race:roll(car, "d66", "escape") < 22 then race:retire(car, "crash") else race:gain(car, race:roll(car, "d6", "move") - 3) end
		race:count(race:places()[1] or race, "led")`)
	own := map[string]string{"my": source, "bowl": strings.Replace(bowl, "turns = 6", "turns = 40", 1)}
	p := load(t, scripts.Options{Variant: "my", Track: "bowl"}, own)
	for seed := range 20 {
		steps, err := check.Heavy(p, fmt.Sprint(seed))
		if err != nil || steps < 2 || steps > 41 {
			t.Errorf("seed %d: %d steps, %v", seed, steps, err)
		}
		journal, state := played(t, p, fmt.Sprint(seed))
		g, err := race.Replay(race.NewReader(bytes.NewReader(journal)), opener, nil)
		if err != nil || g.State() != state {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// The fields of an event, as a table or as pairs, are told alike.
func TestToldFields(t *testing.T) {
	told := func(fields string) string {
		g := onBowl(t, whole("race:tell(a, 'pit', "+fields+")"), scripts.Options{})
		c, err := g.Play()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.Events {
			if e.Type == "pit" {
				return fmt.Sprint(e.Fields)
			}
		}
		return ""
	}
	for _, test := range []struct{ table, pairs string }{
		{"{ places = 3, fast = true }", "'places', 3, 'fast', true"},
		{"{ by = b }", "'by', b"},
		{"{}", "nil"},
	} {
		if got, want := told(test.pairs), told(test.table); got != want || want == "" {
			t.Errorf("%s: %s, want %s", test.pairs, got, want)
		}
	}
}
