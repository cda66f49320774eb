--- The rules of the Paper Grand Prix, clause by clause; where the book is silent, the ruling (P1 to P12) is named.
local spec = require "spec"
local game = require "paper_f1"

-- The oval has forty units of two cars; units 10, 20, 30 and 40 are marked and the finish is the unit beyond 40.

--- Lays cars down on the oval: "A@6 B@9 C@9", in the order in which they arrived; on lap 1 unless `more.lap` differs.
local function lay(text, more)
  local all = { variant = "paper_f1", track = "oval", cars = {} }
  for key, value in pairs(more or {}) do
    if key ~= "lap" then all[key] = value end
  end
  for name, at in string.gmatch(text, "(%S+)@(%d+)") do
    table.insert(all.cars, { name = name, at = tonumber(at), lap = more and more.lap })
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

--- One spec a row: its name, the cars, A's roll, its action roll if there is to be one, where it is then, on which lap.
local function cases(list)
  for _, case in ipairs(list) do
    spec.it(case[1], function()
      local race = lay(case[2], { lap = case.lap, laps = case.laps, set = case.set })
      race:dice { move = { case.move }, action = { case.action } }
      race:turn "A"
      spec.expect(where(race, "A")).equals(case.at)
      if case.then_lap then spec.expect(race:car("A").lap).equals(case.then_lap) end
    end)
  end
end

--- Who rolled for a purpose, in order.
local function rollers(race, purpose)
  local names = {}
  for _, event in ipairs(race:events()) do
    if event.type == "roll" and event.purpose == purpose then table.insert(names, event.car) end
  end
  return names
end

--- The result as names, the winner first.
local function finishers(race)
  local names = {}
  for place, row in ipairs(race:result()) do
    spec.expect(row.place).equals(place)
    names[place] = row.car
  end
  return names
end

--- The points by place.
local function points(race)
  local list = {}
  for place, row in ipairs(race:result()) do list[place] = row.points end
  return list
end

--- A number, so many times, after the items of a list.
local function times(count, face, list)
  list = list or {}
  for _ = 1, count do table.insert(list, face) end
  return list
end

--- The faces of a text: "116" is 1, 1, 6.
local function faces(text)
  local list = {}
  for face in string.gmatch(text, "%d") do table.insert(list, tonumber(face)) end
  return list
end

--- Cars beside the track before qualifying: "Massa of Ferrari, Hamilton of McLaren".
local function enter(text, more)
  local all = { variant = "paper_f1", track = "oval", cars = {} }
  for key, value in pairs(more or {}) do all[key] = value end
  for name, team in string.gmatch(text, "(%S+) of ([^,]+)") do
    table.insert(all.cars, { name = name, team = team })
  end
  return spec.race(all)
end

--- So many cars of one team, C1, C2 ..., which a dead heat leaves in this order.
local function enter_many(count, more)
  local list = {}
  for i = 1, count do list[i] = "C" .. i .. " of Sauber" end
  return enter(table.concat(list, ", "), more)
end

--- The names of the cars by their place on the grid.
local function grid(race)
  local names = {}
  for _, row in ipairs(race:result()) do names[race:car(row.car).grid] = row.car end
  return names
end

-- With one car in the last session, two to four cars go through all three.
local short = { set = { "qualifying.final=1" } }

-- 2.1 Qualifying ------------------------------------------------------------------------------------------------------

spec.describe("2.1 qualifying, what a team adds in Q1, Q2, Q3", function()
  local book = {
    { "Red Bull",     3,  3,  3 },
    { "Ferrari",      3,  3,  2 },
    { "McLaren",      3,  3,  2 },
    { "Mercedes",     3,  3,  2 },
    { "Renault",      3,  1,  1 },
    { "Force India",  2,  1,  1 },
    { "Williams",     2,  1,  0 },
    { "Toro Rosso",   2,  0,  0 },
    { "Sauber",       2,  0,  0 },
    { "Lotus",       -1, -2, -3 },
    { "Virgin",      -1, -2, -3 },
    { "Hispania",    -2, -3, -4 },
  }
  for _, row in ipairs(book) do
    local team = row[1]
    spec.it(team .. ", at least 1 whatever is rolled (ruling P1)", function()
      for face = 1, 6 do
        local race = enter(string.gsub("A of T, B of T, C of T", "T", team), short)
        race:dice { qualify = times(3 + 2 + 1, face) }
        race:qualify()
        local units = {}
        for _, event in ipairs(race:events()) do
          if event.type == "qualified" and event.car == "A" then table.insert(units, event.units) end
        end
        spec.expect(units).equals { math.max(1, face + row[2]), math.max(1, face + row[3]), math.max(1, face + row[4]) }
      end
    end)
  end
  spec.it("the twelve teams enter two cars each", function()
    local of = {}
    for _, entry in ipairs(game.entries) do of[entry.team] = (of[entry.team] or 0) + 1 end
    for _, row in ipairs(book) do spec.expect(of[row[1]]).equals(2) end
    spec.expect(#game.entries).equals(24)
  end)
  spec.it("the modifier is told with the team's name", function()
    local race = enter "Trulli of Lotus"
    race:dice { qualify = { 6 } }
    race:qualify()
    spec.expect(race:events()).includes {
      type = "roll", car = "Trulli", dice = "d6", face = 6, total = 3, modifiers = { { name = "Lotus", value = -3 } },
    }
  end)
  spec.it("a team that the table lacks is named", function()
    local race = enter "Fangio of Maserati"
    race:dice { qualify = {} }
    spec.expect(function() race:qualify() end).fails_with "modifiers: no row for the team Maserati of Fangio"
  end)
end)

spec.describe("2.1 qualifying, the cuts", function()
  spec.it("24 cars: seven drop to 18-24, seven to 11-17, ten fight for pole", function()
    local race = enter_many(24)
    race:dice { qualify = times(17, 2, times(7, 1)) } -- C1 to C7 are slowest
    race:step()
    for i = 1, 7  do spec.expect(race:car("C" .. i).slot).equals(17 + i) end
    for i = 8, 24 do spec.expect(race:car("C" .. i).slot).equals(0) end
    race:dice { qualify = times(10, 2, times(7, 1)) } -- of those left C8 to C14
    race:step()
    for i = 8, 14  do spec.expect(race:car("C" .. i).slot).equals(3 + i) end
    for i = 15, 24 do spec.expect(race:car("C" .. i).slot).equals(0) end
    race:dice { qualify = times(8, 1, { 5, 6 }) }     -- C16 takes pole from C15
    race:step()
    spec.expect(grid(race)).equals {
      "C16", "C15", "C17", "C18", "C19", "C20", "C21", "C22", "C23", "C24",
      "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C1", "C2", "C3", "C4", "C5", "C6", "C7",
    }
  end)
end)

spec.describe("2.1 qualifying, ruling P2", function()
  for _, row in ipairs {
    --  cars  rolling in Q1-Q3  still in after it
    {  1, {  0,  0,  1 }, {  1,  1, 0 } }, -- ten or fewer: the last session only
    {  2, {  0,  0,  2 }, {  2,  2, 0 } },
    {  9, {  0,  0,  9 }, {  9,  9, 0 } },
    { 10, {  0,  0, 10 }, { 10, 10, 0 } },
    { 11, { 11,  0, 10 }, { 10, 10, 0 } }, -- nobody would drop in Q2
    { 12, { 12, 11, 10 }, { 11, 10, 0 } },
    { 13, { 13, 11, 10 }, { 11, 10, 0 } },
    { 17, { 17, 13, 10 }, { 13, 10, 0 } },
    { 20, { 20, 15, 10 }, { 15, 10, 0 } },
    { 23, { 23, 16, 10 }, { 16, 10, 0 } },
    { 24, { 24, 17, 10 }, { 17, 10, 0 } },
    { 25, { 25, 17 },     { 17, 10 } },    -- more than the oval's grid holds, so without Q3
    { 30, { 30, 20 },     { 20, 10 } },
  } do
    local cars, rolling, left = row[1], row[2], row[3]
    spec.it("the cuts of " .. cars .. " cars", function()
      local race, before = enter_many(cars), 0
      for session = 1, #rolling do
        race:dice { qualify = times(rolling[session], 3) }
        race:step()
        local rolled = #rollers(race, "qualify")
        spec.expect(rolled - before).equals(rolling[session])
        before = rolled
        for i = 1, cars do
          spec.expect(race:car("C" .. i).slot).equals(i > left[session] and i or 0)
        end
      end
    end)
  end
  spec.it("more cars than the grid holds are refused when it is set", function()
    local race = enter_many(25)
    race:dice { qualify = times(25 + 17 + 10, 3) }
    spec.expect(function() race:qualify() end).fails_with "25 cars, but the grid of Oval has 24 places"
  end)
  spec.it("with qualifying.rolls = 2 the units add up, each die at least 1", function()
    local race = enter("Vettel of Red Bull, Liuzzi of Hispania", { set = { "qualifying.rolls=2" } })
    race:dice { qualify = { 1, 2, 6, 1 } }
    race:qualify()
    spec.expect(race:events()).includes { type = "qualified", car = "Vettel", units = (1 + 3) + (2 + 3) }
    spec.expect(race:events()).includes { type = "qualified", car = "Liuzzi", units = (6 - 4) + 1 }
    spec.expect(race:field "pole_units").equals(9)
  end)
end)

spec.describe("2.1 qualifying, the order of rolling", function()
  local function enter_three(order)
    return enter("Vettel of Red Bull, Massa of Ferrari, Button of McLaren", { set = order and "qualifying.order=" .. order })
  end
  local function rolled(order, answers)
    local race = enter_three(order)
    race:dice { qualify = { 1, 2, 3 } }
    race:answer("race", { next = answers })
    race:qualify()
    return table.concat(rollers(race, "qualify"), " ")
  end
  spec.it("as listed", function()
    spec.expect(rolled()).equals "Vettel Massa Button"
    spec.expect(rolled "listed").equals "Vettel Massa Button"
  end)
  spec.it("the last listed first", function() spec.expect(rolled "reversed").equals "Button Massa Vettel" end)
  spec.it("as whoever runs the race says, one after another", function()
    spec.expect(rolled("gm", { "Massa", "Vettel" })).equals "Massa Vettel Button"
    spec.expect(rolled("gm", { "Button", "Massa" })).equals "Button Massa Vettel"
  end)
  spec.it("another order is refused", function()
    local refusal = '`qualifying.order`: it cannot be the text "fastest"; there are gm, listed, reversed'
    spec.expect(function() enter_three "fastest" end).fails_with(refusal)
  end)
  spec.it("whoever rolls first, the first listed of a team goes ahead in a dead heat (ruling P3)", function()
    local race = enter("Button of McLaren, Hamilton of McLaren", { set = "qualifying.order=reversed" })
    race:dice { qualify = { 3, 3 } }
    race:qualify()
    spec.expect(rollers(race, "qualify")).equals { "Hamilton", "Button" }
    spec.expect(grid(race)).equals { "Button", "Hamilton" }
  end)
end)

spec.describe("2.1 dead heats, ruling P3", function()
  for _, case in ipairs {
    { "the better modifier goes ahead, without a die",
      "Massa of Ferrari, Webber of Red Bull",     "43",   "",       "Webber Massa" },
    { "units count before the modifier",
      "Massa of Ferrari, Webber of Red Bull",     "53",   "",       "Massa Webber" },
    { "the same face for unlike teams is no dead heat",
      "Liuzzi of Hispania, Glock of Virgin",      "66",   "",       "Glock Liuzzi" },
    { "both at the least of 1 are level, so the modifier decides",
      "Liuzzi of Hispania, Glock of Virgin",      "21",   "",       "Glock Liuzzi" },
    { "of team-mates the first listed: Button before Hamilton",
      "Button of McLaren, Hamilton of McLaren",   "33",   "",       "Button Hamilton" },
    { "by the list, not by the name",
      "Hamilton of McLaren, Button of McLaren",   "33",   "",       "Hamilton Button" },
    { "Massa v Hamilton: a deciding die",
      "Massa of Ferrari, Hamilton of McLaren",    "33",   "25",     "Hamilton Massa" },
    { "the die may favour the one listed first",
      "Massa of Ferrari, Hamilton of McLaren",    "33",   "52",     "Massa Hamilton" },
    { "it is rolled again until it decides",
      "Massa of Ferrari, Hamilton of McLaren",    "33",   "441126", "Hamilton Massa" },
    { "level in Q3, Renault adds more in Q1 than Force India",
      "Sutil of Force India, Petrov of Renault",  "22",   "",       "Petrov Sutil" },
    { "level in Q3 and Q1, the modifier of Q2 decides",
      "Buemi of Toro Rosso, Kobayashi of Sauber", "44",   "",       "Kobayashi Buemi", { "modifiers.Sauber.2=1" } },
    { "level in Q3, Q1 counts before Q2",
      "Kobayashi of Sauber, Buemi of Toro Rosso", "44",   "",       "Buemi Kobayashi",
      { "modifiers.Sauber.2=1", "modifiers.Toro Rosso.1=3" } },
    { "Ferrari and McLaren are level all through: a deciding die",
      "Alonso of Ferrari, Button of McLaren",     "33",   "36",     "Button Alonso" },
    { "so are Toro Rosso and Sauber",
      "Buemi of Toro Rosso, Kobayashi of Sauber", "44",   "21",     "Buemi Kobayashi" },
    { "and Lotus and Virgin",
      "Trulli of Lotus, Glock of Virgin",         "55",   "12",     "Glock Trulli" },
    { "three of three teams",
      "Massa of Ferrari, Hamilton of McLaren, Rosberg of Mercedes", "333", "264", "Hamilton Rosberg Massa" },
    { "of three, the two that are still level roll again",
      "Massa of Ferrari, Hamilton of McLaren, Rosberg of Mercedes", "333", "44612", "Rosberg Hamilton Massa" },
    { "team-mates share a die and stay in the order of the list",
      "Alonso of Ferrari, Massa of Ferrari, Hamilton of McLaren", "333", "25", "Hamilton Alonso Massa" },
    { "two pairs of team-mates",
      "Alonso of Ferrari, Button of McLaren, Hamilton of McLaren, Massa of Ferrari", "3333", "1134",
      "Button Hamilton Alonso Massa" },
    { "a better modifier has no part in the die",
      "Massa of Ferrari, Webber of Red Bull, Hamilton of McLaren", "434", "16", "Webber Hamilton Massa" },
  } do
    spec.it(case[1], function()
      local race = enter(case[2], { set = case[6] })
      race:dice { qualify = faces(case[3]), deciding = faces(case[4]) }
      race:qualify()
      spec.expect(table.concat(grid(race), " ")).equals(case[5])
    end)
  end
  spec.it("the modifier is that of the session: in Q1 Renault has more than Force India", function()
    local race = enter("Sutil of Force India, Petrov of Renault", short)
    race:dice { qualify = { 2, 1 } }
    race:step()
    spec.expect(race:car("Sutil").slot).equals(2)
    spec.expect(race:car("Petrov").slot).equals(0)
  end)
  spec.it("in Q1 Red Bull, 3 3 3, goes ahead of Renault, 3 1 1", function()
    local race = enter("Petrov of Renault, Webber of Red Bull", short)
    race:dice { qualify = { 4, 4 } }
    race:step()
    spec.expect(race:car("Petrov").slot).equals(2)
    spec.expect(race:car("Webber").slot).equals(0)
  end)
  spec.it("in Q1 Ferrari, 3 3 2, goes ahead of Renault and behind Red Bull", function()
    local race = enter("Petrov of Renault, Massa of Ferrari, Webber of Red Bull", short)
    race:dice { qualify = { 4, 4, 4 } }
    race:step()
    spec.expect(race:car("Petrov").slot).equals(3)
    spec.expect(race:car("Massa").slot).equals(0)
    race:dice { qualify = { 4, 4 } }
    race:step()
    spec.expect(race:car("Massa").slot).equals(2)
  end)
  spec.it("a dead heat at the cut is decided", function()
    local race = enter("Massa of Ferrari, Hamilton of McLaren, Vettel of Red Bull", short)
    race:dice { qualify = { 3, 3, 6 }, deciding = { 1, 6 } }
    race:step()
    spec.expect(race:car("Massa").slot).equals(3)
    spec.expect(race:car("Hamilton").slot).equals(0)
  end)
  spec.it("a dead heat of those who drop is decided", function()
    local race = enter("Massa of Ferrari, Hamilton of McLaren, Vettel of Red Bull, Webber of Red Bull", short)
    race:dice { qualify = { 3, 3, 6, 6 }, deciding = { 1, 6 } }
    race:step()
    spec.expect(race:car("Hamilton").slot).equals(3)
    spec.expect(race:car("Massa").slot).equals(4)
  end)
  spec.it("a dead heat of those who are all through needs no die", function()
    local race = enter("Massa of Ferrari, Hamilton of McLaren, Liuzzi of Hispania", short)
    race:dice { qualify = { 3, 3, 6 } }
    race:step()
    spec.expect(race:car("Liuzzi").slot).equals(3)
  end)
end)

spec.describe("2.1 grid, ruling P10", function()
  spec.it("pole position is noted beside its unit", function()
    local race = enter "Vettel of Red Bull, Alonso of Ferrari"
    race:dice { qualify = { 3, 6 } }
    race:qualify()
    spec.expect(race:field "pole").equals "Alonso"
    spec.expect(race:field "pole_units").equals(8)
    spec.expect(race:events()).includes { type = "pole", car = "Alonso", units = 8 }
  end)
  spec.it("two to a unit, the pole pair on the last unit before the line", function()
    local race = enter_many(24)
    race:dice { qualify = times(24 + 17 + 10, 3) }
    race:qualify()
    for i = 1, 24 do
      local car = race:car("C" .. i)
      spec.expect(car.grid).equals(i)
      spec.expect(car.space.row).equals(41 - math.ceil(i / 2))
      spec.expect(car.space.lane).equals(2 - i % 2)
      spec.expect(car.lap).equals(0)
    end
  end)
  cases {
    { "from the grid, one unit leads to unit 1",  "A@40", lap = 0, move = 1,             at = 1,  then_lap = 1 },
    { "six units from the row behind to unit 5",  "A@39", lap = 0, move = 6,             at = 5,  then_lap = 1 },
    { "a mark before the line does not count",    "A@27", lap = 0, move = 3,             at = 30, then_lap = 0 },
    { "nor does the last unit before the start",  "A@38", lap = 0, move = 2,             at = 40, then_lap = 0 },
    { "after the start the first mark counts",    "A@6",           move = 4, action = 4, at = 10, then_lap = 1 },
    { "the last unit is marked",                  "A@38",          move = 2, action = 4, at = 40, then_lap = 1 },
  }
end)

-- 2.2 Race ------------------------------------------------------------------------------------------------------------

spec.describe("2.2 the die, ruling P1", function()
  spec.it("a move is one six-sided die, and so is an action roll", function()
    local race = lay "A@6"
    race:dice { move = { 4 }, action = { 4 } }
    race:turn "A"
    spec.expect(race:events()).includes { type = "roll", purpose = "move", dice = "d6", face = 4, total = 4 }
    spec.expect(race:events()).includes { type = "roll", purpose = "action", dice = "d6", face = 4 }
  end)
  spec.it("the deciding die has six sides too", function()
    local race = enter "Massa of Ferrari, Hamilton of McLaren"
    race:dice { qualify = { 3, 3 }, deciding = { 1, 6 } }
    race:qualify()
    spec.expect(race:events()).includes { type = "roll", purpose = "deciding", dice = "d6", face = 6 }
  end)
end)

spec.describe("2.2 order of rolling, ruling P4", function()
  spec.it("at the start in the order of the grid", function()
    local race = enter "Liuzzi of Hispania, Vettel of Red Bull, Sutil of Force India, Alonso of Ferrari"
    race:dice { qualify = { 6, 3, 3, 3 }, move = { 1, 1, 1, 1 } } -- 2, 6, 4 and 5 units
    race:qualify()
    race:round()
    spec.expect(rollers(race, "move")).equals { "Vettel", "Alonso", "Sutil", "Liuzzi" }
  end)
  for _, case in ipairs {
    { "the foremost first",                                     "A@5 B@12 C@8", "111",    "",  "BCA" },
    { "of two side by side the one that arrived first",         "B@5 A@5",      "11",     "",  "BA" },
    { "arriving is what counts, not the list",                  "A@4 B@7",      "1411",   "",  "BABA" },
    { "who took the lead rolls first in the next round",        "A@3 B@7",      "1621",   "",  "BAAB" },
    { "who was overtaken has his roll all the same",            "A@9 B@7 C@6",  "1111",   "6", "ABCA" },
    { "who loses places by the action roll waits for the next", "A@9 B@8 C@6",  "112211", "2", "ABCBCA" },
    { "even at the end of the field",                           "A@9 B@8 C@7",  "1112",   "2", "ABCB" },
    { "a car that comes beside it later arrived after it",      "A@9 B@2 C@3",  "145111", "2", "ACBACB" },
    { "who gains places by it has had his roll",                "A@4 B@11",     "1611",   "6", "BAAB" },
    { "who retires rolls no more",                              "A@8 B@3",      "211",    "1", "ABB" },
    { "who is home rolls no more",                              "A@40 B@3",     "611",    "",  "ABB" },
  } do
    spec.it(case[1], function()
      local race = lay(case[2])
      race:dice { move = faces(case[3]), action = faces(case[4]) }
      for _ = 1, #case[3] do race:step() end
      spec.expect(table.concat(rollers(race, "move"))).equals(case[5])
    end)
  end
  spec.it("who falls beside a car arrived after it", function()
    local race = spec.race { variant = "paper_f1", track = "oval", round = 1, cars = {
      { name = "A", at = 9 }, { name = "B", at = 7, moved = true },
    } }
    race:dice { move = { 1, 1, 1 }, action = { 2 } }
    for _ = 1, 3 do race:step() end
    spec.expect(rollers(race, "move")).equals { "A", "B", "A" }
  end)
  spec.it("who was blocked has had his roll", function()
    local race = spec.race { variant = "paper_f1", track = "oval", round = 1, cars = {
      { name = "A", at = 4 }, { name = "B", at = 5, moved = true }, { name = "C", at = 5, moved = true },
    } }
    race:dice { move = { 6, 1 } }
    for _ = 1, 2 do race:step() end
    spec.expect(rollers(race, "move")).equals { "A", "B" }
    spec.expect(where(race, "A")).equals(4)
  end)
  spec.it("and has not arrived anew", function()
    local race = spec.race { variant = "paper_f1", track = "oval", round = 1, cars = {
      { name = "A", at = 17 }, { name = "B", at = 19 },
      { name = "C", at = 18, moved = true }, { name = "D", at = 18, moved = true },
    } }
    race:dice { move = { 1, 6, 1, 1, 1, 1 }, action = { 2 } } -- B falls beside A, and A is blocked
    for _ = 1, 6 do race:step() end
    spec.expect(table.concat(rollers(race, "move"))).equals "BACDAB"
  end)
  spec.it("a lap more is ahead of any unit", function()
    local race = spec.race { variant = "paper_f1", track = "oval", laps = 2, cars = {
      { name = "A", at = 35, lap = 1 },
      { name = "B", at =  5, lap = 2 },
      { name = "C", at = 39, lap = 0 },
    } }
    race:dice { move = { 1, 1, 1 } }
    race:round()
    spec.expect(rollers(race, "move")).equals { "B", "A", "C" }
  end)
end)

spec.describe("2.2 queueing, ruling P5", function()
  cases {
    { "two cars may stand side by side",            "A@6 B@9",                   move = 3, at = 9 },
    { "two cars apart block nobody",                "A@3 B@5 C@6",               move = 5, at = 8 },
    { "one car blocks nobody",                      "A@3 B@5",                   move = 4, at = 7 },
    { "onto a full unit: stop behind it",           "A@6 B@9 C@9",               move = 3, at = 8 },
    { "past a full unit: stop behind it",           "A@6 B@9 C@9",               move = 6, at = 8 },
    { "short of a full unit: as rolled",            "A@6 B@9 C@9",               move = 2, at = 8 },
    { "behind two full units",                      "A@4 B@8 C@8 D@7 E@7",       move = 4, at = 6 },
    { "past two full units",                        "A@4 B@8 C@8 D@7 E@7",       move = 5, at = 6 },
    { "beside one that queues already",             "A@4 B@8 C@8 D@7",           move = 5, at = 7 },
    { "the first of two full units with a gap",     "A@4 B@6 C@6 D@8 E@8",       move = 6, at = 5 },
    { "right behind a full unit nobody moves: 1",   "A@5 B@6 C@6",               move = 1, at = 5 },
    { "right behind a full unit nobody moves: 6",   "A@5 B@6 C@6",               move = 6, at = 5 },
    { "beside a car behind a full unit",            "A@5 D@5 B@6 C@6",           move = 2, at = 5 },
    { "a full unit beyond the line blocks too",     "A@38 B@1 C@1",     lap = 0, move = 6, at = 40, then_lap = 0 },
    { "a full last unit is in the way of the line", "A@37 B@40 C@40",            move = 6, at = 39 },
    { "the start from behind a full grid row",      "A@39 B@40 C@40",   lap = 0, move = 6, at = 39 },
  }
end)

spec.describe("2.2 action roll and full units, ruling P5", function()
  cases {
    { "a step back onto a full unit goes on behind",       "A@8 B@7 C@7",             move = 2, action = 2, at = 6 },
    { "through two full units",                            "A@8 B@7 C@7 D@6 E@6",     move = 2, action = 2, at = 5 },
    { "through seven full units, over the line",           "A@8" .. walls(1, 7),      move = 2, action = 2, at = 40,
      then_lap = 0 },
    { "-2 onto a full unit",                               "A@9 B@8 C@8",             move = 1, action = 3, at = 7 },
    { "onto a unit with one car: side by side",            "A@8 B@7",                 move = 2, action = 2, at = 7 },
    { "a step back passes a full unit",                    "A@9 B@8 C@8",             move = 1, action = 2, at = 7 },
    { "a step back passes two",                            "A@9" .. walls(7, 8),      move = 1, action = 2, at = 6,
      set = { "action.2.spaces=-4" } },
    { "passes one, and goes on behind another",            "A@9 B@8 C@8 D@7 E@7",     move = 1, action = 2, at = 6 },
    { "no further than the first free unit",               "A@8 B@7 C@7 D@5 E@5",     move = 2, action = 2, at = 6 },
    { "+2 onto a full unit stops behind it",               "A@8 B@12 C@12",           move = 2, action = 5, at = 11 },
    { "+3 onto a full unit stops behind it",               "A@8 B@13 C@13",           move = 2, action = 6, at = 12 },
    { "+3 does not pass a full unit",                      "A@8 B@12 C@12",           move = 2, action = 6, at = 11 },
    { "right behind a full unit +2 gives nothing",         "A@8 B@11 C@11",           move = 2, action = 5, at = 10 },
    { "right behind a full unit +3 gives nothing",         "A@8 B@11 C@11",           move = 2, action = 6, at = 10 },
    { "+2 beside a single car",                            "A@8 B@12",                move = 2, action = 5, at = 12 },
    { "+3 past a single car",                              "A@8 B@12",                move = 2, action = 6, at = 13 },
  }
  local function after(cars, dice)
    local race = lay(cars)
    race:dice(dice)
    race:turn "B"
    race:turn "A"
    return race
  end
  spec.it("a car that stays fills its unit", function()
    local race = after("B@8 C@10 A@7", { move = { 2, 5 }, action = { 4 } })
    spec.expect(where(race, "A")).equals(9)
  end)
  spec.it("a retired car leaves its unit free", function()
    local race = after("B@8 C@10 A@7", { move = { 2, 5 }, action = { 1 } })
    spec.expect(where(race, "B")).equals "out"
    spec.expect(where(race, "A")).equals(12)
  end)
  spec.it("and another may take its place", function()
    local race = after("B@8 C@10 A@7", { move = { 2, 3 }, action = { 1, 4 } })
    spec.expect(where(race, "A")).equals(10)
  end)
  spec.it("a car that is home leaves its unit free", function()
    local race = after("B@39 C@39 A@37", { move = { 2, 2 } })
    spec.expect(where(race, "B")).equals "home"
    spec.expect(where(race, "A")).equals(39)
  end)
  spec.it("a car that moves off leaves its unit free", function()
    local race = after("B@8 C@8 A@6", { move = { 1, 5 } })
    spec.expect(where(race, "A")).equals(11)
  end)
end)

spec.describe("2.2 action roll, the table", function()
  for _, row in ipairs {
    { 1, "accident or blown engine", at = "out" },
    { 2, "tyre blow",                at = 17 },
    { 3, "wrong strategy",           at = 18 },
    { 4, "nothing happens",          at = 20 },
    { 5, "good strategy",            at = 22 },
    { 6, "fastest lap",              at = 23 },
  } do
    spec.it(row[1] .. ": " .. row[2], function()
      local race = lay "A@15 B@3"
      race:dice { move = { 5 }, action = { row[1] } }
      race:turn "A"
      spec.expect(where(race, "A")).equals(row.at)
      spec.expect(race:events()).includes { type = "roll", car = "A", purpose = "action", face = row[1] }
      spec.expect(race:events()).includes { type = "row", car = "A", text = row[2] }
      spec.expect(where(race, "B")).equals(3)
    end)
  end
end)

spec.describe("2.2 action roll, ruling P6", function()
  cases {
    { "where a roll ends on unit 10",                 "A@6",                     move = 4, action = 4, at = 10 },
    { "on unit 20",                                   "A@14",                    move = 6, action = 4, at = 20 },
    { "on unit 30",                                   "A@29",                    move = 1, action = 4, at = 30 },
    { "on the last unit",                             "A@38",                    move = 2, action = 4, at = 40 },
    { "beside another car on the mark",               "A@6 B@10",                move = 4, action = 4, at = 10 },
    { "not before a mark",                            "A@6",                     move = 3,             at = 9 },
    { "not past a mark",                              "A@8",                     move = 5,             at = 13 },
    { "not in leaving a mark",                        "A@10",                    move = 2,             at = 12 },
    { "queueing onto a mark, rolled to a full unit",  "A@8 B@11 C@11",           move = 3, action = 4, at = 10 },
    { "queueing onto a mark, rolled past it",         "A@8 B@11 C@11",           move = 5, action = 4, at = 10 },
    { "queueing onto a mark behind two full units",   "A@8 B@11 C@11 D@12 E@12", move = 4, action = 2, at = 7 },
    { "not where the mark rolled to is full",         "A@6 B@10 C@10",           move = 4,             at = 9 },
    { "not where a full mark was rolled past",        "A@6 B@10 C@10",           move = 6,             at = 9 },
    { "not where the mark is out of reach",           "A@6 B@8 C@8",             move = 4,             at = 7 },
    { "not for a car that cannot leave the mark: 1",  "A@10 B@11 C@11",          move = 1,             at = 10 },
    { "not for a car that cannot leave the mark: 6",  "A@10 B@11 C@11",          move = 6,             at = 10 },
    { "a step back onto a mark rolls no second one",  "A@28" .. walls(21, 27),   move = 2, action = 2, at = 20 },
    { "nor does a step back from mark to mark",       "A@18",                    move = 2, action = 2, at = 10,
      set = { "action.2.spaces=-10" } },
    { "nor does a step on from mark to mark",         "A@8",                     move = 2, action = 5, at = 20,
      set = { "action.5.spaces=10" } },
    { "a mark before the line does not count",        "A@27", lap = 0,           move = 3,             at = 30 },
    { "queueing onto it neither",                     "A@38 B@1 C@1", lap = 0,   move = 3,             at = 40 },
    { "on the first lap of two the last unit counts", "A@38", laps = 2,          move = 2, action = 4, at = 40 },
    { "a step back over the line takes the lap back", "A@8",                     move = 2, action = 2, at = 38,
      set = { "action.2.spaces=-12" }, then_lap = 0 },
    { "and on the second lap",                        "A@8", lap = 2, laps = 2,  move = 2, action = 2, at = 38,
      set = { "action.2.spaces=-12" }, then_lap = 1 },
    { "+2 may finish",              "A@38",           move = 2, action = 5, at = "home" },
    { "+3 may finish",              "A@38",           move = 2, action = 6, at = "home" },
    { "+2 may end the first of two laps", "A@38", laps = 2, move = 2, action = 5, at = 2, then_lap = 2 },
    { "+3 may end the first of two laps", "A@38", laps = 2, move = 2, action = 6, at = 3, then_lap = 2 },
  }
  spec.it("the lap taken back is driven again", function()
    local race = lay("A@8", { lap = 2, laps = 2, set = { "action.2.spaces=-12" } })
    race:dice { move = { 2, 4 }, action = { 2 } }
    race:turn "A"
    race:turn "A"
    spec.expect(where(race, "A")).equals(2)
    spec.expect(race:car("A").lap).equals(2)
  end)
  spec.it("a mark that was left by the action roll waits again", function()
    local race = lay "A@8"
    race:dice { move = { 2, 3 }, action = { 2, 4 } }
    race:turn "A"
    race:turn "A"
    spec.expect(where(race, "A")).equals(10)
    spec.expect(rollers(race, "action")).equals { "A", "A" }
  end)
end)

spec.describe("2.2 finish, rulings P7 and P10", function()
  cases {
    { "the finish is the unit beyond the last", "A@40",                   move = 1,             at = "home" },
    { "the last unit is not the finish",        "A@39",                   move = 1, action = 4, at = 40 },
    { "a roll need not be exact",               "A@40",                   move = 6,             at = "home" },
    { "six units from unit 35",                 "A@35",                   move = 6,             at = "home" },
    { "crossing the line at the start is none", "A@39", lap = 0,          move = 6,             at = 5, then_lap = 1 },
    { "two laps: not after the first",          "A@39", laps = 2,         move = 6,             at = 5, then_lap = 2 },
    { "two laps: after the second",             "A@39", laps = 2, lap = 2, move = 6,            at = "home" },
    { "cars on the first unit are not in the way of it", "A@39 B@1 C@1",  move = 2,             at = "home" },
  }
  for _, case in ipairs {
    { "in the order of arrival, however far a roll would go", "A@39 B@40",      "16",     "",   "BA" },
    { "side by side, the one that arrived first",             "B@39 A@39",      "23",     "",   "BA" },
    { "who crosses the line in an earlier turn is ahead",     "A@36 B@38 C@30", "261364", "4",  "ABC" },
    { "who crosses it by the action roll has arrived",        "A@38 B@39",      "121",    "46", "AB" },
    { "a round sooner is ahead, whoever led",                 "A@35 B@37",      "163",    "",   "AB" },
  } do
    spec.it(case[1], function()
      local race = lay(case[2])
      race:dice { move = faces(case[3]), action = faces(case[4]) }
      race:play()
      spec.expect(table.concat(finishers(race))).equals(case[5])
      for place, row in ipairs(race:result()) do
        spec.expect(row.status).equals "home"
        spec.expect(race:car(row.car).place).equals(place)
      end
    end)
  end
  spec.it("the race goes on until every car is home or out", function()
    local race = lay "A@40 B@8 C@38"
    race:dice { move = { 1, 1, 1, 3, 1 }, action = { 1 } } -- C needs a second turn, B a second one to retire
    race:play()
    spec.expect(where(race, "A")).equals "home"
    spec.expect(where(race, "B")).equals "out"
    spec.expect(where(race, "C")).equals "home"
    spec.expect(function() race:step() end).fails_with "the race is over"
  end)
  spec.it("with nobody home it is over too", function()
    local race = lay "A@8 B@9"
    race:dice { move = { 1, 2 }, action = { 1, 1 } }
    race:play()
    spec.expect(finishers(race)).equals { "A", "B" }
  end)
end)

spec.describe("2.2 retired cars, ruling P11", function()
  for _, case in ipairs {
    { "are behind those who are home",            "A@18 B@40",     "12",  "1",   "BA" },
    { "by the distance driven",                   "A@8 B@18 C@40", "122", "11",  "CBA" },
    { "of the same distance the later is higher", "A@8 B@9 C@40",  "112", "11",  "CAB" },
    { "distance counts before time",              "A@18 B@8 C@9",  "212", "111", "ABC" },
  } do
    spec.it(case[1], function()
      local race = lay(case[2])
      race:dice { move = faces(case[3]), action = faces(case[4]) }
      race:play()
      spec.expect(table.concat(finishers(race))).equals(case[5])
    end)
  end
  spec.it("a lap more counts before any unit", function()
    local race = spec.race { variant = "paper_f1", track = "oval", laps = 2, cars = {
      { name = "A", at = 29, lap = 1 }, { name = "B", at = 9, lap = 2 },
    } }
    race:dice { move = { 1, 1 }, action = { 1, 1 } }
    race:play()
    spec.expect(finishers(race)).equals { "B", "A" }
  end)
end)

-- 2.3 Points ----------------------------------------------------------------------------------------------------------

spec.describe("2.3 points, ruling P8", function()
  local twelve = "A@40 B@40 C@39 D@39 E@38 F@38 G@37 H@37 I@36 J@36 K@35 L@35"
  local function home(cars, set)
    local race = lay(cars, { set = set })
    race:dice { move = times(12, 6) }
    race:play()
    return race
  end
  for _, row in ipairs {
    { "25-18-15 of the FIA", nil,                     { 25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0, 0 } },
    { "10-6-4-3-2-1",        { "points=10-6-4" },     { 10,  6,  4,  3,  2, 1, 0, 0, 0, 0, 0, 0 } },
    { "9-6-4-3-2-1",         { "points=9-6-4" },      {  9,  6,  4,  3,  2, 1, 0, 0, 0, 0, 0, 0 } },
    { "25-18-15 by name",    { "points=25-18-15" },   { 25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0, 0 } },
    { "a value of one's own", { "points_systems.25-18-15.1=30" }, { 30, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0, 0 } },
  } do
    spec.it(row[1], function() spec.expect(points(home(twelve, row[2]))).equals(row[3]) end)
  end
  spec.it("of 9-6-4-3-2-1 the best eleven results count, of the others all", function()
    spec.expect(game.points_systems["9-6-4"].best).equals(11)
    spec.expect(game.points_systems["10-6-4"].best).is_nil()
    spec.expect(game.points_systems["25-18-15"].best).is_nil()
  end)
  spec.it("a system that is not there is refused by name", function()
    local function wrong() lay("A@40", { set = { "points=8-6-4" } }) end
    spec.expect(wrong).fails_with "no points system is called \"8-6-4\""
  end)

  local function one_home(set)
    local race = lay("A@40 B@18 C@8", { set = set })
    race:dice { move = { 1, 2, 2 }, action = { 1, 1 } }
    race:play()
    return race
  end
  spec.it("a retired car scores nothing (ruling P11)", function()
    spec.expect(points(one_home())).equals { 25, 0, 0 }
    spec.expect(points(one_home { "points_for_retired=false" })).equals { 25, 0, 0 }
  end)
  spec.it("or, with points_for_retired, what its place is worth", function()
    spec.expect(points(one_home { "points_for_retired=true" })).equals { 25, 18, 15 }
  end)
end)

-- Laps and whole races ------------------------------------------------------------------------------------------------

spec.describe("laps and track, ruling P12", function()
  spec.it("the Hungaroring, one lap", function()
    local race = spec.race { variant = "paper_f1", seed = "1" }
    spec.expect(race:field "track").equals "Hungaroring"
    spec.expect(race:field "rows").equals(100)
    spec.expect(race:field "laps").equals(1)
  end)
  spec.it("one lap where the track says nothing", function() spec.expect(lay("A@1"):field "laps").equals(1) end)
  spec.it("as many as are asked for", function() spec.expect(lay("A@1", { laps = 3 }):field "laps").equals(3) end)
end)

spec.describe("a whole grand prix", function()
  local function whole(more)
    local all = { variant = "paper_f1" }
    for key, value in pairs(more) do all[key] = value end
    local race = spec.race(all)
    race:play()
    return race
  end
  local function complete(race)
    local seen = {}
    for place, row in ipairs(race:result()) do
      spec.expect(row.place).equals(place)
      spec.expect(seen[row.car]).is_nil()
      seen[row.car] = true
      local status = row.status == "home" or row.status == "out"
      spec.expect(status).is_true()
      spec.expect(race:car(row.car).space).is_nil()
    end
    spec.expect(#race:result()).equals(24)
  end
  for _, seed in ipairs { "1", "2011", "Hungaroring" } do
    spec.it("seed " .. seed .. ": all 24 are home or out, each place once", function()
      local race = whole { seed = seed }
      complete(race)
      local slots = {}
      for _, row in ipairs(race:result()) do
        local car = race:car(row.car)
        spec.expect(car.slot).equals(car.grid)
        slots[car.slot] = row.car
      end
      spec.expect(#slots).equals(24)
      spec.expect(slots[1]).equals(race:field "pole")
    end)
  end
  spec.it("three laps of the oval", function() complete(whole { seed = "3", track = "oval", laps = 3 }) end)
  spec.it("the same seed is the same race", function()
    spec.expect(whole({ seed = "4" }):state()).equals(whole({ seed = "4" }):state())
  end)
end)
