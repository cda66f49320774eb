--- The force pass: going through between cars that fill the whole track, and holding them up or letting them by.
---
--- racing.use(V, "force_pass") gives a variant the functions below and a field `chips` of its cars. Where no free space lies
--- ahead, its move calls V:press. What the variant says itself:
---
---   V:posted(car)                        the speed it has posted, in mph
---   V:may_block(car)                     whether it can play a card at all; one that has spun cannot (ruling F10)
---   V:pay_wear(race, car, points, why)   takes wear; a car that lacks it spins (ruling F4), and the answer is false
---   V:brake_behind(race, car, spaces)    brakes down to the spaces it has driven; false when it cannot (ruling F8)
---   V:spin(race, car, why)               spins it where it stands
---
--- And where it has a spin table, or a line:
---
---   V:spin_table(race, car, chip)        spins it by the table; chip is what a blue chip took off the roll, 0 without one
---   V:lose_line(race, car)               takes the benefit of the line off a car that has blocked
---
--- And what is said of braking behind, should a driver decline:
---
---   V:brake_words(race, car, spaces)     what braking down to the spaces it has driven would cost, "" for nothing
---
--- Questions: "attempt", "targets", "card", "blue chip", "landing". Rolls: "force pass", and what V:spin_table throws.
local chances = require "chances"
local M = {}

M.needs  = { "posted", "may_block", "pay_wear", "brake_behind", "spin" }
M.called = { "press" }

M.force_pass = {
  within        = 40,                                -- the difference in speed, in mph, up to which a card may be played
  by_difference = { [0] = 1, [20] = -1, [40] = -3 }, -- on the passer's roll against that blocker
  two           = 2,                                 -- on the passer's roll when two cars block
  chip          = -2,                                -- on the roll of a car that commits a blue chip
  sure          = 2,                                 -- result 1: the passer's total that always succeeds, or less
  never         = 10,                                -- and the one that never does, or more
  all_roll      = false,                             -- who played PASS rolls and loses the line as well (ruling F1)
  quiet_turns   = 2,                                 -- 4: turns at the beginning in which nobody may block
}

-- Result 2: what a total costs, from so much on. The wear of the last row is that of a blocker who was passed (note 2).
M.force_pass_results = {
  { wear = 0 },
  { from =  7, wear = 1 },
  { from =  8, wear = 2 },
  { from =  9, wear = 3 },
  { from = 10, wear = 3, spins = true },
}

M.car = { chips = 0 } -- blue chips left

M.words = {
  ["roll force pass"]   = "rolls {total}",
  ["for force pass"]    = "the force pass",
  ["answer attempt"]    = "", -- what follows says it
  ["answer attempt no"] = "tries no force pass",
  ["answer targets"]    = "between {option}",
  ["answer card"]       = "plays {option}",
  ["answer blue chip"]  = "",
  ["answer landing"]    = "through",
  chip                  = "a blue chip, {left} left",
  ["force pass"]        = "{text}",
}

function M:spin_table(race, car) self:spin(race, car, "the force pass") end
function M:lose_line() end
function M:brake_words() return "" end

--- Where a car comes next, a list from the inside with a space for each lane: straight on in its own, in the others the first of
--- a later row. A lane that only lies beside some rows of the road counts where it lies beside the next.
function M:front(race, space)
  local ahead, lanes, road, row = race:ahead(space), {}, self:lanes_behind(race, space.row), space.row
  if not ahead then return {} end
  for n = 1, 3 do -- a lane of a corner has a space in three rows at least
    row = row % race.rows + 1
    for _, other in ipairs(race:row(row)) do
      if n == 1 or road[other.lane] then lanes[other.lane] = lanes[other.lane] or other end
    end
  end
  lanes[ahead.lane] = ahead
  return self:from_inside(lanes)
end

--- The lanes that a row and the two behind it have, as true by number.
function M:lanes_behind(race, row)
  local lanes = {}
  for _ = 1, 3 do
    for _, space in ipairs(race:row(row)) do lanes[space.lane] = true end
    row = row > 1 and row - 1 or race.rows
  end
  return lanes
end

--- The list of spaces that a list of them leads to: straight on in each lane, and in those that begin there beside the road.
function M:beyond(race, front)
  local lanes, first = {}, front[1] and race:ahead(front[1])
  for _, space in ipairs(front) do
    local ahead = race:ahead(space)
    if ahead then lanes[ahead.lane] = ahead end
  end
  for _, space in ipairs(first and race:row(first.row) or {}) do lanes[space.lane] = lanes[space.lane] or space end
  return self:from_inside(lanes)
end

--- Spaces by lane as a list from the inside. A lane may have none: what lies beside the road is not everywhere.
function M:from_inside(lanes)
  local list = {}
  for _, space in pairs(lanes) do table.insert(list, space) end -- by lane: numbers come in order
  return list
end

--- The cars that fill a row from side to side; nil when a lane is free or a wreck stands there.
function M:wall(race, front)
  local cars = {}
  for i, space in ipairs(front) do
    cars[i] = race:car_on(space)
    if not cars[i] or cars[i].status ~= "running" then return nil end
  end
  return #cars > 0 and cars or nil
end

--- Whether a row is a wall of cars behind which a lane is free, or the finish: past a wreck that fills a row with others there is
--- no force pass, and so none of the rows before it (ruling F7).
function M:passable(race, car, front)
  if not self:wall(race, front) then return false end
  repeat
    front = self:beyond(race, front)
    if self:homeward(race, car, front) then return true end
  until not self:wall(race, front)
  for _, space in ipairs(front) do
    if not race:car_on(space) then return true end
  end
  return false
end

--- Where no free space lies ahead of a car: the force pass, one attempt a row, or else braking behind. `left` is the movement
--- it has left, that into the row included; `driven` the spaces that its posted speed has moved it. Returns the movement that
--- passing took, nothing when the move ends here.
function M:press(race, car, left, driven)
  local front, used = self:front(race, car.space), 0
  local wall = self:wall(race, front)
  if not self:passable(race, car, front) then
    self:hold_back(race, car, driven)
    return nil
  end
  while wall do
    used = used + 1
    if used <= left and not self:attempt(race, car, wall, driven) then return nil end
    front = self:beyond(race, front)
    if self:homeward(race, car, front) then break end
    wall = self:wall(race, front)
  end
  self:get_through(race, car, front, left - used - 1)
  return used + 1
end

--- Whether a row lies beyond the line that takes a car home.
function M:homeward(race, car, front)
  return front[1] ~= nil and car.lap >= race.laps and front[1].row < car.space.row
end

--- Stands a car in the first row beyond with a free lane; further spaces than it had movement for are free (ruling F7).
function M:get_through(race, car, front, more)
  local to
  if self:homeward(race, car, front) then
    to = self:in_lane(front, car.space.lane)
    for _ = 1, more do to = race:ahead(to) end
  else
    local options, nearest = {}, nil
    for _, space in ipairs(front) do
      if not race:car_on(space) then
        table.insert(options, space.name)
        local aside = math.abs(space.lane - car.space.lane)
        if not nearest or aside < nearest then nearest, to = aside, space end
      end
    end
    local more_of = { text = "through, onto which space", default = nearest and to.name }
    if #options > 1 then to = race:space(race:ask(car, "landing", options, more_of)) end
  end
  race:shift(car, to)
end

--- The space of a list that lies in a lane or, where it has none, the first.
function M:in_lane(front, lane)
  for _, space in ipairs(front) do
    if space.lane == lane then return space end
  end
  return front[1]
end

--- A driver who may not or will not pass brakes, and spins if he cannot.
function M:hold_back(race, car, driven)
  if not self:brake_behind(race, car, driven) then self:spin(race, car, "it cannot brake in time") end
end

--- One attempt at one row, from the declaration to its results. Returns whether the car is through and drives on.
function M:attempt(race, car, wall, driven)
  local targets = self:declare(race, car, wall, driven)
  if not targets then
    self:hold_back(race, car, driven)
    return false
  end
  race:count(car, "force passes tried")
  local blockers, chip = self:cards(race, car, targets)
  if #blockers == 0 then
    race:tell(car, "force pass", { text = "nobody stops the force pass" })
    race:count(car, "force passes made")
    return true
  end
  local two = self:two_cars(blockers)
  local rolling, chips = { car }, { [car] = chip }
  for i, other in ipairs(blockers) do
    rolling[i + 1], chips[other.car] = other.car, other.chip
    other.difference = self:difference(car, other.car)
  end
  local totals = race:roll_each(rolling, "2d6", "force pass", function(one)
    return self:that_count("blue chip", chips[one], "two cars", one == car and two or 0)
  end, function(one) return one == car and "the passer has to be lower" or nil end)
  for i, other in ipairs(blockers) do other.total = totals[i + 1] end
  return self:outcome(race, car, blockers, self:weigh(totals[1], blockers), chip, driven)
end

--- 1. The passer declares the attempt and, where there are more than two lanes, the two neighbours that he goes between.
function M:declare(race, car, wall, driven)
  local ahead = {}
  for i, other in ipairs(wall) do ahead[i] = other.name end
  local more = { text = "a force pass on " .. table.concat(ahead, ", "), default = "yes" }
  more.about = { wall = wall, driven = driven }
  if not race:confirm(car, "attempt", more) then return nil end
  if #wall <= 2 then return wall end
  local options, between, easiest, least = {}, {}, nil, -1
  for _, pair in ipairs(self:pairs_in_reach(car, wall)) do
    local id = pair[1].name .. " and " .. pair[2].name
    table.insert(options, id)
    between[id] = pair
    local slower = self:difference(car, pair[1]) + self:difference(car, pair[2])
    if slower > least then easiest, least = id, slower end
  end
  return between[race:ask(car, "targets", options, { text = "between which cars", default = easiest, about = between })]
end

--- The neighbours in a row between whom a car can go: one of them is in its way.
function M:pairs_in_reach(car, wall)
  local list = {}
  for i = 1, #wall - 1 do
    local inner, outer = wall[i], wall[i + 1]
    if inner.space.lane <= car.space.lane + 1 and outer.space.lane >= car.space.lane - 1 then
      table.insert(list, { inner, outer })
    end
  end
  return list
end

--- The difference in speed that counts between a passer and a blocker; a faster blocker counts as level (ruling F6).
function M:difference(car, other) return math.max(0, self:posted(car) - self:posted(other)) end

--- Whether a car may play a card against a passer: its speed is near enough, and the race is under way (4).
function M:eligible(race, car, other)
  local rule, apart = self.force_pass, math.abs(self:posted(car) - self:posted(other))
  return race.round > rule.quiet_turns and self:may_block(other) and apart <= rule.within
end

--- 2 to 5. Face-down cards of all that may stop him, then blue chips, his first and theirs before the cards are turned. Returns
--- those who roll against him, as { car, chip, passes } with what a blue chip takes off their rolls and whether it was PASS that
--- they played, and what a chip takes off his. Nobody rolls where nobody plays BLOCK.
function M:cards(race, car, targets)
  local holders, rolling, chips, blocks = self:card_holders(race, car, targets), {}, {}, 0
  if #holders == 0 then return rolling, 0 end
  local text = "the force pass of " .. car.name
  local more = { text = text, default = "block", secret = true, about = { passer = car, holders = holders } }
  local played = race:ask(holders, "card", { "pass", "block" }, more)
  local chip = self:blue_chip(race, car, "the force pass", nil, function(took) return self:through_words(car, holders, took) end)
  for i, other in ipairs(holders) do
    chips[i] = self:blue_chip(race, other, text, nil, function(took)
      return "a block of yours stops it " .. chances.percent(1 - self:through(car, { other }, chip, took))
    end)
  end
  race:reveal()
  for i, other in ipairs(holders) do
    local passes = played[i] == "pass"
    if not passes then
      blocks = blocks + 1
      race:count(other, "blocks")
    end
    if not passes or self.force_pass.all_roll then table.insert(rolling, { car = other, chip = chips[i], passes = passes }) end
  end
  return blocks > 0 and rolling or {}, chip
end

--- What comes to the passer's roll when two cars block; who played PASS is none of them (ruling F1).
function M:two_cars(against)
  local blocks = 0
  for _, other in ipairs(against) do
    if not other.passes then blocks = blocks + 1 end
  end
  return blocks > 1 and self.force_pass.two or 0
end

--- Asks a driver for a blue chip on his next roll, one a roll; a chip declared is spent (ruling F9). Returns what it takes off.
--- `usual` is the default, "no" unless it is given; stakes(took) says what is at stake when so much is taken off.
function M:blue_chip(race, car, what, usual, stakes)
  if car.chips == 0 then return 0 end
  local more = { text = "a blue chip for " .. what .. ", of " .. car.chips, default = usual or "no", about = stakes }
  if not race:confirm(car, "blue chip", more) then return 0 end
  car.chips = car.chips - 1
  race:tell(car, "chip", { left = car.chips })
  race:count(car, "blue chips")
  return self.force_pass.chip
end

--- Throws two dice with the modifiers, in pairs of a name and a number, that are not 0. `will` says what will do.
function M:two_dice(race, car, purpose, will, ...)
  local modifiers = { self:that_count(...) }
  table.insert(modifiers, will)
  return (race:roll(car, "2d6", purpose, unpack(modifiers)))
end

--- Those modifiers that are not 0.
function M:that_count(...)
  local modifiers = {}
  for i = 1, select("#", ...), 2 do
    local name, value = select(i, ...)
    if value ~= 0 then
      table.insert(modifiers, name)
      table.insert(modifiers, value)
    end
  end
  return unpack(modifiers)
end

--- Result 1, on totals alone: whether a passer beats each blocker (ruling F2). `base` is his total without what the differences
--- in speed add, `against` lists { difference, total } of the blockers. Returns { through, worst, rows }, a row for each blocker
--- with the passer's total `own`, the blocker's, and whether he is `beaten`.
function M:weigh(base, against)
  local rule, verdict = self.force_pass, { through = true, worst = -math.huge, rows = {} }
  for i, other in ipairs(against) do
    local own = base + rule.by_difference[other.difference]
    local beaten = own <= rule.sure or own < rule.never and own < other.total
    verdict.rows[i] = { own = own, total = other.total, beaten = beaten }
    verdict.through = verdict.through and beaten
    verdict.worst = math.max(verdict.worst, own)
  end
  return verdict
end

--- Result 2: the row for a total.
function M:result(total)
  local found
  for _, row in ipairs(self.force_pass_results) do
    if not row.from or total >= row.from then found = row end
  end
  return found
end

--- The results: the lines lost, wear and spins of all who rolled, and, when the passer was stopped, his braking (3). His own
--- total is the worst of those against them, taken once (note 1). Returns whether he is through and drives on.
function M:outcome(race, car, blockers, verdict, chip, driven)
  local through, own, spinning = verdict.through, self:result(verdict.worst), {}
  for i, other in ipairs(blockers) do
    local row = verdict.rows[i]
    local text = row.own .. " against " .. row.total .. " of " .. other.car.name .. (row.beaten and ": past" or ": stopped")
    race:tell(car, "force pass", { text = text })
    self:lose_line(race, other.car)
    other.result = self:result(row.total)
    other.spins = other.result.spins and not through -- note 2, ruling F11
    if other.spins then table.insert(spinning, other.car) end
  end
  race:count(car, through and "force passes made" or "force passes stopped")
  if own.spins and #spinning > 0 then self:spread(race, car, spinning) end
  for _, other in ipairs(blockers) do
    if other.spins then
      self:spin_table(race, other.car, other.chip)
    elseif other.result.wear > 0 then
      local why = other.passes and "the force pass of " or "blocking "
      self:pay_wear(race, other.car, other.result.wear, why .. car.name)
    end
  end
  if own.spins then
    self:spin_table(race, car, chip)
    return false
  end
  local goes_on = own.wear == 0 or self:pay_wear(race, car, own.wear, "the force pass")
  if goes_on and not through then self:hold_back(race, car, driven) end
  return goes_on and through
end

--- Note 3: a passer and blockers who all spin stand on opposite lanes of the passer's row, or of one behind: the innermost of
--- them on the inside, the outermost on the outside; of two in one lane the passer is the inner one, and of three the middle one
--- stays where he is.
function M:spread(race, car, blockers)
  local list, taken = { car }, {}
  for _, other in ipairs(blockers) do table.insert(list, other) end
  table.sort(list, function(a, b) return a.space.lane < b.space.lane end)
  local inner, outer = list[1], list[#list]
  if car ~= inner and car ~= outer then taken[car.space] = true end
  local to = {}
  for _, place in ipairs { { inner, 1 }, { outer, -1 } } do
    local other, from = place[1], place[2]
    to[other] = self:lane_free(race, car, from, taken)
    if to[other] then taken[to[other]] = true end
  end
  if to[car] then race:shift(car, to[car]) end -- makes room first
  for _, other in ipairs(blockers) do
    if to[other] then race:shift(other, to[other]) end
  end
end

--- The first lane from the inside (1) or the outside (-1) that is free in a car's row or, failing that, in the next behind; its
--- own counts as free, spaces that are `taken` do not.
function M:lane_free(race, car, from, taken)
  local row = car.space.row
  for _ = 1, race.rows do
    local spaces = race:row(row)
    for i = from > 0 and 1 or #spaces, from > 0 and #spaces or 1, from do
      local there = race:car_on(spaces[i])
      if not taken[spaces[i]] and (not there or there == car) then return spaces[i] end
    end
    row = row > 1 and row - 1 or race.rows
  end
end

-- Ways of two dice to show 2, 3, ... 12.
local ways = { [2] = 1, [3] = 2, [4] = 3, [5] = 4, [6] = 5, [7] = 6, [8] = 5, [9] = 4, [10] = 3, [11] = 2, [12] = 1 }

-- How many of the 36 rolls of two dice show more than 1, 2, ... 11.
local above = {}
for least = 1, 11 do
  above[least] = 0
  for roll = least + 1, 12 do above[least] = above[least] + ways[roll] end
end

--- How many of a blocker's 36 rolls, of which his chip takes so much, leave him beaten by a passer's total: see M:weigh.
function M:beaten_rolls(own, chip)
  local rule = self.force_pass
  if own <= rule.sure then return 36 end
  if own >= rule.never or own - chip >= 12 then return 0 end
  return above[math.max(1, own - chip)]
end

--- How many of all 36 rolls of each car let a passer through between blockers: { { difference = 20, chip = -2 }, ... }, with
--- `passes` for one who rolls though he played PASS; `chip` is what his own takes off. Returns that and how many rolls there are.
--- The blockers' rolls do not depend on each other: for each roll of the passer, theirs are multiplied.
function M:pass_odds(blockers, chip)
  local base, count = chip + self:two_cars(blockers), 0
  for roll = 2, 12 do
    local through = ways[roll]
    for _, other in ipairs(blockers) do
      through = through * self:beaten_rolls(base + roll + self.force_pass.by_difference[other.difference], other.chip)
    end
    count = count + through
  end
  return count, 36 ^ (#blockers + 1)
end

-- What is at stake, said to a person who is asked ---------------------------------------------------------------------------

--- How likely a passer is through if all of some cars block; `chip` is what a blue chip takes off his roll, `theirs` off each of
--- their own.
function M:through(car, blockers, chip, theirs)
  local list = {}
  for i, other in ipairs(blockers) do list[i] = { difference = self:difference(car, other), chip = theirs or 0 } end
  local count, of = self:pass_odds(list, chip)
  return count / of
end

--- The same in words; `holders` are those who may play a card.
function M:through_words(car, holders, chip)
  if #holders == 0 then return "nobody may stop it" end
  local against = #holders > 1 and " if both block" or " against a block"
  return "through " .. chances.percent(self:through(car, holders, chip)) .. against
end

--- Those of some cars who may play a card against a passer.
function M:card_holders(race, car, targets)
  local holders = {}
  for _, other in ipairs(targets) do
    if self:eligible(race, car, other) then table.insert(holders, other) end
  end
  return holders
end

M.stakes = {}

function M.stakes.attempt(self, race, car, choice, about)
  if choice == "no" then return self:brake_words(race, car, about.driven) end
  local best, most
  for _, targets in ipairs(#about.wall > 2 and self:pairs_in_reach(car, about.wall) or { about.wall }) do
    local holders = self:card_holders(race, car, targets)
    local share = #holders == 0 and 1 or self:through(car, holders, 0)
    if not most or share > most then best, most = holders, share end
  end
  return self:through_words(car, best, 0)
end

function M.stakes.targets(self, race, car, choice, between)
  return self:through_words(car, self:card_holders(race, car, between[choice]), 0)
end

function M.stakes.card(self, _, car, choice, about)
  local others = {}
  for _, other in ipairs(about.holders) do
    if other ~= car then table.insert(others, other) end
  end
  local other = others[1] and others[1].name
  if choice == "pass" then return other and "only " .. other .. " may stop it then" or "lets it through" end
  local text = "stops it " .. chances.percent(1 - self:through(about.passer, { car }, 0))
  if other then text = text .. ", with " .. other .. " " .. chances.percent(1 - self:through(about.passer, about.holders, 0)) end
  for _, row in ipairs(self.force_pass_results) do
    if row.wear > 0 then return text .. "; costs you wear " .. chances.percent(chances.least("2d6", row.from)) end
  end
  return text
end

M.stakes["blue chip"] = function(self, _, _, choice, stakes)
  return stakes and stakes(choice == "yes" and self.force_pass.chip or 0)
end

return M
