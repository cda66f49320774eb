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

-- The same for every shortage of points that matters: category by category, of as many points as a choice may ask, a table by
-- what the car has of it, and in the last of them its options. Options that read alike are one table.
local function by_points(rules, gear, forgiven, most, seen, points, i)
  local category = rules.wears[i]
  if not category then
    local options = gears.options(rules, gear, points, forgiven)
    for k, option in ipairs(options) do
      local reads = option.text .. "; " .. (option.no or "")
      seen[reads] = seen[reads] or option
      options[k] = seen[reads]
    end
    return options
  end
  local list = {}
  for have = 0, most[category] do
    points[category] = have
    list[have] = by_points(rules, gear, forgiven, most, seen, points, i + 1)
  end
  return list
end

--- The options of all gears and shortages, made once: what gears.choose reads.
function gears.choices(rules, forgiven)
  local most, seen, choices = {}, {}, {}
  for _, category in ipairs(rules.wears) do
    most[category] = 0
    for _, cost in ipairs(rules.down) do most[category] = math.max(most[category], cost[category]) end
  end
  for gear = rules.first, rules.last do choices[gear] = by_points(rules, gear, forgiven, most, seen, {}, 1) end
  return { wears = rules.wears, most = most, of = choices }
end

--- The options of a car in a gear that has such points, from a table of gears.choices. They are shared: read them, or take those
--- of gears.options to change them.
function gears.choose(choices, gear, points)
  local options, most, wears = choices.of[gear], choices.most, choices.wears
  for i = 1, #wears do
    local category = wears[i]
    local have = points[category]
    options = options[have < most[category] and have or most[category]]
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

--- The moves of gears for a driver's outlook: for each gear the field of the row of each equally likely throw. `more` is added
--- to each, down to `least`.
function gears.moves(movement, field, more, least)
  local list = {}
  for gear, rows in ipairs(movement) do
    list[gear] = moves_of(rows, field, gear)
    for i, n in ipairs(list[gear]) do list[gear][i] = more and math.max(least, n + more) or n end
  end
  return list
end

return gears
