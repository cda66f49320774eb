--- Two cars, and two questions in every turn: which gear, and whether to risk more.
local racing = require "racing"

local V = racing.variant {
  name    = "Geared",
  track   = "oval",
  laps    = 1,
  order   = "foremost first",
  entries = { { name = "Ada" }, { name = "Ben Hur" } },
  car     = { gear = 1 },
  columns = { "gear" },
}

V.gears = { 1, 2, 3 }
V.extra = { 0, 1, 5, 7 }
V.risk  = racing.table("d6", {
  ["1-3"] = { text = "too late",  spaces = -2 },
  ["4-6"] = { text = "well done", spaces =  2 },
})

V.words = { ["roll move"] = "rolls {total}" }

V.sessions = { "warm-up" }

function V:session(race)
  race:grid(race:cars())
end

function V:turn(race, car)
  local die = race:roll(car, "d6", "move")
  car.gear = race:ask(car, "gear", self.gears, { text = "which gear", default = car.gear })
  race:advance(car, die + self.extra[car.gear])
  if car.status == "running" and race:ask(car, "risk", { "safe", "bold" }) == "bold" then
    race:apply(car, self.risk:roll(race, car))
  end
end

return V
