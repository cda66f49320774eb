--- The three rules of the quick race (ruling P9), and that all else is as in the Paper Grand Prix.
local spec = require "spec"
local game = require "paper_f1_quick"

-- The oval has forty units of two cars; units 10, 20, 30 and 40 are marked and the finish is the unit beyond 40.

-- One team of each third.
local of = { front = "Ferrari", middle = "Williams", back = "Lotus" }

--- Lays cars of a third down on the oval: "A@6 B@9 C@9", in the order in which they arrived.
local function lay(third, text, more)
  local all = { variant = "paper_f1_quick", track = "oval", cars = {} }
  for key, value in pairs(more or {}) do
    if key ~= "lap" then all[key] = value end
  end
  for name, at in string.gmatch(text, "(%S+)@(%d+)") do
    table.insert(all.cars, { name = name, team = of[third] or third, at = tonumber(at), lap = more and more.lap })
  end
  return spec.race(all)
end

--- Two cars on each unit from one to another, to be laid down with others.
local function walls(from, to)
  local text = ""
  for unit = from, to do text = text .. " L" .. unit .. "@" .. unit .. " R" .. unit .. "@" .. unit end
  return text
end

--- The unit a car stands on; for a car that left the track what became of it.
local function where(race, name)
  local car = race:car(name)
  return car.space and car.space.row or car.status
end

--- The faces of a text: "16" is 1, 6.
local function faces(text)
  local list = {}
  for face in string.gmatch(text, "%d") do table.insert(list, tonumber(face)) end
  return list
end

--- One spec a row: its name, a third, the cars, A's two dice, its action roll if there is to be one, where it is then.
local function cases(list)
  for _, case in ipairs(list) do
    spec.it(case[1], function()
      local race = lay(case[2], case[3], { lap = case.lap, laps = case.laps, set = case.set })
      race:dice { move = faces(case.move), action = { case.action } }
      race:turn "A"
      spec.expect(where(race, "A")).equals(case.at)
    end)
  end
end

--- Who rolled for a purpose, in order; a throw of several dice counts once.
local function rollers(race, purpose)
  local names = {}
  for _, event in ipairs(race:events()) do
    if event.type == "roll" and event.purpose == purpose then table.insert(names, event.car) end
  end
  return names
end

spec.describe("quick race, rule 1: two dice (ruling P9)", function()
  for _, row in ipairs {
    --  dice     front        middle       back
    { { 2, 5 }, front =  7, middle = 5, back = 2 },
    { { 5, 2 }, front =  7, middle = 5, back = 2 },
    { { 1, 2 }, front =  3, middle = 2, back = 1 },
    { { 6, 1 }, front =  7, middle = 6, back = 1 },
    { { 2, 2 }, front =  4, middle = 2, back = 2 },
    { { 4, 4 }, front =  8, middle = 4, back = 4 },
    { { 6, 6 }, front = 12, middle = 6, back = 6 },
    { { 3, 6 }, front =  9, middle = 6, back = 3 },
  } do
    local a, b = row[1][1], row[1][2]
    for _, third in ipairs { "front", "middle", "back" } do
      spec.it(third .. ", " .. a .. " and " .. b .. ": " .. row[third] .. " units", function()
        local race = lay(third, "A@21", { set = { "marks_from_lap=9" } }) -- no mark is in the way
        race:dice { move = row[1] }
        race:turn "A"
        spec.expect(where(race, "A")).equals(21 + row[third])
      end)
    end
  end
  for _, row in ipairs {
    { "front", "the sum", 7 }, { "middle", "the higher", 5 }, { "back", "the lower", 2 },
  } do
    spec.it("both faces are told, and how the " .. row[1] .. " third reads them", function()
      local race = lay(row[1], "A@21", { set = { "marks_from_lap=9" } })
      race:dice { move = { 2, 5 } }
      race:turn "A"
      spec.expect(race:events()).includes { type = "roll", car = "A", purpose = "move", faces = { 2, 5 } }
      spec.expect(race:events()).includes { type = "read", car = "A", as = row[2], units = row[3] }
    end)
  end
  spec.it("of a double one nothing is read", function()
    local race = lay("middle", "A@21")
    race:dice { move = { 1, 1 } }
    race:turn "A"
    for _, event in ipairs(race:events()) do spec.expect(event.type == "read").equals(false) end
  end)
  spec.it("every move is two six-sided dice", function()
    local race = lay("back", "A@1")
    race:dice { move = { 2, 5 } }
    race:turn "A"
    spec.expect(race:events()).includes { type = "roll", car = "A", purpose = "move", dice = "2d6", faces = { 2, 5 } }
  end)
end)

spec.describe("quick race, rule 2: double one retires (ruling P9)", function()
  cases {
    { "in the front third",              "front",  "A@6",          move = "11", at = "out" },
    { "in the middle third",             "middle", "A@6",          move = "11", at = "out" },
    { "in the back third",               "back",   "A@6",          move = "11", at = "out" },
    { "short of a mark too",             "front",  "A@8",          move = "11", at = "out" },
    { "behind a full unit too",          "front",  "A@8 B@9 C@9",  move = "11", at = "out" },
    { "on the grid too",                 "middle", "A@40", lap = 0, move = "11", at = "out" },
    { "one short of the finish too",     "front",  "A@40",         move = "11", at = "out" },
    { "one 1 is a move",                 "back",   "A@6",          move = "13", at = 7 },
    { "the other 1 is too",              "back",   "A@6",          move = "31", at = 7 },
    { "another double is a move",        "front",  "A@1",          move = "22", at = 5 },
    { "another pair may be set",         "middle", "A@6",          move = "66", at = "out",
      set = { "snake_eyes.1=6", "snake_eyes.2=6" } },
  }
  spec.it("the reason is told", function()
    local race = lay("front", "A@6")
    race:dice { move = { 1, 1 } }
    race:turn "A"
    spec.expect(race:events()).includes { type = "retire", car = "A", why = "snake eyes" }
  end)
  spec.it("its unit is free at once (ruling P5)", function()
    local race = lay("middle", "B@9 C@9 A@7")
    race:dice { move = { 1, 1, 4, 3 } }
    race:turn "B"
    race:turn "A"
    spec.expect(where(race, "A")).equals(11)
  end)
end)

spec.describe("quick race, rule 3: the split is yours (ruling P9)", function()
  spec.it("every team of the entry list stands in a third, four in each", function()
    local teams, in_third = {}, { front = 0, middle = 0, back = 0 }
    for _, entry in ipairs(game.entries) do teams[entry.team] = true end
    for team in pairs(teams) do
      local third = game.split[team]
      in_third[third] = in_third[third] + 1
    end
    spec.expect(in_third).equals { front = 4, middle = 4, back = 4 }
  end)
  for _, row in ipairs {
    { "Red Bull", "front"  }, { "Ferrari",     "front"  }, { "McLaren",  "front"  }, { "Mercedes",   "front"  },
    { "Renault",  "middle" }, { "Force India", "middle" }, { "Williams", "middle" }, { "Toro Rosso", "middle" },
    { "Sauber",   "back"   }, { "Lotus",       "back"   }, { "Virgin",   "back"   }, { "Hispania",   "back"   },
  } do
    local team, third = row[1], row[2]
    spec.it(team .. " begins in the " .. third .. " third, and may be put into any", function()
      for choice, units in pairs { front = 7, middle = 5, back = 2 } do
        local race = lay(team, "A@21", { set = { "split." .. team .. "=" .. choice } })
        race:dice { move = { 2, 5 } }
        race:turn "A"
        spec.expect(where(race, "A")).equals(21 + units)
      end
      local race = lay(team, "A@21")
      race:dice { move = { 2, 5 } }
      race:turn "A"
      spec.expect(where(race, "A")).equals(21 + ({ front = 7, middle = 5, back = 2 })[third])
    end)
  end
  spec.it("two cars of unlike thirds read the same dice in their own way", function()
    local race = spec.race { variant = "paper_f1_quick", track = "oval", set = { "split.Renault=front" }, cars = {
      { name = "Petrov", team = "Renault", at = 21 }, { name = "Sutil", team = "Force India", at = 11 },
    } }
    race:dice { move = { 2, 5, 2, 5 } }
    race:round()
    spec.expect(where(race, "Petrov")).equals(28)
    spec.expect(where(race, "Sutil")).equals(16)
  end)
  spec.it("a team that stands in no third is named", function()
    local race = lay("Maserati", "A@21")
    race:dice { move = { 2, 5 } }
    spec.expect(function() race:turn "A" end).fails_with "split: no third for the team Maserati of A"
  end)
  spec.it("a third that does not exist is named", function()
    local function frnt() lay("Renault", "A@21", { set = { "split.Renault=frnt" } }) end
    spec.expect(frnt).fails_with '`split.Renault`: it cannot be the text "frnt"; did you mean `front`?'
  end)
end)

spec.describe("quick race, otherwise as the race (ruling P9)", function()
  cases {
    { "a mark asks for an action roll",    "front",  "A@1",                  move = "45", action = 4, at = 10 },
    { "2 steps back three units",          "front",  "A@1",                  move = "45", action = 2, at = 7 },
    { "3 steps back two",                  "middle", "A@4",                  move = "26", action = 3, at = 8 },
    { "5 steps on two",                    "middle", "A@4",                  move = "26", action = 5, at = 12 },
    { "6 steps on three",                  "back",   "A@7",                  move = "36", action = 6, at = 13 },
    { "1 retires",                         "back",   "A@7",                  move = "36", action = 1, at = "out" },
    { "a full unit is not passed",         "front",  "A@1 B@9 C@9",          move = "66",             at = 8 },
    { "a full mark rolled to: none",       "front",  "A@1 B@10 C@10",        move = "45",             at = 9 },
    { "queueing onto a mark",              "front",  "A@1 B@11 C@11",        move = "66", action = 4, at = 10 },
    { "from a full mark back to one: none",     "front",  "A@8" .. walls(11, 20), move = "66",             at = 10 },
    { "a mark before the line is none",    "front",  "A@30", lap = 0,        move = "46",             at = 40 },
    { "twelve units over the line",        "front",  "A@30",                 move = "66",             at = "home" },
    { "not after the first of two laps",   "front",  "A@30", laps = 2,       move = "66",             at = 2 },
  }
  spec.it("the action roll is one die", function()
    local race = lay("front", "A@1")
    race:dice { move = { 4, 5 }, action = { 4 } }
    race:turn "A"
    spec.expect(race:events()).includes { type = "roll", purpose = "action", dice = "d6", face = 4 }
    spec.expect(rollers(race, "action")).equals { "A" }
  end)
  spec.it("qualifying is one die, with the same modifiers and cuts", function()
    local race = spec.race { variant = "paper_f1_quick", track = "oval", cars = {
      { name = "Liuzzi", team = "Hispania" }, { name = "Vettel", team = "Red Bull" },
    } }
    race:dice { qualify = { 6, 1 } }
    race:qualify()
    spec.expect(race:events()).includes { type = "roll", car = "Liuzzi", purpose = "qualify", dice = "d6", total = 2 }
    spec.expect(race:events()).includes { type = "roll", car = "Vettel", purpose = "qualify", dice = "d6", total = 4 }
    spec.expect(race:field "pole").equals "Vettel"
    spec.expect(where(race, "Liuzzi")).equals(40)
  end)
  spec.it("the deciding die is one die", function()
    local race = spec.race { variant = "paper_f1_quick", track = "oval", cars = {
      { name = "Massa", team = "Ferrari" }, { name = "Hamilton", team = "McLaren" },
    } }
    race:dice { qualify = { 3, 3 }, deciding = { 1, 6 } }
    race:qualify()
    spec.expect(race:field "pole").equals "Hamilton"
  end)
  spec.it("the foremost first, and points for those who are home", function()
    local race = lay("front", "A@35 B@40 C@8")
    race:dice { move = { 1, 2, 2, 4, 1, 1 } }
    race:play()
    spec.expect(rollers(race, "move")).equals { "B", "A", "C" }
    spec.expect(race:result()).includes { place = 1, car = "B", status = "home", points = 25 }
    spec.expect(race:result()).includes { place = 2, car = "A", status = "home", points = 18 }
    spec.expect(race:result()).includes { place = 3, car = "C", status = "out",  points = 0 }
  end)
end)

spec.describe("a whole quick race", function()
  for _, row in ipairs {
    { seed = "1" },
    { seed = "2011" },
    { seed = "3", track = "oval", laps = 2 },
  } do
    spec.it("seed " .. row.seed .. ": all 24 are home or out, each place once", function()
      local race = spec.race { variant = "paper_f1_quick", seed = row.seed, track = row.track, laps = row.laps }
      race:play()
      local seen = {}
      for place, line in ipairs(race:result()) do
        spec.expect(line.place).equals(place)
        spec.expect(seen[line.car]).is_nil()
        seen[line.car] = true
        local ended = line.status == "home" or line.status == "out"
        spec.expect(ended).is_true()
      end
      spec.expect(#race:result()).equals(24)
    end)
  end
end)
