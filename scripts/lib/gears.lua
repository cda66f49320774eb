--- Gears: which can be chosen, what shifting down wears, and which of them a bot should take.
local gears = {}

--- The choices of a driver: options for race:ask, one for each gear. `rules` has first, last, up (gears up a turn) and down
--- (wear by gears skipped). `forgiven` names categories whose lack does not forbid a choice; `free` is true where
--- shifting down wears nothing.
function gears.options(rules, gear, points, forgiven, free)
  local options = {}
  for g = rules.first, rules.last do
    local skipped, option = gear - g - 1, { id = tostring(g), text = "gear " .. g }
    if g > gear + rules.up then
      option.no = "one gear up at a time"
    elseif skipped > 0 and not free then
      local cost, price = rules.down[skipped], {}
      if not cost then
        option.no = "from " .. gear .. " to " .. g .. " is too far at once"
      else
        for _, category in ipairs(rules.wears) do
          local n = cost[category]
          if n > 0 then table.insert(price, category) end
          if n > points[category] and not forgiven[category] then option.no = "needs " .. n .. " " .. category end
        end
        option.text = option.text .. ", costs " .. table.concat(price, " ")
      end
    end
    table.insert(options, option)
  end
  return options
end

local function thirds(rows, field, dice)
  local list, from = {}, 1
  for third = 1, 3 do
    local to, sum = math.floor(dice * third / 3 + 0.5), 0
    for face = from, to do sum = sum + rows[face][field] end
    list[third], from = math.floor(sum / (to - from + 1) + 0.5), to + 1
  end
  return list
end

--- What a table of moves holds in store, by gear: { mean, least, most, faces = { {move, share}, ... }, over = { [0] = ... } },
--- where over[x] is by how many spaces a move goes beyond x on average, past[x] how often it does, and thirds are the means of
--- its lower, middle and upper third, in whole spaces.
function gears.odds(movement, field, dice, far)
  local list = {}
  for gear, rows in ipairs(movement) do
    local odds = { mean = 0, least = math.huge, most = 0, faces = {}, over = {}, past = {} }
    for face = 1, dice do
      local n = rows[face][field]
      local last = odds.faces[#odds.faces]
      odds.mean = odds.mean + n / dice
      odds.least, odds.most = math.min(odds.least, n), math.max(odds.most, n)
      if last and last[1] == n then
        last[2] = last[2] + 1 / dice
      else
        table.insert(odds.faces, { n, 1 / dice })
      end
    end
    for x = 0, far do
      local over, past = 0, 0
      for _, face in ipairs(odds.faces) do
        over = over + math.max(0, face[1] - x) * face[2]
        if face[1] > x then past = past + face[2] end
      end
      odds.over[x], odds.past[x] = over, past
    end
    odds.thirds = thirds(movement[gear], field, dice)
    list[gear] = odds
  end
  return list
end

--- What the next turn promises to a car that stands at `at`, in spaces: the best of the gears that it can take without wear.
local function promise(odds, gear, at, corner, mood)
  local best = -math.huge
  local left = corner and corner.exit - at or mood.far
  for g = math.max(1, gear - mood.shifts), math.min(#odds, gear + mood.shifts) do
    local o, x = odds[g], math.max(0, math.min(left, mood.far))
    local worth = o.mean
    if left < mood.far then
      worth = worth - o.over[x] * mood.tyre
      local lost = corner.owed > 1 and x or math.min(x + mood.tyres + 1, mood.far)
      worth = worth - o.past[lost] * mood.ruin
      local before = corner.entry - at - 1
      if before < mood.far then worth = worth + ((before < 0 and 1 or o.past[before]) - o.past[x]) * mood.stop end
    end
    if worth > best then best = worth end
  end
  return best
end

--- How good a gear is for the move that comes, in spaces. `corners` are those of race:corners_ahead, mood says what things are
--- worth: tyre and brake (a point each), stop, spin, ruin, brakes and tyres (points that may be spent), far; shifts is by how
--- many gears the move after it may be another, room how far the way is free of cars, crash what running into one costs.
function gears.worth(odds, gear, corners, mood)
  local sum = 0
  for _, face in ipairs(odds[gear].faces) do
    local at, share, worth, i = math.min(face[1], mood.room), face[2], 0, 1
    if face[1] > at then
      local over = face[1] - at
      local braked = math.min(over, mood.brakes)
      local skidded = math.min(over - braked, mood.tyres)
      worth = -braked * mood.brake - skidded * mood.tyre - (over > braked + skidded and mood.crash or 0)
    end
    while corners[i] and corners[i].owed == 0 do i = i + 1 end
    local corner = corners[i]
    if corner and at > corner.exit then
      local over = at - corner.exit
      local braked = math.min(over, mood.brakes)
      worth, over, at = worth - braked * mood.brake, over - braked, at - braked
      if over > 0 then
        if corner.owed > 1 or over > mood.tyres + 1 then
          worth = worth - mood.ruin
        elseif over == mood.tyres + 1 then
          worth = worth - mood.spin
        else
          worth = worth - over * mood.tyre
        end
        corner = corners[i + 1]
        if corner and corner.owed == 0 then corner = corners[i + 2] end
      end
    end
    if corner and at >= corner.entry and at <= corner.exit then
      worth = worth + mood.stop
      if corner.owed > 1 then
        corner = { owed = corner.owed - 1, entry = corner.entry, exit = corner.exit }
      else
        corner = corners[i + 1]
      end
    end
    sum = sum + share * (at + worth + promise(odds, gear, at, corner, mood))
  end
  return sum
end

return gears
