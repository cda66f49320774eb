package scripts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// gears asks for a gear, with one that cannot be chosen, and drives as many
// rows.
const gears = `
  local gear = race:ask(car, "gear", { 1, { id = 2, text = "second" }, { id = 4, no = "one gear up per round" } }, { text = "which gear?", default = 2 })
  car.n = type(gear) == "table" and gear.id or gear
  race:advance(car, car.n)`

// pending lists the questions that wait as "who key: ids, default".
func pending(g *race.Game) string {
	var list []string
	for _, a := range g.Pending() {
		text := fmt.Sprintf("%s %s:", a.ID.Who, a.ID.Key)
		for _, o := range a.Options {
			text += " " + o.ID
			if o.No != "" {
				text += "(" + o.No + ")"
			}
		}
		list = append(list, text+", "+a.Options[a.Default].ID)
	}
	return strings.Join(list, "; ")
}

// wait plays up to a question.
func wait(t *testing.T, g *race.Game, want string) {
	t.Helper()
	if c, err := g.Play(); !errors.Is(err, race.ErrPending) {
		t.Fatalf("got %v, %v; want a question", c, err)
	}
	if got := pending(g); got != want {
		t.Fatalf("\n got %s\nwant %s", got, want)
	}
}

func TestAskAPerson(t *testing.T) {
	g := lineUp(t, turn(gears), scripts.Options{People: []string{"A"}})
	wait(t, g, "A gear: 1 2 4(one gear up per round), 2")
	a := g.Pending()[0]
	if a.Text != "which gear?" || a.Options[1].Text != "second" || a.ID.Nth != 1 {
		t.Errorf("asked %+v", a)
	}
	for _, test := range []struct{ who, key, option, want string }{
		{"A", "gear", "4", "4: one gear up per round"},
		{"A", "gear", "3", `"3" is not among the choices: 1, 2`},
		{"A", "path", "1", `nobody waits for that: A is not asked "path" now`},
		{"B", "gear", "1", `nobody waits for that: B is not asked "gear" now`},
		{"A", "gear", "2", ""},
	} {
		said(t, reply(g, test.who, test.key, test.option), test.want)
	}
	c, err := g.Play()
	if err != nil || !strings.Contains(c.State, `A @2/1 lap 1 grid 1 arrived 3 turn 1 {n=2 `) {
		t.Errorf("%v %v", c, err)
	}
	if c, err := g.Play(); err != nil || c.Step != "R1 turn B" || !strings.Contains(c.State, "B @2/2") {
		t.Errorf("the bot took %v (%v), want its default", c, err)
	}
}

// A table option comes back as the table it was, with all its fields.
func TestAskReturnsTheOption(t *testing.T) {
	g := lineUp(t, turn(`
  local options = { { id = "a", rows = 1 }, { id = "b", rows = 3, deep = {} } }
  local taken = race:ask(car, "path", options)
  if taken ~= options[2] then error("another table") end
  race:advance(car, taken.rows)
  local word = race:ask(car, "word", { "x", "y" })
  local number = race:ask(car, "number", { 10, 20 })
  car.s = type(word) .. word .. type(number) .. number`), scripts.Options{People: []string{"A", "B"}})
	wait(t, g, "A path: a b, a")
	said(t, reply(g, "A", "path", "b"), "")
	wait(t, g, "A word: x y, x")
	said(t, reply(g, "A", "word", "y"), "")
	wait(t, g, "A number: 10 20, 10")
	said(t, reply(g, "A", "number", "20"), "")
	if c, err := g.Play(); err != nil || !strings.Contains(c.State, `A @3/1`) || !strings.Contains(c.State, `s="stringynumber20"`) {
		t.Errorf("%v %v", c, err)
	}
}

// Several are asked at once, each with options of his own, and nobody's answer
// counts before all are there.
func TestAskSeveral(t *testing.T) {
	g := lineUp(t, turn(`
  local bids = race:ask(race:cars(), "bid", function(c)
    if c.name == "A" then return { 0, 1 } end
    return { 0, 5, { id = 9, no = "too much" } }
  end)
  race.list = bids
  race:ask({}, "nobody", { 1 })`), scripts.Options{People: []string{"A", "B"}})
	wait(t, g, "A bid: 0 1, 0; B bid: 0 5 9(too much), 0")
	said(t, reply(g, "B", "bid", "5"), "")
	said(t, reply(g, "B", "bid", "9"), `nobody waits for that: B is not asked "bid" now`)
	wait(t, g, "A bid: 0 1, 0")
	said(t, reply(g, "A", "bid", "1"), "")
	if c, err := g.Play(); err != nil || !strings.Contains(c.State, "list=[1 5]") {
		t.Errorf("%v %v", c, err)
	}
}

// The race itself asks the game master, who is there when people drive.
func TestAskTheGameMaster(t *testing.T) {
	source := turn(`race.n = race:ask(race, "weather", { 1, 2 }, { default = 2 })`)
	g := lineUp(t, source, scripts.Options{People: []string{"B"}})
	wait(t, g, "race weather: 1 2, 2")
	said(t, reply(g, "race", "weather", "1"), "")
	if c, err := g.Play(); err != nil || !strings.Contains(c.State, "n=1 ") {
		t.Errorf("%v %v", c, err)
	}
	g = lineUp(t, source, scripts.Options{})
	if c, err := g.Play(); err != nil || !strings.Contains(c.State, "n=2 ") {
		t.Errorf("nobody drives: %v %v", c, err)
	}
}

// After an answer the step begins again: it rolls the same.
func TestAskAfterARoll(t *testing.T) {
	g := lineUp(t, turn(`
  local n = race:roll(car, "d20", "gear")
  local again = race:ask(car, "again", { "no", "yes" })
  if again == "yes" then n = n + race:roll(car, "d20", "gear") end
  car.n = n`), scripts.Options{People: []string{"A"}})
	wait(t, g, "A again: no yes, no")
	first := fmt.Sprint(g.Events())
	said(t, reply(g, "A", "again", "yes"), "")
	c, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	if begins := strings.TrimSuffix(first, "]"); !strings.HasPrefix(fmt.Sprint(c.Events), begins) {
		t.Errorf("began with %s, then %v", begins, c.Events)
	}
}

func TestBots(t *testing.T) {
	const bots = `
V.bots.bold   = function(self, race, car, ask) return ask.options[#ask.options] end
V.bots.deaf   = function() return nil end
V.bots.wrong  = function() return "7" end
V.bots.banned = function() return 4 end
V.bots.mover  = function(self, race, car) race:advance(car, 1) return 1 end
V.bots.roller = function(self, race, car) return race:roll(car, "d2", "bot") end
V.bots.tabler = function(self, race, car) return (self.action:roll(race, car)) end
V.bots.driver = function(self, race, car) self.declared(self, race, car) return 1 end
V.bots.asker  = function(self, race, car) return race:ask(car, "me", { 1 }) end
V.bots.teller = function(self, race, car) race:tell(car, "hello") return 1 end
V.bots.writer = function(self, race, car) race:car("B").n = 9 return 1 end
V.bots.lister = function(self, race, car) table.insert(race.list, 1) return 1 end
V.bots.lapper = function(self, race, car) car.lap = 9 return 1 end
V.bots.endless = function() while true do end end
V.bots.broken = function(self, race, car, ask)
  return ask.nothing.x end
V.bots.looker = function(self, race, car, ask)
  local text = ask.key .. "," .. ask.text .. "," .. ask.default .. "," .. table.concat(ask.options, " ") .. "," .. #race:standings() .. "," .. race:distance(car)
  if text ~= "gear,which gear?,2,1 2,2,40" then error(text) end
  return ask.options[1]
end
V.action   = racing.table("d2", { 1, 2 })
V.declared = racing.roll_and_advance { dice = "d6", purpose = "move" }
return V`
	source := strings.TrimSuffix(turn(gears), "return V") + bots
	for _, test := range []struct{ bot, want string }{
		{"steady", ""},
		{"bold", ""},
		{"looker", ""},
		{"deaf", `test/my.lua:4: bot deaf answered nothing (nil) to "gear" of A: the choices are 1, 2`},
		{"wrong", `test/my.lua:4: bot wrong answered the text "7" to "gear" of A: the choices are 1, 2`},
		{"banned", `test/my.lua:4: bot banned answered the number 4 to "gear" of A: the choices are 1, 2`},
		{"mover", "test/my.lua:13: race:advance: a bot only answers; it cannot change the race"},
		{"roller", "test/my.lua:14: race:roll: a bot only answers; it cannot change the race"},
		{"tabler", "test/my.lua:15: roll: a bot only answers; it cannot change the race"},
		{"driver", "test/my.lua:16: turn: a bot only answers; it cannot change the race"},
		{"asker", "test/my.lua:17: race:ask: a bot only answers; it cannot change the race"},
		{"teller", "test/my.lua:18: race:tell: a bot only answers; it cannot change the race"},
		{"writer", `test/my.lua:4: bot writer changed the race while it answered "gear"; a bot only answers`},
		{"lister", `test/my.lua:4: bot lister changed the race while it answered "gear"; a bot only answers`},
		{"lapper", `test/my.lua:4: bot lapper changed the race while it answered "gear"; a bot only answers`},
		{"endless", "test/my.lua:22: the rule did not end within 1000000 instructions: is there a loop without an end?"},
		{"broken", "test/my.lua:24: attempt to index a non-table object(nil) with key 'x'"},
	} {
		t.Run(test.bot, func(t *testing.T) {
			g := lineUp(t, source, scripts.Options{Bots: []string{test.bot, "bold"}})
			before := g.State()
			c, err := g.Play()
			said(t, err, test.want)
			if err != nil && g.State() != before {
				t.Errorf("the race changed: %s", g.State())
			}
			want := map[string]string{"steady": "A @2/1", "bold": "A @2/1", "looker": "A @1/1"}[test.bot]
			if err == nil && !strings.Contains(c.State, want) {
				t.Errorf("got %s, want %s", c.State, want)
			}
		})
	}
}

// The order of a round is a function of the rules.
func TestOrderFunction(t *testing.T) {
	order := func(body string) string {
		return strings.TrimSuffix(turn("race:advance(car, car.name == \"A\" and 3 or 1)"), "return V") +
			"V.laps = 2\nV.order = function(self, race, a, b)\n" + body + "\nend\nreturn V"
	}
	steps := func(g *race.Game) string {
		var list []string
		for range 4 {
			c, err := g.Play()
			if err != nil {
				return err.Error()
			}
			list = append(list, strings.TrimPrefix(c.Step, "R"))
		}
		return strings.Join(list, ", ")
	}
	for _, test := range []struct{ name, body, want string }{
		{"last first", "return race:distance(a) < race:distance(b)", "1 turn A, 1 turn B, 2 turn B, 2 turn A"},
		{"by name, backwards", "return a.name > b.name", "1 turn B, 1 turn A, 2 turn B, 2 turn A"},
		{"all level", "return false", "1 turn A, 1 turn B, 2 turn A, 2 turn B"},
		{"nothing", "", "1 turn A, 1 turn B, 2 turn A, 2 turn B"},
		{"error", "return a.nme < b.nme", "test/my.lua:7: a car has no `nme`; did you mean `name`?"},
		{"endless", "while true do end", "test/my.lua:7: the rule did not end within 1000000 instructions: is there a loop without an end?"},
		{"writes a field", "race.n = race.n + 1", "test/my.lua:6: order changed the race; it only says what comes next"},
		{"moves a car", "race:advance(a, 1)", "test/my.lua:7: race:advance: next, order and level only say what comes next; it cannot change the race"},
		{"rolls", "return race:roll(a, \"d2\", \"x\") == 1", "test/my.lua:7: race:roll: next, order and level only say what comes next; it cannot change the race"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := steps(lineUp(t, order(test.body), scripts.Options{})); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// Where the order has a name, level cars may have an order of their own.
func TestLevelFunction(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"return a.name > b.name", "R1 turn B"},
		{"return a.name < b.name", "R1 turn A"},
		{"race.n = race.n + 1", "test/my.lua:5: level changed the race; it only says what comes next"},
		{"race:advance(a, 1)", "test/my.lua:6: race:advance: next, order and level only say what comes next; it cannot change the race"},
	} {
		g := lineUp(t, strings.TrimSuffix(turn("race:advance(car, 1)"), "return V")+
			"V.level = function(self, race, a, b)\n"+test.body+"\nend\nreturn V", scripts.Options{})
		c, err := g.Play()
		switch {
		case err != nil && err.Error() != test.want:
			t.Errorf("%s: %v, want %s", test.body, err, test.want)
		case err == nil && c.Step != test.want:
			t.Errorf("%s: %s, want %s", test.body, c.Step, test.want)
		}
	}
}

// duel is a whole race under a next of its own: a grid, then turns in which
// the car with fewer points rolls, and nobody drives.
const duel = lined + `
V.sessions = racing.none and nil
V.car.points = 0
function V:begin(race) race:grid(race:cars()) end
function V:roll_off(race, car) car.points = car.points + race:roll(car, "d6", "duel") end
function V:prize(race) race.any = race:standings()[1] end
function V:next(race)
  local a, b = race:car("A"), race:car("B")
  if a.status == "waiting" then return "grid", self.begin end
  local car = a
  if b.points < a.points then car = b end
  if car.points < 10 then return "duel " .. car.name .. " from " .. car.points, self.roll_off, car, race.round + 1 end
  if race.any == "" then return "prize", self.prize end
end
return V`

func TestNextFunction(t *testing.T) {
	g := start(t, duel, scripts.Options{})
	var steps []string
	for {
		c, err := g.Play()
		if errors.Is(err, race.ErrOver) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, fmt.Sprintf("%s/%d", c.Step, c.Round))
	}
	if n := len(steps); n < 6 || steps[0] != "grid/0" || steps[1] != "duel A from 0/1" || steps[2] != "duel B from 0/2" || !strings.HasPrefix(steps[n-1], "prize/") {
		t.Errorf("played %s", steps)
	}
	if !strings.Contains(g.State(), `any=@"A"`) {
		t.Errorf("ended in %s", g.State())
	}
}

func TestNextRefused(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"no function", `return "x"`, "test/my.lua:3: next must return a label, a function, and perhaps a car and a round; it returned the text \"x\", nothing (nil), nothing (nil) and nothing (nil)"},
		{"no label", `return 4, self.turn`, "test/my.lua:3: next must return a label, a function, and perhaps a car and a round; it returned the number 4, ..."},
		{"empty label", `return "", self.turn`, "test/my.lua:3: next must return a label, ..."},
		{"car by name", `return "x", self.turn, "A"`, "test/my.lua:3: next must return a label, ..."},
		{"car is a table", `return "x", self.turn, {}`, "test/my.lua:3: next returned a table that is no car"},
		{"round is a fraction", `return "x", self.turn, nil, 0.5`, "test/my.lua:3: next must return a label, ..."},
		{"round is below", `return "x", self.turn, nil, -1`, "test/my.lua:3: next must return a label, ..."},
		{"error", `return race.nothing`, "test/my.lua:4: the race has no `nothing`..."},
		{"changes the race", `race:grid(race:cars())`, "test/my.lua:4: race:grid: next, order and level only say what comes next; it cannot change the race"},
		{"writes a field", "race.n = race.n + 1\nreturn \"x\" .. race.n, self.turn, race:car(\"A\")", "test/my.lua:3: next changed the race; it only says what comes next"},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := strings.TrimSuffix(turn(""), "return V")[len(lined):]
			_, err := start(t, lined+"\nfunction V:next(race)\n"+test.body+"\nend "+source+"return V", scripts.Options{}).Play()
			said(t, err, test.want)
		})
	}
}

// A round may open with a step of its own.
func TestOpen(t *testing.T) {
	g := lineUp(t, strings.TrimSuffix(turn("race:advance(car, 20)"), "return V")+"function V:open(race) race.n = race.round * 10 end\nreturn V", scripts.Options{})
	var steps []string
	for err := error(nil); err == nil; {
		var c *race.Commit
		if c, err = g.Play(); err == nil {
			steps = append(steps, c.Step)
		}
	}
	if got := strings.Join(steps, ", "); got != "R1 open, R1 turn A, R1 turn B, R2 open, R2 turn A, R2 turn B, R3 open, R3 turn A, R3 turn B" {
		t.Errorf("played %s", got)
	}
	if !strings.Contains(g.State(), "n=30") {
		t.Errorf("ended in %s", g.State())
	}
}

// A declared turn is a function like others.
func TestDeclaredTurnFromLua(t *testing.T) {
	base := strings.TrimSuffix(turn(""), "return V") + `V.turn = racing.roll_and_advance { dice = "d6", purpose = "move" }` + "\nreturn V"
	for _, test := range []struct{ name, body, want string }{
		{"base", "V.base.turn(self, race, car)\n  car.n = car.space.row", ""},
		{"twice", "V.base.turn(self, race, car)\n  V.base.turn(self, race, car)\n  car.n = car.space.row", ""},
		{"for nobody", "V.base.turn(self, race, race)", "test/my.lua:3: turn: argument 2 must be a car, not a table"},
		{"for nothing", "V.base.turn(self, race)", "test/my.lua:3: turn: argument 2 must be a car, not nothing (nil)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			own := map[string]string{"base": base, "my": fork + "local V = racing.extend(\"base\", {}) function V:turn(race, car)\n  " + test.body + "\nend\nreturn V"}
			p := load(t, scripts.Options{Variant: "my"}, own)
			g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
			if err == nil {
				_, err = g.Play()
			}
			if err != nil {
				t.Fatal(err)
			}
			c, err := g.Play()
			said(t, err, test.want)
			if err == nil && (strings.Contains(c.State, "{n=0 rival=\"\" s=\"\" t={}} | B") || len(c.Events) < 2) {
				t.Errorf("committed %s", c.State)
			}
		})
	}
}

// A table of the base rolls under its own name, too.
func TestBaseTableRolls(t *testing.T) {
	own := map[string]string{
		"base": strings.TrimSuffix(turn(""), "return V") + "V.action = racing.table(\"d2\", { 1, 2 })\nreturn V",
		"my":   fork + "local V = racing.extend(\"base\", { action = { 5, 5 } })\nfunction V:turn(race, car) car.n = V.base.action:roll(race, car) + self.action:roll(race, car) end\nreturn V",
	}
	p := load(t, scripts.Options{Variant: "my"}, own)
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := g.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if s := g.State(); !strings.Contains(s, "{n=6 ") && !strings.Contains(s, "{n=7 ") {
		t.Errorf("ended in %s", s)
	}
}

// A reload in mid-turn keeps the answers before which nothing differs.
func TestReloadInMidTurn(t *testing.T) {
	source := func(dice, more string) string {
		return turn(`
  local n = race:roll(car, "` + dice + `", "move")
  local gear = race:ask(car, "gear", { 1, 2 })
  ` + more + `
  local side = race:ask(car, "side", { "left", "right" })
  car.n, car.s = gear, side`)
	}
	people := scripts.Options{People: []string{"A"}}
	for _, test := range []struct{ name, now, want string }{
		{"nothing changed", source("d6", ""), "A side: left right, left"},
		{"a change after the answer", source("d6", "race:tell(car, \"x\", { n = n })"), "A side: left right, left"},
		{"a change before the answer", source("d20", ""), "A gear: 1 2, 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := lineUp(t, source("d6", ""), people)
			wait(t, g, "A gear: 1 2, 1")
			said(t, reply(g, "A", "gear", "2"), "")
			wait(t, g, "A side: left right, left")
			opts := people
			opts.Variant = "my"
			if err := g.Reload(load(t, opts, map[string]string{"my": test.now}), nil); err != nil {
				t.Fatal(err)
			}
			wait(t, g, test.want)
		})
	}
}

// A reload brings new fields with their starting values and drops others.
func TestReloadFields(t *testing.T) {
	g := lineUp(t, turn("car.n = 4"), scripts.Options{})
	if _, err := g.Play(); err != nil {
		t.Fatal(err)
	}
	now := strings.Replace(turn("car.fuel = car.fuel - 1"), "n = 0, t = {}", "n = 0, fuel = 7", 1)
	if err := g.Reload(load(t, scripts.Options{Variant: "my"}, map[string]string{"my": now}), nil); err != nil {
		t.Fatal(err)
	}
	if c, err := g.Play(); err != nil || !strings.Contains(c.State, `{fuel=7 n=4 rival="" s=""} | B`) || !strings.Contains(c.State, `turn 1 {fuel=6 n=0 rival="" s=""}`) {
		t.Errorf("%v %v", c, err)
	}
}

// What a rule writes after a bot's answer is in the state, and the bot of the
// next question is not taken for who wrote it.
func TestRulesWriteAfterAnswers(t *testing.T) {
	g := lineUp(t, turn(`  race:ask(car, "first", { 1, 2 })
  car.n = 4
  race:ask(car, "second", { 1, 2 })
  car.n = car.n + 1`), scripts.Options{})
	if _, err := g.Play(); err != nil {
		t.Fatal(err)
	}
	if text := standing(g).Text(notes(t, g)); !strings.Contains(text, "n=5") {
		t.Errorf("the state is %s", text)
	}
}

func notes(t *testing.T, g *race.Game) race.Notes {
	t.Helper()
	n, err := hostOf(g).State(standing(g))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
