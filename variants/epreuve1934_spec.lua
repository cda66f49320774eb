--- La Grande Épreuve 1934, clause by clause under the document's headings; where it is silent, by its ruling (E1 to E32).
local spec = require "spec"
local game = require "epreuve1934"
local gears = require "gears"
local notation = require "wear"

-- The proving ground has 130 rows of three lanes and the corners One (rows 51 to 55, one stop), Two (71 to 78, two stops), Left
-- (83 to 86, one stop, its inside is the lane called outside) and Three (101 to 112, three stops). R leads towards the inside.
-- The road climbs from 87 to 90 and falls from 91 to 94.

--- The movement table as the document prints it: spaces by gear, a digit or two for each face.
local book = {
  " 1  1  1  1  1  1  1  1  1  1  2  2  2  2  2  2  2  2  2  2",
  " 2  2  2  2  2  3  3  3  3  3  4  4  4  4  4  4  4  4  4  4",
  " 4  4  5  5  5  6  6  6  6  6  7  7  7  7  7  8  8  8  8  8",
  " 7  7  7  8  8  8  9  9  9 10 10 10 11 11 11 11 12 12 12 12",
  "11 11 12 12 13 13 14 14 15 15 16 16 17 17 18 18 19 19 20 20",
  "21 21 22 22 23 23 24 24 25 25 26 26 27 27 28 28 29 29 30 30",
}

--- The lowest face that moves a car so far in a gear.
local function face(gear, spaces)
  local n = 0
  for word in string.gmatch(book[gear], "%d+") do
    n = n + 1
    if tonumber(word) == spaces then return n end
  end
  error(spaces .. " spaces are not on the table in gear " .. gear)
end

--- Wear points from their notation; what it leaves out is 3, and 6 tyres.
local function wear(text)
  local points = { T = 6, B = 3, G = 3, C = 3, E = 3, H = 3 }
  for category, n in string.gmatch(text, " ([TBGCEH])(%d+)") do points[category] = tonumber(n) end
  return points
end

--- A car from a line such as "A@20/center 4th T7 B2", with other fields beside it.
local function car(line)
  local text = type(line) == "table" and line[1] or line
  local gear = string.match(text, " (%d)%a%a")
  local row = { wp = wear(text), base = wear(text), gear = tonumber(gear or 1) }
  row.name, row.at = string.match(text, "^(%w+)@?(%S*)")
  if row.at == "" then row.at, row.gear = nil, 0 end
  for key, value in pairs(type(line) == "table" and line or {}) do
    if key ~= 1 then row[key] = value end
  end
  return row
end

--- Lays down a race on the proving ground, on lap 1 of 2; `more` has other keys of spec.race.
local function lay(cars, more)
  local all = { variant = "epreuve1934", track = "proving", round = 5, cars = {} }
  for key, value in pairs(more or {}) do all[key] = value end
  for i, line in ipairs(cars) do all.cars[i] = car(line) end
  return spec.race(all)
end

--- A car that stands as a wreck.
local function wreck(text) return { text, status = "out", why = "crash", stands_until = 99 } end

--- Wrecks on the three lanes of a row, or on those whose names are given.
local function wall(row, ...)
  local list = {}
  for i, lane in ipairs { ... } do list[i] = wreck("W" .. row .. i .. "@" .. row .. "/" .. lane) end
  return list
end

--- Several lists as one.
local function join(...)
  local all = {}
  for _, list in ipairs { ... } do
    for _, item in ipairs(list) do table.insert(all, item) end
  end
  return all
end

--- Where a car stands; for one that left the track what became of it.
local function where(race, name)
  local a = race:car(name)
  return a.space and a.space.name or a.status
end

--- The categories named in a text, as a car has them: points(race, "A", "T B") is "T4 B1".
local function points(race, name, categories)
  local list = {}
  for category in string.gmatch(categories, "%u") do table.insert(list, category .. race:car(name).wp[category]) end
  return table.concat(list, " ")
end

--- The names of the spaces with damage markers, in the order in which they were put there.
local function debris(race)
  local names = {}
  for i, space in ipairs(race:field "debris") do names[i] = space.name end
  return table.concat(names, " ")
end

--- What is told of spaces that are added to a move, in order.
local function added(race)
  local list = {}
  for _, event in ipairs(race:events()) do
    if event.type == "more" then table.insert(list, event.spaces .. " " .. event.why) end
  end
  return table.concat(list, ", ")
end

--- Whether a question was put.
local function asked(race, key)
  for _, event in ipairs(race:events()) do
    if event.type == "answer" and event.ask == key then return true end
  end
  return false
end

--- How often dice were thrown for a purpose.
local function throws(race, purpose)
  local n = 0
  for _, event in ipairs(race:events()) do
    if event.type == "roll" and event.purpose == purpose then n = n + 1 end
  end
  return n
end

--- A path as it is written: a number alone stands behind a =, as a bare one would be that of a choice.
local function way(path) return string.match(path, "^%d+$") and "=" .. path or path end

--- Plays a turn, written "3rd 6: 1R4": the gear, the spaces that the table gives, the path; `more` has other dice and answers.
local function drive(race, name, turn, more)
  local gear, spaces, path = string.match(turn or "", "^(%d?)%a*%s*(%d*):?%s*(%w*)$")
  if spaces ~= "" then race:dice { gear = { face(tonumber(gear), tonumber(spaces)) } } end
  race:dice(more and more.dice or {})
  if more and more.touch then race:dice { collision = { more.touch } } end
  if gear ~= "" then race:answer(name, { gear = gear }) end
  if path ~= "" then race:answer(name, { path = way(path) }) end
  race:answer(name, more and more.answers or {})
  race:answer(name, { extra = more and more.extra, pit = not (more and more.answers and more.answers.pit) and "no" or nil })
  race:turn(name)
end

--- Checks what became of a car: where it is, wear, whether it spun, coasts or is out, damage markers.
local function check(race, name, want)
  if want.at then spec.expect(where(race, name)).equals(want.at) end
  if want.wear then spec.expect(points(race, name, want.wear)).equals(want.wear) end
  if want.other then spec.expect(points(race, "B", want.other)).equals(want.other) end
  if want.spun ~= nil then spec.expect(race:car(name).spun).equals(want.spun) end
  if want.stops then spec.expect(race:car(name).stops).equals(want.stops) end
  if want.debris then spec.expect(debris(race)).equals(want.debris) end
  if want.weather then spec.expect(race:field "weather").equals(want.weather) end
  if want.added then spec.expect(added(race)).equals(want.added) end
  if want.coasts ~= nil then spec.expect(race:car(name).coasting ~= "").equals(want.coasts) end
end

--- One spec a row: its name, A's line, A's turn, what becomes of A; `with` has other cars, `lay` other keys of the race.
local function cases(list)
  for _, case in ipairs(list) do
    spec.it(case[1], function()
      local race = lay(join({ case[2] }, case.with or {}), case.lay)
      if case.fails then
        spec.expect(function() drive(race, "A", case.turn or case[3], case) end).fails_with(case.fails)
      else
        drive(race, "A", case.turn or case[3], case)
        check(race, "A", case)
      end
    end)
  end
end

-- The gears -------------------------------------------------------------------------------------------------------------

spec.describe("Movement table", function()
  for gear = 1, 6 do
    spec.it("gear " .. gear, function()
      local n = 0
      for word in string.gmatch(book[gear], "%d+") do
        n = n + 1
        spec.expect(game.movement[gear][n].spaces).equals(tonumber(word))
      end
      spec.expect(n).equals(20)
    end)
  end
end)

spec.describe("Movement example", function()
  for _, row in ipairs { { 3, 6 }, { 4, 9 } } do
    local gear, spaces = row[1], row[2]
    spec.it("a seven in gear " .. gear .. " is " .. spaces, function()
      local race = lay { "A@20/center 3rd" }
      race:dice { gear = { 7 } }
      race:answer("A", { gear = gear, path = "=" .. spaces })
      race:turn "A"
      spec.expect(where(race, "A")).equals(20 + spaces .. "/center")
    end)
  end
end)

spec.describe("The gears", function()
  spec.it("a bot's odds come from the table alone: the number of faces that older rules gave is told", function()
    spec.expect(gears.odds(game.movement, "spaces", 40)[3].most).equals(8)
    spec.expect(function() gears.odds(game.movement, "spaces", 20, 40) end)
      .fails_with "gears.odds takes no number of faces: leave out the 20"
  end)
  cases {
    { "one gear up",                       "A@20/center 2nd", "3rd 4: 4", at = "24/center", wear = "B3 G3 E3" },
    { "the same gear again",               "A@20/center 3rd", "3rd 4: 4", at = "24/center", wear = "B3 G3 E3" },
    { "not two gears up",                  "A@20/center 1st", "3rd", fails = "one gear up at a time" },
    { "6th is the highest",                "A@20/center 6th", "6th 21: 21", at = "41/center" },
    { "there is no 7th",                   "A@20/center 6th", "7th", fails = "not among the choices" },
    { "the car stays in the gear it had",  "A@20/center 4th", "5th 11: 11", at = "31/center" },
  }
  spec.it("the gear is remembered", function()
    local race = lay { "A@20/center 4th" }
    drive(race, "A", "5th 11: 11")
    spec.expect(race:car("A").gear).equals(5)
  end)
end)

spec.describe("Gearing down", function()
  cases {
    { "one gear down costs nothing",                "A@20/center 4th", "3rd 4: 4", wear = "G3 B3 E3" },
    { "one gear skipped: one Gearbox WP",           "A@20/center 6th", "4th 7: 7", wear = "G2 B3 E3" },
    { "two skipped: one Brake WP too",              "A@20/center 6th", "3rd 4: 4", wear = "G2 B2 E3" },
    { "three skipped: one Engine WP too",           "A@20/center 6th", "2nd 2: 2", wear = "G2 B2 E2" },
    { "4th to 1st skips two",                       "A@20/center 4th", "1st 1: 1", wear = "G2 B2 E3" },
    { "5th to 1st skips three",                     "A@20/center 5th", "1st 1: 1", wear = "G2 B2 E2" },
    { "not from 6th to 1st",                        "A@20/center 6th", "1st", fails = "too far at once" },
    { "without Gearbox WP one gear down",           "A@20/center 6th G0", "5th 11: 11", wear = "G0" },
    { "without Gearbox WP no gear is skipped",      "A@20/center 6th G0", "4th", fails = "needs 1 G" },
    { "ruling E20: without Brake WP no two",        "A@20/center 6th B0", "3rd", fails = "needs 1 B" },
    { "ruling E20: without Brake WP one is",        "A@20/center 6th B0", "4th 7: 7", wear = "G2 B0" },
    { "the last Gearbox WP may go",                 "A@20/center 6th G1", "4th 7: 7", wear = "G0" },
    { "ruling E1: the last Engine WP may go",       "A@20/center 6th E1", "2nd 2: 2", wear = "G2 B2 E0", coasts = false },
    { "ruling E20: one more blows the engine",      "A@20/center 6th E0", "2nd 2: 2", wear = "E0", coasts = true },
  }
  spec.it("the options that all cars share are those of each gear and shortage", function()
    local choices, rules = gears.choices(game.gears, game.gears.forgiven), game.gears
    for gear = rules.first, rules.last do
      for n = 0, 26 do -- from 0 to 2 of each category, and a choice asks one at most
        local wp = { G = n % 3, B = math.floor(n / 3) % 3, E = math.floor(n / 9) }
        local shared, made = gears.choose(choices, gear, wp), gears.options(rules, gear, wp, rules.forgiven)
        spec.expect(#shared).equals(#made)
        for i, option in ipairs(made) do
          spec.expect(shared[i].id).equals(option.id)
          spec.expect(shared[i].text).equals(option.text)
          spec.expect(shared[i].no).equals(option.no)
        end
      end
    end
  end)
end)

-- Driving ---------------------------------------------------------------------------------------------------------------

--- The order in which cars throw for their move in a round; each stays in its gear and goes straight on.
local function order(lines)
  local race = lay(lines)
  for _, line in ipairs(lines) do
    local a = car(line)
    race:dice { gear = { 1 } }
    local spaces = string.match(book[a.gear], "%d+")
    race:answer(a.name, { gear = a.gear, path = "=" .. spaces, pit = "no" })
  end
  race:round()
  local names = {}
  for _, event in ipairs(race:events()) do
    if event.type == "roll" and event.purpose == "gear" then table.insert(names, event.car) end
  end
  return table.concat(names, " ")
end

spec.describe("Order of play", function()
  for _, case in ipairs {
    { "the car in front moves first",              "A@20/center 3rd", "B@40/center 3rd",           "B A" },
    { "on a later lap too",            { "A@20/center 3rd", lap = 2 }, "B@40/center 3rd",          "A B" },
    { "level: the higher gear",                    "A@20/inside 3rd", "B@20/outside 4th",          "B A" },
    { "level: the gear before the inside",         "A@60/inside 2nd", "B@60/outside 3rd",          "B A" },
    { "level in gear: nearest the inside",         "A@20/outside 3rd", "B@20/inside 3rd",          "B A" },
    { "the inside of the next corner: Left",       "A@80/inside 2nd", "B@80/outside 2nd",          "B A" },
    { "the inside of the corner they are in",      "A@84/inside 2nd", "B@84/outside 2nd",          "B A" },
    { "ruling E18: the gear of the last move",     "A@20/outside 4th", "B@20/inside 3rd",          "A B" },
  } do
    spec.it(case[1], function() spec.expect(order { case[2], case[3] }).equals(case[4]) end)
  end
  spec.it("a car that overtook the leader moves first in the next round", function()
    local race = lay { "A@30/inside 3rd", "B@27/outside 4th" }
    race:dice { gear = { 1, 20, 1, 1 } }
    race:answer("A", { gear = { 3, 3 }, path = { "=4", "=4" } })
    race:answer("B", { gear = { 4, 4 }, path = { "=12", "=7" } })
    race:round()
    race:round()
    local names = {}
    for _, event in ipairs(race:events()) do
      if event.type == "roll" and event.purpose == "gear" then table.insert(names, event.car) end
    end
    spec.expect(table.concat(names, " ")).equals "A B B A"
  end)
end)

spec.describe("Driving code", function()
  cases {
    { "no car is driven through",          "A@20/center 2nd", "2nd 3: 3", with = { "B@22/center" },
      fails = "22/center is taken" },
    { "it is driven round",                "A@20/center 2nd", "2nd 3: L1R", with = { "B@22/center" }, at = "23/center",
      touch = 20 },
    { "a space is not shared",             "A@20/center 2nd", "2nd 2: 2", with = { "B@22/center" },
      fails = "22/center is taken" },
    { "a wreck is in the way too",         "A@20/center 2nd", "2nd 3: 3", with = { wreck "B@22/center" },
      fails = "22/center is taken" },
  }
end)

spec.describe("Changing lanes", function()
  cases {
    { "one change",                                   "A@20/center 3rd", "3rd 4: 1R2", at = "24/inside" },
    { "a space to the left and one to the right",     "A@20/center 3rd", "3rd 4: L3",  at = "24/outside" },
    { "across the track",                             "A@20/inside 3rd", "3rd 4: L2L", at = "24/outside" },
    { "there and back",                               "A@20/center 3rd", "3rd 4: LR2", at = "24/center" },
    { "not three",                                    "A@20/center 3rd", "3rd 4: LRL1",
      fails = "one lane change more than the 2 allowed" },
    { "not off the track",                            "A@20/inside 3rd", "3rd 4: R3", fails = "to the right" },
    { "ruling E19: three where two do not get past",  "A@20/inside 3rd", "3rd 4: LRL1", at = "24/center", wear = "T6 B3",
      with = join(wall(21, "inside", "outside"), wall(22, "center", "outside"), wall(23, "inside", "outside")) },
    { "ruling E19: and four",                         "A@20/inside 3rd", "3rd 4: LRLR", at = "24/inside", wear = "T6 B3",
      with = join(wall(21, "inside", "outside"), wall(22, "center", "outside"), wall(23, "inside", "outside"),
      wall(24, "center", "outside")) },
    { "ruling E19: not three where two get past",     "A@20/inside 3rd", "3rd 4: LRL1",
      fails = "one lane change more than the 2 allowed",
      with = wall(21, "inside") },
    { "ruling E7: arrows in a corner do not count",   "A@47/center 3rd", "3rd 6: LR2R1", at = "53/inside" },
  }
end)

spec.describe("Driving code in the corners", function()
  cases {
    { "a move that ends in a corner is a stop",          "A@49/center 3rd", "3rd 4: 4", at = "53/center", stops = 1 },
    { "a move that ends before it is none",              "A@45/center 3rd", "3rd 4: 4", at = "49/center", stops = 0 },
    { "after the stops asked it goes on",                { "A@53/center 3rd", stops = 1 }, "3rd 4: 4", at = "57/center",
      wear = "T6", stops = 0 },
    { "a second stop in the same corner",                { "A@72/center 3rd", stops = 1 }, "3rd 4: 4", at = "76/center",
      stops = 2 },
    { "after it lanes may be changed",                   { "A@53/center 3rd", stops = 1 }, "3rd 4: 3R", at = "57/inside",
      wear = "T6" },
    { "ruling E7: inwards in the first half",            "A@51/outside 3rd", "3rd 4: RR2", at = "55/inside", stops = 1 },
    { "ruling E7: not outwards there",                   "A@51/center 3rd", "3rd 4: L3", fails = "no step leads to the left" },
    { "ruling E7: outwards in the second half",          "A@53/inside 1st", "2nd 2: LL", at = "55/outside", stops = 1 },
    { "ruling E7: not inwards there",                    "A@53/outside 1st", "2nd 2: R1",
      fails = "no step leads to the right" },
    { "inwards is to the left in a corner to the left",  "A@83/inside 1st", "2nd 2: LL", at = "85/outside", stops = 1 },
    { "arrows of the track's own",                       "A@14/Outside 1st", "2nd 3: 1RR", at = "17/Inside",
      lay = { track = "valencia" } },
    { "arrows of the track's own bind",                  "A@14/Outside 1st", "2nd 3: RR1",
      fails = "no step leads to the right", lay = { track = "valencia" } },
  }
end)

-- Wear points -----------------------------------------------------------------------------------------------------------
--- What a car has after the grid session on a track without a weather chart, T B G C E H.
local function fitted(fields)
  fields.name = "A"
  local race = spec.race { variant = "epreuve1934", track = "valencia", seed = "any", bots = "steady", cars = { fields } }
  race:qualify()
  return points(race, "A", "T B G C E H"), race
end

spec.describe("Wear points", function()
  spec.it("the notation T10 B3 G2 C1 E2 H2, in any order in, in this order out (ruling E15)", function()
    spec.expect(notation.text(notation.parse "T10 B3 G2 C1 E2 H2")).equals "T10 B3 G2 C1 E2 H2"
    spec.expect(notation.text(notation.parse "E2 T10 H2 C1 B3 G2")).equals "T10 B3 G2 C1 E2 H2"
  end)
  spec.it("each driver may distribute 20", function()
    spec.expect((fitted { custom = "T10 B3 G2 C1 E2 H2" })).equals "T10 B3 G2 C1 E2 H2"
    spec.expect((fitted { custom = "T14 B2 G1 C1 E1 H1" })).equals "T14 B2 G1 C1 E1 H1"
    spec.expect((fitted { custom = "T1 B7 G7 C1 E1 H3" })).equals "T1 B7 G7 C1 E1 H3"
  end)
  for _, case in ipairs {
    { "T15 B1 G1 C1 E1 H1", "tyres are 1 to 14" },
    { "T0 B7 G7 C3 E2 H1",  "tyres are 1 to 14" },
    { "T5 B8 G2 C2 E2 H1",  "brakes are 1 to 7" },
    { "T5 B7 G5 C2 E1 H0",  "handling are 1 to 7" },
    { "T10 B3 G2 C1 E2 H3", "21 points are dealt out, not 20" },
    { "T10 B3 G2 C1 E2 H1", "19 points are dealt out, not 20" },
    { "T10 B3 G2 C1 E2 X2", '"X2" is no wear' },
  } do
    spec.it("but not " .. case[1], function()
      spec.expect(function() fitted { custom = case[1] } end).fails_with(case[2])
    end)
  end
  spec.it("points given before the race are added, and can be repaired", function()
    local text, race = fitted { custom = "T10 B3 G2 C1 E2 H2", extra = "T1 H2" }
    spec.expect(text).equals "T11 B3 G2 C1 E2 H4"
    spec.expect(race:car("A").base.H).equals(4)
  end)
end)

-- Countries and race cars -----------------------------------------------------------------------------------------------

spec.describe("Countries and race cars", function()
  for _, row in ipairs {
    { "Great Britain",            10, "T6 B2 G4 C2 E3 H3", "Sunbeam Tiger 4.0L V-12",         "T9 B2 G2 C3 E2 H2"  },
    { "Belgium",                   1, "T7 B2 G3 C2 E3 H3", "Bugatti T35B 2.3L S-8",           "T7 B2 G3 C2 E3 H3"  },
    { "Czechoslovakia",            2, "T7 B4 G2 C2 E2 H3", "Sunbeam Tiger 4.0L V-12",         "T9 B2 G2 C3 E2 H2"  },
    { "Finland",                   2, "T6 B3 G3 C2 E4 H2", "Mercedes Benz SSK 7.1L",          "T6 B3 G3 C3 E3 H2"  },
    { "France",                    9, "T5 B5 G4 C2 E2 H2", "Delage 15 S8 1.5L",               "T7 B2 G3 C4 E2 H2"  },
    { "Germany",                   8, "T5 B3 G5 C2 E2 H3", "Auto Union Type A 4.4L (Short)",  "T5 B3 G5 C3 E2 H2"  },
    { "Italy",                     9, "T5 B4 G4 C2 E3 H2", "Maserati 8CM 3.0L S-8",           "T7 B3 G3 C2 E3 H2"  },
    { "Monaco",                    1, "T7 B4 G3 C2 E2 H2", "Alfa Romeo Tipo B P3 2.7L S-8",   "T7 B4 G3 C2 E2 H2"  },
    { "Norway",                    1, "T7 B3 G3 C2 E3 H2", "Alfa Romeo Monza 2.3L S-8",       "T7 B3 G3 C2 E3 H2"  },
    { "Spain",                     1, "T7 B2 G3 C2 E3 H3", "Bugatti T35B 2.3L S-8",           "T7 B2 G3 C2 E3 H3"  },
    { "Sweden",                    3, "T7 B3 G3 C2 E3 H2", "Bugatti T35B 2.3L S-8",           "T7 B2 G3 C2 E3 H3"  },
    { "Switzerland",               2, "T7 B3 G2 C2 E3 H3", "Maserati 8CM 3.0L S-8",           "T7 B3 G3 C2 E3 H2"  },
    { "United States of America",  4, "T4 B2 G4 C3 E3 H4", "Buick 4.5L S-8",                  "T8 B3 G3 C2 E2 H2"  },
    { "Algeria",                   2, "T6 B3 G3 C4 E2 H2", "Alfa Romeo 8C",                   "T10 B2 G2 C2 E2 H2" },
  } do
    spec.it(row[1], function()
      local country
      for _, one in ipairs(game.countries) do
        if one.name == row[1] then country = one end
      end
      spec.expect(#country.cars).equals(row[2])
      spec.expect(country.cars[row[2]].name).equals(row[4])
      spec.expect((fitted { country = row[1] })).equals(row[3]) -- the first of the list
      spec.expect((fitted { country = row[1], model = row[4] })).equals(row[5])
    end)
  end
  spec.it("a car of another country is refused", function()
    spec.expect(function() fitted { country = "Monaco", model = "Bugatti T54 5.0L S-8" } end)
      .fails_with "Monaco has no Bugatti T54 5.0L S-8"
  end)
end)

spec.describe("Choosing a car at the grid (ruling E15)", function()
  local bugatti, zoller = "Bugatti T51A", "Zoller 12C"
  --- The grid for a driver of Germany with a Bugatti, who answers what he drives; `more` has other fields of the car.
  local function chooses(answer, more, set)
    local row = { name = "A", country = "Germany", model = bugatti }
    for key, value in pairs(more or {}) do row[key] = value end
    local race = spec.race { variant = "epreuve1934", track = "valencia", seed = "any", set = set, cars = { row } }
    race:answer("A", { model = answer, tyres = "hard" })
    race:qualify()
    return points(race, "A", "T B G C E H"), race
  end
  for _, case in ipairs {
    { "a car of his country",                  zoller,               "T6 B3 G4 C3 E2 H2" },
    { "or keeps the one of his entry",         bugatti,              "T8 B3 G2 C2 E3 H2" },
    { "or deals out 20 points",                "T10 B3 G2 C1 E2 H2", "T10 B3 G2 C1 E2 H2" },
    { "in any order, in small letters too",    "h2 e2 c1 g2 b3 t10", "T10 B3 G2 C1 E2 H2" },
    { "an entry with points of its own",       "T9 B3 G2 C2 E2 H2",  "T9 B3 G2 C2 E2 H2", { custom = "T9 B3 G2 C2 E2 H2" } },
    { "may have a car of the country instead", zoller,               "T6 B3 G4 C3 E2 H2", { custom = "T9 B3 G2 C2 E2 H2" } },
    { "without a country there are points",    "T9 B3 G2 C2 E2 H2",  "T9 B3 G2 C2 E2 H2", { country = "", model = "" } },
    { "what was given before the race is added", "T9 B3 G2 C2 E2 H2", "T10 B3 G2 C2 E2 H2", { extra = "T1" } },
  } do
    spec.it(case[1], function() spec.expect((chooses(case[2], case[4]))).equals(case[3]) end)
  end
  for _, case in ipairs {
    { "T10 B3 G2 C1 E2",      "H0: handling are 1 to 7; 2 of 20 are free" },
    { "T10 B3 G2 C1 E2 H3",   "21 points are dealt out, not 20" },
    { "T15 B1 G1 C1 E1 H1",   "T15: tyres are 1 to 14" },
    { "Bugatti T54 5.0L S-8", 'no wear: write one of T B G C E H and a number, as in T10; or choose a car of the list' },
  } do
    spec.it("but not " .. case[1], function()
      spec.expect(function() chooses(case[1]) end).fails_with(case[2])
    end)
  end
  spec.it("bots keep what their entries say, without a question", function()
    local text, race = fitted { country = "Germany", model = zoller }
    spec.expect(text).equals "T6 B3 G4 C3 E2 H2"
    for _, event in ipairs(race:events()) do spec.expect(event.type == "answer").equals(false) end
  end)
  spec.it("and so do all, if nobody is asked", function()
    spec.expect((chooses(nil, nil, { "ask_for_cars=nobody" }))).equals "T8 B3 G2 C2 E3 H2"
  end)
end)

-- Game play -------------------------------------------------------------------------------------------------------------

--- Plays the grid session for cars with so many wear points in all, on a track without a weather chart.
local function lined_up(totals, dice)
  local cars = {}
  for i, total in ipairs(totals) do cars[i] = string.char(64 + i) .. " T" .. total - 15 end
  local race = lay(cars, { track = "valencia", round = 0, set = { "ask_for_cars=nobody" } })
  race:dice { grid = dice }
  for _, line in ipairs(cars) do race:answer(string.sub(line, 1, 1), { tyres = "hard" }) end
  race:qualify()
  local names = {}
  for i = 1, #cars do
    local name = string.char(64 + i)
    names[race:car(name).grid] = name
  end
  return table.concat(names, " "), race
end

spec.describe("Game play, the grid", function()
  for _, case in ipairs {
    { "27 and a 2 against 22 and an 8: B starts on pole", { 27, 22 },     { 2, 8 },                "B A" },
    { "the more wear points go first on equal dice",      { 22, 27 },     { 4, 4 },                "B A" },
    { "a tie rerolls the die only",                       { 22, 27 },     { 7, 2, 4, 5 },          "B A" },
    { "the reroll has no wear points",                    { 22, 27 },     { 7, 2, 5, 4 },          "A B" },
    { "until it decides",                                 { 20, 20 },     { 5, 5, 3, 3, 1, 2 },    "B A" },
    { "of three the two that tie reroll",                 { 20, 21, 20 }, { 5, 10, 5, 8, 9 },      "B C A" },
    { "a reroll moves nobody past a higher sum",          { 20, 21, 20 }, { 5, 5, 5, 10, 9 },      "B A C" },
  } do
    spec.it(case[1], function() spec.expect((lined_up(case[2], case[3]))).equals(case[4]) end)
  end
  spec.it("in decreasing order, from the inside of the last row before the line", function()
    local names, race = lined_up({ 20, 21, 22, 23 }, { 1, 1, 1, 1 })
    spec.expect(names).equals "D C B A"
    spec.expect(where(race, "D")).equals "28/Inside"
    spec.expect(where(race, "C")).equals "28/Center"
    spec.expect(where(race, "A")).equals "27/Inside"
  end)
end)

--- A car on the grid, in 1st round.
local function starter(more)
  local row = { "A@130/center 0th", lap = 0 }
  for key, value in pairs(more or {}) do row[key] = value end
  return row
end

spec.describe("Start", function()
  for die = 2, 8 do
    spec.it("a " .. die .. ": a normal start, by the die for 1st gear", function()
      local race = lay({ starter() }, { round = 1 })
      drive(race, "A", ": 2", { dice = { start = { die }, gear = { 11 } } })
      spec.expect(where(race, "A")).equals "2/center"
      spec.expect(race:car("A").gear).equals(1)
    end)
  end
  cases {
    { "a 9: three spaces",              starter(), ": 3", dice = { start = { 9 } },  at = "3/center",  lay = { round = 1 } },
    { "a 10: four spaces",              starter(), ": 4", dice = { start = { 10 } }, at = "4/center",  lay = { round = 1 } },
    { "a 9: one lane may be changed",   starter(), ": 1R1", dice = { start = { 9 } },  at = "3/inside",  lay = { round = 1 } },
    { "a 10: two lanes",                starter(), ": LR2", dice = { start = { 10 } }, at = "4/center",  lay = { round = 1 } },
    { "a 1: the engine stalls",         starter(), nil, dice = { start = { 1 } }, at = "130/center", lay = { round = 1 } },
  }
  spec.it("after a stall it starts in the next round without the start roll", function()
    local race = lay({ starter() }, { round = 1 })
    drive(race, "A", nil, { dice = { start = { 1 } } })
    drive(race, "A", "1st: 1", { dice = { gear = { 1 } } })
    spec.expect(where(race, "A")).equals "1/center"
  end)
  for _, die in ipairs { 9, 10 } do
    spec.it("after a " .. die .. " 2nd gear may come next", function()
      local race = lay({ starter() }, { round = 1 })
      drive(race, "A", ": " .. die - 6, { dice = { start = { die } } })
      spec.expect(race:car("A").gear).equals(1)
      drive(race, "A", "2nd 2: 2")
      spec.expect(race:car("A").gear).equals(2)
    end)
  end
end)

-- Overshooting ----------------------------------------------------------------------------------------------------------

spec.describe("Overshooting", function()
  cases {
    { "one stop: the spaces beyond are taken from the tyres",
      "A@53/center 3rd", "3rd 6: 6", at = "59/center", wear = "T2 B3", spun = false },
    { "nothing is lost in the corner's last space",
      "A@51/center 3rd", "3rd 4: 4", at = "55/center", wear = "T6", stops = 1 },
    { "ruling E9, one stop: even far beyond it is only tyres",
      "A@49/center 4th T12", "4th 12: 12", at = "61/center", wear = "T6" },
    { "two stops, one made: tyres",
      { "A@75/center 3rd", stops = 1 }, "3rd 6: 6", at = "81/center", wear = "T3", spun = false },
    { "two stops, none made: out",
      "A@75/center 3rd T14", "3rd 4: 4", at = "out", debris = "79/center" },
    { "three stops, two made: tyres",
      { "A@110/center 3rd", stops = 2 }, "3rd 6: 6", at = "116/center", wear = "T2" },
    { "three stops, one made: out",
      { "A@110/center 3rd T14", stops = 1 }, "3rd 4: 4", at = "out", debris = "114/center" },
    { "three stops, none made: out",
      "A@110/center 3rd T14", "3rd 4: 4", at = "out" },
    { "the last tyre point may go",
      "A@53/center 3rd T4", "3rd 6: 6", at = "59/center", wear = "T0", spun = false },
    { "one more than it has: it spins where the move ended, and the tyres stand at 0 (ruling E1)",
      "A@53/center 3rd T3", "3rd 6: 6", at = "59/center", wear = "T0", spun = true },
    { "two more than it has: out",
      "A@53/center 3rd T2", "3rd 6: 6", at = "out", debris = "59/center" },
    { "without tyre points one space is a spin",
      "A@53/center 3rd T0", "2nd 3: 3", at = "56/center", wear = "T0", spun = true },
    { "without tyre points two spaces are the end",
      "A@53/center 3rd T0", "2nd 4: 4", at = "out" },
    { "without tyre points it drives on with care",
      { "A@53/center 3rd T0", stops = 1 }, "3rd 6: 6", at = "59/center", spun = false },
    { "no lane is changed coming out",
      "A@53/center 3rd", "3rd 6: 3R2", fails = "keeps its lane" },
    { "before that an arrow may be taken",
      "A@53/center 3rd", "3rd 6: 1L4", at = "59/outside", wear = "T2" },
    { "a stop in another corner does not count for it",
      { "A@76/center 4th T9", stops = 1 }, "4th 8: 8", at = "84/center", wear = "T3", stops = 0 },
    { "ruling E8: two corners in one move, both count",
      { "A@76/center 4th T14", stops = 1 }, "4th 11: 11", at = "87/center", wear = "T4" },
    { "blocked: it cannot drive round and has to brake",
      "A@54/center 3rd", "3rd 6: 3", at = "57/center", wear = "T4 B0", with = { wreck "B@58/center" } },
    { "braking saves tyres",
      "A@53/center 3rd", "3rd 6: 4KK", at = "57/center", wear = "T4 B1" },
  }
  spec.it("a car that is out is off the track at once (ruling E10)", function()
    local race = lay { "A@75/center 3rd" }
    drive(race, "A", "3rd 4: 4")
    spec.expect(race:car("A").status).equals "out"
    spec.expect(race:car("A").space).is_nil()
  end)
end)

spec.describe("Spinouts", function()
  cases {
    { "it drives off in 1st gear",             { "A@59/center 3rd T0", spun = true }, "1st 2: 2",
      at = "61/center", spun = false },
    { "turning round costs no wear (ruling E1)", { "A@59/center 6th T0", spun = true }, "1st 1: 1",
      at = "60/center", wear = "G3 B3 E3" },
    { "it may spin again",                     { "A@55/center 3rd T0", spun = true }, "1st 1: 1",
      at = "56/center", spun = true },
    { "or be out",                             { "A@55/center 3rd T0", spun = true }, "1st 2: 2", at = "out" },
  }
end)

-- Braking ---------------------------------------------------------------------------------------------------------------

spec.describe("Braking", function()
  cases {
    { "three spaces to go, two Brake WP burnt: one space",  "A@20/center 2nd", "2nd 3: 1KK",
      at = "21/center", wear = "B1 T6" },
    { "it may brake to a standstill",                       "A@20/center 2nd", "2nd 3: KKK",
      at = "20/center", wear = "B0 T6" },
    { "not with points it lacks",                           "A@20/center 2nd B1", "2nd 3: 1KK", fails = "the move is 2 to 3" },
    { "tyres brake only when the track is blocked",         "A@20/center 2nd B1", "2nd 3: 1KT", fails = "T means nothing" },
    { "K may be written anywhere",                          "A@20/center 3rd", "3rd 4: K1R1",
      at = "23/inside", wear = "B2" },
  }
end)

spec.describe("Blocked track rule", function()
  local row30 = wall(30, "inside", "center", "outside")
  local gap = wall(30, "inside", "outside")
  cases {
    { "Brake WP slow the car",                            "A@25/center 3rd", "3rd 6: 4KK",
      at = "29/center", wear = "B1 T6 C3", with = row30 },
    { "then Tire WP do",                                  "A@25/center 3rd B1", "3rd 6: 4KT",
      at = "29/center", wear = "B0 T5 C3", with = row30 },
    { "Tire WP alone",                                    "A@25/center 3rd B0", "3rd 6: 4TT",
      at = "29/center", wear = "B0 T4 C3", with = row30 },
    { "ruling E21: not while there is a way round",       "A@25/center 3rd B0", "3rd 6: 4TT", fails = "T means nothing in a path",
      with = wall(30, "inside", "center") },
    { "with nothing left it collides: a Body WP of both", "A@25/center 3rd B0 T1", "3rd 6: 4TC",
      at = "29/center", wear = "B0 T0 C2", other = "C2", spun = false,
      with = join({ "B@30/center 2nd" }, gap), dice = { ["rear-end"] = { 4 } } },
    { "a roll above the gear costs no more",              "A@25/center 3rd B0 T0", "3rd 8: 4",
      at = "29/center", wear = "C2", other = "C2", spun = false,
      with = join({ "B@30/center 2nd" }, gap), dice = { ["rear-end"] = { 4 } } },
    { "a roll of the gear or below: two, and both spin",  "A@25/center 3rd B0 T0", "3rd 8: 4",
      at = "29/center", wear = "C1", other = "C2", spun = true,
      with = join({ "B@30/center 2nd" }, gap), dice = { ["rear-end"] = { 3 } } },
    { "the gear is the one chosen for the move",          "A@25/center 3rd B0 T0", "4th 8: 4",
      at = "29/center", wear = "C1", spun = true,
      with = join({ "B@30/center 2nd" }, gap), dice = { ["rear-end"] = { 4 } } },
    { "into a wreck only the offender suffers (ruling E10)", "A@25/center 3rd B0 T0", "3rd 6: 4",
      at = "29/center", wear = "C2", with = row30, dice = { ["rear-end"] = { 20 } } },
  }
  spec.it("the car that was hit spins too", function()
    local race = lay(join({ "A@25/center 3rd B0 T0", "B@30/center 2nd" }, gap))
    drive(race, "A", "3rd 8: 4", { dice = { ["rear-end"] = { 1 } } })
    spec.expect(race:car("B").spun).is_true()
  end)
  spec.it("with the last Body WP it is eliminated and stands where it is for 10 + d10 rounds (ruling E10)", function()
    local race = lay(join({ "A@25/center 3rd B0 T0 C1", "B@30/center 2nd" }, gap))
    drive(race, "A", "3rd 8: 4", { dice = { ["rear-end"] = { 20 }, wreck = { 4 } } })
    spec.expect(race:car("A").status).equals "out"
    spec.expect(where(race, "A")).equals "29/center"
    spec.expect(race:car("A").stands_until).equals(5 + 10 + 4)
  end)
  spec.it("so it is in a race of one lap (ruling E30)", function()
    local race = lay(join({ "A@25/center 3rd B0 T0 C1", "B@30/center 2nd" }, gap), { laps = 1 })
    drive(race, "A", "3rd 8: 4", { dice = { ["rear-end"] = { 20 }, wreck = { 4 } } })
    spec.expect(race:car("A").stands_until).equals(5 + 10 + 4)
  end)
  spec.it("so is the one that was hit", function()
    local race = lay(join({ "A@25/center 3rd B0 T0", "B@30/center 2nd C1" }, gap))
    drive(race, "A", "3rd 8: 4", { dice = { ["rear-end"] = { 20 }, wreck = { 4 } } })
    spec.expect(race:car("B").status).equals "out"
    spec.expect(where(race, "B")).equals "30/center"
  end)
end)

spec.describe("Blocked track rule, behind a standing wreck (ruling E26)", function()
  local row30 = wall(30, "inside", "center", "outside")
  local pocket = join(wall(30, "inside", "center"), wall(31, "center", "outside"))
  cases {
    { "with no way past a driver may wait: no roll, no penalty", "A@29/center 3rd", nil, with = row30,
      answers = { wait = "yes" }, at = "29/center", wear = "T6 B3 C3" },
    { "or run into it", "A@29/center 3rd B0 T0", "3rd 4: CCCC", with = row30,
      answers = { wait = "no" }, dice = { ["rear-end"] = { 20 } }, at = "29/center", wear = "C2" },
    { "not where there is a way past", "A@29/center 3rd", "3rd 4: L3", with = wall(30, "inside", "center"), at = "33/outside" },
    { "a space beside it that leads no further is no way past", "A@29/center 3rd", nil, with = pocket,
      answers = { wait = "yes" }, at = "29/center", wear = "T6 B3 C3" },
    { "unless a named value says so", "A@29/center 3rd", "3rd 4: LKKK", with = pocket,
      lay = { set = { "standing_wreck.past=1" } }, at = "30/outside", wear = "T6 B0" },
    { "who has not started yet may wait too: no start table", { "A@29/center", gear = 0 }, nil, with = row30,
      answers = { wait = "yes" }, at = "29/center", wear = "T6 B3 C3" },
    { "nor a space further off", "A@28/center 3rd", "3rd 4: 1KKK", with = row30, at = "29/center", wear = "B0" },
    { "nor behind a car that drives", "A@29/center 3rd", "3rd 4: KKKT", with = join({ "B@30/center 1st" },
      wall(30, "inside", "outside")), at = "29/center", wear = "T5 B0" },
  }
  spec.it("the next move is in 1st, without the start table", function()
    local first, rest = row30[1], { row30[2], row30[3] }
    first.stands_until = 5
    local race = lay(join({ "A@29/inside 4th", first }, rest))
    race:answer("A", { wait = "yes", path = "=2" })
    race:round()
    race:dice { gear = { 11 } }
    race:round()
    spec.expect(where(race, "A")).equals "31/inside"
    spec.expect(race:car("A").gear).equals(1)
  end)
  spec.it("a bot waits for a wreck that is taken away, and not for one that stands to the end", function()
    for _, stands_until in ipairs { 99, 0 } do
      local cars = { "A@29/center 1st" }
      for i, other in ipairs(wall(30, "inside", "center", "outside")) do
        other.stands_until, cars[i + 1] = stands_until, other
      end
      local race = lay(cars, { bots = { "steady" }, seed = "a" })
      race:turn "A"
      spec.expect(where(race, "A")).equals "29/center"
      spec.expect(race:car("A").stalled).equals(stands_until > 0)
    end
  end)
end)

-- Collision -------------------------------------------------------------------------------------------------------------

spec.describe("Collision", function()
  --- A ends its move on 24/center; B stands somewhere.
  local function beside(what, at, die, more)
    local case = { what, "A@20/center 3rd", turn = "3rd 4: 4", with = { "B@" .. at .. " 2nd" } }
    case.dice, case.wear, case.other = { collision = { die } }, "C3", "C3"
    for key, value in pairs(more or {}) do case[key == "line" and 2 or key] = value end
    return case
  end
  local hit = { wear = "C2", other = "C2" }
  local corner = { line = "A@48/center 3rd", wear = "C2", other = "C2" }
  cases {
    beside("a 1 costs each car a Body WP",           "25/center",  1, hit),
    beside("a 2 does not",                           "25/center",  2),
    beside("in rain a 2 does",                       "25/center",  2,
      { wear = "C2", other = "C2", lay = { race = { weather = "rain" } } }),
    beside("in rain a 3 does not",                   "25/center",  3, { lay = { race = { weather = "rain" } } }),
    beside("behind along the lane",                  "23/center",  1, { wear = "C2", other = "C2", turn = "3rd 4: 1L1R" }),
    beside("a lane change ahead on a straight is (ruling E28)",  "25/inside",  1, hit),
    beside("a lane change behind too (ruling E28)",  "23/outside", 1, hit),
    beside("where a named value says so, it is not", "25/inside", nil, { lay = { set = { "collision.diagonal=false" } } }),
    beside("two spaces on and a lane off is not",    "26/inside"),
    beside("along an arrow ahead is",                "53/inside",  1, corner),
    beside("along an arrow behind too",              "51/outside", 1, corner),
    beside("where no arrow leads is not",            "53/outside", nil, { line = "A@48/center 3rd" }),
    beside("side by side",                           "24/inside",  1, hit),
    beside("two spaces ahead is not adjacent",       "26/center"),
    beside("nor is two lanes away",                  "24/outside", nil, { turn = "3rd 4: 3R" }),
    beside("a wreck takes no part (ruling E5)",      "25/center", nil, { with = { wreck "B@25/center" }, other = "C3" }),
    { "where no arrow leads side by side still counts", { "A@20/center 3rd" }, "3rd 4: 4",
      with = { "B@24/outside" }, touch = 1, wear = "C2", other = "C2" },
    { "both leave a marker where their moves ended",        "A@20/center 3rd", "3rd 4: 4", with = { "B@25/center" },
      touch = 1, debris = "25/center 24/center" },
    { "with the last Body WP it coasts",             "A@20/center 3rd C1", "3rd 4: 4", with = { "B@25/center" },
      touch = 1, wear = "C0", coasts = true, other = "C2" },
    { "one die for each pair",                       "A@20/center 3rd", "3rd 4: 4",
      with = { "B@25/center", "C@24/inside", "D@24/outside" }, dice = { collision = { 1, 2, 1 } }, wear = "C1" },
  }
  spec.it("one roll a pair and round (ruling E5)", function()
    local race = lay { "A@51/center 1st", "B@51/outside 1st" } -- beside B on 52/center by an arrow, and again on 52/outside
    race:dice { gear = { 1, 1 }, collision = { 20 } }
    race:answer("A", { gear = 1, path = "=1" })
    race:answer("B", { gear = 1, path = "=1" })
    race:round()
    spec.expect(where(race, "B")).equals "52/outside"
  end)
  spec.it("and again in the next round", function()
    local race = lay { "A@20/center 2nd", "B@20/inside 2nd" }
    race:dice { gear = { 1, 1, 1, 1 }, collision = { 20, 20 } }
    race:answer("A", { gear = { 2, 2 }, path = { "=2", "=2" } })
    race:answer("B", { gear = { 2, 2 }, path = { "=2", "=2" } })
    race:round()
    race:round()
    spec.expect(throws(race, "collision")).equals(2)
  end)
  spec.it("a car that did not move rolls nothing (ruling E5)", function()
    local race = lay { "A@20/center 2nd", "B@21/center 2nd" }
    drive(race, "A", "2nd 2: KK")
    spec.expect(throws(race, "collision")).equals(0)
  end)
end)

-- Motor damage ----------------------------------------------------------------------------------------------------------

spec.describe("Motor damage", function()
  local function rain(case) case.lay = { race = { weather = "rain" } } return case end
  local strained = { { 5, 19 }, { 5, 20 }, { 6, 29 }, { 6, 30 } }
  for _, row in ipairs(strained) do
    local gear, move = row[1], row[2]
    local turn = gear .. "th " .. move .. ": " .. move
    cases {
      { move .. " in gear " .. gear .. ", a 5: one Engine WP, and a marker", "A@1/center 5th", turn = turn,
        dice = { strain = { 5 } }, wear = "E2", debris = 1 + move .. "/center" },
      { move .. " in gear " .. gear .. ", a 6: nothing", "A@1/center 5th", turn = turn,
        dice = { strain = { 6 } }, wear = "E3", debris = "" },
    }
  end
  cases {
    { "18 in 5th does not strain",  "A@1/center 5th", "5th 18: 18", wear = "E3" },
    { "28 in 6th does not",         "A@1/center 5th", "6th 28: 28", wear = "E3" },
    rain { "ruling E3: in rain a 3 costs a point", "A@1/center 5th", "5th 19: 19", dice = { strain = { 3 } }, wear = "E2" },
    rain { "ruling E3: in rain a 4 does not",      "A@1/center 5th", "5th 19: 19", dice = { strain = { 4 } }, wear = "E3" },
    { "ruling E3: the table's value counts, whatever is braked away", "A@1/center 5th", "5th 19: 17KK",
      dice = { strain = { 6 } }, at = "18/center" },
    { "ruling E3: not what soft tyres add", { "A@1/center 5th", tyres = "soft" }, "5th 18: 19",
      extra = "yes", at = "20/center" },
    { "ruling E1: the last Engine WP may go", "A@1/center 5th E1", "5th 19: 19", dice = { strain = { 1 } },
      wear = "E0", coasts = false },
  }
end)

spec.describe("Engine failure", function()
  cases {
    { "one Engine WP more than is left", "A@1/center 5th E0", "5th 19: 19", dice = { strain = { 1 } },
      at = "20/center", coasts = true, debris = "" },
    { "on the next turn it coasts three spaces, in a multi-lap race for 10 + d10 rounds",
      { "A@20/center 5th", coasting = "engine failure" },
      dice = { wreck = { 6 } }, at = "23/center", debris = "23/center" },
    { "it coasts to the car in the way, without penalties (ruling E10)", { "A@20/center 5th", coasting = "engine failure" },
      with = { "B@22/center" }, dice = { wreck = { 6 } }, at = "21/center", wear = "T6 B3 C3", other = "C3" },
    { "even where an arrow leads round it", { "A@53/inside 5th", coasting = "engine failure" },
      with = { "B@55/inside" }, dice = { wreck = { 6 } }, at = "54/inside" },
    { "it keeps its lane through a corner (ruling E10)", { "A@54/inside 5th", coasting = "engine failure" },
      dice = { wreck = { 6 } }, at = "57/inside", wear = "T6" },
  }
  for _, case in ipairs {
    { "an engine that fails", "A@1/center 5th E0", "5th 19: 19", { strain = { 1 } }, "23/center" },
    { "the last Body WP",     "A@20/center 3rd C1", "3rd 4: 4",  { collision = { 1 } }, "24/inside 27/center",
      "B@24/inside 2nd" },
  } do
    spec.it(case[1] .. " leaves one marker, where the car comes to stand (ruling E29)", function()
      local race = lay { case[2], case[6] }
      drive(race, "A", case[3], { dice = case[4] })
      drive(race, "A", nil, { dice = { wreck = { 6 } } })
      spec.expect(debris(race)).equals(case[5])
    end)
  end
  spec.it("a point lost before, in the same move, leaves its own (ruling E29)", function()
    local race = lay { "A@20/center 6th E1 C1", "B@22/inside 2nd" }
    drive(race, "A", "2nd 2: 2", { dice = { collision = { 1 } } })
    spec.expect(debris(race)).equals "22/inside 22/center"
    drive(race, "A", nil, { dice = { wreck = { 6 } } })
    spec.expect(debris(race)).equals "22/inside 22/center 25/center"
  end)
  spec.it("it stands there for 10 + d10 rounds", function()
    local race = lay { { "A@20/center 5th", coasting = "engine failure" } }
    drive(race, "A", nil, { dice = { wreck = { 6 } } })
    spec.expect(race:car("A").status).equals "out"
    spec.expect(race:car("A").stands_until).equals(5 + 10 + 6)
  end)
  spec.it("in a race of one lap to its end, without a die", function()
    local race = lay({ { "A@20/center 5th", coasting = "engine failure" } }, { laps = 1 })
    drive(race, "A")
    spec.expect(race:car("A").status).equals "out"
    spec.expect(where(race, "A")).equals "23/center"
  end)
  spec.it("coasting over the line is no finish (ruling E10)", function()
    local race = lay({ { "A@129/center 5th", coasting = "engine failure" } }, { laps = 1 })
    drive(race, "A")
    spec.expect(race:car("A").status).equals "out"
    spec.expect(where(race, "A")).equals "2/center"
  end)
  spec.it("after its last round it is taken off the track", function()
    local other = wreck "B@80/center"
    other.stands_until = 6
    local race = lay { "A@20/center 2nd", other }
    for round = 5, 7 do
      race:dice { gear = { 1 } }
      race:answer("A", { gear = 2, path = "=2" })
      race:round()
      spec.expect(race:field "round").equals(round)
      spec.expect(where(race, "B")).equals(round < 7 and "80/center" or "out")
    end
  end)
end)

-- Damage and road handling ----------------------------------------------------------------------------------------------

--- A race with a damage marker on 58/center, left by a car that went out there; A has made its stop in One.
local function littered(wp, weather)
  local race = lay({
    { "A@53/center 3rd " .. wp, stops = 1, tyres = "soft", tyre_laps = 2 }, "X@54/center 3rd T0",
  }, { race = { weather = weather } })
  drive(race, "X", "2nd 4: 4")
  spec.expect(debris(race)).equals "58/center"
  return race
end

spec.describe("Damage and road handling", function()
  for _, case in ipairs {
    { "over a marker in 3rd: a 5, less the gear, is 2", "3rd 6: 6",  { 5 }, "H2" },
    { "a 6 is 3, which is none in the dry",             "3rd 6: 6",  { 6 }, "H3" },
    { "less than 1 is a hit too (ruling E4)",           "3rd 6: 6",  { 1 }, "H2" },
    { "in 4th a 6 is a hit",                            "4th 7: 7",  { 6 }, "H2" },
    { "in 4th a 7 is none",                             "4th 7: 7",  { 7 }, "H3" },
    { "stopping on it counts too (ruling E4)",          "3rd 5: 5",  { 5 }, "H2" },
    { "beside it there is no danger",                   "3rd 5: 4R", {},    "H3" },
    { "in rain a 6 in 3rd, which is 3, is a hit",       "3rd 6: 6",  { 6 }, "H2", "rain" },
    { "in rain a 7 is none",                            "3rd 6: 6",  { 7 }, "H3", "rain" },
  } do
    spec.it(case[1], function()
      local race = littered("", case[5])
      drive(race, "A", case[2], { dice = { handling = case[3] } })
      spec.expect(points(race, "A", "H")).equals(case[4])
    end)
  end
  spec.it("the last Road Handling WP: it is eliminated", function()
    local race = littered "H1"
    drive(race, "A", "3rd 6: 6", { dice = { handling = { 1 } } })
    spec.expect(points(race, "A", "H")).equals "H0"
    spec.expect(race:car("A").coasting ~= "").is_true()
  end)
  spec.it("there is at most one marker on a space (ruling E10)", function()
    local race = lay { "A@75/center 3rd", "B@75/inside 3rd", "C@75/outside 3rd" }
    for _, name in ipairs { "A", "B", "C" } do drive(race, name, "3rd 6: 6") end
    spec.expect(debris(race)).equals "81/center 81/inside 81/outside"
    local twice = lay { "A@75/center 3rd", "B@74/center 3rd" }
    drive(twice, "A", "3rd 6: 6")
    drive(twice, "B", "3rd 7: 7")
    spec.expect(debris(twice)).equals "81/center"
  end)
end)

-- Slipstreaming ---------------------------------------------------------------------------------------------------------

spec.describe("Slipstreaming", function()
  --- A drives ten spaces to row 30 in 4th, behind B on 31.
  local function wake(what, path, more)
    local case = { what, "A@20/center 4th", turn = "4th 10: 10", with = { "B@31/center 4th" } }
    case.answers = { slipstream = path and "yes" or "no", ["slipstream path"] = path }
    for key, value in pairs(more) do case[key == "line" and 2 or key] = value end
    return case
  end
  cases {
    wake("a lane changed, the car overtaken, and back",   "L1R", { at = "33/center" }),
    wake("a lane changed and two spaces straight on",     "R2",  { at = "33/inside" }),
    wake("but no more than there are lanes",              "L1L", { fails = "no step leads to the left" }),
    wake("not three lane changes",                        "LRL",
      { line = "A@20/inside 4th", with = { "B@31/inside 4th" }, fails = "one lane change more than the 2 allowed" }),
    wake("two lanes changed from the inside",             "LL1",
      { line = "A@20/inside 4th", with = { "B@31/inside 4th" }, at = "33/outside" }),
    wake("beside the two changes of the move (ruling E17)", "L1R", { turn = "4th 10: LR8", at = "33/center" }),
    wake("a Brake WP shortens it",                        "R1K", { at = "32/inside", wear = "B2", touch = 20 }),
    wake("nobody has to",                                 nil,   { at = "30/center", touch = 20 }),
    wake("faster than the car ahead",                     "R2",
      { turn = "5th 11: 11", with = { "B@32/center 4th" }, at = "34/inside" }),
    wake("not slower than the car ahead",                 "R2",
      { with = { "B@31/center 5th" }, at = "30/center", touch = 20 }),
    wake("not behind a car in 3rd (ruling E17)",          "R2",
      { with = { "B@31/center 3rd" }, at = "30/center", touch = 20 }),
    wake("not in 3rd",                                    "R2",  { turn = "3rd 6: 6", with = { "B@27/center 3rd" },
      at = "26/center", touch = 20 }),
    wake("not beside a car",                              "R2",  { with = { "B@31/inside 4th" }, at = "30/center", touch = 20 }),
    wake("not from two spaces behind",                    "R2",  { with = { "B@32/center 4th" }, at = "30/center" }),
    wake("not after braking",                             "R2",
      { turn = "4th 11: 10K", at = "30/center", wear = "B2", touch = 20 }),
    wake("not behind a wreck",                            "R2",
      { with = { { "B@31/center 4th", status = "out", stands_until = 99 } }, at = "30/center" }),
    wake("only once in a move",                           "R2",
      { with = { "B@31/center 4th", "C@34/inside 4th" }, at = "33/inside",
      touch = 20 }),
    wake("into a corner it costs a Brake WP",             "R2",
      { line = "A@39/center 4th", with = { "B@50/center 4th" }, at = "52/inside",
      wear = "B2", stops = 1 }),
    wake("which it must have (ruling E17)",               "R2",
      { line = "A@39/center 4th B0", with = { "B@50/center 4th" }, at = "49/center",
      wear = "B0", touch = 20 }),
    wake("with the last Brake WP into the corner (ruling E31)", "R2",
      { line = "A@38/center 4th B1", with = { "B@49/center 4th" }, at = "51/inside", wear = "B0", stops = 1 }),
    wake("or braked with it, to stay before the corner (ruling E31)", "R1K",
      { line = "A@38/center 4th B1", with = { "B@49/center 4th" }, at = "50/inside", wear = "B0", touch = 20 }),
    wake("not both (ruling E31)",                         "R1K",
      { line = "A@39/center 4th B1", with = { "B@50/center 4th" }, fails = "where it leads it has to drive 3 spaces, not 2" }),
    wake("both with two",                                 "R1K",
      { line = "A@39/center 4th B2", with = { "B@50/center 4th" }, at = "51/inside", wear = "B0", touch = 20 }),
    wake("within a corner it costs none",                 "R2",
      { line = "A@93/center 4th", turn = "4th 9: 9", with = { "B@103/center 4th" }, at = "105/inside", wear = "B3" }),
    wake("not where it moves the car no space (ruling E31)", "KKK",
      { with = { "B@31/center 4th", wreck "W@31/inside", wreck "V@31/outside" }, at = "30/center", wear = "B3", touch = 20 }),
    wake("nor braked to a standstill",                    "KKK", { fails = "the move is 1 to 3" }),
    wake("in a corner arrows bind",                       "L2",
      { line = "A@41/center 4th", with = { "B@52/center 4th" }, fails = "no step leads to the left" }),
    wake("not while overshooting (ruling E17)",           "L2",
      { line = "A@49/center 4th T14", with = { "B@60/center 4th" }, at = "59/center",
      wear = "T10", touch = 20 }),
    wake("one stop for all of the move (ruling E17)",     "R2",
      { line = "A@41/center 4th", with = { "B@52/center 4th" }, at = "54/inside", stops = 1 }),
  }
end)

-- Weather ---------------------------------------------------------------------------------------------------------------

spec.describe("Weather, when qualifying and before the race", function()
  for _, case in ipairs {
    { "a 1 is good",                 1, "good" },       { "an 8 is good",        8, "good" },
    { "a 9 is changeable",           9, "changeable" }, { "a 15 is rain",       15, "rain" },
  } do
    spec.it("on the chart " .. case[1] .. "; the qualifying weather has no effect (ruling E22)", function()
      local race = lay({ "A T10" }, { round = 0, set = { "ask_for_cars=nobody" } })
      race:dice { weather = { 20, case[2] }, grid = { 1 } }
      race:answer("A", { tyres = "hard" })
      race:qualify()
      spec.expect(race:field "weather").equals(case[3])
    end)
  end
  spec.it("the chart says nothing but weather that there is", function()
    local function chart(word) return { weather_chart = function(_, d20) return d20 < 20 and "good" or word end } end
    for _, word in ipairs { "good", "changeable", "rain" } do game:check_chart(chart(word)) end
    spec.expect(function() game:prepare(chart "rian") end)
      .fails_with "weather: the track's chart says rian for 20; there are changeable, good, rain"
  end)
  spec.it("a track without a chart is dry (ruling E11)", function()
    local _, race = lined_up({ 20 }, { 1 })
    spec.expect(race:field "weather").equals "good"
  end)
end)

spec.describe("Selection of tires, before the race", function()
  spec.it("each driver fits what he likes once the weather is known", function()
    local race = lay({ "A T10", "B T9" }, { round = 0, set = { "ask_for_cars=nobody" } })
    race:dice { weather = { 1, 20 }, grid = { 1, 1 } }
    race:answer("A", { tyres = "rain" })
    race:answer("B", { tyres = "soft" })
    race:qualify()
    spec.expect(race:car("A").tyres).equals "rain"
    spec.expect(race:car("B").tyres).equals "soft"
  end)
  spec.it("on a track without a weather chart too (ruling E23)", function()
    local race = lay({ "A T10", "B T9" }, { round = 0, track = "valencia", set = { "ask_for_cars=nobody" } })
    race:dice { grid = { 1, 1 } }
    race:answer("A", { tyres = "rain" })
    race:answer("B", { tyres = "soft" })
    race:qualify()
    spec.expect(race:car("A").tyres).equals "rain"
    spec.expect(race:car("B").tyres).equals "soft"
  end)
  spec.it("bots keep those of their entries there (ruling E23)", function()
    local _, race = fitted { tyres = "soft" }
    spec.expect(race:car("A").tyres).equals "soft"
  end)
  spec.it("the type of tyres is in the standings", function()
    spec.expect(game.columns[1]).equals "tyres"
  end)
end)

spec.describe("Weather during the race, ruling E11", function()
  local function line(what, from, die, to, more)
    local case = { what, "A@1/center 5th", turn = "5th 20: 20", weather = to, lay = { race = { weather = from } } }
    case.dice = { strain = { 20 }, weather = { die } }
    for key, value in pairs(more or {}) do case[key == "line" and 2 or key] = value end
    return case
  end
  cases {
    line("20 in 5th while changeable: good moves a line up",   "changeable",      1,  "good"),
    line("rain moves a line down",                             "changeable",      20, "rain-changeable"),
    line("changeable stays",                                   "changeable",      10, "changeable"),
    line("30 in 6th too",                                      "changeable",      20, "rain-changeable",
      { turn = "6th 30: 30" }),
    line("from rain, changeable: good moves up",               "rain-changeable", 1,  "changeable"),
    line("rain moves down",                                    "rain-changeable", 20, "rain"),
    line("changeable stays there too",                         "rain-changeable", 10, "rain-changeable"),
    line("good is locked",                                     "good",            nil, "good"),
    line("rain is locked",                                     "rain",            nil, "rain"),
    line("19 in 5th does not",                                 "changeable",      nil, "changeable", { turn = "5th 19: 19" }),
    line("29 in 6th does not",                                 "changeable",      nil, "changeable", { turn = "6th 29: 29" }),
  }
  cases {
    { "rain, changeable is as wet as rain", "A@20/center 3rd", "3rd 4: 4", with = { "B@25/center" },
      touch = 2, wear = "C2", lay = { race = { weather = "rain-changeable" } } },
    { "changeable is dry", "A@20/center 3rd", "3rd 4: 4", with = { "B@25/center" },
      touch = 2, wear = "C3", lay = { race = { weather = "changeable" } } },
  }
end)

-- Selection of tires ----------------------------------------------------------------------------------------------------

spec.describe("Selection of tires", function()
  --- A on some tyres in some weather; its move and where it ends.
  local function on(tyres, laps, weather, what, line, turn, more)
    local case = { what, { line, tyres = tyres, tyre_laps = laps }, turn }
    case.lay = { race = { weather = weather } }
    for key, value in pairs(more) do case[key == "line" and 2 or key] = value end
    return case
  end
  local over = "A@53/center 3rd T8 B0"  -- with no stop made in One
  local into = "A@68/center 3rd B0"     -- four spaces lead into Two
  local free = "A@20/center 3rd B0"     -- and nobody can brake a space away
  cases {
    on("hard", 0, "good", "hard, dry: no effect",                       free, "3rd 4: 4", { at = "24/center" }),
    on("hard", 5, "good", "hard, dry: overshooting costs what it does", over, "3rd 4: 4", { wear = "T6" }),
    on("hard", 0, "changeable", "hard, changeable: no effect",          into, "3rd 4: 4", { at = "72/center" }),
    on("hard", 0, "rain", "hard, rain: three more with a space in a corner", into, "3rd 4: 7",
      { at = "75/center", added = "+3 on hard tyres in rain" }),
    on("hard", 0, "rain", "hard, rain: they are compulsory (ruling E23)", into, "3rd 4: 4",
      { fails = "the move is 7" }),
    on("hard", 0, "rain", "hard, rain: none on the straight",           free, "3rd 4: 4", { at = "24/center" }),
    on("hard", 0, "rain", "hard, rain: the rolled spaces count (ruling E23)", "A@66/center 3rd B0", "3rd 4: 4",
      { at = "70/center" }),
    on("hard", 0, "rain-changeable", "hard, rain, changeable",          into, "3rd 4: 7", { at = "75/center" }),

    on("soft", 0, "good", "soft, dry: one more if the driver likes",    free, "3rd 4: 5",
      { extra = "yes", at = "25/center", added = "+1 on soft tyres" }),
    on("soft", 0, "good", "soft, dry: or not",                          free, "3rd 4: 4",
      { extra = "no", at = "24/center", added = "" }),
    on("soft", 0, "changeable", "soft, changeable: one more",           free, "3rd 4: 5", { extra = "yes", at = "25/center" }),
    on("soft", 1, "good", "soft, dry: none after the first lap",        free, "3rd 4: 4", { at = "24/center" }),
    on("soft", 0, "good", "soft, dry: overshooting costs double",       over, "3rd 4: 4", { extra = "no", wear = "T4" }),
    on("soft", 1, "good", "soft, dry: in the second lap too",           over, "3rd 4: 4", { wear = "T4" }),
    on("soft", 2, "good", "soft, dry: from the third it costs treble",  over, "3rd 4: 4", { wear = "T2" }),
    on("soft", 0, "rain", "soft, rain: three more with a space in a corner", into, "3rd 4: 7", { at = "75/center" }),
    on("soft", 1, "rain", "soft, rain: in the second lap too",          into, "3rd 4: 7", { at = "75/center" }),
    on("soft", 2, "rain", "soft, rain: not in the third (ruling E23)",  into, "3rd 4: 4", { at = "72/center" }),
    on("soft", 0, "rain", "soft, rain: none on the straight",           free, "3rd 4: 4", { at = "24/center" }),
    on("soft", 1, "rain", "soft, rain: plain penalties until the third lap (ruling E23)", over, "3rd 4: 7", { wear = "T3" }),
    on("soft", 2, "rain", "soft, rain: treble from the third",          over, "3rd 4: 4", { wear = "T2" }),

    on("rain", 0, "good", "rain tyres, dry: overshooting costs double", over, "3rd 4: 4", { wear = "T4" }),
    on("rain", 1, "good", "rain tyres, dry: in the second lap too",     over, "3rd 4: 4", { wear = "T4" }),
    on("rain", 2, "good", "rain tyres, dry: from the third treble",     over, "3rd 4: 4", { wear = "T2" }),
    on("rain", 0, "rain", "rain tyres, rain: one more with a space in a corner", into, "3rd 4: 5", { at = "73/center" }),
    on("rain", 0, "rain", "rain tyres, rain: none on the straight",     free, "3rd 4: 4", { at = "24/center" }),
    on("rain", 2, "rain", "rain tyres, rain: plain penalties",          over, "3rd 4: 5", { wear = "T5" }),

    on("rain", 0, "good", "a doubled penalty counts in full: a spin at -1 (ruling E1)", "A@53/center 3rd T3", "3rd 4: 4",
      { at = "57/center", wear = "T0", spun = true }),
    on("rain", 0, "good", "and out at -2",                              "A@53/center 3rd T2", "3rd 4: 4", { at = "out" }),
    on("rain", 0, "good", "one space is two, so without points it is out", "A@53/center 3rd T0", "2nd 3: 3",
      { at = "out" }),
  }
end)

spec.describe("Selection of tires, laps on a set (ruling E16)", function()
  for _, case in ipairs {
    { "the run from the grid to the line is none", "A@130/center 1st", 0, 0, "2nd 2: 2" },
    { "a lap is one at the line",                  "A@130/center 1st", 1, 1, "2nd 2: 2" },
    { "not before",                                "A@120/center 1st", 1, 0, "2nd 2: 2" },
    { "not one that ends in the pits (ruling E24)", "A@130/pit 1st",   1, 0, "2nd 2" },
  } do
    spec.it(case[1], function()
      local race = lay { { case[2], lap = case[3], served = true } }
      drive(race, "A", case[5])
      spec.expect(race:car("A").tyre_laps).equals(case[4])
    end)
  end
end)

-- Hills of a circuit ----------------------------------------------------------------------------------------------------

spec.describe("Hills, ruling E13", function()
  --- A case where hills count on the proving ground.
  local function hilly(case)
    case.lay = { set = { "hills.at=Proving" } }
    return case
  end
  cases {
    { "they count at Casablanca alone: elsewhere a slope is drawn, uphill",
      "A@88/center 3rd", "3rd 4: 4", at = "92/center", added = "" },
    { "and downhill",
      "A@92/center 3rd", "3rd 4: 4", at = "96/center", added = "" },
    { "with rain on hard tyres a 1 in 1st at Monaco's Station becomes four spaces, not five",
      { "A@59/center 1st B0", stops = 2 }, "1st 1: 4", lay = { track = "monaco", race = { weather = "rain" } },
      added = "+3 on hard tyres in rain" },
    hilly { "a move that begins uphill is a space shorter",   "A@88/center 3rd", "3rd 4: 3", at = "91/center", wear = "B3",
      added = "-1 uphill" },
    hilly { "but never shorter than one",                     "A@88/center 1st", "1st 1: 1", at = "89/center", added = "" },
    hilly { "downhill it is a space longer",                  "A@92/center 3rd", "3rd 4: 5", at = "97/center",
      added = "+1 downhill" },
    hilly { "a move that begins before the hill is as it is", "A@86/center 3rd", "3rd 4: 4", at = "90/center", wear = "T2",
      added = "" },
    { "an empty name is every circuit", "A@88/center 3rd", "3rd 4: 3", at = "91/center", wear = "B3",
      lay = { set = { "hills.at=" } } },
  }
end)

-- Pit stops -------------------------------------------------------------------------------------------------------------

spec.describe("Pit stops", function()
  --- A stands two spaces before the pit lane; its box is the first, beside row 119.
  local function stop(what, text, more)
    local case = { what, text, turn = "3rd 6", at = "box-1" }
    for key, value in pairs(more) do case[key == "line" and 2 or key] = value end
    return case
  end
  local new = wear ""
  local worn = { "A@114/inside 3rd T2 B1 G1 C1 E1 H1", base = new }
  cases {
    stop("the exact number is not needed; a tyre stop brings all tyre points back", worn,
      { answers = { pit = "yes", ["pit stop"] = "tyres", tyres = "hard" }, wear = "T6 B1" }),
    stop("nobody has to", worn, { answers = { pit = "no" }, turn = "3rd 6: 6", at = "120/inside", wear = "T2" }),
    stop("as far as the roll goes", "A@114/inside 2nd", { turn = "2nd 3", answers = { pit = "yes" }, at = "117/pit" }),
    stop("a quick stop: all tyres back, and on by a d10 in 4th", worn,
      { answers = { pit = "yes", ["pit stop"] = "quick" }, dice = { ["pit crew"] = { 10 }, ["quick stop"] = { 4 } },
        at = "123/pit", wear = "T6 B1 G1 C1 E1 H1" }),
    stop("a slow one: it stays until the next round", worn,
      { answers = { pit = "yes", ["pit stop"] = "quick" }, dice = { ["pit crew"] = { 11 } }, wear = "T6 B1 G1 C1 E1 H1" }),
    stop("a technical stop: all tyres and two points", worn,
      { answers = { pit = "yes", ["pit stop"] = "technical", repair = { "B", "E" } }, wear = "T6 B2 G1 C1 E2 H1" }),
    stop("two of the same", worn,
      { answers = { pit = "yes", ["pit stop"] = "technical", repair = { "C", "C" } }, wear = "T6 C3" }),
    stop("no more than two in a race", { "A@114/inside 3rd T2 B1 G1", base = new, repaired = 1 },
      { answers = { pit = "yes", ["pit stop"] = "technical", repair = { "B" } }, wear = "T6 B2" }),
    stop("never above what it started the race with (ruling E24)", { "A@114/inside 3rd T2 B2 G3", base = new },
      { answers = { pit = "yes", ["pit stop"] = "technical", repair = { "G" } }, fails = "nothing is worn there" }),
    stop("at the end of the last lap they are closed (ruling E24)", worn,
      { lay = { laps = 1 }, turn = "3rd 6: 6", at = "120/inside" }),
  }
  spec.it("a tyre stop changes them, and their laps are counted from there", function()
    local race = lay { { "A@114/inside 3rd", tyres = "hard", tyre_laps = 1 } }
    drive(race, "A", "3rd 6", { answers = { pit = "yes", ["pit stop"] = "tyres", tyres = "soft" } })
    spec.expect(race:car("A").tyres).equals "soft"
    spec.expect(race:car("A").tyre_laps).equals(0)
  end)
  cases {
    { "it leaves in 4th or lower",              { "A@box-1 3rd", served = true }, answers = { ["leave gear"] = "4" },
      dice = { gear = { 1 } }, at = "126/pit" },
    { "soft tyres give no bonus then", { "A@box-1 3rd", served = true, tyres = "soft" },
      answers = { ["leave gear"] = "4" }, dice = { gear = { 1 } }, at = "126/pit" },
    { "not in 5th",                             { "A@box-1 5th", served = true }, answers = { ["leave gear"] = "5" },
      fails = "not among the choices" },
    { "gearing down costs nothing in the lane", { "A@118/pit 5th", served = true }, "1st 1: 1", at = "119/pit",
      wear = "G3 B3 E3" },
    { "a car ahead is not passed, and is not hit", { "A@120/pit 3rd B0 T0", served = true }, "3rd 6: 1",
      with = { "B@122/pit 1st" }, at = "121/pit", wear = "B0 T0 C3", other = "C3" },
    { "a car in its box may be passed",         { "A@118/pit 2nd", served = true }, "2nd 2: 2", with = { "B@box-2" },
      at = "120/pit" },
    { "there are no collisions",                { "A@118/pit 2nd", served = true }, "2nd 2: 2", with = { "B@121/pit" },
      at = "120/pit" },
    { "no strain of the engine",                { "A@118/pit 5th", served = true }, "5th 20: 20", at = "8/inside",
      wear = "E3" },
  }
  --- A car in Monaco's box 10, which lies beside the last space of the lane: 8 spaces lead to 13/outside, the last of
  --- Sainte-Dévote.
  local function away(what, turn, more)
    local case = { what, { "A@box-10 4th T6", served = true }, turn, lay = { track = "monaco" } }
    for key, value in pairs(more) do case[key] = value end
    if case.rain then case.lay.race = { weather = "rain" } end
    case.answers = { ["leave gear"] = "4" }
    case.dice = { gear = { face(4, case.rolls) } }
    return case
  end
  cases {
    away("leaving takes the spaces of the roll (ruling E27)",        ": 8",   { rolls = 8,  at = "13/outside", wear = "T6 B3" }),
    away("they are not shortened free of charge: the corner is overshot", ": 11",
      { rolls = 11, at = "16/outside", wear = "T3 B3" }),
    away("or braked, as on the track",                               ": 8KKK", { rolls = 11, at = "13/outside", wear = "T6 B0" }),
    away("the driver chooses his path there",                        ": 5R2", { rolls = 8,  at = "13/center", wear = "T6 B3" }),
    away("and only there: nobody brakes to a standstill in the lane", ": 7", { rolls = 7, fails = "the move is 1 to 7",
      [2] = { "A@box-10 4th B7", served = true }, turn = ": KKKKKKK" }),
    away("blocked on the track: Brake WP, then Tire WP, slow the car", ": 2KKKTT", { rolls = 7, at = "7/outside", wear = "T4 B0",
      with = { wreck "W@8/outside", wreck "V@8/center", wreck "U@8/inside" } }),
    away("and who comes out beside a car may collide with it",       ": 8",
      { rolls = 8, at = "13/outside", wear = "C2", other = "C2", with = { "B@13/center 2nd" }, touch = 1 }),
    away("blocked at the end of the lane: it stays there",           "",       { rolls = 7, at = "box-10", wear = "T6 B3",
      with = { "B@6/outside 2nd" } }),
    away("rain: compulsory spaces too, once the move touches a corner (ruling E32)", ": 10",
      { rolls = 7, rain = true, at = "15/outside", wear = "T4 B3", added = "+3 on hard tyres in rain" }),
  }
  spec.it("the spaces of a quick stop are as exact, and rain adds to them (rulings E27 and E32)", function()
    for _, row in ipairs {
      { "good", 7, "7",  "12/outside", "" },
      { "rain", 7, "10", "15/outside", "+3 on hard tyres in rain" },
    } do
      local cars = {}
      for i = 1, 9 do cars[i] = wreck("W" .. i .. "@" .. 110 + i .. "/center") end
      cars[10] = { "A@4/pit 3rd T2", base = new } -- before the tenth box
      local race = lay(cars, { track = "monaco", race = { weather = row[1] } })
      drive(race, "A", "3rd 6: " .. row[3], {
        answers = { ["pit stop"] = "quick" }, dice = { ["pit crew"] = { 1 }, ["quick stop"] = { row[2] } },
      })
      spec.expect(where(race, "A")).equals(row[4])
      spec.expect(added(race)).equals(row[5])
    end
  end)
  spec.it("a car that finds its box taken drives through, with all of its roll (rulings E24 and E27)", function()
    local race = lay { { "A@115/inside 5th T9", served = true }, { "B@box-1 3rd", served = true } }
    drive(race, "A", "6th 22: 2", { answers = { pit = "yes" } })
    spec.expect(where(race, "A")).equals "7/inside"
  end)
  --- On Monaco's 144/inside, with a pit lane that begins beside row 153: the inside of Gasworks has four spaces for eight rows.
  for _, row in ipairs {
    { "in 3rd an 8 reaches the lane: six spaces lead there, over nine rows", 2, "yes", "3rd 8", "box-1" },
    { "in 2nd, from 1st, no move does",                                      1, nil,   "2nd 4: 4", "151/inside" },
  } do
    spec.it("they are offered where they can be reached, counted in spaces: " .. row[1], function()
      local race = lay({ { "A@144/inside " .. row[2] .. "nd", stops = 1 } }, { track = "monaco" })
      drive(race, "A", row[4], { answers = { pit = row[3], ["pit stop"] = row[3] and "technical", repair = row[3] and "none" } })
      spec.expect(asked(race, "pit")).equals(row[3] ~= nil)
      spec.expect(where(race, "A")).equals(row[5])
    end)
  end
  spec.it("and with what tyres add: in rain soft ones reach the lane from 144/inside in 2nd, with 4 and 3 more", function()
    local race = lay({ { "A@144/inside 1st", stops = 1, tyres = "soft" } }, { track = "monaco", race = { weather = "rain" } })
    drive(race, "A", "2nd 4", { answers = { pit = "yes", ["pit stop"] = "tyres", tyres = "rain" } })
    spec.expect(where(race, "A")).equals "box-1"
  end)
  spec.it("nor from beside the entry, where it cannot be reached any more", function()
    local race = lay({ "A@152/inside 3rd" }, { track = "monaco" })
    drive(race, "A", "3rd 4: 4")
    spec.expect(asked(race, "pit")).equals(false)
  end)
  spec.it("crossing the line in the lane counts the lap (ruling E24)", function()
    local race = lay { { "A@130/pit 1st", served = true } }
    drive(race, "A", "2nd 2")
    spec.expect(race:car("A").lap).equals(2)
  end)
  spec.it("into the lane in one turn, into the box in the next, on a second visit too", function()
    local race = lay { { "A@114/inside 2nd T2", served = true, base = new } }
    drive(race, "A", "2nd 3", { answers = { pit = "yes" } })
    drive(race, "A", "2nd 2", { answers = { ["pit stop"] = "tyres", tyres = "hard" } })
    spec.expect(where(race, "A")).equals "box-1"
    spec.expect(points(race, "A", "T")).equals "T6"
  end)
  spec.it("two points in a race: at the second stop there is nothing to choose", function()
    local race = lay { { "A@114/inside 3rd T2 B1", base = new, repaired = 2 } }
    drive(race, "A", "3rd 6", { answers = { pit = "yes", ["pit stop"] = "technical" } })
    spec.expect(points(race, "A", "T B")).equals "T6 B1"
  end)
  spec.it("cars in the lane wait for those on the circuit between its exit and its entry", function()
    spec.expect(order { { "A@118/pit 1st", served = true }, "B@110/center 1st" }).equals "B A"
  end)
  spec.it("and move in order, the one furthest ahead first", function()
    spec.expect(order { { "A@118/pit 1st", served = true }, "B@122/pit 1st" }).equals "B A"
  end)
end)

-- What is at stake -------------------------------------------------------------------------------------------------------

spec.describe("What a driver is told when he is asked", function()
  --- What is said about an option of the question that comes first after some answers.
  local function said(race, name, id)
    for _, option in ipairs(race:asked(name).options) do
      if option.id == id then return option.note end
    end
    error("there is no option " .. id)
  end
  for _, case in ipairs {
    { "the spaces of a gear and their odds",          "A@1/center 3rd",        "4", "7-10: 15 % each, 11-12: 20 % each" },
    { "of each of them",                              "A@1/center 3rd",        "2", "2-3: 25 % each, 4: 50 %" },
    { "the odds of a stop in the next corner",        "A@45/center 2nd",       "3",
      "4: 10 %, 5: 15 %, 6-8: 25 % each; One: stop 75 %" },
    { "and of going past it",                         "A@45/center 3rd",       "4",
      "7-10: 15 % each, 11-12: 20 % each; One: stop 60 %, past it 40 %" },
    { "a stop that is sure",                          "A@50/center 1st",       "1", "1-2: 50 % each; One: stop 100 %" },
    { "which may be the end",                         "A@70/center 3rd",       "4",
      "7-10: 15 % each, 11-12: 20 % each; Two: stop 30 %, out 70 %" },
    { "a corner that has its stops is not the next",  { "A@53/center 3rd", stops = 1 }, "3",
      "4: 10 %, 5: 15 %, 6-8: 25 % each" },
    { "uphill a space less",                          "A@88/center 2nd",       "2", "1-2: 25 % each, 3: 50 %",
      lay = { set = { "hills.at=Proving" } } },
    { "what the motor risks in 5th",                  "A@1/center 4th",        "5", "11-20: 10 % each, E -1 5 %" },
    { "and by shifting down without its point",       "A@1/center 6th E0",     "2",
      "2-3: 25 % each, 4: 50 %, the engine blows" },
  } do
    spec.it(case[1], function() spec.expect(said(lay({ case[2] }, case.lay), "A", case[3])).equals(case[4]) end)
  end
  spec.it("a fork's numbers", function()
    local race = lay({ "A@1/center 1st" }, { set = { 'movement.1."1-10".spaces=3' } })
    spec.expect(said(race, "A", "1")).equals "2-3: 50 % each"
  end)
  for _, case in ipairs {
    { "what a path costs in tyres",            "A@53/center 3rd T6 B2",    3, 6, "6",     "T -4 of 6" },
    { "the braked one less",                   "A@53/center 3rd T6 B2",    3, 6, "5K",    "T -3 of 6" },
    { "twice that with soft tyres",
      { "A@53/center 3rd T9 B2", tyres = "soft" },                         3, 6, "6",     "T -8 of 9" },
    { "one too many",                          "A@53/center 3rd T3 B2",    3, 6, "6",     "T -3 of 3, spins" },
    { "two too many",                          "A@53/center 3rd T2 B2",    3, 6, "6",     "out of the race" },
    { "the stops that are missing",            "A@69/center 4th T9 B1",    4, 12, "12",   "out of the race" },
    { "nothing where it costs nothing",        "A@1/center 3rd",           3, 6, "6",     "" },
  } do
    spec.it(case[1], function()
      local race = lay { case[2] }
      race:dice { gear = { face(case[3], case[4]) } }
      race:answer("A", { gear = case[3], extra = "no" })
      spec.expect(said(race, "A", case[5])).equals(case[6])
      race:answer("A", { path = way(case[5]) })
      race:turn "A"
    end)
  end
  spec.it("what a damage marker puts at risk", function()
    local race = littered("H3")
    race:dice { gear = { face(3, 6) }, handling = { 20 } }
    race:answer("A", { gear = 3 })
    spec.expect(said(race, "A", "6")).equals "H -1 25 %"
    race:answer("A", { path = "=6" })
    race:turn "A"
  end)
  spec.it("how hard a car is run into", function()
    local race = lay(join({ "A@10/center 3rd T0 B0" }, wall(14, "inside", "center", "outside")))
    race:dice { gear = { face(3, 6) } }
    race:answer("A", { gear = 3 })
    spec.expect(said(race, "A", "3CCC")).equals "C -1, and 15 % to lose 1 more and spin"
    race:dice { ["rear-end"] = { 20 } }
    race:answer("A", { path = "3CCC" })
    race:turn "A"
  end)
  for _, case in ipairs { { 0, "to the end" }, { 12, "until round 12" } } do
    local until_round, stands = case[1], case[2]
    spec.it("what waiting behind a wreck is worth that stands " .. stands, function()
      local cars = { "A@29/center 3rd" }
      for i, other in ipairs(wall(30, "inside", "center", "outside")) do
        other.stands_until, cars[i + 1] = until_round, other
      end
      local race = lay(cars)
      spec.expect(said(race, "A", "yes")).equals("no roll, no wear, then off in 1st; the wreck stands " .. stands)
      spec.expect(said(race, "A", "no")).equals "B, then T, for each space too many; then into it: C -1 or more"
    end)
  end
  spec.it("the points of a car, and what tyres do", function()
    local cars = { { name = "A", country = "Monaco" } }
    local race = spec.race { variant = "epreuve1934", track = "valencia", seed = "any", cars = cars }
    spec.expect(said(race, nil, "Alfa Romeo Tipo B P3 2.7L S-8")).equals "T7 B4 G3 C2 E2 H2, 20 points"
    race:answer("A", { model = "T10 B3 G2 C1 E2 H2" })
    spec.expect(said(race, nil, "hard")).equals "dry: as rolled"
    spec.expect(said(race, nil, "soft")).equals(
      "dry: +1 by choice, overshooting times 2; from lap 2 overshooting times 2; from lap 3 overshooting times 3")
    spec.expect(said(race, nil, "rain")).equals "dry: overshooting times 2; from lap 3 overshooting times 3"
  end)
end)

-- Finishing the race ----------------------------------------------------------------------------------------------------

spec.describe("Finishing the race", function()
  --- The result as names, the winner first.
  local function result(race)
    local names = {}
    for i, row in ipairs(race:result()) do names[i] = row.car end
    return table.concat(names, " ")
  end
  --- Plays a round in which each car has its gear and its spaces.
  local function sprint(lines, turns)
    local race = lay(lines, { laps = 1 })
    for _, turn in ipairs(turns) do
      race:dice { gear = { face(turn[2], turn[3]) } }
      race:answer(turn[1], { gear = turn[2], path = "=" .. turn[3], pit = "no" })
    end
    race:round()
    return race
  end
  spec.it("first across the line in an earlier round wins", function()
    local race = sprint({ "A@128/inside 3rd", "B@100/center 4th" }, { { "A", 3, 4 }, { "B", 4, 7 } })
    spec.expect(race:car("A").status).equals "home"
    spec.expect(race:car("A").place).equals(1)
    spec.expect(race:car("B").status).equals "running"
  end)
  spec.it("in one round the one furthest beyond the line", function()
    local race = sprint({ "A@129/inside 3rd", "B@126/outside 4th" }, { { "A", 3, 4 }, { "B", 4, 11 } })
    spec.expect(result(race)).equals "B A"
  end)
  spec.it("a place that a later mover takes is told as a change (ruling E25)", function()
    local race, told = sprint({ "A@129/inside 3rd", "B@126/outside 4th" }, { { "A", 3, 4 }, { "B", 4, 11 } }), {}
    for _, event in ipairs(race:events()) do
      local places = event.type == "finish" or event.type == "displaced"
      if places then table.insert(told, event.car .. " " .. event.type .. event.place) end
    end
    spec.expect(table.concat(told, ", ")).equals "A finish1, B finish1, A displaced2"
  end)
  spec.it("of equals the one who moved first", function()
    local race = sprint({ "A@129/inside 3rd", "B@126/outside 4th" }, { { "A", 3, 4 }, { "B", 4, 7 } })
    spec.expect(result(race)).equals "A B"
  end)
  spec.it("no penalties beyond the line (ruling E25)", function()
    local race = sprint({ "A@129/inside 5th" }, { { "A", 5, 20 } })
    spec.expect(race:car("A").status).equals "home"
  end)
  spec.it("a car that went out in a corner before the line does not finish (ruling E25)", function()
    local race = sprint({ "A@111/inside 5th T14", "B@20/center 1st" }, { { "A", 6, 30 }, { "B", 1, 1 } })
    spec.expect(race:car("A").status).equals "out"
  end)
  spec.it("one that spun there does (ruling E25)", function()
    local race = lay({ { "A@111/inside 5th T17", stops = 2 }, "B@20/center 1st" }, { laps = 1 })
    drive(race, "A", "6th 21: 21")
    spec.expect(race:car("A").status).equals "home"
  end)
  spec.it("the race goes on until all are home or out", function()
    local race = spec.race { variant = "epreuve1934", track = "valencia", laps = 1, seed = "all", bots = "steady" }
    race:play()
    for _, row in ipairs(race:result()) do
      spec.expect(row.status == "home" or row.status == "out").is_true()
    end
  end)
  spec.it("the retired are placed by distance", function()
    local race = lay({ "A@129/inside 3rd", "B@76/center 3rd", "C@110/center 3rd" }, { laps = 1 })
    drive(race, "B", "3rd 4: 4")
    drive(race, "C", "3rd 4: 4")
    drive(race, "A", "3rd 4: 4", { answers = { pit = "no" } })
    spec.expect(result(race)).equals "A C B"
  end)
end)

-- Variations for PBEM gaming --------------------------------------------------------------------------------------------

spec.describe("Move 05 through Valencia", function()
  --- Both cars have made a stop in the chicane, on row 17; its last corner ends at row 20.
  local function move05()
    return lay({
      { "Godeschalk@17/Outside 3rd T7 B3 G2 C2 E3 H2", stops = 1 },
      { "Sebi@17/Center 3rd T6 B2 G4 C2 E2 H2",        stops = 1 },
    }, { track = "valencia", laps = 1 })
  end
  spec.it("Godeschalk: 4th, a 15 is 11, 1R9: spins on 28/Center with no tyres left", function()
    local race = move05()
    drive(race, "Godeschalk", "4th: 1R9", { dice = { gear = { 15 } } })
    check(race, "Godeschalk", { at = "28/Center", spun = true })
    spec.expect(points(race, "Godeschalk", "T B G C E H")).equals "T0 B3 G2 C2 E3 H2"
  end)
  spec.it("Sebi: 4th, a 14 is 11, KR9: spins on 27/Inside with no tyres left", function()
    local race = move05()
    drive(race, "Sebi", "4th: KR9", { dice = { gear = { 14 } } })
    check(race, "Sebi", { at = "27/Inside", spun = true })
    spec.expect(points(race, "Sebi", "T B G C E H")).equals "T0 B1 G4 C2 E2 H2"
  end)
  spec.it("in 1st gear Godeschalk crosses the line", function()
    local race = move05()
    drive(race, "Godeschalk", "4th: 1R9", { dice = { gear = { 15 } } })
    drive(race, "Sebi", "4th: KR9", { dice = { gear = { 14 } }, touch = 20 }) -- beside Godeschalk (ruling E28)
    drive(race, "Godeschalk", "1st 1: 1")
    spec.expect(race:car("Godeschalk").place).equals(1)
  end)
end)

spec.describe("Move notation", function()
  cases {
    { "1R2",                      "A@20/center 3rd", "3rd 4: 1R2",   at = "24/inside" },
    { "small letters",            "A@20/center 3rd", "3rd 4: 1r2",   at = "24/inside" },
    { "11 is eleven, not one and one",       "A@20/center 3rd", "3rd 4: 1R11",  fails = "drives 13 spaces" },
    { "1R5K",                     "A@20/center 3rd", "3rd 8: 1R5K",  at = "27/inside", wear = "B2" },
    { "1R5R cannot leave the track", "A@20/center 3rd", "3rd 8: 1R5R", fails = "to the right" },
    { "1R5R across it",           "A@20/outside 3rd", "3rd 8: 1R5R", at = "28/inside" },
    { "K before R9",              "A@20/center 4th", "4th 11: KR9",  at = "30/inside", wear = "B2" },
    { "another way to the same end", "A@20/center 3rd", "3rd 4: 2R1", at = "24/inside" },
  }
end)
