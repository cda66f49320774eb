package scripts_test

import (
	"testing"

	"sandbox/scripts"
)

// What is beside the options may differ from driver to driver too.
func TestAskSeveralEachInWords(t *testing.T) {
	g := lineUp(t, turn(`
  race.list = race:ask(race:cars(), "speed",
    function(c) return c.name == "A" and { 0, 20, 40 } or { 0, 20 } end,
    function(c) return { text = "how fast, " .. c.name, default = c.name == "A" and 40 or 20 } end)`), scripts.Options{People: []string{"A", "B"}})
	wait(t, g, "A speed: 0 20 40, 40; B speed: 0 20, 20")
	for i, want := range []string{"how fast, A", "how fast, B"} {
		if a := g.Pending()[i]; a.Text != want || a.Secret || !a.Hidden {
			t.Errorf("asked %q, secret %v, hidden %v", a.Text, a.Secret, a.Hidden)
		}
	}
}

// faceDown has each driver lay a card before the one whose turn it is may bet.
const faceDown = `
  local cards = race:ask(race:cars(), "card", { "pass", "block" }, { secret = true })
  local bet = race:ask(car, "bet", { "yes", "no" })
  race:reveal()
  race:tell(car, "shown", { both = table.concat(cards, " ") })
  race.any = bet`

// Specs see what lies open to a driver who is asked.
func TestSpecSeen(t *testing.T) {
	passes(t, map[string]string{"my": turn(faceDown), "my_spec": `local spec = require "spec"
spec.it("the cards lie face down", function()
  local race = spec.race { variant = "my", cars = { { name = "A", at = 2 }, { name = "B", at = 3 } } }
  race:answer("A", { card = "block", bet = "no" })
  race:answer("B", { card = "pass" })
  spec.expect(function() race:seen("A", "bet") end).fails_with("A was not asked \"bet\"")
  race:turn("A")
  spec.expect(race:seen("A", "bet")).includes("A @2/1")
  spec.expect(race:seen("A", "bet"):find("block")).is_nil()
  spec.expect(race:seen("A", "bet"):find("pass")).is_nil()
  local order = {}
  for _, e in ipairs(race:events()) do order[#order + 1] = e.type .. " " .. (e.ask or e.both) .. " " .. (e.option or "") end
  spec.expect(table.concat(order, ", ")).equals("answer bet no, answer card block, answer card pass, shown block pass ")
end)
spec.it("an open answer is seen by whoever is asked next", function()
  local race = spec.race { variant = "open", cars = { { name = "A", at = 2 }, { name = "B", at = 3 } } }
  race:answer("A", { card = "block", bet = "no" })
  race:turn("A")
  spec.expect(race:seen("A", "bet")).includes("\"option\":\"block\"")
end)`, "open": turn(`race:ask(car, "card", { "pass", "block" }); race:ask(car, "bet", { "yes", "no" })`)})
}

// A bot that is asked cannot turn the cards.
func TestBotsRevealNothing(t *testing.T) {
	g := lineUp(t, turn(faceDown+"\nend\nV.bots = { spy = function(self, race) race:reveal() end }\nfunction V:unused()"), scripts.Options{Bots: []string{"spy"}})
	_, err := g.Play()
	said(t, err, "test/my.lua:10: race:reveal: a bot only answers; it cannot change the race")
}
