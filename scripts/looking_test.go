package scripts_test

import (
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// A race can be looked at, and nothing of it changes.
func TestLook(t *testing.T) {
	p := load(t, scripts.Options{Variant: "isloppet"}, nil)
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 6 {
		step, err := g.Next()
		if err == nil {
			_, err = g.PlayStep(step)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	state := g.State()
	for _, c := range []struct{ expression, want string }{
		{"1 + 2", "3"},
		{"race:cars()[1].name", `"Sweden"`},
		{"race:cars()[1].wp", "{ B = "},
		{"race:cars()[1].wp.T > 0", "true"},
		{"race:cars()[1]", "{\n"},
		{"race:cars()[1]", `  name = "Sweden",`},
		{"race:cars()", "{ Sweden, Finland, Norway, Germany, Italy, Great Britain, France, Monaco }"},
		{"self.movement[3]", "{\n"},
		{"self.pit_fast", "  -- functions: roll\n"},
		{"self.damage", "a function (variants/epreuve1934.lua:"},
		{"race.round, race.laps", "3"},
		{"race:space('12/inside')", `name = "12/inside"`},
		{"race", "-- functions: advance, "},
		{"self", "lines more: look deeper"},
		{"race:paths(race:cars()[1], 4)", "count = "},
		{"nil", "nil"},
		{"'a' .. race.track", `"aLaxforsen"`},
		{"(function() race:cars()[1].gear = 9 return race:cars()[1].gear end)()", "9"},

		{"race:roll(race, 'd6', 'x')", "race:roll: this only looks; it cannot change the race"},
		{"race:advance(race:cars()[1], 3)", "race:advance: this only looks"},
		{"race:ask(race:cars()[1], 'x', { 'a' })", "race:ask: this only looks"},
		{"self.pit_fast:roll(race, race:cars()[1])", "this only looks"},
		{"race.round = 3", "that is no expression: "},
		{" ", "there is nothing to look at; write an expression, such as race:cars()[1].name"},
		{"x = 1", "that is no expression: "},
		{"racex", "`racex` is no name that exists here"},
		{"race:tel()", "the race has no `tel`; did you mean `tell`?"},
		{"(function() while true do end end)()", "did not end within"},
		{"string.rep('x', 1e9)", ""},
		{"((((", "that is no expression: "},
	} {
		lines, err := p.Look(g.Head(), state, c.expression)
		got := strings.Join(lines, "\n")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.expression, got, c.want)
		}
		for _, line := range lines {
			if len(line) > 100 {
				t.Errorf("%s: a line of %d bytes: %s", c.expression, len(line), line)
			}
		}
		if g.State() != state {
			t.Fatalf("%s changed the race", c.expression)
		}
	}
}

func FuzzLook(f *testing.F) {
	p := load(f, scripts.Options{Variant: "paper_f1"}, nil)
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, expression := range []string{"race:cars()[1]", "self", "race.x = 1", "end", "(function() end)()", "...", "1, 2, {}", "{ race, { self } }"} {
		f.Add(expression)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		_, err := p.Look(g.Head(), g.State(), expression)
		blamed(t, err)
	})
}

// A game master mends a value inside a table, and only a value that is there.
func TestCorrectInside(t *testing.T) {
	p := load(t, scripts.Options{Variant: "nested"}, map[string]string{"nested": `local racing = require "racing"
local V = racing.variant { name = "Nested", track = "oval", entries = { { name = "A" }, { name = "B" } },
  car = { wp = { T = 3, B = 2 }, cards = { "red", "blue" }, deep = { a = { b = true } }, gear = 1 } }
function V:turn() end
return V`})
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, err := p.Look(g.Head(), g.State(), "race:car('B')")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ field, value, look, want string }{
		{"wp.B", "5", "race:car('A').wp", "{ B = 5, T = 3 }"},
		{"cards.2", "green", "race:car('A').cards", `{ "red", "green" }`},
		{"deep.a.b", "false", "race:car('A').deep", "{ a = { b = false } }"},
		{"gear", "4", "race:car('A').gear", "4"},
		{"wp", "{T=1 B=1}", "race:car('A').wp", "{ B = 1, T = 1 }"},

		{"wp.X", "5", "", "`wp` has no `X`; there are B, T"},
		{"wp.B", "many", "", `"many" is no value; texts stand in quotes`},
		{"wp.B", "true", "", "`wp.B` is a number, not true"},
		{"wp.B.c", "1", "", "`wp.B` holds no table, so there is no `wp.B.c`"},
		{"gear.x", "1", "", "`gear` holds no table, so there is no `gear.x`"},
		{"crads.1", "1", "", "cars have no field `crads`; did you mean `cards`?"},
		{"cards.3", "x", "", "`cards` has no `3`; there are 1, 2"},
	} {
		note, state, err := p.Correct(g.Head(), g.State(), "A", c.field, c.value)
		if c.look == "" {
			if err == nil || err.Error() != c.want {
				t.Errorf("%s = %s: %v, want %s", c.field, c.value, err, c.want)
			}
			continue
		}
		if err != nil || note != "gm A "+c.field+" "+c.value {
			t.Errorf("%s: %q %v", c.field, note, err)
			continue
		}
		if got, err := p.Look(g.Head(), state, c.look); err != nil || strings.Join(got, "\n") != c.want {
			t.Errorf("%s: %q %v, want %s", c.field, got, err, c.want)
		}
		if other, err := p.Look(g.Head(), state, "race:car('B')"); err != nil || strings.Join(other, "\n") != strings.Join(before, "\n") {
			t.Errorf("%s changed the other car: %q", c.field, other)
		}
	}
}
