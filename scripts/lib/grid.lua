--- Starting orders by scores and dice.
local grid = {}

--- Splits cars into groups of one score, the highest first.
local function groups(cars, score)
  local list, last = {}, nil
  table.sort(cars, function(a, b) return score[a] > score[b] end)
  for _, car in ipairs(cars) do
    if last and score[last[1]] == score[car] then
      table.insert(last, car)
    else
      last = { car }
      table.insert(list, last)
    end
  end
  return list
end

--- A throw of dice such as "d66" for each of some cars, by car. The rolls are for "grid"; `will` says what will do.
local function throw(race, cars, dice, will)
  local thrown = {}
  for i, total in ipairs(race:roll_each(cars, dice, "grid", nil, function() return will end)) do thrown[cars[i]] = total end
  return thrown
end

--- The cars by their scores, a table by car, the highest first; those who are level throw dice among themselves until none are,
--- all ties in one go.
function grid.by_score(race, cars, score, dice)
  local order = groups(cars, score)
  while true do
    local level, finer = {}, {}
    for _, group in ipairs(order) do
      for _, car in ipairs(#group > 1 and group or {}) do table.insert(level, car) end
    end
    if #level == 0 then break end
    local thrown = throw(race, level, dice, "level ones, the highest first")
    for _, group in ipairs(order) do
      for _, part in ipairs(#group > 1 and groups(group, thrown) or { group }) do table.insert(finer, part) end
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
