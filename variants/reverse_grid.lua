--- House rule: a reverse grid. Those who have won the first places on the grid start from them the other way round.
local racing = require "racing"

local R = racing.house {
  name  = "a reverse grid",
  needs = { "session", "sessions" },
  words = { reversed = "the first {cars} of the grid change places" },
}

R.reverse_grid = 0 -- how many of the first places are turned round, 0 for all

--- After the last session the grid is drawn up again.
function R:session(race, number)
  R.super.session(self, race, number)
  if number == #self.sessions then race:grid(self:reversed(race)) end
end

--- The cars as they are to stand, pole position first.
function R:reversed(race)
  local list, order = {}, {}
  for _, car in ipairs(race:cars()) do
    if car.grid then list[car.grid] = car end
  end
  local n = self.reverse_grid > 0 and math.min(self.reverse_grid, #list) or #list
  for place, car in ipairs(list) do order[place <= n and n + 1 - place or place] = car end
  race:tell(race, "reversed", { cars = n })
  return order
end

return R
