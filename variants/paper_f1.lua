--- The Paper Grand Prix: a Formula 1 weekend of 2011 with one six-sided die.
local racing = require "racing"

local V = racing.variant {
  name     = "Paper Grand Prix",
  track    = "hungaroring",
  order    = "foremost first",           -- 2.2, ruling P4; of two level cars the one that arrived first
  sessions = { "Q1", "Q2", "Q3" },
  car      = { team = "", colour = "", slot = 0 }, -- slot: the grid place won in qualifying, 0 while still in
  race     = { pole = "", pole_units = 0 }, -- 2.1: who took pole, and the unit he reached
  columns  = { "team" },
  one_of   = { ["qualifying.order"] = "orders" },
  rows_for = { team = { "modifiers" } },    -- a car of another team cannot be entered
}

-- 2.1 Qualifying: what each team adds to the die in Q1, Q2 and Q3.
V.modifiers = {
  ["Red Bull"]    = {  3,  3,  3 },
  ["Ferrari"]     = {  3,  3,  2 },
  ["McLaren"]     = {  3,  3,  2 },
  ["Mercedes"]    = {  3,  3,  2 },
  ["Renault"]     = {  3,  1,  1 },
  ["Force India"] = {  2,  1,  1 },
  ["Williams"]    = {  2,  1,  0 },
  ["Toro Rosso"]  = {  2,  0,  0 },
  ["Sauber"]      = {  2,  0,  0 },
  ["Lotus"]       = { -1, -2, -3 },
  ["Virgin"]      = { -1, -2, -3 },
  ["Hispania"]    = { -2, -3, -4 },
}

V.qualifying = {
  order = "listed", -- who rolls after whom: "listed", "reversed", or "gm": whoever runs the race says who is next
  dice  = "d6",
  rolls = 1,    -- dice in a session; with more, the units from the line add up (ruling P2)
  least = 1,    -- a roll counts at least this, whatever the modifier (ruling P1)
  final = 10,   -- cars that fight for pole in the last session
  kept  = 1/2,  -- of the rest, the share that passes the first cut, rounded down
}

-- 2.2 Race: what happens on the 10th, 20th, 30th ... unit.
V.action = racing.table("d6", {
  [1] = { text = "accident or blown engine", retire = true },
  [2] = { text = "tyre blow",       spaces = -3 },
  [3] = { text = "wrong strategy",  spaces = -2 },
  [4] = { text = "nothing happens", spaces =  0 },
  [5] = { text = "good strategy",   spaces =  2 },
  [6] = { text = "fastest lap",     spaces =  3 },
})

-- 2.2 Race: one die; the action roll where it ends on a marked unit.
V.turn = racing.roll_and_advance { dice = "d6", purpose = "move", on_mark = "action" }

-- 2.3 Points. `best` is how many results of a season count; all where it is not given.
V.points = "25-18-15"
V.points_systems = {
  ["25-18-15"] = { 25, 18, 15, 12, 10, 8, 6, 4, 2, 1 },
  ["10-6-4"]   = { 10, 6, 4, 3, 2, 1 },
  ["9-6-4"]    = { 9, 6, 4, 3, 2, 1, best = 11 },
}

-- The drivers of 2011. Inside a team the first listed goes ahead in a dead heat (2.1, ruling P3).
V.entries = {
  { name = "Vettel",       team = "Red Bull",      colour = "blue" },
  { name = "Webber",       team = "Red Bull",      colour = "blue" },
  { name = "Alonso",       team = "Ferrari",       colour = "red" },
  { name = "Massa",        team = "Ferrari",       colour = "red" },
  { name = "Button",       team = "McLaren",       colour = "silver" },
  { name = "Hamilton",     team = "McLaren",       colour = "silver" },
  { name = "Schumacher",   team = "Mercedes",      colour = "grey" },
  { name = "Rosberg",      team = "Mercedes",      colour = "grey" },
  { name = "Heidfeld",     team = "Renault",       colour = "gold" },
  { name = "Petrov",       team = "Renault",       colour = "gold" },
  { name = "Sutil",        team = "Force India",   colour = "orange" },
  { name = "di Resta",     team = "Force India",   colour = "orange" },
  { name = "Barrichello",  team = "Williams",      colour = "white" },
  { name = "Maldonado",    team = "Williams",      colour = "white" },
  { name = "Buemi",        team = "Toro Rosso",    colour = "blue" },
  { name = "Alguersuari",  team = "Toro Rosso",    colour = "blue" },
  { name = "Kobayashi",    team = "Sauber",        colour = "white" },
  { name = "Pérez",        team = "Sauber",        colour = "white" },
  { name = "Trulli",       team = "Lotus",         colour = "green" },
  { name = "Kovalainen",   team = "Lotus",         colour = "green" },
  { name = "Glock",        team = "Virgin",        colour = "red" },
  { name = "d'Ambrosio",   team = "Virgin",        colour = "red" },
  { name = "Karthikeyan",  team = "Hispania",      colour = "grey" },
  { name = "Liuzzi",       team = "Hispania",      colour = "grey" },
}

V.words = {
  ["roll move"]     = "rolls {total}",
  ["roll action"]   = "action roll {face}",
  ["roll qualify"]  = "rolls {face}",
  ["roll deciding"] = "deciding die {face}",
  ["for qualify"]   = "qualifying",
  ["for deciding"]  = "the dead heat",
  ["answer next"]   = "", -- the roll says it
  qualified = "reaches unit {units}",
  slot      = "takes grid place {place}",
  pole      = "takes pole at unit {units}",
  session   = "{text}",
}

--- How many cars of all are still in after a session (2.1, ruling P2).
function V:keeps(cars, session)
  local final = self.qualifying.final
  if session == #self.sessions then return 0 end
  if cars <= final then return cars end
  if session == 1 then return final + math.floor((cars - final) * self.qualifying.kept) end
  return final
end

--- Whether a team is stronger than another by the list: the better modifier of a session, then of the others in their order
--- (ruling P3).
local function stronger(one, other, session)
  if one[session] ~= other[session] then return one[session] > other[session] end
  for i, modifier in ipairs(one) do
    if modifier ~= other[i] then return modifier > other[i] end
  end
  return false
end

-- How strong each team is in each session: the share of the teams that it is stronger than, which is less than a unit.
V.strength = racing.derived(function(self)
  local sessions = {}
  for session = 1, #(self.sessions or {}) do
    sessions[session] = {}
    for team, row in pairs(self.modifiers) do
      local weaker, teams = 0, 0
      for _, other in pairs(self.modifiers) do
        teams = teams + 1
        if stronger(row, other, session) then weaker = weaker + 1 end
      end
      sessions[session][team] = weaker / teams
    end
  end
  return sessions
end)

--- Says that a car's team has no modifiers.
function V:no_row(car) error("modifiers: no row for the team " .. car.team .. " of " .. car.name) end

--- The runs of some cars: notes their units from the line, by car.
function V:runs(race, cars, session, units)
  local q, rolling, rows = self.qualifying, cars, self.modifiers
  local rolls, least = q.rolls, q.least
  if rolls ~= 1 then
    rolling = {}
    for _, car in ipairs(cars) do
      for _ = 1, rolls do rolling[#rolling + 1] = car end
    end
  end
  local totals = race:roll_each(rolling, q.dice, "qualify", function(car)
    local team = car.team
    return team, (rows[team] or self:no_row(car))[session]
  end, function(car) return string.format("%+d", rows[car.team][session]) end)
  for i = 1, #cars do
    local car, sum = cars[i], 0
    if units[car] then error("orders." .. q.order .. ": " .. car.name .. " has rolled in this session") end
    for n = (i - 1) * rolls + 1, i * rolls do
      local total = totals[n]
      sum = sum + (total > least and total or least)
    end
    units[car] = sum
    race:tell(car, "qualified", "units", sum)
  end
end

-- 2.1: they roll one after another, in any order. What qualifying.order may be: which of the cars that have not rolled are next.
V.orders = {
  listed   = function(_, _, cars) return cars end,
  reversed = function(_, _, cars)
    local list = {}
    for _, car in ipairs(cars) do table.insert(list, 1, car) end
    return list
  end,
  gm       = function(_, race, cars)
    local options = {}
    for i, car in ipairs(cars) do options[i] = { id = car.name, at = i } end
    if #options == 1 then return cars end
    return { cars[race:ask(race, "next", options, { text = "who rolls next", default = options[1].id }).at] }
  end,
}

--- Whether all cars are of one team.
local function team_mates(cars)
  local team = cars[1].team
  for i = 2, #cars do
    if cars[i].team ~= team then return false end
  end
  return true
end

--- Adds a dead heat to the ranking, in the order that a deciding die for each team says. Those who are all through
--- need none, nor do team mates.
function V:decide(race, level, ranked, keep)
  if #ranked + #level <= keep or team_mates(level) then
    for i = 1, #level do ranked[#ranked + 1] = level[i] end
    return
  end
  race:count(race, "dead heats decided by dice")
  local first, die, score = {}, {}, {}
  for i = 1, #level do
    local car = level[i]
    if not die[car.team] then first[#first + 1] = car end
    die[car.team] = true
  end
  local totals = race:roll_each(first, self.qualifying.dice, "deciding")
  for i = 1, #first do die[first[i].team] = totals[i] end
  for i = 1, #level do score[level[i]] = die[level[i].team] end
  for _, still in ipairs(racing.levels(level, score)) do self:decide(race, still, ranked, keep) end
end

--- A qualifying session: the slowest take the last grid places, after the last one the grid is set.
function V:session(race, session)
  local all, still = race:cars(), {}
  local keep = self:keeps(#all, session)
  for i = 1, #all do
    if all[i].slot == 0 then still[#still + 1] = all[i] end
  end
  if #still <= keep then
    return race:tell(race, "session", { text = "nobody would drop out: not driven" })
  end
  local units, ranked, strength = {}, {}, self.strength[session]
  local order, waiting = self.orders[self.qualifying.order], still
  while #waiting > 0 do
    local rolling, left = order(self, race, waiting), {}
    if #rolling == 0 then error("orders." .. self.qualifying.order .. ": it must return a car that rolls next") end
    self:runs(race, rolling, session, units)
    if #rolling < #waiting then
      for _, car in ipairs(waiting) do
        if not units[car] then table.insert(left, car) end
      end
    end
    waiting = left
  end
  -- more units, then the stronger team by the list, which is less than a unit, then the deciding die (ruling P3)
  for i = 1, #still do
    local car = still[i]
    units[car] = units[car] + strength[car.team]
  end
  for _, level in ipairs(racing.levels(still, units)) do
    if #level == 1 then
      ranked[#ranked + 1] = level[1]
    else
      self:decide(race, level, ranked, keep)
    end
  end
  for place = #ranked, keep + 1, -1 do
    local car = ranked[place]
    car.slot = place
    race:tell(car, "slot", "place", place)
  end
  if keep == 0 then self:line_up(race, ranked[1], math.floor(units[ranked[1]])) end
end

--- Sets the grid and notes pole position (2.1).
function V:line_up(race, best, units)
  race.pole, race.pole_units = best.name, units
  race:tell(best, "pole", "units", units)
  local grid = {}
  for _, car in ipairs(race:cars()) do grid[car.slot] = car end
  race:grid(grid)
end

return V
