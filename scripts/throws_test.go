package scripts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// eachThrows has all cars roll in one go, or one by one.
const eachThrows = `local cars, totals = race:cars(), {}
%s
for i, car in ipairs(cars) do race:tell(car, "said", { total = totals[i] }) end`

const (
	together = `totals = race:roll_each(cars, "2d6", "x", function(car) return "name", #car.name, "two", 2 end)`
	apart    = `for i, car in ipairs(cars) do totals[i] = race:roll(car, "2d6", "x", "name", #car.name, "two", 2) end`

	fields      = `totals = race:roll_each(cars, "2d6", "x", { two = "stops", one = "grid" })`
	fieldsApart = `for i, car in ipairs(cars) do totals[i] = race:roll(car, "2d6", "x", "one", car.grid, "two", car.stops) end`
)

// Cars that roll together roll what they would one by one, and it is told the same.
func TestRollEach(t *testing.T) {
	events := func(body string) string {
		g := lineUp(t, turn(fmt.Sprintf(eachThrows, body)), scripts.Options{})
		c, err := g.Play()
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, e := range c.Events {
			e.Where = ""
			text, _ := e.MarshalJSON()
			list = append(list, string(text))
		}
		return strings.Join(list, "\n")
	}
	for _, test := range []struct{ together, apart, told string }{
		{together, apart, `"name":"two","value":2`},
		{fields, fieldsApart, `[{"name":"one","value":1},{"name":"two","value":0}]`},
	} {
		a, b := events(test.together), events(test.apart)
		if a != b || strings.Count(a, `"type":"roll"`) < 2 || !strings.Contains(a, test.told) {
			t.Errorf("together\n%s\napart\n%s", a, b)
		}
	}
}

func TestRollEachRefuses(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{`race:roll_each(car, "d6", "x")`, "race:roll_each: argument 1 must be a list of cars, not a table"},
		{`local t = {}; for i = 1, 10001 do t[i] = car end; race:roll_each(t, "d6", "x")`, "race:roll_each: 10001 throws at once; there can be 10000"},
		{`race:roll_each("x", "d6", "x")`, "race:roll_each: argument 1 must be a list of cars, not the text"},
		{`race:roll_each({ car, 1 }, "d6", "x")`, "race:roll_each: item 2 of the list must be a car or the race, not the number 1"},
		{`race:roll_each({ car }, "d6", "x", 3)`, "race:roll_each: argument 4 must be a function, not the number 3"},
		{`race:roll_each({ car }, "d6", "x", { a = "nam" })`, `race:roll: the modifier "a" must be a whole number, not nothing`},
		{`race:roll_each({ car }, "d6", "x", { a = "name" })`, `race:roll: the modifier "a" must be a whole number, not the text`},
		{`race:roll_each({ car }, "d6", "x", { "lap" })`, "race:roll: a modifier has a name, a text, not the number 1"},
		{`race:roll_each({ car }, "d6", "x", { a = "lap", b = "lap", c = "lap", d = "lap", e = "lap" })`, "race:roll_each: 5 modifiers; there can be 4"},
		{`race:roll_each({ car }, "d6", "x", nil, "will")`, "race:roll_each: argument 5 must be a function, not the text"},
		{`race:roll_each({ car }, "d6", "x", function(c) return "a", (race:roll(c, "d6", "y")) end)`,
			"race:roll: it only says what is added to a throw; it cannot change the race"},
		{`race:roll_each({ car }, "d6", "x", function() return "a", 1, "b" end)`, `race:roll: the modifier "b" must be a whole number`},
	} {
		g := lineUp(t, turn(test.body), scripts.Options{})
		if _, err := g.Play(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.body, err, test.want)
		}
	}
}

// asking starts a race whose dice are typed in.
func asking(t *testing.T, source string) *race.Game {
	t.Helper()
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": source})
	g, err := race.Start(p, race.Head{Seed: "s", Dice: dice.KindAsk, Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What will do is said to those who throw real dice: by the rules, or by the
// rows of a table.
func TestWillDo(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{`race:roll(car, "d6", "x")`, ""},
		{`race:roll(car, "d6", "x", "gear", 2, function(c) return "up to 3 for " .. c.name end)`, "up to 3 for "},
		{`race:roll(car, "d6", "x", "gear", 2, string.format, "up to %d for %s", 3)`, "up to 3 for A"},
		{`race:roll(car, "d6", "x", string.rep, "no", 2)`, "nono"},
		{`race:roll_each({ car, race }, "d6", "x", nil, function(_, i) return "number " .. i end)`, "number 1, number 2"},
		{`race:roll_each({ car, race }, "d6", "x", nil, function(a, b, _, i) return a .. b .. i end, "n", 7)`, "n71, n72"},
		{`self.luck:roll(race, car)`, "1-3 bad, 4-5 good, 6 best"},
		{`self.plain:roll(race, car)`, ""},
	} {
		g := asking(t, strings.Replace(turn(test.body), "function V", `V.luck = racing.table("d6", {
			["1-3"] = { text = "bad" }, ["4-5"] = { text = "good" }, [6] = { text = "best" } })
			V.plain = racing.table("d6", { ["1-6"] = 1 })
			function V`, 1))
		throwUntil(t, g, "x", "luck", "plain")
		var said []string
		for _, x := range g.Wanted().Throws {
			said = append(said, x.Will)
		}
		if got := strings.Join(said, ", "); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: said %q, want %q", test.body, got, test.want)
		}
	}
	g := asking(t, turn(`race:roll(car, "d6", "x", function() race:roll(car, "d6", "y") end)`))
	if err := throwUntil(t, g, "x"); err == nil || !strings.Contains(err.Error(), "it only says what dice will do; it cannot change the race") {
		t.Errorf("rolling while it says what will do: %v", err)
	}
}

// throwUntil plays up to a throw for one of some purposes.
func throwUntil(t *testing.T, g *race.Game, purposes ...string) error {
	t.Helper()
	for {
		_, err := g.Play()
		w := g.Wanted()
		switch {
		case err == nil:
			continue
		case !errors.Is(err, race.ErrPending) || w == nil:
			return err
		}
		for _, purpose := range purposes {
			if w.ID.Purpose == purpose {
				return nil
			}
		}
		if err := g.ThrowAll(w.ID); err != nil {
			t.Fatal(err)
		}
	}
}

// Dice that nobody owns end a step where real ones are typed in, at the place
// where the dice are written.
func TestNotOwned(t *testing.T) {
	const why = "nobody owns a d7, so what it shows cannot be typed in: have the rules throw d4, d6, d8, d10, d12, d20, d66 and d100, and sums such as 2d6, or play with fast or sealed dice"
	for _, test := range []struct{ source, want string }{
		{turn(`race:roll(car, "d7", "x")`), "test/my.lua:3: " + why},
		{strings.Replace(turn(`self.odd:roll(race, car)`), "function V", "V.odd = racing.table(\"d7\", { [\"1-7\"] = 1 })\nfunction V", 1), ": odd: " + why},
		{lined + "V.turn = racing.roll_and_advance { dice = \"d7\", purpose = \"move\" }\nreturn V", ": turn: " + why},
	} {
		err := throwUntil(t, asking(t, test.source), "none")
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "test/my.lua:") {
			t.Errorf("%s\n%v, want %s", test.source, err, test.want)
		}
	}
}
