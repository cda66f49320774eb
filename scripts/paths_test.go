package scripts_test

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// bends has three lanes, a corner that asks one stop (rows 11 to 15) and one
// that asks two (rows 26 to 30).
const bends = `local track = require "track"
local straight, corner = track.straight, track.corner
return track.circuit {
  name = "Ring", lanes = { "inside", "center", "outside" }, grid = { places = 6, row = 5 }, weather = { ["1-12"] = "good", ["13-20"] = "rain" },
  data = { chips = { 3, 4 }, kind = "short" },
  straight { spaces = 10 },
  corner { turn = 180, spaces = { 3, 4, 5 }, stops = 1, name = "First" },
  straight { spaces = 10, hill = "up", surface = "ice" },
  corner { turn = 180, spaces = { 3, 4, 5 }, stops = 2 },
}`

// pathy lines its cars up on the bends; what a turn does is the test's.
func pathy(turn string) map[string]string {
	return map[string]string{"bends": bends, "my": `local racing = require "racing"
local V = racing.variant { name = "Pathy", track = "bends", sessions = { "grid" }, finish = "furthest beyond",
  entries = { { name = "A" }, { name = "B" } }, car = { said = "" }, words = { ["path K"] = "B -{count}" } }
function V:session(race) race:grid(race:cars()) end
V.bots.long = function(_, _, _, ask) return ask.paths:best { steps = 1, missing = -10, changes = -0.1 } end
function V:turn(race, car)
` + turn + `
end
return V`}
}

// pathGame begins a race on the bends and plays the session.
func pathGame(t *testing.T, turn string, opts scripts.Options) *race.Game {
	t.Helper()
	opts.Variant = "my"
	p := load(t, opts, pathy(turn))
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err == nil {
		_, err = g.Play()
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What a rule finds out about paths and spaces, said by a car on 6/inside.
func TestPathsSay(t *testing.T) {
	const from = "  race:drive(car, race:paths(car, 1, { straight = true }):list()[1])\n"
	for _, test := range []struct{ name, say, want string }{
		{"straight on", `paths = race:paths(car, 3); s = paths.count .. paths:list()[1].id`, "13"},
		{"one change", `for _, p in ipairs(race:paths(car, 2, { changes = 1 }):list()) do s = s .. p.id .. ">" .. p.to.name .. " " end`,
			"2>8/inside 1L>8/center "},
		{"pairs", `p = race:paths(car, 3, "changes", 2, "unused", "K", "shortest", nil); s = p.count .. p.longest .. p.asked`, "833"},
		{"as many in a table", `p = race:paths(car, 3, { changes = 2, unused = "K" }); s = p.count .. p.longest .. p.asked`, "833"},
		{"hazards that change", `local l = { race:space("8/inside") }; local function n() return race:paths(car, 3, "hazards", l):list()[1].hazards end
			s = n(); l[1] = race:space("1/inside"); s = s .. n(); table.insert(l, race:space("7/inside")); s = s .. n(); l[1], l[2] = nil; s = s .. n()`, "1010"},
		{"two changes", `s = race:paths(car, 3, { changes = 2 }).count`, "4"},
		{"letters", `for _, p in ipairs(race:paths(car, 2, { unused = "KT" }):list()) do s = s .. p.id .. "=" .. p.unused .. " " end`, "2=0 1K=1 KT=2 "},
		{"shortest", `s = race:paths(car, 4, { shortest = 3 }).count`, "2"},
		{"hazards", `p = race:paths(car, 3, { hazards = { race:space("8/inside") } }):list()[1]; s = p.hazards .. p.steps`, "13"},
		{"a stop", `p = race:paths(car, 6):best { stop = 1 }; s = p.to.name .. p.to.corner .. #p.overran`, "14/inside10"},
		{"overrun", `p = race:paths(car, 9):list()[1]; o = p.overran[1]; s = p.to.name .. " " .. o.corner .. o.missing .. o.beyond`, "17/inside 112"},
		{"best is inside", `s = race:paths(car, 5, { changes = 2 }):best { inside = 1 }.to.lane`, "3"},
		{"found", `s = race:paths(car, 3, { changes = 2 }):find("l2").id`, "2L"},
		{"found at the same cost", `s = race:paths(car, 3, { changes = 2 }):find("1L1").to.name`, "9/center"},
		{"not found", `local _, why = race:paths(car, 3, { changes = 2 }):find("R2"); s = why`, "R2: from 6/inside no step leads to the right (step 1)"},
		{"too short", `local _, why = race:paths(car, 3):find("2"); s = why`, "2 drives 2 spaces; the move is 3"},
		{"too many changes", `local _, why = race:paths(car, 3):find("1L1"); s = why`, "1L1: from 7/inside to 8/center is one lane change more than the 0 allowed"},
		{"nothing", `s = race:paths(car, 0):list()[1].id`, "0"},
		{"longest", `s = race:paths(car, 4).longest`, "4"},
		{"ahead", `s = race:ahead(race:space("15/outside")).name .. race:ahead(race:space("10/inside")).name`, "16/outside12/inside"},
		{"corner", `local c = race:corner(1); s = c.name .. c.stops .. c.from .. c.to .. c.inside .. c.shortest .. c.longest`, "First11115135"},
		{"no such corner", `local c = race:corner(2); s = c.name`, "corner 2"},
		{"corners ahead", `for _, c in ipairs(race:corners_ahead(car, 2)) do s = s .. c.number .. ":" .. c.owed .. ":" .. c.entry .. "-" .. c.exit .. " " end`,
			"1:1:5-7 2:2:18-20 "},
		{"beside", `s = #race:cars_beside(car)`, "0"},
		{"beside, and diagonally", `s = #race:cars_beside(car, true)`, "1"},
		{"spaces to a space", `s = race:spaces_to(car, race:space("14/inside"), 7) .. race:spaces_to(car, car.space, 0)`, "60"},
		{"spaces to one too far", `s = race:spaces_to(car, race:space("14/inside"), 5)`, "nil"},
		{"areas with a shortest", `for _, p in ipairs(race:paths(car, 2, { changes = 1, unused = "K", areas = { { race:space("7/inside"), shortest = 2 } } }):list()) do s = s .. p.id .. " " end`, "2 L1 1L LK "},
		{"too short for an area", `local _, why = race:paths(car, 2, { unused = "K", areas = { { race:space("7/inside"), shortest = 2 } } }):find("1"); s = why`, "1: where it leads it has to drive 2 spaces, not 1"},
		{"best is alone", `s = race:paths(car, 2, { changes = 1 }):best { beside = -1 }.id`, "2"},
		{"no pit lane", `s = race:pit_lane()`, "nil"},
		{"ground", `local p = race:space("20/center"); s = p.hill .. p.surface; if not race:space("1/inside").hill then s = s .. "-" end`, "upice-"},
		{"weather", `s = race:weather_chart(12) .. race:weather_chart(13)`, "goodrain"},
		{"areas", `for _, p in ipairs(race:paths(car, 2, { changes = 1, areas = { { race:space("7/inside") }, { race:space("8/center") } } }):list()) do s = s .. p.id .. "=" .. table.concat(p.areas, "+") .. " " end`,
			"2=1 L1=2 1L=1+2 "},
		{"areas as given", `local a = { {} }; paths = race:paths(car, 2, { areas = a }); s = tostring(paths.areas == a) .. tostring(race:paths(car, 2).areas)`, "truenil"},
		{"best by areas", `paths = race:paths(car, 2, { changes = 1, areas = { { race:space("7/inside") } } }); s = paths:best({ areas = { -3 }, changes = -1 }).id`, "L1"},
		{"spaces", `paths = race:paths(car, 2, { changes = 1 }); for _, sp in ipairs(paths:spaces(paths:find("1L"))) do s = s .. sp.name .. " " end`, "7/inside 8/center "},
		{"row", `for _, sp in ipairs(race:row(11)) do s = s .. sp.name .. " " end`, "11/outside "},
		{"shift", `s = race:shift(car, race:space("9/outside")).name .. car.space.name`, "9/outside9/outside"},
		{"data", `local d = race:track_data(); s = d.kind .. d.chips[2]`, "short4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := pathGame(t, from+"  local s, paths, p, o = \"\"\n  "+test.say+"\n  race:tell(car, \"say\", { text = tostring(s) })", scripts.Options{})
			c, err := g.Play()
			if err != nil {
				t.Fatal(err)
			}
			said := c.Events[len(c.Events)-1]
			if got := said.Get("text"); got != test.want {
				t.Errorf("%s\n got %v\nwant %s", test.say, got, test.want)
			}
		})
	}
}

func TestPathsFail(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{`race:paths(car, -1)`, "race:paths: -1 spaces; a path has 0 to 1000"},
		{`race:paths(car, 3, 2)`, "race:paths: argument 3 must be a table of options, or the name of one with its value after it, not the number 2"},
		{`race:paths(car, 3, { change = 2 })`, "race:paths: `change`: no such option; did you mean `changes`?"},
		{`race:paths(car, 3, "change", 2)`, "race:paths: `change`: no such option; did you mean `changes`?"},
		{`race:paths(car, 3, "changes", 2, 4)`, "race:paths: argument 5 must be a table of options, or the name of one with its value after it, not the number 4"},
		{`race:paths(car, 3, { changes = -1 })`, "race:paths: changes must be a whole number from 0, not the number -1"},
		{`race:paths(car, 3, { unused = "KL" })`, "race:paths: unused is a text of capitals"},
		{`race:paths(car, 3, { hazards = { car } })`, "race:paths: item 1 of hazards must be a space"},
		{`race:paths(car, 3, { areas = { { car } } })`, "race:paths: item 1 of an area must be a space"},
		{`race:paths(car, 3, { areas = "x" })`, "race:paths: areas is a list of at most 32 lists of spaces"},
		{`race:paths(car, 3, { areas = { {} } }):best { areas = { 1, 2 } }`, "paths:best: areas is a list of weights, one for each of 1 areas"},
		{`race:paths(car, 3, { areas = { {} } }):best { areas = { "x" } }`, "paths:best: the weight of area 1 is a number, not the text"},
		{`local p = race:paths(car, 3):list()[1]; race:paths(car, 2):spaces(p)`, "paths:spaces: that path is one of other paths"},
		{`race:paths(car, 3, { areas = { { shortest = -1 } } })`, "race:paths: the shortest of an area must be a whole number from 0, not the number -1"},
		{`race:spaces_to(car, car.space, -1)`, "race:spaces_to: -1 spaces at most; 0 to 1000 are looked at"},
		{`race:spaces_to(car, 3, 1)`, "race:spaces_to: argument 2 must be a space"},
		{`race:row(36)`, "race:row: Ring has no row 36; they are numbered 1 to"},
		{`race:shift(car, 3)`, "race:shift: argument 2 must be a space"},
		{`race:shift(car, race:cars()[2].space)`, "race:shift: A cannot be shifted to"},
		{`race:paths(car, 3):best { step = 1 }`, "paths:best: `step` with the weight"},
		{`race:paths(car, 3).list()`, "paths:list: call it with a colon: paths:list()"},
		{`race:drive(car, "3")`, "race:drive: argument 2 must be a path that race:paths found in this step"},
		{`local p = race:paths(car, 3):list()[1]; race:drive(car, p); race:drive(car, p)`, "it does not stand where the path begins"},
		{`local p = race:paths(car, 3):list()[1]; for _, c in ipairs(race:cars()) do if c ~= car then race:drive(c, p) end end`, "race:drive: that path is A's"},
		{`race:corner(3)`, "race:corner: Ring has no corner 3; they are numbered 1 to 2"},
		{`race:weather_chart(21)`, "race:weather_chart: a d20 has no face 21"},
		{`race:ahead("x")`, "race:ahead: argument 1 must be a space or a car"},
		{`race:remove(car)`, "race:remove: "},
	} {
		g := pathGame(t, "  "+test.body, scripts.Options{})
		if _, err := g.Play(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\n got %v\nwant %s", test.body, err, test.want)
		}
	}
}

// choosing asks for a path of as many spaces as a die says.
const choosing = `
  local paths = race:paths(car, race:roll(car, "d6", "move"), { changes = 2, unused = "K" })
  race:drive(car, race:ask(car, "path", paths))`

// A person is shown a choice for each lane and what becomes of the car there,
// and may write any path.
func TestAskPaths(t *testing.T) {
	for _, parked := range []bool{false, true} {
		askPaths(t, parked)
	}
}

// askPaths does so in a race that is parked, or not, before each answer.
func askPaths(t *testing.T, parked bool) {
	t.Helper()
	g := pathGame(t, `  race:drive(car, race:ask(car, "path", race:paths(car, 7, { changes = 2, unused = "K" }), { text = "which way?" }))`,
		scripts.Options{People: []string{"A", "B"}})
	if _, err := g.Play(); err != race.ErrPending {
		t.Fatal(err)
	}
	a := g.Pending()[0]
	shown := ""
	for _, o := range a.Options {
		if !o.Minor {
			shown += o.ID + ": " + o.Text + "\n"
		}
	}
	const want = "7: 14/inside, a stop in First\n5L1: 13/center, a stop in First\n4LL1: 12/outside, a stop in First\n"
	if shown != want || a.Text != "which way?" {
		t.Errorf("shown\n%swant\n%s", shown, want)
	}
	for _, test := range []struct{ option, want string }{
		{"8", "8 drives 8 spaces; the move is 6 to 7"},
		{"X-", `"-" is no part of a path: write numbers for straight on, R and L`},
		{"lr5", ""}, // another way to 14/inside with two lane changes
		{"lr5", ""}, // once more
		{"7", `nobody waits for that: A was asked "path" in R1 turn A and answered 4LR1, which has to be taken back first`},
	} {
		if parked {
			g.Park()
		}
		got := ""
		if err := g.Answer(a.ID, test.option); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.option, got, test.want)
		}
	}
	c, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	if c.Events[len(c.Events)-1].Get("to") != "14/inside" {
		t.Errorf("driven: %v", c.Events)
	}
}

// Enter takes the path that overruns the least, and what a path leaves undriven
// is told in the variant's words.
func TestAskPathsOverrunning(t *testing.T) {
	g := pathGame(t, `  race:drive(car, race:ask(car, "path", race:paths(car, 11, { unused = "KKT" })))`, scripts.Options{People: []string{"A", "B"}})
	if _, err := g.Play(); err != race.ErrPending {
		t.Fatal(err)
	}
	a, said := g.Pending()[0], ""
	for i, o := range a.Options {
		if i == a.Default {
			said += "* "
		}
		if o.Minor {
			said += "- "
		}
		said += o.ID + ": " + o.Text + "\n"
	}
	const want = `11: 18/inside, overruns First by 3
7L3: 18/center, overruns First by 3
- 10K: 17/inside, overruns First by 2, B -1
- 7L2K: 17/center, overruns First by 2, B -1
- 9KK: 16/inside, overruns First by 1, B -2
- 7L1KK: 16/center, overruns First by 1, B -2
* 8KKT: 15/inside, a stop in First, B -2
7LKKT: 15/center, a stop in First, B -2
`
	if said != want {
		t.Errorf("asked\n%swant\n%s", said, want)
	}
}

// Bots choose the same paths whether or not a record is kept.
func TestBotPaths(t *testing.T) {
	p := load(t, scripts.Options{Variant: "my", Bots: []string{"long", "steady"}, Laps: 2}, pathy(choosing))
	_, end := played(t, p, "count")
	_, r, h := counted(t, p, 0)
	notes, err := h.State(r)
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Text(notes); text != end {
		t.Errorf("played\n%s\nsimulated\n%s", end, text)
	}
}

// A bot that answers something else fails in the same words.
func TestBotPathsFail(t *testing.T) {
	for _, answer := range []string{`"99"`, `{}`, `nil`} {
		files := pathy(choosing)
		files["my"] = strings.Replace(files["my"], "ask.paths:best { steps = 1, missing = -10, changes = -0.1 }", answer, 1)
		p := load(t, scripts.Options{Variant: "my", Bots: []string{"long"}}, files)
		g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
		for err == nil {
			_, err = g.Play()
		}
		if !strings.Contains(fmt.Sprint(err), "bot long answered") {
			t.Errorf("%s: %v", answer, err)
		}
	}
}
