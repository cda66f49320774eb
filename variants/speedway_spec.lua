--- Speedway: the force pass paragraph by paragraph and note by note, its rulings (F1 to F11), and the base game row by row.
local spec = require "spec"
local game = require "speedway"

-- The oval has 40 rows of two lanes and no limits. Of Indianapolis, three lanes wide, rows 11 to 18 are a corner: its limit is
-- 120 mph and its line runs 11/outside, 12 and 13/center, 14 and 15/inside, 16 and 17/center, 18/outside. Monza's South banking,
-- rows 77 to 92, has limits of 120, 140 and 160 from the inside, and no line.

--- A car from a line such as "A@20/inside 140 chips 2 halves 9", with other fields beside it.
local function car(line)
  local text = type(line) == "table" and line[1] or line
  local row = { chips = 0, halves = 20 }
  row.name, row.at, row.speed = string.match(text, "^(%w+)@(%S+) (%d+)")
  row.speed = tonumber(row.speed)
  for key, n in string.gmatch(text, " (%a+) (%d+)") do row[key] = tonumber(n) end
  for key, value in pairs(type(line) == "table" and line or {}) do
    if key ~= 1 then row[key] = value end
  end
  return row
end

--- Lays down a race in its fifth turn; `more` has other keys of spec.race.
local function lay(cars, more)
  local all = { variant = "speedway", track = "oval", laps = 3, round = 5, cars = {} }
  for key, value in pairs(more or {}) do all[key] = value end
  for i, line in ipairs(cars) do all.cars[i] = car(line) end
  return spec.race(all)
end

--- Lays down faces that add up to totals of two dice.
local function totals(race, purpose, list)
  local faces = {}
  for _, total in ipairs(list) do
    table.insert(faces, math.max(1, total - 6))
    table.insert(faces, math.min(6, total - 1))
  end
  race:dice { [purpose] = faces }
end

--- What a car has come to: "120 mph, 18 halves, 1 chip, at 8/1", and that it spun, or where it is instead.
local function is(race, name)
  local a = race:car(name)
  local text = a.speed .. " mph, " .. a.halves .. " halves, " .. a.chips .. " chips, "
  return text .. (a.space and "at " .. a.space.name or a.status) .. (a.spun and ", spun" or "")
end

--- How often something was told of a kind, or thrown for a purpose.
local function times(race, kind, purpose)
  local n = 0
  for _, event in ipairs(race:events()) do
    if event.type == kind and (not purpose or event.purpose == purpose or event.ask == purpose) then n = n + 1 end
  end
  return n
end

--- The texts told of the force pass, in order.
local function told(race)
  local list = {}
  for _, event in ipairs(race:events()) do
    if event.type == "force pass" then table.insert(list, event.text) end
  end
  return table.concat(list, ", ")
end

--- A's last space leads into row 20 of the oval, or row 40 of Indianapolis where there are three blockers, who fill it: plays
--- A's turn. Lines are "140 chips 2" for A and "B 100" for blockers; `with` has A's `lane`, fields of cars by name (`a` for A's),
--- cards, chips, totals of the force pass, of other rolls, answers, other cars, keys of the race, `more` spaces for A to drive.
local function attempt(a, blockers, with)
  with = with or {}
  local three = #blockers > 2
  local row, lanes = three and 40 or 20, three and { "inside", "center", "outside" } or { "1", "2" }
  local speed, lane = tonumber(string.match(a, "^%d+")), lanes[with.lane or 1]
  local ahead = speed / 20 - 1 - (with.more or 0) + (with.a and with.a.tow and 1 or 0)
  local mine = { "A@" .. row - 1 - ahead .. "/" .. lane .. " " .. a }
  for key, value in pairs(with.a or {}) do mine[key] = value end
  local cars = { mine }
  for i, line in ipairs(blockers) do
    local name, rest = string.match(line, "^(%w+)(.*)")
    local other = { name .. "@" .. row .. "/" .. lanes[i] .. rest, moved = true }
    for key, value in pairs(with[name] or {}) do other[key] = value end
    table.insert(cars, other)
  end
  for _, other in ipairs(with.others or {}) do table.insert(cars, other) end
  local keys = { track = three and "indianapolis" or nil }
  for key, value in pairs(with.lay or {}) do keys[key] = value end
  local race = lay(cars, keys)
  if with.totals then totals(race, "force pass", with.totals) end
  for purpose, list in pairs(with.rolls or {}) do totals(race, purpose, list) end
  race:answer("A", { path = with.path or "=" .. ahead, attempt = with.attempt or "yes", targets = with.targets })
  race:answer("A", { landing = with.landing or row + 1 .. "/" .. lane, slipstream = "yes" })
  race:answer("A", with.answers or {})
  for name, card in pairs(with.cards or {}) do race:answer(name, { card = card }) end
  for name, chip in pairs(with.chips or {}) do race:answer(name, { ["blue chip"] = chip }) end
  race:turn "A"
  return race
end

local held = { B = "block", C = "block" }
local all = { set = "force_pass.all_roll=true" } -- keys of a race in which who plays PASS rolls too (F1)

-- The document's example -----------------------------------------------------------------------------------------------------

spec.describe("Example", function()
  spec.it("A at 140 in a slipstream, on B at 140 and C at 100", function()
    local race = lay {
      { "A@1/1 140 chips 2", tow = true }, { "B@9/1 140 chips 2", moved = true }, { "C@9/2 100 chips 2", moved = true },
    }
    race:answer("A", { slipstream = "yes", path = "=7", attempt = "yes", ["blue chip"] = "yes" })
    race:answer("B", { card = "block", ["blue chip"] = "yes" })
    race:answer("C", { card = "block", ["blue chip"] = "no" })
    race:dice { ["force pass"] = { 2, 4, 4, 5, 1, 4 } } -- A 6, B 9, C 5
    race:turn "A"
    -- One: seven spaces are driven, the eighth movement point is the attempt
    spec.expect(race:events()).includes { type = "move", car = "A", from = "1/1", to = "8/1", rows = 7 }
    spec.expect(race:events()).includes { type = "answer", car = "A", ask = "attempt", option = "yes" }
    -- Two: both cards lie face down, and still do when the chips are declared
    for _, name in ipairs { "A", "B", "C" } do
      spec.expect(string.find(race:seen(name, "blue chip"), "\"block\"", 1, true)).is_nil()
    end
    -- Three and four: A's chip, then B's; C has none to see
    spec.expect(string.find(race:seen("A", "blue chip"), "commit", 1, true)).is_nil()
    spec.expect(race:seen("B", "blue chip")).includes "\"type\":\"chip\""
    spec.expect(race:car("A").chips).equals(1)
    spec.expect(race:car("B").chips).equals(1)
    spec.expect(race:car("C").chips).equals(2)
    -- Five: two blocks
    spec.expect(race:events()).includes { type = "answer", car = "B", ask = "card", option = "block" }
    spec.expect(race:events()).includes { type = "answer", car = "C", ask = "card", option = "block" }
    -- Six: 7 to 7, 3 to 5
    spec.expect(told(race)).equals "7 against 7 of B: stopped, 3 against 5 of C: past"
    spec.expect(is(race, "A")).equals "120 mph, 18 halves, 1 chips, at 8/1"
    spec.expect(is(race, "B")).equals "140 mph, 18 halves, 1 chips, at 9/1"
    spec.expect(is(race, "C")).equals "100 mph, 20 halves, 2 chips, at 9/2"
  end)
end)

-- The force pass ---------------------------------------------------------------------------------------------------------------

spec.describe("Definition", function()
  spec.it("a free lane is no force pass", function()
    local race = lay { "A@2/1 60", { "B@4/1 60", moved = true } }
    race:answer("A", { path = "1L1" })
    race:turn "A"
    spec.expect(is(race, "A")).equals "60 mph, 20 halves, 0 chips, at 5/2"
  end)
  spec.it("blockers 60 mph slower cannot stop it", function()
    local race = attempt("140", { "B 80", "C 80" })
    spec.expect(told(race)).equals "nobody stops the force pass"
    spec.expect(is(race, "A")).equals "140 mph, 20 halves, 0 chips, at 21/1"
  end)
  spec.it("those up to 40 mph slower may", function()
    local race = attempt("140", { "B 100", "C 80" }, { cards = { B = "block" }, totals = { 7, 8 } })
    spec.expect(told(race)).equals "4 against 8 of B: past"
  end)
  spec.it("what counts is the posted speed, not the slipstream", function()
    local race = attempt("120", { "B 80", "C 80" }, { a = { tow = true }, cards = held, totals = { 2, 12, 12 } })
    spec.expect(told(race)).equals "1 against 12 of B: past, 1 against 12 of C: past"
  end)
end)

spec.describe("Procedure 1: the attempt is declared", function()
  spec.it("on three lanes two neighbours are named, and the third is not asked (F7)", function()
    local race = attempt("80", { "B 80", "C 80", "D 80" }, { lane = 2, targets = "C and D", cards = { C = "pass", D = "pass" } })
    spec.expect(is(race, "A")).equals "80 mph, 20 halves, 0 chips, at 41/center"
  end)
  spec.it("two that are no neighbours cannot be named", function()
    spec.expect(function() attempt("80", { "B 80", "C 80", "D 80" },
      { targets = "B and D" }) end).fails_with "not among the choices"
  end)
  spec.it("a driver may decline and brake (F8)", function()
    local race = attempt("140", { "B 140", "C 140" }, { attempt = "no" })
    spec.expect(is(race, "A")).equals "120 mph, 20 halves, 0 chips, at 19/1"
    spec.expect(told(race)).equals ""
  end)
end)

spec.describe("Procedure 2: cards face down", function()
  for _, case in ipairs {
    { "at one speed",                        "140", "B 140", true },
    { "20 mph slower",                       "140", "B 120", true },
    { "40 mph slower",                       "140", "B 100", true },
    { "60 mph slower",                       "140", "B 80",  false },
    { "20 mph faster: as at one speed (F6)", "140", "B 160", true },
    { "40 mph faster: as at one speed (F6)", "140", "B 180", true },
    { "60 mph faster (F6)",                  "120", "B 180", false },
  } do
    spec.it(case[1], function()
      local race = attempt(case[2], { case[3], "C 0" }, { cards = { B = "pass" } })
      spec.expect(times(race, "answer", "card")).equals(case[4] and 1 or 0)
      spec.expect(race:car("A").space.name).equals "21/1"
    end)
  end
  spec.it("a car that has spun plays none (F10)", function()
    local race = attempt("40", { "B 0", "C 0" }, { B = { spun = true }, C = { spun = true } })
    spec.expect(told(race)).equals "nobody stops the force pass"
  end)
  spec.it("a hidden card is in nobody's view", function()
    local race = attempt("140 chips 1", { "B 140 chips 1", "C 140" }, { cards = { B = "pass", C = "block" },
      chips = { A = "no", B = "no" }, totals = { 7, 7 } })
    for _, view in ipairs { race:seen("C", "card"), race:seen("A", "blue chip"), race:seen("B", "blue chip") } do
      spec.expect(string.find(view, "\"card\"", 1, true)).is_nil()
    end
    spec.expect(times(race, "answer", "card")).equals(2)
  end)
end)

spec.describe("Procedure 3 and 4: blue chips", function()
  spec.it("the passer's first, then the blockers', before the cards are turned", function()
    local race = attempt("140 chips 1", { "B 140 chips 1", "C 140 chips 1" }, { cards = held,
      chips = { A = "yes", B = "yes", C = "no" }, totals = { 7, 7, 7 } })
    local order = {}
    for _, event in ipairs(race:events()) do
      if event.type == "answer" and (event.ask == "card" or event.ask == "blue chip") then
        table.insert(order, event.car .. " " .. event.option)
      end
    end
    spec.expect(table.concat(order, ", ")).equals "A yes, B yes, C no, B block, C block"
  end)
  spec.it("a declared chip is spent whatever the cards show (F9)", function()
    local race = attempt("140 chips 2", { "B 140 chips 2", "C 140 chips 2" }, { cards = { B = "pass", C = "pass" },
      chips = { A = "yes", B = "yes", C = "no" } })
    for name, left in pairs { A = 1, B = 1, C = 2 } do spec.expect(race:car(name).chips).equals(left) end
  end)
  spec.it("none on an automatic success (F9)", function()
    local race = attempt("140 chips 2", { "B 80 chips 2", "C 80 chips 2" })
    spec.expect(times(race, "answer", "blue chip")).equals(0)
  end)
end)

spec.describe("Procedure 5: cards are turned", function()
  spec.it("all PASS: through without a roll, and on", function()
    local race = attempt("140", { "B 140", "C 140" }, { cards = { B = "pass", C = "pass" }, more = 3, path = { "=3", "=2" } })
    spec.expect(is(race, "A")).equals "140 mph, 20 halves, 0 chips, at 23/1"
    spec.expect(times(race, "roll", "force pass")).equals(0)
  end)
end)

spec.describe("Procedure 6: the rolls", function()
  for _, case in ipairs {
    { "level: +1",                  "140", { "B 140", "C 80" },  { 7, 9 },    "8 against 9 of B: past" },
    { "20 mph: -1",                 "140", { "B 120", "C 80" },  { 7, 9 },    "6 against 9 of B: past" },
    { "40 mph: -3",                 "140", { "B 100", "C 80" },  { 7, 9 },    "4 against 9 of B: past" },
    { "a faster blocker: +1 (F6)",  "140", { "B 180", "C 80" },  { 7, 9 },    "8 against 9 of B: past" },
    { "two cars block: +2",         "140", { "B 100", "C 120" }, { 6, 9, 9 }, "5 against 9 of B: past, 7 against 9 of C: past" },
  } do
    spec.it(case[1], function()
      local race = attempt(case[2], case[3], { cards = held, totals = case[4] })
      spec.expect(told(race)).equals(case[5])
    end)
  end
  spec.it("only who played BLOCK rolls, and counts for the +2 (F1)", function()
    local race = attempt("140", { "B 140", "C 140" }, { cards = { B = "block", C = "pass" }, totals = { 5, 7 } })
    spec.expect(told(race)).equals "6 against 7 of B: past"
  end)
  spec.it("with all_roll so does who played PASS, who does not count for the +2 (F1)", function()
    local race = attempt("140", { "B 140", "C 120" }, { lay = all, cards = { B = "block", C = "pass" }, totals = { 5, 7, 4 } })
    spec.expect(told(race)).equals "6 against 7 of B: past, 4 against 4 of C: stopped"
    spec.expect(is(race, "A")).equals "120 mph, 20 halves, 0 chips, at 19/1"
  end)
  spec.it("with all_roll two who block count for the +2 as ever", function()
    local race = attempt("140", { "B 100", "C 120" }, { lay = all, cards = held, totals = { 6, 9, 9 } })
    spec.expect(told(race)).equals "5 against 9 of B: past, 7 against 9 of C: past"
  end)
  spec.it("with all_roll a chip of who played PASS is taken off his roll", function()
    local race = attempt("140", { "B 140", "C 140 chips 1" }, { lay = all, cards = { B = "block", C = "pass" },
      chips = { C = "yes" }, totals = { 4, 7, 9 } })
    spec.expect(told(race)).equals "5 against 7 of B: past, 5 against 7 of C: past"
  end)
  spec.it("with all_roll too nobody rolls where nobody blocks", function()
    local race = attempt("140", { "B 140", "C 120" }, { lay = all, cards = { B = "pass", C = "pass" } })
    spec.expect(told(race)).equals "nobody stops the force pass"
  end)
  spec.it("nor who may play no card, with all_roll too", function()
    local race = attempt("140", { "B 140", "C 60" }, { lay = all, cards = { B = "block" }, totals = { 5, 7 } })
    spec.expect(told(race)).equals "6 against 7 of B: past"
  end)
  spec.it("a chip takes 2 off the roll of who spent it", function()
    local race = attempt("140 chips 1", { "B 120 chips 1", "C 80" }, { cards = { B = "block" }, chips = { A = "yes", B = "yes" },
      totals = { 7, 8 } })
    spec.expect(told(race)).equals "4 against 6 of B: past"
  end)
end)

--- One blocker 20 mph slower: the passer's total is a roll less 1.
local function against(own, other, more)
  local with = { cards = { B = "block" }, totals = { own + 1, other } }
  for key, value in pairs(more or {}) do with[key] = value end
  return attempt("140", { "B 120", "C 60" }, with)
end

spec.describe("Results", function()
  spec.it("a blocker on the line loses it (F10)", function()
    spec.expect(against(5, 6, { B = { line = "held" } }):car("B").line).equals "lost"
  end)
  spec.it("one who played PASS keeps it (F10)", function()
    spec.expect(against(5, 6, { B = { line = "held" }, cards = { B = "pass" }, totals = {} }):car("B").line).equals "held"
  end)
  spec.it("or loses it too, with all_roll (F1)", function()
    local race = attempt("140", { "B 140", "C 140" }, { lay = all, cards = { B = "block", C = "pass" },
      totals = { 5, 7, 7 }, C = { line = "held" } })
    spec.expect(race:car("C").line).equals "lost"
  end)
  spec.it("with all_roll the table counts for who played PASS (F1)", function()
    local race = attempt("140", { "B 140", "C 140" }, { lay = all, cards = { B = "block", C = "pass" },
      totals = { 5, 7, 8 } })
    spec.expect(race:car("B").halves .. " " .. race:car("C").halves).equals "18 16"
  end)
  spec.it("one that was not on it loses nothing", function() spec.expect(against(5, 6):car("B").line).equals "" end)
  local function back(speed, path, answer)
    local race = lay({ { "B@12/center " .. speed, line = "lost" } }, { track = "indianapolis" })
    race:answer("B", { path = path, line = answer, chance = "wear" })
    race:turn "B"
    return is(race, "B") .. ", " .. race:car("B").line
  end
  spec.it("it is back with the next space, for half a wear point", function()
    spec.expect(back(140, "1L1R1R1", "yes")).equals "140 mph, 19 halves, 0 chips, at 19/outside, "
    spec.expect(back(120, "1L1R1R", "yes")).equals "120 mph, 19 halves, 0 chips, at 18/outside, held"
  end)
  spec.it("unless the driver does without", function()
    spec.expect(back(140, "1L1R1R1", "no")).equals "140 mph, 18 halves, 0 chips, at 19/outside, "
  end)
  spec.it("or drives off the line", function()
    spec.expect(back(140, "R6")).equals "140 mph, 18 halves, 0 chips, at 19/outside, "
  end)
  spec.it("it cannot be had later", function()
    local race = lay({ { "B@12/center 20", line = "lost" } }, { track = "indianapolis" })
    race:answer("B", { path = { "=1", "=1" }, line = "no" })
    race:turn "B"
    race:turn "B"
    spec.expect(times(race, "answer", "line")).equals(1)
  end)
end)

spec.describe("Result 1: through or not (F2)", function()
  local function through(base, list) return game:weigh(base, list).through end
  for _, case in ipairs {
    { "lower",                                 6, { { difference = 20, total = 6 } },                                   true },
    { "level is not through",                  7, { { difference = 20, total = 6 } },                                   false },
    { "higher",                                8, { { difference = 20, total = 6 } },                                   false },
    { "2 or less always",                      3, { { difference = 20, total = 0 } },                                   true },
    { "10 or more never",                     11, { { difference = 20, total = 12 } },                                  false },
    { "9 may",                                10, { { difference = 20, total = 12 } },                                  true },
    { "both must be beaten",                   6, { { difference = 0, total = 12 }, { difference = 40, total = 3 } },   false },
    { "both beaten",                           6, { { difference = 0, total = 12 }, { difference = 40, total = 4 } },   true },
    { "2 or less beats the one it is against", 5, { { difference = 0, total = 7 },  { difference = 40, total = 0 } },   true },
    { "10 or more against one is enough",      9, { { difference = 0, total = 12 }, { difference = 40, total = 12 } },  false },
  } do
    spec.it(case[1], function() spec.expect(through(case[2], case[3])).equals(case[4]) end)
  end
end)

spec.describe("Result 2: effects", function()
  for _, case in ipairs { { 6, 20 }, { 7, 18 }, { 8, 16 }, { 9, 14 } } do
    spec.it("the passer at " .. case[1], function()
      spec.expect(is(against(case[1], 12), "A")).equals("140 mph, " .. case[2] .. " halves, 0 chips, at 21/1")
    end)
    spec.it("a blocker at " .. case[1], function()
      spec.expect(against(2, case[1]):car("B").halves).equals(case[2])
    end)
  end
  spec.it("the passer at 10: the spin table", function()
    local race = against(10, 12, { rolls = { spin = { 4, 4 } } })
    spec.expect(is(race, "A")).equals "0 mph, 20 halves, 0 chips, at 19/1, spun"
  end)
  spec.it("a chip holds for the spin table, and no other can be spent", function()
    local race = attempt("140 chips 2", { "B 140", "C 60" }, { cards = { B = "block" }, chips = { A = "yes" }, totals = { 12, 3 },
      rolls = { spin = { 6 } } })
    spec.expect(is(race, "A")).equals "0 mph, 20 halves, 1 chips, at 19/1, spun"
  end)
  spec.it("note 1: against two, the worst total, once, even against the one he beat (F2)", function()
    local race = attempt("140", { "B 140", "C 100" }, { cards = held, totals = { 5, 9, 2 } })
    spec.expect(told(race)).equals "8 against 9 of B: past, 4 against 2 of C: stopped"
    spec.expect(is(race, "A")).equals "120 mph, 16 halves, 0 chips, at 19/1"
  end)
  spec.it("note 2: a blocker at 10 who was passed loses 3 wear and does not spin", function()
    local race = against(6, 10)
    spec.expect(is(race, "B")).equals "120 mph, 14 halves, 0 chips, at 20/1"
  end)
  spec.it("one whose block succeeds spins (F11)", function()
    local race = against(10, 10, { rolls = { spin = { 4, 4 } } })
    spec.expect(race:car("B").spun).equals(true)
  end)
  spec.it("and so does one whom he beat when the other stopped him", function()
    local race = attempt("140", { "B 140", "C 100" }, { cards = held, totals = { 4, 12, 3 }, rolls = { spin = { 4 } } })
    spec.expect(told(race)).equals "7 against 12 of B: past, 3 against 3 of C: stopped"
    spec.expect(race:car("B").spun).equals(true)
  end)
  spec.it("wear that cannot be paid: he spins where he stands (F4)", function()
    local race = attempt("140 halves 1", { "B 120", "C 60" }, { cards = { B = "block" }, totals = { 8, 12 } })
    spec.expect(is(race, "A")).equals "0 mph, 0 halves, 0 chips, at 19/1, spun"
  end)
end)

spec.describe("Note 3: both spin", function()
  for _, case in ipairs {
    { "passer on the inside of the blocker",     1, "C", { A = "19/1", C = "19/2" } },
    { "passer on the outside of the blocker",    2, "B", { A = "19/2", B = "19/1" } },
    { "behind him: the passer is the inner one", 2, "C", { A = "19/1", C = "19/2" } },
  } do
    spec.it(case[1], function()
      local race = attempt("140", { "B 60", "C 60" }, { lane = case[2], [case[3]] = { speed = 140 },
        cards = { [case[3]] = "block" },
        totals = { 9, 10 }, rolls = { spin = { 4, 4 } } })
      for name, at in pairs(case[4]) do spec.expect(is(race, name)).equals("0 mph, 20 halves, 0 chips, at " .. at .. ", spun") end
    end)
  end
  spec.it("where the passer's row is full, in the next behind", function()
    local race = attempt("140", { "B 60", "C 140" }, { cards = { C = "block" }, totals = { 9, 10 }, rolls = { spin = { 4, 4 } },
      others = { "D@18/2 0", "E@19/2 0" } })
    spec.expect(race:car("A").space.name).equals "19/1"
    spec.expect(race:car("C").space.name).equals "18/1"
  end)
  spec.it("on three lanes, inside and outside", function()
    local race = attempt("140", { "B 140", "C 60", "D 60" }, { lane = 2, targets = "B and C", cards = { B = "block" },
      totals = { 9, 10 }, rolls = { spin = { 4, 4 } } })
    spec.expect(race:car("A").space.name).equals "39/outside"
    spec.expect(race:car("B").space.name).equals "39/inside"
  end)
  spec.it("two blockers and the passer: the middle one stays", function()
    local race = attempt("140", { "B 140", "C 140", "D 60" }, { lane = 3, targets = "B and C", cards = held,
      totals = { 8, 10, 10 },
      rolls = { spin = { 4, 4, 4 } } })
    spec.expect(race:car("B").space.name).equals "39/inside"
    spec.expect(race:car("C").space.name).equals "40/center"
    spec.expect(race:car("A").space.name).equals "39/outside"
  end)
  for _, case in ipairs {
    { "beside him where there is room",                     {},                  B = "39/inside",  C = "39/outside" },
    { "where the inside is taken, beyond him and behind",   { "D@39/inside 0" },  B = "39/outside", C = "38/outside" },
    { "where the outside is taken, on the inside and behind", { "D@39/outside 0" }, B = "39/inside",  C = "38/outside" },
    { "both behind where his row is full", { "D@39/inside 0", "E@39/outside 0" }, B = "38/inside",  C = "38/outside" },
  } do
    spec.it("the middle one is the passer: his space is not free, " .. case[1], function()
      local race = attempt("140", { "B 140", "C 140", "F 60" }, { lane = 2, targets = "B and C", cards = held,
        totals = { 8, 10, 10 }, rolls = { spin = { 4, 4, 4 } }, others = case[2] })
      spec.expect(race:car("A").space.name).equals "39/center"
      spec.expect(race:car("B").space.name).equals(case.B)
      spec.expect(race:car("C").space.name).equals(case.C)
    end)
  end
end)

spec.describe("Result 3: stopped", function()
  spec.it("he brakes to a space behind, free up to the deceleration (F8)", function()
    spec.expect(is(against(6, 3), "A")).equals "120 mph, 20 halves, 0 chips, at 19/1"
  end)
  spec.it("the slipstream space is kept", function()
    local race = attempt("140", { "B 140", "C 60" }, { a = { tow = true }, cards = { B = "block" }, totals = { 5, 3 } })
    spec.expect(is(race, "A")).equals "120 mph, 20 halves, 0 chips, at 19/1"
  end)
  spec.it("beyond the deceleration it costs as the base has it (F8)", function()
    local race = attempt("140", { "B 140", "C 60" }, { cards = { B = "block" }, totals = { 5, 3 }, more = 2, path = "=4",
      answers = { brakes = "wear" } })
    spec.expect(is(race, "A")).equals "80 mph, 18 halves, 0 chips, at 19/1"
  end)
  spec.it("who fails the test spins where he began the attempt", function()
    local race = attempt("140", { "B 140", "C 60" }, { cards = { B = "block" }, totals = { 5, 3 }, more = 2, path = "=4",
      answers = { brakes = "roll" }, rolls = { brakes = { 10 } } })
    spec.expect(is(race, "A")).equals "0 mph, 18 halves, 0 chips, at 19/1, spun"
    spec.expect(race:car("A").deceleration).equals(20)
  end)
  spec.it("and so does who lacks the wear", function()
    local race = attempt("140 halves 1", { "B 140", "C 60" }, { cards = { B = "block" },
      totals = { 5, 3 }, more = 3, path = "=3" })
    spec.expect(is(race, "A")).equals "0 mph, 0 halves, 0 chips, at 19/1, spun"
  end)
end)

spec.describe("Result 4: the first two turns", function()
  for round = 1, 3 do
    spec.it("turn " .. round, function()
      local race = attempt("60", { "B 60", "C 60" }, { lay = { round = round }, cards = { B = "pass", C = "pass" } })
      spec.expect(times(race, "answer", "card")).equals(round < 3 and 0 or 2)
      spec.expect(race:car("A").space.name).equals "21/1"
    end)
  end
end)

spec.describe("F7: landing", function()
  local let_by = { B = "pass", C = "pass" }
  spec.it("with no movement left he ends in the first row with a free lane", function()
    local race = attempt("140", { "B 140", "C 140" }, { cards = let_by,
      others = { "D@21/1 140", "E@21/2 140" }, landing = "22/2" })
    spec.expect(race:car("A").space.name).equals "22/2"
  end)
  spec.it("with movement left each full row is an attempt", function()
    local race = attempt("140", { "B 140", "C 140" }, { cards = { B = "pass", C = "pass", D = "block", E = "pass" }, more = 2,
      path = "=4", others = { "D@21/1 140", "E@21/2 140" }, answers = { attempt = "yes", brakes = "wear" }, totals = { 7, 3 } })
    spec.expect(times(race, "answer", "attempt")).equals(2)
    spec.expect(is(race, "A")).equals "80 mph, 14 halves, 0 chips, at 19/1"
  end)
  spec.it("the last line is no place to be held up", function()
    local race = lay({ { "A@38/1 140", lap = 3 }, { "B@1/1 140", lap = 2 }, { "C@1/2 140", lap = 2 } })
    race:answer("A", { path = "=7" })
    race:turn "A"
    spec.expect(race:car("A").status).equals "home"
  end)
  spec.it("a line crossed in passing counts the lap", function()
    local race = lay({ { "A@39/1 40", lap = 1 }, { "B@1/1 40", lap = 2 }, { "C@1/2 40", lap = 2 } })
    race:answer("A", { path = "=1", attempt = "yes", landing = "2/2" })
    race:answer("B", { card = "pass" })
    race:answer("C", { card = "pass" })
    race:turn "A"
    spec.expect(race:car("A").space.name .. " lap " .. race:car("A").lap).equals "2/2 lap 2"
  end)
  spec.it("passing those before the last line takes him home", function()
    local race = lay({ { "A@38/1 80", lap = 3 }, { "B@40/1 80", lap = 3 }, { "C@40/2 80", lap = 3 } })
    race:answer("A", { path = "=1", attempt = "yes" })
    race:answer("B", { card = "pass" })
    race:answer("C", { card = "pass" })
    race:turn "A"
    spec.expect(race:events()).includes { type = "finish", car = "A", beyond = 2 }
  end)
end)

spec.describe("Counts of all rolls", function()
  -- by difference: no chips, the passer's, the blocker's, both
  local one = { [0] = { 420, 716, 206, 450 }, [20] = { 716, 990, 450, 756 }, [40] = { 990, 1176, 756, 1041 } }
  for difference, counts in pairs(one) do
    for i, chips in ipairs { { 0, 0 }, { -2, 0 }, { 0, -2 }, { -2, -2 } } do
      spec.it("one blocker " .. difference .. " mph slower, chips " .. chips[1] .. " and " .. chips[2], function()
        local made, of = game:pass_odds({ { difference = difference, chip = chips[2] } }, chips[1])
        spec.expect(made).equals(counts[i])
        spec.expect(of).equals(36 * 36)
      end)
    end
  end
  for _, case in ipairs { { 0, 0, 2813 }, { 0, 20, 4578 }, { 0, 40, 5913 }, { 20, 20, 8586 }, { 20, 40, 12102 },
    { 40, 40, 18414 } } do
    spec.it("two blockers, " .. case[1] .. " and " .. case[2] .. " mph slower", function()
      local made, of = game:pass_odds({ { difference = case[1], chip = 0 }, { difference = case[2], chip = 0 } }, 0)
      spec.expect(made).equals(case[3])
      spec.expect(of).equals(36 * 36 * 36)
    end)
  end
  for _, case in ipairs {
    { 0, 0, 8586 }, { 0, 20, 12102 }, { 0, 40, 14235 }, { 20, 20, 18414 }, { 20, 40, 22902 }, { 40, 40, 29860 },
  } do
    spec.it("two who roll, one of whom played PASS (F1), " .. case[1] .. " and " .. case[2] .. " mph slower", function()
      for pass = 1, 2 do -- the +2 is missing, whoever it is
        local two = { { difference = case[1], chip = 0 }, { difference = case[2], chip = 0 } }
        two[pass].passes = true
        spec.expect((game:pass_odds(two, 0))).equals(case[3])
      end
    end)
  end
  spec.it("the example: the passer and the level blocker spend a chip", function()
    spec.expect((game:pass_odds({ { difference = 0, chip = -2 }, { difference = 40, chip = 0 } }, -2))).equals(7168)
  end)
end)

-- The base game ------------------------------------------------------------------------------------------------------------

--- A car posts a speed, alone on the track: returns the race after the reveal. `with` has fields, answers, totals by purpose, and
--- keys of the race.
local function post(line, speed, with)
  with = with or {}
  local row = { line, moved = true }
  for key, value in pairs(with.fields or {}) do row[key] = value end
  local race = lay({ row }, with.lay)
  for purpose, list in pairs(with.totals or {}) do totals(race, purpose, list) end
  race:answer("A", { speed = speed })
  race:answer("A", with.answers or {})
  race:step()
  return race
end

--- One spec a row: its name, A's line, the speed posted, what becomes of A, and what post takes beside.
local function posts(list)
  for _, case in ipairs(list) do
    spec.it(case[1], function()
      if case.fails then
        spec.expect(function() post(case[2], case[3], case) end).fails_with(case.fails)
        return
      end
      local race = post(case[2], case[3], case)
      if case[4] then spec.expect(is(race, "A")).equals(case[4]) end
      for key, value in pairs(case.has or {}) do spec.expect(race:car("A")[key]).equals(value) end
    end)
  end
end

--- A path as it is written: a number alone stands behind a =, as a bare one would be that of a choice.
local function way(path) return string.match(path, "^%d+$") and "=" .. path or path end

--- A car drives a path, alone on the track; `with` as for post.
local function drive(line, path, with)
  with = with or {}
  local row = { line }
  for key, value in pairs(with.fields or {}) do row[key] = value end
  local race = lay({ row }, with.lay or { track = "indianapolis" })
  for purpose, list in pairs(with.totals or {}) do totals(race, purpose, list) end
  race:answer("A", { path = way(path) })
  race:answer("A", with.answers or {})
  race:turn "A"
  return race
end

--- The same for driving: its name, A's line, the path, what becomes of A.
local function drives(list)
  for _, case in ipairs(list) do
    spec.it(case[1], function()
      local race = drive(case[2], case[3], case)
      spec.expect(is(race, "A")).equals(case[4])
      for key, value in pairs(case.has or {}) do spec.expect(race:car("A")[key]).equals(value) end
    end)
  end
end

spec.describe("Base, the grid", function()
  spec.it("highest start speed first, ties by die, thrown again while it does not decide", function()
    local race = spec.race { variant = "speedway", cars = {
      { name = "A" }, { name = "B", start = 100, top = 160 }, { name = "C" }, { name = "D" },
    } }
    race:dice { grid = { 2, 5, 2, 1, 4 } }
    race:step()
    for name, place in pairs { A = 4, B = 1, C = 2, D = 3 } do spec.expect(race:car(name).grid).equals(place) end
    spec.expect(race:car("B").space.name .. " " .. race:car("C").space.name).equals "80/inside 80/center"
  end)
end)

spec.describe("Base, the track's limits", function()
  --- Checks a track of one space with a limit.
  local function limited(limit)
    local row = { { name = "1/outside", limit = false }, { name = "1/inside", limit = limit } }
    game:check_limits { rows = 1, row = function() return row end }
  end
  for _, limit in ipairs { 20, 100, 400 } do
    spec.it(limit .. " mph can be posted", function() limited(limit) end)
  end
  for _, limit in ipairs { 1, 85, 90, 410 } do
    spec.it(limit .. " mph cannot", function()
      spec.expect(function() limited(limit) end)
        .fails_with("1/inside: a limit of " .. limit .. " mph: "
          .. "speeds are posted in steps of 20, and limits are multiples of that")
    end)
  end
  spec.it("are looked at before the race", function()
    local race = spec.race { variant = "speedway", track = "monza_1933", set = { "step=30" }, cars = { { name = "A" } } }
    spec.expect(function() race:step() end).fails_with "a limit of 140 mph: speeds are posted in steps of 30"
  end)
end)

spec.describe("Base, car build", function()
  local function built(fields)
    fields.name = "A"
    local race = spec.race { variant = "speedway", cars = { fields } }
    race:step()
    return race:car("A")
  end
  spec.it("each of the entries spends 2", function()
    local race = spec.race { variant = "speedway", seed = "1", bots = "steady" }
    race:step()
    for _, entry in ipairs(game.entries) do spec.expect(race:car(entry.name).halves).equals(entry.tyres * 6) end
  end)
  spec.it("wear and blue chips for the whole race, in half points", function()
    local a = built { tyres = 6, top = 200 }
    spec.expect(a.halves .. " " .. a.chips).equals "36 6"
  end)
  spec.it("too much is refused", function()
    spec.expect(function() built { top = 200 } end).fails_with "A: its attributes cost 3, and a car spends 2"
  end)
  spec.it("and what is not on sale", function()
    spec.expect(function() built { top = 170 } end).fails_with "A: top 170 is not on sale; there are 140, 160, 180, 200"
  end)
end)

spec.describe("Base, the turn", function()
  spec.it("speeds are posted in secret, and revealed together", function()
    local race = lay { { "A@2/1 100", moved = true }, { "B@5/1 100", moved = true } }
    race:answer("A", { speed = 80 })
    race:answer("B", { speed = 140 })
    race:step()
    for _, name in ipairs { "A", "B" } do
      spec.expect(string.find(race:seen(name, "speed"), "\"answer\"", 1, true)).is_nil()
      spec.expect(race:seen(name, "speed")).includes "speed=100"
    end
    spec.expect(race:car("A").speed + race:car("B").speed).equals(220)
  end)
  for _, case in ipairs {
    { "the foremost first",         "A@2/1 180", "B@3/1 20", "B" },
    { "of level cars the faster",   "A@2/1 100", "B@2/2 120", "B" },
    { "then nearest to the inside", "A@2/2 100", "B@2/1 100", "B" },
  } do
    spec.it("order of moves: " .. case[1], function()
      local race = lay { case[2], case[3] }
      race:answer("B", { path = "=" .. race:car("B").speed / 20 })
      race:step()
      spec.expect(race:events()).includes { type = "move", car = case[4] }
    end)
  end
  spec.it("a space for each 20 mph", function() spec.expect(is(drive("A@31/center 140", "7"), "A")).includes "at 38/center" end)
  spec.it("diagonally forward, as often as he likes", function()
    spec.expect(is(drive("A@31/center 80", "LRRL"), "A")).includes "at 35/center"
  end)
  spec.it("blocked without a full row he brakes (F8)", function()
    local race = lay({ "A@31/inside 60", { "B@33/inside 0", moved = true }, { "C@33/center 0", moved = true } },
      { track = "indianapolis" })
    race:answer("A", { path = "RR1" })
    race:turn "A"
    spec.expect(is(race, "A")).includes "at 34/outside"
    race = lay({ "A@32/inside 60", { "B@33/inside 0", moved = true }, { "C@33/center 0", moved = true } },
      { track = "indianapolis" })
    race:answer("A", { brakes = "wear" })
    race:turn "A"
    spec.expect(is(race, "A")).equals "0 mph, 18 halves, 0 chips, at 32/inside"
  end)
end)

spec.describe("Base, acceleration and top speed", function()
  posts {
    { "up to the acceleration",             "A@2/1 60",  100, "100 mph, 20 halves, 0 chips, at 2/1" },
    { "20 more with a test",                "A@2/1 60",  120, "120 mph, 20 halves, 0 chips, at 2/1",
      totals = { acceleration = { 9 } } },
    { "failed: 20 less than without, and damage", "A@2/1 60", 120, "80 mph, 20 halves, 0 chips, at 2/1",
      totals = { acceleration = { 10 } }, has = { acceleration = 20 } },
    { "not 40 more",                        "A@2/1 60",  140, fails = "not among the choices" },
    { "the top speed",                      "A@2/1 160", 180, "180 mph, 20 halves, 0 chips, at 2/1" },
    { "20 more with a test of its own",     "A@2/1 160", 200, "200 mph, 20 halves, 0 chips, at 2/1", totals = { top = { 9 } } },
    { "failed",                             "A@2/1 160", 200, "160 mph, 20 halves, 0 chips, at 2/1", totals = { top = { 12 } },
      has = { top = 160 } },
    { "both tests",                         "A@2/1 140", 200, "200 mph, 20 halves, 0 chips, at 2/1",
      totals = { acceleration = { 2 }, top = { 2 } } },
    { "one failed, the other is not needed", "A@2/1 140", 200, "160 mph, 20 halves, 0 chips, at 2/1",
      totals = { acceleration = { 11 } }, has = { acceleration = 20, top = 180 } },
    { "a blue chip takes 2 off",            "A@2/1 60 chips 1", 120, "120 mph, 20 halves, 0 chips, at 2/1",
      totals = { acceleration = { 11 } }, answers = { ["blue chip"] = "yes" } },
    { "second damage to one attribute: out", "A@2/1 60", 120, "0 mph, 20 halves, 0 chips, out",
      totals = { acceleration = { 10 } }, fields = { damage = { acceleration = 1, deceleration = 0, top = 0 } } },
    { "damage to another is the first",     "A@2/1 60", 120, "80 mph, 20 halves, 0 chips, at 2/1",
      totals = { acceleration = { 10 } }, fields = { damage = { acceleration = 0, deceleration = 1, top = 1 } } },
  }
end)

spec.describe("Base, the start", function()
  local first = { round = 0 }
  posts {
    { "up to the start speed",              "A@2/1 0", 60,  "60 mph, 20 halves, 0 chips, at 2/1", lay = first },
    { "20 more with a test",                "A@2/1 0", 80,  "80 mph, 20 halves, 0 chips, at 2/1", lay = first,
      totals = { start = { 8 } } },
    { "9: a gear missed, 40 less",          "A@2/1 0", 80,  "20 mph, 20 halves, 0 chips, at 2/1", lay = first,
      totals = { start = { 9 } } },
    { "never less than nothing",            "A@2/1 0", 40,  "0 mph, 20 halves, 0 chips, at 2/1", lay = first,
      totals = { start = { 9 } },
      fields = { start = 20 } },
    { "10: stalls, and damage",             "A@2/1 0", 80,  "0 mph, 20 halves, 0 chips, at 2/1", lay = first,
      totals = { start = { 10 } },
      has = { acceleration = 20 } },
    { "not 40 more",                        "A@2/1 0", 100, fails = "not among the choices", lay = first },
    { "in a later turn the acceleration counts", "A@2/1 0", 40, "40 mph, 20 halves, 0 chips, at 2/1" },
  }
end)

spec.describe("Base, deceleration", function()
  posts {
    { "as far as it goes",               "A@2/1 140", 100, "100 mph, 20 halves, 0 chips, at 2/1" },
    { "20 over: 1 wear",                 "A@2/1 140",  80, "80 mph, 18 halves, 0 chips, at 2/1", answers = { brakes = "wear" } },
    { "or a brake test",                 "A@2/1 140",  80, "80 mph, 20 halves, 0 chips, at 2/1", answers = { brakes = "roll" },
      totals = { brakes = { 9 } } },
    { "failed: 1 wear and damage",       "A@2/1 140",  80, "80 mph, 18 halves, 0 chips, at 2/1", answers = { brakes = "roll" },
      totals = { brakes = { 10 } }, has = { deceleration = 20 } },
    { "40 over: 2 wear",                 "A@2/1 140",  60, "60 mph, 16 halves, 0 chips, at 2/1", answers = { brakes = "wear" } },
    { "or 1 and the test",               "A@2/1 140",  60, "60 mph, 18 halves, 0 chips, at 2/1", answers = { brakes = "roll" },
      totals = { brakes = { 2 } } },
    { "60 over: 2 and the test",         "A@2/1 140",  40, "40 mph, 16 halves, 0 chips, at 2/1", totals = { brakes = { 9 } } },
    { "80 over: 3, the test and a spin", "A@2/1 140",  20, "0 mph, 14 halves, 0 chips, at 2/1, spun",
      totals = { brakes = { 9 } } },
    { "100 over: no more",               "A@2/1 140",   0, "0 mph, 14 halves, 0 chips, at 2/1, spun",
      totals = { brakes = { 9 } } },
    { "second damage: out",              "A@2/1 140",  80, "0 mph, 18 halves, 0 chips, out", answers = { brakes = "roll" },
      totals = { brakes = { 12 } }, fields = { damage = { acceleration = 0, deceleration = 1, top = 0 } } },
    { "wear that is lacking cannot be chosen", "A@2/1 140 halves 1", 80, fails = "there is not so much left",
      answers = { brakes = "wear" } },
    { "no wear for either: a spin (F4)", "A@2/1 140 halves 1", 60, "0 mph, 0 halves, 0 chips, at 2/1, spun" },
  }
end)

spec.describe("Base, corners", function()
  local wear, roll = { chance = "wear" }, { chance = "roll" }
  drives {
    { "at the limit",              "A@10/inside 120", "6", "120 mph, 20 halves, 0 chips, at 16/inside" },
    { "20 over: 1 wear, once",     "A@10/inside 140", "7", "140 mph, 18 halves, 0 chips, at 17/inside", answers = wear },
    { "or a chance roll",          "A@10/inside 140", "7", "140 mph, 20 halves, 0 chips, at 17/inside", answers = roll,
      totals = { chance = { 6 } } },
    { "7 to 9: he spins on its first space (F5)", "A@9/inside 140", "7", "0 mph, 20 halves, 0 chips, at 11/inside, spun",
      answers = roll, totals = { chance = { 7 } } },
    { "10: off the road",          "A@9/inside 140",  "7", "0 mph, 20 halves, 0 chips, out", answers = roll,
      totals = { chance = { 10 } } },
    { "40 over: 2 wear",           "A@10/inside 160", "8", "160 mph, 16 halves, 0 chips, at 18/inside", answers = wear },
    { "or 1 and the roll",         "A@10/inside 160", "8", "160 mph, 18 halves, 0 chips, at 18/inside", answers = roll,
      totals = { chance = { 2 } } },
    { "60 over: 2 and the roll",   "A@10/inside 180", "9", "180 mph, 16 halves, 0 chips, at 19/inside",
      totals = { chance = { 6 } } },
    { "80 over: off the road",     "A@10/inside 200", "10", "0 mph, 20 halves, 0 chips, out" },
    { "a blue chip takes 2 off",   "A@10/inside 180 chips 1", "9", "180 mph, 16 halves, 0 chips, at 19/inside",
      answers = { ["blue chip"] = "yes" }, totals = { chance = { 8 } } },
    { "the slipstream does not raise the speed it sees", "A@10/inside 120", "7", "120 mph, 20 halves, 0 chips, at 17/inside",
      fields = { tow = true }, answers = { slipstream = "yes" } },
    { "each limit on the way is charged", "A@76/outside 180", "1R7", "180 mph, 14 halves, 0 chips, at 85/center",
      lay = { track = "monza_1933" }, answers = { chance = { "wear", "wear" } } },
  }
end)

spec.describe("Base, the line", function()
  local wear = { chance = "wear" }
  drives {
    { "entered and kept: 20 mph more",   "A@10/outside 140", "1L1L1R1", "140 mph, 20 halves, 0 chips, at 17/center",
      has = { line = "held" } },
    { "beyond those it costs",           "A@10/outside 160", "1L1L1R1R", "160 mph, 18 halves, 0 chips, at 18/outside",
      answers = wear,
      has = { line = "held" } },
    { "entered beside it",               "A@10/center 140", "3L1R1", "140 mph, 18 halves, 0 chips, at 17/center", answers = wear,
      has = { line = "" } },
    { "left on the way",                 "A@10/outside 140", "1L5", "140 mph, 18 halves, 0 chips, at 17/center", answers = wear,
      has = { line = "" } },
    { "held from the turn before",       "A@13/center 140", "L1R1R2", "140 mph, 20 halves, 0 chips, at 20/outside",
      fields = { line = "held" }, has = { line = "" } },
    { "not held from the turn before",   "A@13/center 140", "L1R1R2", "140 mph, 18 halves, 0 chips, at 20/outside",
      answers = wear },
  }
end)

spec.describe("Base, slipstream", function()
  local function towed(a, b)
    local race = lay { a, b }
    race:answer("A", { speed = 120 })
    race:answer("B", { speed = 120 })
    race:step()
    return race:car("A").tow
  end
  local b = { "B@8/1 120", moved = true }
  for _, case in ipairs {
    { "directly behind, both at 120 or more", { "A@7/1 120", moved = true }, b,                               true },
    { "up to four spaces behind",             { "A@4/1 120", moved = true }, b,                               true },
    { "not one space further back",           { "A@3/1 120", moved = true }, b,                               false },
    { "not in the next lane",                 { "A@7/2 120", moved = true }, b,                               false },
    { "not at 100",                           { "A@7/1 100", moved = true }, b,                               false },
    { "not behind one at 100",                { "A@7/1 120", moved = true }, { "B@8/1 100", moved = true },   false },
  } do
    spec.it(case[1], function() spec.expect(towed(case[2], case[3])).equals(case[4]) end)
  end
  spec.it("a space more, at the posted speed", function()
    local race = lay { { "A@2/1 120", tow = true } }
    race:answer("A", { slipstream = "yes", path = "=7" })
    race:turn "A"
    spec.expect(is(race, "A")).equals "120 mph, 20 halves, 0 chips, at 9/1"
  end)
  spec.it("he may do without", function()
    local race = lay { { "A@2/1 120", tow = true } }
    race:answer("A", { slipstream = "no", path = "=6" })
    race:turn "A"
    spec.expect(is(race, "A")).equals "120 mph, 20 halves, 0 chips, at 8/1"
  end)
end)

spec.describe("Base, spins", function()
  posts {
    { "from 0 again, at most the start speed",  "A@2/1 0",  60, "60 mph, 20 halves, 0 chips, at 2/1, spun",
      fields = { spun = true } },
    { "without a test",                         "A@2/1 0",  80, fails = "not among the choices", fields = { spun = true } },
  }
  spec.it("it stands until it moves", function()
    local race = drive("A@31/center 60", "3", { fields = { spun = true } })
    spec.expect(is(race, "A")).equals "60 mph, 20 halves, 0 chips, at 34/center"
  end)
  spec.it("a turn missed is not posted for", function()
    local race = lay { { "A@2/1 0", moved = true, spun = true, misses = 1 } }
    race:round()
    spec.expect(times(race, "answer", "speed")).equals(0)
    race:answer("A", { speed = 20 })
    race:step()
    spec.expect(race:car("A").speed).equals(20)
  end)
end)

spec.describe("Base, spin table", function()
  --- A's pass at a speed fails with 12, and the spin table is rolled.
  local function spun(a, total, answers)
    local slower = tonumber(string.match(a, "^%d+"))
    return attempt(a, { "B " .. slower, "C 0" }, { cards = { B = "block", C = "pass" },
      totals = { 12, 3 }, rolls = { spin = { total } },
      answers = answers })
  end
  for _, case in ipairs {
    { "6 at 60: a spin",             "60",   6, "0 mph, 20 halves, 0 chips, at 19/1, spun" },
    { "7 at 60: and 2 wear",         "60",   7, "0 mph, 16 halves, 0 chips, at 19/1, spun" },
    { "6 at 80 counts 7",            "80",   6, "0 mph, 16 halves, 0 chips, at 19/1, spun" },
    { "5 at 120 counts 6",           "120",  5, "0 mph, 20 halves, 0 chips, at 19/1, spun" },
    { "5 at 140 counts 7",           "140",  5, "0 mph, 16 halves, 0 chips, at 19/1, spun" },
    { "4 at 180 counts 6",           "180",  4, "0 mph, 20 halves, 0 chips, at 19/1, spun" },
    { "4 at 200 counts 7",           "200",  4, "0 mph, 16 halves, 0 chips, at 19/1, spun" },
    { "9: 3 wear, and a turn missed", "60",  9, "0 mph, 14 halves, 0 chips, at 19/1, spun" },
    { "wear as far as there is any", "60 halves 1", 9, "0 mph, 0 halves, 0 chips, at 19/1, spun" },
    { "11: damage of his choice",    "60",  11, "0 mph, 20 halves, 0 chips, at 19/1, spun", { damage = "top" } },
    { "13: out",                     "140", 11, "0 mph, 20 halves, 0 chips, out, spun" },
  } do
    spec.it(case[1], function()
      local race = spun(case[2], case[3], case[5])
      spec.expect(is(race, "A")).equals(case[4])
      spec.expect(race:car("A").misses).equals(case[3] == 9 and 1 or 0)
      spec.expect(race:car("A").top).equals(case[5] and 160 or 180)
    end)
  end
end)

spec.describe("Base, the finish", function()
  local function home(a, b)
    local race = lay { a, b }
    for _, name in ipairs { "A", "B" } do race:answer(name, { path = "=" .. race:car(name).speed / 20 }) end
    race:round()
    return race:car("A").place .. " " .. race:car("B").place
  end
  spec.it("the furthest past the line in one turn", function()
    spec.expect(home({ "A@40/1 40", lap = 3 }, { "B@38/1 120", lap = 3 })).equals "2 1"
  end)
  spec.it("of level ones who moved first", function()
    spec.expect(home({ "A@39/1 100", lap = 3 }, { "B@40/1 80", lap = 3 })).equals "2 1"
  end)
  spec.it("the race goes on for the others", function()
    local race = spec.race { variant = "speedway", laps = 1, seed = "home", bots = { "cautious", "steady", "bold" } }
    race:play()
    local home_or_out = 0
    for _, row in ipairs(race:result()) do
      if row.status == "home" or row.status == "out" then home_or_out = home_or_out + 1 end
    end
    spec.expect(home_or_out).equals(8)
  end)
end)

-- What is at stake -------------------------------------------------------------------------------------------------------------

spec.describe("What a driver is told when he is asked", function()
  --- What is said about the choices of the next question, by id; `name` has his turn, nobody for the posting of speeds.
  local function said(race, name)
    local notes, question = {}, race:asked(name)
    for _, option in ipairs(question.options) do notes[option.id] = option.note end
    return notes, question.key
  end
  --- Speeds that A can post, of Indianapolis.
  local function speeds(line) return said(lay({ { line, moved = true } }, { track = "indianapolis" })) end

  spec.it("a speed: what the next limit costs", function()
    local notes = speeds "A@6/outside 140 chips 2"
    spec.expect(notes["80"]).equals "braking: 1 wear, or a brake test"
    spec.expect(notes["140"]).equals "120 on the line: free"
    spec.expect(notes["160"]).equals "20 over 120 on the line: 1 wear, or the chance roll"
    spec.expect(notes["180"]).equals "40 over 120 on the line: 2 wear, or 1 and the chance roll"
  end)
  spec.it("and one further on, for who cannot slow down in time", function()
    local notes = speeds "A@1/outside 200 chips 2 deceleration 20"
    spec.expect(notes["160"]).equals "braking: 1 wear, or a brake test; later 120 on the line: free"
    spec.expect(notes["180"]).equals "later 20 over 120 on the line: 1 wear, or the chance roll"
  end)
  spec.it("a test, and braking too hard", function()
    local notes = speeds "A@22/outside 140 chips 2"
    spec.expect(notes["80"]).includes "braking: 1 wear, or a brake test"
    spec.expect(notes["60"]).includes "braking: 2 wear, or 1 and a brake test"
    spec.expect(notes["200"]).includes "fails 17 %: 20 mph less, top -20"
  end)
  spec.it("a fork's numbers", function()
    local race = lay({ { "A@22/outside 140", moved = true } }, { track = "indianapolis", set = { "tests.top.fails=12" } })
    spec.expect(said(race)["200"]).includes "fails 3 %"
  end)
  spec.it("a path: what the corners on it cost, on the line or off it", function()
    local notes, there = said(lay({ "A@9/outside 140 chips 2" }, { track = "indianapolis" }), "A"), {}
    for _, note in pairs(notes) do there[note] = true end
    spec.expect(there[""]).is_true()
    spec.expect(there["1 wear, or the chance roll"]).is_true()
    notes, there = said(lay({ "A@9/outside 180 chips 2" }, { track = "indianapolis" }), "A"), {}
    for _, note in pairs(notes) do there[note] = true end
    spec.expect(there["40 over on the line: 2 wear, or 1 and the chance roll"]).is_true()
    spec.expect(there["2 wear and the chance roll"]).is_true()
  end)
  --- A at 140 in front of B and C, who fill the row, up to the question that comes after some answers.
  local function pass(b, c, answers)
    local race = lay { "A@12/1 140 chips 2", { "B@19/1 " .. b, moved = true }, { "C@19/2 " .. c, moved = true } }
    race:answer("A", { path = "=6" })
    for who, given in pairs(answers or {}) do race:answer(who, given) end
    return race
  end
  spec.it("a force pass: the odds of Counts of all rolls", function()
    local notes = said(pass("100", "60"), "A")
    spec.expect(notes.yes).equals "through 76 % against a block" -- 990 of 1296
    spec.expect(notes.no).equals "brakes to 120 mph"
    spec.expect(said(pass("140", "100"), "A").yes).equals "through 13 % if both block" -- 5913 of 46656
    spec.expect(said(pass("60", "60"), "A").yes).equals "nobody may stop it"
  end)
  spec.it("a card: what BLOCK stops, and what it risks", function()
    local notes = said(pass("140", "60", { A = { attempt = "yes" } }), "A")
    spec.expect(notes.block).equals "stops it 68 %; costs you wear 58 %" -- all but 420 of 1296
    spec.expect(notes.pass).equals "lets it through"
    notes = said(pass("140", "100", { A = { attempt = "yes" } }), "A")
    spec.expect(notes.block).equals "stops it 68 %, with C 87 %; costs you wear 58 %"
    spec.expect(notes.pass).equals "only C may stop it then"
  end)
  spec.it("a blue chip: the odds with it and without", function()
    local notes, key = said(pass("140", "60", { A = { attempt = "yes" }, B = { card = "block" } }), "A")
    spec.expect(key).equals "blue chip"
    spec.expect(notes.no).equals "through 32 % against a block" -- 420 of 1296
    spec.expect(notes.yes).equals "through 55 % against a block" -- 716
  end)
end)

-- Bots ------------------------------------------------------------------------------------------------------------------------

spec.describe("Bots", function()
  for _, track in ipairs { "indianapolis", "monza_1933" } do
    for _, bot in ipairs { "cautious", "steady", "bold", "expert" } do
      spec.it("six " .. bot .. " ones race three laps of " .. track .. ", and half of them finish", function()
        local cars, home = {}, 0
        for i = 1, 6 do cars[i] = { name = game.entries[i].name } end
        local race = spec.race { variant = "speedway", track = track, laps = 3, seed = bot, bots = bot, cars = cars }
        race:play()
        for _, row in ipairs(race:result()) do home = home + (row.status == "home" and 1 or 0) end
        spec.expect(home >= 3).is_true()
      end)
    end
  end
end)

--- The speed that a bot posts at Indianapolis in the sixth turn, from a line such as "A@5/outside 180"; `fields` are its others.
local function posts_as(bot, line, fields)
  local mine = { line, moved = true, top = 180, start = 60, tyres = 7 }
  for key, value in pairs(fields or {}) do mine[key] = value end
  local race = lay({ mine }, { track = "indianapolis", bots = bot })
  race:step()
  return race:car("A").speed
end

spec.describe("What bots post", function()
  for _, bot in ipairs { "cautious", "steady", "bold", "expert" } do
    spec.it(bot .. ": never so much that a corner is sure to take it off the road", function()
      for _, lane in ipairs { "inside", "center", "outside" } do
        for row = 1, 10 do
          local speed = posts_as(bot, "A@" .. row .. "/" .. lane .. " 180 halves 20 chips 2")
          spec.expect(row + speed / 20 <= 10 or speed < 200).is_true()
        end
      end
    end)
    spec.it(bot .. ": without wear, the limit where it cannot come onto the line, and 20 more where it can", function()
      spec.expect(posts_as(bot, "A@10/inside 160 halves 0 chips 0") <= 120).is_true()
      spec.expect(posts_as(bot, "A@8/inside 160 halves 0 chips 0")).equals(140)
    end)
    spec.it(bot .. ": the top on the last straight of the race", function()
      spec.expect(posts_as(bot, "A@73/center 180 halves 20", { lap = 3 })).equals(180)
    end)
  end
end)

spec.describe("What bots drive", function()
  --- Where A is after its turn, as a bot drives it.
  local function after_turn(bot, cars)
    local race = lay(cars, { track = "indianapolis", bots = bot })
    race:turn "A"
    return race:car "A"
  end
  for _, bot in ipairs { "cautious", "steady", "bold", "expert" } do
    spec.it(bot .. ": on the line where it can", function()
      local a = after_turn(bot, { "A@8/outside 140 halves 20" })
      spec.expect(a.line).equals "held"
    end)
    spec.it(bot .. ": takes the slipstream on a straight", function()
      local a = after_turn(bot, { { "A@40/center 160 halves 20", tow = true } })
      spec.expect(a.space.row).equals(49)
    end)
    spec.it(bot .. ": leaves the slipstream where it leads into a corner that it cannot pay", function()
      local a = after_turn(bot, { { "A@1/inside 180 halves 0", tow = true } })
      spec.expect(a.space.row).equals(10)
    end)
  end
  local wall = {}
  for i, lane in ipairs { "inside", "center", "outside" } do wall[i] = string.char(65 + i) .. "@48/" .. lane end
  for _, case in ipairs {
    { "cars 60 slower: sure to get through, it tries", 160, 100, "yes" },
    { "level cars: with a chance of two in five or so, the careful one brakes", 160, 160, "no" },
  } do
    spec.it(case[1], function()
      local cars = { "A@40/center " .. case[2] .. " halves 20" }
      for _, line in ipairs(wall) do table.insert(cars, { line .. " " .. case[3], moved = true }) end
      local race = lay(cars, { track = "indianapolis", bots = "cautious", seed = "wall" })
      race:turn "A"
      spec.expect(times(race, "answer", "attempt")).equals(1)
      spec.expect(race:car("A").space.row >= 48).equals(case[4] == "yes")
    end)
  end
end)
