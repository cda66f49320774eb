package scripts_test

import (
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

func TestDefineRefuses(t *testing.T) {
	refuse(t, []refusal{
		{"no name", `return (require "racing").variant { track = "oval", turn = error }`, "test/my.lua:1: name: it must be a text, not nothing (nil)"},
		{"name is a number", my + "V.name = 4\nreturn V", "test/my.lua:2: name: it must be a text, not the number 4"},
		{"no track", my + "V.track = nil\nreturn V", "test/my.lua:2: track: it must be a text, not nothing (nil)"},
		{"track that is not there", my + "V.track = \"ovall\"\nreturn V", "no track called \"ovall\"; did you mean `oval`?"},
		{"laps 0.5", my + "\nV.laps = 0.5\nreturn V", "test/my.lua:3: laps: it must be a whole number from 0 to 1000, not the number 0.5"},
		{"laps -1", my + "V.laps = -1\nreturn V", "test/my.lua:2: laps: it must be a whole number from 0 to 1000, not the number -1"},
		{"laps is a text", my + "V.laps = \"3\"\nreturn V", "test/my.lua:2: laps: it must be a whole number from 0 to 1000, not the text \"3\""},
		{"marks_from_lap", my + "V.marks_from_lap = {}\nreturn V", "test/my.lua:2: marks_from_lap: it must be a whole number from 0 to 1000, not a table"},
		{"order unknown", my + "V.order = \"formost first\"\nreturn V", "test/my.lua:2: order: no order is called \"formost first\"; did you mean `foremost first`?; there is \"circuit first\", \"foremost first\", or write a function(self, race, a, b)"},
		{"order is a table", my + "V.order = {}\nreturn V", "test/my.lua:2: order: it must be the name of an order or a function, not a table"},
		{"sessions without a session", my + "V.sessions = { \"Q1\" }\nfunction V:sesion() end\nreturn V",
			"test/my.lua:2: sessions: they need a function V:session(race, number) ... end; did you mean `sesion`?"},
		{"sessions is a text", my + "V.sessions = \"Q1\"\nreturn V", "test/my.lua:2: sessions: it must be a list of texts"},
		{"sessions of numbers", my + "V.sessions = { 1 }\nfunction V:session() end\nreturn V", "test/my.lua:2: sessions: it must be a list of texts"},
		{"session is no function", my + "V.session = 4\nreturn V", "test/my.lua:2: session: it must be a function, not the number 4"},
		{"no turn", `return (require "racing").variant { name = "x", track = "oval" }`, "test/my.lua:1: turn: a variant needs a turn: function V:turn(race, car) ... end"},
		{"turn misspelled", `local V = (require "racing").variant { name = "x", track = "oval" }` + "\nfunction V:trun() end\nreturn V",
			"test/my.lua:1: turn: a variant needs a turn: function V:turn(race, car) ... end; did you mean `trun`?"},
		{"next instead of a turn", `local V = (require "racing").variant { name = "x", track = "oval", entries = { { name = "A" } } }` + "\nfunction V:next() end\nreturn V", ""},
		{"on_mark without its table", my + "V.acton = racing.table(\"d2\", { 1, 2 })\nV.turn = racing.roll_and_advance { dice = \"d6\", purpose = \"move\", on_mark = \"action\" }\nreturn V",
			"test/my.lua:3: turn: on_mark = \"action\": no roll table of that name; did you mean `acton`?"},
		{"declared turn without dice", my + "V.turn = racing.roll_and_advance { purpose = \"move\" }\nreturn V",
			"test/my.lua:2: racing.roll_and_advance: it needs dice and a purpose, such as { dice = \"d6\", purpose = \"move\" }"},
		{"declared turn, unknown key", my + "V.turn = racing.roll_and_advance { dice = \"d6\", porpose = \"move\" }\nreturn V",
			"test/my.lua:2: racing.roll_and_advance: `porpose`: no such key; did you mean `purpose`?"},
		{"declared turn, bad dice", my + "V.turn = racing.roll_and_advance { dice = \"6\" }\nreturn V", "test/my.lua:2: racing.roll_and_advance: dice: \"6\" is no dice: write d6, 2d6, d20 or d66"},
		{"declared turn, units", my + "V.turn = racing.roll_and_advance { units = 6 }\nreturn V",
			"test/my.lua:2: racing.roll_and_advance: units is a function(self, race, car, total, faces...), not the number 6"},
		{"declared turn, purpose is a function", my + "V.turn = racing.roll_and_advance { dice = \"d6\", purpose = error }\nreturn V",
			"test/my.lua:2: racing.roll_and_advance: purpose must be a text, not a function"},

		{"car is a list", my + "V.car = { \"gear\" }\nreturn V", "test/my.lua:2: car: fields have names; the number 1 is none"},
		{"car is a number", my + "V.car = 4\nreturn V", "test/my.lua:2: car: it must be a table of fields with their starting values, not the number 4"},
		{"car.lap", my + "V.car = {\n  lap = 1 }\nreturn V", "test/my.lua:3: car.lap: the race itself has a `lap`: choose another name"},
		{"race.round and race.roll", my + "V.race = {\n  round = 1,\n  roll = 1 }\nreturn V",
			"test/my.lua:3: race.round: the race itself has a `round`: choose another name\ntest/my.lua:4: race.roll: the race itself has a `roll`: choose another name"},
		{"field is a function", my + "V.car = { f = error }\nreturn V",
			"test/my.lua:2: car.f: car.f holds a function; what outlives a step is numbers, texts, true and false, cars, spaces, and tables of them"},
		{"field is not a number", my + "V.car = { f = 0/0 }\nreturn V", "test/my.lua:2: car.f: car.f is NaN, which is no number to keep"},
		{"field is infinite", my + "V.race = { f = 1/0 }\nreturn V", "test/my.lua:2: race.f: race.f is +Inf, which is no number to keep"},
		{"field holds a table twice", my + "local t = {}\nV.race = { f = { a = t, b = t } }\nreturn V",
			"test/my.lua:3: race.f: race.f.a and race.f.b are one table; each must have its own, or a change to one changes the other"},
		{"field holds itself", my + "local t = {}\nt.t = t\nV.race = { f = t }\nreturn V", "test/my.lua:4: race.f: race.f and race.f.t are one table; ..."},
		{"list with names", my + "V.race = { f = { 1, 2, a = 3 } }\nreturn V", "test/my.lua:2: race.f: race.f is a list with the text \"a\" as a key; keep lists and names apart"},
		{"key is false", my + "V.race = { f = { [false] = 3 } }\nreturn V", "test/my.lua:2: race.f: race.f has false as a key; a table that outlives a step is a list from 1, or has names as keys"},
		{"key is 0", my + "V.race = { f = { [0] = 3 } }\nreturn V", "test/my.lua:2: race.f: race.f has the number 0 as a key; ..."},

		{"rows_for is a text", my + "V.rows_for = \"team\"\nreturn V", "test/my.lua:2: rows_for: it must be a table of lists of tables' names, such as { team = { \"modifiers\" } }, not the text \"team\""},
		{"rows_for of no field", my + "V.car = { team = \"\" }\nV.teams = {}\nV.rows_for = { taem = { \"teams\" } }\nreturn V",
			"test/my.lua:4: rows_for.taem: cars have no field `taem`; did you mean `team`?"},
		{"rows_for names no list", my + "V.car = { team = \"\" }\nV.teams = {}\nV.rows_for = { team = \"teams\" }\nreturn V",
			"test/my.lua:4: rows_for.team: it must be a list of texts"},
		{"rows_for names no table", my + "V.car = { team = \"\" }\nV.teams = {}\nV.rows_for = { team = { \"temas\" } }\nreturn V",
			"test/my.lua:4: rows_for.team: the variant has no table `temas`; did you mean `teams`?"},
		{"rows_for, an entry of another", my + "V.car = { team = \"\" }\nV.teams = { Red = 1 }\nV.rows_for = { team = { \"teams\" } }\nV.entries = {\n  { name = \"A\", team = \"Red\" },\n  { name = \"B\", team = \"Bed\" } }\nreturn V",
			"test/my.lua:7: entries.2: B: teams has no row for the team \"Bed\"; did you mean `Red`?"},
		{"rows_for, numbers", my + "V.car = { box = 2 }\nV.boxes = { \"near\", \"far\" }\nV.rows_for = { box = { \"boxes\" } }\nV.entries = { { name = \"A\" }, { name = \"B\", box = 3 } }\nreturn V",
			"test/my.lua:5: entries.2: B: boxes has no row for the box \"3\"; ..."},

		{"entry without a name", my + "V.entries = {\n  { name = \"A\" },\n  { nam = \"B\" } }\nreturn V",
			"test/my.lua:4: entries.2: it has no name; did you mean `nam`?"},
		{"entry is a text", my + "V.entries = { \"A\" }\nreturn V", "test/my.lua:2: entries.1: it must be a row such as { name = \"Vettel\" }, not the text \"A\""},
		{"entries is a text", my + "V.entries = \"A\"\nreturn V", "test/my.lua:2: entries: it must be a list of rows, not the text \"A\""},
		{"entry with an undeclared field", my + "V.car = { team = \"\" }\nV.entries = {\n  { name = \"A\", tema = \"x\" } }\nreturn V",
			"test/my.lua:4: entries.1: A: cars have no field `tema`; did you mean `team`?"},
		{"entry with a wrong type", my + "V.car = { team = \"\" }\nV.entries = {\n  { name = \"A\", team = 3 } }\nreturn V",
			"test/my.lua:4: entries.1: A: `team` is a text, not the number 3; write it in quotes"},
		{"entry with a text for a number", my + "V.car = { n = 1 }\nV.entries = {\n  { name = \"A\", n = \"x\" } }\nreturn V",
			"test/my.lua:4: entries.1: A: `n` starts as the number 1, and cannot be the text \"x\""},
		{"entry with a text for a table", my + "V.car = { wp = {} }\nV.entries = {\n  { name = \"A\", wp = \"x\" } }\nreturn V",
			"test/my.lua:4: entries.1: A: `wp` starts as a table, and cannot be the text \"x\""},
		{"entry with a table", my + "V.car = { team = \"\" }\nV.entries = {\n  { name = \"A\",\n    team = {} } }\nreturn V",
			"test/my.lua:5: entries.1.team: it must be a text, a number or true or false, not a table"},
		{"entry with no number", my + "V.car = { n = 1 }\nV.entries = {\n  { name = \"A\",\n    n = 0/0 } }\nreturn V",
			"test/my.lua:5: entries.1.n: it must be a text, a number or true or false, not the number NaN"},
		{"entered twice", my + "V.entries = {\n  { name = \"A\" },\n  { name = \"A\" } }\nreturn V", "test/my.lua:4: entries.2: \"A\" is entered already"},
		{"entered as race", my + "V.entries = {\n  { name = \"race\" } }\nreturn V", "test/my.lua:3: entries.1: \"race\" cannot be a car's name: the race itself is called so"},
		{"entered without letters", my + "V.entries = {\n  { name = \"\" } }\nreturn V", "test/my.lua:3: entries.1: it has no name"},
		{"nobody", my + "V.entries = {}\nreturn V", "nobody is entered: give the variant `entries = { { name = \"...\" }, ... }`"},

		{"bots is a function", my + "V.bots = error\nreturn V", "test/my.lua:2: bots: it must be a table of functions, not a function"},
		{"bot is a text", my + "V.bots.bold = \"go\"\nreturn V", "test/my.lua:2: bots.bold: a bot is a function(self, race, car, ask), not the text \"go\""},
		{"words is a text", my + "V.words = \"x\"\nreturn V", "test/my.lua:2: words: it must be a table of texts"},
		{"word is a number", my + "V.words.pit = 4\nreturn V", "test/my.lua:2: words.pit: it must be a text with {fields}, not the number 4"},
		{"points system unknown", fork + "return racing.extend(\"paper_f1\", {\n  points = \"10-6-3\" })", "test/my.lua:3: points: no points system is called \"10-6-3\"; did you mean `10-6-4`?"},
		{"points system without systems", my + "V.points = \"x\"\nreturn V", "test/my.lua:2: points: no points system is called \"x\""},
		{"points is a number", my + "V.points = 4\nreturn V", "test/my.lua:2: points: it must be a list of numbers, best place first, not the number 4"},
		{"points are words", my + "V.points = { 10, \"six\" }\nreturn V", "test/my.lua:2: points: place 2: points are whole numbers, not the text \"six\""},
		{"points system that is a text", my + "V.points_systems = { a = { 1 },\n  b = \"x\" }\nreturn V", "test/my.lua:3: points_systems.b: it must be a list of numbers, best place first, not the text \"x\""},
		{"points systems are a list of none", my + "V.points_systems = 4\nreturn V", "test/my.lua:2: points_systems: it must be a table of lists, not the number 4"},
		{"points system far from all", fork + "return racing.extend(\"paper_f1\", {\n  points = \"indy\" })", "test/my.lua:3: points: no points system is called \"indy\"; there are 10-6-4, 25-18-15, 9-6-4"},
		{"no result counts", my + "V.points = { 10, 6,\n  best = 0 }\nreturn V", "test/my.lua:3: points.best: it says how many results of a championship count: a whole number from 1 on, not the number 0"},
		{"half a result counts", my + "V.points_systems = {\n  a = { 10,\n    best = 1.5 } }\nreturn V", "test/my.lua:4: points_systems.a.best: it says how many results of a championship count: a whole number from 1 on, not the number 1.5"},
		{"best is a text", my + "V.points = { 10, best = \"all\" }\nreturn V", "test/my.lua:2: points.best: it says how many results of a championship count: a whole number from 1 on, not the text \"all\""},
		{"best of nothing", fork + "return racing.extend(\"paper_f1\", { points_systems = {\n  [\"9-6-4\"] = { best = 8 } } })",
			"test/my.lua:3: points_systems.9-6-4: `best` stands beside a list of points, and there is none: write it out, such as { 9, 6, 4, best = 8 }"},
		{"best misspelt", my + "V.points = { 10,\n  bets = 11 }\nreturn V", "test/my.lua:3: points.bets: points have places and `best`, no `bets`; did you mean `best`?"},
		{"columns", my + "V.columns = { 1 }\nreturn V", "test/my.lua:2: columns: it must be a list of texts"},
		{"column of a table", my + "V.car = { wp = { T = 1 } }\nV.columns = { \"wp.T\", \"wp.B\" }\nreturn V", "test/my.lua:3: columns.2: the field `wp` of cars starts without a `B`"},
		{"tables in tables without an end", my + "local t = {}\nfor i = 1, 100000 do t = { t } end\nV.x = t\nreturn V", "test/my.lua:4: x: tables lie more than 20 deep in each other"},
		{"key is a table", my + "V.x = { 1,\n  y = { [{}] = 2 } }\nreturn V", "test/my.lua:3: x.y: it has a table as a key; use names and numbers as keys"},
		{"key is a function", my + "V[error] = 2\nreturn V", "test/my.lua:1: the variant: it has a function as a key; use names and numbers as keys"},
		{"patch without an end", fork + "local p = {}\np.p = p\nreturn racing.extend(\"ring\", { ring = p })", "test/my.lua:4: tables lie more than 20 deep in each other"},
		{"all at once", my + "V.laps = -1\nV.name = 4\nV.words = { a = 1 }\nV.action = racing.table(\"d2\", {\n  [1] = 1,\n  [7] = 2 })\nV.bots = 3\nV.order = 4\nreturn V",
			"test/my.lua:2: laps: it must be a whole number from 0 to 1000, not the number -1\n" +
				"test/my.lua:3: name: it must be a text, not the number 4\n" +
				"test/my.lua:4: words.a: it must be a text with {fields}, not the number 1\n" +
				"test/my.lua:7: action[7]: a d2 has no face 7\n" +
				"test/my.lua:8: bots: it must be a table of functions, not the number 3\n" +
				"test/my.lua:9: order: it must be the name of an order or a function, not the number 4"},
	}, map[string]string{"ring": my + "V.ring = {}\nV.ring.p = V.ring\nreturn V"})
}

// How a championship is counted is data of the points system in force.
func TestPointsSystem(t *testing.T) {
	for _, test := range []struct {
		name string
		set  []string
		want scripts.Points
	}{
		{"the variant's own", nil, scripts.Points{System: "25-18-15"}},
		{"by name", []string{"points=9-6-4"}, scripts.Points{System: "9-6-4", Best: 11}},
		{"another number", []string{"points=9-6-4", "points_systems.9-6-4.best=3"}, scripts.Points{System: "9-6-4", Best: 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := scripts.Load(files(nil), scripts.Options{Variant: "paper_f1", Settings: test.set})
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Info().Points; got.System != test.want.System || got.Best != test.want.Best {
				t.Errorf("%+v, not %+v", got, test.want)
			}
		})
	}
}

// Every variant has the bot steady, also one that writes its bots anew.
func TestSteadyStays(t *testing.T) {
	for _, bots := range []string{"V.bots = { bold = bold, careful = bold }", "V.bots.bold, V.bots.careful = bold, bold"} {
		p := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": my + "local function bold(_, _, _, ask) return ask.default end\n" + bots + "\nreturn V"})
		if got := strings.Join(p.Info().Bots, " "); got != "bold careful steady" {
			t.Errorf("%s: bots %s", bots, got)
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	ofLotus := race.Entry{Name: "A", Fields: map[string]any{"team": "Lotus"}}
	for _, test := range []struct {
		name string
		opts scripts.Options
		want string
	}{
		{"variant", scripts.Options{Variant: "paper"}, "no variant called \"paper\"; there are ..."},
		{"variant, near", scripts.Options{Variant: "paper_f2"}, "no variant called \"paper_f2\"; did you mean `paper_f1`?"},
		{"variant outside", scripts.Options{Variant: "../variants/paper_f1"}, "no variant called \"../variants/paper_f1\"..."},
		{"track", scripts.Options{Variant: "paper_f1", Track: "hungoring"}, "no track called \"hungoring\"; did you mean `hungaroring`?"},
		{"laps", scripts.Options{Variant: "paper_f1", Laps: 1001}, "1001 laps: a race has 1 to 1000"},
		{"laps below", scripts.Options{Variant: "paper_f1", Laps: -1}, "-1 laps: a race has 1 to 1000"},
		{"person", scripts.Options{Variant: "paper_f1", People: []string{"Vetel"}}, "no car is called \"Vetel\"; did you mean `Vettel`?"},
		{"bot", scripts.Options{Variant: "paper_f1", Bots: []string{"stedy"}}, "Paper Grand Prix has no bot \"stedy\"; did you mean `steady`?"},
		{"nobody entered", scripts.Options{Variant: "paper_f1", Entries: []race.Entry{}}, "nobody is entered: ..."},
		{"entry's field", scripts.Options{Variant: "paper_f1", Entries: []race.Entry{{Name: "A", Fields: map[string]any{"teem": "x"}}}},
			"entry 1: A: cars have no field `teem`; did you mean `team`?"},
		{"entry's type", scripts.Options{Variant: "paper_f1", Entries: []race.Entry{ofLotus, {Name: "B", Fields: map[string]any{"team": 1}}}},
			"entry 2: B: `team` is a text, not the number 1; write it in quotes"},
		{"entered twice", scripts.Options{Variant: "paper_f1", Entries: []race.Entry{ofLotus, ofLotus}}, "entry 2: \"A\" is entered already"},
		{"no row for what an entry gives", scripts.Options{Variant: "paper_f1_quick", Entries: []race.Entry{ofLotus, {Name: "B", Fields: map[string]any{"team": "lotus"}}}},
			"entry 2: B: modifiers has no row for the team \"lotus\"; did you mean `Lotus`?"},
		{"no row for what is not given", scripts.Options{Variant: "paper_f1", Entries: []race.Entry{{Name: "A"}}}, "entry 1: A has no team; there are Ferrari, ..."},
		{"laid down", scripts.Options{Variant: "paper_f1", Entries: []race.Entry{{Name: "A"}}, Laid: true}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := scripts.Load(files(nil), test.opts)
			said(t, err, test.want)
		})
	}
}
