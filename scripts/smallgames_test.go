package scripts_test

import (
	"strings"
	"testing"

	"sandbox/scripts"
	"sandbox/scripts/check"
)

// A desert of 16 spaces, each with room for three.
const desert = `local track = require "track"
return track.circuit { name = "Desert", closed = false, grid = { places = 3, row = 1 }, track.straight { spaces = 16, capacity = 3 } }`

// Three who climb on each other; the upper one is ahead.
const camels = `local racing = require "racing"
local V = racing.variant { name = "Camels", track = "desert", sessions = { "grid" },
  entries = { { name = "A" }, { name = "B" }, { name = "C" } }, car = { score = 0 }, race = { asked = "" } }
local usual = V.next
function V:session(race, number) race.asked = "session " .. number race:grid(race:cars()) end
function V:level(race, a, b)
  for _, other in ipairs(race:cars_on(a.space)) do
    if other == a then return false elseif other == b then return true end
  end
end
function V:turn(race, car)
  local n = race:roll(car, "d6", "move")
  race:shift(car, race:ahead(car, n))
  car.score = car.score + n
end
function V:standing(_, a, b) return a.score > b.score end
function V:next(race)
  if race.round == 2 and not usual(self, race) or race.round > 2 then return end
  return usual(self, race)
end
return V`

// Spaces with a capacity, an order of the rules' own and the usual next, wrapped.
func TestSmallGames(t *testing.T) {
	passes(t, map[string]string{"desert": desert, "my": camels, "my_spec": `local spec = require "spec"
spec.describe("camels", function()
  spec.it("stand on one space, in the order in which they came, and the upper one moves first", function()
    local race = spec.race { variant = "my", bots = "steady" }
    race:qualify()
    spec.expect(race:field("asked")).equals("session 1") -- the session got its number, through a next of the game's own
    spec.expect(race:car("C").space.name).equals("1/1")
    spec.expect(race:car("C").space.capacity).equals(3)
    race:dice { move = { 2, 2, 1 } }
    race:step()
    spec.expect(race:car("C").space.name).equals("3/1")
    race:round()
    spec.expect(race:state()).includes("B @3/1")
    spec.expect(race:state()).includes("A @2/1")
    race:dice { move = { 1 } }
    race:step() -- B came after C
    spec.expect(race:car("B").space.name).equals("4/1")
  end)
  spec.it("are ranked by points, whoever is ahead", function()
    local race = spec.race { variant = "my", bots = "steady", round = 2, cars = {
      { name = "A", at = 9, lap = 1, score = 1 }, { name = "B", at = 2, lap = 1, score = 5 }, { name = "C", at = 4, lap = 1, score = 5 } } }
    race:dice { move = { 1 } }
    race:turn("A")
    spec.expect(race:result()[1].car).equals("C") -- as many points as B, and further ahead
    spec.expect(race:result()[2].car).equals("B")
    spec.expect(race:result()[3].car).equals("A")
    spec.expect(race:state()).includes("A @10/1 lap 1 arrived 4 turn 2 rank 3")
  end)
end)`})
}

// A fork calls the usual next through its base, and its steps stay turns.
func TestUsualNext(t *testing.T) {
	passes(t, map[string]string{"desert": desert, "camels": camels, "my": `local racing = require "racing"
local V = racing.extend("camels", { name = "Fork" })
V.race.steps = 0
function V:next(race)
  if race.round > 1 then return end
  return V.base.next(self, race)
end
return V`, "my_spec": `local spec = require "spec"
spec.describe("a fork", function()
  spec.it("ends earlier", function()
    local race = spec.race { variant = "my", seed = "1", bots = "steady" }
    race:play()
    spec.expect(race:field("round")).equals(2)
    spec.expect(race:state()).includes("turn 2")
  end)
end)`})
}

// What standing and next may not do, and words that are not there.
func TestSmallGamesRefuse(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"standing moves a car", "return a.score > b.score end", "race:retire(a, \"x\") end", "standing only says who stands before whom; it cannot change the race"},
		{"a word that no status has", "if race.round == 2", "if race:cars()[1].status == \"finished\" or race.round == 2", `status is compared with a word that none has: "finished" is no status; there are waiting, running, home and out`},
		{"the word first", "if race.round == 2", "if \"retired\" ~= race:cars()[1].status or race.round == 2", `"retired" is no status`},
		{"a name of before", "local n = race:roll(car, \"d6\", \"move\")", "local n = #race:beside(car)", "race:beside goes by another name now: race:cars_beside"},
		{"nobody ever ran", "race:grid(race:cars())", "", "the race is over before any car ran"},
	} {
		text := strings.Replace(camels, c.old, c.new, 1)
		if text == camels {
			t.Fatalf("%s: nothing was replaced", c.name)
		}
		if c.name == "standing moves a car" {
			text = strings.Replace(text, "V:standing(_, a, b)", "V:standing(race, a, b)", 1)
		}
		if _, err := check.File(files(map[string]string{"desert": desert, "my": text}), "my"); err == nil {
			p, err := scripts.Load(files(map[string]string{"desert": desert, "my": text}), scripts.Options{Variant: "my"})
			if err == nil {
				_, err = check.Heavy(p, "s")
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
