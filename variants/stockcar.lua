--- Stock cars: a field of 43 on no board at all, in which everything is a matter of places.
---
--- This is a base game for the three forms of TROUBLE (scripts/lib/trouble.lua), which were written as an add-on for PLAAY's
--- Red White & Blue Racin'. That game itself is not in here: of it we have names and a few numbers, the rest are our own. A
--- table that owns it puts its numbers into the tables below.
local racing = require "racing"
local grid   = require "grid"

local V = racing.variant {
  name         = "Stock cars",
  track        = "talladega",
  sessions     = { "grid" },
  columns      = { "gas", "brake", "fast_pit", "escape", "repair", "chips", "led" },
  bonus_points = "bonus",
  one_of       = { ["black.*.group"] = "groups", ["strikes.*.group"] = "groups", ["event.*.event"] = "events" },
}

V.car = {
  gas      = 0,      -- what it attacks with, 0 to 3
  brake    = 0,      -- and defends with
  fast_pit = 0,      -- 1 with a fast pit crew
  escape   = 20,     -- of the 36 throws of a d66, from 11 up, those that get it away from TROUBLE,
  repair   = 14,     -- and those that get it back into the race
  chips    = 0,      -- performance chips
  pole     = false,
  led      = 0,      -- turns at whose end it was in the lead
  bonus    = 0,      -- points of the season that its place does not bring
}

V.race = { leaders = {} } -- the cars that have led at the end of a turn, in the order in which they first did

-- The groups: the first place of each; one ends where the next begins.
V.groups = {
  { name = "TOP",    first =  1 },
  { name = "MIDDLE", first =  8 },
  { name = "BOTTOM", first = 20 },
}

-- The grid: the highest throw is on pole, level ones throw again.
V.grid_dice = "d66"

-- A turn: the black die says in which group something happens, two others what.
V.black = racing.table("d6", {
  ["1-3"] = { text = "TOP",    group = "TOP" },
  ["4-5"] = { text = "MIDDLE", group = "MIDDLE" },
  [6]     = { text = "BOTTOM", group = "BOTTOM" },
})

V.event = racing.table("2d6", {
  ["2-4"] = { text = "TROUBLE",             event = "trouble" },
  [5]     = { text = "a car problem",       event = "car_problem" },
  ["6-8"] = { text = "a challenge",         event = "challenge" },
  [9]     = { text = "a duel",              event = "duel" },
  [10]    = { text = "a surge",             event = "surge" },
  [11]    = { text = "a green-flag stop",   event = "pit_stop" },
  [12]    = { text = "all quiet",           event = "quiet" },
})

-- Where TROUBLE strikes is for a second die to say; leading is worth something.
V.strikes = racing.table("d6", {
  [1]     = { text = "TOP",    group = "TOP" },
  ["2-3"] = { text = "MIDDLE", group = "MIDDLE" },
  ["4-6"] = { text = "BOTTOM", group = "BOTTOM" },
})

-- A challenge: the die of both sides, and what a performance chip adds to it.
V.challenge = { dice = "d6", chip = 2 }

-- When both hold a chip.
V.both_hold = racing.table("d6", {
  [1] = { text = "both spend a chip", spend = true },
  [2] = { text = "both keep theirs" },
  [3] = { text = "both spend a chip", spend = true },
  [4] = { text = "both keep theirs" },
  [5] = { text = "both spend a chip", spend = true },
  [6] = { text = "both keep theirs" },
})

-- A duel: challenges by the same two, and chips for who is ahead after the last.
V.duel = { challenges = 2, chips = 1 }

-- A surge: places gained.
V.surge = { dice = "d6" }

-- A green-flag stop: places lost; a fast crew divides them, rounded up, and has chips for it.
V.pit_stop = { dice = "d6", divide = 2, chips = 1 }

-- The yellow flag after TROUBLE: each running car throws, and adds its fast crew.
V.yellow = {
  dice  = "d6",
  gains = { least = 6, places = 1, chips = 1 },
  loses = { most  = 1, places = 2 },
}

-- The season: 45 points, 42, 41 and so on to 1 for the 43rd, whether the car is home or out.
V.points             = { 45 }
V.points_for_retired = true
for place = 2, 43 do V.points[place] = 44 - place end

-- Points beside those: for pole, for a lead at the end of a turn, for the most of them (to all who are level).
V.bonus = { pole = 1, led = 1, most_led = 1 }

-- A made-up field: car numbers and no more. Real drivers come in an entry list.
V.entries = {
  { name = "#01", gas = 1, brake = 0, fast_pit = 0, escape = 16, repair = 11 },
  { name = "#02", gas = 1, brake = 1, fast_pit = 0, escape = 18, repair = 13 },
  { name = "#03", gas = 0, brake = 0, fast_pit = 0, escape = 21, repair = 14 },
  { name = "#04", gas = 2, brake = 2, fast_pit = 0, escape = 20, repair = 10 },
  { name = "#05", gas = 2, brake = 1, fast_pit = 0, escape = 19, repair = 19 },
  { name = "#06", gas = 3, brake = 2, fast_pit = 0, escape = 23, repair = 18 },
  { name = "#07", gas = 3, brake = 3, fast_pit = 1, escape = 20, repair = 17 },
  { name = "#08", gas = 1, brake = 1, fast_pit = 0, escape = 19, repair = 11 },
  { name = "#09", gas = 2, brake = 2, fast_pit = 1, escape = 20, repair = 12 },
  { name = "#10", gas = 1, brake = 1, fast_pit = 0, escape = 16, repair = 14 },
  { name = "#11", gas = 1, brake = 2, fast_pit = 1, escape = 24, repair = 16 },
  { name = "#12", gas = 0, brake = 0, fast_pit = 0, escape = 15, repair = 11 },
  { name = "#13", gas = 1, brake = 1, fast_pit = 0, escape = 17, repair = 13 },
  { name = "#14", gas = 2, brake = 2, fast_pit = 1, escape = 18, repair = 14 },
  { name = "#15", gas = 0, brake = 1, fast_pit = 0, escape = 17, repair = 11 },
  { name = "#16", gas = 1, brake = 2, fast_pit = 1, escape = 21, repair = 17 },
  { name = "#17", gas = 2, brake = 2, fast_pit = 1, escape = 24, repair = 19 },
  { name = "#18", gas = 0, brake = 1, fast_pit = 0, escape = 14, repair = 15 },
  { name = "#19", gas = 1, brake = 1, fast_pit = 0, escape = 19, repair = 12 },
  { name = "#20", gas = 3, brake = 3, fast_pit = 1, escape = 22, repair = 13 },
  { name = "#21", gas = 1, brake = 1, fast_pit = 0, escape = 21, repair = 13 },
  { name = "#22", gas = 1, brake = 1, fast_pit = 0, escape = 16, repair = 12 },
  { name = "#23", gas = 3, brake = 3, fast_pit = 1, escape = 23, repair = 16 },
  { name = "#24", gas = 0, brake = 0, fast_pit = 0, escape = 17, repair = 11 },
  { name = "#25", gas = 3, brake = 2, fast_pit = 1, escape = 25, repair = 16 },
  { name = "#26", gas = 2, brake = 2, fast_pit = 1, escape = 20, repair = 16 },
  { name = "#27", gas = 3, brake = 3, fast_pit = 0, escape = 24, repair = 14 },
  { name = "#28", gas = 2, brake = 1, fast_pit = 1, escape = 22, repair = 16 },
  { name = "#29", gas = 2, brake = 2, fast_pit = 1, escape = 23, repair = 19 },
  { name = "#30", gas = 1, brake = 1, fast_pit = 0, escape = 16, repair = 11 },
  { name = "#31", gas = 2, brake = 1, fast_pit = 1, escape = 21, repair = 19 },
  { name = "#32", gas = 0, brake = 1, fast_pit = 0, escape = 20, repair = 14 },
  { name = "#33", gas = 1, brake = 2, fast_pit = 1, escape = 20, repair = 16 },
  { name = "#34", gas = 2, brake = 2, fast_pit = 0, escape = 18, repair = 11 },
  { name = "#35", gas = 2, brake = 2, fast_pit = 1, escape = 23, repair = 14 },
  { name = "#36", gas = 1, brake = 1, fast_pit = 0, escape = 19, repair = 13 },
  { name = "#37", gas = 0, brake = 0, fast_pit = 0, escape = 18, repair = 11 },
  { name = "#38", gas = 3, brake = 2, fast_pit = 1, escape = 26, repair = 13 },
  { name = "#39", gas = 1, brake = 1, fast_pit = 0, escape = 18, repair = 13 },
  { name = "#40", gas = 1, brake = 1, fast_pit = 0, escape = 19, repair = 16 },
  { name = "#41", gas = 3, brake = 2, fast_pit = 1, escape = 19, repair = 19 },
  { name = "#42", gas = 3, brake = 2, fast_pit = 1, escape = 23, repair = 15 },
  { name = "#43", gas = 3, brake = 2, fast_pit = 0, escape = 26, repair = 18 },
}

-- Bots spend a chip when it turns at least so many of the 36 throws of a challenge and they have more than they keep back; in the
-- last share of the race they keep none.
V.moods = {
  cautious = { turns = 10, keep = 1, last = 1/5 },
  steady   = { turns =  9, keep = 0, last = 1/5 },
  bold     = { turns =  0, keep = 0, last = 1/5 },
}

-- Dice and moves that the rules tell in words of their own are not told themselves; :why has them.
V.words = {
  ["roll grid"]          = "",
  ["roll black"]         = "",
  ["row black"]          = "black die {face}: {text}",
  ["roll event"]         = "",
  ["row event"]          = "{face}: {text}",
  ["roll strikes"]       = "",
  ["row strikes"]        = "second die {face}: {text}",
  ["roll attack"]        = "attacks with {total}",
  ["roll defend"]        = "defends with {total}",
  ["roll both_hold"]     = "",
  ["row both_hold"]      = "both hold a chip, the die says {face}: {text}",
  ["roll surge"]         = "",
  ["roll pit stop"]      = "",
  ["roll yellow"]        = "",
  ["answer attack chip"] = "chip: {option}",
  ["answer defend chip"] = "chip: {option}",
  ["for grid"]           = "the grid",
  ["for attack"]         = "the attack",
  ["for defend"]         = "the defence",
  ["for both_hold"]      = "the chips of both",
  ["for surge"]          = "places gained",
  ["for pit stop"]       = "places lost",
  ["for yellow"]         = "the yellow flag",
  ["for black"]          = "the black die",
  ["for event"]          = "what happens",
  ["for strikes"]        = "where TROUBLE strikes",
  grid      = "place {place}",
  place     = "",
  pole      = "is on pole",
  empty     = "nobody is in {group}, so it is {instead}",
  problem   = "has a car problem",
  challenge = "challenges {other} for place {place}",
  alone     = "has nobody to race",
  wins      = "takes place {place}",
  holds     = "keeps place {place}",
  surge     = "surges by {places} to place {place}",
  pit       = "pits, loses {places}, rejoins in place {place}",
  chip      = "gains a chip, has {chips}",
  yellow    = "yellow flag",
  gains     = "{who} gains ({place})",
  drops     = "{who} drops ({place})",
  lead      = "leads the race",
}

-- TROUBLE comes with tables of its own: trouble, chips and forms.
racing.use(V, "trouble")

-- The rules ---------------------------------------------------------------------------------------------------------------

--- The grid, and the chips of TROUBLE on their spaces.
function V:session(race)
  self:lay_out_chips(race)
  local order = grid.by_throw(race, race:cars(), self.grid_dice)
  race:grid(order)
  order[1].pole, order[1].bonus = true, self.bonus.pole
  race:tell(order[1], "pole")
end

--- The running cars of a group, first place first.
function V:group(race, name)
  local i = self.group_numbers[name] or error("groups: there is no group " .. tostring(name))
  local after = self.groups[i + 1]
  return race:places(self.groups[i].first, after and after.first - 1)
end

-- The groups' numbers by their names.
V.group_numbers = racing.derived(function(self)
  local numbers = {}
  for i, group in ipairs(self.groups) do numbers[group.name] = numbers[group.name] or i end
  return numbers
end)

--- A turn of the race.
function V:race_turn(race)
  local leader = race:car_at(1)
  local group = self:group_struck(race, self.black)
  local name = self.event:roll(race, race).event
  local happens = self.events[name] or error("event: there is no function events." .. tostring(name))
  happens(self, race, group)
  self:lead(race, leader)
end

--- The group that a table's die says; when nobody is in it the next above that has cars.
function V:group_struck(race, die)
  local said, groups = die:roll(race, race).group, self.groups
  for i = self.group_numbers[said] or 0, 1, -1 do
    local group = groups[i]
    if race:car_at(group.first) then
      if group.name ~= said then race:tell(race, "empty", "group", said, "instead", group.name) end
      return group.name
    end
  end
end

--- The Driver Finder: one of a group, each place alike.
function V:find(race, group) return self:pick(race, self:group(race, group), self.trouble.finder.dice, "finder") end

-- What happens in a turn, by the name in the event's row.
V.events = {}

--- In the group that the second die says, whatever the black one did.
function V.events.trouble(self, race)
  self:trouble_strikes(race, self:group_struck(race, self.strikes))
  self:yellow_flag(race)
end

--- REPAIR or out; who passes keeps the place.
function V.events.car_problem(self, race, group)
  local car = self:find(race, group)
  race:tell(car, "problem")
  race:count(car, "car problems")
  self:repairs(race, { car }, "car problem")
end

function V.events.challenge(self, race, group)
  local attacker, defender = self:opponents(race, group)
  if attacker then self:attack(race, attacker, defender) end
end

--- Two challenges by the same two, the second by whoever is behind then.
function V.events.duel(self, race, group)
  local behind, ahead = self:opponents(race, group)
  if not behind then return end
  race:count(race, "duels")
  for _ = 1, self.duel.challenges do ahead, behind = self:attack(race, behind, ahead) end
  self:give_chips(race, ahead, self.duel.chips)
  race:tell(ahead, "chip", "chips", ahead.chips)
end

function V.events.surge(self, race, group)
  local car = self:find(race, group)
  local gained = race:gain(car, (race:roll(car, self.surge.dice, "surge", self.surge_will)))
  race:tell(car, "surge", "places", gained, "place", car.place)
  race:count(car, "surges")
end

--- What the die of a surge will do, as a text.
function V.surge_will(car) return "from place " .. car.place end

function V.events.pit_stop(self, race, group)
  local rule, car = self.pit_stop, self:find(race, group)
  local places = race:roll(car, rule.dice, "pit stop", self.pit_will, self)
  if car.fast_pit > 0 then places = math.ceil(places / rule.divide) end
  local lost = -race:gain(car, -places)
  race:tell(car, "pit", "places", lost, "place", car.place)
  race:count(car, "pit stops")
  if car.fast_pit == 0 then return end
  self:give_chips(race, car, rule.chips)
  race:tell(car, "chip", "chips", car.chips)
end

--- What the die of a pit stop will do, as a text.
function V:pit_will(car)
  return "from place " .. car.place .. (car.fast_pit > 0 and ", by " .. self.pit_stop.divide .. " with a fast crew" or "")
end

function V.events.quiet() end

--- Who challenges whom: the car found the one ahead of it, or the second the leader. Groups are no bounds. Nothing when the
--- leader is alone.
function V:opponents(race, group)
  local found = self:find(race, group)
  local other = race:car_at(found.place > 1 and found.place - 1 or 2)
  if found.place > 1 then return found, other end
  if other then return other, found end
  race:tell(found, "alone")
end

--- A challenge between two neighbours: the higher wins the place, a tie holds it. Returns who is ahead then, and who behind.
function V:attack(race, attacker, defender)
  local dice = self.challenge.dice
  race:tell(attacker, "challenge", "other", defender.name, "place", defender.place)
  race:count(attacker, "challenges")
  local more, less = self:chips_spent(race, attacker, defender)
  local attack = race:roll(attacker, dice, "attack", "gas", attacker.gas, "chip", more,
    self.attack_will, attacker.gas + more, defender.brake + less, defender)
  local defence = race:roll(defender, dice, "defend", "brake", defender.brake, "chip", less,
    self.defence_will, attack - defender.brake - less)
  if attack <= defence then
    race:tell(defender, "holds", "place", defender.place)
    return defender, attacker
  end
  race:gain(attacker, 1)
  race:tell(attacker, "wins", "place", attacker.place)
  race:count(attacker, "challenges won")
  return attacker, defender
end

-- What the dice of a challenge will do, as texts.
function V.attack_will(adds, against, defender)
  return "+" .. adds .. " against +" .. against .. " of " .. defender.name .. ", a tie holds"
end

function V.defence_will(least, defender) return least .. " or more holds place " .. defender.place end

--- What chips add to attack and defence, before the dice: who alone holds one chooses, of two a die says.
function V:chips_spent(race, attacker, defender)
  local attacks, defends = attacker.chips > 0, defender.chips > 0
  if attacks and defends then
    attacks = self.both_hold:roll(race, race).spend or false
    defends = attacks
  else
    attacks = attacks and self:wants_chip(race, attacker, "attack chip", defender)
    defends = defends and self:wants_chip(race, defender, "defend chip", attacker)
  end
  return self:spend_chip(race, attacker, attacks), self:spend_chip(race, defender, defends)
end

local chip_options = { "spend", "keep" }

--- Asks a driver whether to spend a chip.
function V:wants_chip(race, car, key, other)
  return race:ask(car, key, chip_options, "text", "a chip against " .. other.name, "default", "keep", "about", other) == "spend"
end

function V:spend_chip(race, car, spent)
  if not spent then return 0 end
  car.chips = car.chips - 1
  race:count(car, "chips spent")
  return self.challenge.chip
end

function V:give_chips(race, car, chips)
  car.chips = car.chips + chips
  race:count(car, "chips won", chips)
end

-- What is added to the dice of the yellow flag: a field of the car, by its name.
local fast_crew = { ["fast pit"] = "fast_pit" }

--- The yellow flag: all throw, then those who lose places move, the rearmost first, then those who gain one, the foremost first.
function V:yellow_flag(race)
  local rule, cars, gains, loses = self.yellow, race:places(), {}, {}
  local totals = race:roll_each(cars, rule.dice, "yellow", fast_crew, self.yellow_will, self)
  local least, most = rule.gains.least, rule.loses.most
  for i = 1, #cars do
    local total = totals[i]
    if total >= least then
      gains[#gains + 1] = cars[i]
    elseif total <= most then
      loses[#loses + 1] = cars[i]
    end
  end
  local won, lost, chips = rule.gains.places, -rule.loses.places, rule.gains.chips
  for i = #loses, 1, -1 do race:gain(loses[i], lost) end
  for i = 1, #gains do
    race:gain(gains[i], won)
    self:give_chips(race, gains[i], chips)
  end
  race:tell(race, "yellow")
  for i = #loses, 1, -1 do race:tell(race, "drops", "who", loses[i].name, "place", loses[i].place) end
  for i = 1, #gains do race:tell(race, "gains", "who", gains[i].name, "place", gains[i].place) end
end

--- What a car's die of the yellow flag will do, as a text.
function V:yellow_will(car)
  local gains, loses = self.yellow.gains.least - car.fast_pit, self.yellow.loses.most - car.fast_pit
  return gains .. " or more gains" .. (loses > 0 and ", " .. loses .. " or less loses" or "")
end

--- The end of a turn: who leads, and the bonus points as they would be now. Those of cars that never led stay what the grid
--- gave them; after the last turn all are looked at, whatever somebody has put right by hand.
function V:lead(race, before)
  local leader, leaders = race:car_at(1), race.leaders
  if leader then
    if leader.led == 0 then table.insert(leaders, leader) end
    leader.led = leader.led + 1
    race:count(leader, "turns led")
    if leader ~= before then race:tell(leader, "lead") end
  end
  if race.round < race.laps then
    self:award(leaders, leader)
  else
    self:award(race:cars())
  end
end

--- The bonus points of some cars, among which are all that have led; of those that have, when one more turn was led, only its
--- leader's can change, and of whoever has led most or did until then.
function V:award(cars, leader)
  local most = 1
  for i = 1, #cars do
    local led = cars[i].led
    if led > most then most = led end
  end
  if leader and leader.led < most then return self:award_car(leader, most) end
  for i = 1, #cars do
    local car = cars[i]
    if car.led >= most - 1 or not leader then self:award_car(car, most) end
  end
end

--- The bonus points of a car, where the one that led most has led so many turns.
function V:award_car(car, most)
  local rule, led = self.bonus, car.led
  local bonus = car.pole and rule.pole or 0
  if led > 0 then bonus = bonus + (rule.led or 0) end
  if led == most then bonus = bonus + (rule.most_led or 0) end
  if car.bonus ~= bonus and (led > 0 or car.pole) then car.bonus = bonus end -- most often it is that already
end

-- What is at stake, said to a person who is asked ---------------------------------------------------------------------------

-- How many of the throws of two dice an attacker wins who has so much more than the defender, from the least with which one
-- is won to the least with which all are; `of` is how many throws there are.
V.winning = racing.derived(function(self)
  local faces = racing.outcomes(self.challenge.dice)
  local span, won = faces[#faces] - faces[1] + 1, {}
  for more = 1 - span, span do
    won[more + span] = 0
    for _, attack in ipairs(faces) do
      for _, defence in ipairs(faces) do
        if attack + more > defence then won[more + span] = won[more + span] + 1 end
      end
    end
  end
  return { span = span, won = won, of = #faces * #faces }
end)

--- How many of the throws of two dice an attacker wins who has so much more than the defender, and how many there are.
function V:wins(more)
  local throws = self.winning
  return throws.won[math.min(more, throws.span) + throws.span] or 0, throws.of
end

V.stakes["attack chip"] = function(self, _, car, choice, other)
  local more = choice == "spend" and self.challenge.chip or 0
  return string.format("wins %d of %d throws", self:wins(car.gas - other.brake + more))
end

V.stakes["defend chip"] = function(self, _, car, choice, other)
  local more = choice == "spend" and self.challenge.chip or 0
  local lost, of = self:wins(other.gas - car.brake - more)
  return string.format("holds %d of %d throws", of - lost, of)
end

-- Bots ---------------------------------------------------------------------------------------------------------------------

--- Whether a chip is worth spending on this challenge.
function V:bot(race, car, ask, mood)
  local sign = ask.key == "attack chip" and 1 or ask.key == "defend chip" and -1
  if not sign then return ask.default end
  local other = race:car_at(car.place - sign)
  local more = sign > 0 and car.gas - other.brake or other.gas - car.brake
  local turned = (self:wins(more + sign * self.challenge.chip) - self:wins(more)) * sign
  local keep = race.round > race.laps * (1 - mood.last) and 0 or mood.keep
  return turned >= mood.turns and car.chips > keep and "spend" or "keep"
end

function V.bots.cautious(self, race, car, ask) return self:bot(race, car, ask, self.moods.cautious) end
function V.bots.steady(self, race, car, ask) return self:bot(race, car, ask, self.moods.steady) end
function V.bots.bold(self, race, car, ask) return self:bot(race, car, ask, self.moods.bold) end

return V
