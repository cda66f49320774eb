--- Speedway: everybody posts a speed in secret, one space for each 20 mph; a base game for the force pass.
---
--- The force pass comes from a document that is laid over a game of posted speeds, in the manner of the tournament forms of Speed
--- Circuit. This is such a game, in our own words and numbers; a table that owns the real one changes the numbers below.
local racing  = require "racing"
local chances = require "chances"
local drivers = require "speedway_drivers"
local grid    = require "grid"

local V = racing.variant {
  name     = "Speedway",
  track    = "indianapolis",
  finish   = "furthest beyond",
  sessions = { "grid" },
  columns  = { "speed", "halves", "chips" },
  ranges   = {
    ["drivers.*.wear"]   = { 0,   12 }, ["drivers.*.chip"]    = { 0, 1000 }, ["drivers.*.damage"] = { 0, 1000 },
    ["drivers.*.spin"]   = { 0, 1000 }, ["drivers.*.ruin"]    = { 0, 1000 }, ["drivers.*.tow"]    = { 0, 1000 },
    ["drivers.*.beset"]  = { 0, 1000 }, ["drivers.*.block"]   = { 0, 1000 }, ["drivers.*.keeps"]  = { 0, 1000 },
    ["drivers.*.turns"]  = { 1,   20, whole = true },         ["drivers.*.attempt"] = { 0, 1 },
  },
}

V.car = {
  model        = "",
  acceleration =  40,  -- what its builder paid for, see V.build; damage takes it down
  deceleration =  40,
  top          = 180,
  start        =  60,
  tyres        =   7,  -- wear points a lap
  halves       =   0,  -- wear left, in half points
  speed        =   0,  -- posted for this turn, in mph; between turns, that of the last
  tow          = false, -- stands in another car's slipstream at the reveal
  spun         = false, -- stands where it spun until it moves
  misses       =   0,  -- turns that it has to miss
  line         = "",   -- in a corner: "held", "lost" by blocking, or "" without its benefit
  damage       = { acceleration = 0, deceleration = 0, top = 0 },
}

V.step = 20 -- mph a space

-- Building a car: each attribute costs as its value's place in the list says, and a car spends the whole sum.
V.build = {
  costs        = {  -1,   0,   1,   2 },
  acceleration = {  20,  40,  60,  80 },
  deceleration = {  20,  40,  60,  80 },
  top          = { 140, 160, 180, 200 },
  start        = {  20,  60, 100, 120 },
  tyres        = {   5,   6,   7,   8 },
  spends       = 2,
}
V.attributes = { "acceleration", "deceleration", "top", "start", "tyres" }

V.blue_chips = 2 -- a lap
V.point      = 2 -- halves in a wear point

-- Grid: highest start speed first, ties by this die.
V.grid_dice = "d6"

-- Tests of two dice: from which total on one fails. A car that fails one for more acceleration or top speed, or misses a gear at
-- the start, has so much less than it could have posted without the test; one that stalls has nothing.
V.tests = {
  acceleration = { fails = 10, short = 20 },
  top          = { fails = 10, short = 20 },
  start        = { fails =  9, short = 40, stalls = 10 },
  brakes       = { fails = 10, wear = 1 },
  chance       = { spins =  7, out = 10 },
}
V.gain      = 20 -- what a test adds to what can be posted
V.damaged   = 20 -- what damage takes off an attribute
V.twice     = 2  -- damages of one attribute that retire a car

-- Beyond the deceleration, and over the limit of a corner, by 20, 40, 60, and 80 or more: wear alone, or wear and a roll.
V.braking = {
  { wear = 1, roll = 0 },
  { wear = 2, roll = 1 },
  {           roll = 2 },
  {           roll = 3, spins = true },
}
V.cornering = {
  { wear = 1, roll = 0 },
  { wear = 2, roll = 1 },
  {           roll = 2 },
  { out = true },
}

-- The line: mph more than the limit for who is on it from the first space of a corner; what has it back costs, in half points.
V.line = { more = 20, regained = 1 }

-- Slipstream: the speed that both must have driven last turn, how many spaces behind the other car one may begin, and the spaces
-- it is good for.
V.slipstream = { speed = 120, reach = 4, spaces = 1 }

-- The spin table: two dice, with what the posted speed adds from so much on.
V.spin_speeds = { { from = 80, adds = 1 }, { from = 140, adds = 2 }, { from = 200, adds = 3 } }
V.spins = {
  { text = "spins" },
  { from =  7, text = "spins and scrubs its tyres", wear = 2 },
  { from =  9, text = "spins and stalls",           wear = 3, misses = 1 },
  { from = 11, text = "spins and damages the car",  damage = true },
  { from = 13, text = "spins into the wall",        out = true },
}

-- Who drives, unless an entry list says otherwise: four of Indianapolis, four of Monza, in cars that they raced in the thirties.
V.entries = {
  { name = "Meyer",    model = "Miller",             acceleration = 40, deceleration = 40, top = 180, start =  60, tyres = 7 },
  { name = "Cummings", model = "Miller-Boyle",       acceleration = 60, deceleration = 40, top = 180, start =  60, tyres = 6 },
  { name = "Petillo",  model = "Wetteroth-Offy",     acceleration = 40, deceleration = 60, top = 180, start =  60, tyres = 6 },
  { name = "Shaw",     model = "Maserati 8CTF",      acceleration = 60, deceleration = 60, top = 180, start =  20, tyres = 6 },
  { name = "Nuvolari", model = "Maserati 8CM",       acceleration = 60, deceleration = 60, top = 180, start =  60, tyres = 5 },
  { name = "Fagioli",  model = "Alfa Romeo Tipo B",  acceleration = 40, deceleration = 40, top = 180, start =  20, tyres = 8 },
  { name = "Lehoux",   model = "Bugatti T51",        acceleration = 40, deceleration = 40, top = 180, start = 100, tyres = 6 },
  { name = "Trossi",   model = "Duesenberg",         acceleration = 20, deceleration = 40, top = 200, start =  60, tyres = 7 },
}

V.words = {
  ["roll grid"]         = "{face}",
  ["roll acceleration"] = "rolls {total} for more acceleration",
  ["roll top"]          = "rolls {total} for more top speed",
  ["roll start"]        = "rolls {total} at the start",
  ["roll brakes"]       = "rolls {total} for the brakes",
  ["roll chance"]       = "rolls {total} in the corner",
  ["roll spin"]         = "rolls {total} on the spin table",
  ["for grid"]          = "the grid",
  ["for acceleration"]  = "an acceleration test",
  ["for top"]           = "a top-speed test",
  ["for start"]         = "the start",
  ["for brakes"]        = "a brake test",
  ["for chance"]        = "the chance roll",
  ["for spin"]          = "the spin table",
  grid                  = "place {place}",
  car                   = "{model}: {build}",
  ["answer speed"]      = "{option} mph",
  ["answer path"]       = "", ["answer brakes"]        = "", -- what follows says it
  ["answer chance"]     = "", ["answer slipstream"]    = "",
  ["answer line"]       = "", ["answer line no"]       = "stays off the line",
  ["answer damage"]     = "",
  slower                = "{text}: {speed} mph",
  wear                  = "wear -{lost}: {why}",
  slipstream            = "in the slipstream",
  line                  = "{text}",
  spin                  = "spins: {why}",
  damage                = "the {attribute} is down to {left}",
}

-- What is counted at the end of a car's race.
V.counts = { wear = "half points of wear left", chips = "blue chips left", turns = "turns to the flag" }

-- Who drives for those who are not there, a row each.
V.drivers = drivers()

racing.use(V, "force_pass")

-- The rules ---------------------------------------------------------------------------------------------------------------

--- Half points as people write them.
function V:in_points(halves)
  local whole = math.floor(halves / self.point)
  if halves % self.point == 0 then return tostring(whole) end
  return (whole > 0 and whole or "") .. "½"
end

--- Takes half points of wear; a car that lacks them loses what it has and spins (ruling F4). Returns whether it could pay.
function V:wear_down(race, car, halves, why)
  local lost = math.min(halves, car.halves)
  car.halves = car.halves - lost
  if lost > 0 then
    race:tell(car, "wear", { lost = self:in_points(lost), left = self:in_points(car.halves), why = why })
  end
  if lost < halves then self:spin(race, car, "no wear left for " .. why) end
  return lost == halves
end

--- The same in wear points.
function V:pay_wear(race, car, points, why) return self:wear_down(race, car, points * self.point, why) end

--- Whether a car has so many wear points.
function V:affords(car, points) return car.halves >= points * self.point end

--- Throws two dice, with a blue chip if the driver wants to spend one. `fails` is the lowest total that does.
function V:chip_roll(race, car, purpose, fails)
  local chip = self:blue_chip(race, car, self.words["for " .. purpose], "yes", function(took)
    return self:test_words(purpose, took)
  end)
  return self:two_dice(race, car, purpose, function() return "up to " .. fails - 1 - chip .. " will do" end, "blue chip", chip)
end

--- Damage: an attribute goes down, and a second time the car is out.
function V:harm(race, car, attribute)
  car.damage[attribute] = car.damage[attribute] + 1
  race:count(car, "damages")
  if car.damage[attribute] >= self.twice then return self:out(race, car, "second damage to the " .. attribute) end
  car[attribute] = math.max(0, car[attribute] - self.damaged)
  race:tell(car, "damage", { attribute = attribute, left = car[attribute] })
end

--- Spin: speed 0, and the car fills its space until it moves (ruling F5).
function V:spin(race, car, why)
  car.speed, car.spun, car.line = 0, true, ""
  race:tell(car, "spin", { why = why })
  race:count(car, "spins")
end

function V:out(race, car, why)
  car.speed = 0
  race:retire(car, why)
  self:tally(race, car)
end

--- The spin table, after a force pass.
function V:spin_table(race, car, chip)
  local faster = self:last_row(self.spin_speeds, car.speed)
  local adds = faster and faster.adds or 0
  local function will()
    local rows = {}
    for i, row in ipairs(self.spins) do rows[i] = (row.from and row.from - adds - chip .. " or more " or "") .. row.text end
    return table.concat(rows, ", ")
  end
  local total = self:two_dice(race, car, "spin", will, "posted speed", adds, "blue chip", chip)
  local row = self:last_row(self.spins, total)
  self:spin(race, car, row.text)
  if row.wear then self:wear_off(race, car, row.wear) end
  if row.misses then car.misses = row.misses end
  if row.damage then
    local options = { "acceleration", "deceleration", "top" }
    self:harm(race, car, race:ask(car, "damage", options, { text = "what was damaged", default = options[1] }))
  end
  if row.out then self:out(race, car, row.text) end
end

--- Wear of a car that has spun already: as far as it has any.
function V:wear_off(race, car, points)
  local halves = math.min(car.halves, points * self.point)
  if halves > 0 then self:wear_down(race, car, halves, "the spin") end
end

--- The last row of a table that begins at a value or before; nil before the first.
function V:last_row(rows, value)
  local found
  for _, row in ipairs(rows) do
    if not row.from or value >= row.from then found = row end
  end
  return found
end

-- Grid ---------------------------------------------------------------------------------------------------------------------

--- Cars are built, and stand by their start speeds, then by a die.
function V:session(race)
  self:check_limits(race)
  local cars, start = race:cars(), {}
  for _, car in ipairs(cars) do
    self:fit_out(race, car)
    start[car] = car.start
  end
  race:grid(grid.by_score(race, cars, start, self.grid_dice))
end

--- Checks that the limits of the track are speeds that can be posted.
function V:check_limits(race)
  for row = 1, race.rows do
    for _, space in ipairs(race:row(row)) do
      if space.limit and space.limit % self.step ~= 0 then
        error(space.name .. ": a limit of " .. space.limit .. " mph: speeds are posted in steps of " .. self.step ..
          ", and limits are multiples of that")
      end
    end
  end
end

--- Checks how a car is built, and gives it wear and blue chips for the whole race.
function V:fit_out(race, car)
  local spent, text = 0, {}
  for _, attribute in ipairs(self.attributes) do
    spent = spent + self:cost(car, attribute)
    table.insert(text, attribute .. " " .. car[attribute])
  end
  if spent ~= self.build.spends then
    local wrong = "its attributes cost " .. spent .. ", and a car spends " .. self.build.spends
    error(car.name .. ": " .. wrong .. ": " .. table.concat(text, ", "))
  end
  car.halves, car.chips = car.tyres * race.laps * self.point, self.blue_chips * race.laps
  race:tell(car, "car", { model = car.model ~= "" and car.model or "a car of his own", build = table.concat(text, ", ") })
end

--- What an attribute costs.
function V:cost(car, attribute)
  for i, value in ipairs(self.build[attribute]) do
    if value == car[attribute] then return self.build.costs[i] end
  end
  error(car.name .. ": " .. attribute .. " " .. car[attribute] .. " is not on sale; there are " ..
    table.concat(self.build[attribute], ", "))
end

-- The turn -----------------------------------------------------------------------------------------------------------------

--- Opens a turn: all post their speeds in secret, and at the reveal those that need a test or brake hard roll for it.
function V:open(race)
  local posting, was = {}, {}
  for _, car in ipairs(race:standings()) do
    if car.status == "running" then
      was[car], car.tow = car.speed, self:in_tow(race, car)
      if car.misses == 0 then table.insert(posting, car) end
    end
  end
  local speeds = race:ask(posting, "speed", function(car) return self:speeds(race, car) end, function(car)
    local free = self:postable(race, car, car.speed)
    if not race:attended(car) and self.posts.free[free] then return self.posts.free[free] end
    return { text = "which speed, after " .. car.speed .. self:next_limit(race, car), default = tostring(free) }
  end)
  for _, car in ipairs(race:cars()) do
    if car.misses > 0 then car.misses = car.misses - 1 end
  end
  for i, car in ipairs(posting) do
    local speed = speeds[i]
    car.speed = tonumber(type(speed) == "table" and speed.id or speed)
  end
  for _, car in ipairs(posting) do self:reveal(race, car, was[car]) end
end

--- The highest speed that a car can post after another without a test, and with one.
function V:postable(race, car, was)
  if race.round == 1 then return car.start, car.start + self.gain end
  if car.spun then return car.start, car.start end
  local free = math.min(was + car.acceleration, car.top)
  return free, free + self.gain
end

--- What bounds the speed that a car can post after another: { attribute, free, test }, where test says that one more step is
--- possible.
function V:bounds(race, car, was)
  if race.round == 1 then return { { attribute = "start", free = car.start, test = true } } end
  if car.spun then return { { attribute = "start", free = car.start } } end
  return {
    { attribute = "acceleration", free = was + car.acceleration, test = true },
    { attribute = "top",          free = car.top,                test = true },
  }
end

-- Speeds as choices for those who need no words, and the one to post without a test, by the highest.
V.posts = racing.derived(function(self)
  local most, posts = self.gain, { plain = {}, free = {} }
  for _, attribute in ipairs { "top", "start" } do
    for _, value in ipairs(self.build[attribute]) do most = math.max(most, value + self.gain) end
  end
  for speed = 0, most, self.step do
    local list = {}
    for id = 0, speed, self.step do table.insert(list, tostring(id)) end
    posts.plain[speed], posts.free[speed] = list, { default = tostring(speed) }
  end
  return posts
end)

--- The speeds that a car can post, as choices.
function V:speeds(race, car)
  local _, most = self:postable(race, car, car.speed)
  if not race:attended(car) and self.posts.plain[most] then return self.posts.plain[most] end
  local options, bounds = {}, self:bounds(race, car, car.speed)
  for speed = 0, most, self.step do
    local text = speed .. " mph"
    for _, bound in ipairs(bounds) do
      if speed > bound.free then text = text .. ", " .. self.words["for " .. bound.attribute] end
    end
    local over = car.speed - car.deceleration - speed
    if over > 0 then text = text .. ", braking " .. over .. " too hard" end
    table.insert(options, { id = tostring(speed), text = text })
  end
  return options
end

--- The reveal: what a posted speed asks of the car, before anybody moves.
function V:reveal(race, car, was)
  local over = was - car.deceleration - car.speed
  if car.speed > self:postable(race, car, was) then
    for _, bound in ipairs(self:bounds(race, car, was)) do
      if car.speed > bound.free and car.status == "running" then self:test(race, car, bound) end
    end
  end
  if over > 0 then self:brake(race, car, over) end
end

--- A test for 20 mph more. One that fails leaves less than could have been had without it.
function V:test(race, car, bound)
  local rule = self.tests[bound.attribute]
  local total = self:chip_roll(race, car, bound.attribute, rule.fails)
  if total < rule.fails then return end
  if rule.stalls and total >= rule.stalls then
    car.speed = 0
    race:tell(car, "slower", { text = "stalls", speed = car.speed })
    return self:harm(race, car, "acceleration")
  end
  car.speed = math.max(0, math.min(car.speed, bound.free - rule.short))
  race:tell(car, "slower", { text = rule.stalls and "misses a gear" or "strains the car", speed = car.speed })
  if not rule.stalls then self:harm(race, car, bound.attribute) end
end

-- Wear or a roll, for those who need no words.
V.ways = { "wear", "roll" }

--- The same in words, with what a driver cannot pay.
function V:ways_in_words(row, key, pays, rolls)
  local extra, lacks = row.roll > 0 and row.roll .. " wear and " or "", "there is not so much left"
  return {
    { id = "wear", text = row.wear .. " wear", no = not pays and lacks or nil },
    { id = "roll", text = extra .. self.words["for " .. key], no = not rolls and lacks or nil },
  }
end

--- Wear alone or wear and a roll, as a row says and the driver chooses. Returns "paid", "rolls", or "spun" when there is no wear
--- for either.
function V:settle(race, car, row, key, why)
  local way, pays, rolls = "roll", row.wear and self:affords(car, row.wear), self:affords(car, row.roll)
  if row.wear and (pays or rolls) then
    local plain = pays and rolls and not race:attended(car)
    local answer = race:ask(car, key, plain and self.ways or self:ways_in_words(row, key, pays, rolls),
      "text", why, "default", pays and "wear" or "roll", "about", row)
    way = plain and answer or answer.id
  end
  local points = way == "wear" and row.wear or row.roll
  if points > 0 and not self:pay_wear(race, car, points, why) then return "spun" end
  return way == "wear" and "paid" or "rolls"
end

--- Braking beyond the deceleration. Returns whether it went well; a car that fails a brake test is damaged.
function V:brake(race, car, over)
  local row, rule = self.braking[math.min(over / self.step, #self.braking)], self.tests.brakes
  local way = self:settle(race, car, row, "brakes", "braking " .. over .. " mph too hard")
  if way ~= "rolls" then return way == "paid" end
  local failed = self:chip_roll(race, car, "brakes", rule.fails) >= rule.fails
  local held = not failed or self:pay_wear(race, car, rule.wear, "the brakes")
  if failed then self:harm(race, car, "deceleration") end
  if row.spins and car.status == "running" and not car.spun then self:spin(race, car, "braking much too hard") end
  return held and not failed and not row.spins
end

--- Whether a car begins its turn in the slipstream of another.
function V:in_tow(race, car)
  local least = self.slipstream.speed
  if car.speed < least then return false end
  local other = race:car_ahead(car, self.slipstream.reach)
  return other ~= nil and other.status == "running" and other.speed >= least
end

--- Order of play among cars that are level: the higher speed, then nearest the inside.
function V:level(_, a, b)
  if a.speed ~= b.speed then return a.speed > b.speed end
  return a.space.lane < b.space.lane
end

--- A driver's turn: a space for each 20 mph, and one for the slipstream if he takes it.
function V:turn(race, car)
  if car.speed > 0 then
    car.spun = false
    local tow = self:take_tow(race, car)
    self:move(race, car, car.speed / self.step + tow, tow)
  end
  if car.status == "home" then self:tally(race, car) end
end

function V:take_tow(race, car)
  if not car.tow then return 0 end
  if not race:confirm(car, "slipstream", "text", "the slipstream", "default", "yes") then return 0 end
  race:tell(car, "slipstream")
  race:count(car, "slipstreams")
  return self.slipstream.spaces
end

--- Moves a car so many spaces, up to where the track is full, and on from there if it gets through.
function V:move(race, car, spaces, tow)
  local driven, way = 0, { at = car.space, line = car.line == "held", lost = car.line == "lost" }
  while driven < spaces and self:drives(car) do
    local left = spaces - driven
    local path, paths = self:choose(race, car, left, way)
    if path then
      driven = driven + path.steps
      self:follow(race, car, paths, path, way)
    end
    if driven < spaces and self:drives(car) then
      local used = self:press(race, car, spaces - driven, driven - tow)
      if not used then break end
      driven = driven + used
      if car.status == "running" then self:take_corners(race, car, { car.space }, way) end
    end
  end
  if car.status == "running" then car.line = not car.spun and car.space.limit and way.line and "held" or "" end
end

--- Whether a car goes on with its move.
function V:drives(car) return car.status == "running" and not car.spun end

--- The path that a driver chooses, as long as cars let it be; nothing when there is no step ahead. `way` keeps the paths.
function V:choose(race, car, spaces, way)
  local areas = self:areas(race, car, spaces, way)
  local paths = race:paths(car, spaces, "changes", spaces, "areas", areas)
  if paths.longest == 0 then return nil end
  if paths.longest < spaces then
    paths = race:paths(car, spaces, "changes", spaces, "areas", areas, "shortest", paths.longest)
  end
  way.paths = paths
  return race:ask(car, "path", paths, "about", way), paths
end

--- What tells paths apart, for a car at its speed: the limits that it would break in each corner ahead and leaving the line, each
--- with the mph over the limit, and where the line can be regained.
function V:areas(race, car, spaces, way)
  local areas = race:limit_areas(car, spaces, car.speed, way.line or way.lost)
  if way.lost then
    for _, space in ipairs(race:row(car.space.row % race.rows + 1)) do
      if space.line then table.insert(areas, { space }) end
    end
  end
  return areas
end

--- Drives a path, as far as the corners let it.
function V:follow(race, car, paths, path, way)
  local to = path.to
  if #path.areas == 0 and not way.lost and to and not (way.at.limit and to.limit) then -- no limit is broken, no line left
    way.at, way.limit, way.line = to, to.limit, to.line
    race:drive(car, path)
    return
  end
  local spaces = paths:spaces(path)
  self:regain(race, car, spaces[1], way)
  if self:take_corners(race, car, spaces, way) then race:drive(car, path) end
end

--- The line lost by blocking: regained with the next space, for half a wear point.
function V:regain(race, car, space, way)
  if not way.lost then return end
  way.lost = false
  if not space or not space.limit or not space.line or car.halves < self.line.regained then return end
  local text = "back on the line for " .. self:in_points(self.line.regained) .. " wear"
  if not race:confirm(car, "line", "text", text, "default", "yes") then return end
  self:wear_down(race, car, self.line.regained, "the line")
  race:tell(car, "line", { text = "is back on the line" })
  way.line = true
end

--- Takes what corners cost on the way over spaces, run by run of one limit, each once in a move. Returns false when the car got
--- no further than the run that it spun or crashed in.
function V:take_corners(race, car, spaces, way)
  for _, run in ipairs(self:runs(spaces, way)) do
    local over = car.speed - run.limit - (run.line and self.line.more or 0)
    if over > 0 and not self:take_corner(race, car, over, run) then return false end
  end
  return true
end

--- The runs of one limit that begin on the way over spaces: { limit, first, line }, where line says that the car is on the line
--- from its entry to the end of the run. `way` goes on from move to move of a turn.
function V:runs(spaces, way)
  local runs, run = {}, nil
  for _, space in ipairs(spaces) do
    if space.limit then
      way.line = space.line and (way.line or not way.at.limit)
      if space.limit ~= way.limit then
        run = { limit = space.limit, first = space, line = true }
        table.insert(runs, run)
      end
      if run then run.line = run.line and way.line end
    else
      way.line = false
    end
    way.limit, way.at = space.limit, space
  end
  return runs
end

--- One corner too fast. Returns whether the car drives on; otherwise it spun or crashed on the first space of the run.
function V:take_corner(race, car, over, run)
  local row, rule = self.cornering[math.min(over / self.step, #self.cornering)], self.tests.chance
  local why = over .. " mph over the limit of " .. run.limit
  race:count(car, "corners over the limit")
  local way = row.out and "out" or self:settle(race, car, row, "chance", why)
  local total = way == "rolls" and self:chip_roll(race, car, "chance", rule.spins) or 0
  if way == "paid" or way == "rolls" and total < rule.spins then return true end
  race:shift(car, run.first)
  if way == "out" or total >= rule.out then
    self:out(race, car, "off the road, " .. why)
  elseif way == "rolls" then
    self:spin(race, car, why)
  end
  return false
end

-- What the force pass asks -------------------------------------------------------------------------------------------------

function V:posted(car) return car.speed end

function V:may_block(car) return car.status == "running" and not car.spun end

--- A blocker loses the line; it can have it back in its next turn.
function V:lose_line(race, car)
  if car.line ~= "held" then return end
  car.line = "lost"
  race:tell(car, "line", { text = "loses the line" })
end

--- Brakes down to the spaces driven, free up to the deceleration (ruling F8).
function V:brake_behind(race, car, spaces)
  local to = math.max(0, spaces) * self.step
  local over = car.speed - car.deceleration - to
  if over > 0 and not self:brake(race, car, over) then return car.status ~= "running" or car.spun end
  car.speed = to
  race:tell(car, "slower", { text = "brakes behind", speed = to })
  return true
end

--- Counts what is left of a car whose race is over.
function V:tally(race, car)
  race:count(car, self.counts.wear, car.halves)
  race:count(car, self.counts.chips, car.chips)
  if car.status == "home" then race:count(car, self.counts.turns, race.round) end
end

-- What is at stake, said to a person who is asked ---------------------------------------------------------------------------

--- A speed: what tests and braking it asks, and the limits that it comes to.
function V.stakes.speed(self, race, car, option)
  local speed, words = tonumber(option.id), {}
  for _, bound in ipairs(self:bounds(race, car, car.speed)) do
    if speed > bound.free then table.insert(words, self:test_words(bound.attribute, 0)) end
  end
  local over = car.speed - car.deceleration - speed
  if over > 0 then table.insert(words, "braking: " .. self:row_words(self:row_over(self.braking, over), "brakes")) end
  for _, text in ipairs(self:limit_words(race, car, speed, speed / self.step)) do table.insert(words, text) end
  return table.concat(words, "; ")
end

--- A path, which names the limits that it breaks: what each run of them costs, as the car is on the line there or not.
function V.stakes.path(self, _, car, path, about)
  local way, words = {}, {}
  for key, value in pairs(about) do way[key] = value end
  for _, run in ipairs(self:runs(way.paths:spaces(path), way)) do
    local over = car.speed - run.limit - (run.line and self.line.more or 0)
    local cost = over > 0 and self:row_words(self:row_over(self.cornering, over), "chance")
    if cost then table.insert(words, run.line and over .. " over on the line: " .. cost or cost) end
  end
  return table.concat(words, "; ")
end

function V.stakes.slipstream(self, race, car, choice)
  local spaces = car.speed / self.step + (choice == "yes" and self.slipstream.spaces or 0)
  return table.concat({ spaces .. " spaces", unpack(self:limit_words(race, car, car.speed, spaces)) }, "; ")
end

function V.stakes.brakes(self, _, car, option, row)
  if option.id == "roll" then return self:test_words("brakes", 0) .. (row.spins and ", and spins" or "") end
  return "of " .. self:in_points(car.halves)
end

function V.stakes.chance(self, _, car, option)
  if option.id == "roll" then return self:test_words("chance", 0) end
  return "of " .. self:in_points(car.halves)
end

function V.stakes.line(self, _, car, choice)
  return choice == "yes" and "+" .. self.line.more .. " mph in this corner; wear of " .. self:in_points(car.halves) or nil
end

function V.stakes.damage(self, _, car, attribute)
  if car.damage[attribute] + 1 >= self.twice then return "out of the race" end
  return car[attribute] .. " to " .. math.max(0, car[attribute] - self.damaged)
end

--- How likely a test of two dice fails, with what a blue chip takes off them, and what follows.
function V:test_words(purpose, took)
  local rule = self.tests[purpose]
  local function share(from) return chances.least("2d6", from - took) end
  if rule.out then
    return "spins " .. chances.percent(share(rule.spins) - share(rule.out)) .. ", out " .. chances.percent(share(rule.out))
  end
  local text = "fails " .. chances.percent(share(rule.fails))
  if rule.wear then text = text .. ": " .. rule.wear .. " wear, deceleration -" .. self.damaged end
  if rule.short then text = text .. ": " .. rule.short .. " mph less" end
  if rule.stalls then return text .. ", of which stalls " .. chances.percent(share(rule.stalls)) end
  return text .. (rule.short and ", " .. purpose .. " -" .. self.damaged or "")
end

--- The row for so much over.
function V:row_over(rows, over) return rows[math.min(over / self.step, #rows)] end

--- What a row of braking or cornering asks: "2 wear, or 1 and the chance roll".
function V:row_words(row, key)
  if row.out then return "out of the race" end
  local roll = (row.roll > 0 and row.roll .. (row.wear and " and " or " wear and ") or "") .. self.words["for " .. key]
  return (row.wear and row.wear .. " wear, or " or "") .. roll .. (row.spins and ", and spins" or "")
end

--- What it costs to be so much over a limit.
function V:over_words(over, limit, on_line)
  local where = limit .. (on_line and " on the line" or "")
  return over .. " over " .. where .. ": " .. self:row_words(self:row_over(self.cornering, over), "chance")
end

--- The limits that a speed comes to in so many spaces, with what they cost; and what one further on costs who cannot slow down in
--- time.
function V:limit_words(race, car, speed, spaces)
  local words = {}
  for _, run in ipairs(self:runs_ahead(race, car)) do
    local at, entering = self:entering(car, run, speed, spaces)
    local over = entering - run.allowed
    if at >= run.entry and run.exit > 0 and entering > run.limit then
      local later = run.entry > spaces and "later " or ""
      table.insert(words, later .. (over > 0 and self:over_words(over, run.limit, run.held) or run.limit .. " on the line: free"))
    end
    if run.entry > spaces then return words end
  end
  return words
end

--- The next limit that a driver comes to, for the question of his speed.
function V:next_limit(race, car)
  local run = self:runs_ahead(race, car)[1]
  if not run then return "" end
  return run.entry > 0 and ", limit " .. run.limit .. " in " .. run.entry .. " spaces" or ", limit " .. run.limit .. " here"
end

--- Braking behind cars that a driver does not pass.
function V:brake_words(_, car, driven)
  local to = math.max(0, driven) * self.step
  local over, text = car.speed - car.deceleration - to, "brakes to " .. to .. " mph"
  return over > 0 and text .. ": " .. self:row_words(self:row_over(self.braking, over), "brakes") or text
end

--- The runs of limits ahead of a car as its driver sees them: { limit, entry, exit, allowed, lane }, where the line begins in
--- lane, which he counts on if he can still get there.
function V:runs_ahead(race, car)
  local runs = race:limits_ahead(car, 4)
  for i, run in ipairs(runs) do
    local held = car.line ~= ""
    if i > 1 and run.entry == runs[i - 1].exit + 1 then
      held = runs[i - 1].held
    elseif run.entry > 0 then
      run.lane = self:line_at(race, (car.space.row + run.entry - 1) % race.rows + 1)
      held = run.lane ~= nil and math.abs(run.lane - car.space.lane) <= run.entry
    end
    run.held, run.allowed = held, run.limit + (held and self.line.more or 0)
  end
  return runs
end

--- The lane of the line in a row, nil where there is none.
function V:line_at(race, row)
  for _, space in ipairs(race:row(row)) do
    if space.line then return space.lane end
  end
end

--- Where a car is when it comes to a limit, and how fast, if it drives so many spaces at a speed now and slows down as it can.
function V:entering(car, run, speed, at)
  while at < run.entry and speed > run.allowed do
    speed = speed - math.max(self.step, car.deceleration)
    at = at + math.max(1, speed / self.step)
  end
  return at, speed
end

-- Bots ---------------------------------------------------------------------------------------------------------------------

-- What drivers foresee, by their names, with a blue chip to spend and without: see race:best_speed. Points of wear apart, all is
-- in thousandths of a space.
V.foreseen = racing.derived(function(self)
  local tests = self.tests
  local function round(x) return math.floor(1000 * x + 0.5) end
  --- The rows of a table of what is too fast, of which a roll costs so much.
  local function tolls(rows, driver, roll)
    local list = {}
    for i, row in ipairs(rows) do
      local loss = round(roll + (row.spins and driver.spin or 0))
      if row.out then list[i] = { 0, round(driver.ruin) }
      elseif row.wear then list[i] = { row.wear, 0, row.roll, loss }
      else list[i] = { row.roll, loss } end
    end
    return list
  end
  --- What to block is likely to cost, in points of wear and otherwise.
  local function blocking(driver, took, chip)
    local block = { wear = 0, loss = chip }
    for i, row in ipairs(self.force_pass_results) do
      local after = self.force_pass_results[i + 1]
      local share = chances.least("2d6", (row.from or 2) - took) - (after and chances.least("2d6", after.from - took) or 0)
      if row.spins then block.loss = block.loss + share * driver.spin else block.wear = block.wear + share * row.wear end
    end
    return block
  end
  --- What a driver foresees when a blue chip, which is worth so much, takes so much off each roll.
  local function terms(driver, took, chip)
    local out, spin = chances.least("2d6", tests.chance.out - took), chances.least("2d6", tests.chance.spins - took)
    local chance = chip + out * driver.ruin + (spin - out) * driver.spin
    local brakes = chip + chances.least("2d6", tests.brakes.fails - took) * (driver.damage + tests.brakes.wear * driver.wear)
    local slower = (tests.acceleration.short + self.gain) / self.step
    return {
      step = self.step, more = self.line.more, turns = driver.turns, traffic = driver.traffic,
      over = tolls(self.cornering, driver, chance), down = tolls(self.braking, driver, brakes),
      up = round(chip + chances.least("2d6", tests.acceleration.fails - took) * (driver.damage + slower)),
      tow = round(driver.tow), tow_speed = self.slipstream.speed, beset = round(driver.beset),
      block = blocking(driver, took, chip),
    }
  end
  local all = {}
  for name, driver in pairs(self.drivers) do
    all[name] = { plain = terms(driver, 0, 0), chip = terms(driver, self.force_pass.chip, driver.chip) }
  end
  return all
end)

--- Whether a driver has a blue chip more than he keeps for the laps to come.
function V:spare_chip(race, car, driver) return car.chips > driver.keeps * (race.laps - car.lap) end

--- What he foresees, what a wear point is worth to him - more, the less of it is left for the way to go - and how many he has.
function V:sight(race, car, driver, name)
  local terms = self.foreseen[name][self:spare_chip(race, car, driver) and "chip" or "plain"]
  local ahead = 1 - race:distance(car) / (race.laps * race.rows)
  local scarce = (ahead + 0.04) / (car.halves / (car.tyres * race.laps * self.point) + 0.02)
  local dear = scarce * scarce
  if dear > 8 then dear = 8 elseif dear < 0.3 then dear = 0.3 end
  return terms, math.floor(1000 * driver.wear * dear), math.floor(car.halves / self.point)
end

--- The speed that promises most.
function V:bot_speed(race, car, driver, name)
  local terms, worth, points = self:sight(race, car, driver, name)
  local free, tested = self:postable(race, car, car.speed)
  local tow = car.tow and self.slipstream.spaces or 0
  return (race:best_speed(car, terms, worth, points, free, tested, tow))
end

--- Whether the slipstream's space promises more than it costs.
function V:bot_slipstream(race, car, driver, name)
  local terms, worth, points = self:sight(race, car, driver, name)
  local spaces = car.speed / self.step
  local without = race:worth_driving(car, terms, worth, points, spaces)
  return race:worth_driving(car, terms, worth, points, spaces + self.slipstream.spaces) >= without and "yes" or "no"
end

--- Whether to try a force pass: by the odds between the neighbours that let him through best, each of whom may block or not.
function V:bot_attempt(race, car, driver)
  local wall, most = self:wall(race, self:front(race, car.space)), 0
  local chip = car.chips > 0 and self.force_pass.chip or 0
  for _, targets in ipairs(#wall > 2 and self:pairs_in_reach(car, wall) or { wall }) do
    most = math.max(most, self:likely_through(car, self:card_holders(race, car, targets), chip))
  end
  return most >= driver.attempt and "yes" or "no"
end

--- How likely a passer is through where each of those who may block him does so every other time.
function V:likely_through(car, holders, chip)
  local function odds(...)
    local made, of = self:pass_odds({ ... }, chip)
    return made / of
  end
  local a, b = unpack(holders)
  a, b = a and { difference = self:difference(car, a), chip = 0 }, b and { difference = self:difference(car, b), chip = 0 }
  if b then return (1 + odds(a) + odds(b) + odds(a, b)) / 4 end
  return a and (1 + odds(a)) / 2 or 1
end

--- Whether to block: when holding somebody up is worth more to him than what his own roll is likely to cost.
function V:bot_card(race, car, driver, name)
  local terms, worth = self:sight(race, car, driver, name)
  return terms.block.wear * worth / 1000 + terms.block.loss < driver.block and "block" or "pass"
end

--- Whether to pay wear or to roll, by what the first row of a list of tolls asks.
function V:bot_settle(race, car, ask, tolls, driver, name)
  local terms, worth = self:sight(race, car, driver, name)
  local wear, _, roll, loss = unpack(terms[tolls][1])
  return ask.default == "wear" and (wear - roll) * worth > loss and "roll" or ask.default
end

--- What to answer, by the question's key.
V.answers = {
  speed         = function(self, race, car, _, driver, name) return self:bot_speed(race, car, driver, name) end,
  path          = function(self, race, car, ask, driver, name) return ask.paths:foreseen(self:sight(race, car, driver, name)) end,
  slipstream    = function(self, race, car, _, driver, name) return self:bot_slipstream(race, car, driver, name) end,
  attempt       = function(self, race, car, _, driver) return self:bot_attempt(race, car, driver) end,
  card          = function(self, race, car, _, driver, name) return self:bot_card(race, car, driver, name) end,
  brakes        = function(self, race, car, ask, driver, name) return self:bot_settle(race, car, ask, "down", driver, name) end,
  chance        = function(self, race, car, ask, driver, name) return self:bot_settle(race, car, ask, "over", driver, name) end,
  line          = function(_, _, car) return car.speed > car.space.limit and "yes" or "no" end,
  ["blue chip"] = function(self, race, car, ask, driver)
    return (ask.default == "yes" or self:spare_chip(race, car, driver)) and "yes" or "no"
  end,
  damage        = function(_, _, car, ask)
    for _, attribute in ipairs(ask.options) do
      if car.damage[attribute] == 0 then return attribute end
    end
    return ask.default
  end,
}

function V:bot(race, car, ask, driver, name)
  local answer = self.answers[ask.key]
  return answer and answer(self, race, car, ask, driver, name) or ask.default
end

return V
