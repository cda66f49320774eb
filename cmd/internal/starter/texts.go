package starter

// What stands in the files of a new game: NAME, TITLE, CLASS, FROM and KIND are
// filled in.
const (
	ownVariant = `--- TITLE: how hard do you push?
local racing = require "racing"

---@class CLASS: Variant
local V = racing.variant {
  name     = "TITLE",
  track    = "oval",
  sessions = { "grid" },
  car      = { heat = 0 }, -- of its brakes
  columns  = { "heat" },
  entries  = { { name = "Ada" }, { name = "Bo" }, { name = "Clara" }, { name = "Dora" } },
}

-- What a driver may do: the dice that move the car, and what that does to its brakes.
V.paces = {
  calm = { dice = "d6",  heat = -1 },
  push = { dice = "2d6", heat =  2 },
}

-- Thrown when a die shows no more than the heat.
V.trouble = racing.table("d6", {
  [1]     = { text = "the brakes fail", retire = true },
  ["2-4"] = { text = "a wide line",     spaces = -3 },
  ["5-6"] = { text = "just a scare" },
})

V.words = { answer = "{option}" }

function V.bots.bold(_, _, car) return car.heat < 4 and "push" or "calm" end

function V:session(race)
  race:grid(race:cars())
end

function V:turn(race, car)
  local pace = self.paces[race:ask(car, "pace", { "calm", "push" }, { text = "brakes at " .. car.heat .. ", which pace" })]
  race:advance(car, race:roll(car, pace.dice, "move"))
  car.heat = math.max(0, car.heat + pace.heat)
  if car.status == "running" and race:roll(car, "d6", "brakes") <= car.heat then
    race:apply(car, self.trouble:roll(race, car))
  end
end

return V
`

	ownSpecs = `--- What TITLE promises.
local spec = require "spec"

spec.describe("brakes", function()
  spec.it("run wide when the die shows no more than their heat", function()
    local race = spec.race { variant = "NAME", cars = { { name = "Ada", at = 10, heat = 1 } } }
    race:answer("Ada", { pace = "push" })
    race:dice { move = { 2, 4 }, brakes = { 3 }, trouble = { 2 } }
    race:turn "Ada"
    spec.expect(race:car("Ada").heat).equals(3)
    spec.expect(race:car("Ada").space.row).equals(13)
  end)
  spec.it("cool down in a calm turn", function()
    local race = spec.race { variant = "NAME", cars = { { name = "Ada", at = 10, heat = 3 } } }
    race:answer("Ada", { pace = "calm" })
    race:dice { move = { 5 }, brakes = { 6 } }
    race:turn "Ada"
    spec.expect(race:car("Ada").heat).equals(2)
    spec.expect(race:car("Ada").space.row).equals(15)
  end)
end)
`

	forkVariant = `--- TITLE: FROM, and what is different here.
local racing = require "racing"

---@class CLASS: Variant
local V = racing.extend("FROM", {
  name = "TITLE",
})

return V
`

	forkSpecs = `--- What TITLE promises.
local spec = require "spec"

spec.describe("TITLE", function()
  spec.it("is raced to its end", function()
    local race = spec.race { variant = "NAME", seed = "1", bots = "steady" }
    race:play()
    spec.expect(race:result()[1].status).equals("home")
  end)
end)
`

	readme = `# TITLE

KIND, played with "sandbox": variants/NAME.lua has the rules, variants/NAME_spec.lua what they promise.

    sandbox test             # runs the specs; with --watch again at each save
    sandbox check --heavy    # says what is wrong, and plays a race in which every step is looked at
    sandbox play NAME
    sandbox sim NAME         # plays thousands of races, and gives figures

An editor with the Lua language server knows every name of the rules from library/; "sandbox types" writes it again.
`
)
