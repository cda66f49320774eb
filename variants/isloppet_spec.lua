--- Isloppet, clause by clause under the document's three special rules; where it is silent, by its ruling (I1 to I13).
local spec = require "spec"
local base = require "epreuve1934"

-- The skating ground has 120 rows of two lanes, inside and outside; R leads towards the inside. Land: 1 to 30 and 98 to 120.
-- Ice: 31 to 97, with the corner Cove (51 to 60, one stop). From 21 to 24 and from 95 to 97 it has two lanes more, near and far,
-- beside the inside and the outside: the pits, Norway's on 21/near, Sweden's on 22/near, Italy's on 21/far, Spain's on 96/near.

--- What a gear moves a car on each face of the d20.
local function moves(gear)
  local list = {}
  for face = 1, 20 do list[face] = base.movement[gear][face].spaces end
  return list
end

--- The lowest face that moves a car so far in a gear.
local function face(gear, spaces)
  for n, value in ipairs(moves(gear)) do
    if value == spaces then return n end
  end
  error(spaces .. " spaces are not on the table in gear " .. gear)
end

--- Wear points from their notation; what it leaves out is 3, and 6 tyres.
local function wear(text)
  local points = { T = 6, B = 3, G = 3, C = 3, E = 3, H = 3 }
  for category, n in string.gmatch(text, "([TBGCEH])(%d+)") do points[category] = tonumber(n) end
  return points
end

--- A car from a line such as "A@20/inside 4th T7 B2", with other fields beside it. The gear is the one that moved it last and,
--- if `chosen` does not say otherwise, the one chosen last; `base` is the wear that it began the race with, if not T6 and 3 each.
local function car(line)
  local text = type(line) == "table" and line[1] or line
  local gear = tonumber(string.match(text, " (%d)%a%a") or 1)
  local row = { wp = wear(string.match(text, " [TBGCEH]%d.*") or ""), gear = gear, chosen = gear }
  row.base = wear ""
  row.name, row.at = string.match(text, "^(%w+)@?(%S*)")
  for key, value in pairs(type(line) == "table" and line or {}) do
    if key == "base" then row.base = wear(value) elseif key ~= 1 then row[key] = value end
  end
  return row
end

--- Lays down a race on the skating ground, in its fifth round; `more` has other keys of spec.race.
local function lay(cars, more)
  local all = { variant = "isloppet", track = "skating", round = 5, cars = {} }
  for key, value in pairs(more or {}) do all[key] = value end
  for i, line in ipairs(cars) do all.cars[i] = car(line) end
  return spec.race(all)
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

-- What a round of a case may have: answers, by the question, and faces, by the purpose. One alone needs no list.
local asked = {
  pit = "pit", fits = "tyres", failed = "failed stop", again = "pit again", repair = "repair", long = "long stop",
  tow = "slipstream", towed = "slipstream path",
}
local thrown = {
  start = "start", crew = "pit crew", touch = "collision", strain = "strain", handling = "handling", rear = "rear-end",
}

local function list(value) return type(value) == "table" and value or { value } end

--- Plays a turn in which nobody brakes: a path that is shorter than the move would be driven with Brake WP.
local function unbraked(race, name)
  race:turn(name)
  for _, event in ipairs(race:events()) do
    if event.type == "wear" and event.why == "braking" then error("the move is longer than its path by " .. event.lost) end
  end
end

--- A path as it is written: a number alone stands behind a =, as a bare one would be that of a choice.
local function way(path) return string.match(path, "^%d+$") and "=" .. path or path end

--- Plays a turn, written "4th, 3rd 6: 1R4": the gear chosen, the gear whose die is thrown, the spaces on its table, the path.
--- Where one gear stands alone the two are one; a dash is for a gear that is not asked, and ": 3" for a move without a die.
local function drive(race, name, round)
  local text = list(round)[1] or ""
  local choice, rest = string.match(text, "^([%d%-])%a*, (.*)$")
  local gear, spaces, path = string.match(rest or text, "^(%d?)%a*%s*(%d*):?%s*(%w*)$")
  if spaces ~= "" then race:dice { gear = { face(tonumber(gear), tonumber(spaces)) } } end
  if not choice then choice = gear end
  if choice ~= "-" and choice ~= "" then race:answer(name, { gear = choice }) end
  if path ~= "" then race:answer(name, { path = way(path) }) end
  for key, value in pairs(type(round) == "table" and round or {}) do
    if asked[key] then race:answer(name, { [asked[key]] = value }) end
    if thrown[key] then race:dice { [thrown[key]] = list(value) } end
  end
  unbraked(race, name)
end

--- Checks what became of a car after a round: where it is, its wear, gears, tyres, whether it spun; `other` is B's wear.
local function check(race, name, want)
  local a = race:car(name)
  if want.at then spec.expect(where(race, name)).equals(want.at) end
  if want.wear then spec.expect(points(race, name, want.wear)).equals(want.wear) end
  if want.other then spec.expect(points(race, "B", want.other)).equals(want.other) end
  for _, field in ipairs { "gear", "chosen", "tyres", "spun", "stops" } do
    if want[field] ~= nil then spec.expect(a[field]).equals(want[field]) end
  end
end

--- One spec a row: its name, A's line, and A's turns, round by round, with what becomes of A. A round that names nothing is one
--- in which nothing is asked and no die is thrown. `with` has other cars, `lay` other keys of the race.
local function cases(rows)
  for _, case in ipairs(rows) do
    spec.it(case[1], function()
      local cars = { case[2] }
      for _, other in ipairs(case.with or {}) do table.insert(cars, other) end
      local race = lay(cars, case.lay)
      for i = 3, #case do
        local round = list(case[i])
        if round.fails then
          spec.expect(function() drive(race, "A", round) end).fails_with(round.fails)
        else
          drive(race, "A", round)
          check(race, "A", round)
        end
      end
    end)
  end
end

--- A line with some fields more.
local function with(line, fields)
  local row = { list(line)[1] }
  for _, from in ipairs { type(line) == "table" and line or {}, fields } do
    for key, value in pairs(from) do
      if key ~= 1 then row[key] = value end
    end
  end
  return row
end

local function sweden(text, fields) return with({ text, country = "Sweden" }, fields or {}) end
local function spain(text, fields) return with({ text, country = "Spain" }, fields or {}) end
local function chains(text, fields) return with({ text, tyres = "chains" }, fields or {}) end

--- A turn that comes often: out of a pit space on the near side with a good start.
local out = { ": L2", start = 9 }

-- Special rule 1 --------------------------------------------------------------------------------------------------------

spec.describe("Special rule 1, the pits stand beside the road", function()
  cases {
    { "somebody else's space, when clear, is part of the course",
      "A@20/inside 3rd", { "3rd 4: R3", at = "24/near" } },
    { "to stop there is no pit stop",
      { "A@20/inside 2nd T2", country = "Italy" }, { "2nd 2: R1", pit = "no", at = "22/near", wear = "T2", gear = 2 },
      { "2nd 2: 2", at = "24/near" } },
    { "nor is it in one's own space without a declaration",
      sweden "A@20/inside 2nd T2", { "2nd 2: R1", pit = "no", at = "22/near", wear = "T2", gear = 2 },
      { "2nd 2: 2", at = "24/near" } },
    { "one's own may be driven through",
      sweden "A@20/inside 2nd", { "2nd 4: R3", pit = "no", at = "24/near" } },
    { "an occupied space is impassable",
      "A@20/inside 3rd", { "3rd 4: R3", fails = "22/near is taken" }, with = { sweden("B@22/near 0th", { pit = "delayed" }) } },
    { "and no place to stop",
      "A@20/inside 2nd", { "2nd 2: R1", fails = "22/near is taken" }, with = { sweden("B@22/near 0th", { pit = "delayed" }) } },
    { "it is driven round; a car at its pit touches nobody (ruling E5)",
      "A@20/inside 2nd", { "2nd 2: 2", at = "22/inside" }, with = { sweden("B@22/near 0th", { pit = "delayed" }) } },
    { "two cars that only drive there may touch",
      "A@20/inside 2nd", { "2nd 2: 2", at = "22/inside", touch = 1, wear = "C2", other = "C2" }, with = { "B@22/near 2nd" } },
    { "where the near lane ends it leads back onto the road",
      "A@24/near 1st", { "1st 1: L", at = "25/inside" } },
    { "where the far one ends too",
      "A@24/far 1st", { "1st 1: R", at = "25/outside" } },
    { "and nowhere else",
      "A@24/near 1st", { "1st 1: R", fails = "no step leads" } },
  }
end)

spec.describe("Special rule 1, the declaration", function()
  cases {
    { "comes before the die",
      sweden "A@21/inside 2nd", { "2nd", fails = 'asked "pit"' } },
    { "says fast or long",
      sweden "A@21/inside 2nd", { "2nd", pit = "yes", fails = "not among the choices" } },
    { "a fast one",
      sweden "A@21/inside 2nd T2", { "2nd 2", pit = "fast", crew = 12, fits = "studs", at = "22/near", wear = "T6" } },
    { "a long one",
      sweden "A@21/inside 2nd T2", { "2nd 2", pit = "long", at = "22/near", wear = "T2" } },
    { "nobody has to",
      sweden "A@21/inside 2nd T2", { "2nd 2: 2", pit = "no", at = "23/inside", wear = "T2" } },
    { "is asked four spaces off, as far as 2nd goes",
      sweden "A@18/inside 2nd", { "2nd", fails = 'asked "pit"' } },
    { "is not asked five off",
      sweden "A@17/inside 2nd", { "2nd 2: 2", at = "19/inside" } },
    { "with chains on land it is asked two off, as far as they go there",
      sweden("A@20/inside 2nd", { tyres = "chains" }), { "2nd", fails = 'asked "pit"' } },
    { "and not three off",
      sweden("A@19/inside 2nd", { tyres = "chains" }), { "2nd 2: 1", at = "20/inside" } },
    { "a car that spun drives off in 1st and may declare too",
      sweden("A@21/inside 3rd T2", { spun = true, chosen = 1 }), { "-, 1st 2", pit = "long", at = "22/near", wear = "T2" } },
    { "is not asked beyond the space",
      sweden "A@23/inside 2nd", { "2nd 2: 2", at = "25/inside" } },
    { "is not asked of a car that cannot shift down to 2nd",
      sweden "A@20/inside 4th G0", { "3rd 4: 4", at = "24/inside" } },
    { "may be made in lap one (ruling I12)",
      sweden("A@21/inside 2nd", { lap = 1 }), { "2nd 2", pit = "long", at = "22/near" } },
    { "and in the last",
      sweden("A@21/inside 2nd", { lap = 3 }), { "2nd 2", pit = "long", at = "22/near" } },
    { "for a space on the far side too",
      { "A@19/inside 2nd T2", country = "Italy" },
      { "2nd 4", pit = "fast", crew = 12, fits = "studs", at = "21/far", wear = "T6" } },
    { "is not asked where no way leads to the space: a space short and two lanes off",
      { "A@20/inside 2nd", country = "Italy" }, { "2nd 4: 4", at = "24/inside" } },
  }
end)

spec.describe("Special rule 1, entering the pit", function()
  local occupied = { sweden("B@22/near 0th", { pit = "delayed" }) }
  cases {
    { "the example: one space short, down to 2nd, a 4 moves it one space and it stands",
      sweden "A@21/inside 3rd", { "2nd 4", pit = "fast", crew = 12, fits = "studs", at = "22/near", gear = 0 } },
    { "straight on in the side lane too",
      sweden "A@21/near 3rd", { "2nd 4", pit = "fast", crew = 12, fits = "studs", at = "22/near" } },
    { "in 1st too",
      sweden "A@21/inside 2nd", { "1st 2", pit = "fast", crew = 12, fits = "studs", at = "22/near" } },
    { "with the exact number too",
      sweden "A@20/inside 2nd", { "2nd 2", pit = "fast", crew = 12, fits = "studs", at = "22/near" } },
    { "from the other lane, across two",
      sweden "A@20/outside 2nd", { "2nd 4", pit = "fast", crew = 12, fits = "studs", at = "22/near" } },
    { "not in 3rd",
      sweden "A@21/inside 3rd", { "3rd", pit = "fast", fails = 'asked "gear"' } },
    { "shifting down costs what it does",
      sweden "A@21/inside 4th", { "2nd 4", pit = "long", at = "22/near", wear = "G2 B3 E3" } },
    { "two gears skipped too",
      sweden "A@21/inside 5th", { "2nd 4", pit = "long", at = "22/near", wear = "G2 B2 E3" } },
    { "the spaces disregarded cost neither brakes nor tyres",
      sweden "A@21/inside 2nd T2", { "2nd 4", pit = "long", at = "22/near", wear = "T2 B3" } },
    { "no collision with a car beside the space (ruling E5)",
      sweden "A@21/inside 2nd", { "2nd 4", pit = "long", at = "22/near" }, with = { "B@22/inside 2nd", "C@23/near 2nd" } },
    { "a roll that falls short moves normally (ruling I3)",
      sweden "A@18/inside 2nd T2", { "2nd 2: 2", pit = "fast", at = "20/inside", wear = "T2", gear = 2 } },
    { "and the declaration lapses: the next turn asks again",
      sweden "A@18/inside 2nd T2", { "2nd 2: 2", pit = "fast" }, { "3rd 4: 4", pit = "no", at = "24/inside", wear = "T2" } },
    { "or it may declare the other kind",
      sweden "A@18/inside 2nd T2", { "2nd 2: 2", pit = "fast" }, { "2nd 2", pit = "long", at = "22/near", wear = "T2" } },
    { "a roll that falls short may be followed by a collision",
      sweden "A@18/inside 2nd", { "2nd 2: 2", pit = "fast", at = "20/inside", touch = 20 }, with = { "B@21/inside 2nd" } },
    { "ruling I13: a compatriot in the space: it stops behind, and the declaration lapses",
      sweden "A@20/inside 2nd T2", { "2nd 4", pit = "fast", at = "21/near", wear = "T2 B3 C3", gear = 2 },
      { "2nd 2: L1", pit = "no", at = "23/inside", wear = "T2" }, with = occupied },
    { "ruling I13: from right behind it waits where it is",
      sweden "A@21/near 2nd T2", { "2nd 2", pit = "fast", at = "21/near", wear = "T2" }, with = occupied },
    { "a car that has moved and waits behind its space rolls for collisions (ruling E5)",
      sweden "A@20/inside 2nd", { "2nd 4", pit = "fast", at = "21/near", touch = 1, wear = "C2", other = "C2" },
      with = { "B@21/inside 2nd", sweden("C@22/near 0th", { pit = "delayed" }) } },
    { "not one that has waited there before",
      sweden "A@21/near 2nd", { "2nd 2", pit = "fast", at = "21/near" },
      with = { "B@21/inside 2nd", sweden("C@22/near 0th", { pit = "delayed" }) } },
    { "ruling I13: or drives by like anybody else",
      sweden "A@21/near 2nd T2", { "2nd 2: L1", pit = "no", at = "23/inside", wear = "T2" }, with = occupied },
    { "ruling I13: not when it is somebody else's space",
      { "A@20/inside 2nd T2", country = "Norway" },
      { "2nd 4", pit = "fast", crew = 12, fits = "studs", at = "21/near", wear = "T6" },
      with = occupied },
    { "ruling I13: when the compatriot has left, the space is free",
      sweden "A@20/inside 2nd T2", { "2nd 4", pit = "fast", crew = 12, fits = "studs", at = "22/near", wear = "T6" },
      with = { sweden "B@25/inside 1st" } },
    { "ruling I10, on the ice: the gear that moves the car counts, whatever is chosen",
      spain("A@95/inside 2nd T2", { chosen = 2 }),
      { "3rd, 2nd 4", pit = "fast", crew = 12, fits = "studs", at = "96/near", wear = "T6" } },
    { "ruling I10, on the ice: in 3rd it may not, though it chooses 2nd",
      spain("A@92/inside 4th", { chosen = 3 }), { "2nd, 3rd 4: 4", at = "96/inside" } },
    { "ruling I10, on the ice: what was chosen before counts, not the gear of the last move",
      spain("A@95/inside 4th T2", { chosen = 2 }),
      { "1st, 2nd 4", pit = "fast", crew = 12, fits = "studs", at = "96/near", wear = "T6" } },
  }
end)

spec.describe("Special rule 1, leaving the pit", function()
  local ready = sweden("A@22/near 0th", { pit = "ready" })
  for die = 2, 8 do
    cases { { "a start roll of " .. die .. ": the die for 1st gear", ready,
      { "-, 1st 2: L1", start = die, at = "24/inside", gear = 1 } } }
  end
  cases {
    { "a 9: three spaces",     ready, { ": L2",  start = 9,  at = "25/inside", gear = 1 } },
    { "a 10: four spaces",     ready, { ": L3",  start = 10, at = "26/inside", gear = 1 } },
    { "a 1: it stalls",        ready, { start = 1, at = "22/near" } },
    { "after a stall it drives off in 1st without the start roll",
      ready, { start = 1 }, { "-, 1st 2: L1", at = "24/inside", gear = 1 } },
    { "a stalled car still stands at its pit and touches nobody",
      ready, { start = 1, at = "22/near" }, with = { "B@22/inside 2nd" } },
    { "then it is an ordinary car again",
      ready, { ": L2", start = 9, at = "25/inside", touch = 1, wear = "C2", other = "C2" }, with = { "B@26/inside 2nd" } },
    { "2nd gear may come next",
      ready, out, { "2nd 2: 2", at = "27/inside", gear = 2 } },
    { "3rd may not",
      ready, out, { "3rd", fails = "one gear up at a time" } },
    { "ruling I7: from pits on the ice the start roll comes at once, with chains too",
      spain("A@96/near 0th", { pit = "ready", tyres = "chains" }), { ": L2", start = 9, at = "99/inside", gear = 1 } },
  }
end)

-- Fast stop -------------------------------------------------------------------------------------------------------------

spec.describe("Fast stop, the crew's d20", function()
  local worn = sweden "A@21/inside 2nd T2 B1 G1 C1 E1 H1"
  for die = 1, 20 do
    if die <= 2 then
      cases { { "a " .. die .. ": failed, half of the tyre points", worn,
        { "2nd 2", pit = "fast", crew = die, at = "22/near", wear = "T5 B1 G1 C1 E1 H1" } } }
    elseif die <= 11 then
      cases { { "a " .. die .. ": delayed, all tyre points, a turn stationary, then a start", worn,
        { "2nd 2", pit = "fast", crew = die, fits = "studs", at = "22/near", wear = "T6 B1 G1 C1 E1 H1" },
        { at = "22/near", wear = "T6 B1" }, with(out, { at = "25/inside", gear = 1 }) } }
    else
      cases { { "a " .. die .. ": success, all tyre points, and a start in the following round", worn,
        { "2nd 2", pit = "fast", crew = die, fits = "studs", at = "22/near", wear = "T6 B1 G1 C1 E1 H1" },
        with(out, { at = "25/inside", gear = 1 }) } }
    end
  end
end)

spec.describe("Fast stop, failed", function()
  for _, row in ipairs {
    { "half of 6 is 3",                                 "T0", "T6",  "T3" },
    { "half of 7, rounded up, is 4",                    "T1", "T7",  "T5" },
    { "half of 5, rounded up, is 3",                    "T2", "T5",  "T5" },
    { "ruling I1: never above the race's start",        "T5", "T6",  "T6" },
    { "ruling I1: of the start, not of what is left",   "T4", "T10", "T9" },
    { "ruling I1: full tyres stay as they are",         "T6", "T6",  "T6" },
  } do
    cases { { row[1], sweden("A@21/inside 2nd " .. row[2], { base = row[3] }),
      { "2nd 2", pit = "fast", crew = 1, at = "22/near", wear = row[4] } } }
  end
  local fumbled = { "2nd 2", pit = "fast", crew = 2, at = "22/near", wear = "T5 B1" }
  local worn = sweden("A@21/inside 2nd T1 B1 E1", { base = "T7" })
  cases {
    { "ruling I2: it may leave in the next round, by the start rules",
      worn, fumbled, { ": L2", failed = "leave", start = 9, at = "25/inside", wear = "T5 B1", gear = 1 } },
    { "ruling I2: it may stall then, and stands where it is",
      worn, fumbled, { failed = "leave", start = 1, at = "22/near", wear = "T5" }, { "-, 1st 1: L", at = "23/inside" } },
    { "or it stays one round more, and then declares anew",
      worn, fumbled, { failed = "stay", at = "22/near", wear = "T5 B1" }, { fails = 'asked "pit again"' } },
    { "then fast: success",
      worn, fumbled, { failed = "stay" }, { again = "fast", crew = 12, fits = "studs", at = "22/near", wear = "T7 B1" },
      with(out, { at = "25/inside" }) },
    { "then fast: delayed",
      worn, fumbled, { failed = "stay" }, { again = "fast", crew = 11, fits = "studs", wear = "T7 B1" },
      { at = "22/near" }, with(out, { at = "25/inside" }) },
    { "then long: tyres and two others in the round after",
      worn, fumbled, { failed = "stay" }, { again = "long", at = "22/near", wear = "T5 B1 E1" },
      { fits = "studs", repair = { "B", "E" }, wear = "T7 B2 E2" },
      { ": L2", long = "leave", start = 9, at = "25/inside" } },
    { "then fast and failed again: no more tyre points",
      worn, fumbled, { failed = "stay" }, { again = "fast", crew = 1, at = "22/near", wear = "T5" },
      { ": L2", failed = "leave", start = 9, at = "25/inside", wear = "T5" } },
    { "and a third time",
      worn, fumbled, { failed = "stay" }, { again = "fast", crew = 1, wear = "T5" }, { failed = "stay" },
      { again = "fast", crew = 2, wear = "T5" }, { failed = "stay" },
      { again = "fast", crew = 20, fits = "studs", wear = "T7" }, with(out, { at = "25/inside" }) },
    { "it may declare nothing but fast or long then",
      worn, fumbled, { failed = "stay" }, { again = "no", fails = "not among the choices" } },
    { "ruling I1: the next visit may give its half again",
      worn, fumbled, { ": L2", failed = "leave", start = 9, at = "25/inside" },
      "2nd 4: 4", "3rd 8: 8", "3rd, 3rd 8: 8", "3rd, 3rd 8: 8", "3rd, 3rd 8: 8", -- from row 53, in the Cove
      "4th, 3rd 8: 8", "4th, 4th 12: 12", "4th, 4th 12: 12", "4th 12: 12", "4th 12: 12", "3rd 8: 8", -- over the line
      { "3rd 7: 7", at = "12/inside", wear = "T5" }, { "3rd 7: 7", at = "19/inside" },
      { "2nd 4", pit = "fast", crew = 1, at = "22/near", wear = "T7" } },
  }
end)

-- Long stop -------------------------------------------------------------------------------------------------------------

spec.describe("Long stop", function()
  local worn = sweden "A@21/inside 3rd T2 B1 G1 C1 E1 H1"
  local enters = { "2nd 4", pit = "long", at = "22/near", wear = "T2 B1 G1 C1 E1 H1" }
  local mends = { fits = "studs", repair = { "G", "C" }, at = "22/near", wear = "T6 B1 G2 C2 E1 H1" }
  cases {
    { "the example: enter; tyres and two others; leave in the third round",
      worn, enters, mends, { ": L2", long = "leave", start = 9, at = "25/inside", wear = "T6 B1 G2 C2 E1 H1", gear = 1 } },
    { "the example: or stay for one more and leave in the fourth",
      worn, enters, mends, { long = "stay", repair = "H", at = "22/near", wear = "T6 B1 G2 C2 E1 H2" },
      with(out, { at = "25/inside", gear = 1 }) },
    { "the two may be of one category",
      worn, enters, { fits = "studs", repair = { "G", "G" }, wear = "T6 B1 G3 C1" } },
    { "so may the third",
      sweden "A@21/inside 3rd G0", { "2nd 4", pit = "long" }, { fits = "studs", repair = { "G", "G" } },
      { long = "stay", repair = "G", wear = "G3" }, with(out, {}) },
    { "one of them may be left undone",
      worn, enters, { fits = "studs", repair = { "E", "none" }, wear = "T6 B1 G1 C1 E2 H1" },
      { ": L2", long = "leave", start = 9 } },
    { "then staying still gives but one more",
      worn, enters, { fits = "studs", repair = { "E", "none" } },
      { long = "stay", repair = "B", wear = "T6 B2 G1 C1 E2 H1" }, with(out, { at = "25/inside" }) },
    { "never more than three others a stop",
      worn, enters, mends, { long = "stay", repair = { "H", "B" }, wear = "B1 G2 C2 E1 H2" },
      with(out, { at = "25/inside", wear = "B1 G2 C2 E1 H2" }) },
    { "never above the race's start (ruling I9)",
      sweden "A@21/inside 3rd B3 G2", { "2nd 4", pit = "long" },
      { fits = "studs", repair = { "B" }, fails = "nothing is worn there" } },
    { "nor by both points",
      sweden "A@21/inside 3rd B2 G2", { "2nd 4", pit = "long" },
      { fits = "studs", repair = { "B", "B" }, fails = "nothing is worn there" } },
    { "tyres are not among the others",
      worn, enters, { fits = "studs", repair = "T", fails = "not among the choices" } },
    { "ruling I9: the two a race of the base game do not apply",
      with(worn, { repaired = 2 }), enters, { fits = "studs", repair = { "G", "C" }, wear = "T6 G2 C2" } },
    { "it may stall on leaving",
      worn, enters, mends, { long = "leave", start = 1, at = "22/near" }, { "-, 1st 1: L", at = "23/inside" } },
  }
  for _, category in ipairs { "B", "G", "C", "E", "H" } do
    cases { { "what can be repaired: " .. category, worn, enters,
      { fits = "studs", repair = { category, category }, wear = category .. 3 } } }
  end
end)

-- Special rule 2 --------------------------------------------------------------------------------------------------------

spec.describe("Special rule 2, the example", function()
  cases {
    { "in 2nd it shifts to 3rd and moves in 2nd; then to 4th and moves in 3rd; on land in 5th it moves in 5th",
      "A@90/inside 2nd",
      { "3rd, 2nd 4: 4", at = "94/inside", gear = 2, chosen = 3 },
      { "4th, 3rd 4: 4", at = "98/inside", gear = 3, chosen = 4 },
      { "5th 11: 11",    at = "109/inside", gear = 5 } },
    { "the reverse: in 4th onto the ice, down to 2nd for a Gearbox WP and still in 4th; then in 2nd",
      "A@25/inside 4th",
      { "4th 7: 7",      at = "32/inside", wear = "G3" },
      { "2nd, 4th 8: 8", at = "40/inside", wear = "G2 B3", gear = 4, chosen = 2 },
      { "2nd, 2nd 3: 3", at = "43/inside", wear = "G2 B3", gear = 2 } },
  }
end)

spec.describe("Special rule 2, where the ice rules apply", function()
  cases {
    { "a space before the ice: by land for the whole move",
      "A@30/inside 3rd", { "4th 7: 7", at = "37/inside", gear = 4 } },
    { "a space before the land: by ice for the whole move",
      with("A@97/inside 3rd", { chosen = 3 }), { "4th, 3rd 4: 4", at = "101/inside", gear = 3 } },
    { "the first space of ice",
      "A@31/inside 3rd", { "4th, 3rd 4: 4", at = "35/inside" } },
    { "the first space of land",
      "A@98/inside 3rd", { "4th 7: 7", at = "105/inside" } },
    { "in a corner on the ice",
      with("A@53/inside 3rd", { stops = 1 }), { "4th, 3rd 8: 8", at = "61/inside" } },
    { "ruling I12: a corner on the ice asks the stops that are written there",
      with("A@53/inside 3rd", { stops = 1 }), { "3rd, 3rd 8: 8", at = "61/inside", wear = "T6" } },
    { "a stop missing costs what it does",
      "A@58/inside 2nd", { "2nd, 2nd 4: 4", at = "62/inside", wear = "T4" } },
  }
end)

spec.describe("Special rule 2, the gear chosen and the gear that moves (ruling I4)", function()
  cases {
    { "the next gear is counted from the one chosen last",
      with("A@31/inside 2nd", { chosen = 3 }), { "4th, 3rd 4: 4", at = "35/inside" } },
    { "one up and no more",
      with("A@31/inside 2nd", { chosen = 3 }), { "5th", fails = "one gear up at a time" } },
    { "nor from the gear that moved it last",
      with("A@31/inside 4th", { chosen = 3 }), { "5th", fails = "one gear up at a time" } },
    { "on land too: from the one chosen last",
      with("A@98/inside 3rd", { chosen = 4 }), { "5th 11: 11", at = "109/inside" } },
    { "on land: one up from it and no more",
      with("A@98/inside 4th", { chosen = 3 }), { "5th", fails = "one gear up at a time" } },
    { "wear for gearing down is paid when the gear is chosen",
      with("A@31/inside 5th", { chosen = 5 }), { "3rd, 5th 11: 11", at = "42/inside", wear = "G2 B3" } },
    { "and not again when it moves",
      with("A@31/inside 5th", { chosen = 3 }), { "3rd, 3rd 4: 4", at = "35/inside", wear = "G3 B3" } },
    { "it is counted from the gear chosen last",
      with("A@31/inside 2nd", { chosen = 5 }), { "2nd, 5th 11: 11", wear = "G2 B2 E3" } },
    { "on land it is, too",
      with("A@98/inside 2nd", { chosen = 5 }), { "3rd 4: 4", wear = "G2 B3" } },
    { "one gear down costs nothing",
      with("A@31/inside 5th", { chosen = 4 }), { "3rd, 4th 7: 7", wear = "G3 B3" } },
    { "without Gearbox WP no gear is skipped",
      with("A@31/inside 5th G0", { chosen = 5 }), { "3rd", fails = "needs 1 G" } },
    { "a shift that cost wear and was thought better of costs again",
      with("A@31/inside 5th", { chosen = 5 }), { "3rd, 5th 11: 11", wear = "G2" }, { "1st, 3rd 4: 4", wear = "G1" } },
    { "with studs a shift adds nothing",
      with("A@31/inside 3rd", { chosen = 3 }), { "4th, 3rd 5: 5", at = "36/inside" }, { "3rd, 4th 7: 7", at = "43/inside" },
      { "3rd, 3rd 4: 4", at = "47/inside" } },
  }
end)

spec.describe("Special rule 2, spinning on the ice (ruling I7)", function()
  cases {
    { "stores 1st: the next turn moves in 1st, and chooses for the round after",
      "A@58/inside 2nd T0", { "3rd, 2nd 3: 3", at = "61/inside", spun = true, chosen = 1 },
      { "2nd, 1st 2: 2", at = "63/inside", spun = false, gear = 1 }, { "2nd, 2nd 4: 4", at = "67/inside" } },
    { "from 1st only 2nd is to be had",
      "A@58/inside 2nd T0", { "3rd, 2nd 3: 3", spun = true }, { "3rd", fails = "one gear up at a time" } },
    { "a second spin may come of it",
      with("A@60/inside 2nd T0", { chosen = 1 }), { "1st, 1st 1: 1", at = "61/inside", spun = true } },
    { "on land a car that spun drives off in 1st at once",
      with("A@100/inside 3rd", { spun = true, chosen = 1 }), { "-, 1st 2: 2", at = "102/inside", gear = 1, spun = false },
      { "2nd 2: 2", at = "104/inside" } },
  }
end)

-- Ruling I10 ------------------------------------------------------------------------------------------------------------

spec.describe("Ruling I10, any other rule means the gear that moved the car", function()
  local wall = { "W@46/outside 2nd", status = "out", why = "crash", stands_until = 99 }
  --- A runs into B on 46/inside: it moves in 3rd, whatever it chooses.
  local function run_into(what, choice, die, worn)
    return { what, "A@41/inside 3rd B0 T0", { choice .. ", 3rd 8: 4", rear = die, at = "45/inside", wear = worn },
      with = { "B@46/inside 2nd", wall } }
  end
  cases {
    { "strain: 19 in 5th, though 4th is chosen",       with("A@31/inside 4th", { chosen = 5 }),
      { "4th, 5th 19: 19", strain = 5, at = "50/inside", wear = "E2" } },
    { "strain: and though 6th is chosen",              with("A@31/inside 4th", { chosen = 5 }),
      { "6th, 5th 19: 19", strain = 5, wear = "E2" } },
    { "strain: none in 4th, though 5th is chosen",     with("A@31/inside 5th", { chosen = 4 }),
      { "5th, 4th 12: 12", wear = "E3" } },
    { "strain: none at 20 in 6th's stead",             with("A@61/inside 5th", { chosen = 6 }),
      { "5th, 6th 21: 21", at = "82/inside", wear = "E3" } },
    run_into("rear-end: the d20 is held against 3rd, though 4th is chosen", "4th", 4, "C2"),
    run_into("rear-end: 3 is not above 3rd",                                "4th", 3, "C1"),
    run_into("rear-end: though 2nd is chosen",                              "2nd", 3, "C1"),
    { "slipstream: in 4th behind 4th, though it chooses 3rd", "A@31/inside 4th",
      { "3rd, 4th 10: 10", tow = "yes", towed = "L2", at = "44/outside" }, with = { with("B@42/inside 4th", { chosen = 2 }) } },
    { "slipstream: not in 3rd, though it chooses 4th",        "A@31/inside 3rd",
      { "4th, 3rd 8: 8", at = "39/inside", touch = 20 }, with = { "B@40/inside 3rd" } },
    { "slipstream: not behind 3rd, though that car has chosen 4th", "A@31/inside 4th",
      { "4th, 4th 10: 10", at = "41/inside", touch = 20 }, with = { with("B@42/inside 3rd", { chosen = 4 }) } },
    { "slipstream: not slower than the car ahead was",        "A@31/inside 4th",
      { "5th, 4th 10: 10", at = "41/inside", touch = 20 }, with = { with("B@42/inside 5th", { chosen = 2 }) } },
  }
  for _, case in ipairs { { 5, "H2" }, { 6, "H3" } } do
    spec.it("debris: a " .. case[1] .. " less 3rd, though 4th is chosen", function()
      local race = lay { with("A@57/inside 3rd", { stops = 1 }), "X@58/inside 2nd T0" }
      drive(race, "X", "2nd, 2nd 4: 4") -- overshoots, and leaves a marker on 62/inside
      drive(race, "A", { "4th, 3rd 6: 6", handling = case[1] })
      check(race, "A", { at = "63/inside", wear = case[2] })
    end)
  end
  for _, case in ipairs {
    { "level cars: the one that moved in the higher gear goes first", "A@40/inside 3rd", 2, "B@40/outside 2nd", 3, "A B" },
    { "level cars: whichever lane it is in",                          "A@40/inside 2nd", 3, "B@40/outside 3rd", 2, "B A" },
  } do
    spec.it(case[1], function()
      local race = lay { with(case[2], { chosen = case[3] }), with(case[4], { chosen = case[5] }) }
      race:dice { gear = { 1, 1 } }
      race:answer("A", { gear = case[3], path = case[3] == 2 and "=2" or "=4" })
      race:answer("B", { gear = case[5], path = case[5] == 2 and "=2" or "=4" })
      race:round()
      local names = {}
      for _, event in ipairs(race:events()) do
        if event.type == "roll" and event.purpose == "gear" then table.insert(names, event.car) end
      end
      spec.expect(table.concat(names, " ")).equals(case[6])
    end)
  end
end)

-- Special rule 3 --------------------------------------------------------------------------------------------------------

--- How far a car goes in a gear, for the least and the most of its table and those next to them: `want` says it of a value.
local function from_end_to_end(name, line, choice, gear, want)
  spec.it(name, function()
    local values, least, most = {}, moves(gear)[1], moves(gear)[20]
    for _, value in ipairs { least, least + 1, most - 1, most } do values[value] = true end
    for value = least, most do
      if values[value] then
        local race = lay { line }
        local row, spaces = race:car("A").space.row, want(value)
        race:dice { gear = { face(gear, value) } }
        if gear >= 5 and value >= base.strain.from[gear] then race:dice { strain = { 20 } } end
        race:answer("A", { gear = choice, path = "=" .. spaces })
        unbraked(race, "A")
        spec.expect(race:car("A").space.row).equals((row + spaces - 1) % 120 + 1)
      end
    end
  end)
end

spec.describe("Special rule 3, studs", function()
  for gear = 1, 6 do
    from_end_to_end("on land gear " .. gear .. " moves what the table says", "A@99/inside " .. gear .. "th", gear, gear,
      function(value) return value end)
  end
  for gear = 1, 6 do
    from_end_to_end("on ice too, gear " .. gear, "A@61/inside " .. gear .. "th", math.max(1, gear - 1), gear,
      function(value) return value end)
  end
  spec.it("are what a car has unless it says otherwise", function()
    spec.expect(lay({ "A@20/inside 1st" }):car("A").tyres).equals "studs"
  end)
end)

spec.describe("Special rule 3, chains on land", function()
  for gear = 1, 6 do
    from_end_to_end("two spaces less in gear " .. gear .. ", but always one", chains("A@99/inside " .. gear .. "th"), gear, gear,
      function(value) return math.max(1, value - 2) end)
  end
  cases {
    { "the example: in 2nd a 4 is 2",    chains "A@3/inside 2nd", { "2nd 4: 2", at = "5/inside" } },
    { "the example: in 2nd a 2 is 1",    chains "A@3/inside 2nd", { "2nd 2: 1", at = "4/inside" } },
    { "they are not braked away",        chains "A@3/inside 3rd", { "3rd 8: 6", at = "9/inside", wear = "T6 B3" } },
    { "shifting up adds nothing there",  chains "A@3/inside 3rd",
      { "4th 8: 6", at = "9/inside" }, { "4th 8: 6", at = "15/inside" } },
    { "shifting down takes nothing",     chains "A@3/inside 3rd",
      { "2nd 4: 2", at = "5/inside" }, { "2nd 4: 2", at = "7/inside" } },
    { "ruling I6: a good start out of the pits is 3 spaces and not 1",
      sweden("A@22/near 0th", { tyres = "chains", pit = "ready" }), with(out, { at = "25/inside" }) },
    { "ruling I6: an excellent one is 4",
      sweden("A@22/near 0th", { tyres = "chains", pit = "ready" }), { ": L3", start = 10, at = "26/inside" } },
    { "ruling I6: a normal one is the gear die, less two, but one",
      sweden("A@22/near 0th", { tyres = "chains", pit = "ready" }), { "-, 1st 2: L", start = 5, at = "23/inside" } },
    { "ruling I6: not from the slipstream's 3",
      chains "A@1/inside 4th", { "4th 10: 8", tow = "yes", towed = "L2", at = "12/outside" }, with = { "B@10/inside 4th" } },
    { "ruling I6: strain is a matter of the table's value: 19 in 5th moves 17 and strains",
      chains "A@1/inside 5th", { "5th 19: 17", strain = 5, at = "18/inside", wear = "E2" } },
    { "into the pits they count too: a 4 is 2, which is short of three",
      sweden("A@19/inside 2nd T2", { tyres = "chains" }), { "2nd 4: 2", pit = "fast", at = "21/inside", wear = "T2" } },
    { "and is enough for two",
      sweden("A@20/inside 2nd T2", { tyres = "chains" }),
      { "2nd 4", pit = "fast", crew = 12, fits = "chains", at = "22/near", wear = "T6" } },
  }
end)

spec.describe("Special rule 3, chains on ice, the example of five rounds", function()
  cases {
    { "two less on land; nothing; +1 in 2nd; +2 in 3rd; nothing in 4th; and then -1 in 3rd",
      chains "A@29/inside 2nd",
      { "2nd 4: 2",      at = "31/inside" },
      { "2nd, 2nd 2: 2", at = "33/inside" },
      { "3rd, 2nd 2: 3", at = "36/inside" },
      { "4th, 3rd 4: 6", at = "42/inside" },
      { "3rd, 4th 7: 7", at = "49/inside" },
      { "3rd, 3rd 4: 3", at = "52/inside" } },
  }
end)

spec.describe("Special rule 3, what chains add is told", function()
  local function told(line, round)
    local race = lay { line }
    drive(race, "A", round)
    local added = {}
    for _, event in ipairs(race:events()) do
      if event.type == "more" then table.insert(added, event.spaces .. " " .. event.why) end
    end
    return table.concat(added, ", ")
  end
  spec.it("on land", function() spec.expect(told(chains "A@29/inside 2nd", "2nd 4: 2")).equals "-2 with chains" end)
  spec.it("on ice", function() spec.expect(told(chains "A@61/inside 2nd", "3rd, 2nd 2: 3")).equals "+1 with chains" end)
  spec.it("but not where they add nothing", function()
    spec.expect(told(chains "A@61/inside 2nd", "2nd, 2nd 2: 2")).equals ""
    spec.expect(told("A@29/inside 2nd", "2nd 4: 4")).equals ""
  end)
end)

spec.describe("Special rule 3, chains on ice", function()
  local function ice(gear, fields) return chains("A@61/inside " .. gear .. "th", fields) end
  for gear = 1, 6 do
    local highest, same = moves(gear)[20], gear
    if gear < 6 then
      from_end_to_end("gear " .. gear .. ", shifting up: one more, at most " .. highest, ice(gear), gear + 1, gear,
        function(value) return math.min(highest, value + 1) end)
    end
    if gear > 1 then
      from_end_to_end("gear " .. gear .. ", shifting down: one less", ice(gear), gear - 1, gear,
        function(value) return math.max(1, value - 1) end)
    end
    from_end_to_end("gear " .. gear .. ", staying in it: as the table says", ice(gear), same, gear,
      function(value) return value end)
    from_end_to_end("gear " .. gear .. ", after shifting up: one more, at most " .. highest, ice(gear, { grip = 1 }), same, gear,
      function(value) return math.min(highest, value + 1) end)
    from_end_to_end("gear " .. gear .. ", after shifting down: one less, at least one", ice(gear, { grip = -1 }), same, gear,
      function(value) return math.max(1, value - 1) end)
  end
  from_end_to_end("up and up: two more, at most 8 in 3rd", ice(3, { grip = 1 }), 4, 3,
    function(value) return math.min(8, value + 2) end)
  from_end_to_end("down and down: two less, at least one in 2nd", ice(2, { grip = -1 }), 1, 2,
    function(value) return math.max(1, value - 2) end)
  from_end_to_end("down after up: nothing", ice(4, { grip = 1 }), 3, 4, function(value) return value end)
  from_end_to_end("up after down: nothing", ice(3, { grip = -1 }), 4, 3, function(value) return value end)
  cases {
    { "shifting up counts in the next round too, and no longer",
      ice(2), { "3rd, 2nd 2: 3", at = "64/inside" }, { "3rd, 3rd 4: 5", at = "69/inside" },
      { "3rd, 3rd 4: 4", at = "73/inside" } },
    { "so does shifting down",
      ice(3), { "2nd, 3rd 4: 3", at = "64/inside" }, { "2nd, 2nd 3: 2", at = "66/inside" },
      { "2nd, 2nd 3: 3", at = "69/inside" } },
    { "the highest is that of the gear that moves, not of the one chosen",
      ice(2), { "3rd, 2nd 4: 4", at = "65/inside" } },
    { "what the limit takes away is not made good later",
      ice(2), { "3rd, 2nd 4: 4", at = "65/inside" }, { "3rd, 3rd 4: 5", at = "70/inside" } },
    { "ruling I5: several gears down count once",
      ice(5), { "2nd, 5th 12: 11", at = "72/inside", wear = "G2 B2" }, { "2nd, 2nd 4: 3", at = "75/inside" } },
    { "ruling I5: a shift made on land counts for nothing on the ice",
      chains "A@30/inside 2nd", { "3rd 6: 4", at = "34/inside" }, { "3rd, 3rd 4: 4", at = "38/inside" } },
    { "ruling I5: on land nothing is added that was due",
      chains("A@98/inside 2nd", { grip = 1 }), { "2nd 4: 2", at = "100/inside" } },
    { "ruling I5: on land nothing is taken off that was due",
      chains("A@98/inside 3rd", { grip = -1 }), { "3rd 8: 6", at = "104/inside" } },
    { "ruling I5: what is carried into a round begun on land lapses",
      chains("A@29/inside 2nd", { grip = 1 }), { "2nd 4: 2", at = "31/inside" }, { "2nd, 2nd 2: 2", at = "33/inside" } },
    { "ruling I5: in a round begun on land in which no gear is chosen, too",
      chains("A@30/inside 3rd", { grip = 1, spun = true, chosen = 1 }), { "-, 1st 1: 1", at = "31/inside" },
      { "1st, 1st 1: 1", at = "32/inside" } },
    { "the shift of the last round on the ice does not reach the land",
      chains "A@96/inside 2nd", { "3rd, 2nd 2: 3", at = "99/inside" }, { "3rd 5: 3", at = "102/inside" } },
    { "no strain: 18 in 5th and one more is no 19 of the table",
      ice(5), { "6th, 5th 18: 19", at = "80/inside", wear = "E3" } },
    { "but 19 in 5th, and one less, is",
      ice(5), { "4th, 5th 19: 18", strain = 5, at = "79/inside", wear = "E2" } },
    { "ruling I6: two less is for land alone",
      ice(3), { "3rd, 3rd 8: 8", at = "69/inside" } },
  }
end)

-- The start -------------------------------------------------------------------------------------------------------------

spec.describe("The start on the ice, ruling I7", function()
  local first = { round = 1 }
  local studs = { "A@90/inside 0th", lap = 0 }
  local chained = chains("A@90/inside 0th", { lap = 0 })
  cases {
    { "studs: no move in the first round, and no roll",        studs, { at = "90/inside" }, lay = first },
    { "chains: one space, without a roll",                     chained, { ": 1", at = "91/inside" }, lay = first },
    { "chains: a lane may be changed",                         chained, { ": L", at = "91/outside" }, lay = first },
    { "chains: with no free space before it a car stays, and wears nothing", chains("A@89/inside 0th", { lap = 0 }),
      { at = "89/inside", wear = "T6 B3 C3" }, lay = first, with = { "B@90/inside 0th", "C@90/outside 0th" } },
    { "studs: the start table in the second round",            studs, {}, { ": 3", start = 9, at = "93/inside", gear = 1 },
      lay = first },
    { "studs: an excellent start",                             studs, {}, { ": 4", start = 10, at = "94/inside" }, lay = first },
    { "studs: a normal start in 1st",                          studs, {},
      { "-, 1st 2: 2", start = 5, at = "92/inside", gear = 1 }, lay = first },
    { "chains: the start table in the second round",           chained, { ": 1" }, { ": 3", start = 9, at = "94/inside" },
      lay = first },
    { "chains: nothing is added to a normal start",            chained, { ": 1" }, { "-, 1st 1: 1", start = 5, at = "92/inside" },
      lay = first },
    { "chains: it may stall in the second",                    chained, { ": 1" }, { start = 1, at = "91/inside" }, lay = first },
    { "from the third round I4: 2nd is chosen, 1st moves",     studs, {}, { ": 3", start = 9, at = "93/inside" },
      { "2nd, 1st 2: 2", at = "95/inside", gear = 1, chosen = 2 }, { "2nd, 2nd 4: 4", at = "99/inside", gear = 2 }, lay = first },
    { "in the third round 3rd cannot be chosen",               studs, {}, { ": 3", start = 9 },
      { "3rd", fails = "one gear up at a time" }, lay = first },
    { "chains: shifting up in the third round is one more, at most 2", chained, { ": 1" }, { ": 3", start = 9, at = "94/inside" },
      { "2nd, 1st 1: 2", at = "96/inside" }, { "2nd, 2nd 2: 3", at = "99/inside" }, lay = first },
    { "a stall stores 1st: no start roll in the third round",  studs, {}, { start = 1, at = "90/inside" },
      { "2nd, 1st 1: 1", at = "91/inside", gear = 1, chosen = 2 }, lay = first },
    { "chains: from the ice onto the land, and the start table there", chains("A@97/inside 0th", { lap = 0 }),
      { ": 1", at = "98/inside" }, { ": 3", start = 9, at = "101/inside" }, lay = first },
  }
  for die = 2, 8 do
    cases { { "a " .. die .. " in the second round is a normal start", studs, {},
      { "-, 1st 1: 1", start = die, at = "91/inside" }, lay = first } }
  end
end)

spec.describe("A start on land", function()
  cases {
    { "studs: the start table in the first round",             { "A@20/inside 0th", lap = 0 },
      { ": 3", start = 9, at = "23/inside" }, lay = { round = 1 } },
    { "chains: no space without a roll, and no two less",      chains("A@20/inside 0th", { lap = 0 }),
      { ": 3", start = 9, at = "23/inside" }, lay = { round = 1 } },
    { "chains: a normal start is the gear die, less two, but one", chains("A@20/inside 0th", { lap = 0 }),
      { "-, 1st 2: 1", start = 5, at = "21/inside" }, lay = { round = 1 } },
  }
end)

-- Tyres and cars --------------------------------------------------------------------------------------------------------

spec.describe("Special rule 3, studs or chains", function()
  local worn = sweden "A@21/inside 2nd T2"
  cases {
    { "ruling I11: changed when a fast stop succeeds",         worn,
      { "2nd 2", pit = "fast", crew = 12, fits = "chains", tyres = "chains" }, { "-, 1st 2: L", start = 5, at = "23/inside" } },
    { "ruling I11: when it is delayed",                        worn,
      { "2nd 2", pit = "fast", crew = 3, fits = "chains", tyres = "chains" }, { tyres = "chains" } },
    { "ruling I11: in a long stop, with the tyre points",      worn,
      { "2nd 2", pit = "long", tyres = "studs" }, { fits = "chains", repair = { "none" }, tyres = "chains", wear = "T6" } },
    { "ruling I11: back to studs too",                         with(worn, { tyres = "chains" }),
      { "2nd 4", pit = "fast", crew = 12, fits = "studs", tyres = "studs" }, { "-, 1st 2: L1", start = 5, at = "24/inside" } },
    { "ruling I11: not asked on a failed stop",                worn,
      { "2nd 2", pit = "fast", crew = 1, tyres = "studs" } },
    { "ruling I11: not even when that fills them up",          sweden "A@21/inside 2nd T5",
      { "2nd 2", pit = "fast", crew = 1, wear = "T6", tyres = "studs" } },
    { "ruling I12: no hard, soft or rain tyres",               worn,
      { "2nd 2", pit = "fast", crew = 12, fits = "soft", fails = "not among the choices" } },
    { "ruling I12: overshooting costs a point a space, with chains too", chains "A@58/inside 2nd",
      { "2nd, 2nd 4: 4", at = "62/inside", wear = "T4" } },
  }
end)

--- Plays what comes before the race for cars of some nations, A, B and so on; `answers` are those of each.
local function before(nations, answers, more)
  local all = { variant = "isloppet", track = "skating", cars = {} }
  for key, value in pairs(more or {}) do all[key] = value end
  for i, row in ipairs(nations) do all.cars[i] = with(row, { name = string.char(64 + i) }) end
  local race = spec.race(all)
  for i, row in ipairs(all.cars) do race:answer(row.name, answers[i]) end
  return race
end

--- The same, with the grid: A on pole.
local function lined_up(nations, answers, more)
  local race, grid = before(nations, answers, more), {}
  for i = 1, #nations do grid[i] = 11 - i end
  race:dice { grid = grid }
  race:qualify()
  return race
end

spec.describe("Before the race", function()
  local alfa, bugatti = "Alfa Romeo Monza 2.3L S-8", "Bugatti T43 2.3L"
  local sverige, norge = { country = "Sweden", model = bugatti }, { country = "Norway" }
  spec.it("each driver fits studs or chains", function()
    local race = lined_up({ sverige, norge }, { { model = alfa, tyres = "chains" }, { model = alfa, tyres = "studs" } })
    spec.expect(race:car("A").tyres).equals "chains"
    spec.expect(race:car("B").tyres).equals "studs"
  end)
  spec.it("and nothing else (ruling I12)", function()
    for _, tyres in ipairs { "hard", "soft", "rain" } do
      local race = before({ norge }, { { model = alfa, tyres = tyres } })
      spec.expect(function() race:qualify() end).fails_with "not among the choices"
    end
  end)
  spec.it("he has a car of his nation's list", function()
    local race = lined_up({ sverige }, { { model = alfa, tyres = "studs" } })
    spec.expect(race:car("A").model).equals(alfa)
    spec.expect(points(race, "A", "T B G C E H")).equals "T7 B3 G3 C2 E3 H2"
  end)
  spec.it("no other", function()
    local race = before({ norge }, { { model = bugatti, tyres = "studs" } })
    spec.expect(function() race:qualify() end).fails_with "choose a car of the list"
  end)
  spec.it("or points of his own (ruling E15)", function()
    local race = lined_up({ norge }, { { model = "T10 B3 G2 C1 E2 H2", tyres = "studs" } })
    spec.expect(points(race, "A", "T B G C E H")).equals "T10 B3 G2 C1 E2 H2"
  end)
  spec.it("a bot keeps a custom car without a question", function()
    local race = lined_up({ { country = "Norway", custom = "T10 B3 G2 C1 E2 H2" } }, { {} }, { bots = "steady" })
    spec.expect(points(race, "A", "T B G C E H")).equals "T10 B3 G2 C1 E2 H2"
  end)
  spec.it("no weather, though a track has a chart (ruling I12)", function()
    local race = lined_up({ norge }, { { model = alfa, tyres = "studs" } }, { track = "monaco" })
    spec.expect(race:field "weather").equals "good"
  end)
  spec.it("and from the grid on the ice: studs stand, chains creep", function()
    local race = lined_up({ sverige, norge }, { { model = alfa, tyres = "studs" }, { model = alfa, tyres = "chains" } })
    spec.expect(where(race, "A")).equals "90/inside"
    spec.expect(where(race, "B")).equals "90/outside"
    race:answer("B", { path = "=1" })
    race:dice { collision = { 20 } } -- a lane change before A (ruling E28)
    race:round()
    spec.expect(where(race, "A")).equals "90/inside"
    spec.expect(where(race, "B")).equals "91/outside"
  end)
end)

spec.describe("Ruling E26 on the ice", function()
  spec.it("who has waited behind a wreck moves in 1st, and chooses from there", function()
    local function standing(name, at)
      return { name .. "@" .. at .. " 1st", status = "out", why = "crash", stands_until = 5 }
    end
    local race = lay { "A@62/inside 3rd", standing("W", "63/inside"), standing("V", "63/outside") }
    race:answer("A", { wait = "yes", gear = 2, path = "=2" })
    race:round()
    race:dice { gear = { 11 } }
    race:round()
    spec.expect(where(race, "A")).equals "64/inside"
    spec.expect(race:car("A").gear).equals(1)
    spec.expect(race:car("A").chosen).equals(2)
  end)
end)

spec.describe("Ruling I12, what of the base game is off", function()
  cases {
    { "its pit lane: nobody is asked to turn in",     { "A@114/inside 3rd", country = "Sweden" },
      { "3rd 6: 6", at = "120/inside" }, lay = { track = "proving" } },
    { "tyres add no space in a corner",               "A@68/center 3rd",
      { "3rd 4: 4", at = "72/center" }, lay = { track = "proving" } },
  }
end)

-- The circuit -----------------------------------------------------------------------------------------------------------

--- A car in each of some rows of Laxforsen, or several; returns the spaces that they stand on, and the race.
local function laxforsen(rows)
  local cars = {}
  for i, row in ipairs(rows) do cars[i] = { name = "C" .. i, at = row } end
  local race, spaces = spec.race { variant = "isloppet", cars = cars }, {}
  for i in ipairs(rows) do spaces[i] = race:car("C" .. i).space end
  return spaces, race
end

--- Its first space of each row, and how long it is.
local function all_round()
  local _, race = laxforsen { 1 }
  local rows = {}
  for row = 1, race:field "rows" do rows[row] = row end
  return laxforsen(rows), #rows
end

--- Its widened rows.
local function pit_row()
  local rows = {}
  for row, space in ipairs((all_round())) do
    if space.lane == 1 then table.insert(rows, row) end
  end
  return rows
end

spec.describe("Laxforsen, the background of special rule 1", function()
  spec.it("is where the race is held, over three laps", function()
    local _, race = laxforsen { 1 }
    spec.expect(race:field "track").equals "Laxforsen"
    spec.expect(race:field "laps").equals(3)
  end)
  spec.it("widens from two lanes to four for seven rows, on land", function()
    local rows = pit_row()
    spec.expect(#rows).equals(7)
    spec.expect(rows[7] - rows[1]).equals(6)
    for _, row in ipairs(rows) do
      for lane, space in ipairs((laxforsen { row, row, row, row })) do
        spec.expect(space.lane).equals(lane)
        spec.expect(space.surface).is_nil()
      end
    end
    for _, space in ipairs((laxforsen { rows[1] - 1, rows[1] - 1, rows[7] + 1, rows[7] + 1 })) do
      spec.expect(space.lane == 2 or space.lane == 3).is_true()
    end
  end)
  spec.it("has a pit space for each nation, in the side lanes, seven a side", function()
    local sides, nations = { 0, 0, 0, 0 }, {}
    for _, row in ipairs(pit_row()) do
      for _, space in ipairs((laxforsen { row, row, row, row })) do
        if space.flag then
          nations[space.flag] = true
          sides[space.lane] = sides[space.lane] + 1
        end
      end
    end
    spec.expect(sides).equals { 7, 0, 0, 7 }
    for _, country in ipairs(base.countries) do spec.expect(nations[country.name]).is_true() end
  end)
  spec.it("has the start half a lap from the pits", function()
    local _, race = laxforsen { 1 }
    local rows, length = pit_row(), race:field "rows"
    spec.expect(rows[4] / length).near(0.5, 0.1)
  end)
end)

spec.describe("Laxforsen, the background of special rule 2", function()
  spec.it("has one stretch of land, and the rest is ice", function()
    local spaces = all_round()
    local changes = 0
    for row, space in ipairs(spaces) do
      local last = spaces[row - 1] or spaces[#spaces]
      spec.expect(space.surface == "ice" or space.surface == nil).is_true()
      if space.surface ~= last.surface then changes = changes + 1 end
    end
    spec.expect(changes).equals(2)
  end)
  spec.it("has the whole grid on the ice", function()
    local cars = {}
    for i = 1, 24 do cars[i] = { name = "C" .. i, country = base.countries[i % 14 + 1].name } end
    local race = spec.race { variant = "isloppet", seed = "grid", bots = "steady", cars = cars }
    race:qualify()
    for i = 1, 24 do spec.expect(race:car("C" .. i).space.surface).equals "ice" end
  end)
end)

spec.describe("The Isloppet", function()
  spec.it("is driven to its end", function()
    local race = spec.race { variant = "isloppet", seed = "1934", bots = "steady" }
    race:play()
    local home = 0
    for _, row in ipairs(race:result()) do
      spec.expect(row.status == "home" or row.status == "out").is_true()
      if row.status == "home" then home = home + 1 end
    end
    spec.expect(home > 0).is_true()
  end)
end)

spec.describe("What a driver is told when he is asked", function()
  --- What is said about an option of A's next question.
  local function said(race, id)
    for _, option in ipairs(race:asked("A").options) do
      if option.id == id then return option.note end
    end
    error("there is no option " .. id)
  end
  for _, case in ipairs {
    { "on ice a gear is for the next round",       sweden "A@58/inside 2nd", "2", "next round 2-3: 25 % each, 4: 50 %" },
    { "with chains a shift counts twice",          sweden("A@58/inside 2nd", { tyres = "chains" }), "3",
      "next round 4: 10 %, 5: 15 %, 6-8: 25 % each; chains +1 in this round and the next" },
    { "and not to shift is none",                  sweden("A@58/inside 2nd", { tyres = "chains" }), "2",
      "next round 2-3: 25 % each, 4: 50 %" },
    { "on land they cost two spaces",              sweden("A@5/inside 3rd", { tyres = "chains" }),  "3",
      "2: 10 %, 3: 15 %, 4-6: 25 % each" },
    { "what the table of the fast stop has",       sweden "A@21/inside 2nd T2", "fast",
      "T 2 of 6: the crew fumbles the change 10 %; new tyres, with a delay 45 %; new tyres 45 %" },
    { "and a long one repairs",                    sweden "A@21/inside 2nd T2", "long",
      "T 2 of 6 and 2 other points, back after a round" },
  } do
    spec.it(case[1], function() spec.expect(said(lay({ case[2] }), case[3])).equals(case[4]) end)
  end
end)
