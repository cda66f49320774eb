--- Gears: which can be chosen, what shifting down wears, and which of them a bot should take.
local racing = require "racing"
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

-- The means of the lower, middle and upper third of the moves that equally likely throws lead to, in whole spaces.
local function thirds(moves)
  local list, last = {}, 0
  for third = 1, 3 do
    local to, sum = math.floor(#moves * third / 3 + 0.5), 0
    local from = math.min(last + 1, to) -- of two throws one stands in two thirds
    for i = from, to do sum = sum + moves[i] end
    list[third], last = math.floor(sum / (to - from + 1) + 0.5), to
  end
  return list
end

-- The moves that the throws of a gear's table lead to: the field of its rows, lowest throw first.
local function moves_of(rows, field, gear)
  local list = {}
  for i, face in ipairs(racing.outcomes(rows.dice)) do
    local row = rows[face]
    list[i] = type(row) == "table" and row[field]
    if not list[i] then error("gear " .. gear .. ": the row of " .. face .. " has no `" .. field .. "`") end
  end
  return list
end

--- What roll tables of moves hold in store, by gear: { mean, most, faces = { {move, share}, ... }, over = { [0] = ... } },
--- where over[x] is by how many spaces a move goes beyond x on average, past[x] how often it does, x up to `far`, and thirds are
--- the means of its lower, middle and upper third, in whole spaces. The tables know their dice: a fourth argument comes from
--- older rules, which gave the number of faces before `far`, and is an error.
function gears.odds(movement, field, far, older)
  if older then error("gears.odds takes no number of faces: leave out the " .. far, 2) end
  local list = {}
  for gear, rows in ipairs(movement) do
    local moves = moves_of(rows, field, gear)
    local odds = { most = 0, faces = {}, over = {}, past = {}, thirds = thirds(moves) }
    local dice, sum, ends = #moves, 0, {} -- ends: by move, how many throws lead to it
    for _, n in ipairs(moves) do
      local last = odds.faces[#odds.faces]
      sum, odds.most = sum + n, math.max(odds.most, n)
      ends[n] = (ends[n] or 0) + 1
      if last and last[1] == n then
        last[2] = last[2] + 1 / dice
      else
        table.insert(odds.faces, { n, 1 / dice })
      end
    end
    odds.mean = sum / dice
    local past, over = 0, 0 -- throws that go beyond x, and their spaces there
    for x = math.max(odds.most, far), 0, -1 do
      odds.over[x], odds.past[x] = over / dice, past / dice
      past = past + (ends[x] or 0)
      over = over + past
    end
    list[gear] = odds
  end
  return list
end

--- What gears are weighed with, for one question to a bot: weigh(gear, corners, room, shifts) says how good a gear is for the
--- move that comes, in spaces. `corners` are as those of race:corners_ahead, room is how far the way is free of cars, shifts by
--- how many gears the move after it may be another. mood says what things are worth: tyre and brake (a point each), stop, spin,
--- ruin, far; tyres and brakes are points that may be spent.
---
--- Each question has it weigh dozens of moves, and the simulator spends most of its time there. So values stand in locals, and
--- numbers are compared where math.min would say the same.
function gears.scales(odds, mood, tyres, brakes)
  local tyre, brake, stop, spin, ruin, far = mood.tyre, mood.brake, mood.stop, mood.spin, mood.ruin, mood.far

  -- What the next turn promises to a car that stands at `at` and owes stops to the corner ahead: the best of some gears.
  local function promise(from, to, at, corner, owed)
    local best, left = -math.huge, corner and corner.exit - at
    if not left or left >= far then
      for g = from, to do
        local mean = odds[g].mean
        if mean > best then best = mean end
      end
      return best
    end
    if left < 0 then left = 0 end
    local before, lost = corner.entry - at - 1, left -- lost: beyond it the car is out
    if owed <= 1 then lost = left + tyres + 1 end
    if lost > far then lost = far end
    for g = from, to do
      local row = odds[g]
      local worth = row.mean
      if row.most > before then
        local past = row.past
        worth = worth - row.over[left] * tyre - past[lost] * ruin + ((before < 0 and 1 or past[before]) - past[left]) * stop
      end
      if worth > best then best = worth end
    end
    return best
  end

  return function(gear, corners, room, shifts)
    local from, to = gear - shifts, gear + shifts -- that can follow without wear
    if from < 1 then from = 1 end
    if to > #odds then to = #odds end
    local faces, sum, i = odds[gear].faces, 0, 1
    local stands, due, still, promised -- where the face before ends, and what that promises
    while corners[i] and corners[i].owed == 0 do i = i + 1 end
    for k = 1, #faces do
      local at, worth, corner = faces[k][1], 0, corners[i]
      if at > room then
        local over = at - room
        local braked = over < brakes and over or brakes
        local skidded = over - braked < tyres and over - braked or tyres
        at, worth = room, -braked * brake - skidded * tyre - (over > braked + skidded and spin or 0)
      end
      if corner and at > corner.exit then
        local over = at - corner.exit
        local braked = over < brakes and over or brakes
        worth, over, at = worth - braked * brake, over - braked, at - braked
        if over > 0 then
          if corner.owed > 1 or over > tyres + 1 then
            worth = worth - ruin
          elseif over == tyres + 1 then
            worth = worth - spin
          else
            worth = worth - over * tyre
          end
          corner = corners[i + 1]
          if corner and corner.owed == 0 then corner = corners[i + 2] end
        end
      end
      local owed = corner and corner.owed
      if corner and at >= corner.entry and at <= corner.exit then
        worth = worth + stop
        if owed > 1 then
          owed = owed - 1
        else
          corner = corners[i + 1]
          owed = corner and corner.owed
        end
      end
      if at ~= stands or corner ~= due or owed ~= still then
        stands, due, still, promised = at, corner, owed, promise(from, to, at, corner, owed)
      end
      sum = sum + faces[k][2] * (at + worth + promised)
    end
    return sum
  end
end

--- What a gear can be worth at most: a move that nothing hinders and the best one after it, each ending in a stop.
function gears.bound(odds, gear, shifts, stop)
  local best = 0
  for g = math.max(1, gear - shifts), math.min(#odds, gear + shifts) do best = math.max(best, odds[g].mean) end
  return odds[gear].mean + best + 2 * stop
end

return gears
