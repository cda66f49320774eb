--- House rule: pace laps. The first rounds are driven behind a pace car, all at one speed, and nobody passes.
local racing = require "racing"

local R = racing.house {
  name  = "pace laps",
  needs = { "turn" },
  words = {
    pace  = "behind the pace car",
    green = "the pace car pulls off, and the race is on",
  },
}

-- How long, how far a car goes in each of these rounds, and what its fields then say of its speed, as far as a game has them.
R.pace = {
  rounds = 2,
  spaces = 3,
  fields = { gear = 2, chosen = 2, speed = 60 },
}

--- Whether the pace car leads.
function R:paced(race) return race.round <= self.pace.rounds end

--- While it does, nothing of a round happens but that.
function R:open(race)
  if race.round == self.pace.rounds + 1 then race:tell(race, "green") end
  if not self:paced(race) then R.super.open(self, race) end
end

--- Foremost first, so that all keep their places.
function R:turn(race, car)
  if not self:paced(race) then return R.super.turn(self, race, car) end
  race:tell(car, "pace")
  race:advance(car, self.pace.spaces)
  for field, value in pairs(self.pace.fields) do
    if self.car[field] ~= nil and car.status == "running" then car[field] = value end
  end
end

return R
