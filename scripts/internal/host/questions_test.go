package host_test

import (
	"errors"
	"strings"
	"testing"

	"sandbox/core/race"
)

// asks has car A ask for a path, and for its tyres when the path was chosen.
const asks = `V.words = { ["path K"] = "B -{count}" }
function V:turn(race, car)
  race:drive(car, race:ask(car, "path", race:paths(car, 3, { changes = 1, unused = "K" })))
  car.n = race:ask(car, "tyres", { { id = "1", text = "soft" }, { id = "2", no = "none left" }, "3" }, { default = "3" }).id and 1 or 3
end
function V.bots.steady(self, race, car, ask)
  if ask.paths then return ask.paths:best { steps = -1 } end
  return "1"
end`

// waiting plays until a person is asked, and returns the question as the rules
// put it.
func waiting(t *testing.T, body string, people ...string) (asked func(text string) (string, error), advised func(a *race.Ask) (int, bool), a *race.Ask) {
	t.Helper()
	h, r := begin(t, body, people...)
	catch := &catcher{Answerer: h}
	r.Answers(catch)
	if err := rest(h, r); !errors.Is(err, race.ErrPending) {
		t.Fatal(err)
	}
	a = &catch.last
	return func(text string) (string, error) { return h.Spell(r, a, text) },
		func(a *race.Ask) (int, bool) { return h.Advise(r, a) }, a
}

// catcher keeps the question that nobody answered.
type catcher struct {
	race.Answerer
	last race.Ask
}

func (c *catcher) Answer(r *race.Race, a *race.Ask) (int, bool, error) {
	option, ok, err := c.Answerer.Answer(r, a)
	if !ok {
		c.last = *a
	}
	return option, ok, err
}

// Somebody may write a path in any way that leads there; what is no path says
// why, and what is not about paths is left as it is.
func TestSpell(t *testing.T) {
	spell, _, a := waiting(t, asks, "A", "B")
	if a.Key != "path" || a.Find("3") < 0 || a.Find("2K") < 0 {
		t.Fatalf("%+v", a)
	}
	for _, test := range []struct{ text, want, wrong string }{
		{"3", "3", ""},
		{" 2k ", "2K", ""},
		{"111", "", "111 drives 111 spaces; the move is 2 to 3"},
		{"=3", "3", ""},
		{"=2k", "2K", ""},
		{"=2", "2K", ""}, // without the letters
		{"quit", "", "quit: Q, U, I and T mean nothing in a path: write numbers for straight on, R and L, K for a space not driven"},
		{"undo", "", "undo: U, N, D and O mean nothing in a path"},
		{"y", "", "y: Y means nothing in a path"},
		{"2kk", "", "2kk leaves out 1 of 3 spaces, so it is written 2K"},
		{"3k", "", "3k leaves out 0 of 3 spaces, so it is written 3"},
		{"1l1", "2L", ""}, // as good, and listed first
		{"R2", "", "from 4/inside no step leads to the right"},
		{"2?", "", "\"?\" is no part of a path"},
	} {
		id, err := spell(test.text)
		if test.wrong == "" && (id != test.want || err != nil) || test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%s: %q, %v", test.text, id, err)
		}
	}
	spell, _, _ = waiting(t, `function V:turn(race, car) race:ask(car, "tyres", { 1, 2 }) end`, "A")
	if id, err := spell("soft"); id != "soft" || err != nil {
		t.Errorf("%q, %v", id, err)
	}
}

// The bot steady says what it would do in a person's place, as often as it is
// asked and without a trace; for a car that a bot drives nobody is advised.
func TestAdvise(t *testing.T) {
	_, advise, a := waiting(t, asks, "A", "B")
	for range 3 {
		option, ok := advise(a)
		if !ok || !strings.HasSuffix(a.Options[option].ID, "K") {
			t.Errorf("%d %v", option, ok)
		}
	}
	master := *a
	master.Who = race.Nobody
	if _, ok := advise(&master); ok {
		t.Error("the game master is advised")
	}
	for name, bot := range map[string]string{
		"fails":      `error("no")`,
		"none of it": `return "9"`,
		"changes it": `car.n = 5; return ask.default`,
		"rolls":      `return race:roll(car, "d2", "x")`,
	} {
		_, advise, a := waiting(t, `function V:turn(race, car) race:ask(car, "tyres", { 1, 2 }) end
function V.bots.steady(self, race, car, ask) `+bot+` end`, "A", "B")
		if option, ok := advise(a); ok {
			t.Errorf("%s: advised %d", name, option)
		}
	}
}

// What cannot be asked says what is wrong with it.
func TestAskRefuses(t *testing.T) {
	for _, test := range []struct{ ask, want string }{
		{`race:ask(car, "x", 3)`, `race:ask "x": the options must be a list, not the number 3`},
		{`race:ask(car, "x", { {} })`, `race:ask "x": option 1 has no id`},
		{`race:ask(car, "x", { 1, true })`, `race:ask "x": option 2 is true, not a text, a number or a table with an id`},
		{`race:ask(car, "x", { { id = 1, no = true } })`, `option 1: no is a text that says why, not true`},
		{`race:ask(car, "x", { 1, 2 }, { default = 3 })`, `the default the number 3 is not among the options`},
		{`race:ask({ car, car }, "x", { 1 })`, `race:ask: item 2 of the list is A again`},
		{`race:ask({ 1 }, "x", { 1 })`, `race:ask: item 1 of the list must be a car, not the number 1`},
		{`race:ask("A", "x", { 1 })`, `race:ask: argument 1 must be a car or the race, not the text "A"`},
		{`race:ask(car, 1, { 1 })`, `race:ask: argument 2 must be a text, not the number 1`},
		{`race.ask(car, "x", { 1 })`, `race:ask: call it with a colon: race:ask(who, key, options, more, ...)`},
	} {
		h, r := begin(t, "function V:turn(race, car) "+test.ask+" end")
		if err := rest(h, r); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.ask, err)
		}
	}
}

// What a bot is handed is the question that it is asked now, whatever it did with
// the one before.
func TestBotsAreAskedAnew(t *testing.T) {
	for _, bot := range []string{
		`return ask.options[1]`,
		`return ask.default`,
		`for _ in pairs(ask) do end return ask.options[1]`,
		`if ask.mine then return "mine" end ask.mine = 1 return ask.default`,
		`ask.options, ask.default = nil, nil return ask.paths or ask.key`,
	} {
		h, r := begin(t, `function V:turn(race, car)
  race:ask(car, "x", { "x" })
  race:ask(car, "y", { "y", "n" }, { default = "y" })
  race:retire(car, "has said it")
end
function V.bots.steady(self, race, car, ask) `+bot+` end`)
		if err := rest(h, r); !errors.Is(err, race.ErrOver) {
			t.Errorf("%s: %v", bot, err)
		}
	}
}
