package scripts_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// A game, and house rules that are laid over it.
const (
	plainGame = `local racing = require "racing"
local V = racing.variant { name = "Plain", track = "oval", laps = 1, car = { fuel = 3, wp = { C = 2 } }, sessions = { "grid" },
  entries = { { name = "Ada" }, { name = "Bo" } } }
V.gears = { low = 1, high = 2 }
V.luck = racing.table("d6", { ["1-3"] = { spaces = 1 }, ["4-6"] = { spaces = 2 } })
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car) race:tell(car, "plain") race:advance(car, 20) self:after(race, car) end
function V:after() end
return V`
	house = `local racing = require "racing"
`
)

func stacked(t *testing.T, opts scripts.Options, houses map[string]string) *scripts.Program {
	t.Helper()
	own := map[string]string{"plain": plainGame}
	for name, text := range houses {
		own[name] = house + text
	}
	if opts.Variant == "" {
		opts.Variant = "plain"
	}
	return load(t, opts, own)
}

// told is what the first turn of a race tells.
func told(t *testing.T, p *scripts.Program) string {
	t.Helper()
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for {
		c, err := g.Play()
		if err != nil {
			t.Fatal(err)
		}
		if c.Kind != race.Turn {
			continue
		}
		var words []string
		for _, e := range c.Events {
			if e.Type != "move" {
				words = append(words, e.Type)
			}
		}
		return strings.Join(words, " ")
	}
}

// Each function reaches the one below it, whichever hook the lower one calls; one
// that is nowhere below does nothing.
func TestStackCalls(t *testing.T) {
	wrap := func(name string) string {
		return `local R = racing.house { name = "` + name + `" }
function R:turn(race, car) race:tell(car, "` + name + `") R.super.turn(self, race, car) race:tell(car, "/` + name + `") end
function R:after(race, car) race:tell(car, "after-` + name + `") R.super.after(self, race, car) end
function R:nowhere(race, car) R.super.nowhere(self, race, car) end
function R.stakes.fuel(self, race, car) return R.super.stakes.fuel(self, race, car) end
return R`
	}
	houses := map[string]string{
		"a": wrap("a"), "b": wrap("b"),
		"ab": `local V = racing.stack("plain", "a", "b") function V:after(race, car) race:tell(car, "own") V.base.after(self, race, car) end return V`,
	}
	for _, test := range []struct {
		opts scripts.Options
		want string
	}{
		{scripts.Options{}, "plain"},
		{scripts.Options{With: []string{"a"}}, "a plain after-a /a"},
		{scripts.Options{With: []string{"a", "b"}}, "b a plain after-b after-a /a /b"},
		{scripts.Options{With: []string{"b", "a"}}, "a b plain after-a after-b /b /a"},
		{scripts.Options{Variant: "ab"}, "b a plain own after-b after-a /a /b"},
		{scripts.Options{Variant: "ab", With: []string{"a"}}, "a b a plain after-a own after-b after-a /a /b /a"},
	} {
		p := stacked(t, test.opts, houses)
		if got := told(t, p); got != test.want {
			t.Errorf("%s %v: %s, want %s", test.opts.Variant, test.opts.With, got, test.want)
		}
	}
	p := stacked(t, scripts.Options{Variant: "ab"}, houses)
	if info := p.Info(); info.Variant != "Plain + a + b" || info.Extends != "plain" || len(info.Houses) != 2 || info.Houses[1].Name != "b" {
		t.Errorf("%s extends %s with %v", info.Variant, info.Extends, info.Houses)
	}
}

// What a house rule says is laid over the game as a fork's patch is.
func TestStackMerges(t *testing.T) {
	p := stacked(t, scripts.Options{With: []string{"a", "b"}}, map[string]string{
		"a": `local R = racing.house { name = "A", gears = { low = 5 }, luck = { [6] = { spaces = 9 } } }
R.car.howls = 4
R.own = racing.table("d2", { { text = "x", n = 1 }, { n = 2 } })
return R`,
		"b": `local R = racing.house { name = "B", needs = { "own", "howls" }, own = { [2] = { n = 7 } }, car = { wp = { C = 3 } } } R.gears = { third = 3 } return R`,
	})
	for path, want := range map[string]string{
		"gears.low": "5", "gears.high": "2", "gears.third": "3", "luck.6.spaces": "9", "luck.5.spaces": "2", "own.1.n": "1", "own.2.n": "7",
		"car.howls": "4", "car.wp.C": "3", "car.fuel": "3",
	} {
		list := p.Values(path)
		if len(list) != 1 || list[0].Text != want {
			t.Errorf("%s: %v, want %s", path, list, want)
		}
	}
	if at := p.Values("luck.6.spaces")[0].Where; at != "test/a.lua:2" {
		t.Errorf("luck.6.spaces is from %s", at)
	}
}

// What is wrong with a stack is said with the place, and what to do.
func TestStackRefuses(t *testing.T) {
	own := map[string]string{
		"plain": plainGame,
		"r":     house + "return racing.house { name = \"R\", needs = { \"turn\", \"wp.D\", \"gear\" } }",
		"key":   house + "return racing.house { name = \"R\", gaers = { low = 2 } }",
		"deep":  house + "return racing.house { name = \"R\", gears = { lov = 2 } }",
		"early": house + "local R = racing.house { name = \"R\" }\nlocal x = R.super.turn\nreturn R",
		"self":  house + "local R = racing.house { name = \"R\" }\nfunction R:turn(race, car) self.super.turn(self, race, car) end\nreturn R",
		"none":  house + "return racing.house { needs = {} }",
		"needs": house + "return racing.house { name = \"R\", needs = { 5 } }",
		"other": house + "racing.house { name = \"R\" }\nreturn {}",
	}
	for _, test := range []struct{ name, with, variant, source, want string }{
		{"a need", "r", "plain", "", "test/r.lua:2: r needs `wp.D`, `gear`, which plain does not have (test/plain.lua:2); did you mean `gears`?"},
		{"a key", "key", "plain", "", "test/key.lua:2: `gaers`: no such key in plain; did you mean `gears`?; what is new is assigned afterwards: R.gaers = ..."},
		{"a key inside", "deep", "plain", "", "test/deep.lua:2: `gears.lov`: no such key in plain; did you mean `low`?; what is new is assigned afterwards: R.gears.lov = ..."},
		{"too early", "early", "plain", "", "test/early.lua:3: R.super is what lies below a house rule, which is known when it is laid over a game: use it inside functions"},
		{"self.super", "self", "plain", "", "test/self.lua:3: `self.super`: what lies below a house rule is `R.super`, as in R.super.turn(self, race, car)"},
		{"no name", "none", "plain", "", "test/none.lua:2: racing.house: it needs a name, as people read it: racing.house { name = \"Wolves on the ice\" }"},
		{"no list", "needs", "plain", "", "test/needs.lua:2: racing.house: needs must be a list of texts, such as { \"turn\", \"wp.C\" }"},
		{"another table", "other", "plain", "", "test/other.lua: a house rule ends with `return R`, the table that racing.house made here; this file returns a table"},
		{"no such rule", "deeq", "plain", "", "no house rule is called \"deeq\"; did you mean `deep`?"},
		{"a game on top", "paper_f1", "plain", "", "paper_f1 is a game, not a house rule: it cannot be laid over plain; a house rule begins with racing.house"},
		{"no game", "", "r", "", "test/r.lua: r is a house rule (R), which is laid over a game: --with r, or racing.stack(\"paper_f1\", \"r\") in a file"},
		{"extended", "", "my", "racing.extend(\"r\", {})", "test/my.lua:2: racing.extend: test/r.lua: r is a house rule (R), which is laid over a game: --with r, or racing.stack(\"paper_f1\", \"r\") in a file"},
		{"used", "", "my", "racing.use(racing.extend(\"plain\", {}), \"r\")", "test/my.lua:2: racing.use: r is a house rule, which is laid over a whole game: racing.stack(\"paper_f1\", \"r\") in a file, or --with r"},
		{"nothing stacked", "", "my", "racing.stack(\"plain\")", "test/my.lua:2: racing.stack: it names a game and the house rules over it: racing.stack(\"plain\", \"wolves\")"},
		{"a mixin without what it needs", "", "my", "local V = racing.extend(\"plain\", {}) racing.use(V, \"trouble\") return V",
			"test/my.lua:2: racing.use: trouble needs a function `group` of the game, which my does not have\n" +
				"test/my.lua:2: racing.use: nothing in my calls `trouble_strikes` of trouble, so that it never happens"},
	} {
		t.Run(test.name, func(t *testing.T) {
			own["my"] = house + test.source
			opts := scripts.Options{Variant: test.variant}
			if test.with != "" {
				opts.With = []string{test.with}
			}
			_, err := scripts.Load(files(own), opts)
			said(t, err, test.want)
		})
	}
}

// What nothing calls is told, and so is who wins where two change one value.
func TestStackTells(t *testing.T) {
	p := stacked(t, scripts.Options{With: []string{"a", "b"}}, map[string]string{
		"a": "local R = racing.house { name = \"A\", gears = { low = 5 } }\nfunction R:turn() end\nfunction R:after(...) R.super.after(self, ...) end\nfunction R:blocked() end\nreturn R",
		"b": "local R = racing.house { name = \"B\", gears = { low = 6 } }\nfunction R:turn(race) self:after(race) end\nfunction R:after(...) R.super.after(self, ...) end\nfunction R:open() R.super.open(self) end\nfunction R.stakes.fuel() end\nreturn R",
	})
	want := "test/a.lua:5: nothing in plain calls `blocked`|test/b.lua:6: nothing in plain calls `stakes.fuel`|" +
		"gears.low: a (test/a.lua:2) and b (test/b.lua:2) both change it; b wins, since it lies on top: name them the other way round for a|" +
		"turn: a (test/a.lua:3) and b (test/b.lua:3) both change it; b wins, since it lies on top: name them the other way round for a, or call R.super.turn in b to have both"
	if got := strings.Join(append(p.Info().Idle, p.Info().Clashes...), "|"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// R.super.next is what the program would do, and R.super.order is the order that
// has a name: passed on, they change nothing; the state counts the same steps.
func TestStackNext(t *testing.T) {
	houses := map[string]string{
		"same": "local R = racing.house { name = \"Same\" } function R:next(race) return R.super.next(self, race) end return R",
		"back": "local R = racing.house { name = \"Back\" } function R:order(race, a, b) return R.super.order(self, race, b, a) end return R",
		"tea": `local R = racing.house { name = "Tea" } R.race.tea = false
function R:next(race) if race.round == 1 and not race.tea then return "tea", self.tea, nil, 1 end return R.super.next(self, race) end
function R:tea(race) race.tea = true race:tell(race, "tea") end return R`,
	}
	steps := func(with ...string) string {
		p := stacked(t, scripts.Options{With: with}, houses)
		var journal bytes.Buffer
		g, err := race.Start(p, race.Head{Variant: "plain", With: with, Seed: "1", Entries: p.Entries(), Laps: 1}, &journal)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for {
			c, err := g.Play()
			if errors.Is(err, race.ErrOver) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, c.Step)
		}
		open := func(head race.Head, sources []race.Source, settings []string) (race.Book, error) {
			return scripts.Load(scripts.Recorded(sources), scripts.Options{Variant: head.Variant, With: head.With, Entries: head.Entries, Settings: settings})
		}
		again, err := race.Replay(race.NewReader(&journal), open, nil)
		if err != nil || again.State() != g.State() {
			t.Errorf("%v: played again: %v", with, err)
		}
		return strings.Join(list[:5], ", ")
	}
	plain := steps()
	if got := steps("same"); got != plain || plain != "grid, R1 turn Ada, R1 turn Bo, R2 turn Ada, R2 turn Bo" {
		t.Errorf("%s, want %s", got, plain)
	}
	if got := steps("back"); got != "grid, R1 turn Bo, R1 turn Ada, R2 turn Ada, R2 turn Bo" {
		t.Errorf("back: %s", got) // Bo was there first, and is foremost
	}
	if got := steps("tea"); got != "grid, R1 turn Ada, tea, R1 turn Bo, R2 turn Ada" {
		t.Errorf("tea: %s", got)
	}
}
