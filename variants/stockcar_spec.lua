--- Stock cars, clause by clause: the three forms of TROUBLE under the document's headings, with the numbers of its examples, then
--- the base game part by part. Where the document is silent, its rulings (T1 to T6) are named.
local spec = require "spec"
local game = require "stockcar"

-- Cars are called after the place they start a spec in: #06 is sixth.

--- The name of the car that begins in a place.
local function car(place) return string.format("#%02d", place) end

--- The names of a list of places.
local function cars(places)
  local names = {}
  for i, place in ipairs(places) do names[i] = car(place) end
  return names
end

--- The numbers from one to another.
local function from(first, last)
  local list = {}
  for n = first, last do table.insert(list, n) end
  return list
end

--- Lays down a race of n cars in its fifth turn; `fields` has those of single cars by place, `more` other keys of spec.race.
local function lay(n, fields, more)
  local all = { variant = "stockcar", track = "talladega", turn = 5, cars = {} }
  for key, value in pairs(more or {}) do all[key] = value end
  for place = 1, n do
    local row = { name = car(place) }
    for key, value in pairs(fields and fields[place] or {}) do row[key] = value end
    all.cars[place] = row
  end
  return spec.race(all)
end

local black = { TOP = 1, MIDDLE = 4, BOTTOM = 6 }
local event = {
  trouble = { 1, 1 }, problem = { 1, 4 }, challenge = { 3, 4 }, duel = { 4, 5 }, surge = { 5, 5 }, stop = { 5, 6 },
  quiet   = { 6, 6 },
}

-- Groups by their first places, and the throw of the second die for each.
local sections   = { "TOP", "MIDDLE", "BOTTOM" }
local first   = { TOP = 1, MIDDLE = 8, BOTTOM = 20 }
local strikes = { TOP = 1, MIDDLE = 2, BOTTOM = 4 }

--- How many cars stand in a group or, when nobody does, in the next above.
local function held(race, group)
  local running = 0
  for _, row in ipairs(race:result()) do
    if row.status == "running" then running = running + 1 end
  end
  for i = 3, 1, -1 do
    local after = sections[i + 1] and first[sections[i + 1]] or math.huge
    if first[sections[i]] <= math.min(first[group], running) then return math.min(running, after - 1) - first[sections[i]] + 1 end
  end
end

--- The first throw on the card of so many drivers that finds the one in a place of the group.
local function finds(place, drivers)
  local box = (place - 1) * math.floor(36 / drivers)
  return { math.floor(box / 6) + 1, box % 6 + 1 }
end

--- Plays a turn: a group, what happens in it, other dice and answers by driver. What finds a driver is given as the place in the
--- group.
local function play(race, group, what, dice, answers)
  race:dice { black = { black[group] }, event = event[what] }
  dice = dice or {}
  if what == "trouble" then dice.strikes = { strikes[group] } end
  if dice.finder then dice.finder = finds(dice.finder[1], held(race, group)) end
  race:dice(dice)
  for who, given in pairs(answers or {}) do race:answer(who, given) end
  race:turn()
end

--- A yellow flag that moves nobody, for so many cars.
local function calm(n)
  local faces = {}
  for i = 1, n do faces[i] = 3 end
  return faces
end

--- Throws of a d66, written "11 66": for ESCAPE and REPAIR 11 is always in and 66 never.
local function throws(text)
  local faces = {}
  for tens, ones in string.gmatch(text, "(%d)(%d)") do
    table.insert(faces, tonumber(tens))
    table.insert(faces, tonumber(ones))
  end
  return faces
end

--- The throws of a group of so many of whom those listed fail, counted from the head of the group.
local function failing(n, list)
  local text = {}
  for i = 1, n do text[i] = "11" end
  for _, i in ipairs(list) do text[i] = "66" end
  return throws(table.concat(text, " "))
end

--- Plays a turn of TROUBLE of a form in a field of n; `dice` are those of the form itself, with the second ESCAPE under `again`
--- and, under `out`, how many cars it takes out.
local function trouble(race, group, form, n, dice)
  race:dice { yellow = calm(n - (dice.out or 0)), ["second escape"] = dice.again }
  dice.form, dice.again, dice.out = dice.form or { ({ accident = 1, crash = 3, wreck = 5 })[form] }, nil, nil
  play(race, group, "trouble", dice)
end

--- Who threw for a purpose, in the order of the throws.
local function threw(race, purpose)
  local names = {}
  for _, e in ipairs(race:events()) do
    if e.type == "roll" and e.purpose == purpose then table.insert(names, e.car) end
  end
  return names
end

--- The running cars, first place first.
local function order(race, n)
  local names = {}
  for place = 1, n do
    local at = race:car(car(place)).place
    if at then names[at] = car(place) end
  end
  return names
end

--- The places of some cars as a text, "out" for those that are out.
local function places(race, list)
  local words = {}
  for i, place in ipairs(list) do
    local at = race:car(car(place))
    words[i] = at.status == "running" and at.place or "out"
  end
  return table.concat(words, " ")
end

-- Three forms of TROUBLE --------------------------------------------------------------------------------------------------

spec.describe("Accidents: how many drivers are affected", function()
  local cases = {
    { "TOP", 3,    { [2] = 1, [3] = 1, [4] = 2, [6] = 2, [7] = 3, [9] = 3, [10] = 4, [12] = 4 } },
    { "MIDDLE", 2, { [2] = 1, [3] = 2, [4] = 2, [7] = 4, [11] = 6, [12] = 6 } },
    { "BOTTOM", 1, { [2] = 2, [3] = 3, [7] = 7, [12] = 12 } },
  }
  for _, case in ipairs(cases) do
    for total, affected in pairs(case[3]) do
      spec.it(string.format("%s: %d by %d, rounded up, is %d", case[1], total, case[2], affected), function()
        local race = lay(43)
        local one = math.max(1, total - 6)
        local dice = { affected = { one, total - one }, finder = { 1 }, escape = failing(affected, {}) }
        trouble(race, case[1], "accident", 43, dice)
        spec.expect(#threw(race, "escape")).equals(affected)
      end)
    end
  end
end)

spec.describe("Accidents: who is affected", function()
  spec.it("example, TOP group: 3 and 5 make three drivers, from #6 they are #6, #7 and the leader", function()
    local race = lay(43)
    trouble(race, "TOP", "accident", 43, { affected = { 3, 5 }, finder = { 6 }, escape = failing(3, {}) })
    spec.expect(threw(race, "escape")).equals(cars { 6, 7, 1 })
  end)
  spec.it("example, BOTTOM group: 6 and 5 make eleven drivers, from #21 they are #21 to #31", function()
    local race = lay(43)
    trouble(race, "BOTTOM", "accident", 43, { affected = { 6, 5 }, finder = { 2 }, escape = failing(11, {}) })
    spec.expect(threw(race, "escape")).equals(cars(from(21, 31)))
  end)
  spec.it("from the last of a group on it is the head of that group, and nobody outside", function()
    local race = lay(43)
    trouble(race, "MIDDLE", "accident", 43, { affected = { 2, 4 }, finder = { 11 }, escape = failing(3, {}) })
    spec.expect(threw(race, "escape")).equals(cars { 18, 19, 8 })
  end)
  spec.it("never more than the group holds (ruling T2)", function()
    local race = lay(22)
    trouble(race, "BOTTOM", "accident", 22, { affected = { 6, 6 }, finder = { 2 }, escape = failing(3, {}) })
    spec.expect(threw(race, "escape")).equals(cars { 21, 22, 20 })
  end)
  spec.it("of a group of one it is that one, without the finder", function()
    local race = lay(8)
    trouble(race, "MIDDLE", "accident", 8, { affected = { 6, 6 }, escape = throws "11" })
    spec.expect(threw(race, "escape")).equals { "#08" }
  end)
  spec.it("who does not ESCAPE has to REPAIR: to the end of the BOTTOM group, or out (ruling T2)", function()
    local race = lay(43)
    trouble(race, "TOP", "accident", 43,
      { affected = { 3, 5 }, finder = { 2 }, escape = failing(3, { 1, 3 }), repair = throws "11 66", out = 1 })
    spec.expect(threw(race, "repair")).equals(cars { 2, 4 })
    spec.expect(places(race, { 1, 2, 3, 4, 5, 43 })).equals "1 42 2 out 3 41"
    spec.expect(race:car("#04").status).equals "out"
  end)
  spec.it("of two that wrap around the one ahead before stays ahead at the end", function()
    local race = lay(43)
    trouble(race, "TOP", "accident", 43,
      { affected = { 3, 5 }, finder = { 7 }, escape = failing(3, { 1, 2 }), repair = throws "11 11" })
    spec.expect(threw(race, "escape")).equals(cars { 7, 1, 2 })
    spec.expect(places(race, { 1, 7, 2 })).equals "42 43 1"
  end)
end)

spec.describe("Accidents: what is told", function()
  spec.it("who is in it, by name", function()
    local race = lay(43)
    trouble(race, "TOP", "accident", 43,
      { affected = { 3, 5 }, finder = { 6 }, escape = failing(3, { 2 }), repair = throws "11" })
    spec.expect(race:events()).includes { type = "affected", total = 8, divide = 3, cars = 3 }
    for _, place in ipairs { 6, 7, 1 } do spec.expect(race:events()).includes { type = "involved", car = car(place) } end
    spec.expect(race:events()).includes { type = "caught", car = "#07" }
  end)
  spec.it("that all get away", function()
    local race = lay(43)
    trouble(race, "TOP", "accident", 43, { affected = { 3, 5 }, finder = { 6 }, escape = failing(3, {}) })
    spec.expect(race:events()).includes { type = "unhurt" }
  end)
end)

spec.describe("Crashes", function()
  spec.it("the whole group rolls for ESCAPE, and nobody else (ruling T5)", function()
    local race = lay(43)
    trouble(race, "MIDDLE", "crash", 43, { escape = failing(12, {}) })
    spec.expect(threw(race, "escape")).equals(cars(from(8, 19)))
    spec.expect(order(race, 43)).equals(cars(from(1, 43)))
  end)
  spec.it("who fails has a second try, and who fails it has to REPAIR: the end of the BOTTOM group, or out", function()
    local race = lay(43)
    trouble(race, "TOP", "crash", 43,
      { escape = failing(7, { 2, 5 }), again = throws "66 66", repair = throws "11 66", out = 1 })
    spec.expect(threw(race, "second escape")).equals(cars { 2, 5 })
    spec.expect(threw(race, "repair")).equals(cars { 2, 5 })
    spec.expect(places(race, { 1, 2, 3, 4, 5, 6 })).equals "1 42 2 3 out 4"
  end)
  spec.it("who passes the second time loses the places of two dice, and needs no REPAIR", function()
    local race = lay(43)
    trouble(race, "TOP", "crash", 43, { escape = failing(7, { 3 }), again = throws "11", drop = { 4, 5 } })
    spec.expect(#threw(race, "repair")).equals(0)
    spec.expect(places(race, { 2, 3, 4, 12, 13 })).equals "2 12 3 11 13"
  end)
  spec.it("example, MIDDLE group: six fail, three of them again; #11, #14 and #15 lose 3, 5 and 6 places", function()
    local race = lay(43)
    trouble(race, "MIDDLE", "crash", 43, {
      escape = failing(12, { 2, 4, 5, 7, 8, 10 }), -- #9 #11 #12 #14 #15 #17
      again = throws "66 11 66 11 11 66", drop = { 1, 2, 2, 3, 3, 3 }, repair = throws "11 66 66", out = 2 })
    spec.expect(threw(race, "drop")).equals(cars { 11, 14, 15 })
    spec.expect(threw(race, "repair")).equals(cars { 9, 12, 17 })
    spec.expect(places(race, { 11, 14, 15 })).equals "14 19 21"
    spec.expect(places(race, { 9, 12, 17 })).equals "41 out out"
    -- those who were not affected fill the gaps
    spec.expect(places(race, { 7, 8, 10, 13, 16, 18, 19 })).equals "7 8 9 10 11 12 13"
    spec.expect(places(race, { 20, 21, 22, 23, 24, 25, 43 })).equals "15 16 17 18 20 22 40"
  end)
  spec.it("targets are counted from the places before the TROUBLE (ruling T1)", function()
    local race = lay(43)
    trouble(race, "TOP", "crash", 43,
      { escape = failing(7, { 1, 2, 6 }), again = throws "66 66 11", drop = { 1, 1 }, repair = throws "66 66", out = 2 })
    spec.expect(places(race, { 3, 6, 7, 10, 11 })).equals "1 8 4 7 9"
  end)
  spec.it("of two with one target the one ahead before gets it, and the other the next behind (ruling T1)", function()
    local race = lay(43)
    trouble(race, "TOP", "crash", 43, { escape = failing(7, { 2, 4 }), again = throws "11 11", drop = { 3, 3, 2, 2 } })
    spec.expect(places(race, { 1, 2, 3, 4, 10, 11 })).equals "1 8 2 9 10 11"
  end)
  spec.it("and a third whose target that is goes behind both", function()
    local race = lay(43)
    trouble(race, "TOP", "crash", 43,
      { escape = failing(7, { 2, 4, 5 }), again = throws "11 11 11", drop = { 3, 3, 2, 2, 2, 2 } })
    spec.expect(places(race, { 1, 2, 4, 5, 10, 11 })).equals "1 8 9 10 7 11"
  end)
  spec.it("beyond the end: last, but ahead of those who passed REPAIR (ruling T1)", function()
    local race = lay(9)
    trouble(race, "MIDDLE", "crash", 9,
      { escape = failing(2, { 1, 2 }), again = throws "66 11", drop = { 6, 6 }, repair = throws "11" })
    spec.expect(order(race, 9)).equals(cars { 1, 2, 3, 4, 5, 6, 7, 9, 8 })
  end)
  spec.it("two beyond the end keep their order, whoever lost more (ruling T1)", function()
    local race = lay(9)
    trouble(race, "TOP", "crash", 9, { escape = failing(7, { 5, 7 }), again = throws "11 11", drop = { 6, 6, 1, 2 } })
    spec.expect(order(race, 9)).equals(cars { 1, 2, 3, 4, 6, 8, 9, 5, 7 })
  end)
  spec.it("several who passed REPAIR go last in their old order (ruling T1)", function()
    local race = lay(9)
    trouble(race, "TOP", "crash", 9,
      { escape = failing(7, { 1, 3, 6 }), again = throws "66 11 66", drop = { 6, 6 }, repair = throws "11 11" })
    spec.expect(order(race, 9)).equals(cars { 2, 4, 5, 7, 8, 9, 3, 1, 6 })
  end)
end)

spec.describe("Crashes: the order of the dice", function()
  spec.it("all who ESCAPE or not, then the second chances, then the repairs, then the drops (ruling T5)", function()
    local race, kinds = lay(43), {}
    trouble(race, "TOP", "crash", 43, {
      escape = failing(7, { 2, 3, 5, 6 }), again = throws "66 11 66 11", repair = throws "11 66", drop = { 1, 2, 3, 4 },
      out = 1 })
    for _, e in ipairs(race:events()) do
      local kind = e.type == "roll" and
        ({ escape = "ESCAPE", ["second escape"] = "again", repair = "REPAIR", drop = "drop" })[e.purpose]
      if kind and kinds[#kinds] ~= kind then table.insert(kinds, kind) end
    end
    spec.expect(kinds).equals { "ESCAPE", "again", "REPAIR", "drop" }
    spec.expect(threw(race, "second escape")).equals(cars { 2, 3, 5, 6 })
    spec.expect(threw(race, "repair")).equals(cars { 2, 5 })
    spec.expect(threw(race, "drop")).equals(cars { 3, 6 })
    spec.expect(places(race, { 1, 2, 3, 4, 5, 6, 7 })).equals "1 42 6 2 out 13 3"
  end)
end)

spec.describe("Wrecks", function()
  spec.it("the whole group rolls for ESCAPE, and nobody else (ruling T5)", function()
    local race = lay(43)
    trouble(race, "BOTTOM", "wreck", 43, { escape = failing(24, {}) })
    spec.expect(threw(race, "escape")).equals(cars(from(20, 43)))
  end)
  spec.it("who fails has to REPAIR: the end of the BOTTOM group, or out, and the others close up", function()
    local race = lay(43)
    trouble(race, "TOP", "wreck", 43, { escape = failing(7, { 1, 4, 6 }), repair = throws "11 66 11", out = 1 })
    spec.expect(places(race, { 1, 2, 3, 4, 5, 6, 7, 43 })).equals "41 1 2 out 3 42 4 40"
  end)
  spec.it("there is no second try", function()
    local race = lay(43)
    trouble(race, "TOP", "wreck", 43, { escape = failing(7, { 1 }), repair = throws "66", out = 1 })
    spec.expect(#threw(race, "second escape")).equals(0)
    spec.expect(race:car("#01").status).equals "out"
  end)
end)

spec.describe("The chips of TROUBLE", function()
  --- The chips after the grid of a short field on a track.
  local function laid_out(track, turns, settings)
    local race = lay(2, { { status = "waiting" }, { status = "waiting" } }, { track = track, laps = turns, set = settings })
    race:dice { grid = throws "66 11" }
    race:qualify()
    local chips = race:field "chips"
    return string.format("%d %d %d", chips.accident, chips.crash, chips.wreck)
  end
  spec.it("one on each space at the start", function() spec.expect(laid_out("talladega", 30)).equals "1 1 1" end)
  for turns, extra in pairs { [29] = 0, [30] = 0, [39] = 0, [40] = 1, [49] = 1, [50] = 2, [59] = 2, [60] = 3 } do
    spec.it(extra .. " more in a race of " .. turns .. " turns (ruling T4)", function()
      spec.expect(laid_out("watkins_glen", turns)).equals(1 + extra .. " 1 1")
    end)
  end
  spec.it("a superspeedway has more wrecks", function() spec.expect(laid_out "talladega").equals "1 1 3" end)
  spec.it("a short track has more accidents and crashes", function() spec.expect(laid_out "bristol").equals "2 2 1" end)
  spec.it("a road course has more accidents", function() spec.expect(laid_out "watkins_glen").equals "2 1 1" end)
  spec.it("the order of the extra chips begins again", function() spec.expect(laid_out("bristol", 70)).equals "3 3 1" end)
  for _, case in ipairs {
    { "all of them",                { "accident", "accident", "accident" }, "3 1 1" },
    { "the first alone",            { "crash" },                           "1 2 2" },
    { "one after the other",        { "crash", "accident" },               "2 2 1" },
    { "what is asked for no longer", { "track", "crash" },                 "1 2 2" },
  } do
    spec.it("extra chips are laid out anew by whoever runs the race: " .. case[1] .. " (ruling T6)", function()
      local settings = {}
      for i, form in ipairs(case[2]) do settings[i] = "chips.extra." .. i .. "=" .. form end
      spec.expect(laid_out("talladega", 50, settings)).equals(case[3])
    end)
  end
  spec.it("with a fourth extra chip the three begin again (ruling T6)", function()
    local settings = { "chips.extra.1=accident", "chips.extra.2=crash", "chips.extra.3=crash" }
    spec.expect(laid_out("talladega", 70, settings)).equals "3 3 1"
  end)
  spec.it("and lie there again when all are gone (ruling T6)", function()
    local race = lay(43, nil, { set = { "chips.extra.1=crash", "chips.extra.2=crash" },
      race = { chips = { accident = 0, crash = 1, wreck = 0 } } })
    trouble(race, "TOP", "crash", 43, { form = {}, escape = failing(7, {}) })
    spec.expect(race:field "chips").equals { accident = 1, crash = 3, wreck = 1 }
  end)
  spec.it("on a space that there is", function()
    local waiting = { { status = "waiting" }, { status = "waiting" } }
    local race = lay(2, waiting, { laps = 50, set = { "chips.extra.1=spin" } })
    spec.expect(function() race:qualify() end)
      .fails_with "chips.extra: spin is no form of TROUBLE; there are accident, crash, wreck"
  end)
  spec.it("how many there are is a value of the rules", function()
    spec.expect(laid_out("talladega", 50, { "chips.each=2", "chips.every=5" })).equals "2 3 5"
  end)

  local spaces = { race = { chips = { accident = 2, crash = 0, wreck = 1 } } }
  spec.it("TROUBLE takes a chip from its space", function()
    local race = lay(43, nil, spaces)
    trouble(race, "TOP", "accident", 43, { affected = { 1, 1 }, finder = { 1 }, escape = throws "11" })
    spec.expect(race:field("chips").accident).equals(1)
  end)
  spec.it("a space without chips is not drawn: of the others each alike (ruling T3)", function()
    local race = lay(43, nil, spaces)
    trouble(race, "TOP", "wreck", 43, { form = { 4 }, escape = failing(7, {}) })
    spec.expect(race:field "chips").equals { accident = 2, crash = 0, wreck = 0 }
  end)
  for face, form in ipairs { "accident", "accident", "crash", "crash", "wreck", "wreck" } do
    spec.it("of three spaces each is a third of a die: " .. face .. " is " .. form .. " (ruling T3)", function()
      local race = lay(43)
      local dice = { affected = form == "accident" and { 1, 1 } or nil, finder = form == "accident" and { 1 } or nil }
      dice.form, dice.escape = { face }, form == "accident" and throws "11" or failing(7, {})
      trouble(race, "TOP", form, 43, dice)
      spec.expect(race:events()).includes { type = "trouble", form = string.upper(form) }
    end)
  end
  spec.it("of two spaces each is half of a die", function()
    for face = 1, 6 do
      local race = lay(43, nil, { race = { chips = { accident = 0, crash = 2, wreck = 2 } } })
      trouble(race, "TOP", "wreck", 43, { form = { face }, escape = failing(7, {}) })
      spec.expect(race:field("chips").crash).equals(face <= 3 and 1 or 2)
    end
  end)
  spec.it("the last space with chips needs no die", function()
    local race = lay(43, nil, { race = { chips = { accident = 0, crash = 2, wreck = 0 } } })
    trouble(race, "TOP", "crash", 43, { form = {}, escape = failing(7, {}) })
    spec.expect(race:field("chips").crash).equals(1)
  end)
  spec.it("when every space is out of chips they begin anew, as laid out at the start", function()
    local race = lay(43, nil, { race = { chips = { accident = 0, crash = 1, wreck = 0 } } })
    trouble(race, "TOP", "crash", 43, { form = {}, escape = failing(7, {}) })
    spec.expect(race:field "chips").equals { accident = 1, crash = 1, wreck = 3 }
  end)

  spec.it("the game master may choose the form instead (ruling T3)", function()
    local race = lay(43, nil, { set = { "chips.choose=gm" } })
    race:answer("race", { form = "wreck" })
    trouble(race, "TOP", "wreck", 43, { form = {}, escape = failing(7, {}) })
    spec.expect(race:field("chips").wreck).equals(0)
  end)
  spec.it("but only among the spaces with chips", function()
    local race = lay(43, nil, { set = { "chips.choose=gm" }, race = spaces.race })
    race:answer("race", { form = "crash" })
    spec.expect(function() play(race, "TOP", "trouble") end).fails_with "accident, wreck"
  end)
end)

-- The base game -----------------------------------------------------------------------------------------------------------

spec.describe("Grid", function()
  local waiting = { status = "waiting" }
  spec.it("high throws first, and the highest is on pole", function()
    local race = lay(4, { waiting, waiting, waiting, waiting })
    race:dice { grid = throws "23 65 11 32" }
    race:qualify()
    spec.expect(order(race, 4)).equals { "#02", "#04", "#01", "#03" }
    spec.expect(race:car("#02").pole).is_true()
  end)
  spec.it("level throws are thrown again, until they are not", function()
    local race = lay(4, { waiting, waiting, waiting, waiting })
    race:dice { grid = throws "44 65 44 44  31 52 31  16 21" }
    race:qualify()
    spec.expect(order(race, 4)).equals { "#02", "#03", "#04", "#01" }
  end)
end)

spec.describe("Drivers", function()
  spec.it("43 of them", function() spec.expect(#game.entries).equals(43) end)
  spec.it("in the range of their ratings", function()
    local ranges = { gas = { 0, 3 }, brake = { 0, 3 }, fast_pit = { 0, 1 }, escape = { 14, 26 }, repair = { 9, 20 } }
    for _, driver in ipairs(game.entries) do
      for rating, range in pairs(ranges) do
        spec.expect(driver[rating] >= range[1] and driver[rating] <= range[2]).is_true()
      end
    end
  end)
  spec.it("typically 20 and 14", function()
    local escape, repair = 0, 0
    for _, driver in ipairs(game.entries) do escape, repair = escape + driver.escape, repair + driver.repair end
    spec.expect(escape / 43).near(20, 1)
    spec.expect(repair / 43).near(14, 1)
  end)
end)

spec.describe("Range roll", function()
  for _, case in ipairs { { 14, "32", "33" }, { 9, "23", "24" }, { 12, "26", "31" }, { 20, "42", "43" }, { 1, "11", "12" } } do
    local range, highest, beyond = case[1], case[2], case[3]
    spec.it("of " .. range .. " reaches to " .. highest, function()
      for text, status in pairs { [highest] = "running", [beyond] = "out" } do
        local race = lay(8, { [8] = { repair = range } })
        play(race, "MIDDLE", "problem", { repair = throws(text) })
        spec.expect(race:car("#08").status).equals(status)
      end
    end)
  end
  spec.it("of 36 is never failed", function()
    local race = lay(8, { [8] = { repair = 36 } })
    play(race, "MIDDLE", "problem", { repair = throws "66" })
    spec.expect(race:car("#08").status).equals "running"
  end)
end)

spec.describe("Groups", function()
  for _, case in ipairs { { "TOP", 1, 7 }, { "MIDDLE", 8, 19 }, { "BOTTOM", 20, 43 } } do
    spec.it(case[1] .. " is places " .. case[2] .. " to " .. case[3], function()
      local race = lay(43)
      trouble(race, case[1], "wreck", 43, { escape = failing(case[3] - case[2] + 1, {}) })
      spec.expect(threw(race, "escape")).equals(cars(from(case[2], case[3])))
    end)
  end
  spec.it("the black die: 1-3 TOP, 4-5 MIDDLE, 6 BOTTOM", function()
    local said = {}
    for face = 1, 6 do said[face] = game.black[face].group end
    spec.expect(said).equals { "TOP", "TOP", "TOP", "MIDDLE", "MIDDLE", "BOTTOM" }
  end)
  spec.it("an empty group: the next above that holds cars", function()
    local race = lay(19)
    play(race, "BOTTOM", "surge", { finder = { 12 }, surge = { 2 } })
    spec.expect(race:car("#19").place).equals(17)
  end)
  spec.it("and the one above that when it is empty too", function()
    local race = lay(7)
    play(race, "BOTTOM", "surge", { finder = { 7 }, surge = { 2 } })
    spec.expect(race:car("#07").place).equals(5)
  end)
  spec.it("TROUBLE in an empty group", function()
    local race = lay(7)
    trouble(race, "MIDDLE", "wreck", 7, { escape = failing(7, { 7 }), repair = throws "11" })
    spec.expect(#threw(race, "escape")).equals(7)
    spec.expect(order(race, 7)).equals(cars(from(1, 7)))
  end)
end)

spec.describe("Where TROUBLE strikes", function()
  spec.it("a second die: 1 TOP, 2-3 MIDDLE, 4-6 BOTTOM", function()
    local struck = {}
    for face = 1, 6 do struck[face] = game.strikes[face].group end
    spec.expect(struck).equals { "TOP", "MIDDLE", "MIDDLE", "BOTTOM", "BOTTOM", "BOTTOM" }
  end)
  for group, black_die in pairs { BOTTOM = 1, MIDDLE = 6, TOP = 4 } do
    spec.it(group .. ", whatever the black die says", function()
      local race = lay(43)
      race:dice { black = { black_die }, event = event.trouble, strikes = { strikes[group] }, form = { 5 } }
      race:dice { escape = failing(held(race, group), {}), yellow = calm(43) }
      race:turn()
      spec.expect(threw(race, "escape")[1]).equals(car(first[group]))
      spec.expect(race:events()).includes { type = "trouble", group = group }
    end)
  end
  spec.it("an empty group: the next above that holds cars", function()
    local race = lay(10)
    trouble(race, "BOTTOM", "wreck", 10, { escape = failing(3, {}) })
    spec.expect(threw(race, "escape")).equals(cars { 8, 9, 10 })
  end)
end)

spec.describe("Driver Finder", function()
  --- How many boxes each of n has, of so many, and whether the rest are empty.
  local function boxes(n, all)
    local count, empty = {}, 0
    for box = 0, all - 1 do
      local place = game:position(box, all, n)
      if place > n then empty = empty + 1 else count[place] = (count[place] or 0) + 1 end
    end
    local each = (all - empty) / n
    for place = 1, n do
      if count[place] ~= each then return "place " .. place .. " of " .. n .. " has " .. tostring(count[place]) end
    end
    return each == math.floor(all / n)
  end
  spec.it("a card of 36 boxes for each size of a group: each place has as many, and no more of them could", function()
    for n = 2, 36 do spec.expect(boxes(n, 36)).is_true() end
  end)
  spec.it("two throws where a group has more cars than there are boxes", function()
    for _, n in ipairs { 37, 38, 43, 72, 100, 648, 649, 1000 } do spec.expect(boxes(n, 1296)).is_true() end
  end)
  spec.it("and a die for a few, thrown again where they do not divide it", function()
    for n = 2, 6 do spec.expect(boxes(n, 6)).is_true() end
  end)
  spec.it("the lowest throws find the first, and so on: 35 throws find seven, five each", function()
    for tens = 1, 6 do
      for ones = 1, (tens < 6 and 6 or 5) do
        local race = lay(7)
        race:dice { black = { 1 }, event = event.problem, finder = { tens, ones }, repair = throws "11" }
        race:turn()
        spec.expect(threw(race, "repair")).equals { car(math.floor(((tens - 1) * 6 + ones - 1) / 5) + 1) }
      end
    end
  end)
  spec.it("an empty box is thrown again", function()
    local race = lay(7)
    race:dice { black = { 1 }, event = event.problem, finder = throws "66 66 15", repair = throws "11" }
    race:turn()
    spec.expect(threw(race, "repair")).equals { "#01" }
  end)
  spec.it("43 cars in one group: two throws find one of them", function()
    local race = lay(62)
    race:dice { black = { 6 }, event = event.problem, finder = throws "66 61  12 21", repair = throws "11" }
    race:turn() -- 1296 boxes, 30 for each of 43: number 1290, counted from 0, is empty, and number 42 is the second driver's
    spec.expect(threw(race, "repair")).equals { "#21" }
  end)
  spec.it("what each throw of the card stands for can be read", function()
    local seven = {}
    for place = 1, 7 do seven[place] = { name = car(place) } end
    spec.expect(game:card(seven, "d66")).equals
      "11-15 #01, 16-24 #02, 25-33 #03, 34-42 #04, 43-51 #05, 52-56 #06, 61-65 #07, 66 again"
    spec.expect(game:card({ "crash", "wreck" }, "d6")).equals "1-3 crash, 4-6 wreck"
  end)
end)

spec.describe("Event", function()
  local events = {
    "trouble", "trouble", "trouble", "car_problem", "challenge", "challenge", "challenge", "duel", "surge", "pit_stop", "quiet",
  }
  for i, name in ipairs(events) do
    spec.it(i + 1 .. ": " .. name, function() spec.expect(game.event[i + 1].event).equals(name) end)
  end
  spec.it("one without a function is an error", function()
    spec.expect(function() lay(43, nil, { set = { "event.12.event=shower" } }) end).fails_with "it cannot be the text \"shower\""
  end)
  spec.it("quiet: nothing happens", function()
    local race = lay(43)
    play(race, "TOP", "quiet")
    spec.expect(order(race, 43)).equals(cars(from(1, 43)))
  end)
end)

spec.describe("Car problem", function()
  spec.it("REPAIR keeps the place", function()
    local race = lay(43)
    play(race, "BOTTOM", "problem", { finder = { 3 }, repair = throws "11" })
    spec.expect(race:car("#22").place).equals(22)
  end)
  spec.it("or the car is out, and the others close up", function()
    local race = lay(43)
    play(race, "BOTTOM", "problem", { finder = { 3 }, repair = throws "66" })
    spec.expect(places(race, { 21, 22, 23, 43 })).equals "21 out 22 42"
  end)
  spec.it("is no TROUBLE: no yellow flag, no chip", function()
    local race = lay(43)
    play(race, "BOTTOM", "problem", { finder = { 3 }, repair = throws "66" })
    spec.expect(#threw(race, "yellow")).equals(0)
  end)
end)

spec.describe("Challenge", function()
  --- One spec a row: a name, what the one who attacks (#10) and the one ahead (#09) have, their dice, and who is ninth then.
  local function cases(list)
    for _, case in ipairs(list) do
      spec.it(case[1], function()
        local race = lay(43, { [10] = case[2], [9] = case[3] })
        local dice = { finder = { 3 }, attack = { case[4] }, defend = { case[5] }, both_hold = case.both }
        play(race, "MIDDLE", "challenge", dice, case.answers)
        spec.expect(race:car(case.ninth).place).equals(9)
        spec.expect(race:car("#10").chips .. " " .. race:car("#09").chips).equals(case.chips or "0 0")
      end)
    end
  end
  cases {
    { "the higher wins the place",               {}, {},                      4, 3, ninth = "#10" },
    { "the lower does not",                      {}, {},                      3, 4, ninth = "#09" },
    { "a tie holds it",                          {}, {},                      4, 4, ninth = "#09" },
    { "gas is added to the attack",              { gas = 3 }, {},             1, 3, ninth = "#10" },
    { "and brake to the defence",                { gas = 3 }, { brake = 2 },  2, 3, ninth = "#09" },
    { "gas does not defend, nor brake attack",   { brake = 3 }, { gas = 3 },  3, 4, ninth = "#09" },
    { "a chip adds two to the attack",           { chips = 2 }, {},           2, 3, ninth = "#10", chips = "1 0",
      answers = { ["#10"] = { ["attack chip"] = "spend" } } },
    { "and two to the defence",                  {}, { chips = 1 },           5, 3, ninth = "#09",
      answers = { ["#09"] = { ["defend chip"] = "spend" } } },
    { "one who holds it alone may keep it",      { chips = 1 }, {},           2, 3, ninth = "#09", chips = "1 0",
      answers = { ["#10"] = { ["attack chip"] = "keep" } } },
    { "both hold one: an odd die, both spend",   { chips = 2 }, { chips = 1 }, 4, 3, both = { 5 }, ninth = "#10", chips = "1 0" },
    { "an even die, both keep",                  { chips = 2 }, { chips = 1 }, 4, 3, both = { 4 }, ninth = "#10", chips = "2 1" },
    { "one chip a challenge",                    { chips = 3 }, {},           1, 3, ninth = "#09", chips = "2 0",
      answers = { ["#10"] = { ["attack chip"] = "spend" } } },
  }
  spec.it("the die when both hold one: odd both spend, even both keep", function()
    for face = 1, 6 do spec.expect(game.both_hold[face].spend or false).equals(face % 2 == 1) end
  end)
  spec.it("a lone holder chooses before the dice", function()
    local race = lay(43, { [10] = { chips = 1 } })
    race:answer("#10", { ["attack chip"] = "keep" })
    play(race, "MIDDLE", "challenge", { finder = { 3 }, attack = { 4 }, defend = { 3 } })
    local seen = {}
    for _, e in ipairs(race:events()) do
      if e.type == "answer" or e.purpose == "attack" then table.insert(seen, e.type) end
    end
    spec.expect(seen).equals { "answer", "roll" }
  end)
  spec.it("when the leader is found the second attacks him", function()
    local race = lay(43)
    play(race, "TOP", "challenge", { finder = { 1 }, attack = { 4 }, defend = { 3 } })
    spec.expect(threw(race, "attack")).equals { "#02" }
    spec.expect(order(race, 2)).equals { "#02", "#01" }
  end)
  spec.it("groups are no bounds", function()
    local race = lay(43)
    play(race, "MIDDLE", "challenge", { finder = { 1 }, attack = { 4 }, defend = { 3 } })
    spec.expect(places(race, { 7, 8 })).equals "8 7"
  end)
  spec.it("a leader alone has nobody to race", function()
    local race = lay(1)
    play(race, "TOP", "challenge")
    spec.expect(race:events()).includes { type = "alone", car = "#01" }
  end)
end)

spec.describe("Duel", function()
  --- Plays a duel of #10 with #09: the faces of the attacks and of the defences, who is ninth then.
  local function duel(fields, attack, defend, ninth)
    local race = lay(43, fields)
    play(race, "MIDDLE", "duel", { finder = { 3 }, attack = attack, defend = defend })
    spec.expect(race:car(ninth).place).equals(9)
    return race
  end
  spec.it("attacks again when it did not get by", function()
    local race = duel(nil, { 3, 5 }, { 4, 4 }, "#10")
    spec.expect(threw(race, "attack")).equals { "#10", "#10" }
  end)
  spec.it("who was passed attacks then", function()
    local race = duel(nil, { 5, 5 }, { 4, 4 }, "#09")
    spec.expect(threw(race, "attack")).equals { "#10", "#09" }
  end)
  spec.it("the winner of the last one gains a chip", function()
    local race = duel(nil, { 5, 2 }, { 4, 4 }, "#10")
    spec.expect(race:car("#10").chips).equals(1)
    spec.expect(race:car("#09").chips).equals(0)
  end)
  spec.it("by holding the place too", function()
    local race = duel(nil, { 1, 1 }, { 4, 4 }, "#09")
    spec.expect(race:car("#09").chips).equals(1)
  end)
  spec.it("each of the two is a challenge with its own chips", function()
    local race = lay(43, { [10] = { chips = 2 } })
    race:answer("#10", { ["attack chip"] = { "spend", "spend" } })
    play(race, "MIDDLE", "duel", { finder = { 3 }, attack = { 1, 3 }, defend = { 4, 4 } })
    spec.expect(race:car("#10").place).equals(9)
    spec.expect(race:car("#10").chips).equals(1) -- two spent, one gained
  end)
  spec.it("a leader alone has nobody to race", function()
    local race = lay(1)
    play(race, "TOP", "duel")
    spec.expect(race:car("#01").chips).equals(0)
  end)
end)

spec.describe("Surge", function()
  spec.it("gains the places of a die, past everyone", function()
    local race = lay(43)
    play(race, "MIDDLE", "surge", { finder = { 1 }, surge = { 5 } })
    spec.expect(places(race, { 8, 3, 2, 7, 9 })).equals "3 4 2 8 9"
  end)
  spec.it("to position 1 at most", function()
    local race = lay(43)
    play(race, "TOP", "surge", { finder = { 3 }, surge = { 6 } })
    spec.expect(places(race, { 3, 1, 2, 4 })).equals "1 2 3 4"
  end)
end)

spec.describe("Green-flag pit stop", function()
  spec.it("drops the places of a die", function()
    local race = lay(43)
    play(race, "TOP", "stop", { finder = { 2 }, ["pit stop"] = { 5 } })
    spec.expect(places(race, { 1, 2, 3, 7, 8 })).equals "1 7 2 6 8"
    spec.expect(race:car("#02").chips).equals(0)
  end)
  for die, lost in ipairs { 1, 1, 2, 2, 3, 3 } do
    spec.it("with a fast crew a " .. die .. " is half, rounded up, and brings a chip", function()
      local race = lay(43, { [2] = { fast_pit = 1 } })
      play(race, "TOP", "stop", { finder = { 2 }, ["pit stop"] = { die } })
      spec.expect(race:car("#02").place).equals(2 + lost)
      spec.expect(race:car("#02").chips).equals(1)
    end)
  end
  spec.it("beyond the last place: last", function()
    local race = lay(22)
    play(race, "BOTTOM", "stop", { finder = { 2 }, ["pit stop"] = { 6 } })
    spec.expect(places(race, { 20, 21, 22 })).equals "20 22 21"
  end)
end)

spec.describe("Yellow flag", function()
  --- Plays a wreck that everybody in TOP gets away from, and its yellow flag.
  local function yellow(n, faces, fields)
    local race = lay(n, fields)
    play(race, "TOP", "trouble", { form = { 5 }, escape = failing(math.min(n, 7), {}), yellow = faces })
    return race
  end
  spec.it("after each of the three forms", function()
    for form, dice in pairs {
      accident = { affected = { 1, 1 }, finder = { 1 }, escape = throws "11" },
      crash = { escape = failing(7, {}) }, wreck = { escape = failing(7, {}) },
    } do
      local race = lay(8)
      trouble(race, "TOP", form, 8, dice)
      spec.expect(#threw(race, "yellow")).equals(8)
    end
  end)
  spec.it("each running car throws, not those who are out", function()
    local race = lay(8)
    trouble(race, "TOP", "wreck", 8, { escape = failing(7, { 2 }), repair = throws "66", out = 1 })
    spec.expect(threw(race, "yellow")).equals(cars { 1, 3, 4, 5, 6, 7, 8 })
  end)
  spec.it("a 6 gains one place and a chip", function()
    local race = yellow(5, { 2, 2, 2, 6, 5 })
    spec.expect(order(race, 5)).equals(cars { 1, 2, 4, 3, 5 })
    spec.expect(race:car("#04").chips).equals(1)
    spec.expect(race:car("#05").chips).equals(0)
  end)
  spec.it("with a fast crew a 5 does too", function()
    local race = yellow(5, { 2, 2, 2, 5, 5 }, { [4] = { fast_pit = 1 } })
    spec.expect(order(race, 5)).equals(cars { 1, 2, 4, 3, 5 })
  end)
  spec.it("the leader only gains the chip", function()
    local race = yellow(5, { 6, 2, 2, 2, 2 })
    spec.expect(race:car("#01").place .. " " .. race:car("#01").chips).equals "1 1"
  end)
  spec.it("a 1 loses two places", function()
    spec.expect(order(yellow(5, { 2, 1, 2, 2, 2 }), 5)).equals(cars { 1, 3, 4, 2, 5 })
  end)
  spec.it("but not with a fast crew", function()
    spec.expect(order(yellow(5, { 2, 1, 2, 2, 2 }, { [2] = { fast_pit = 1 } }), 5)).equals(cars(from(1, 5)))
  end)
  spec.it("losers move from the rear to the front", function()
    -- #04 first: 1 2 3 5 6 4; then #02: 1 3 5 2 6 4. From the front it would be 1 3 2 5 4 6
    spec.expect(order(yellow(6, { 2, 1, 2, 1, 2, 2 }), 6)).equals(cars { 1, 3, 5, 2, 6, 4 })
  end)
  spec.it("gainers from the front to the rear", function()
    -- #02 first: 2 1 3 4; then #03: 2 3 1 4. From the rear it would be 1 2 3 4
    spec.expect(order(yellow(4, { 2, 6, 6, 2 }), 4)).equals(cars { 2, 3, 1, 4 })
  end)
  spec.it("losers before gainers", function()
    -- #01 first: 2 3 1 4, and #02 has nothing to gain. The other way round it would be 2 1 3 4, then 2 3 4 1
    spec.expect(order(yellow(4, { 1, 6, 2, 2 }), 4)).equals(cars { 2, 3, 1, 4 })
  end)
  spec.it("not after anything else", function()
    for what, dice in pairs { problem = { repair = throws "11" }, surge = { surge = { 1 } }, quiet = {} } do
      local race = lay(1)
      play(race, "TOP", what, dice)
      spec.expect(#threw(race, "yellow")).equals(0)
    end
  end)
end)

spec.describe("Finish", function()
  spec.it("the order after the last turn, those who are out below, the last to go out highest", function()
    local race = lay(9, nil, { turn = 49 })
    play(race, "TOP", "problem", { finder = { 2 }, repair = throws "66" })
    play(race, "TOP", "problem", { finder = { 5 }, repair = throws "66" }) -- that is #06 now
    local names = {}
    for i, row in ipairs(race:result()) do names[i] = row.car end
    spec.expect(names).equals(cars { 1, 3, 4, 5, 7, 8, 9, 6, 2 })
    spec.expect(race:car("#09").status).equals "home"
    spec.expect(race:car("#06").status).equals "out"
  end)
  spec.it("a turn in which the last car goes out ends it", function()
    local race = lay(1)
    play(race, "TOP", "problem", { repair = throws "66" })
    race:play()
    spec.expect(race:result()[1].status).equals "out"
  end)
end)

spec.describe("Season", function()
  spec.it("45 for the winner, 42 for the second, 41 and so on to 1 for the 43rd", function()
    spec.expect(game.points[1]).equals(45)
    for place = 2, 43 do spec.expect(game.points[place]).equals(44 - place) end
    spec.expect(#game.points).equals(43)
  end)

  --- The points of a race of nine, in the order of the result, after one quiet last turn.
  local function points(fields)
    local race = lay(9, fields, { turn = 50 })
    play(race, "TOP", "quiet")
    race:play()
    local list = {}
    for i, row in ipairs(race:result()) do list[i] = row.points end
    return table.concat(list, " ")
  end
  spec.it("who is out has the points of the place", function()
    local race = lay(9, nil, { turn = 50 })
    play(race, "TOP", "problem", { finder = { 2 }, repair = throws "66" })
    race:play()
    spec.expect(race:result()[9]).equals { place = 9, car = "#02", status = "out", points = 35 }
  end)
  spec.it("and its bonus points, whether or not places score for who is out", function()
    local race = lay(9, { [2] = { pole = true } }, { turn = 50, set = { "points_for_retired=false" } })
    play(race, "TOP", "problem", { finder = { 2 }, repair = throws "66" })
    spec.expect(race:result()[9]).equals { place = 9, car = "#02", status = "out", points = 1 }
  end)
  spec.it("one more for pole",                       function()
    spec.expect(points { [3] = { pole = true } }).equals "47 42 42 40 39 38 37 36 35"
  end)
  spec.it("one for leading a turn at its end, and one for the most turns led", function()
    spec.expect(points()).equals "47 42 41 40 39 38 37 36 35"
  end)
  spec.it("a turn led is enough for one of them",    function()
    spec.expect(points { [4] = { led = 5 }, [6] = { led = 3 } }).equals "46 42 41 42 39 39 37 36 35"
  end)
  spec.it("all who are level in turns led score",    function()
    spec.expect(points { { led = 4 }, [4] = { led = 5 } }).equals "47 42 41 42 39 38 37 36 35"
  end)
  spec.it("three for who has all of them",           function()
    spec.expect(points { { pole = true } }).equals "48 42 41 40 39 38 37 36 35"
  end)
  spec.it("a turn is led by who is first at its end", function()
    local race = lay(9)
    play(race, "TOP", "surge", { finder = { 3 }, surge = { 6 } })
    spec.expect(race:car("#03").led .. " " .. race:car("#01").led).equals "1 0"
  end)
end)

spec.describe("Bots", function()
  --- What a bot does with a chip against a car whose rating is `more` below its own.
  local function answer(bot, more, turn)
    local race = lay(43, { [10] = { chips = 1, gas = math.max(more, 0) }, [9] = { brake = math.max(-more, 0) } },
      { bots = { bot }, turn = turn })
    play(race, "MIDDLE", "challenge", { finder = { 3 }, attack = { 4 }, defend = { 3 } })
    return race:car("#10").chips == 0 and "spend" or "keep"
  end
  for _, case in ipairs {
    { "bold", -3, 5, "spend" }, { "bold", 0, 5, "spend" }, { "bold", 3, 5, "spend" },
    { "steady", -3, 5, "keep" }, { "steady", 0, 5, "spend" }, { "steady", 1, 5, "spend" }, { "steady", 3, 5, "keep" },
    { "cautious", 0, 5, "keep" }, { "cautious", 0, 45, "spend" }, { "cautious", 1, 45, "keep" },
  } do
    spec.it(string.format("%s: %+d in turn %d, %s", case[1], case[2], case[3], case[4]), function()
      spec.expect(answer(case[1], case[2], case[3])).equals(case[4])
    end)
  end
  spec.it("the defender weighs it the other way round", function()
    local race = lay(43, { [9] = { chips = 1, brake = 3 } }, { bots = { "steady" } })
    play(race, "MIDDLE", "challenge", { finder = { 3 }, attack = { 4 }, defend = { 3 } })
    spec.expect(race:car("#09").chips).equals(1)
  end)
end)

spec.describe("What a driver is told when he is asked", function()
  --- What is said of spending and of keeping a chip in a challenge of #10 on #09.
  local function said(ten, nine, set)
    local race = lay(43, { [10] = ten, [9] = nine }, { set = set })
    race:dice { black = { black.MIDDLE }, event = event.challenge, finder = finds(3, 12) }
    local question = race:asked()
    for _, who in ipairs { "#10", "#09" } do race:answer(who, { ["attack chip"] = "keep", ["defend chip"] = "keep" }) end
    race:dice { attack = { 4 }, defend = { 3 } }
    race:turn()
    return question.options[1].note .. ", " .. question.options[2].note
  end
  spec.it("what a chip changes in the 36 throws of an attack", function()
    spec.expect(said({ chips = 1 }, {})).equals "wins 26 of 36 throws, wins 15 of 36 throws"
    spec.expect(said({ chips = 1, gas = 1 }, { brake = 3 })).equals "wins 15 of 36 throws, wins 6 of 36 throws"
  end)
  spec.it("and of a defence", function()
    spec.expect(said({}, { chips = 1 })).equals "holds 30 of 36 throws, holds 21 of 36 throws"
  end)
  spec.it("by the numbers in force", function()
    spec.expect(said({ chips = 1 }, {}, { "challenge.chip=5" })).equals "wins 35 of 36 throws, wins 15 of 36 throws"
  end)
end)
