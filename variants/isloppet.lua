--- Isloppet: La Grande Épreuve 1934 on a frozen river, with studs or chains, and pits beside the road.
local racing  = require "racing"
local chances = require "chances"
local drivers = require "isloppet_drivers"
local gears   = require "gears"

local V = racing.extend("epreuve1934", {
  name       = "Isloppet",
  track      = "laxforsen",
  laps       = 3,
  car        = { tyres = "studs" },
  tyre_kinds = { "studs", "chains" },
  one_of     = { ["pit_fast.*.next"] = "at_work" },
  tyres      = { hard = racing.none, soft = racing.none, rain = racing.none },
  drivers    = drivers(),
  columns    = { "tyres", "gear", "wp.T", "wp.B", "wp.G", "wp.C", "wp.E", "wp.H" },
  entries    = {
    { name = "Sweden",        country = "Sweden",        model = "Alfa Romeo Monza 2.3L S-8" },
    { name = "Finland",       country = "Finland",       model = "Mercedes Benz SSK 7.1L",        tyres = "chains" },
    { name = "Norway",        country = "Norway",        model = "Alfa Romeo Monza 2.3L S-8" },
    { name = "Germany",       country = "Germany",       model = "Auto Union Type A 4.4L",        tyres = "chains" },
    { name = "Italy",         country = "Italy",         model = "Maserati 8CM 3.0L S-8" },
    { name = "Great Britain", country = "Great Britain", model = "Bugatti T51 2.3L S-8",          tyres = "chains" },
    { name = "France",        country = "France",        model = "Bugatti T59 2.9L 8C" },
    { name = "Monaco",        country = "Monaco",        model = "Alfa Romeo Tipo B P3 2.7L S-8", tyres = "chains" },
  },
})

V.ask_for_cars = "all" -- a nation's car is chosen from its list before the race

V.car.chosen  = 0     -- the gear chosen last; on ice it is that of the next move, and `gear` that of the last one
V.car.grip    = 0     -- spaces that a shift on ice carries into the next round, with chains
V.car.bonus   = 0     -- spaces that shifts on ice give the move of this turn, with chains
V.car.heading = ""    -- the stop that was declared for this turn, "fast" or "long"
V.car.pit     = ""    -- what it waits for in its pit space, a name in V.at_work; "" anywhere else
V.car.fumbled = false -- has had what a failed stop gives, in this visit

-- Special rule 1: pit stops. The highest gear to come in, and what a long stop repairs besides the tyres: points in any other
-- category, and more for a round longer.
V.pit_entry = { gear = 2 }
V.pit_long  = { others = 2, longer = 1 }

-- The fast stop: tyres is the share of the points of the race's start that it gives, next what the car waits for then.
V.pit_fast = racing.table("d20", {
  ["1-2"]   = { text = "the crew fumbles the change", tyres = 1 / 2, next = "failed" },
  ["3-11"]  = { text = "new tyres, with a delay",     tyres = 1,     next = "delayed" },
  ["12-20"] = { text = "new tyres",                   tyres = 1,     next = "ready" },
})

-- Special rule 2: the surface that is driven on as ice, and how far a car goes in the first round if it starts there (ruling I7).
V.ice       = "ice"
V.ice_start = { studs = 0, chains = 1 }

-- Special rule 3: what chains do to the spaces of the gear die (rulings I5 and I6): on land, by shifting up or down on ice.
V.tyres.studs  = { dry = { { lap = 1 } } }
V.tyres.chains = { dry = { { lap = 1 } } }
V.chains       = { land = -2, up = 1, down = -1, least = 1 }

V.words.tyres  = "on {tyres}"
V.words["answer gear"] = "gear {option}" -- on ice for the next round
V.words["answer pit"]  = "heads for a {option} stop"
V.words["answer long stop"] = "{option}s"
for _, what in ipairs { "answer pit again", "answer failed stop", "row pit_fast" } do
  V.words[what] = "" -- what follows says it
end

-- The rules ---------------------------------------------------------------------------------------------------------------

--- Whether a car's move begins on ice.
function V:on_ice(car) return car.space.surface == self.ice end

--- Studs or chains; there is no weather (ruling I12).
function V:prepare(race, cars) self:choose_tyres(race, cars) end

--- The start on ice: in the first round a car with chains creeps, if it is free to, and one with studs stands; the start table is
--- rolled in the second (ruling I7).
function V:get_away(race, car)
  local first = self.gears.first
  car.chosen, car.grip, car.bonus = first, 0, 0
  if not self:on_ice(car) or race.round > 1 then return V.base.get_away(self, race, car) end
  local spaces = self.ice_start[car.tyres]
  if spaces == 0 or race:paths(car, spaces, { changes = self.lane_changes.straight }).count == 0 then return end
  car.gear = first
  self:move(race, car, spaces)
  car.gear = 0
end

--- A car that spun or stalled has 1st stored: on ice it is the gear of the next move, on land the base's rule comes to the same.
function V:spin(race, car, why)
  V.base.spin(self, race, car, why)
  car.chosen = self.gears.first
end

--- So has one that waited.
function V:stop_dead(car)
  V.base.stop_dead(self, car)
  car.chosen = self.gears.first
end

function V:race_turn(race, car)
  if self:on_ice(car) then
    car.stalled, car.spun = false, false
  else
    car.grip = 0 -- lapses on land (ruling I5)
  end
  V.base.race_turn(self, race, car)
end

--- Special rule 2: the next choice goes from the gear chosen last, whatever moved the car.
function V:in_gear(car) return car.chosen end

--- On ice the question is for the move after this one.
function V:gear_question(car)
  if not self:on_ice(car) then return V.base.gear_question(self, car) end
  return "which gear for the next round, this one is driven in gear " .. car.chosen
end

--- On ice the gear chosen before moves the car, and the one chosen now is for the next move (ruling I4).
function V:engage(car, gear)
  local ice = self:on_ice(car)
  local shift = ice and self:shift_on_ice(car, gear) or 0
  car.gear = ice and car.chosen or gear
  car.chosen, car.bonus, car.grip = gear, car.grip + shift, shift
end

--- What a shift on ice does to the moves of this round and the next.
function V:shift_on_ice(car, gear)
  return gear > car.chosen and self.chains.up or gear < car.chosen and self.chains.down or 0
end

--- Special rule 3: what chains add to the spaces of the die.
function V:tyre_bonus(_, car, spaces)
  if car.tyres ~= "chains" then return 0 end
  local rule, more = self.chains, self.chains.land
  if self:on_ice(car) then more = math.min(car.bonus, self.movement[car.gear][20].spaces - spaces) end
  return math.max(more, rule.least - spaces)
end

function V:tyre_spaces(race, car, spaces)
  return self:add(race, car, self:tyre_bonus(race, car, spaces), "with chains")
end

--- A car that stands in its pit space takes no part in collisions.
function V:may_collide(race, car)
  local stands = car.pit ~= "" or car.stalled and car.space == self:pit_space(race, car)
  return not stands and V.base.may_collide(self, race, car)
end

-- Pit stops ---------------------------------------------------------------------------------------------------------------

--- The pit space of a car, the one with its country's flag; nil where the track has none.
function V:pit_space(race, car) return race:flag(car.country) end

--- Whether a car is at work in its pit space.
function V:in_pits(car) return car.pit ~= "" end

--- Before the roll: a driver who can come to his flag in this turn says whether he will stop there, and for how long.
function V:heads_for_pits(race, car)
  if not self:flag_near(race, car) then return false end
  local gear = self:pit_gear(car)
  if not gear or not self:way_in(race, car, self:reach(car, gear)) then return false end
  local kind = race:ask(car, "pit", {
    { id = "no" }, { id = "fast", text = "fast stop: tyres" }, { id = "long", text = "long stop: tyres and repairs" },
  }, { text = "into the pits", default = "no" }).id
  if kind ~= "no" then car.heading = kind end
  return kind ~= "no"
end

--- Whether the flag is so near that a car can come to it, or behind it, in the highest gear for the pits.
function V:flag_near(race, car)
  local flag = self:pit_space(race, car)
  return flag and race:spaces_to(car, flag, self:reach(car, self.pit_entry.gear) + 1) ~= nil
end

--- The highest gear that can move a car into the pits in this turn, nil when it is too fast.
function V:pit_gear(car)
  local most = self.pit_entry.gear
  if self:on_ice(car) then return car.chosen <= most and car.chosen or nil end
  if car.stalled or car.spun then return self.gears.first end
  local options = self:gear_options(car)
  while options[most] and options[most].no do most = most - 1 end
  return options[most] and most
end

--- The most spaces that a gear moves a car from where it stands; shifting up now may add one to that on ice.
function V:reach(car, gear)
  local most = self.movement[gear][20].spaces
  return car.tyres == "chains" and not self:on_ice(car) and math.max(self.chains.least, most + self.chains.land) or most
end

--- Who has declared a stop on land shifts down to a gear in which it can be made.
function V:gear_options(car, free)
  local options = V.base.gear_options(self, car, free)
  if car.heading == "" or self:on_ice(car) then return options end
  local slow = {}
  for i, option in ipairs(options) do
    local fast = tonumber(option.id) > self.pit_entry.gear
    slow[i] = fast and { id = option.id, text = option.text, no = option.no or "too fast for the pits" } or option
  end
  return slow
end

--- The way to the pit space in up to so many spaces, or to the space behind it if it is taken (ruling I13); nil if there is none.
function V:way_in(race, car, spaces)
  local flag, best = self:pit_space(race, car), nil
  if not race:spaces_to(car, flag, spaces + 1) then return nil end -- too far even to wait behind it
  local taken = race:car_on(flag) ~= nil
  local paths = race:paths(car, spaces, {
    changes = self.lane_changes.straight, shortest = taken and race:ahead(car.space) == flag and 0 or 1, hazards = race.debris,
  })
  for _, path in ipairs(paths:list()) do
    local to = path.to and (taken and race:ahead(path.to) or path.to)
    if to == flag and #path.overran == 0 and (not best or path.hazards < best.hazards) then best = path end
  end
  return best, taken
end

--- A declared stop: the rest of the roll does not count. A roll that falls short is a move like any other (ruling I3).
function V:enter_pits(race, car, spaces)
  local kind, path, taken = car.heading, self:way_in(race, car, spaces)
  car.heading = ""
  if not path then return false end
  if path.steps > 0 then self:rattle(race, car, self:drive(race, car, path)) end
  if taken then
    race:tell(car, "pit", { text = "waits behind its pit space" })
    if path.steps > 0 then self:touch(race, car) end
    return true
  end
  race:count(car, "pit stops")
  car.gear, car.chosen, car.grip, car.fumbled = 0, self.gears.first, 0, false
  self:begin_stop(race, car, kind)
  return true
end

--- Begins a stop of a kind: the crew of a fast one goes to work at once, a long one takes the next turn.
function V:begin_stop(race, car, kind)
  race:tell(car, "pit", { text = "pit stop: " .. kind })
  race:count(car, kind .. " stops")
  if kind == "fast" then
    self:fast_stop(race, car)
  else
    car.pit = "long"
  end
end

--- Fast stop. A failed one gives its half once in a visit (ruling I1).
function V:fast_stop(race, car)
  local row = self.pit_fast:roll(race, car, "pit crew")
  race:tell(car, "pit", { text = row.text })
  race:count(car, row.next .. " fast stops")
  car.pit = row.next
  if row.tyres == 1 then
    self:refresh(race, car)
  elseif not car.fumbled then
    car.fumbled = true
    car.wp.T = math.max(car.wp.T, math.min(car.base.T, car.wp.T + math.ceil(car.base.T * row.tyres)))
  end
end

--- All tyres as at the start of the race, studs or chains (ruling I11).
function V:refresh(race, car)
  car.wp.T = math.max(car.wp.T, car.base.T)
  car.tyres = race:ask(car, "tyres", self:tyre_options(), { text = "which tyres", default = car.tyres }).id
  race:tell(car, "tyres", { tyres = car.tyres })
end

--- A turn in the pit space.
function V:pit_turn(race, car)
  car.spun = false -- by a car that ran into it
  self.at_work[car.pit](self, race, car)
end

--- What a car does in its pit space, by what it waits for.
V.at_work = {}

--- Off in 1st, by the rules of the start.
function V.at_work.ready(self, race, car)
  car.pit = ""
  self:get_away(race, car)
end

--- Stands for this turn.
function V.at_work.delayed(_, race, car)
  race:tell(car, "pit", { text = "stands still" })
  car.pit = "ready"
end

--- After a failed stop: off with what there is, or another try after a round (ruling I2).
function V.at_work.failed(self, race, car)
  local choice = race:ask(car, "failed stop", {
    { id = "leave" }, { id = "stay", text = "stay, and try again in the next round" },
  }, { text = "leave the pits", default = "leave" }).id
  if choice == "leave" then return self.at_work.ready(self, race, car) end
  race:tell(car, "pit", { text = "stays for another try" })
  car.pit = "again"
end

--- The other try, as if it had come in now.
function V.at_work.again(self, race, car)
  self:begin_stop(race, car, race:ask(car, "pit again", { "fast", "long" }, { text = "which stop", default = "fast" }))
end

--- The long stop, the round after coming in: tyres, and two other points.
function V.at_work.long(self, race, car)
  self:refresh(race, car)
  self:repair(race, car, self.pit_long.others)
  car.pit = "longer"
end

--- And the round after that: off, or one point more for a round longer.
function V.at_work.longer(self, race, car)
  local choice = race:ask(car, "long stop", {
    { id = "leave" }, { id = "stay", text = "stay a round for one more repair" },
  }, { text = "leave the pits", default = "leave" }).id
  if choice == "leave" then return self.at_work.ready(self, race, car) end
  self:repair(race, car, self.pit_long.longer)
  car.pit = "ready"
end

-- What is at stake, said to a person who is asked ---------------------------------------------------------------------------

--- On ice a gear is for the next round, and with chains a shift counts now and then (ruling I5).
function V.stakes.gear(self, race, car, option)
  local gear = tonumber(option.id)
  if not self:on_ice(car) then return self:gear_stakes(race, car, gear) end
  local text, shift = "next round " .. chances.spread(self.odds[gear].faces), self:shift_on_ice(car, gear)
  if car.tyres ~= "chains" or shift == 0 then return text end
  return text .. string.format("; chains %+d in this round and the next", shift)
end

function V.stakes.tyres(self, _, _, option)
  if option.id ~= "chains" then return "as rolled; on ice no move in the first round" end
  local rule = self.chains
  return string.format("on land %+d; on ice %+d for shifting up, %+d for down, in two rounds", rule.land, rule.up, rule.down)
end

function V.stakes.pit(self, _, car, option)
  local tyres = "T " .. car.wp.T .. " of " .. car.base.T
  if option.id == "fast" then return tyres .. ": " .. self:fast_words() end
  if option.id == "long" then return tyres .. " and " .. self.pit_long.others .. " other points, back after a round" end
end

V.stakes["pit again"] = function(self, race, car, kind) return V.stakes.pit(self, race, car, { id = kind }) end

V.stakes["long stop"] = function(self, _, _, option)
  return option.id == "stay" and self.pit_long.longer .. " point more" or "off by the rules of the start"
end

V.stakes["failed stop"] = function(self, _, car, option)
  return option.id == "leave" and "T " .. car.wp.T .. " of " .. car.base.T or self:fast_words()
end

--- What the table of the fast stop has in store.
function V:fast_words()
  local shares, words, throws = {}, {}, racing.outcomes(self.pit_fast.dice)
  for _, face in ipairs(throws) do
    local text = self.pit_fast[face].text
    if not shares[text] then table.insert(words, text) end
    shares[text] = (shares[text] or 0) + 1 / #throws
  end
  for i, text in ipairs(words) do words[i] = text .. " " .. chances.percent(shares[text]) end
  return table.concat(words, "; ")
end

-- Bots ---------------------------------------------------------------------------------------------------------------------

--- Ice and land, for studs and for chains; on ice a choice is for the move after the one that is settled.
V.outlooks = racing.derived(function(self)
  local moves, rule = gears.moves(self.movement, "spaces"), self.chains
  local studs, chains = self:outlook(moves), self:outlook(gears.moves(self.movement, "spaces", rule.land, rule.least))
  studs.sees.mode, chains.sees.mode = "chosen", "chosen"
  studs.grounds  = { { surface = self.ice, moves = moves, late = true } }
  chains.grounds = { { surface = self.ice, moves = moves, late = true } }
  return { by = "tyres", studs = studs, chains = chains }
end)

--- What a driver sees that stands in no field: on ice what his last shift gives chains.
function V:seen(race, car)
  local seen = V.base.seen(self, race, car)
  if not self:on_ice(car) or car.grip == 0 then return seen end
  seen = seen or {}
  seen.more = car.grip
  return seen
end

--- Comes in when the tyres are worn down, and for a long stop when something else is; not on the last lap.
function V.answers.pit(_, race, car, _, driver)
  if car.wp.T > driver.pit or car.lap == race.laps then return "no" end
  return math.min(car.wp.C, car.wp.H, car.wp.E) <= 1 and "long" or "fast"
end

function V.answers.tyres(_, _, car) return car.tyres end

-- To weigh the tyres against each other: sandbox sim isloppet --bots studs,chains
local function only(tyres)
  return function(self, race, car, ask) return ask.key == "tyres" and tyres or self:bot(race, car, ask, self.drivers.steady) end
end
V.bots.studs, V.bots.chains = only "studs", only "chains"

return V
