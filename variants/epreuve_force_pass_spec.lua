--- La Grande Épreuve 1934 with the force pass: what the mixin does to a blocked track, gear by gear.
local spec = require "spec"

--- A drives off from 36/center with seven spaces in 4th towards B, C and D, who fill row 40 of the proving ground; the gears of
--- those are given; without a fourth car its outside lane is free. `others` stand elsewhere.
local function race_of(gears, with)
  local cars = { { name = "A", at = "36/center", gear = 4, chips = 0 } }
  for i, gear in ipairs(gears) do
    local lane = ({ "inside", "center", "outside" })[i]
    table.insert(cars, { name = ({ "B", "C", "D" })[i], at = "40/" .. lane, gear = gear, moved = true, chips = 0 })
  end
  for _, other in ipairs(with.others or {}) do table.insert(cars, other) end
  local race = spec.race { variant = "epreuve_force_pass", track = "proving", round = 5, cars = cars, race = with.race }
  race:dice { gear = { 1 } }
  race:dice(with.dice or {})
  race:answer("A", { gear = 4, path = with.path or { "=3", "=2" }, attempt = with.attempt or "yes" })
  race:answer("A", { targets = "B and C", landing = "41/center" })
  for name, card in pairs(with.cards or {}) do race:answer(name, { card = card }) end
  race:turn "A"
  return race
end

spec.describe("A full row", function()
  spec.it("is gone through, and the move goes on", function()
    local race = race_of({ 4, 4, 4 }, { cards = { B = "pass", C = "pass" } })
    spec.expect(race:car("A").space.name).equals "43/center"
  end)
  spec.it("cars three gears lower cannot stop it", function()
    spec.expect(race_of({ 1, 1, 4 }, {}):car("A").space.name).equals "43/center"
  end)
  spec.it("a gear is 20 mph: two lower are -3 on the roll, and 7 costs a tyre point", function()
    local race = race_of({ 2, 1, 4 }, { cards = { B = "block" }, dice = { ["force pass"] = { 5, 5, 5, 4 } } })
    spec.expect(race:car("A").space.name).equals "43/center"
    spec.expect(race:car("A").wp.T).equals(9)
    spec.expect(race:car("B").wp.T).equals(7)
  end)
  spec.it("who is stopped brakes by the blocked track rule", function()
    local race = race_of({ 4, 1, 4 }, { cards = { B = "block" }, path = { "=3", "KKKT" },
      dice = { ["force pass"] = { 2, 2, 1, 2 }, collision = { 20, 20, 20 } } }) -- beside all three (ruling E28)
    spec.expect(race:car("A").space.name).equals "39/center"
    spec.expect(race:car("A").wp.B .. " " .. race:car("A").wp.T).equals "0 9"
  end)
  spec.it("and so does who declines", function()
    local race = race_of({ 4, 4, 4 }, { attempt = "no", path = { "=3", "KKKT" }, dice = { collision = { 20, 20, 20 } } })
    spec.expect(race:car("A").space.name).equals "39/center"
  end)
  spec.it("with a wreck in a full row beyond there is nowhere to get through to: the track is blocked (F7)", function()
    local others = {}
    for i, lane in ipairs { "inside", "center", "outside" } do
      others[i] = { name = ({ "E", "F", "G" })[i], at = "41/" .. lane, gear = 1, moved = true, chips = 0 }
    end
    others[3].status, others[3].why, others[3].stands_until = "out", "crash", 99
    local race = race_of({ 4, 4, 4 }, { path = "3KKKT", others = others, dice = { collision = { 20, 20, 20 } } })
    spec.expect(race:car("A").space.name).equals "39/center"
  end)
  spec.it("two blockers and the passer spin, a lane of his row taken: he stays, one of them stands behind (note 3)", function()
    local met = { ["A and B"] = true, ["A and C"] = true, ["A and D"] = true, ["A and E"] = true } -- no collisions
    local race = race_of({ 4, 4, 4 }, { cards = { B = "block", C = "block" }, race = { met = met },
      dice = { ["force pass"] = { 6, 5, 6, 4, 6, 6 } },
      others = { { name = "E", at = "39/inside", gear = 1, moved = true } } })
    spec.expect(race:car("A").space.name).equals "39/center"
    spec.expect(race:car("B").space.name).equals "39/outside"
    spec.expect(race:car("C").space.name).equals "38/outside"
  end)
end)

spec.describe("Elsewhere", function()
  spec.it("the base's rules hold", function()
    local race = race_of({ 4, 4 }, { path = "3L3" })
    spec.expect(race:car("A").space.name).equals "43/outside"
  end)
end)

-- Rows of Laxforsen: 41 has two lanes, and 42 to 48 two more beside the road.
spec.describe("A row with lanes beside the road", function()
  local function pass(row, lanes, from)
    local cars = { { name = "A", at = from, gear = 4, chips = 0 } }
    for i, lane in ipairs(lanes) do
      table.insert(cars, { name = ({ "B", "C", "D", "E" })[i], at = row .. "/" .. lane, gear = 1, moved = true, chips = 0 })
    end
    local race = spec.race { variant = "epreuve_force_pass", track = "laxforsen", round = 5, cars = cars,
      race = { met = { ["A and B"] = true, ["A and C"] = true, ["A and D"] = true, ["A and E"] = true } } }
    race:dice { gear = { 1 } }
    race:answer("A", { gear = 4 })
    return race
  end
  spec.it("is full where two cars fill the two lanes that it has", function()
    local race = pass(40, { "inside", "outside" }, "36/inside")
    race:answer("A", { path = { "=3", "=2" }, attempt = "yes", landing = "41/inside" })
    race:turn "A"
    spec.expect(race:car("A").space.name).equals "43/inside"
  end)
  spec.it("and with four lanes takes four", function()
    local race = pass(44, { "inner-pits", "inside", "outside", "outer-pits" }, "40/inside")
    race:answer("A", { path = { "=3", "=2" }, attempt = "yes", targets = "C and D", landing = "45/inside" })
    race:turn "A"
    spec.expect(race:car("A").space.name).equals "47/inside"
  end)
  spec.it("behind it lie those of the road where the others end", function()
    local race = pass(48, { "inner-pits", "inside", "outside", "outer-pits" }, "44/inside")
    race:answer("A", { path = { "=3", "=2" }, attempt = "yes", targets = "C and D", landing = "49/inside" })
    race:turn "A"
    spec.expect(race:car("A").space.name).equals "51/inside"
  end)
end)
