--- Starting orders by scores and dice.
local grid = {}

--- The cars by their scores, a table by car, the highest first; those who are level throw dice such as "d10" among themselves
--- until none are. The rolls are for "grid".
function grid.by_score(race, cars, score, dice)
  local order, i = {}, 1
  table.sort(cars, function(a, b) return score[a] > score[b] end)
  while i <= #cars do
    local level, first = {}, score[cars[i]]
    while cars[i] and score[cars[i]] == first do
      table.insert(level, cars[i])
      i = i + 1
    end
    if #level > 1 then level = grid.by_throw(race, level, dice) end
    for _, car in ipairs(level) do table.insert(order, car) end
  end
  return order
end

--- The cars by a throw of dice, the highest first; those who are level throw again.
function grid.by_throw(race, cars, dice)
  local thrown = {}
  for _, car in ipairs(cars) do thrown[car] = race:roll(car, dice, "grid") end
  return grid.by_score(race, cars, thrown, dice)
end

return grid
