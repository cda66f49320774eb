--- Starting orders by scores and dice.
local racing = require "racing"

local grid = {}

--- A throw of dice such as "d66" for each of some cars, by car. The rolls are for "grid"; `will` says what will do.
local function throw(race, cars, dice, will)
  local thrown = {}
  local totals = race:roll_each(cars, dice, "grid", nil, function() return will end)
  for i = 1, #cars do thrown[cars[i]] = totals[i] end
  return thrown
end

--- The cars by their scores, a table by car, the highest first; those who are level throw dice among themselves until none are,
--- all ties in one go.
function grid.by_score(race, cars, score, dice)
  local order = racing.levels(cars, score)
  while true do
    local level, finer = {}, {}
    for _, group in ipairs(order) do
      if #group > 1 then
        for _, car in ipairs(group) do table.insert(level, car) end
      end
    end
    if #level == 0 then break end
    local thrown = throw(race, level, dice, "level ones, the highest first")
    for _, group in ipairs(order) do
      if #group == 1 then
        table.insert(finer, group)
      else
        for _, part in ipairs(racing.levels(group, thrown)) do table.insert(finer, part) end
      end
    end
    order = finer
  end
  for i, group in ipairs(order) do order[i] = group[1] end
  return order
end

--- The cars by a throw of dice, the highest first; those who are level throw again.
function grid.by_throw(race, cars, dice)
  return grid.by_score(race, cars, throw(race, cars, dice, "the highest first"), dice)
end

return grid
