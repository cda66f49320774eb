--- La Grande Épreuve 1934: Grand Prix racing of the thirties, with six gears, a d20, and cars that wear out.
local racing  = require "racing"
local chances = require "chances"
local drivers = require "epreuve1934_drivers"
local gears   = require "gears"
local grid    = require "grid"
local wear    = require "wear"

local V = racing.variant {
  name     = "La Grande Épreuve 1934",
  track    = "monaco",
  laps     = 2,                          -- Aim of the game: one, two or three
  order    = "circuit first",            -- cars in the pits wait for those on the circuit (ruling E24)
  finish   = "furthest beyond",          -- Finishing the race, ruling E25
  sessions = { "grid" },                 -- weather, tyres and the starting positions
  columns  = { "tyres", "gear", "wp.T", "wp.B", "wp.G", "wp.C", "wp.E", "wp.H" },
  one_of   = {
    ask_for_cars = { "people", "all", "nobody" }, ["race.weather"] = "weather.lines",
    ["tyre_kinds.*"] = "tyres", ["car.tyres"] = "tyre_kinds", ["entries.*.tyres"] = "tyre_kinds",
  },
  ranges   = { ["drivers.*.pit"] = { 0, 100 } },
}

V.car = {
  country      = "",     -- with its model: the car, as the tables at the end have it
  model        = "",
  custom       = "",     -- or its own wear points, as "T10 B3 G2 C1 E2 H2"
  extra        = "",     -- points given before the race, as "T1"
  wp           = { T = 10, B = 3, G = 2, C = 1, E = 2, H = 2 }, -- what is left, and
  base         = { T = 10, B = 3, G = 2, C = 1, E = 2, H = 2 }, -- what the race began with
  gear         = 0,      -- of the last move, 0 before the start
  stalled      = false,
  spun         = false,  -- stands backwards, and drives off in 1st
  damaged      = false,  -- leaves a damage marker where its move ends
  coasting     = "",     -- why it is eliminated and only coasts on
  stands_until = 0,      -- the last round in which its wreck stands in the way, 0 for the end of the race
  tyres        = "hard",
  tyre_laps    = 0,      -- driven on this set
  served       = false,  -- has made its pit stop of this visit
  repaired     = 0,      -- points recovered in the pits in this race
}
V.race = {
  weather = "good",      -- its line, see weather.lines
  debris  = {},          -- spaces with a damage marker
  met     = {},          -- pairs of cars that have rolled for a collision in this round
}

-- The gears. Each gear has a table: the spaces that a face of the d20 moves the car.
V.movement = {
  racing.table("d20", { -- 1st
    ["1-10"]  = { spaces =  1 }, ["11-20"] = { spaces =  2 },
  }),
  racing.table("d20", { -- 2nd
    ["1-5"]   = { spaces =  2 }, ["6-10"]  = { spaces =  3 }, ["11-20"] = { spaces =  4 },
  }),
  racing.table("d20", { -- 3rd
    ["1-2"]   = { spaces =  4 }, ["3-5"]   = { spaces =  5 }, ["6-10"]  = { spaces =  6 }, ["11-15"] = { spaces =  7 },
    ["16-20"] = { spaces =  8 },
  }),
  racing.table("d20", { -- 4th
    ["1-3"]   = { spaces =  7 }, ["4-6"]   = { spaces =  8 }, ["7-9"]   = { spaces =  9 }, ["10-12"] = { spaces = 10 },
    ["13-16"] = { spaces = 11 }, ["17-20"] = { spaces = 12 },
  }),
  racing.table("d20", { -- 5th
    ["1-2"]   = { spaces = 11 }, ["3-4"]   = { spaces = 12 }, ["5-6"]   = { spaces = 13 }, ["7-8"]   = { spaces = 14 },
    ["9-10"]  = { spaces = 15 }, ["11-12"] = { spaces = 16 }, ["13-14"] = { spaces = 17 }, ["15-16"] = { spaces = 18 },
    ["17-18"] = { spaces = 19 }, ["19-20"] = { spaces = 20 },
  }),
  racing.table("d20", { -- 6th
    ["1-2"]   = { spaces = 21 }, ["3-4"]   = { spaces = 22 }, ["5-6"]   = { spaces = 23 }, ["7-8"]   = { spaces = 24 },
    ["9-10"]  = { spaces = 25 }, ["11-12"] = { spaces = 26 }, ["13-14"] = { spaces = 27 }, ["15-16"] = { spaces = 28 },
    ["17-18"] = { spaces = 29 }, ["19-20"] = { spaces = 30 },
  }),
}

-- Changing lanes on the straights, in a round; the second number only to get past a car ahead (ruling E19).
V.lane_changes = { straight = 2, overtaking = 4 }

-- Wear points: what a driver may deal out himself (ruling E15), and what a car that has none left suffers. `at` is the level
-- that eliminates it; it coasts on its next turn (ruling E1). Tyres have rules of their own under overshooting.
V.custom     = { total = 20, T = { 1, 14 }, B = { 1, 7 }, G = { 1, 7 }, C = { 1, 7 }, E = { 1, 7 }, H = { 1, 7 },
                 example = "T10 B3 G2 C1 E2 H2" }
V.ask_for_cars = "people" -- who is asked at the grid which car to drive: "people", "all", or "nobody" (ruling E15)
V.eliminated = {
  C = { at =  0, why = "a crash: the body is wrecked" },
  E = { at = -1, why = "engine failure" },
  H = { at =  0, why = "a crash: the chassis is broken" },
}

-- Game play: starting positions by this die and all wear points, ties by the die alone.
V.grid_dice = "d10"

-- Start (ruling E2).
V.start = racing.table("d10", {
  [1]     = { text = "the engine stalls", stalls = true },
  ["2-8"] = { text = "a normal start" },
  [9]     = { text = "a good start",       spaces = 3 },
  [10]    = { text = "an excellent start", spaces = 4 },
})

-- Overshooting: one tyre point a space (rulings E1 and E9).
V.overshooting = {
  missing = 1,    -- stops that may be missing; with more the car is removed
  spins   = -1,   -- tyre points left, were they counted below 0, when it spins; they stand at 0 then
}

-- Blocked track rule: the d20 of the car that ran into another, against its gear. cleared: its wrecks are taken away in a race of
-- one lap too (ruling E30).
V.rear_end = { dice = "d20", body = 1, more = 1, cleared = true }

-- Behind a standing wreck: a way past it leads so many spaces on, beside it and beyond; without one a driver may wait. With 1 a
-- free space beside it is way enough (ruling E26).
V.standing_wreck = { past = 2 }

-- Gearing down: wear by gears skipped. Points that a car lacks forbid it, but those forgiven (ruling E20).
V.gears = {
  first = 1, last = 6, up = 1, wears = { "G", "B", "E" },
  down = {
    { G = 1, B = 0, E = 0 },
    { G = 1, B = 1, E = 0 },
    { G = 1, B = 1, E = 1 },
  },
  forgiven = { E = true }, -- it explodes instead
}

-- Collision: a d20 for each pair of cars side by side, hit by this number or less (ruling E5, and Effect of rain); diagonal:
-- those a legal lane change away are side by side too (ruling E28).
V.collision = { dice = "d20", dry = 1, wet = 2, body = 1, diagonal = true }

-- Motor damage: moves that strain the engine, and what the d20 then has to beat (ruling E3, and Effect of rain).
V.strain = { dice = "d20", from = { [5] = 19, [6] = 29 }, dry = 5, wet = 3, engine = 1 }

-- Engine failure, and whatever else eliminates: spaces to coast, rounds to stand (ruling E10).
V.elimination = { coasts = 3, rounds = 10, dice = "d10" }

-- Damage and road handling: a d20 less the gear for each marked space (ruling E4).
V.handling = { dice = "d20", dry = 2, wet = 3, points = 1 }

-- Slipstreaming (ruling E17).
V.slipstreaming = { gear = 4, spaces = 3, changes = 2, brakes_into_corner = 1 }

-- Weather: the lines from good to rain and what the chart shifts (ruling E11).
V.weather = {
  dice  = "d20",
  lines = {
    { name = "good" },
    { name = "changeable",      again = true },
    { name = "rain-changeable", again = true, wet = true },
    { name = "rain",            wet = true },
  },
  shift = { good = -1, changeable = 0, rain = 1 },
  throw = { [5] = 20, [6] = 30 }, -- the spaces, by gear, that have the chart rolled again
}

-- Selection of tyres, from which lap on a set (rulings E16 and E23): spaces more, by choice, only with a corner in the move, and
-- by what overshooting is multiplied.
V.tyre_kinds = { "hard", "soft", "rain" }
V.tyres = {
  hard = {
    dry = { { lap = 1 } },
    wet = { { lap = 1, spaces = 3, corner = true } },
  },
  soft = {
    dry = { { lap = 1, spaces = 1, choice = true, penalty = 2 }, { lap = 2, penalty = 2 }, { lap = 3, penalty = 3 } },
    wet = { { lap = 1, spaces = 3, corner = true },                                        { lap = 3, penalty = 3 } },
  },
  rain = {
    dry = { { lap = 1, penalty = 2 },                                                      { lap = 3, penalty = 3 } },
    wet = { { lap = 1, spaces = 1, corner = true } },
  },
}

-- Pit stops (ruling E24).
V.pits = {
  first_lap  = 1, gear = 4,                             -- the lap at whose end they open; the highest gear to leave in
  crew       = "d20", quick = 10, quick_dice = "d10",   -- up to this the stop is quick, and the car leaves by the other die
  repairs    = 2, repair = { "B", "G", "C", "E", "H" }, -- points in a race, and what can be repaired
}

-- Hills of a circuit: spaces more for a move that begins there, but always one. at: where they count, by a word of the circuit's
-- name; on any other a slope is only drawn. "" is everywhere (ruling E13).
V.hills = { at = "Casablanca", up = -1, down = 1, least = 1 }

-- Countries and race cars.
V.countries = {
  { name = "Great Britain", flag = "Great Britain", cars = {
    { name = "MG K3 Magnette 1.1L S-6",           wp = "T6 B2 G4 C2 E3 H3" },
    { name = "Bugatti T54 5.0L S-8",              wp = "T10 B2 G2 C3 E2 H1" },
    { name = "Panhard 8C 8.0L S-8",               wp = "T8 B2 G3 C4 E2 H1" },
    { name = "ERA A-Type R1A 6C",                 wp = "T8 B2 G2 C4 E2 H2" },
    { name = "Invicta-Meadows 4.5L S-6",          wp = "T7 B3 G3 C3 E2 H2" },
    { name = "Riley 2000/6 1.8L",                 wp = "T4 B6 G4 C2 E2 H2" },
    { name = "Bugatti T51 2.3L S-8",              wp = "T7 B3 G2 C2 E3 H3" },
    { name = "Amilcar C6 1.1L S-4",               wp = "T6 B3 G4 C3 E2 H2" },
    { name = "Triumph Dolomite S-8",              wp = "T6 B3 G4 C3 E2 H2" },
    { name = "Sunbeam Tiger 4.0L V-12",           wp = "T9 B2 G2 C3 E2 H2" },
  } },
  { name = "Belgium", flag = "Belgium", cars = {
    { name = "Bugatti T35B 2.3L S-8",             wp = "T7 B2 G3 C2 E3 H3" },
  } },
  { name = "Czechoslovakia", flag = "Czechoslovakia", cars = {
    { name = "Bugatti T51A 1.5L",                 wp = "T7 B4 G2 C2 E2 H3" },
    { name = "Sunbeam Tiger 4.0L V-12",           wp = "T9 B2 G2 C3 E2 H2" },
  } },
  { name = "Finland", flag = "Finland", cars = {
    { name = "Chrysler Special 6.3L",             wp = "T6 B3 G3 C2 E4 H2" },
    { name = "Mercedes Benz SSK 7.1L",            wp = "T6 B3 G3 C3 E3 H2" },
  } },
  { name = "France", flag = "France", cars = {
    { name = "Salmson 8C 1.1L",                   wp = "T5 B5 G4 C2 E2 H2" },
    { name = "Alfa Romeo Monza 2.6L S-8",         wp = "T8 B3 G3 C2 E2 H2" },
    { name = "Maserati 8CM 3.0L S-8",             wp = "T7 B3 G3 C2 E3 H2" },
    { name = "Amilcar C6 1.1L S-4",               wp = "T6 B3 G4 C3 E2 H2" },
    { name = "Bugatti T59 2.9L 8C",               wp = "T8 B3 G2 C3 E2 H2" },
    { name = "Bugatti T51A 1.5L",                 wp = "T7 B4 G2 C2 E2 H3" },
    { name = "Bugatti T51 2.3L S-8",              wp = "T7 B3 G2 C2 E3 H3" },
    { name = "Bugatti T54 5.0L S-8",              wp = "T10 B2 G2 C3 E2 H1" },
    { name = "Delage 15 S8 1.5L",                 wp = "T7 B2 G3 C4 E2 H2" },
  } },
  { name = "Germany", flag = "Deutschland", cars = {
    { name = "Auto Union Type A 4.4L",            wp = "T5 B3 G5 C2 E2 H3" },
    { name = "Bugatti T51A",                      wp = "T8 B3 G2 C2 E3 H2" },
    { name = "Mercedes-Benz W25 8C",              wp = "T6 B3 G3 C3 E3 H2" },
    { name = "Mercedes-Benz SSKL 7.6L S-6",       wp = "T6 B4 G4 C2 E2 H2" },
    { name = "Mercedes-Benz SSKLI",               wp = "T6 B3 G3 C3 E3 H2" },
    { name = "Alfa Romeo Monza 2.3L S-8",         wp = "T7 B3 G3 C2 E3 H2" },
    { name = "Zoller 12C",                        wp = "T6 B3 G4 C3 E2 H2" },
    { name = "Auto Union Type A 4.4L (Short)",    wp = "T5 B3 G5 C3 E2 H2" },
  } },
  { name = "Italy", flag = "Italia", cars = {
    { name = "Alfa Romeo 3.2L",                   wp = "T5 B4 G4 C2 E3 H2" },
    { name = "Alfa Romeo Monza 2.6L S-8",         wp = "T8 B3 G3 C2 E2 H2" },
    { name = "Maserati 4CM 2.0L S-4",             wp = "T6 B4 G4 C2 E2 H2" },
    { name = "Maserati 8C 3.0L",                  wp = "T8 B3 G2 C2 E3 H2" },
    { name = "Alfa Romeo 6C 1.5L",                wp = "T6 B3 G3 C4 E2 H2" },
    { name = "Alfa Romeo 8C",                     wp = "T10 B2 G2 C2 E2 H2" },
    { name = "Alfa Romeo Tipo B 2.9L",            wp = "T7 B3 G3 C3 E2 H2" },
    { name = "Maserati 4CM",                      wp = "T5 B5 G4 C2 E2 H2" },
    { name = "Maserati 8CM 3.0L S-8",             wp = "T7 B3 G3 C2 E3 H2" },
  } },
  { name = "Monaco", flag = "Monaco", cars = {
    { name = "Alfa Romeo Tipo B P3 2.7L S-8",     wp = "T7 B4 G3 C2 E2 H2" },
  } },
  { name = "Norway", flag = "Norge", cars = {
    { name = "Alfa Romeo Monza 2.3L S-8",         wp = "T7 B3 G3 C2 E3 H2" },
  } },
  { name = "Spain", flag = "España", cars = {
    { name = "Bugatti T35B 2.3L S-8",             wp = "T7 B2 G3 C2 E3 H3" },
  } },
  { name = "Sweden", flag = "Sverige", cars = {
    { name = "Alfa Romeo Monza 2.3L S-8",         wp = "T7 B3 G3 C2 E3 H2" },
    { name = "Bugatti T43 2.3L",                  wp = "T6 B2 G3 C2 E3 H4" },
    { name = "Bugatti T35B 2.3L S-8",             wp = "T7 B2 G3 C2 E3 H3" },
  } },
  { name = "Switzerland", flag = "Suisse", cars = {
    { name = "Bugatti T51 2.3L S-8",              wp = "T7 B3 G2 C2 E3 H3" },
    { name = "Maserati 8CM 3.0L S-8",             wp = "T7 B3 G3 C2 E3 H2" },
  } },
  { name = "United States of America", flag = "United States of America", cars = {
    { name = "Ford Special 3.6 V-8",              wp = "T4 B2 G4 C3 E3 H4" },
    { name = "Maserati 26M 2.5L S-8",             wp = "T7 B3 G3 C2 E2 H3" },
    { name = "Chrysler Special V-8",              wp = "T6 B3 G3 C3 E3 H2" },
    { name = "Buick 4.5L S-8",                    wp = "T8 B3 G3 C2 E2 H2" },
  } },
  { name = "Algeria", flag = "Algeria", cars = {
    { name = "Alfa Romeo 6C 1.5L",                wp = "T6 B3 G3 C4 E2 H2" },
    { name = "Alfa Romeo 8C",                     wp = "T10 B2 G2 C2 E2 H2" },
  } },
}

-- Who drives, unless an entry list says otherwise: Godeschalk Hegkman and Eusebius "Sebi" Orsi of the document, Louis Chiron, Guy
-- Moll, René Dreyfus, Earl Howe, Per-Viktor Widengren and Eugen Bjørnstad.
V.entries = {
  { name = "Hegkman",   country = "Germany",       model = "Bugatti T51A" },
  { name = "Orsi",      country = "Italy",         model = "Maserati 4CM 2.0L S-4" },
  { name = "Chiron",    country = "Monaco",        model = "Alfa Romeo Tipo B P3 2.7L S-8" },
  { name = "Moll",      country = "Algeria",       model = "Alfa Romeo 8C" },
  { name = "Dreyfus",   country = "France",        model = "Bugatti T59 2.9L 8C" },
  { name = "Howe",      country = "Great Britain", model = "Bugatti T54 5.0L S-8" },
  { name = "Widengren", country = "Sweden",        model = "Alfa Romeo Monza 2.3L S-8" },
  { name = "Bjørnstad", country = "Norway",        model = "Alfa Romeo Monza 2.3L S-8" },
}

V.words = {
  ["roll grid"]      = "{total}",
  ["roll gear"]      = "", -- with the row
  ["row movement.1"] = "{face} in 1st: {spaces}", ["row movement.2"] = "{face} in 2nd: {spaces}",
  ["row movement.3"] = "{face} in 3rd: {spaces}", ["row movement.4"] = "{face} in 4th: {spaces}",
  ["row movement.5"] = "{face} in 5th: {spaces}", ["row movement.6"] = "{face} in 6th: {spaces}",
  ["roll start"]     = "", ["row start"]      = "{text} ({face})",
  ["roll weather"]   = "", ["roll collision"] = "", ["roll handling"] = "", -- what comes of them is told
  ["roll rear-end"]  = "", ["roll strain"]    = "",
  ["roll pit crew"]  = "the crew rolls {face}",
  grid               = "place {place}",
  car                = "{model}, {wp}",
  ["for grid"]       = "the starting positions", ["for gear"] = "the gear", ["for start"] = "the start",
  ["for weather"]    = "the weather",  ["for collision"] = "a collision", ["for handling"] = "damage",
  ["for rear-end"]   = "the rear-end collision", ["for strain"] = "motor strain", ["for wreck"] = "the wreck",
  ["for pit crew"]   = "the pit crew", ["for quick stop"] = "the way out of the pits",
  forecast           = "{text}",
  tyres              = "on {tyres} tyres",
  wear               = "{category} -{lost}: {why}",
  spin               = "spins: {why}",
  crash              = "runs into {other}",
  collision          = "touches {other}",
  blocked            = "has no way past",
  marker             = "a damage marker on {space}",
  eliminated         = "will only coast on: {why}",
  slipstream         = "goes on in the slipstream of {other}",
  more               = "{spaces} {why}",
  pit                = "{text}",
  ["answer gear"]    = "", ["answer leave gear"]      = "", -- what follows says it
  ["answer path"]    = "", ["answer slipstream path"] = "", ["answer slipstream"] = "",
  ["answer model"]   = "",
  ["answer tyres"]   = "", ["answer repair"]          = "", ["answer pit stop"]   = "",
  ["answer pit no"]  = "", ["answer pit"]             = "heads for the pits",
  ["answer extra no"] = "", ["answer extra"]          = "",
  ["answer wait no"] = "",  ["answer wait"]           = "waits behind the wreck",
  ["path K"]         = "B -{count}", ["path T"] = "T -{count}", ["path C"] = "into the car ahead",
}

-- What is counted at the end of a car's race.
V.counts = { T = "T left", B = "B left", G = "G left", C = "C left", E = "E left", H = "H left" }

-- Who drives for those who are not there, a row each.
V.drivers = drivers()

-- The rules ---------------------------------------------------------------------------------------------------------------

--- Whether it rains.
function V:wet(race) return self:weather_line(race).wet end

--- The number that a rule has for the weather.
function V:by_weather(race, rule) return self:wet(race) and rule.wet or rule.dry end

-- The lines of the weather by their names, with their numbers.
V.weather_lines = racing.derived(function(self)
  local lines = {}
  for i, line in ipairs(self.weather.lines) do
    lines[line.name] = lines[line.name] or { number = i, name = line.name, again = line.again, wet = line.wet }
  end
  return lines
end)

--- The line of the weather that holds now.
function V:weather_line(race) return self.weather_lines[race.weather] end

--- Takes wear points from a car, as far as it has them, and returns the level as if it had.
function V:lose(race, car, category, points, why)
  if points == 0 then return car.wp[category] end
  local level = car.wp[category] - points
  local left = math.max(0, level)
  local lost = car.wp[category] - left
  if lost > 0 then
    car.wp[category] = left
    race:tell(car, "wear", "category", category, "lost", lost, "left", left, "why", why)
    if category == "C" or category == "E" then car.damaged = true end
  end
  return level
end

--- The same for body, engine and handling, of which the last point eliminates a car.
function V:damage(race, car, category, points, why)
  local last, damaged = self.eliminated[category], car.damaged
  if self:lose(race, car, category, points, why) <= last.at and car.coasting == "" then
    car.coasting, car.damaged = last.why, damaged -- its marker is left where it comes to stand (ruling E29)
    race:tell(car, "eliminated", { why = last.why })
  end
end

--- Puts a damage marker on a space, at most one.
function V:mark(race, space)
  if not space or space.pit then return end
  for _, marked in ipairs(race.debris) do
    if marked == space then return end
  end
  table.insert(race.debris, space)
  race:tell(race, "marker", { space = space.name })
end

--- Leaves the marker of a car's damage where its move has ended.
function V:litter(race, car)
  if not car.damaged then return end
  car.damaged = false
  self:mark(race, car.space)
end

function V:spin(race, car, why)
  car.spun = true
  race:tell(car, "spin", { why = why })
  race:count(car, "spins")
end

--- Order of play among cars that are level: the higher gear of the last move (ruling E18), then nearest the inside of the corner
--- that is next or present.
function V:level(race, a, b)
  if a.gear ~= b.gear then return a.gear > b.gear end
  return self:off_inside(race, a) < self:off_inside(race, b)
end

--- How many lanes a car is off the inside of the present or next corner.
function V:off_inside(race, car) return car.space.pit and 0 or race:off_inside(car) end

--- Game play: weather, the cars, their tyres, and the starting positions.
function V:session(race)
  local cars = race:cars()
  for _, car in ipairs(cars) do self:fit_out(race, car) end
  self:prepare(race, cars)
  local score = {}
  local totals = race:roll_each(cars, self.grid_dice, "grid", function(car) return "wear points", wear.total(car.wp) end,
    function(car) return "+" .. wear.total(car.wp) .. ", the highest first" end)
  for i, car in ipairs(cars) do score[car] = totals[i] end
  race:grid(grid.by_score(race, cars, score, self.grid_dice))
end

--- Weather and tyres. Where the track has no weather chart it stays dry, and bots keep the tyres of their entries (ruling E23).
function V:prepare(race, cars)
  if not race:weather_chart(1) then return self:choose_tyres(race, self:attended(race, cars)) end
  self:check_chart(race)
  local sessions = { "qualifying", "the race" } -- the first has no effect: there are no qualifying laps (ruling E22)
  local faces = race:roll_each({ race, race }, self.weather.dice, "weather", nil, function(_, i) return sessions[i] end)
  for i, what in ipairs(sessions) do race.weather = self:forecast(race, what, faces[i]) end
  self:choose_tyres(race, cars)
end

--- Checks that the track's chart says nothing but weather that there is, for every face of its d20.
function V:check_chart(race)
  for face = 1, 20 do
    local says = race:weather_chart(face)
    if not self.weather.shift[says] then
      local there = {}
      for word in pairs(self.weather.shift) do table.insert(there, word) end
      error("weather: the track's chart says " .. says .. " for " .. face .. "; there are " .. table.concat(there, ", "))
    end
  end
end

--- The cars that people drive.
function V:attended(race, cars)
  local list = {}
  for _, car in ipairs(cars) do
    if race:attended(car) then table.insert(list, car) end
  end
  return list
end

--- Drivers choose their tyres; nobody sees what the others take before all have.
function V:choose_tyres(race, cars)
  local chosen = race:ask(cars, "tyres", self:tyre_options(), function(car)
    return { text = "which tyres", default = race:weather_chart(1) and self.tyre_kinds[1] or car.tyres }
  end)
  for i, car in ipairs(cars) do
    car.tyres = chosen[i].id
    race:tell(car, "tyres", { tyres = car.tyres })
  end
end

--- Gives a car the wear points of its model, or its own, and the points that it was given before the race.
function V:fit_out(race, car)
  if self:asks_for_car(race, car) then self:choose_car(race, car) end
  local points = car.custom ~= "" and self:custom_car(car) or car.country ~= "" and self:national_car(car)
  if points then car.wp = points end
  local extra, wrong = wear.parse(car.extra)
  if wrong then error(car.name .. ": extra: " .. wrong) end
  car.wp = wear.sum(car.wp, extra)
  car.base = wear.sum(car.wp, {})
  race:tell(car, "car", { model = car.model ~= "" and car.model or "a car of his own", wp = wear.text(car.wp) })
end

--- Whether a driver is asked for his car. What `all` asks bots is which one of their country.
function V:asks_for_car(race, car)
  local who = self.ask_for_cars
  if who == "nobody" then return false end
  return race:attended(car) or who == "all" and car.country ~= "" and car.custom == ""
end

--- At the grid a driver takes a car of his country, or deals out points of his own; Enter keeps what his entry has.
function V:choose_car(race, car)
  local options, kept = self:car_options(car)
  local more = { text = "which car", default = kept }
  if race:attended(car) then
    more.text, more.read = self:car_question(), function(text) return self:read_points(text) end
  end
  local id = race:ask(car, "model", options, more).id
  if id == kept then return end
  local dealt = self:read_points(id) ~= nil
  car.model, car.custom = dealt and "" or id, dealt and id or ""
end

--- The cars that a driver can choose by name, and the one that his entry has: of his country, or points of his own.
function V:car_options(car)
  local options, kept = {}
  if car.custom ~= "" or car.country == "" then
    kept = wear.text(car.custom ~= "" and self:custom_car(car) or car.wp)
    table.insert(options, { id = kept, wp = kept })
  else
    self:national_car(car) -- the first one, if the entry names none
    kept = car.model
  end
  if car.country ~= "" then
    for _, row in ipairs(self:models(car)) do table.insert(options, { id = row.name, wp = row.wp }) end
  end
  return options, kept
end

--- How a person is asked for his car: "... 20 points of your own, such as ... (T 1-14, B G C E H 1-7)".
function V:car_question()
  local rule, limits = self.custom, {}
  for _, category in ipairs(wear.order) do
    local range, last = rule[category][1] .. "-" .. rule[category][2], limits[#limits]
    if last and last.range == range then
      last.names = last.names .. " " .. category
    else
      table.insert(limits, { names = category, range = range })
    end
  end
  for i, limit in ipairs(limits) do limits[i] = limit.names .. " " .. limit.range end
  local own = rule.total .. " points of your own, such as " .. rule.example
  return "which car, or " .. own .. " (" .. table.concat(limits, ", ") .. ")"
end

--- Reads points that a driver deals out: as they are written, or nil and what is wrong.
function V:read_points(text)
  local points, wrong = wear.parse(text)
  if not points then return nil, wrong .. "; or choose a car of the list" end
  wrong = wear.beyond(points, self.custom)
  if not wrong then return wear.text(points) end
  local free = self.custom.total - wear.total(points)
  return nil, wrong .. (free > 0 and "; " .. free .. " of " .. self.custom.total .. " are free" or "")
end

--- A car of 20 points that its driver dealt out (ruling E15).
function V:custom_car(car)
  local points, wrong = wear.parse(car.custom)
  wrong = wrong or wear.beyond(points, self.custom)
  if wrong then error(car.name .. ": custom: " .. wrong) end
  return points
end

--- The car of a country: the model named, or the first of the list.
function V:national_car(car)
  local there = {}
  for _, row in ipairs(self:models(car)) do
    if row.name == car.model or car.model == "" then
      car.model = row.name
      return wear.parse(row.wp)
    end
    table.insert(there, row.name)
  end
  error(car.name .. ": " .. car.country .. " has no " .. car.model .. "; there are " .. table.concat(there, ", "))
end

--- The cars of a driver's country.
function V:models(car)
  local there = {}
  for _, country in ipairs(self.countries) do
    if country.name == car.country then return country.cars end
    table.insert(there, country.name)
  end
  error(car.name .. ": there is no country " .. car.country .. "; there are " .. table.concat(there, ", "))
end

--- What the track's weather chart says for a face of the die.
function V:forecast(race, what, face)
  local outcome = race:weather_chart(face)
  race:tell(race, "forecast", { text = "the chart for " .. what .. " says " .. outcome })
  return outcome
end

--- During the race: a long throw while the weather is changeable has the chart rolled again.
function V:change_weather(race, gear, value)
  if value ~= self.weather.throw[gear] then return end
  local line = self:weather_line(race)
  if not line.again or not race:weather_chart(1) then return end
  local what = "the hours to come"
  local outcome = self:forecast(race, what, (race:roll(race, self.weather.dice, "weather", function() return what end)))
  race.weather = self.weather.lines[line.number + self.weather.shift[outcome]].name
  if race.weather ~= line.name then race:tell(race, "forecast", { text = "the weather is now: " .. race.weather }) end
end

--- The kinds of tyres to choose from.
function V:tyre_options()
  local options = {}
  for _, tyres in ipairs(self.tyre_kinds) do table.insert(options, { id = tyres }) end
  return options
end

-- The row of the tyres that holds on a lap, of those for one weather.
local function on_lap(rows, lap)
  local last
  for _, row in ipairs(rows) do
    if row.lap <= lap then last = row end
  end
  return last
end

-- The rows of the tyres lap by lap, up to the one from which on nothing changes: by the line of the weather, and by kind.
V.tyre_laps = racing.derived(function(self)
  local all = {}
  for _, line in ipairs(self.weather.lines) do
    all[line.name] = {}
    for kind, weathers in pairs(self.tyres) do
      local rows, laps, last = weathers[line.wet and "wet" or "dry"] or {}, {}, 1
      for _, row in ipairs(rows) do last = math.max(last, row.lap) end
      for lap = 1, last do laps[lap] = on_lap(rows, lap) end
      all[line.name][kind] = laps
    end
  end
  return all
end)

--- What a car's tyres do in this weather and on this lap of theirs.
function V:tyre_rule(race, car)
  local laps = self.tyre_laps[race.weather][car.tyres]
  return laps[car.tyre_laps + 1] or laps[#laps]
end

--- The spaces that tyres add to a move; out of the pits those alone that are compulsory (ruling E32).
function V:tyre_spaces(race, car, spaces)
  local more, choice = self:tyre_bonus(race, car, spaces)
  if more == 0 or choice and car.space.pit then return 0 end
  if choice and not race:confirm(car, "extra", "text", "a space more", "default", "no", "about", spaces) then return 0 end
  return self:add(race, car, more, self:on_tyres(race, car))
end

--- The spaces that tyres can add to a move of so many, and whether the driver may do without them.
function V:tyre_bonus(race, car, spaces)
  local rule = self:tyre_rule(race, car)
  if not rule.spaces or rule.corner and not self:meets_corner(race, car, spaces) then return 0 end
  return rule.spaces, rule.choice
end

--- What a car's tyres add spaces by, in words.
function V:on_tyres(race, car) return "on " .. car.tyres .. " tyres" .. (self:wet(race) and " in rain" or "") end

--- Tells why a move has more spaces, or fewer, than its die, and returns them.
function V:add(race, car, spaces, why)
  if spaces ~= 0 then race:tell(car, "more", "spaces", (spaces > 0 and "+" or "") .. spaces, "why", why) end
  return spaces
end

--- Whether a move of so many spaces touches a corner.
function V:meets_corner(race, car, spaces)
  local at = car.space
  for _ = 1, spaces do
    at = race:ahead(at)
    if not at then return false end
    if at.corner then return true end
  end
  return false
end

--- Opens a round: wrecks that have stood long enough are taken away.
function V:open(race)
  race.met = {}
  for _, car in ipairs(race:cars()) do
    if car.status == "out" and car.space and car.stands_until > 0 and race.round > car.stands_until then race:remove(car) end
  end
end

--- A driver's turn.
function V:turn(race, car)
  if car.coasting ~= "" then
    self:coast(race, car)
  elseif self:in_pits(car) then
    self:pit_turn(race, car)
  elseif car.gear == 0 and not car.stalled then
    self:get_away(race, car)
  else
    self:race_turn(race, car)
  end
  self:litter(race, car)
  if car.status ~= "running" then self:tally(race, car) end
end

--- Whether a car is in the pits.
function V:in_pits(car) return car.space.pit end

--- Start.
function V:get_away(race, car)
  if self:waits(race, car) then return end
  local row = self.start:roll(race, car)
  car.stalled = row.stalls or false
  if car.stalled then return end
  car.gear = self.gears.first
  if row.spaces then
    self:move(race, car, row.spaces)
  else
    self:drive_on(race, car)
  end
end

--- Driving: gear, die, move. A car that stalled, spun or waited drives off in 1st.
function V:race_turn(race, car)
  if self:waits(race, car) then return end
  local pits = self:heads_for_pits(race, car)
  if car.stalled or car.spun then
    car.stalled, car.spun, car.gear = false, false, self.gears.first
  else
    self:shift(race, car)
  end
  self:drive_on(race, car, pits)
end

--- Whether a driver right behind a standing wreck, with no way past it, waits for it to be taken away (ruling E26).
function V:waits(race, car)
  local wreck = race:car_ahead(car, 1)
  if not wreck or wreck.status == "running" then return false end
  local past = self.standing_wreck.past
  if race:paths(car, past, { changes = self.lane_changes.straight }).longest >= past then return false end
  if not race:confirm(car, "wait", "text", "wait behind the wreck", "default", "yes", "about", wreck) then return false end
  self:stop_dead(car)
  race:count(car, "waits")
  return true
end

--- Leaves a car standing, to drive off in 1st.
function V:stop_dead(car) car.stalled = true end

--- The die for the gear, what hills and tyres add, and the move; into the pits if the driver wants to and gets there.
function V:drive_on(race, car, pits)
  local value = self:throw(race, car)
  local spaces = value + self:add(race, car, self:hill(race, car, value))
  spaces = spaces + self:tyre_spaces(race, car, spaces)
  if pits and self:enter_pits(race, car, spaces) then return end
  self:move(race, car, spaces)
  self:motor_strain(race, car, value)
end

--- What a hill adds to a move that begins on it, and which way it leads.
function V:hill(race, car, value)
  local slope, rule = car.space.hill, self.hills
  if not slope or not string.find(race.track, rule.at, 1, true) then return 0 end
  return math.max(rule[slope], rule.least - value), slope .. "hill"
end

--- The driver announces his gear. Where `free`, shifting down wears nothing.
function V:shift(race, car, free)
  local from = self:in_gear(car)
  local choice = race:ask(car, "gear", self:gear_options(car, free), "text", self:gear_question(car), "default", from)
  local gear = tonumber(choice.id)
  local cost = not free and self.gears.down[from - gear - 1]
  if cost then
    local why = "from " .. from .. " down to " .. gear
    for _, category in ipairs(self.gears.wears) do
      if category == "E" then
        self:damage(race, car, "E", cost.E, why)
      else
        self:lose(race, car, category, cost[category], why)
      end
    end
  end
  self:engage(car, gear)
end

--- The gear from which a driver shifts.
function V:in_gear(car) return car.gear end

--- How a driver is asked for his gear.
function V:gear_question() return "which gear" end

-- The gears that drivers can choose, by the gear they are in and what they lack.
V.choices = racing.derived(function(self) return gears.choices(self.gears, self.gears.forgiven) end)

--- The gears that a driver can choose, as a list that all share.
function V:gear_options(car, free)
  if free then return gears.options(self.gears, self:in_gear(car), car.wp, self.gears.forgiven, free) end
  return gears.choose(self.choices, self:in_gear(car), car.wp)
end

--- Puts a car into the gear that was chosen.
function V:engage(car, gear) car.gear = gear end

--- Rolls the die for the gear; returns the spaces of the table.
function V:throw(race, car)
  local value = self.movement[car.gear]:roll(race, car, "gear").spaces
  self:change_weather(race, car.gear, value)
  return value
end

--- Moves a car so many spaces on the track, and meets the cars it then stands beside.
function V:move(race, car, spaces)
  local from = car.space
  local free, changes = self:free_ways(race, car, spaces)
  local left = spaces - free.longest
  if left == 0 or not self:blocked(race, car, free.longest, left, changes) then self:go(race, car, free, changes) end
  if car.space ~= from then self:touch(race, car) end
end

--- For forks: a move leads as far as `reach`, with so many lane changes, and for the spaces `left` of it the track is blocked.
--- True says that the fork has moved the car itself, and the blocked track rule does not apply.
function V:blocked() return false end

--- The path that the driver chooses, and the slipstream.
function V:go(race, car, free, changes)
  local paths, crash = self:ways(race, car, free, changes)
  local path = race:ask(car, "path", paths)
  self:follow(race, car, path, crash)
  if path.unused == 0 and #path.overran == 0 then self:slipstream(race, car) end
end

--- The paths on which a car drives so many spaces, braking as the driver likes, and their lane changes: beyond those of a
--- straight only where they lead further (ruling E19). In a pit lane nobody brakes: who comes out of one does so on the track.
function V:free_ways(race, car, spaces)
  local track = car.space.pit and math.max(0, spaces - self:lane_left(race, car) - 1) or spaces
  local letters = string.rep("K", math.min(car.wp.B, track))
  local best, changes = nil, self.lane_changes.straight
  for n = self.lane_changes.straight, self.lane_changes.overtaking do
    local paths = race:paths(car, spaces, "changes", n, "unused", letters, "hazards", race.debris)
    if not best or paths.longest > best.longest then best, changes = paths, n end
    if best.longest == spaces then break end
  end
  return best, changes
end

--- Of the free ways the paths that a car may take, and the spaces that nothing takes off it but the car ahead: tyres and bodywork
--- brake only where the track is blocked (ruling E21).
function V:ways(race, car, free, changes)
  local spaces = free.asked
  if free.longest + car.wp.B >= spaces then return free, 0 end
  local brakes = car.wp.B
  local short = spaces - free.longest - brakes
  local skid = math.min(short, car.wp.T)
  local letters = string.rep("K", brakes) .. string.rep("T", skid) .. string.rep("C", short - skid)
  race:tell(car, "blocked", {})
  race:count(car, "blocked")
  return race:paths(car, spaces, "changes", changes, "unused", letters, "hazards", race.debris), short - skid
end

--- Drives along a path and takes what it costs.
function V:follow(race, car, path, crash)
  local unused = path.unused
  if unused > 0 then
    local braked = math.min(unused, car.wp.B)
    self:lose(race, car, "B", braked, "braking")
    self:lose(race, car, "T", unused - braked - crash, "skidding, the track is blocked")
  end
  local verdict = self:judge(race, car, path)
  local driven = verdict.out and path.home and {} or self:drive(race, car, path) -- out before the line is not home
  if verdict.tyres > 0 then self:lose(race, car, "T", verdict.tyres, verdict.why) end
  if verdict.out then
    if path.to then self:mark(race, path.to) end
    race:retire(car, verdict.why)
  end
  if car.status ~= "running" then return driven end
  if verdict.spins then self:spin(race, car, verdict.why) end
  if path.hazards > 0 then self:rattle(race, car, driven) end
  if crash > 0 then self:run_into(race, car) end
  return driven
end

--- Overshooting: what a path costs a car that drives it.
function V:judge(race, car, path)
  local verdict = self:verdict(race, car, path, car.wp.T)
  for _ = 1, verdict.overshot do race:count(car, "overshoots") end
  return verdict
end

-- The verdict on a path that overshoots no corner.
local spotless = { overshot = 0, tyres = 0, spins = false, out = false, why = "" }

--- What a path costs in tyres to a car that has so many points left of them, and whether it spins or is out. Corners are judged
--- in order (ruling E8). The verdict is read, never written.
function V:verdict(race, car, path, left)
  if #path.overran == 0 then return spotless end
  local rule, verdict = self.overshooting, { overshot = 0, tyres = 0, spins = false, out = false, why = "" }
  local factor = self:tyre_rule(race, car).penalty or 1
  for _, over in ipairs(path.overran) do
    local name = race:corner(over.corner).name
    verdict.overshot = verdict.overshot + 1
    if over.missing > rule.missing then
      verdict.out, verdict.why = true, name .. " overshot with " .. over.missing .. " stops missing"
      return verdict
    end
    local cost = over.beyond * factor
    verdict.why = name .. " overshot by " .. over.beyond .. (factor > 1 and ", times " .. factor or "")
    verdict.tyres, left = verdict.tyres + cost, left - cost
    if left < rule.spins then
      verdict.out = true
      return verdict
    elseif left == rule.spins then
      verdict.spins, left = true, 0
    end
  end
  return verdict
end

--- Drives and counts the laps of the tyres: not one that began in the pits (ruling E24), nor the run to the line.
function V:drive(race, car, path)
  local lap, fresh = car.lap, car.space.pit
  local _, driven = race:drive(car, path)
  if car.lap > math.max(lap, 1) and not fresh then car.tyre_laps = car.tyre_laps + 1 end
  return driven
end

--- Damage and road handling: a roll for each marked space driven over.
function V:rattle(race, car, driven)
  if #race.debris == 0 then return end
  local rule, marked = self.handling, {}
  for _, space in ipairs(race.debris) do marked[space] = true end
  local most = self:by_weather(race, rule)
  for _, space in ipairs(driven) do
    if marked[space] and race:roll(car, rule.dice, "handling", "gear", -car.gear,
      function() return "up to " .. most + car.gear .. " hits debris on " .. space.name end) <= most then
      self:damage(race, car, "H", rule.points, "debris on " .. space.name)
    end
  end
end

--- Blocked track rule: a car that could not stop runs into the one ahead.
function V:run_into(race, car)
  local rule, ahead = self.rear_end, race:ahead(car.space)
  local other = ahead and race:car_on(ahead) or race:cars_beside(car)[1]
  if not other then return end
  local hit = { car }
  if other.status == "running" then table.insert(hit, other) end -- a wreck does not mind (ruling E10)
  race:tell(car, "crash", { other = other.name })
  race:count(car, "rear-end collisions")
  race.met[self:pair(car, other)] = true
  for _, one in ipairs(hit) do self:lose(race, one, "C", rule.body, "a rear-end collision") end
  if race:roll(car, rule.dice, "rear-end", function() return "up to " .. car.gear .. " is a hard one" end) <= car.gear then
    self:lose(race, car, "C", rule.more, "a hard rear-end collision")
    for _, one in ipairs(hit) do self:spin(race, one, "the collision") end
  end
  for _, one in ipairs(hit) do
    if one.wp.C <= self.eliminated.C.at then self:stand(race, one, self.eliminated.C.why, self.rear_end.cleared) end
    self:litter(race, one)
    if one ~= car and one.status ~= "running" then self:tally(race, one) end
  end
end

--- Collision: a roll for each pair of cars side by side, once a round (ruling E5).
function V:touch(race, car)
  local rule = self.collision
  if not self:may_collide(race, car) then return end
  for _, other in ipairs(race:cars_beside(car, rule.diagonal)) do
    local pair = self:pair(car, other)
    if self:may_collide(race, other) and not race.met[pair] then
      race.met[pair] = true
      local most = self:by_weather(race, rule)
      local function will() return "up to " .. most .. " collides with " .. other.name end
      if race:roll(car, rule.dice, "collision", will) <= most then
        race:tell(car, "collision", { other = other.name })
        race:count(car, "collisions")
        self:damage(race, car, "C", rule.body, "collision with " .. other.name)
        self:damage(race, other, "C", rule.body, "collision with " .. car.name)
        self:litter(race, other)
      end
    end
  end
end

--- Whether a car takes part in collisions.
function V:may_collide(_, car) return car.status == "running" and car.coasting == "" end

--- The name of a pair of cars, whichever is named first.
function V:pair(a, b)
  if a.name < b.name then return a.name .. " and " .. b.name end
  return b.name .. " and " .. a.name
end

--- Motor damage: after the move of a long throw.
function V:motor_strain(race, car, value)
  local rule = self.strain
  if car.status ~= "running" or not rule.from[car.gear] or value < rule.from[car.gear] then return end
  local most = self:by_weather(race, rule)
  if race:roll(car, rule.dice, "strain", function() return "up to " .. most .. " costs an engine point" end) <= most then
    self:damage(race, car, "E", rule.engine, "redlining the engine")
  end
end

--- Slipstreaming: three spaces more behind a car in 4th gear or higher that is no faster.
function V:slipstream(race, car)
  local rule = self.slipstreaming
  if car.gear < rule.gear or car.status ~= "running" or car.coasting ~= "" or car.spun or car.space.pit then return end
  local other = race:car_ahead(car, 1)
  if not other or other.gear < rule.gear or car.gear < other.gear then return end
  if other.status ~= "running" or other.coasting ~= "" or other.spun then return end
  local letters, corner = string.rep("K", math.min(car.wp.B, rule.spaces - 1)), car.space.corner
  local areas = self:next_corner(race, car, rule.spaces + rule.brakes_into_corner - car.wp.B)
  local paths = race:paths(car, rule.spaces, "changes", rule.changes, "unused", letters, "hazards", race.debris, "areas", areas)
  if paths.count == 0 then return end -- nor is one offered that moves the car no space (ruling E31)
  if not race:confirm(car, "slipstream", "text", "slipstream behind " .. other.name, "default", "no") then return end
  race:tell(car, "slipstream", "other", other.name)
  race:count(car, "slipstreams")
  for _, space in ipairs(self:follow(race, car, race:ask(car, "slipstream path", paths), 0)) do
    if space.corner and space.corner ~= corner then
      return self:lose(race, car, "B", rule.brakes_into_corner, "carried into a corner")
    end
  end
end

--- The spaces of the corner that lies before a car, as an area of its paths: those that enter it drive at least `least` spaces,
--- so that a Brake WP is left for it (ruling E31).
function V:next_corner(race, car, least)
  for _, ahead in ipairs(race:corners_ahead(car, 2)) do
    if ahead.number ~= car.space.corner then
      local corner, area = race:corner(ahead.number), { shortest = math.max(0, least) }
      for row = corner.from, corner.to do
        for _, space in ipairs(race:row(row)) do table.insert(area, space) end
      end
      return { area }
    end
  end
  return {}
end

--- An eliminated car coasts on in its lane, as far as the car ahead lets it, and then stands in the way (ruling E10).
function V:coast(race, car)
  local path = race:paths(car, self.elimination.coasts, { straight = true, never_home = true, shortest = 0 }):best { steps = 1 }
  if path.steps > 0 then race:drive(car, path) end
  self:stand(race, car, car.coasting)
end

--- Leaves a car standing as an obstacle: for some rounds in a race of several laps, and where `cleared` in any, otherwise to its
--- end.
function V:stand(race, car, why, cleared)
  if car.space.pit then return race:retire(car, why) end
  race:wreck(car, why)
  self:mark(race, car.space)
  if cleared or race.laps > 1 then
    local rounds = self.elimination.rounds
    car.stands_until = race.round + rounds
      + race:roll(car, self.elimination.dice, "wreck", function() return "and " .. rounds .. " rounds it stands there" end)
  end
end

--- Pit stops: whether the driver wants to turn in, asked where the highest gear could bring him there.
function V:heads_for_pits(race, car)
  local lane = car.lap >= self.pits.first_lap and car.lap < race.laps and race:pit_lane()
  if not lane then return false end
  local gear = (car.stalled or car.spun) and self.gears.first or math.min(car.gear + self.gears.up, self.gears.last)
  if not race:spaces_to(car, lane.first, self:furthest(race, car, gear)) then return false end
  return race:confirm(car, "pit", "text", "into the pits", "default", "no")
end

--- The most spaces that a gear can move a car from where it stands.
function V:furthest(race, car, gear)
  local value = self.movement[gear][20].spaces
  local spaces = value + self:hill(race, car, value)
  return spaces + self:tyre_bonus(race, car, spaces)
end

--- The number of the box of a car's country: its place in the list of entries.
function V:box(race, car)
  local boxes = race:pit_lane().boxes
  for i, other in ipairs(race:cars()) do
    if other == car then return (i - 1) % boxes + 1 end
  end
end

--- Turns into the pit lane if the move is long enough, and perhaps straight into the box; false when it is not. Who finds his box
--- taken drives through with all of his roll (ruling E24).
function V:enter_pits(race, car, spaces)
  local paths = race:paths(car, spaces, "changes", self.lane_changes.straight, "pit", true, "shortest", 1)
  local box, mine = self:box(race, car), nil
  for _, path in ipairs(paths:list()) do
    local to = path.to
    local pit = to and to.pit and #path.overran == 0
    if pit and (to.box == box or not to.box and not mine) then mine = path end
  end
  if not mine then return false end
  car.served = false
  self:rattle(race, car, self:drive(race, car, mine))
  race:tell(car, "pit", { text = "comes into the pits" })
  race:count(car, "pit visits")
  if car.space.box then
    self:pit_stop(race, car)
  elseif mine.unused > 0 then
    self:drive_lane(race, car, mine.unused)
  end
  return true
end

--- A turn that begins in the pit lane or in a box. Gearing down, blocking, braking and motor strain do not apply.
function V:pit_turn(race, car)
  car.spun = false
  if car.space.box then
    self:leave_box(race, car)
  else
    self:shift(race, car, true)
    self:drive_pits(race, car, self:throw(race, car))
  end
end

--- Drives on in the pits: into the box, or on in the lane.
function V:drive_pits(race, car, spaces)
  local box = not car.served and self:way_to_box(race, car, spaces)
  if not box then return self:drive_lane(race, car, spaces + self:tyre_spaces(race, car, spaces)) end
  self:drive(race, car, box)
  self:pit_stop(race, car)
end

--- The way from the lane into a car's own box in up to so many spaces, nil if there is none.
function V:way_to_box(race, car, spaces)
  local box = self:box(race, car)
  for _, path in ipairs(race:paths(car, spaces, { pit = true, shortest = 1 }):list()) do
    if path.to and path.to.box == box then return path end
  end
end

--- Drives on in the pit lane, up to the car ahead, and out of it: from there on exactly the spaces that are left, by the path and
--- with the brakes that the driver chooses (ruling E27).
function V:drive_lane(race, car, spaces)
  local free, changes = self:free_ways(race, car, spaces)
  if free.longest > self:lane_left(race, car) then
    self:go(race, car, free, changes)
    self:touch(race, car)
  elseif free.longest > 0 then
    self:drive(race, car, race:paths(car, free.longest):best { steps = 1 })
  end
end

--- How many spaces of the pit lane lie before a car.
function V:lane_left(race, car)
  local spaces, at = 0, race:ahead(car.space)
  while at.pit do spaces, at = spaces + 1, race:ahead(at) end
  return spaces
end

--- In the box: what kind of stop. The tyres are fresh after each of them.
function V:pit_stop(race, car)
  local rule = self.pits
  local kind = race:ask(car, "pit stop", { "quick", "technical", "tyres" }, { text = "which stop", default = "quick" })
  car.served, car.tyre_laps = true, 0
  if car.wp.T < car.base.T then car.wp.T = car.base.T end
  race:tell(car, "pit", { text = "pit stop: " .. kind })
  race:count(car, "pit stops")
  if kind == "technical" then
    self:repair(race, car, self.pits.repairs - car.repaired)
  elseif kind == "tyres" then
    car.tyres = race:ask(car, "tyres", self:tyre_options(), { text = "which tyres", default = car.tyres }).id
    race:tell(car, "tyres", { tyres = car.tyres })
  elseif race:roll(car, rule.crew, "pit crew", function() return "up to " .. rule.quick .. " is quick" end) <= rule.quick then
    car.gear = rule.gear
    self:drive_pits(race, car, (race:roll(car, rule.quick_dice, "quick stop", function() return "so many spaces" end)))
  end
end

--- Recovers so many wear points, but never more than the race began with.
function V:repair(race, car, points)
  for _ = 1, points do
    local options = {}
    for _, category in ipairs(self.pits.repair) do
      local lacks = car.wp[category] < car.base[category]
      table.insert(options, { id = category, text = wear.names[category], no = not lacks and "nothing is worn there" or nil })
    end
    table.insert(options, { id = "none", text = "no more" })
    local category = race:ask(car, "repair", options, { text = "what to repair", default = "none" }).id
    if category == "none" then return end
    car.wp[category], car.repaired = car.wp[category] + 1, car.repaired + 1
    race:tell(car, "pit", { text = "repairs " .. wear.names[category] .. ", now " .. car.wp[category] })
  end
end

--- The round after the stop: off in 4th gear or lower.
function V:leave_box(race, car)
  local options = {}
  for gear = self.gears.first, self.pits.gear do table.insert(options, tostring(gear)) end
  car.gear = tonumber(race:ask(car, "leave gear", options, { text = "leave in which gear", default = tostring(self.pits.gear) }))
  self:drive_pits(race, car, self:throw(race, car))
end

--- Counts what is left of a car whose race is over.
function V:tally(race, car)
  for _, category in ipairs(wear.order) do race:count(car, self.counts[category], car.wp[category]) end
  if car.status == "home" then race:count(car, "rounds to the flag", race.round) end
end

-- What is at stake, said to a person who is asked ---------------------------------------------------------------------------

V.stakes = {}

--- A gear: the spaces that it may give, what the next corner makes of them, and what the motor risks.
function V.stakes.gear(self, race, car, option) return self:gear_stakes(race, car, tonumber(option.id)) end

function V.stakes.path(self, race, car, path) return self:path_stakes(race, car, path) end
V.stakes["slipstream path"] = V.stakes.path

V.stakes["leave gear"] = function(self, _, _, gear) return chances.spread(self.odds[tonumber(gear)].faces) end

function V.stakes.slipstream(self, race, car, choice)
  local rule = self.slipstreaming
  if choice == "no" then return "the move ends here" end
  local text = rule.spaces .. " spaces more"
  for _, corner in ipairs(race:corners_ahead(car, 2)) do
    if corner.number ~= car.space.corner and corner.entry <= rule.spaces then
      return text .. ", B -" .. rule.brakes_into_corner .. " into " .. race:corner(corner.number).name
    end
  end
  return text
end

function V.stakes.extra(self, race, car, choice, spaces)
  return spaces + (choice == "yes" and self:tyre_rule(race, car).spaces or 0) .. " spaces"
end

function V.stakes.wait(self, _, _, choice, wreck)
  if choice == "yes" then
    local stands = wreck.stands_until > 0 and "until round " .. wreck.stands_until or "to the end"
    return "no roll, no wear, then off in 1st; the wreck stands " .. stands
  end
  return "B, then T, for each space too many; then into it: C -" .. self.rear_end.body .. " or more"
end

function V.stakes.model(_, _, _, option)
  return option.wp and option.wp .. ", " .. wear.total(wear.parse(option.wp)) .. " points" or "points of your own"
end

function V.stakes.tyres(self, race, _, option)
  local rows = self.tyres[option.id]
  local dry, wet = "dry: " .. self:tyre_words(rows.dry), "in rain: " .. self:tyre_words(rows.wet)
  if not self:weather_line(race).again then return self:wet(race) and wet or dry end
  return self:wet(race) and wet .. "; " .. dry or dry .. "; " .. wet
end

function V.stakes.pit(_, _, car, choice)
  if choice == "yes" then return "fresh tyres, T " .. car.wp.T .. " of " .. car.base.T end
end

V.stakes["pit stop"] = function(self, _, car, kind)
  local rule, fresh = self.pits, "T " .. car.wp.T .. " to " .. math.max(car.wp.T, car.base.T)
  if kind == "quick" then
    return fresh .. ", off at once " .. chances.percent(1 - chances.least(rule.crew, rule.quick + 1)) .. ", or in the next round"
  end
  local more = kind == "tyres" and "another type of them" or rule.repairs - car.repaired .. " points repaired"
  return fresh .. ", " .. more .. ", off in the next round"
end

function V.stakes.repair(_, _, car, option)
  return car.base[option.id] and car.wp[option.id] .. " of " .. car.base[option.id]
end

--- How likely a gear moves a car so many spaces, as a list of { spaces, share }: what hills and tyres must add is in it.
function V:move_odds(race, car, gear)
  local list = {}
  for _, face in ipairs(self.odds[gear].faces) do
    local spaces = face[1] + self:hill(race, car, face[1])
    local more, choice = self:tyre_bonus(race, car, spaces)
    if not choice then spaces = spaces + more end
    table.insert(list, { spaces, face[2] })
  end
  return list
end

function V:gear_stakes(race, car, gear)
  if car.space.pit then return chances.spread(self.odds[gear].faces) end
  local list = self:move_odds(race, car, gear)
  return chances.spread(list) .. self:engine_words(race, car, gear) .. self:corner_words(race, car, list)
end

--- What a gear risks of the engine: by shifting down without a point, or by a long throw.
function V:engine_words(race, car, gear)
  local cost, rule = self.gears.down[self:in_gear(car) - gear - 1], self.strain
  if cost and cost.E > car.wp.E then return ", the engine blows" end
  if not rule.from[gear] then return "" end
  local strains = 0
  for _, face in ipairs(self.odds[gear].faces) do
    if face[1] >= rule.from[gear] then strains = strains + face[2] end
  end
  local fails = 1 - chances.least(rule.dice, self:by_weather(race, rule) + 1)
  return ", E -" .. rule.engine .. " " .. chances.percent(strains * fails)
end

--- What the next corner that asks a stop makes of moves, counted in the car's own lane and without the others.
function V:corner_words(race, car, list)
  local corner
  for _, one in ipairs(race:corners_ahead(car, 3)) do
    if one.owed > 0 then corner = corner or one end
  end
  if not corner then return "" end
  local stops, past = 0, 0
  for _, move in ipairs(list) do
    if move[1] > corner.exit then
      past = past + move[2]
    elseif move[1] >= corner.entry then
      stops = stops + move[2]
    end
  end
  if stops + past == 0 then return "" end
  local out = corner.owed > self.overshooting.missing and "out " or "past it "
  local words = {}
  if stops > 0 then table.insert(words, "stop " .. chances.percent(stops)) end
  if past > 0 then table.insert(words, out .. chances.percent(past)) end
  return "; " .. race:corner(corner.number).name .. ": " .. table.concat(words, ", ")
end

--- What a path costs in tyres, and what markers and the car ahead put at risk.
function V:path_stakes(race, car, path)
  local words = {}
  local skid = math.min(car.wp.T, math.max(0, path.unused - car.wp.B))
  local verdict = self:verdict(race, car, path, car.wp.T - skid)
  if verdict.out then return "out of the race" end
  local lost = math.min(car.wp.T, skid + verdict.tyres)
  if lost > 0 then table.insert(words, "T -" .. lost .. " of " .. car.wp.T) end
  if verdict.spins then table.insert(words, "spins") end
  if path.unused > car.wp.B + car.wp.T then table.insert(words, self:crash_words(car)) end
  if path.hazards > 0 then
    local rule = self.handling
    local safe = chances.least(rule.dice, self:by_weather(race, rule) + car.gear + 1) ^ path.hazards
    table.insert(words, "H -" .. rule.points .. " " .. chances.percent(1 - safe))
  end
  return table.concat(words, ", ")
end

--- What running into the car ahead costs.
function V:crash_words(car)
  local rule = self.rear_end
  local hard = chances.percent(1 - chances.least(rule.dice, car.gear + 1))
  return "C -" .. rule.body .. ", and " .. hard .. " to lose " .. rule.more .. " more and spin"
end

--- What the rows of a kind of tyres do in some weather.
function V:tyre_words(rows)
  local words = {}
  for _, row in ipairs(rows) do
    local does = {}
    if row.spaces then
      local when = row.choice and " by choice" or row.corner and " with a corner" or ""
      table.insert(does, "+" .. row.spaces .. when)
    end
    if row.penalty then table.insert(does, "overshooting times " .. row.penalty) end
    if #does > 0 then table.insert(words, (row.lap > 1 and "from lap " .. row.lap .. " " or "") .. table.concat(does, ", ")) end
  end
  return #words > 0 and table.concat(words, "; ") or "as rolled"
end

-- Bots ---------------------------------------------------------------------------------------------------------------------

--- The odds of the gears, which people are told too.
V.odds = racing.derived(function(self) return gears.odds(self.movement, "spaces", 40) end)

--- What drivers look ahead with: how gears move a car, and what that can cost.
V.outlooks = racing.derived(function(self) return { road = self:outlook(gears.moves(self.movement, "spaces")) } end)

--- The outlook of gears that move a car so many spaces.
function V:outlook(moves)
  local extra = 0
  for _, kind in ipairs(self.tyre_kinds) do
    for _, row in ipairs(self.tyres[kind].wet or {}) do extra = math.max(extra, row.spaces or 0) end
  end
  return {
    extra = extra,
    moves = moves, shifts = self.gears, amounts = { "T", "B", "G", "E" }, brake = "B", skid = "T", beyond = "T",
    missing = self.overshooting.missing, spins = -self.overshooting.spins,
    changes = self.lane_changes.straight, overtaking = self.lane_changes.overtaking,
    tow = {
      spaces = self.slipstreaming.spaces, changes = self.slipstreaming.changes, from = self.slipstreaming.gear, field = "gear",
      unless = { "coasting", "spun" },
    },
    sees = { mode = "gear", left = "wp", start = "base", free = "pit", hazards = "debris", hazard = "H", touch = "C" },
  }
end

--- What a driver sees that stands in no field of his car: see racing.look_ahead.
function V:seen(race, car)
  local tyres, more = self:tyre_rule(race, car), car.space.hill and self:hill(race, car, self.hills.least + 1) or 0
  if not (tyres.penalty or tyres.corner) and more == 0 then return end
  return { factor = tyres.penalty, extra = tyres.corner and tyres.spaces or nil, more = more }
end

--- What the drivers answer, by the question's key.
V.answers = {
  gear                = racing.look_ahead,
  ["leave gear"]      = racing.look_ahead,
  path                = racing.look_ahead,
  ["slipstream path"] = racing.look_ahead,
  slipstream          = racing.take_tow,
  pit                 = function(_, _, car, _, driver) return car.wp.T <= driver.pit and "yes" or "no" end,
  wait                = function(_, race, car) return race:car_on(race:ahead(car.space)).stands_until > 0 and "yes" or "no" end,
  tyres               = function(self, race, _, ask)
    return self:wet(race) and "rain" or ask.default == "rain" and "hard" or ask.default
  end,
  ["pit stop"]        = function(self, race, car)
    if (car.tyres == "rain") ~= (self:wet(race) or false) then return "tyres" end
    return car.repaired < self.pits.repairs and math.min(car.wp.C, car.wp.H, car.wp.E) <= 1 and "technical" or "quick"
  end,
  repair              = function(_, _, car, ask)
    local worst, least = "none", 2
    for _, category in ipairs(ask.options) do
      if category ~= "none" and car.wp[category] < least then worst, least = category, car.wp[category] end
    end
    return worst
  end,
}

return V
