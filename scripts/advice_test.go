package scripts_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// advised is a race of persons in which the bot steady has a function body.
func advised(t *testing.T, rule, bot string) *race.Game {
	t.Helper()
	source := strings.TrimSuffix(turn(rule), "return V") + "V.bots.steady = function(self, race, car, ask)\n" + bot + "\nend\nreturn V"
	return lineUp(t, source, scripts.Options{People: []string{"A", "B"}})
}

// offers lists the questions that wait with what a person is offered.
func offers(g *race.Game) string {
	var list []string
	for _, a := range g.Pending() {
		list = append(list, fmt.Sprintf("%s %s: %s", a.ID.Who, a.ID.Key, a.Options[a.Default].ID))
	}
	return strings.Join(list, "; ")
}

// A person is offered what the bot steady would answer, from what there is in
// the middle of the step, and each of several his own.
func TestAdvice(t *testing.T) {
	for _, test := range []struct{ name, rule, bot, want string }{
		{"a bot", gears, "return 1", "A gear: 1"},
		{"its default", gears, "return ask.default", "A gear: 2"},
		{"rolled before", `car.n = race:roll(car, "d2", "x")` + gears, `return tostring(3 - car.n)`, "A gear: 1"},
		{"several", `race:ask(race:cars(), "bid", { 0, 1 })`, `return car.name == "A" and 0 or 1`, "A bid: 0; B bid: 1"},
		{"game master", `race:ask(race, "rain", { 1, 2 })`, "return 2", "race rain: 1"},
		{"cannot be chosen", gears, "return 4", "A gear: 2"},
		{"nothing", gears, "", "A gear: 2"},
		{"fails", gears, "local x = nil\nreturn x.y", "A gear: 2"},
		{"rolls", gears, `return race:roll(car, "d2", "x")`, "A gear: 2"},
		{"writes", gears, "car.n = 9\nreturn 1", "A gear: 2"},
		{"never ends", gears, "while true do end", "A gear: 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := advised(t, test.rule, test.bot)
			before := g.State()
			if _, err := g.Play(); err != race.ErrPending {
				t.Fatal(err)
			}
			for range 2 {
				if got := offers(g); got != test.want {
					t.Errorf("offers %s, want %s", got, test.want)
				}
			}
			if g.State() != before || len(g.Given()) > 0 {
				t.Errorf("it left something behind: %s, %v", g.State(), g.Given())
			}
			for _, a := range g.Pending() {
				said(t, g.Answer(a.ID, a.Options[a.Default].ID), "")
			}
			if _, err := g.Play(); err != nil {
				t.Error(err)
			}
		})
	}
}

// An answer given before comes before what a bot would say.
func TestAdviceAfterAnAnswer(t *testing.T) {
	g := advised(t, gears+"\nrace:ask(car, \"risk\", { \"no\", \"yes\" })", "return ask.options[#ask.options == 2 and 1 or 2]")
	wait(t, g, "A gear: 1 2 4(one gear up per round), 1")
	said(t, reply(g, "A", "gear", "2"), "")
	wait(t, g, "A risk: no yes, no")
	if _, err := g.Retract(); err != nil {
		t.Fatal(err)
	}
	wait(t, g, "A gear: 1 2 4(one gear up per round), 2")
	if got := offers(g); got != "A gear: 2" {
		t.Errorf("offers %s", got)
	}
}

// Of paths a bot chooses one; without a bot of its own a variant offers the
// question's default.
func TestAdviceOfPaths(t *testing.T) {
	const rule = `  race:drive(car, race:ask(car, "path", race:paths(car, 7, { changes = 2, unused = "K" })))`
	for _, test := range []struct{ bot, want string }{
		{"return ask.paths:best { steps = -1 }", "A path: 6K"},
		{"return ask.default", ""},
		{"return 5", ""},
	} {
		files := pathy(rule)
		files["my"] = strings.Replace(files["my"], "V.bots.long = function(_, _, _, ask)", "V.bots.steady = function(_, _, _, ask) "+test.bot+" end\n--", 1)
		p := load(t, scripts.Options{Variant: "my", People: []string{"A", "B"}}, files)
		g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
		for err == nil {
			_, err = g.Play()
		}
		if test.want == "" {
			a := g.Pending()[0]
			test.want = "A path: " + a.Options[a.Default].ID
		}
		if got := offers(g); got != test.want {
			t.Errorf("%s: offers %s, want %s", test.bot, got, test.want)
		}
	}
}

// The rules that were asked for advice are not those that play on: whether they
// are still there leaves no trace in the journal.
func TestAdviceIsNotRecorded(t *testing.T) {
	play := func(park bool) string {
		var journal bytes.Buffer
		p := load(t, scripts.Options{Variant: "my", People: []string{"A"}}, pathy(choosing))
		g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries(), People: []string{"A"}}, &journal)
		for err == nil || err == race.ErrPending {
			for len(g.Pending()) > 0 {
				a := g.Pending()[0]
				if park {
					g.Park()
				}
				said(t, g.Answer(a.ID, a.Options[a.Default].ID), "")
			}
			_, err = g.Play()
		}
		said(t, err, race.ErrOver.Error())
		return journal.String()
	}
	if play(true) != play(false) {
		t.Error("the journal is another one")
	}
}
